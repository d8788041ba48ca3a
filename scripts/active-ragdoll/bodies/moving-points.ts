import type { RigidState } from '../../core/dynamics/rigid-state';
import { rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import type { BodyGroup } from '../../physics/body-group';
import type { BodyPlan } from '../plan/body-plan';

// Joints of bones that the clip itself moves: while bodies are held in place, their points on the parents follow the animation.
//
// A body that hangs free is not carried to where its joint is: a point that jumps, at the end of a clip or when the drive lets go, opens the
// joint, and what closes it again throws limbs about. So there a point goes no faster than a body can.

/** Largest speed of a point of a free body, heights of the character per second: half a metre of a person. */
const MOST_SPEED = 0.3;

const point = new Float64Array(3);

export class MovingPoints {
    /** The points in the reference pose, where a body without drive has them, three numbers a body. */
    private readonly resting: Flat;

    /** Whether a point is where the animation has it. */
    private readonly follows: Uint8Array;

    /** Whether the points are where they rest. */
    private isResting = true;

    /**
     * @param moves - Receives the displacement of each point in its parent's frame within a step, metres, three numbers a body.
     * @param height - Height of the character, metres.
     */
    constructor(private readonly plan: BodyPlan, private readonly bodies: BodyGroup, private readonly moves: Flat, private readonly height: number) {
        this.resting = plan.tree.parentAnchors.slice();
        this.follows = new Uint8Array(plan.tree.parents.length);
    }

    /** Puts the points where the animation has them, with the bodies. */
    place(target: RigidState) {
        const { plan, bodies, moves, follows } = this;
        if (plan.travelling.length === 0) return;
        for (const body of plan.travelling) {
            this.find(target, body);
            plan.tree.parentAnchors.set(point, 3 * body);
            follows[body] = 1;
        }
        moves.fill(0);
        bodies.writePoints(plan.tree.parentAnchors);
        this.isResting = false;
    }

    /**
     * Lets the points follow the animation.
     *
     * @param pins - Weights with which the animation holds the bodies in place.
     * @param h - The step in seconds.
     */
    follow(target: RigidState, pins: Flat, h: number) {
        const { plan, moves, follows } = this;
        for (const body of plan.travelling) {
            this.find(target, body);
            const isHeld = pins[body] > 0;
            const has = this.move(body, isHeld ? Infinity : h);
            // one that comes from elsewhere has not moved this far in one step
            if (isHeld && follows[body] === 0) moves.fill(0, 3 * body, 3 * body + 3);
            follows[body] = has ? 1 : 0;
        }
    }

    /** Tells the joints their points for the step that begins. */
    write(points: Flat) {
        this.bodies.writePoints(points);
        this.isResting = false;
    }

    /** Brings the points to where they are in the reference pose; a step of `h` seconds. */
    release(h: number) {
        const { plan, bodies, resting, follows } = this;
        if (this.isResting) return;
        this.isResting = true;
        for (const body of plan.travelling) {
            for (let i = 0; i < 3; i++) point[i] = resting[3 * body + i];
            if (!this.move(body, h)) this.isResting = false;
            follows[body] = 0;
        }
        bodies.writePoints(plan.tree.parentAnchors);
    }

    /** Finds the place of a joint in the frame of its parent that the animation has. */
    private find({ positions, rotations }: RigidState, body: number) {
        const { anchors, parents } = this.plan.tree;
        const p = 3 * parents[body];
        rotateVec(point, 0, rotations, 4 * body, anchors, 3 * body);
        for (let i = 0; i < 3; i++) point[i] += positions[3 * body + i] - positions[p + i];
        rotateVecInverse(point, 0, rotations, 4 * parents[body], point, 0);
    }

    /** Moves a point to the one that was found, as far as that goes within a time in seconds; answers whether it is there. */
    private move(body: number, time: number): boolean {
        const { moves, height, plan: { tree: { parentAnchors } } } = this;
        const o = 3 * body;
        for (let i = 0; i < 3; i++) moves[o + i] = point[i] - parentAnchors[o + i];
        const distance = Math.sqrt(moves[o] * moves[o] + moves[o + 1] * moves[o + 1] + moves[o + 2] * moves[o + 2]);
        const share = distance > MOST_SPEED * height * time ? MOST_SPEED * height * time / distance : 1;
        for (let i = o; i < o + 3; i++) parentAnchors[i] += moves[i] *= share;
        return share === 1;
    }
}
