import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import { rotateVec, type Flat } from '../math/flat-math';

// Bodies that run away from the rest: what no fall and no hit does to them.

/** Most speed of a body besides that of its animation, m/s: three times the fastest limb of an athlete; and for giants, heights a second. */
const FASTEST = 30;
const FASTEST_IN_HEIGHTS = 16;

/** Heights of the character that a body may be away from where it belongs. */
const AWAY = 5;

const joint = new Float64Array(3);
const end = new Float64Array(3);

export class Runaways {
    private readonly most: number;

    private readonly away: number;

    /** Speed that the animation gave all bodies while it had them, that of the slowest, m/s: a body that falls off a train goes on as fast. */
    private carried = 0;

    /**
     * @param tree - How the bodies hang together.
     * @param height - Height of the character, metres.
     */
    constructor(private readonly tree: JointTree, height: number) {
        this.most = Math.max(FASTEST, FASTEST_IN_HEIGHTS * height);
        this.away = AWAY * height;
    }

    /** Sees how fast the animation goes that has the bodies. */
    follow({ linear }: RigidState) {
        let squared = Infinity;
        for (let o = 0; o < linear.length; o += 3) squared = Math.min(squared, linear[o] * linear[o] + linear[o + 1] * linear[o + 1] + linear[o + 2] * linear[o + 2]);
        this.carried = Math.sqrt(squared);
    }

    /** Slows bodies that are too fast. Answers whether there was one. */
    limit({ linear }: RigidState): boolean {
        const most = this.most + this.carried;
        let any = false;
        for (let o = 0; o < linear.length; o += 3) {
            const speed = Math.sqrt(linear[o] * linear[o] + linear[o + 1] * linear[o + 1] + linear[o + 2] * linear[o + 2]);
            if (!(speed > most)) continue;
            for (let i = o; i < o + 3; i++) linear[i] *= most / speed;
            any = true;
        }
        return any;
    }

    /**
     * Finds a body that is far from where it belongs: one that is held by the animation from its target, another one from its joint.
     *
     * @param pins - Weights with which the animation holds the bodies in place.
     * @returns The body, or -1.
     */
    findStray({ positions, rotations }: RigidState, target: RigidState, pins: Flat): number {
        const { parents, anchors, parentAnchors } = this.tree;
        for (let body = 0; body < parents.length; body++) {
            const o = 3 * body;
            if (pins[body] > 0) {
                for (let i = 0; i < 3; i++) joint[i] = positions[o + i] - target.positions[o + i];
            } else if (parents[body] >= 0) {
                const parent = parents[body];
                rotateVec(joint, 0, rotations, 4 * body, anchors, o);
                rotateVec(end, 0, rotations, 4 * parent, parentAnchors, o);
                for (let i = 0; i < 3; i++) joint[i] += positions[o + i] - end[i] - positions[3 * parent + i];
            } else {
                continue;
            }
            if (joint[0] * joint[0] + joint[1] * joint[1] + joint[2] * joint[2] > this.away * this.away) return body;
        }
        return -1;
    }
}
