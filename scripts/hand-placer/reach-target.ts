import type { Entity } from 'playcanvas';

import type { HandRow } from './attributes';
import type { ArmSolver } from '../core/limb/arm';
import { RADIANS } from '../core/math/scalars';
import type { Problems } from '../shell/problems';

// What a hand reaches for, and when it lets go: when there is none, when it was switched off or destroyed, and behind the back above the other shoulder,
// where no arm gets to.

/** Cosines of the angle to the direction in which an elbow is known: beyond the first a hand lets go, within the second it reaches again. */
const LETS_GO = Math.cos(140 * RADIANS);
const REACHES = Math.cos(125 * RADIANS);

export class ReachTarget {
    /** Whether the target has a place. */
    hasPlace = false;

    /** Whether the hand reaches. */
    isOn = false;

    /** Seconds in which the hand goes over next; NaN: as the script says. */
    seconds = NaN;

    /** Seconds until it has gone over. */
    left = 0;

    /** Whether the event has told that the hand is there. */
    isReached = false;

    private entity: Entity | null = null;

    private destroyed: Entity | null = null;

    private isBehind = false;

    /** Follows the target of the row; answers whether the hand begins to go elsewhere. */
    follow({ target }: HandRow, reports: Problems): boolean {
        const isOther = target !== this.entity;
        if (isOther) {
            this.entity?.off('destroy', this.onDestroy, this);
            this.entity = target;
            target?.once('destroy', this.onDestroy, this);
            this.isBehind = false;
        }
        const before = this.isOn;
        this.hasPlace = target !== null && target !== this.destroyed && target.enabled && this.isFinite(target);
        this.isOn = this.hasPlace && !this.isBehind;
        if (target && target === this.destroyed) reports.enter('target', `the target "${target.name}" of a hand was destroyed. Set its Target to another entity, or to none.`);
        else if (isOther) reports.leave('target');
        return this.isOn !== before || (isOther && this.isOn);
    }

    /** Sees in which direction the target is; answers whether the hand lets go, or begins to reach. */
    see({ cosine }: ArmSolver): boolean {
        const isBehind = cosine[0] < (this.isBehind ? REACHES : LETS_GO);
        if (isBehind === this.isBehind) return false;
        this.isBehind = isBehind;
        this.isOn = !isBehind;
        return true;
    }

    /** Writes where palm and elbow shall be. */
    read(arm: ArmSolver, { target, offset, poleHint }: HandRow) {
        const { goal, hint } = arm;
        const { data: m } = target!.getWorldTransform();
        for (let k = 0; k < 3; k++) goal[k] = m[k] * offset.x + m[4 + k] * offset.y + m[8 + k] * offset.z + m[12 + k];
        const { x, y, z, w } = target!.getRotation();
        goal[3] = x;
        goal[4] = y;
        goal[5] = z;
        goal[6] = w;
        arm.hasHint = poleHint?.enabled === true;
        if (!arm.hasHint) return;
        const { data } = poleHint!.getWorldTransform();
        for (let k = 0; k < 3; k++) hint[k] = data[12 + k];
    }

    /** Stops listening. */
    release() {
        this.entity?.off('destroy', this.onDestroy, this);
        this.entity = null;
    }

    private isFinite(target: Entity): boolean {
        const { data } = target.getWorldTransform();
        return Math.abs(data[12] + data[13] + data[14]) < Infinity;
    }

    private onDestroy(entity: Entity) {
        this.destroyed = entity;
    }
}
