import type { Entity } from 'playcanvas';

import type { HandRow } from './attributes';
import { Watched } from './watched';
import type { ArmSolver } from '../core/limb/arm';
import type { Flat } from '../core/math/flat-math';
import type { Problems } from '../shell/problems';

// What a hand reaches for, or something aims at, and when it lets go: when there is none, when it was switched off or destroyed, and where it is behind.

export class ReachTarget {
    /** Whether the target has a place. */
    hasPlace = false;

    /** Whether the hand reaches. */
    isOn = false;

    /** Seconds in which the hand goes over next; NaN: as the script says. */
    seconds = NaN;

    /** Whether the event has told that the hand is there. */
    isReached = false;

    private readonly watched = new Watched();

    private isBehind = false;

    /** Follows a target; answers whether the hand begins to go elsewhere. */
    follow(target: Entity | null, reports: Problems): boolean {
        const { watched } = this;
        const isOther = watched.take(target);
        if (isOther) this.isBehind = false;
        const before = this.isOn;
        this.hasPlace = watched.isThere;
        this.isOn = this.hasPlace && !this.isBehind;
        if (isOther) reports.leave('target');
        watched.tell(reports, 'target');
        return this.isOn !== before || (isOther && this.isOn);
    }

    /**
     * Sees in which direction the target is; answers whether the hand lets go, or begins to reach.
     *
     * @param cosine - Of its angle to a direction ahead.
     * @param letsGo - Cosine of the angle beyond which it lets go.
     * @param reaches - The same within which it reaches again.
     */
    see(cosine: Flat, letsGo: number, reaches: number): boolean {
        const isBehind = cosine[0] < (this.isBehind ? reaches : letsGo);
        if (isBehind === this.isBehind) return false;
        this.isBehind = isBehind;
        this.isOn = !isBehind;
        return true;
    }

    /** Writes where the palm shall be. */
    read({ goal }: ArmSolver, { offset }: HandRow) {
        const target = this.watched.entity!;
        const { data: m } = target.getWorldTransform();
        for (let k = 0; k < 3; k++) goal[k] = m[k] * offset.x + m[4 + k] * offset.y + m[8 + k] * offset.z + m[12 + k];
        const { x, y, z, w } = target.getRotation();
        goal[3] = x;
        goal[4] = y;
        goal[5] = z;
        goal[6] = w;
    }

    /** Stops listening. */
    release() {
        this.watched.take(null);
    }
}
