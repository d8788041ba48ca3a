import type { Entity } from 'playcanvas';

import { perfectLookAtAttributes, type TargetRow } from './attributes';
import type { GazeInput } from '../core/gaze/gaze';
import { selectTarget, type Selection, type TargetCandidate } from '../core/gaze/target-selector';
import type { Flat } from '../core/math/flat-math';
import { PERSON_HEIGHT } from '../core/math/scalars';
import type { Problems } from '../shell/problems';

// What a character looks at: its target object, else one of the rows of `targets`.

const DEFAULT_RADIUS = perfectLookAtAttributes.targets.schema.radius.default;

/** Finds the entity to look at and its place, and knows which of them were destroyed. */
export class Targeting {
    private rows: readonly TargetRow[] = [];

    private interests: TargetCandidate[] = [];

    private readonly attention: Selection = { current: -1, dwell: 0 };

    /** Entities that tell when they are destroyed. */
    private readonly watched = new Set<Entity>();

    private readonly destroyed = new WeakSet<Entity>();

    /** The target object of the last frame, while it is there. */
    private accepted: Entity | null = null;

    private hadTarget = false;

    /** @param reports - Receives sentences about targets that cannot be looked at. */
    constructor(private readonly reports: Problems) {}

    /**
     * Takes over rows; what is looked at is kept where it is among them.
     *
     * @param rows - The rows. A radius left at its default grows with the character.
     * @param height - Height of the character in the scene's units.
     */
    setRows(rows: readonly TargetRow[], height: number) {
        const current = this.rows[this.attention.current]?.target;
        const rested = new Map(this.rows.map((row, i) => [row.target, this.interests[i].rested]));
        this.rows = rows.slice();
        this.interests = rows.map(row => ({
            priority: row.priority,
            radius: row.radius === DEFAULT_RADIUS ? row.radius * height / PERSON_HEIGHT : row.radius,
            minDwell: row.minDwell,
            maxDwell: row.maxDwell,
            distance: Infinity,
            rested: rested.get(row.target) ?? Infinity
        }));
        this.attention.current = current ? rows.findIndex(row => row.target === current) : -1;
        for (const { target } of rows) if (target) this.listen(target);
    }

    /** Listens to no entity any more: the script has come to its end. */
    release() {
        for (const entity of this.watched) entity.off('destroy', this.onDestroy, this);
        this.watched.clear();
    }

    /**
     * Finds what to look at in this frame.
     *
     * @param input - Says the time and where the character's eye is; receives the place of the target, world space. A target whose place
     * is no number leaves there what it is: the place that was seen last.
     * @param targetObject - Wins over the rows.
     * @param seen - The entity whose place was seen last.
     * @returns The entity; null, with a sentence where that is an oversight, when there is none.
     */
    read(input: GazeInput, targetObject: Entity | null, seen: Entity | null): Entity | null {
        const { target: place } = input;
        const object = targetObject && targetObject !== this.accepted ? this.acceptObject(targetObject) : targetObject;
        const entity = object ?? (targetObject && this.rows.length === 0 ? null : this.chooseRow(input));
        if (!entity) return null;
        this.hadTarget = true;
        // getPosition() would allocate
        const { data } = entity.getWorldTransform();
        if (Number.isFinite(data[12] + data[13] + data[14])) {
            place[0] = data[12];
            place[1] = data[13];
            place[2] = data[14];
            this.reports.leave('target');
            return entity;
        }
        this.reports.enter('target', `the position of the target "${entity.name}" is not finite. Move it to a place in the scene.`);
        return entity === seen ? entity : null;
    }

    /** The target object, unless it was destroyed. */
    private acceptObject(targetObject: Entity): Entity | null {
        this.listen(targetObject);
        if (!this.destroyed.has(targetObject)) {
            this.attention.current = -1;
            this.accepted = targetObject;
            return targetObject;
        }
        this.reports.enter('target', `the target "${targetObject.name}" was destroyed. Set Target Object to another entity, or to none.`);
        return null;
    }

    /** The most interesting row. */
    private chooseRow({ eye, dt }: GazeInput): Entity | null {
        this.accepted = null;
        if (this.rows.length === 0) {
            // a target that was taken away is a wish, one that never was is an oversight
            if (this.hadTarget) this.reports.leave('target');
            else this.reports.enter('target', 'there is no target. Set Target Object to the entity to look at.');
            return null;
        }
        this.reports.leave('target');
        for (let i = 0; i < this.rows.length; i++) this.measureRow(i, eye);
        const index = selectTarget(this.attention, this.interests, dt);
        return index < 0 ? null : this.rows[index].target;
    }

    /** Learns when an entity ends. */
    private listen(entity: Entity) {
        if (this.watched.has(entity) || this.destroyed.has(entity)) return;
        this.watched.add(entity);
        entity.once('destroy', this.onDestroy, this);
    }

    private onDestroy(entity: Entity) {
        this.watched.delete(entity);
        this.destroyed.add(entity);
        if (this.accepted === entity) this.accepted = null;
    }

    /** Measures how far a row is from the eye: Infinity for what is gone or switched off, as far as before for a place that is no number. */
    private measureRow(index: number, eye: Flat) {
        const interest = this.interests[index];
        const { target } = this.rows[index];
        if (!target || !target.enabled || this.destroyed.has(target)) {
            interest.distance = Infinity;
            return;
        }
        const { data } = target.getWorldTransform();
        const distance = Math.sqrt((data[12] - eye[0]) ** 2 + (data[13] - eye[1]) ** 2 + (data[14] - eye[2]) ** 2);
        if (distance >= 0) interest.distance = distance;
    }
}
