import type { RigidState } from './rigid-state';
import { createGroundHit, type Ground } from '../ground/ground';
import type { Flat } from '../math/flat-math';

// How deep in the ground bodies begin.
//
// The solver pushes out what overlaps, the faster the deeper it is, and to the wrong side of what is thin. So bodies are lifted before the first
// step. What is in the ground and what is only below something, as feet below a table are, is told by going along the body: from the
// highest body, which counts as free, each neighbour is free too unless there is ground between their centres. Walls are left to the solver.

/** Cosine to the vertical from which on ground is a floor. */
const FLOOR = 0.5;

const hit = createGroundHit();
const ray = new Float64Array(7);

function dot(a: Flat, p: number, b: Flat): number {
    return a[p] * b[0] + a[p + 1] * b[1] + a[p + 2] * b[2];
}

/** Looks for a floor between two points. */
function findFloor(ground: Ground, from: Flat, f: number, direction: Flat, length: number, up: Flat): boolean {
    for (let i = 0; i < 3; i++) {
        ray[i] = from[f + i];
        ray[3 + i] = direction[i];
    }
    ray[6] = length;
    return length > 0 && ground.cast(hit, ray) && dot(hit.normal, 0, up) > FLOOR;
}

/**
 * How far bodies have to be lifted to be out of the ground.
 *
 * @param state - The bodies.
 * @param parents - Index of each body's parent; -1 for the root.
 * @param reaches - How far each body reaches down from its centre.
 * @param ground - What is around them, without themselves.
 * @param up - Unit vector.
 */
export function liftOut({ count, positions }: RigidState, parents: ArrayLike<number>, reaches: Flat, ground: Ground, up: Flat): number {
    /** Height of the floor that each body is in; -Infinity: it is free, NaN: not known yet. */
    const floors = new Float64Array(count).fill(NaN);
    const down = up.map(value => -value);
    const direction = new Float64Array(3);
    const heightOf = (body: number) => dot(positions, 3 * body, up);
    let lift = 0;
    const look = (body: number, from: number) => {
        const height = heightOf(body);
        floors[body] = -Infinity;
        if (from >= 0 && floors[from] > -Infinity) {
            floors[body] = floors[from];
        } else if (from >= 0) {
            for (let i = 0; i < 3; i++) direction[i] = positions[3 * body + i] - positions[3 * from + i];
            const length = Math.hypot(direction[0], direction[1], direction[2]);
            for (let i = 0; i < 3; i++) direction[i] /= length;
            if (findFloor(ground, positions, 3 * from, direction, length, up)) floors[body] = dot(hit.point, 0, up);
        }
        // a body whose centre is free may reach into the floor below it
        const floor = floors[body] > -Infinity ? floors[body] : findFloor(ground, positions, 3 * body, down, reaches[body], up) ? dot(hit.point, 0, up) : -Infinity;
        lift = Math.max(lift, floor - height + reaches[body]);
        for (let next = 0; next < count; next++) {
            if (Number.isNaN(floors[next]) && (parents[next] === body || parents[body] === next)) look(next, body);
        }
    };
    let highest = 0;
    for (let body = 1; body < count; body++) if (heightOf(body) > heightOf(highest)) highest = body;
    look(highest, -1);
    return lift;
}
