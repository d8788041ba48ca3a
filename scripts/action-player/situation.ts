import { Quat, Vec3, type Entity } from 'playcanvas';

import type { Context } from './context';
import { DEGREES } from '../core/math/scalars';
import { findCharacter, isUpToDate } from '../rig/character';
import type { Rig } from '../rig/rig';
import { isExchanged } from '../skin/shown';

// What a character is doing, as it is measured: stances that count, speed, and where an opponent is.

/** What clocks that are added up of many steps may be wrong by, seconds. */
const ROUNDING = 1e-6;

const toOther = new Vec3();
const forward = new Vec3();
const up = new Vec3();

export class Situation {
    private character: Rig | null = null;

    /** Seconds so far. */
    private clock = 0;

    /** The stance of the last frame; null: there was none. */
    private seen: string | null = null;

    /** When each of the others was left, by the clock. */
    private readonly left = new Map<string, number>();

    private readonly place = new Vec3();

    private speed = -1;

    /**
     * @param entity - What moves, and is where the character is.
     * @param characterEntity - Answers the entity below which the character is.
     */
    constructor(private readonly entity: Entity, private readonly characterEntity: () => Entity) {}

    /** The character, looked for until it is there, and again when another one is shown in its place; null where the entity has none: then it faces along +Z. */
    get rig(): Rig | null {
        const entity = this.characterEntity();
        if (!this.character || !isUpToDate(this.character) || isExchanged(this.character.skeleton.meshInstances, entity)) this.character = findCharacter(entity);
        return this.character;
    }

    /**
     * One frame.
     *
     * @param dt - Seconds since the last frame.
     * @param stance - The stance that is set.
     */
    step(dt: number, stance: string) {
        if (stance !== this.seen) {
            if (this.seen !== null) this.left.set(this.seen, this.clock);
            this.seen = stance;
        }
        this.clock += dt;
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
        const { seen, clock } = this;
        const stances = [stance];
        // it was changed since the last frame
        if (seen !== null && seen !== stance) stances.push(seen);
        for (const [name, at] of this.left) if (!stances.includes(name) && clock - at <= grace + ROUNDING) stances.push(name);
        return { stances, speed: Math.max(0, this.speed), ...this.look(target), last };
    }

    /** Distance of the opponent, and how far aside each of the two is for the other one, around its own up. */
    private look(target: Entity | null): { distance: number; angle: number; opponentAngle: number } {
        if (!target) return { distance: NaN, angle: NaN, opponentAngle: NaN };
        const { rig, entity } = this;
        return {
            distance: entity.getPosition().distance(target.getPosition()),
            angle: asideOf(entity, rig, target),
            opponentAngle: asideOf(target, findCharacter(target), entity)
        };
    }
}

/** Degrees from where a character faces to another entity, around its own up; an entity without a character faces along +Z. */
function asideOf(entity: Entity, rig: Rig | null, other: Entity): number {
    const turn = (rig ? rig.skeleton.space : entity)?.getRotation() ?? Quat.IDENTITY;
    turn.transformVector(rig ? forward.set(rig.forward[0], rig.forward[1], rig.forward[2]) : forward.set(0, 0, 1), forward);
    turn.transformVector(rig ? up.set(rig.up[0], rig.up[1], rig.up[2]) : up.set(0, 1, 0), up);
    toOther.sub2(other.getPosition(), entity.getPosition());
    toOther.addScaled(up, -toOther.dot(up));
    const along = toOther.dot(forward) / Math.max(toOther.length(), Number.MIN_VALUE);
    return Math.acos(Math.min(1, Math.max(-1, along))) * DEGREES;
}
