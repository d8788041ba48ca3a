import type { Entity } from 'playcanvas';

import type { Problems } from '../shell/problems';

/** An entity of a row, which may be switched off or destroyed. */
export class Watched {
    entity: Entity | null = null;

    private destroyed: Entity | null = null;

    /** Whether there is an entity, switched on, at a place that is a number. */
    get isThere(): boolean {
        const { entity } = this;
        if (!entity || entity === this.destroyed || !entity.enabled) return false;
        const { data } = entity.getWorldTransform();
        return Math.abs(data[12] + data[13] + data[14]) < Infinity;
    }

    /** Takes an entity, or none; answers whether it is another one. */
    take(entity: Entity | null): boolean {
        if (entity === this.entity) return false;
        this.entity?.off('destroy', this.onDestroy, this);
        this.entity = entity;
        entity?.once('destroy', this.onDestroy, this);
        return true;
    }

    /**
     * Says whether it was destroyed.
     *
     * @param what - What it is to the script, and the state of its reports.
     */
    tell(reports: Problems, what: 'target' | 'prop') {
        const { entity } = this;
        if (!entity) return;
        if (entity !== this.destroyed) reports.leave(what);
        else reports.enter(what, `the ${what} "${entity.name}" of a hand was destroyed. Set its ${what === 'prop' ? 'Prop' : 'Target'} to another entity, or to none.`);
    }

    private onDestroy(entity: Entity) {
        this.destroyed = entity;
    }
}
