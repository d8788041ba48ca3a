import type { Piece } from '../../frame/pieces';

// The level, in metres of a person: stairs up to a terrace, a ramp down, rubble, kerbs with a railing, and a ferry on the other side. Who begins stands at the origin and
// looks along z, at the stairs.

const RISER = 0.17;
const TREAD = 0.29;
const STEPS = 8;
const TOP = STEPS * RISER;
const STAIRS = 1.6;
const TERRACE = STAIRS + (STEPS - 1) * TREAD;
const TERRACE_END = TERRACE + 3;
const HALF = 1.1;

const RAMP_RUN = TOP / Math.tan(20 * Math.PI / 180);
const RAMP_FROM = TERRACE + 0.9;

const RUBBLE_X = HALF + RAMP_RUN + 0.2;
const RUBBLE = { from: [RUBBLE_X - 1.1, 0.6], to: [RUBBLE_X + 1.1, 3.4] } as const;

const KERBS = [-0.7, -1.7, -2.7];
const KERB_HEIGHT = 0.13;

/** The railing beside the kerbs, at arm's length from who walks over their middle. */
const RAILING_X = RUBBLE_X + 0.36;
const RAILING_TOP = 1.05;

const DECK_HEIGHT = 0.17;
const FERRY_X = -3.6;

/** The ferry at this side, and how far it goes along z. */
export const FERRY: Piece = { shape: 'box', look: 'deck', at: [FERRY_X, DECK_HEIGHT - 0.1, -1.6], size: [2, 0.2, 2] };
export const PASSAGE = 6;

/** Numbers between 0 and 1 that are the same each time (Park and Miller's generator). */
function createRandom(state: number): () => number {
    return () => {
        state = state * 48271 % 0x7fffffff;
        return state / 0x7fffffff;
    };
}

function box(look: Piece['look'], from: readonly [x: number, y: number, z: number], to: readonly [x: number, y: number, z: number]): Piece {
    const middle = (i: number) => (from[i] + to[i]) / 2, size = (i: number) => to[i] - from[i];
    return { shape: 'box', look, at: [middle(0), middle(1), middle(2)], size: [size(0), size(1), size(2)] };
}

function rubble(): Piece[] {
    const random = createRandom(20150630);
    const { from, to } = RUBBLE;
    return Array.from({ length: 80 }, (): Piece => {
        const size = [0.16 + 0.26 * random(), 0.14, 0.16 + 0.26 * random()] as const;
        const top = 0.02 + 0.08 * random();
        return {
            shape: 'box', look: 'rubble', size, turn: [(random() - 0.5) * 24, random() * 90, (random() - 0.5) * 24],
            at: [from[0] + random() * (to[0] - from[0]), top - size[1] / 2, from[1] + random() * (to[1] - from[1])]
        };
    });
}

/** Everything that stays, the floor first. */
export function createPieces(): Piece[] {
    return [
        box('stone', [-30, -0.5, -30], [30, 0, 30]),
        ...Array.from({ length: STEPS - 1 }, (_, i) => box('step', [-HALF, 0, STAIRS + i * TREAD], [HALF, (i + 1) * RISER, STAIRS + (i + 1) * TREAD])),
        box('stone', [-HALF, 0, TERRACE], [HALF, TOP, TERRACE_END]),
        { shape: 'wedge', look: 'slope', at: [HALF + RAMP_RUN / 2, TOP / 2, RAMP_FROM + 1.05], size: [2.1, TOP, RAMP_RUN], turn: [0, -90, 0] },
        ...rubble(),
        ...KERBS.map(z => box('step', [RUBBLE_X - 1.2, 0, z - 0.3], [RUBBLE_X + 1.2, KERB_HEIGHT, z + 0.3])),
        box('wall', [RAILING_X, RAILING_TOP - 0.08, -3.1], [RAILING_X + 0.08, RAILING_TOP, -0.3]),
        ...[-3.06, -1.7, -0.34].map(z => box('wall', [RAILING_X + 0.02, 0, z - 0.02], [RAILING_X + 0.06, RAILING_TOP, z + 0.02])),
        box('stone', [FERRY_X - 1, 0, -1.6 + PASSAGE + 1.02], [FERRY_X + 1, DECK_HEIGHT, TERRACE_END]),
        box('wall', [-HALF - 3.6, 0, TERRACE_END], [HALF, 2.4, TERRACE_END + 0.2])
    ];
}

/** The way around by itself, x and z; from the last point it begins anew. It waits on the ferry. */
export const TOUR: readonly (readonly [x: number, z: number])[] = [
    [0, TERRACE + 1.95], [RUBBLE_X, RAMP_FROM + 1.05], [RUBBLE_X, -3.6], [FERRY_X, -4.2], [FERRY_X, -1.6], [FERRY_X, -1.6 + PASSAGE], [-2.2, 1], [0, 0]
];

/** The point of the tour that stands on the ferry, and the one where it gets off. */
export const ON_FERRY = 4;
