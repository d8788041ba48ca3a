import type { FootTrack } from './foot-tracks';
import type { GaitWindow } from './gait';
import type { Flat } from '../../core/math/flat-math';

// When a foot is down in its strides: once in each, in one piece.
//
// It comes down when it is as low as it will stand, or has stopped to come down near that, and is carried along with the ground; it leaves
// when it is higher than the floor, or is carried no more. Cheap clips have feet that stand above the tip of a toe that goes through the floor
// as it pushes off. So landing is told by the height at which the foot stands, and lifting by the lowest height of all.

/**
 * Share of the pace by which a foot on the ground may go ahead of it. One that lies flat on the floor may stop below the body and a little
 * more: clips are eased. A tip may not: it is dragged.
 */
export const AHEAD = 0.5;
export const AHEAD_FLAT = 1.1;

/** Height of its highest point over the lowest in limits, beyond what it has at least, up to which a foot lies flat. */
const FLAT = 2;

/** Height over the lowest in limits, and difference from the ground's speed as a share of the pace, within which a foot stands. */
const LOW = 10;

/** Share of its heights meanwhile that are below where it stands: those of a toe that goes through the floor. */
const STANDING = 0.3;
const CARRIED = 0.35;

/** Height over that at which it will stand, in limits, at which a foot comes down. */
const COMING = 0.8;

/** Height in limits that a foot still loses in the next part of its window when it has stopped to come down. */
const SETTLED = 1;
const NEXT = 0.15;

/** Parts of a window and of the swing after it that are looked at outside. */
const BEFORE = 0.05;
const AFTER = 0.5;

/** Height over the lowest in limits that no foot has in its stance. */
const FLIES = 40;

/** What a foot stands on. */
interface Floor {
    readonly floor: number;
    /** Height above the floor that still is on it. */
    readonly limit: number;
    /** Velocity of the ground, and of the body over it. */
    readonly velocity: Flat;
    readonly travel: Flat;
    /** Least samples of a stance. */
    readonly shortest: number;
}

/** Finds when a foot is down, sample by sample; null where it would be high in the air meanwhile: the body jumps. */
export function findStrides({ heights, tops, velocities }: FootTrack, windows: readonly GaitWindow[], { floor, limit, velocity, travel, shortest }: Floor): Uint8Array | null {
    const count = heights.length;
    const pace = Math.hypot(...travel);
    const down = new Uint8Array(count);
    const at = (i: number) => ((i % count) + count) % count;
    const h = (i: number) => heights[at(i)];
    const ahead = (i: number) => {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += (velocities[3 * at(i) + k] - velocity[k]) * travel[k] / pace;
        return sum / pace;
    };
    for (const [stride, { from, to }] of windows.entries()) {
        const length = to - from;
        const next = windows[(stride + 1) % windows.length].from + (stride + 1 === windows.length ? count : 0);
        const inside = Array.from({ length: length + 1 }, (_, i) => from + i);
        const lowest = inside.reduce((a, i) => (h(i) < h(a) ? i : a));
        const isLow = (i: number) => h(i) < h(lowest) + LOW * limit;
        const standing = inside.filter(i => Math.abs(ahead(i)) < CARRIED && isLow(i)).map(h).sort((a, b) => a - b);
        const stands = Math.max(standing.length > 0 ? standing[Math.floor(STANDING * standing.length)] : h(lowest), Math.min(floor, h(lowest) + limit));
        const leaves = h(lowest) < floor + limit ? Math.min(stands, Math.max(floor, h(lowest))) : stands;
        const flattest = inside.reduce((least, i) => (h(i) < stands + limit ? Math.min(least, tops[at(i)] - h(i)) : least), Infinity);
        const isCarried = (i: number) => ahead(i) < (tops[at(i)] - h(i) < flattest + FLAT * limit ? AHEAD_FLAT : AHEAD);
        const hasSettled = (i: number) => {
            let least = h(i);
            for (let k = i; k < i + NEXT * length; k++) least = Math.min(least, h(k));
            return isLow(i) && h(i) - least < SETTLED * limit;
        };
        const hasCome = (i: number) => h(i) < stands + COMING * limit || hasSettled(i);
        let strike = from - Math.ceil(BEFORE * length);
        while (strike < to && !(hasCome(strike) && isCarried(strike))) strike++;
        let release = Math.round(to + AFTER * (next - to));
        while (release > strike && !(h(release) < leaves + limit && isCarried(release))) release--;
        if (release - strike < shortest) {
            strike = Math.round(lowest - shortest / 2);
            release = Math.round(lowest + shortest / 2);
        }
        for (let i = strike; i <= release; i++) {
            if (h(i) > h(lowest) + FLIES * limit) return null;
            down[at(i)] = 1;
        }
    }
    return down;
}
