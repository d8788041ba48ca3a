import { readFileSync } from 'node:fs';

import type { FeetTables } from './feet-tables';

// The work of the legs that every peer does: the mannequin, its walk on the spot, and for each ankle a place in each frame: where the walk
// has it, over ground that goes up and down under each foot. All of it comes from tables, so no peer pays for its arithmetic.

/** Places of the ground. */
export const LIFTS = 256;

/** Largest height of the ground under a foot, metres. */
const MOST_LIFT = 0.08;

const tables = JSON.parse(readFileSync(process.env.LIMBER_BENCH_FEET!, 'utf8')) as FeetTables;

export const { bones: BONES, legs: LEGS } = tables;

/** Bones that a solver turns. */
export const CHAIN = LEGS.flat();

export const ROTATIONS = Float64Array.from(tables.rotations);
export const HIPS = Float64Array.from(tables.hips);

/** Frames of the walk. */
export const FRAMES = HIPS.length / 3;

export const ANKLES = Float64Array.from(tables.ankles);
export const TURNS = Float64Array.from(tables.turns);

/** Height of the ground under each foot, metres, place by place. */
export const GROUND = new Float64Array(2 * LIFTS);
for (let i = 0; i < LIFTS; i++) {
    const way = 2 * Math.PI * i / LIFTS;
    GROUND[2 * i] = MOST_LIFT * (0.5 + 0.5 * Math.sin(way));
    GROUND[2 * i + 1] = MOST_LIFT * (0.5 + 0.5 * Math.cos(3 * way));
}

/** Where the n-th character stands: x and z. */
export function placeOf(character: number): [number, number] {
    return [2 * (character % 32), 2 * Math.floor(character / 32)];
}

/** The walk's frame of a character, which starts at its own phase. */
export function frameOf(character: number, frame: number): number {
    return (frame + 7 * character) % FRAMES;
}

/** The ground of a character as offset into {@link GROUND}. */
export function groundOf(character: number, frame: number): number {
    return 2 * ((frame + 11 * character) % LIFTS);
}
