import type { StrideFrame } from './stride-frame';
import { dotVec, type Flat } from '../../core/math/flat-math';

// The share of a speed that the playing rate takes.

/**
 * Share of the clip's stride from which on its playing rate takes the rest, as legs reach no further; and by how much of what is beyond the
 * stride becomes shorter again, as a fast gait leaves less time to come back from a long step.
 */
const LONGEST = 1.2;
const RELIEF = 0.4;

/** Share of the clip's stride below which slower steps and shorter ones share the rest. */
const SHORTEST = 0.7;

/** Share of the stride that slopes take off it at most. */
const SHORTER = 0.2;

/** How much less legs reach aside and back than ahead, where the heel of the foot that trails is lifted. */
const ASIDE = 1.5;
const BACK = 2;

const passing = new Float64Array(3);

/**
 * Rate at which a clip is played for a speed.
 *
 * @param share - The speed as a share of the clip's own.
 * @param climb - How far the ground rises, as a share of the distance: on a slope steps are shorter by that much, within bounds.
 */
export function rateOfSpeed(share: number, climb: number): number {
    if (share < SHORTEST) return Math.sqrt(share / SHORTEST);
    const longest = LONGEST * (1 - Math.min(Math.abs(climb), SHORTER));
    return share > longest ? share / (longest - RELIEF * (share - longest)) : 1;
}

/**
 * Speed of a stride ahead that a leg can do as well as the ground that passes below it: in a curve that goes aside and, further out, faster than below the
 * character; and legs reach less aside and back.
 *
 * @param place - Of the leg's hip, world space.
 * @param speed - That of the stride in its own direction, for each unit of its length.
 */
export function passingSpeed({ ahead, up, stride, root, turnRate }: StrideFrame, place: Flat, speed: number): number {
    for (let k = 0; k < 3; k++) {
        const a = (k + 1) % 3, b = (k + 2) % 3;
        passing[k] = speed * stride[k] + turnRate * (up[a] * (place[b] - root[b]) - up[b] * (place[a] - root[a]));
    }
    const along = dotVec(passing, 0, ahead, 0);
    const aside = Math.sqrt(Math.max(0, dotVec(passing, 0, passing, 0) - along * along));
    const onward = along < 0 ? BACK * along : along, across = ASIDE * aside;
    return Math.sqrt(onward * onward + across * across);
}
