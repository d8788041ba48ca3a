import { distanceVec } from '../core/math/flat-math';
import type { Rig } from '../rig/rig';

/** Distance between the feet in the reference pose, in leg lengths, from which on legs do not reach round. */
const WIDE = 0.85;

/** Says that strides aside, backwards and in turns are not supported on a body; empty: they are. */
export function sayWideFeet({ limbs: { leftFoot, rightFoot }, skeleton: { nodes } }: Rig): string {
    if (!leftFoot || !rightFoot) return '';
    const apart = distanceVec(leftFoot.tip, 0, rightFoot.tip, 0) / Math.min(leftFoot.length, rightFoot.length);
    if (!(apart > WIDE)) return '';
    const [left, right] = [leftFoot, rightFoot].map(({ bones }) => nodes[bones[bones.length - 1]].name);
    return `strides aside, backwards and in turns are not supported on this body: "${left}" and "${right}" are ${apart.toFixed(1)} leg lengths apart, so feet slide there. Move it ahead and turn it slowly, or give it clips for these ways.`;
}
