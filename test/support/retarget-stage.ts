import { Quat, Vec3, type AnimTrack, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import { createApp, loadGlb } from './app';
import { measureSole, Sole } from './sole';
import { retargetTrack, type RetargetOptions } from '../../scripts/anim/retarget/retarget-track';
import { findSteps, type AnimationRetarget } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import type { Role } from '../../scripts/rig/roles';

// A clip on the character that it was made for and on another one, and how the two differ: joints of the nodes and vertices of the skin as the engine
// shows them, nothing that the retargeter says.

/** Figures are told for a person of this height. */
const PERSON = 1.75;

/** Frames a second at which both are looked at. */
const RATE = 60;

/** A character with a clip, at any time of it. */
export class Player {
    readonly rig: Rig;

    readonly up = new Vec3(0, 1, 0);

    readonly forward: Vec3;

    readonly size: number;

    readonly soles: readonly Sole[];

    readonly feet: readonly GraphNode[];

    /** Counts clips. */
    private played = 0;

    constructor(readonly app: AppBase, readonly entity: Entity) {
        app.root.addChild(entity);
        this.rig = findCharacter(entity)!;
        const { skeleton: { space }, forward, up, height } = this.rig;
        const toWorld = (v: Float64Array) => (space ? space.getWorldTransform().transformVector(new Vec3([...v]), new Vec3()) : new Vec3([...v]));
        const ahead = toWorld(forward);
        this.forward = ahead.sub(this.up.clone().mulScalar(ahead.dot(this.up))).normalize();
        this.size = height * toWorld(up).length();
        this.feet = (['leftFoot', 'rightFoot', ...this.rig.legs === 4 ? ['leftHand', 'rightHand'] as const : []] as const).flatMap((name) => {
            const bones = this.rig.limbs[name]?.bones;
            return bones ? [this.rig.skeleton.nodes[bones[bones.length - 1]]] : [];
        });
        this.soles = this.feet.map(foot => new Sole(measureSole(entity, foot, this.up, this.forward, this.size), node => node));
    }

    play(track: AnimTrack) {
        if (!this.entity.anim) this.entity.addComponent('anim', { activate: true });
        // a state that plays goes on with its clip when it is given another one
        const state = `Clip ${++this.played}`;
        this.entity.anim!.assignAnimation(state, track);
        this.entity.anim!.baseLayer!.play(state);
    }

    /** Goes to a time; the next frame shows it. */
    seek(time: number) {
        this.entity.anim!.baseLayer!.activeStateCurrentTime = time;
    }

    bone(role: Role): GraphNode | null {
        const bone = this.rig.bones.get(role);
        return bone === undefined ? null : this.rig.skeleton.nodes[bone];
    }

    /** A direction as the character has it: to its left, up, ahead. */
    own(v: Vec3): Vec3 {
        return new Vec3(v.dot(new Vec3().cross(this.up, this.forward)), v.dot(this.up), v.dot(this.forward));
    }

    /** From one joint to another, unit length; null where one is not known. */
    way(from: Role, to: Role): Vec3 | null {
        const [a, b] = [this.bone(from), this.bone(to)];
        return a && b && this.own(b.getPosition().clone().sub(a.getPosition())).normalize();
    }

    /** Where a bone looks that looked ahead or up in the reference pose; null where it is not known. */
    look(bone: number | undefined, way: 'forward' | 'up'): Vec3 | null {
        if (bone === undefined) return null;
        const { skeleton: { nodes, rotations } } = this.rig;
        const [x, y, z, w] = rotations.subarray(4 * bone, 4 * bone + 4);
        const turn = nodes[bone].getRotation().clone().mul(new Quat(x, y, z, w).invert());
        return this.own(turn.transformVector(new Vec3([...this.rig[way]]), new Vec3()));
    }

    /** Length in the scene of a length of its clips. */
    get scale(): number {
        return this.entity.getWorldTransform().getScale().y;
    }

    /** A length of it on a person. */
    onPerson(length: number): number {
        return length * PERSON / this.size;
    }
}

/** Parts of limbs by their ends. */
const PARTS: readonly (readonly [Role, Role])[] = (['left', 'right'] as const).flatMap(side => [
    [`${side}UpperArm`, `${side}Forearm`], [`${side}Forearm`, `${side}Hand`], [`${side}Thigh`, `${side}Shin`], [`${side}Shin`, `${side}Foot`]
] as const);

/** What of the trunk is compared: the chest, and the head. */
const TRUNK: readonly (readonly [string, (rig: Rig) => number | undefined])[] = [['chest', ({ spine }) => spine[spine.length - 1]], ['head', ({ bones }) => bones.get('head')]];

/** What a clip is on another character. Angles in degrees, lengths in millimetres of a person. */
export interface RetargetFigures {
    /** Directions of the parts of each limb, and where chest and head look and have their up, against the source, all frames. */
    readonly directions: Readonly<Record<string, number[]>>;
    /** How far soles that lie flat and still on the source go over the ground on the target while they do: the ground goes as most of them do. */
    readonly drift: number;
    /** Their lowest point over or under the floor, and by how much they are pitched against the source's either way of what the shape of a shoe makes of it. */
    readonly height: number;
    readonly pitch: number;
    /** How deep any sole comes into the floor. */
    readonly depth: number;
    /** In how many frames a foot lies flat and still. */
    readonly planted: number;
}

const angle = (a: Vec3, b: Vec3) => Math.acos(Math.min(1, Math.max(-1, a.dot(b)))) * 180 / Math.PI;

/** The value below which a share of others is. */
export function quantile(values: readonly number[], share: number): number {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Heights and place of a sole. */
interface SoleState { lowest: number; highest: number; pitch: number; x: number; z: number }

function readSole(player: Player, foot: number, floor: number): SoleState {
    const sole = player.soles[foot];
    const points = sole.read();
    const state = { lowest: Infinity, highest: -Infinity, pitch: 0, x: 0, z: 0 };
    const at = (i: number) => player.own(new Vec3(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
    for (let i = 0; i < sole.count; i++) state.lowest = Math.min(state.lowest, at(i).y - floor);
    const mean = (list: readonly number[]) => list.reduce((sum, i) => sum.add(at(i)), new Vec3()).mulScalar(1 / Math.max(1, list.length));
    const [heel, toe, tread] = [mean(sole.heel), mean(sole.toe), mean(sole.tread)];
    for (const i of sole.tread) state.highest = Math.max(state.highest, at(i).y - floor);
    state.pitch = Math.atan2(toe.y - heel.y, Math.hypot(toe.x - heel.x, toe.z - heel.z)) * 180 / Math.PI;
    state.x = tread.x;
    state.z = tread.z;
    return state;
}

/** Height above the floor in millimetres up to which a sole lies flat, and speed in metres a second up to which it is still. */
const FLAT = 12;
const STILL = 0.1;

/** Where a sole that is planted is, from the frame on which it is. */
type Planted = { readonly time: number; readonly x: number; readonly z: number }[];

/** Compares a clip with what was made of it. */
export function compare(source: Player, target: Player, track: AnimTrack, made: AnimTrack): RetargetFigures {
    source.play(track);
    target.play(made);
    const steps = findSteps(source.entity, track)!;
    const directions: Record<string, number[]> = Object.fromEntries([...PARTS.map(part => part.join('-')), ...TRUNK.map(([part]) => part)].map(part => [part, []]));
    const figures = { directions, drift: 0, height: 0, pitch: 0, depth: 0, planted: 0 };
    const count = Math.round(track.duration * RATE);
    const dt = track.duration / count;
    const last = source.soles.map((): SoleState | null => null);
    const plants: Planted[] = [];
    const pitches: number[][] = source.soles.map(() => []);
    const current = source.soles.map((): Planted | null => null);
    for (let frame = 0; frame < count; frame++) {
        const time = frame * dt;
        source.seek(time);
        target.seek(time);
        source.app.update(0);
        for (const [from, to] of PARTS) {
            const [a, b] = [source.way(from, to), target.way(from, to)];
            if (a && b) directions[`${from}-${to}`].push(angle(a, b));
        }
        for (const [part, boneOf] of TRUNK) {
            for (const way of ['forward', 'up'] as const) {
                const [a, b] = [source, target].map(player => player.look(boneOf(player.rig), way));
                if (a && b) directions[part].push(angle(a, b));
            }
        }
        source.soles.forEach((_, foot) => {
            const [now, own] = [readSole(source, foot, 0), readSole(target, foot, 0)];
            figures.depth = Math.max(figures.depth, 1000 * target.onPerson(-own.lowest));
            const before = last[foot];
            const speed = before ? Math.hypot(now.x - before.x, now.z - before.z + steps.speed * source.scale * dt) / dt : Infinity;
            last[foot] = now;
            const isDown = steps.feet[foot].stances.some(({ strike, release }) => (time >= strike && time <= release) || time + track.duration <= release);
            if (!(isDown && 1000 * source.onPerson(now.highest) < FLAT && source.onPerson(speed) < STILL)) {
                current[foot] = null;
                return;
            }
            figures.planted++;
            if (!current[foot]) plants.push(current[foot] = []);
            current[foot].push({ time, x: own.x, z: own.z });
            figures.height = Math.max(figures.height, 1000 * target.onPerson(Math.abs(own.lowest)));
            pitches[foot].push(own.pitch - now.pitch);
        });
    }
    figures.pitch = Math.max(0, ...pitches.map(some => (some.length > 0 ? (Math.max(...some) - Math.min(...some)) / 2 : 0)));
    figures.drift = 1000 * target.onPerson(driftOf(plants, steps.speed > 0));
    return figures;
}

/** The furthest that a planted sole goes over ground that passes as most of them do. */
function driftOf(plants: readonly Planted[], isGait: boolean): number {
    const rates = plants.filter(plant => plant.length > 2).map((plant) => {
        const [from, to] = [plant[0], plant[plant.length - 1]];
        return { x: (to.x - from.x) / (to.time - from.time), z: (to.z - from.z) / (to.time - from.time) };
    });
    const ground = isGait ? { x: quantile(rates.map(({ x }) => x), 0.5), z: quantile(rates.map(({ z }) => z), 0.5) } : { x: 0, z: 0 };
    return Math.max(0, ...plants.flatMap(plant => plant.map(({ time, x, z }) => {
        const since = time - plant[0].time;
        return Math.hypot(x - plant[0].x - ground.x * since, z - plant[0].z - ground.z * since);
    })));
}

/** Loads a character. */
export async function loadPlayer(app: AppBase, path: string): Promise<{ player: Player, clips: Map<string, AnimTrack> }> {
    const { instantiate, clips } = await loadGlb(app, path);
    return { player: new Player(app, instantiate()), clips };
}

/** A character that shows in each frame how another one walks, and a frame of its script. */
export async function loadLive(app: AppBase, path: string, motions: string): Promise<{ fan: Player, frame: () => void }> {
    const { player: dancer, clips } = await loadPlayer(app, motions);
    dancer.play(clips.get('walk')!);
    const { player: fan } = await loadPlayer(app, path);
    fan.entity.addComponent('script');
    const script = fan.entity.script!.create('animationRetarget', { attributes: { live: dancer.entity } }) as AnimationRetarget;
    // the seam is over by then
    for (let i = 0; i < 60; i++) app.update(1 / 60);
    const clock = app as unknown as { frame: number };
    return {
        fan,
        frame() {
            clock.frame++;
            script.postUpdate(1 / 60);
        }
    };
}

/** An application, and in it a character whose clips go over to others: made before the tests of a suite, destroyed after them. */
export function useSource(path: string): { app: AppBase, source: Awaited<ReturnType<typeof loadPlayer>> } {
    const stage = {} as ReturnType<typeof useSource>;
    before(async () => {
        const app = createApp();
        Object.assign(stage, { app, source: await loadPlayer(app, path) });
    });
    after(() => stage.app.destroy());
    return stage;
}

/** The clip on the target; an error where there is none. */
export function retarget(track: AnimTrack, source: Player, target: Player, options: RetargetOptions = {}): AnimTrack {
    const { track: made, problem } = retargetTrack(track, source.entity, target.entity, options);
    if (!made) throw new Error(problem);
    return made;
}
