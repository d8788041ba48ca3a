import { Quat, Vec3, type BoundingBox, type Entity } from 'playcanvas';

import type { Arena } from '../../frame/arena';

// Where to fall: a ramp that is as slippery as ice, and stairs.

/** Ramp and stairs in metres of a person: how long, high and wide, and where they begin behind the character. */
const RAMP = { length: 4, width: 3, thickness: 0.2, pitch: 24, friction: 0.02 };
const STEPS = { count: 8, height: 0.17, depth: 0.3, width: 2.4 };

/** What stands around for a fall. */
export class Scenery {
    private things: Entity[] = [];

    constructor(private readonly arena: Arena) {}

    /** Makes a world box large enough for what stands around. */
    widen(box: BoundingBox) {
        for (const thing of this.things) box.add(thing.render!.meshInstances[0].aabb);
    }

    /** Builds a ramp below a place; answers where a character stands on top of it. */
    buildRamp(): Vec3 {
        this.clear();
        const { scale } = this.arena;
        const { length, width, thickness, pitch, friction } = RAMP;
        const radians = pitch * Math.PI / 180;
        const rise = length * Math.sin(radians);
        const ramp = this.add('ramp', new Vec3(width, thickness, length), friction);
        const turn = new Quat().setFromEulerAngles(pitch, 0, 0);
        const middle = new Vec3(0, rise / 2 - thickness / 2 * Math.cos(radians), 0).mulScalar(scale);
        ramp.rigidbody!.teleport(middle, turn);
        const back = -length / 2 * Math.cos(radians);
        return new Vec3(0, rise * 0.9, back * 0.8).mulScalar(scale);
    }

    /** Builds stairs that lead down ahead; answers where a character stands at their top. */
    buildStairs(): Vec3 {
        this.clear();
        const { scale } = this.arena;
        const { count, height, depth, width } = STEPS;
        for (let i = 0; i < count; i++) {
            const top = height * (count - i);
            const length = i === 0 ? 1.2 : depth;
            const step = this.add(`step ${i + 1}`, new Vec3(width, top, length), 0.6);
            const ahead = i === 0 ? 0 : 0.6 + (i - 0.5) * depth;
            this.arena.place(step, new Vec3(0, top / 2, ahead).mulScalar(scale));
        }
        return new Vec3(0, height * count, 0.3).mulScalar(scale);
    }

    clear() {
        for (const thing of this.things) this.arena.remove(thing);
        this.things = [];
    }

    private add(name: string, size: Vec3, friction: number): Entity {
        const box = this.arena.addBox(name, size.mulScalar(this.arena.scale), { type: 'static', friction });
        this.things.push(box);
        return box;
    }
}
