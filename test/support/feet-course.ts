import { Quat, Vec3, type Entity } from 'playcanvas';

import { turnBetween } from './geometry';
import { box, Platform, rubble, scene, stairs, type Scenery } from './scenery';
import { measureSole, Sole } from './sole';
import type { Ground, MecFootPlacer } from '../../scripts/index';
import type { LimbName } from '../../scripts/rig/rig';
import type { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';
import { feetOf } from '../../tools/check-rig/feet-of';
import type { Instance } from '../../tools/check-rig/instance';

// Any character over any course: an instance with mecFootPlacer, beside it its twin, the same model under the same clip at the same places
// over its own flat ground, without the script. What is measured comes from the vertices that are drawn and the engine's world transforms.

const FRAME = 1 / 60;

/** Something to walk over along +z, which begins flat and ends flat. */
export interface Course {
    readonly name: string;
    readonly ground: Ground;
    heightAt(x: number, z: number): number;
    /** Distance of a point from the surface: negative inside. */
    distanceTo(x: number, y: number, z: number): number;
    /** Height of a character that is carried evenly. */
    line(z: number): number;
    /** Where the last edge is. */
    readonly end: number;
    /** What moves as the ground does: its place at a time in seconds. */
    move?(time: number): Platform;
}

function flip(scenery: Scenery, length: number): Scenery {
    return {
        ground: {
            cast: (hit, ray) => {
                const mirrored = Float64Array.from(ray);
                mirrored[2] = length - ray[2];
                mirrored[5] = -ray[5];
                const met = scenery.ground.cast(hit, mirrored);
                hit.point[2] = length - hit.point[2];
                hit.normal[2] = -hit.normal[2];
                return met;
            }
        },
        heightAt: (x, z) => scenery.heightAt(x, length - z),
        distanceTo: (x, y, z) => scenery.distanceTo(x, y, length - z)
    };
}

/** Stairs for a character of a size as a share of a person's; `count` 1: one step. */
export function stairCourse(direction: 'up' | 'down', count: number, size: number, rise = 0.17, tread = 0.29): Course {
    const up = stairs(rise, tread, count, size);
    const length = count * up.tread;
    const name = `${count === 1 ? 'one step' : `${count} stairs`} ${direction}`;
    if (direction === 'up') return { ...up, name, end: length };
    return { ...flip(up, length), name, line: z => up.line(length - z), end: length + up.tread };
}

/** A ramp of an angle in degrees, of some metres on a person. */
export function rampCourse(angle: number, size: number, metres = 3): Course {
    const rise = Math.tan(angle * Math.PI / 180), length = metres * size;
    const line = (z: number) => rise * Math.min(length, Math.max(0, z));
    const cosine = Math.cos(angle * Math.PI / 180);
    return {
        name: `ramp of ${angle} degrees`, end: length, line, heightAt: (_, z) => line(z),
        distanceTo: (_, y, z) => (y - line(z)) * (z > 0 && z < length ? cosine : 1),
        ground: {
            cast(hit, ray) {
                const height = line(ray[2]);
                if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
                hit.point.set([ray[0], height, ray[2]]);
                if (ray[2] > 0 && ray[2] < length) hit.normal.set([0, cosine, -rise * cosine]);
                else hit.normal.set([0, 1, 0]);
                hit.body = null;
                return true;
            }
        }
    };
}

/** A kerb: up 12 cm, three quarters of a metre on, down again. */
export function kerbCourse(size: number): Course {
    const height = 0.12 * size, depth = 0.75 * size;
    const made = scene([box([0, -size / 2, 0], [40 * size, size, 80 * size]), box([0, height / 2, depth / 2], [8 * size, height, depth])]);
    return { ...made, name: 'kerb', end: depth, line: z => (z > 0 && z < depth ? height : 0) };
}

export function rubbleCourse(seed: number, size: number): Course {
    const made = rubble(seed, size);
    return { ...made, name: 'rubble', end: 1.5 * size, line: () => 0 };
}

/** Speeds of a platform in motion on a person, metres and degrees a second, and the time in which it takes them up. */
const PLATFORM_SPEED = 1;
const PLATFORM_TURN = 45;
const PLATFORM_START = 0.5;

/** A platform that begins to move after a second, and carries the character along. */
export function platformCourse(motion: 'slides' | 'turns' | 'lifts', size: number): Course {
    const platform = new Platform();
    return {
        name: `a platform that ${motion}`, end: 2 * size, ground: platform, heightAt: () => 0, line: () => 0,
        distanceTo: (_, y) => y - platform.position.y,
        move(time) {
            const since = Math.max(0, time - 1);
            const way = since < PLATFORM_START ? since * since / (2 * PLATFORM_START) : since - PLATFORM_START / 2;
            if (motion === 'slides') platform.position.x = PLATFORM_SPEED * size * way;
            else if (motion === 'lifts') platform.position.y = PLATFORM_SPEED * size * way;
            else platform.rotation.setFromEulerAngles(0, PLATFORM_TURN * way, 0);
            return platform;
        }
    };
}

/** What a walk has shown: shares of the character's height, and of the clip's fastest joint. */
export interface CourseFigures {
    afterSole: number;
    afterHips: number;
    deep: number;
    over: number;
    joint: number;
    /** Furthest that two joints of a leg have come apart or together against the twin's, as a share of their distance. */
    stretch: number;
    note: Record<string, string>;
}

export interface CourseOptions {
    /** Share of the clip's speed at which it plays, and the character goes. */
    rate?: number;
    /** Whether the character goes up and down in steps, as controllers put it, or evenly. */
    isSnapped?: boolean;
    attributes?: object;
    /** Share of the clip's speed at which it goes while the clip plays at its own pace: for strideWarp. */
    share?: number;
    /** Puts further scripts on the character, which goes at a speed in metres per second. */
    before?(actor: Instance, speed: number): void;
    each?(walk: CourseWalk): void;
    from?: number;
}

export class CourseWalk {
    readonly actor: Instance;

    readonly twin: Instance;

    readonly placer: MecFootPlacer;

    readonly figures: CourseFigures = { afterSole: 0, afterHips: 0, deep: 0, over: 0, joint: 0, stretch: 0, note: {} };

    /** Place along the way. */
    way: number;

    private readonly carriers: Entity[];

    private readonly soles: Map<string, Sole>[];

    private readonly down = new Map<string, number>();

    private readonly turns = new Map<Entity, Quat>();

    private readonly legs: { own: Entity[]; clip: Entity[] }[];

    private fastest = 0;

    private raced = 0;

    private time = 0;

    private lastClipTime = 0;

    readonly speed: number;

    constructor(readonly character: Character, readonly clip: Clip, readonly course: Course, private readonly options: CourseOptions = {}) {
        character.clear();
        [this.actor, this.twin] = [character.add(), character.add()];
        const { forward, height } = character;
        const yaw = -Math.atan2(forward.x, forward.z) * 180 / Math.PI;
        const { rate = 1 } = options;
        this.soles = [this.actor, this.twin].map(instance => new Map(this.feet.map((id) => {
            const shape = measureSole(instance.model, this.legOf(instance, id).at(-1)!, Vec3.UP, forward, height);
            return [id, new Sole(shape, node => node)];
        })));
        this.carriers = [this.actor, this.twin].map((instance) => {
            const carrier = character.addEntity();
            carrier.setEulerAngles(0, yaw, 0);
            instance.model.reparent(carrier);
            instance.play(clip, rate);
            return carrier;
        });
        const contacts = character.kinds.get(clip)!.contacts!;
        const [x, y, z] = contacts.groundVelocity;
        const velocity = this.twin.model.getWorldTransform().transformVector(new Vec3(-x, -y, -z));
        this.speed = Math.max(0, velocity.z) * rate * (options.share ?? 1);
        this.way = (options.from ?? -1.5) * height;
        this.move();
        options.before?.(this.actor, this.speed);
        const { model } = this.actor;
        if (!model.script) model.addComponent('script');
        this.placer = model.script!.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true, dampPelvis: true, ...options.attributes } }) as MecFootPlacer;
        this.placer.setGround(course.ground);
        this.legs = this.feet.map(id => ({ own: this.legOf(this.actor, id), clip: this.legOf(this.twin, id) }));
    }

    get feet(): LimbName[] {
        return feetOf(this.character);
    }

    get atSeam(): boolean {
        return this.clipTime < this.lastClipTime;
    }

    get clipTime(): number {
        const layer = this.twin.model.anim!.baseLayer!;
        return layer.activeStateCurrentTime % this.clip.track.duration;
    }

    get now(): number {
        return this.time;
    }

    readonly soleOf = (id: string, ofTwin = false): Sole => this.soles[ofTwin ? 1 : 0].get(id)!;

    legOf(instance: Instance, id: LimbName): Entity[] {
        return this.character.rig.limbs[id]!.bones.map(bone => instance.nodes[this.character.placeOf(bone)] as Entity);
    }

    /** Walks to the end of the course, or on for a number of frames. */
    run(count = Infinity): CourseFigures {
        const { course, character, speed, options } = this;
        if (!(count < Infinity) && !(speed > 0)) throw new Error(`the clip ${this.clip.name} does not get to the end of the course`);
        const until = course.end + 2.2 * character.height;
        const frames = count < Infinity ? count : Math.ceil((until - this.way) / speed / FRAME);
        for (let i = 0; i < frames; i++) {
            this.step();
            options.each?.(this);
        }
        // the fastest of the clip at its own pace: an edge is passed in the same time when it plays slowly
        this.figures.joint = this.raced / Math.max(1, this.fastest / (options.rate ?? 1));
        return this.figures;
    }

    private move() {
        const { course, options, way } = this;
        const height = options.isSnapped ? course.heightAt(0, way) : course.line(way);
        this.carriers[0].setPosition(0, height, way);
        this.carriers[1].setPosition(0, 0, way);
        const platform = course.move?.(this.time);
        if (!platform) return;
        this.carriers[0].setPosition(platform.toWorld(new Vec3(0, height, way)));
        this.carriers[0].setRotation(platform.rotation.clone().mul(this.carriers[1].getRotation()));
    }

    private step() {
        const { character, course, figures } = this;
        this.time += FRAME;
        this.way += this.speed * FRAME;
        this.move();
        this.lastClipTime = this.clipTime;
        character.step();
        const { height } = character;
        const rootHeight = this.carriers[0].getPosition().y;
        const isAfter = this.way > course.end + 1.5 * height;
        const note = (id: string) => `${id} at way ${(this.way / height).toFixed(2)} clip ${this.clipTime.toFixed(2)}`;
        const see = (what: 'afterSole' | 'afterHips' | 'deep' | 'over', value: number, id: string) => {
            if (value <= figures[what]) return;
            figures[what] = value;
            figures.note[what] = note(id);
        };
        for (const id of this.feet) {
            const own = this.soleOf(id).read(), twin = this.soleOf(id, true).read();
            let low = Infinity, twinLow = Infinity;
            for (let v = 0; v < own.length; v += 3) {
                low = Math.min(low, course.distanceTo(own[v], own[v + 1], own[v + 2]));
                twinLow = Math.min(twinLow, twin[v + 1]);
            }
            if (this.time < 0.5) continue;
            const since = this.placer.isDown(id) ? (this.down.get(id) ?? 0) + FRAME : 0;
            this.down.set(id, since);
            if (isAfter) see('afterSole', Math.abs(low - twinLow) / height, id);
            see('deep', (Math.max(0, -low) - Math.max(0, -twinLow)) / height, id);
            if (since > 0.05) see('over', (low - Math.max(0, twinLow)) / height, id);
        }
        const [hips, twinHips] = [this.actor, this.twin].map(instance => (instance.bone('hips') ?? instance.nodes[0]).getPosition().y);
        if (isAfter) see('afterHips', Math.abs(hips - rootHeight - twinHips) / height, 'hips');
        this.readTurns(note);
    }

    private readTurns(note: (id: string) => string) {
        this.legs.forEach(({ own, clip }, foot) => {
            for (let i = 1; i < own.length; i++) {
                const [length, twin] = [own, clip].map(leg => leg[i].getPosition().distance(leg[i - 1].getPosition()));
                const stretch = Math.abs(length / twin - 1);
                if (!(stretch > this.figures.stretch)) continue;
                this.figures.stretch = stretch;
                this.figures.note.stretch = `${own[i].name} ${length.toFixed(3)} for ${twin.toFixed(3)} ${note(this.feet[foot])}`;
            }
            for (const bone of [...own, ...clip]) {
                const now = bone.getLocalRotation();
                const before = this.turns.get(bone);
                if (before && !this.atSeam && this.time > 0.5) {
                    const turn = turnBetween(before, now);
                    if (clip.includes(bone)) this.fastest = Math.max(this.fastest, turn);
                    else if (turn > this.raced) {
                        this.raced = turn;
                        this.figures.note.joint = `${bone.name} ${note(this.feet[foot])}`;
                    }
                }
                this.turns.set(bone, now.clone());
            }
        });
    }
}
