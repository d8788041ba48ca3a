import type { Piece } from '../../frame/pieces';

// The course as figures, in metres of a person: stairs up, a slope of 40 degrees down, a wall; rubble, a gentle slope up, a ferry, stairs down.
// The way goes around it once: up the left side towards +z, along the wall, and back on the right side.

/** Height and depth of a step. */
export const RISER = 0.17;
export const TREAD = 0.29;

const STEPS = 10;

/** Where the two halves of the way are, and how wide it is. */
const LEFT = -3;
const RIGHT = 3;
const WIDTH = 2.4;

const STAIRS_START = -5;
const TOP = STEPS * RISER;
const TOP_START = STAIRS_START + (STEPS - 1) * TREAD;
const SLOPE_START = -0.4;
export const SLOPE_DEGREES = 40;
const SLOPE_RUN = TOP / Math.tan(SLOPE_DEGREES * Math.PI / 180);

const WALL_AT = 4.45;

const RUBBLE_FROM = 3.3;
const RUBBLE_TO = 0.4;
/** Height over which the way goes through rubble. */
const RUBBLE_HEIGHT = 0.05;

const STEPS_DOWN = 5;
const DOCK_HEIGHT = STEPS_DOWN * RISER;
const GENTLE_START = -0.3;
const GENTLE_DEGREES = 20;
const DOCK_START = GENTLE_START - DOCK_HEIGHT / Math.tan(GENTLE_DEGREES * Math.PI / 180);
const DOCK_END = -3.4;
const FERRY_LENGTH = 1.5;
const FERRY_THICKNESS = 0.2;
const FAR_DOCK_START = -7.9;
const FAR_DOCK_END = -8.6;
const FLOOR_AGAIN = FAR_DOCK_END - STEPS_DOWN * TREAD;

const START = -10.9;

/** The ferry, and the two places between which it goes. */
export const FERRY: Piece = {
    shape: 'box', look: 'deck',
    at: [RIGHT, DOCK_HEIGHT - FERRY_THICKNESS / 2, DOCK_END - FERRY_LENGTH / 2],
    size: [WIDTH, FERRY_THICKNESS, FERRY_LENGTH - 0.01]
};
export const FERRY_FROM = FERRY.at[2];
export const FERRY_TO = FAR_DOCK_START + FERRY_LENGTH / 2;

/** Numbers between 0 and 1 that are the same each time (Park and Miller's generator). */
function createRandom(seed: number): () => number {
    let state = seed;
    return () => {
        state = state * 48271 % 0x7fffffff;
        return state / 0x7fffffff;
    };
}

function box(look: Piece['look'], x: number, width: number, bottom: number, top: number, from: number, to: number): Piece {
    return { shape: 'box', look, at: [x, (bottom + top) / 2, (from + to) / 2], size: [width, top - bottom, Math.abs(to - from)] };
}

/** A slope from the floor to a height, rising towards +z; turned by half a turn it falls. */
function slope(x: number, height: number, from: number, to: number, falls: boolean): Piece {
    return {
        shape: 'wedge', look: 'slope', at: [x, height / 2, (from + to) / 2], size: [WIDTH, height, Math.abs(to - from)], turn: falls ? [0, 180, 0] : [0, 0, 0]
    };
}

function stairs(): Piece[] {
    return Array.from({ length: STEPS }, (_, i) => {
        const end = i === STEPS - 1 ? SLOPE_START : STAIRS_START + (i + 1) * TREAD;
        return box(i === STEPS - 1 ? 'stone' : 'step', LEFT, WIDTH, 0, (i + 1) * RISER, STAIRS_START + i * TREAD, end);
    });
}

function stairsDown(): Piece[] {
    return Array.from({ length: STEPS_DOWN - 1 }, (_, i) => {
        const start = FAR_DOCK_END - i * TREAD;
        return box('step', RIGHT, WIDTH, 0, DOCK_HEIGHT - (i + 1) * RISER, start, start - TREAD);
    });
}

function rubble(): Piece[] {
    const random = createRandom(20150630);
    return Array.from({ length: 90 }, (): Piece => {
        const size = [0.16 + 0.26 * random(), 0.14, 0.16 + 0.26 * random()] as const;
        const top = 0.02 + 0.09 * random();
        return {
            shape: 'box', look: 'rubble', size,
            at: [RIGHT + (random() - 0.5) * (WIDTH - 0.4), top - size[1] / 2, RUBBLE_FROM + (RUBBLE_TO - RUBBLE_FROM) * random()],
            turn: [(random() - 0.5) * 24, random() * 90, (random() - 0.5) * 24]
        };
    });
}

/** Everything that stays. */
export function createPieces(): Piece[] {
    return [
        box('stone', 0, 60, -0.5, 0, -30, 30),
        ...stairs(),
        slope(LEFT, TOP, SLOPE_START, SLOPE_START + SLOPE_RUN, true),
        box('wall', LEFT, WIDTH, 0, 2.3, WALL_AT, WALL_AT + 0.3),
        ...rubble(),
        slope(RIGHT, DOCK_HEIGHT, GENTLE_START, DOCK_START, true),
        box('stone', RIGHT, WIDTH, 0, DOCK_HEIGHT, DOCK_START, DOCK_END),
        box('stone', RIGHT, WIDTH, 0, DOCK_HEIGHT, FAR_DOCK_START, FAR_DOCK_END),
        ...stairsDown()
    ];
}

export type PlaceName = 'stairs' | 'slope' | 'across' | 'wall' | 'rubble' | 'platform' | 'down';

/** A corner of the way: what a capsule would do there, along the noses of steps. */
export interface WayPoint {
    readonly at: readonly [x: number, z: number, height: number];
    /** A place where the character stands for a while. */
    readonly place?: PlaceName;
    /** How far it turns there, degrees to the left. */
    readonly turn?: number;
}

/** Height of the way on the slope. */
function onSlope(z: number): number {
    return TOP * (SLOPE_START + SLOPE_RUN - z) / SLOPE_RUN;
}

/** Height of the noses' line of the stairs. */
function onStairs(z: number): number {
    return (z - STAIRS_START + TREAD) / TREAD * RISER;
}

function onStairsDown(z: number): number {
    return DOCK_HEIGHT - (FAR_DOCK_END - z) / TREAD * RISER;
}

const MID_STAIRS_DOWN = FAR_DOCK_END - 2.4 * TREAD;
const MID_STAIRS = STAIRS_START + 4.6 * TREAD;
const ON_SLOPE = SLOPE_START + 0.35 * SLOPE_RUN;
const ACROSS_SLOPE = SLOPE_START + 0.7 * SLOPE_RUN;

/** The way around, closed. */
export const WAY: readonly WayPoint[] = [
    { at: [LEFT, START, 0] },
    { at: [LEFT, STAIRS_START - TREAD, 0] },
    { at: [LEFT, MID_STAIRS, onStairs(MID_STAIRS)], place: 'stairs' },
    { at: [LEFT, TOP_START, TOP] },
    { at: [LEFT, SLOPE_START, TOP] },
    { at: [LEFT, ON_SLOPE, onSlope(ON_SLOPE)], place: 'slope' },
    { at: [LEFT, ACROSS_SLOPE, onSlope(ACROSS_SLOPE)], place: 'across', turn: 90 },
    { at: [LEFT, SLOPE_START + SLOPE_RUN, 0] },
    { at: [LEFT, WALL_AT - 0.4, 0], place: 'wall' },
    { at: [RIGHT, WALL_AT - 0.4, 0] },
    { at: [RIGHT, RUBBLE_FROM + 0.3, 0] },
    { at: [RIGHT, RUBBLE_FROM - 0.1, RUBBLE_HEIGHT] },
    { at: [RIGHT, 1.7, RUBBLE_HEIGHT], place: 'rubble' },
    { at: [RIGHT, RUBBLE_TO + 0.1, RUBBLE_HEIGHT] },
    { at: [RIGHT, RUBBLE_TO - 0.3, 0] },
    { at: [RIGHT, GENTLE_START, 0] },
    { at: [RIGHT, DOCK_START, DOCK_HEIGHT] },
    { at: [RIGHT, FERRY_FROM, DOCK_HEIGHT], place: 'platform' },
    { at: [RIGHT, FAR_DOCK_END, DOCK_HEIGHT] },
    { at: [RIGHT, MID_STAIRS_DOWN, onStairsDown(MID_STAIRS_DOWN)], place: 'down' },
    { at: [RIGHT, FLOOR_AGAIN, 0] },
    { at: [RIGHT, START, 0] }
];
