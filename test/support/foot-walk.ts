import { Vec3 } from 'playcanvas';

import { FRAME, type Actor, type FootStage, type Settings } from './foot-stage';
import type { Scenery } from './scenery';
import type { MecFootPlacer } from '../../scripts/index';

// A walk over scenery: the hero with the script and its twin on flat ground, side by side at the same time of the same clip.

/** What a walk is made of. */
export interface WalkOptions {
    clip?: string;
    /** Speed of the clip; the way goes with it. */
    rate?: number;
    /** Height of the character's own place; the surface's without. */
    rootHeight?: (x: number, z: number) => number;
    /** Where the walk begins, along the way. */
    from?: number;
    settings?: Settings;
    /** Share of the clip's own speed at which the character goes. */
    share?: number;
    /** Degrees a second by which the character turns to its left as it goes. */
    turning?: number;
    /** Called before the script is put on the hero. */
    before?: (hero: Actor) => void;
}

/** A foot of the hero in a frame. */
export interface FootFrame {
    id: string;
    isPlanted: boolean;
    /** Heights over the surface of the lowest vertex, and of the lowest of heel and toes, metres; the same of the twin over its floor. */
    lowest: number;
    heel: number;
    toe: number;
    twinLowest: number;
    twinHeel: number;
    twinToe: number;
    /** Distance between hip and ankle as shares of the leg, of hero and twin. */
    extension: number;
    twinExtension: number;
}

/** Extension within which a leg counts as one that has not come to its limit, as a share of its length. */
const CLEAR = 2e-4;

export class Walk {
    readonly hero: Actor;

    readonly twin: Actor;

    readonly placer: MecFootPlacer;

    /** Feet that are planted as the events tell. */
    readonly planted = new Set<string>();

    /** Events so far: foot and whether it was planted. */
    readonly events: { id: string; planted: boolean; time: number }[] = [];

    time = 0;

    /** Whether the clip has begun anew in this frame. */
    atSeam = false;

    readonly speed: number;

    private clipTime = 0;

    constructor(readonly stage: FootStage, readonly scenery: Scenery, private readonly options: WalkOptions = {}) {
        const { clip = 'walk', rate = 1, share = 1, settings = {}, before } = options;
        [this.hero, this.twin] = [stage.add().play(clip, rate), stage.add().play(clip, rate)];
        this.speed = stage.speedOf(clip) * rate * share;
        this.move();
        before?.(this.hero);
        this.placer = this.hero.place(settings, scenery.ground);
        this.placer.on('foot:plant', (id: string) => {
            this.planted.add(id);
            this.events.push({ id, planted: true, time: this.time });
        });
        this.placer.on('foot:release', (id: string) => {
            this.planted.delete(id);
            this.events.push({ id, planted: false, time: this.time });
        });
    }

    /** Way so far along +z. */
    get way(): number {
        return (this.options.from ?? 0) + this.speed * this.time;
    }

    step(dt = FRAME) {
        this.time += dt;
        this.move();
        this.stage.step(dt);
        const now = this.twin.time;
        this.atSeam = now < this.clipTime;
        this.clipTime = now;
        for (const id of this.stage.feet) {
            this.hero.sole(id).read();
            this.twin.sole(id).read();
        }
    }

    run(seconds: number, each: () => void = () => {}, dt = FRAME) {
        const frames = Math.round(seconds / dt);
        for (let i = 0; i < frames; i++) {
            this.step(dt);
            each();
        }
    }

    /** What a foot does in this frame. */
    foot(id: string): FootFrame {
        const [sole, twin] = [this.hero.sole(id), this.twin.sole(id)];
        const { points } = sole, { points: other } = twin;
        const over = (v: number) => this.scenery.distanceTo(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
        const lowestOf = (vertices: readonly number[], height: (v: number) => number) => vertices.reduce((least, v) => Math.min(least, height(v)), Infinity);
        const all = Array.from({ length: sole.count }, (_, v) => v);
        const own = (v: number) => other[3 * v + 1];
        return {
            id,
            isPlanted: this.planted.has(id),
            lowest: lowestOf(all, over),
            heel: lowestOf(sole.heel, over),
            toe: lowestOf(sole.toe, over),
            twinLowest: lowestOf(all, own),
            twinHeel: lowestOf(sole.heel, own),
            twinToe: lowestOf(sole.toe, own),
            extension: this.hero.extension(id),
            twinExtension: this.twin.extension(id)
        };
    }

    /** Whether a leg has not come to where its reach is softened. */
    reaches({ extension, twinExtension }: { extension: number; twinExtension: number }, softReach = 0.03): boolean {
        return extension < Math.max(1 - softReach, twinExtension) - CLEAR;
    }

    /** Turn from the twin's foot to the hero's, as directions: what was the foot's heading over its own ground, and what was up. */
    turned(id: string): { heading: Vec3; up: Vec3; twin: Vec3 } {
        const turn = this.hero.foot(id).getRotation().clone().mul(this.twin.foot(id).getRotation().clone().invert());
        const twin = this.twin.forwardOf(id);
        twin.y = 0;
        twin.normalize();
        return { heading: turn.transformVector(twin, new Vec3()), up: turn.transformVector(Vec3.UP, new Vec3()), twin };
    }

    /**
     * Extension that the hero's leg would need for an ankle that has over a plane what the twin's has over its floor, at the same place
     * seen from above: a share of the leg's length.
     */
    needed(id: string, normal = Vec3.UP): number {
        const ankle = this.twin.foot(id).getPosition().clone();
        ankle.y = this.scenery.heightAt(ankle.x, ankle.z) + ankle.y / normal.y;
        return ankle.distance(this.hero.leg(id)[0].getPosition()) / this.stage.legLength(id);
    }

    /** Pitch and roll of the twin's foot against the reference pose, degrees. */
    twinTilt(id: string): number {
        return Math.acos(Math.min(1, this.twin.upOf(id).y)) * 180 / Math.PI;
    }

    private move() {
        const { way } = this;
        const { rootHeight = this.scenery.heightAt, turning = 0, from = 0 } = this.options;
        const rate = turning * Math.PI / 180, angle = rate * this.time;
        const radius = this.speed / rate;
        const x = turning === 0 ? 0 : radius * (1 - Math.cos(angle)), z = turning === 0 ? way : from + radius * Math.sin(angle);
        this.hero.holder.setPosition(x, rootHeight(x, z), z);
        this.twin.holder.setPosition(x, 0, z);
        for (const { holder } of [this.hero, this.twin]) holder.setEulerAngles(0, turning * this.time, 0);
    }
}

/** Angle between two directions as seen along an up vector, degrees. */
export function headingBetween(a: Vec3, b: Vec3, up = Vec3.UP): number {
    const flat = (v: Vec3) => v.clone().sub(up.clone().mulScalar(v.dot(up)));
    const [p, q] = [flat(a), flat(b)];
    return Math.abs(Math.atan2(new Vec3().cross(p, q).dot(up), p.dot(q))) * 180 / Math.PI;
}

/** The largest of what a run has seen, with a note of where. */
export class Worst {
    value = -Infinity;

    note = '';

    count = 0;

    see(value: number, note = '') {
        this.count++;
        if (!(value <= this.value)) {
            this.value = value;
            this.note = note;
        }
    }
}
