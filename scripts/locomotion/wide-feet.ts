import { distanceVec } from '../core/math/flat-math';
import type { Rig } from '../rig/rig';

/** Distance between the feet in the reference pose, in leg lengths, from which on legs do not reach round. */
const WIDE = 0.85;

/** Distance of a foot from the middle of all four, in leg lengths, from which on it does not keep up with a quick turn. */
const FAR = 0.65;

/** Says which ways and turns are not supported on a body; empty: all are. */
export function sayWideFeet({ feet, limbs, skeleton: { nodes } }: Rig): string {
    const { leftFoot, rightFoot } = limbs;
    const apart = leftFoot && rightFoot ? distanceVec(leftFoot.tip, 0, rightFoot.tip, 0) / Math.min(leftFoot.length, rightFoot.length) : 0;
    if (!(apart > WIDE)) return feet.length === 4 ? sayFarFeet(limbs, feet) : '';
    const [left, right] = [leftFoot!, rightFoot!].map(({ bones }) => nodes[bones[bones.length - 1]].name);
    return `strides aside, backwards and in turns are not supported on this body: "${left}" and "${right}" are ${apart.toFixed(1)} leg lengths apart, so feet slide there. Move it ahead and turn it slowly, or give it clips for these ways.`;
}

/** Says that quick turns are not supported on a long body of four legs; empty: they are. */
function sayFarFeet(limbs: Rig['limbs'], feet: Rig['feet']): string {
    const legs = feet.map(name => limbs[name]!);
    const middle = Float64Array.from([0, 1, 2], k => legs.reduce((sum, { tip }) => sum + tip[k] / legs.length, 0));
    const far = Math.max(...legs.map(({ tip, length }) => distanceVec(tip, 0, middle, 0) / length));
    if (!(far > FAR)) return '';
    return `quick turns are not supported on this body: a foot stands ${far.toFixed(1)} leg lengths from the middle about which it turns, so feet slide there. Turn it by at most 90 degrees a second.`;
}
