import type { AppBase, Entity } from 'playcanvas';

// The boxes of a world that are so large that Bullet's rays miss them: one in a thousand at 100 m, one in ten at 1 km, as the ray is searched by
// steps in single precision. They are few, and met exactly (core/ground/ray-box.ts).

/** Half edge from which on a box is large, metres. */
const LARGE = 20;

/** Frames between two looks at what there is. */
const LOOK = 30;

interface Store {
    readonly store?: Readonly<Record<string, { readonly entity: Entity }>>;
}

const known = new WeakMap<AppBase, LargeBoxes>();

export class LargeBoxes {
    /** The entities with such a box, as they were seen last; they may have changed since. */
    readonly entities: Entity[] = [];

    private lookedAt = -Infinity;

    private constructor(private readonly app: AppBase) {}

    /** Those of an application. */
    static of(app: AppBase): LargeBoxes {
        let boxes = known.get(app);
        if (!boxes) {
            boxes = new LargeBoxes(app);
            known.set(app, boxes);
        }
        return boxes;
    }

    /**
     * Looks whether boxes have come; once a frame at most.
     *
     * @param isMissed - Whether there may be one: a ray has met nothing. Otherwise it looks twice a second.
     * @returns Whether it has looked.
     */
    look(isMissed: boolean): boolean {
        const { frame } = this.app;
        if (frame - this.lookedAt < (isMissed ? 1 : LOOK)) return false;
        this.lookedAt = frame;
        const { store } = this.app.systems.rigidbody as unknown as Store;
        this.entities.length = 0;
        // a list of the keys would be allocated
        for (const guid in store) if (isLargeBox(store[guid].entity)) this.entities.push(store[guid].entity);
        return true;
    }
}

/** Whether an entity has a box that is large, in a world. */
export function isLargeBox({ collision, rigidbody, enabled }: Entity): boolean {
    if (collision?.type !== 'box' || !rigidbody?.enabled || !enabled) return false;
    const { halfExtents: { x, y, z }, linearOffset, angularOffset } = collision;
    const isOff = (linearOffset?.lengthSq() ?? 0) > 0 || (angularOffset ? Math.abs(angularOffset.w) < 1 : false);
    return Math.max(x, y, z) >= LARGE && !isOff;
}
