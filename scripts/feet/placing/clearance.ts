import type { Flat } from '../../core/math/flat-math';
import type { GroundAhead } from '../ground/ground-ahead';
import type { MovingFoot } from '../ground/ground-line';

// What the ground ahead demands of a foot in the air: how steeply it has to rise to pass over what lies ahead, how far it can go at its
// height, and how high it has to be where it is. Edges are passed by the points of the sole, not by a length of the foot.

/** Height by which the sole shall pass over an edge, and below which it stays back, as shares of the character's height: 20 and 12 mm of 1.75 m. */
const CLEARANCE = 0.0115;
const LEAST = 0.007;

/**
 * Distance by which a round tip may reach beyond the known points of the sole, as a share of the character's height: 10 mm of 1.75 m. Without it feet touch
 * risers (stairs.test.ts).
 */
const MARGIN = 0.006;

/** Distance to the landing below which the foot is there, as a share of the character's height. */
export const ARRIVED = 0.02;

/** How much sooner than at the landing a point counts as being down, as a factor of the distance. */
const LOWERING = 3;

/** Distance before an edge at which any point may still become the lowest one, as a share of the character's height: 8 cm of 1.75 m. */
const TURN = 0.046;

const ends = new Float64Array(2);

/** The foot that swings. */
export interface SwingFoot extends MovingFoot {
    readonly swing: MovingFoot['swing'] & {
        /** Points of its sole as it is now: distances before the ankle along the path, and heights over the ground in the animation. */
        readonly front: Flat;
        readonly over: Flat;
    };
    /** Distances of these before the ankle on a flat foot. */
    readonly sole: { readonly ahead: Flat };
    /** Seconds of this frame since it was lifted. */
    readonly contact: { readonly subFrameTime: number };
}

/** One step along the path. */
export interface SwingState {
    /** Height of the character. */
    size: number;
    /** Height of the path over its origin, and place of the foot along it, metres. */
    base: number;
    done: number;
    /** How far the foot goes on, and how high it is then. */
    go: number;
    next: number;
    /** Where it can go then, and how high it has to be there. */
    place: number;
    requiredHeight: number;
    /** Lowest point of the sole over the ground in the animation. */
    lowest: number;
}

/** Finds the lowest point of the sole. */
export function findLowestPoint(moment: SwingState, { swing: { over } }: SwingFoot): void {
    moment.lowest = Infinity;
    for (let p = 0; p < over.length; p++) moment.lowest = Math.min(moment.lowest, over[p]);
}

/** Lifts what comes next to the steepest of the lines to what lies ahead. */
export function raiseOverGround(moment: SwingState, foot: SwingFoot, ground: GroundAhead): void {
    const { base, done, go } = moment;
    const { levels, stepPlaces } = ground;
    const toe = foot.settings.length;
    let next = moment.next;
    ends[0] = done + toe;
    for (let i = Math.max(ground.first + 1, ground.indexAt(ends, 0)); i <= ground.landingLast; i++) {
        const gap = ground.distanceOf(i) - toe - done;
        // beyond an edge counts the edge
        if (!(gap > 0) || stepPlaces[i - 1] !== Infinity || !ground.isRelevant(i)) continue;
        const need = levels[i] - ground.slope * toe;
        if (need > base) next = Math.max(next, base + (need - base) * Math.min(1, go / gap));
    }
    moment.next = next;
    if (ground.edgeCount > 0) raiseOverEdges(moment, foot, ground);
}

function raiseOverEdges(moment: SwingState, { swing: { front, over }, sole: { ahead } }: SwingFoot, ground: GroundAhead): void {
    const { base, done, go, size, lowest } = moment;
    const left = Math.max(ground.landing - done, ARRIVED * size);
    let next = moment.next;
    for (let i = 0; i < ground.edgeCount; i++) {
        const edge = ground.edgePlaces[i];
        const height = ground.edgeTops[i] + CLEARANCE * size;
        for (let p = 0; p < front.length; p++) {
            const distance = edge - done - front[p];
            if (!(distance > 0) || ground.landing + ahead[p] < edge) continue;
            const gap = Math.max(0, distance - MARGIN * size);
            // until it is there, the foot may turn so that this point is its lowest one, and what the clip lifts it will be gone by and by
            const turned = over[p] + (lowest - over[p]) * Math.min(1, gap / (TURN * size));
            const need = height - Math.min(turned, turned * Math.max(0, 1 - LOWERING * gap / left));
            if (need > base) next = Math.max(next, go < gap ? base + (need - base) * go / gap : need);
        }
    }
    moment.next = next;
}

/**
 * Finds the place up to which the foot can go at its next height: nothing of its sole goes over an edge below the clearance.
 *
 * @param lastFront - Where the points of the sole were in the last frame.
 */
export function limitAdvance(moment: SwingState, { swing: { front, over }, sole: { ahead } }: SwingFoot, ground: GroundAhead, lastFront: Flat): void {
    const { done, next, size } = moment;
    let free = moment.place;
    for (let i = 0; i < ground.edgeCount; i++) {
        const edge = ground.edgePlaces[i];
        const top = ground.edgeTops[i] - next;
        for (let p = 0; p < front.length; p++) {
            if (ground.landing + ahead[p] < edge) continue;
            // it has gone over it by a turn of the foot, or is in what it should have gone over
            const isIn = done + lastFront[p] <= edge || (ground.edgeRises[i] === 1 && over[p] < top);
            if (isIn && over[p] < top + LEAST * size) free = Math.min(free, edge - front[p] - MARGIN * size);
        }
    }
    moment.place = free;
}

/** Finds the height that the foot needs at its place to be over the ground there, as far as its clip has it over its own. */
export function findRequiredHeight(moment: SwingState, { swing: { front, over }, settings: { length: toe, heel } }: SwingFoot, ground: GroundAhead): void {
    const { place } = moment;
    const { levels, stepPlaces } = ground;
    let need = -Infinity;
    if (!ground.hasEdges) {
        // a flat foot, seen along its slope from the ankle
        ends[0] = place - heel;
        ends[1] = place + toe + ground.spacing;
        const last = Math.min(ground.last, ground.indexAt(ends, 1));
        for (let i = Math.max(ground.first, ground.indexAt(ends, 0)); i <= last; i++) {
            if (ground.isRelevant(i)) need = Math.max(need, levels[i] - ground.slope * (ground.distanceOf(i) - place));
        }
        moment.requiredHeight = need;
        return;
    }
    for (let p = 0; p < front.length; p++) {
        const at = ends[0] = place + front[p];
        const i = ground.indexAt(ends, 0);
        if (i < ground.first || i >= ground.last) continue;
        const isBeyond = stepPlaces[i] < Infinity && at >= stepPlaces[i];
        const near = !isBeyond && ground.isRelevant(i), far = ground.isRelevant(i + 1);
        if (!near && !far) continue;
        let height = levels[near ? i : i + 1];
        if (near && far && stepPlaces[i] === Infinity) height += (levels[i + 1] - height) * (at - ground.distanceOf(i)) / ground.spacing;
        need = Math.max(need, height - Math.max(0, over[p]));
    }
    moment.requiredHeight = need;
}
