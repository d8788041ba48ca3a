import { LIMB_NAMES, type Rig } from '../rig/rig';

// How a character stands: the legs that it stands on, what carries its trunk, and how far the trunk may move over the feet.

export interface StandingBody {
    /** The last three nodes of each leg, down to the foot: what is above goes with the trunk, so that every leg is solved in closed form. */
    readonly legs: readonly (readonly number[])[];
    /** The deepest bone that all legs hang from. */
    readonly trunk: number;
    /** How far the trunk moves to a side at a whole shift, model units. */
    readonly reach: number;
    /** Length of the shortest leg, model units. */
    readonly legLength: number;
}

/** Share of the distance from the middle to a foot that the trunk moves at the most: it stays between the feet. */
const SHARE = 0.6;

/** Largest reach, as a share of the height. */
const MOST = 0.032;

/** The stance; null where no complete legs are known. */
export function findStance(rig: Rig): StandingBody | null {
    const { limbs, skeleton: { positions, parents }, up, forward } = rig;
    const names = rig.legs === 4 ? LIMB_NAMES : LIMB_NAMES.slice(0, rig.legs);
    const found = names.map(name => limbs[name]).filter(limb => limb !== null);
    if (found.length === 0 || found.length < names.length) return null;
    const right = [forward[1] * up[2] - forward[2] * up[1], forward[2] * up[0] - forward[0] * up[2], forward[0] * up[1] - forward[1] * up[0]];
    const asides = found.map(({ bones }) => {
        const foot = bones[bones.length - 1];
        return right[0] * positions[3 * foot] + right[1] * positions[3 * foot + 1] + right[2] * positions[3 * foot + 2];
    });
    // left and right in turn
    const half = Math.min(...asides.flatMap((aside, i) => (i % 2 === 1 ? [Math.abs(aside - asides[i - 1]) / 2] : [])));
    let shared: number[] | null = null;
    for (const { bones } of found) {
        const path: number[] = [];
        for (let node = parents[bones[0]]; node >= 0; node = parents[node]) path.push(node);
        shared = shared ? shared.filter(node => path.includes(node)) : path;
    }
    if (!shared || shared.length === 0) return null;
    return {
        legs: found.map(({ bones }) => bones.slice(-3)), trunk: shared[0], reach: Math.min(SHARE * half, MOST * rig.height),
        legLength: Math.min(...found.map(({ length }) => length))
    };
}
