import { createPace, VRM_RATE, type Pace } from './pace';
import type { SpringPlan } from './spring-plan';
import type { Flat } from '../math/flat-math';

// Joints as pendulums, each by itself, as VRM's spring bones are.
//
// A joint is a bone with a weight at its tail: a pull of constant strength towards the rest, gravity, wind, and drag. Størmer's rule carries
// it on (Hairer, Lubich and Wanner: Geometric numerical integration illustrated by the Störmer-Verlet method, 2003), with drag exact in time:
// a step goes as far as the last one again, less drag, and what is pulled. The bone's length is held as in SHAKE (Ryckaert, Ciccotti and
// Berendsen, 1977), along the bone as it was: a swing loses nothing but drag. The parameters mean what VRM's spring bones mean by them
// (VRMC_springBone 1.0) at 60 steps a second.

/** Where the tails of joints are, where their bones point, and how far each moved in the last step that was kept. */
export interface TailState {
    positions: Flat;
    readonly directions: Flat;
    readonly offsets: Flat;
}

/** The joints that are pendulums. */
export class Pendulums {
    /** Input: acceleration of the wind, metres per second squared at the size of 1. */
    readonly wind = new Float64Array(3);

    /** Input: size of the character against that of a person; accelerations scale with it. */
    size = 1;

    /** What pulls each joint in the next step. */
    readonly pulls: Flat;

    private readonly stiffnesses: Flat;

    private readonly gravities: Flat;

    private readonly pace: Pace;

    /**
     * @param plan - What the set is made of.
     * @param seconds - Length of a step.
     */
    constructor({ joints }: SpringPlan, seconds: number) {
        this.pulls = new Float64Array(3 * joints.length);
        this.stiffnesses = Float64Array.from(joints, ({ stiffness }) => VRM_RATE * stiffness);
        this.gravities = Float64Array.from(joints.flatMap(({ gravity }) => gravity.map(pull => VRM_RATE * pull)));
        this.pace = createPace(seconds, joints);
    }

    /**
     * Finds the direction of a joint after a part of a step in which nothing holds it but its length.
     *
     * @param direction - Takes it.
     * @param parts - Which part, in `parts[0]`.
     * @param positions - Where the tails were after the last step.
     * @param state - Where their bones pointed, and how far the tails moved in that step.
     * @param heads - Where the joints are now.
     * @param lengths - Distances of their tails.
     */
    swing(direction: Flat, joint: number, parts: Flat, positions: Flat, { directions, offsets }: TailState, heads: Flat, lengths: Flat) {
        const { pulls, pace: { kept, half } } = this;
        const o = 3 * joint;
        const size = parts[0];
        // the offset of the last step is a velocity half a step ago: for a part of a step drag counts from there to the middle of the part
        const again = size * (half[joint] + size * (kept[joint] - half[joint]));
        const pulled = size * (1 + size) / 2;
        const x = positions[o] + again * offsets[o] + pulled * pulls[o] - heads[o];
        const y = positions[o + 1] + again * offsets[o + 1] + pulled * pulls[o + 1] - heads[o + 1];
        const z = positions[o + 2] + again * offsets[o + 2] + pulled * pulls[o + 2] - heads[o + 2];
        const dx = directions[o], dy = directions[o + 1], dz = directions[o + 2];
        const length = lengths[joint];
        const squared = x * x + y * y + z * z;
        // nearer to the head than its length it hangs loose, and goes on straight
        let scale = 1 / Math.sqrt(squared);
        let along = 0;
        if (!(squared < length * length)) {
            // what is across the bone is free, what is along it is what the length leaves
            const far = x * dx + y * dy + z * dz;
            const across = Math.max(0, squared - far * far);
            scale = 1 / Math.sqrt(Math.max(length * length, across));
            along = Math.sqrt(Math.max(0, 1 - across * scale * scale)) - far * scale;
        } else if (!(squared > 0)) {
            scale = 0;
            along = 1;
        }
        direction[0] = scale * x + along * dx;
        direction[1] = scale * y + along * dy;
        direction[2] = scale * z + along * dz;
    }

    /** Finds what pulls a joint in the next step: of a stiff one so much that its swing has the right time, and no more than holds it. */
    findPull(joint: number, rest: Flat, lengths: Flat) {
        const { pulls, stiffnesses, gravities, wind, size, pace: { kept, pulled } } = this;
        const o = 3 * joint;
        const stiffness = stiffnesses[joint];
        const x = stiffness * rest[0] + gravities[o] + wind[0];
        const y = stiffness * rest[1] + gravities[o + 1] + wind[1];
        const z = stiffness * rest[2] + gravities[o + 2] + wind[2];
        const scale = size * pulled[joint];
        // of a small swing, the share that a step goes back
        const back = Math.sqrt(x * x + y * y + z * z) * scale / lengths[joint];
        const share = Math.min(1 / (1 + back / 12), (1 + kept[joint]) / back);
        pulls[o] = x * scale * share;
        pulls[o + 1] = y * scale * share;
        pulls[o + 2] = z * scale * share;
    }
}
