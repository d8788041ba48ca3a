import { Vec3, type Entity } from 'playcanvas';

import type { Twin } from '../../frame/twin';

// How far chains swing: the angle at a chain's root between where its tip is and where the animation has it.

const DEGREES = 180 / Math.PI;

interface Tip { readonly root: Entity; readonly end: Entity }

/** The last bone down the first branch. */
function endOf(root: Entity): Entity {
    let end = root;
    for (let next = end.children[0]; next; next = end.children[0]) end = next as Entity;
    return end;
}

const shown = new Vec3();
const animated = new Vec3();

export class Swing {
    /** Degrees of the chain that is furthest off now. */
    now = 0;

    /** Largest one within the last whole lap. */
    largest = 0;

    private growing = 0;

    private seconds = 0;

    private readonly tips: readonly (readonly [shown: Tip, animated: Tip])[];

    /**
     * @param roots - First bones of the chains.
     * @param twin - Has the same bones as the animation has them.
     * @param lap - Seconds within which the largest one is told.
     */
    constructor(roots: readonly Entity[], twin: Twin, private readonly lap: number) {
        this.tips = roots.map((root) => {
            const end = endOf(root);
            return [{ root, end }, { root: twin.same(root), end: twin.same(end) }];
        });
    }

    /** Called after each frame's scripts. */
    measure(dt: number) {
        this.now = 0;
        for (const [{ root, end }, other] of this.tips) {
            shown.sub2(end.getPosition(), root.getPosition());
            animated.sub2(other.end.getPosition(), other.root.getPosition());
            const dot = shown.dot(animated);
            this.now = Math.max(this.now, DEGREES * Math.atan2(shown.cross(shown, animated).length(), dot));
        }
        this.growing = Math.max(this.growing, this.now);
        this.seconds += dt;
        if (this.seconds < this.lap) return;
        this.seconds -= this.lap;
        this.largest = this.growing;
        this.growing = 0;
    }
}
