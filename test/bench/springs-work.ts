// The work that every peer of the springs does: ten chains of ten joints around a body that runs to and fro and turns, and six spheres on
// it that hold them off. All places come from tables.

export const CHAINS = 10;

/** Joints of a chain that swing; one more shows where the last one ends. */
export const JOINTS = 10;

/** Metres from joint to joint, and of the ball at each. */
export const LENGTH = 0.06;
export const HIT_RADIUS = 0.02;

export const STIFFNESS = 0.5;
export const DRAG = 0.4;
export const GRAVITY = 0.2;

/** Where each chain begins, against the body: on a ring around the shoulders. */
export const ROOTS = Array.from({ length: CHAINS }, (_, i) => {
    const angle = 2 * Math.PI * i / CHAINS;
    return [0.16 * Math.cos(angle), 1.4, 0.16 * Math.sin(angle)] as const;
});

/** Spheres down the body: height and radius. */
export const SPHERES = [[1.3, 0.16], [1.15, 0.15], [1, 0.15], [0.85, 0.15], [0.7, 0.13], [0.55, 0.12]] as const;

/** Frames per second, and frames of the body's path. */
export const RATE = 60;
export const FRAMES = 256;

/** The body's path: x, z, and half its turn's sine and cosine about the vertical. */
export const PATH = new Float64Array(4 * FRAMES);
for (let frame = 0; frame < FRAMES; frame++) {
    const phase = 2 * Math.PI * frame / FRAMES;
    const half = Math.sin(phase);
    PATH.set([2 * Math.sin(phase), 0.5 * Math.sin(2 * phase), Math.sin(half), Math.cos(half)], 4 * frame);
}

/** The path's frame of a character, which starts at its own phase. */
export const frameOf = (character: number, frame: number) => (frame + 7 * character) % FRAMES;
