import { Vec3 } from 'playcanvas';

import type { Role } from '../../../scripts/index';
import { SIDED } from '../../../scripts/rig/roles';
import { angleOf } from '../../../test/support/geometry';
import type { Character } from '../character';
import type { Figure } from '../figures';
import type { Listener } from '../listener';
import { COMPLAINTS } from '../verdict';

// Whether the detected rig is complete, and whether its directions are those that the nodes' places in the rest pose show.

/** Largest angle in degrees of forward from the way that toes or eyes point: feet and heads turn a little in rest poses. */
const ASKEW = 30;

/** Largest angle in degrees of up from the line from the feet to the head: people stand bent a little. */
const BENT = 20;

/** Largest angle in degrees of up from the scene's: more is a character that lies, exported with another axis up. */
const TILTED = 30;

/** Smallest share of the skin in percent that hangs from the hips: below, the skin does not follow the bones. */
const MOST = 50;

const SIDES = ['left', 'right'] as const;

/** World place of a role in the rest pose, or null. */
function placeOf(character: Character, role: Role): Vec3 | null {
    const index = character.rig.bones.get(role);
    return index === undefined ? null : character.rest[character.placeOf(index)].position;
}

/** The mean way from one bone to another on both sides, at right angles to up; null where neither side has both. */
function meanWay(character: Character, from: (side: 'left' | 'right') => Role, to: (side: 'left' | 'right') => Role): Vec3 | null {
    const sum = new Vec3();
    for (const side of SIDES) {
        const [start, end] = [placeOf(character, from(side)), placeOf(character, to(side))];
        if (start && end) sum.add(end).sub(start);
    }
    const { up } = character;
    sum.sub(up.clone().mulScalar(sum.dot(up)));
    return sum.length() > 0 ? sum : null;
}

/** The middle of the feet. */
function ground(character: Character): Vec3 | null {
    const [left, right] = SIDES.map(side => placeOf(character, `${side}Foot`));
    return left && right && new Vec3().lerp(left, right, 0.5);
}

/** Number of parts whose left bone is not to the left of the right one. */
function swappedPairs(character: Character): number {
    const left = new Vec3().cross(character.up, character.forward);
    return SIDED.filter((part) => {
        const [a, b] = SIDES.map(side => placeOf(character, `${side}${part}`));
        return a && b && !(a.clone().sub(b).dot(left) > 0);
    }).length;
}

/** Share of the skin that hips, or the head where there are none, carry with all that hangs from them, percent. */
function carriedSkin({ rig, skinShare }: Character): number {
    const { ends } = rig.skeleton;
    const top = rig.bones.get('hips') ?? rig.bones.get('head')!;
    return 100 * skinShare.subarray(top, ends[top]).reduce((sum, share) => sum + share, 0);
}

/** Measures what was detected. */
export function measureRig(character: Character, { problem }: Listener): Figure[] {
    const { rig, forward, up } = character;
    const { limbs, bones } = rig;
    const onFour = rig.legs === 4;
    const way = meanWay(character, side => `${side}Foot`, side => `${side}Toes`) ?? meanWay(character, () => 'head', side => `${side}Eye`);
    const [feet, head] = [ground(character), placeOf(character, 'head')];
    const count = (what: string, measured: number, limit: number): Figure => ({ what, pose: '', measured, bound: 'at least', limit, unit: '' });
    const none = (what: string, measured: number): Figure => ({ what, pose: '', measured, bound: 'at most', limit: 0, unit: '' });
    const angle = (what: string, measured: number | null, limit: number): Figure => ({
        what, pose: '', measured, bound: 'at most', limit, unit: 'degrees'
    });
    rig.problems.forEach(problem);
    return [
        none(COMPLAINTS, rig.problems.length),
        count('hips', rig.bones.has('hips') ? 1 : 0, 1),
        count('bones of the spine', rig.spine.length, 1),
        count('head', rig.bones.has('head') ? 1 : 0, 1),
        count(onFour ? 'hind legs' : 'legs', [limbs.leftFoot, limbs.rightFoot].filter(limb => limb !== null).length, 2),
        ...onFour || bones.has('leftUpperArm') ? [count(onFour ? 'fore legs' : 'arms', [limbs.leftHand, limbs.rightHand].filter(limb => limb !== null).length, 2)] : [],
        { ...count('skin that the bones carry', carriedSkin(character), MOST), unit: '%' },
        none('pairs with the left one on the right', swappedPairs(character)),
        angle('forward from where toes or eyes point', way && angleOf(forward, way), ASKEW),
        ...onFour ? [] : [angle('up from the line of feet and head', feet && head && angleOf(up, head.clone().sub(feet)), BENT)],
        angle('up from the scene\'s, +y', angleOf(up, Vec3.UP), TILTED)
    ];
}
