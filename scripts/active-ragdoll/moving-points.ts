import type { BodyPlan } from './body-plan';
import type { RigidState } from '../core/dynamics/rigid-state';
import { rotateVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import type { BodyGroup } from '../physics/body-group';

// Joints of bones that the clip itself moves: while bodies are driven, their points on the parents follow the animation.

export class MovingPoints {
    /** The points in the reference pose, where a body without drive has them, three numbers a body. */
    private readonly resting: Flat;

    /** Whether the points are away from the reference pose. */
    private haveMoved = false;

    /** @param moves - Receives the displacement of each point in its parent's frame within a step, metres, three numbers a body. */
    constructor(private readonly plan: BodyPlan, private readonly bodies: BodyGroup, private readonly moves: Flat) {
        this.resting = plan.tree.parentAnchors.slice();
    }

    /** Lets the points follow the animation. */
    follow(target: RigidState) {
        const { plan, moves } = this;
        const { parentAnchors, anchors, parents } = plan.tree;
        // a joint that comes from its resting place has not moved this far in one step
        const isMoving = this.haveMoved ? 1 : 0;
        for (const body of plan.travelling) {
            const o = 3 * body;
            const parent = parents[body];
            for (let i = 0; i < 3; i++) moves[o + i] = -isMoving * parentAnchors[o + i];
            rotateVec(parentAnchors, o, target.rotations, 4 * body, anchors, o);
            for (let i = 0; i < 3; i++) parentAnchors[o + i] += target.positions[o + i] - target.positions[3 * parent + i];
            rotateVecInverse(parentAnchors, o, target.rotations, 4 * parent, parentAnchors, o);
            for (let i = 0; i < 3; i++) moves[o + i] += isMoving * parentAnchors[o + i];
        }
    }

    /** Tells the joints their points for the step that begins. */
    write(points: Flat) {
        this.bodies.writePoints(points);
        this.haveMoved = true;
    }

    /** Leaves the joints where they are in the reference pose. */
    release() {
        if (!this.haveMoved) return;
        this.haveMoved = false;
        this.plan.tree.parentAnchors.set(this.resting);
        this.bodies.writePoints(this.resting);
    }
}
