import { Quat, Vec3, type Entity } from 'playcanvas';

import type { Context } from './context';
import { DEGREES } from '../core/math/scalars';
import { findCharacter } from '../rig/character';
import type { Rig } from '../rig/rig';

// What a character is doing, as it is measured: stances that count, speed, and where an opponent is.

const toTarget = new Vec3();
const forward = new Vec3();
const up = new Vec3();

export class Situation {
    /** The character; null where the entity has none: then it faces along +Z. */
    readonly rig: Rig | null;

    /** Seconds since each stance was left; the one that is set counts 0. */
    private readonly left = new Map<string, number>();

    private readonly place = new Vec3();

    private speed = -1;

    constructor(private readonly entity: Entity) {
        this.rig = findCharacter(entity);
    }

    /**
     * One frame.
     *
     * @param dt - Seconds since the last frame.
     * @param stance - The stance that is set.
     */
    step(dt: number, stance: string) {
        for (const [name, seconds] of this.left) this.left.set(name, seconds + dt);
        this.left.set(stance, 0);
        const place = this.entity.getPosition();
        if (dt > 0) this.speed = this.speed < 0 ? 0 : place.distance(this.place) / dt;
        this.place.copy(place);
    }

    /**
     * @param stance - The stance that is set.
     * @param grace - Seconds for which a stance counts after it was left.
     * @param target - The opponent, or null.
     * @param last - Name of the last action.
     */
    context(stance: string, grace: number, target: Entity | null, last: string): Context {
        const others = [...this.left].filter(([name, seconds]) => name !== stance && seconds <= grace).map(([name]) => name);
        const { distance, angle } = this.look(target);
        return { stances: [stance, ...others], speed: Math.max(0, this.speed), distance, angle, last };
    }

    /** Distance of the opponent, and the angle to it around the character's up. */
    private look(target: Entity | null): { distance: number; angle: number } {
        if (!target) return { distance: NaN, angle: NaN };
        const { rig, entity } = this;
        const turn = (rig ? rig.skeleton.space : entity)?.getRotation() ?? Quat.IDENTITY;
        turn.transformVector(rig ? forward.set(rig.forward[0], rig.forward[1], rig.forward[2]) : forward.set(0, 0, 1), forward);
        turn.transformVector(rig ? up.set(rig.up[0], rig.up[1], rig.up[2]) : up.set(0, 1, 0), up);
        toTarget.sub2(target.getPosition(), entity.getPosition());
        const distance = toTarget.length();
        toTarget.addScaled(up, -toTarget.dot(up));
        const along = toTarget.dot(forward) / Math.max(toTarget.length(), Number.MIN_VALUE);
        return { distance, angle: Math.acos(Math.min(1, Math.max(-1, along))) * DEGREES };
    }
}
