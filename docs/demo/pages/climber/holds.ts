import { Vec3 } from 'playcanvas';

import { GRIP, HOLD, WALL_DISTANCE } from './clip';

// What the page's climber holds on to: a ladder and an edge, as boxes. Their faces stand out more or less than the even ones that clips are made
// for. All lengths are metres of a person.

export interface Box {
    readonly name: string;
    /** Width, height and depth. */
    readonly size: Vec3;
    /** Its middle: to the character's left, above the ground, and ahead. */
    readonly place: Vec3;
}

/** Distance of the ladder's rungs from each other, their size, and how much one stands out more than another. */
const SPACING = 0.3;
const RUNG = new Vec3(0.8, 0.17, 0.1);
const RELIEF = [0, 0.06, -0.05, 0.03, -0.06, 0.07, 0.01, -0.03];

/** Width and depth of the ladder's rails, and its height. */
const RAIL = new Vec3(0.07, 5.2, 0.2);

/** Height of the edge above the wrists of who hangs from it, and how far its even face is ahead of them. */
const ABOVE = 0.02;
const AHEAD = 0.035;

/** Width of each half of the edge and of the wall below, and their depth. */
const HALF = 0.42;
const DEPTH = 0.4;

/** How high the edge is, and the wall that feet reach, and how much their left and right halves stand out, and the wall between them. */
const EDGE = { height: 0.18, relief: [0.05, -0.04] };
const FOOTING = { height: 0.95, relief: [0.06, 0.12] };
const BETWEEN = -0.12;

/** The ladder: a rung for each hold between two rails. */
export function makeLadder(): Box[] {
    const boxes: Box[] = [1, -1].map(side => ({ name: 'rail', size: RAIL, place: new Vec3(side * (RUNG.x + RAIL.x) / 2, RAIL.y / 2, WALL_DISTANCE + RAIL.z / 2 - 0.04) }));
    for (let i = 0; (i + 0.5) * SPACING < RAIL.y; i++) {
        // upper edges are where fingers bend over them
        const up = HOLD % SPACING + GRIP - RUNG.y / 2 + i * SPACING;
        boxes.push({ name: 'bar', size: RUNG, place: new Vec3(0, up, WALL_DISTANCE + RUNG.z / 2 - RELIEF[i % RELIEF.length]) });
    }
    return boxes;
}

/**
 * An edge to hang from, and the wall below.
 *
 * @param up - Height of the wrists above the ground.
 * @param ahead - How far they are ahead.
 */
export function makeEdge(up: number, ahead: number): Box[] {
    const top = up + ABOVE, face = ahead + AHEAD;
    const course = (name: string, from: number, to: number, [left, right]: readonly number[]): Box[] => [[1, left], [-1, right]].map(([side, relief]) => ({
        name, size: new Vec3(HALF, to - from, DEPTH), place: new Vec3(side * HALF / 2, (from + to) / 2, face + DEPTH / 2 - relief)
    }));
    return [
        ...course('edge', top - EDGE.height, top, EDGE.relief),
        ...course('wall', FOOTING.height, top - EDGE.height, [BETWEEN, BETWEEN]),
        ...course('footing', 0, FOOTING.height, FOOTING.relief)
    ];
}
