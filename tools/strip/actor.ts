import { findCharacter, findSteps, limberScripts, type ActiveRagdoll, type Character, type HitReactions, type InstantTurn, type StrideWarp } from 'limber';
import { Entity, Vec3, type AnimTrack, type AppBase, type GraphNode, type ScriptType } from 'playcanvas';

import type { BuiltLane } from './lane';
import type { Request } from './request';
import type { Gait, Player, Scene, Triple } from './scene';

// A character in a scene: an entity that the game moves as a controller would, the model below it, and scripts on the upper one.

/** What clips of a gait are called; of several the shortest name counts. */
const NAMES: Readonly<Record<Gait, readonly RegExp[]>> = {
    idle: [/(?:^|[^a-z])idle/i, /idle|stand|survey|agree/i],
    walk: [/(?:^|[^a-z])walk/i, /walk|run|gallop|trot/i],
    run: [/gallop/i, /(?:^|[^a-z])run/i, /run|trot|walk/i]
};

/** Share of the height to the ground that is left after a second, as natural logarithm: what a controller does. */
const FOLLOW = 10;

/** Kilograms and gravity, m/s², that newton seconds are told for. */
const MASS = 75;
const GRAVITY = 9.81;

const CHEST = ['spine2', 'spine1', 'spine', 'hips'] as const;

const DEGREE = Math.PI / 180;

/** What limberSetup sets on a script that it adds. */
const SET_UP: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { mecFootPlacer: { adjustPelvisVertically: true, dampPelvis: true } };

/** Rows of handPlacer with which both hands touch. */
const TOUCHING = ['left', 'right'].map(hand => ({ hand, touch: true }));

/** A model with clips by their names. */
export interface Model {
    instantiate(): Entity;
    readonly clips: ReadonlyMap<string, AnimTrack>;
}

export class Actor implements Player {
    /** What the game moves. */
    readonly holder = new Entity('character');

    readonly model: Entity;

    readonly character: Character | null;

    readonly ball = new Entity('ball');

    /** Metres of the scene a second. */
    private pace = 0;

    private clip = '';

    /** Where the model faces in its holder, radians. */
    private readonly facing: number;

    private readonly scripts = new Map<string, ScriptType>();

    constructor(app: AppBase, private readonly lane: BuiltLane, private readonly scene: Scene, private readonly source: Model, private readonly request: Request) {
        this.model = source.instantiate();
        app.root.addChild(this.holder);
        this.holder.addChild(this.model);
        this.character = findCharacter(this.model);
        const forward = this.character?.forward ?? Vec3.BACK;
        this.facing = Math.atan2(forward.x, forward.z);
        this.holder.setPosition(lane.world([0, 0, 0]));
        this.holder.setEulerAngles(0, -this.facing / DEGREE, 0);
        if (source.clips.size > 0) this.model.addComponent('anim', { activate: true });
        for (const [name, track] of source.clips) this.model.anim!.assignAnimation(name, track);
        app.root.addChild(this.ball);
        // who walks does not walk into it
        this.ball.setPosition(lane.world(scene.gait === 'idle' ? [0, 1.6, 3] : [1, 1.6, 12]));
        this.play(scene.gait);
    }

    /** Adds the scripts that are wanted, set up as limberSetup does it. */
    addScripts() {
        const { holder, request, ball, scene } = this;
        holder.addComponent('script');
        // who falls gets up with the pack's motions where he has none of his own
        if (request.scripts.includes('hitReactions')) holder.script!.create('limberSetup', { attributes: { animate: true } });
        for (const name of this.inOrder(request.scripts)) {
            const attributes: Record<string, unknown> = name === 'perfectLookAt' ? { targetObject: ball } : name === 'handPlacer' ? { hands: scene.touches ? TOUCHING : [{ hand: 'right', target: ball }] } : { ...SET_UP[name] };
            for (const [script, attribute, value] of request.settings) if (script === name) attributes[attribute] = value;
            const script = holder.script!.create(name, { attributes }) as ScriptType | null;
            if (!script) throw new Error(`there is no script "${name}"`);
            this.scripts.set(name, script);
        }
        if (this.scripts.has('perfectLookAt') || (this.scripts.has('handPlacer') && !scene.touches)) this.showBall();
    }

    /** A script of this character, or null. */
    script<T extends ScriptType>(name: string): T | null {
        return (this.scripts.get(name) as T | undefined) ?? null;
    }

    /** Sentences of the scripts about themselves. */
    problems(): string[] {
        return [...this.scripts.values()].flatMap(script => (script as ScriptType & { problems?: () => string[] }).problems?.() ?? []);
    }

    /** A bone by its role or name. */
    bone(name: string): GraphNode | null {
        return this.character?.bones.get(name as never) ?? this.model.findByName(name);
    }

    /** Where the camera looks, without its height: midway between hips and head. */
    get middle(): Vec3 {
        const { holder, character } = this;
        const ends = [character?.bones.get('hips'), character?.bones.get('head')].flatMap(bone => bone?.getPosition().clone() ?? []);
        const middle = ends.reduce((sum, end) => sum.add(end), new Vec3()).divScalar(ends.length || 1);
        return ends.length > 0 ? middle.set(middle.x, holder.getPosition().y, middle.z) : holder.getPosition().clone();
    }

    play(gait: Gait) {
        const { clips } = this.source;
        const clip = this.request.clip && gait === this.scene.gait ? this.findClip([new RegExp(`^${this.request.clip}$`, 'i')]) : this.findClip(NAMES[gait]);
        const name = clip || [...clips.keys()][0] || '';
        const layer = this.model.anim?.baseLayer;
        if (layer && name !== '' && name !== this.clip) {
            if (this.clip === '') layer.play(name);
            else layer.transition(name, 0);
        }
        this.clip = name;
        const track = clips.get(name);
        const steps = track ? findSteps(this.model, track) : null;
        const own = steps?.speed ?? 0;
        const tread = this.scene.tread && steps ? this.scene.tread * this.lane.unit / (steps.strideTime / 2) : Infinity;
        // an animal takes as many treads a step as its stride has
        const treads = this.character?.legs === 4 ? Math.max(1, Math.floor(own / tread)) : 1;
        this.pace = gait === 'idle' ? 0 : this.request.speed ?? Math.min(own, treads * tread);
    }

    go(share: number) {
        const walk = this.source.clips.get(this.findClip(NAMES.walk));
        this.pace = share * (this.request.speed ?? (walk ? findSteps(this.model, walk)?.speed ?? 0 : 0));
    }

    turn(degrees: number) {
        this.holder.rotate(0, degrees, 0);
    }

    turnAbout() {
        const turner = this.script<InstantTurn>('instantTurn');
        if (turner) turner.turn();
        else this.turn(180);
    }

    hit(newtonSeconds: number, degrees: number) {
        const chest = CHEST.map(role => this.character?.bones.get(role)).find(bone => bone) as Entity | undefined;
        const ragdoll = this.script<ActiveRagdoll>('activeRagdoll');
        if (!chest || !ragdoll) return;
        const angle = this.heading + degrees * DEGREE;
        // as fast for its size as a person of that mass
        const fall = -ragdoll.app.systems.rigidbody!.gravity.y / GRAVITY;
        const share = ragdoll.totalMass / MASS * Math.sqrt(this.lane.unit * fall);
        const impulse = new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(newtonSeconds * share);
        const reactions = this.script<HitReactions>('hitReactions');
        if (reactions) reactions.hit(chest, chest.getPosition(), impulse);
        else ragdoll.addImpulse(chest, impulse, chest.getPosition());
    }

    limp() {
        const ragdoll = this.script<ActiveRagdoll>('activeRagdoll');
        if (ragdoll) Object.assign(ragdoll, { rotationWeight: 0, translationWeight: 0, active: true });
    }

    lookAt(at: Triple) {
        this.ball.setPosition(this.lane.world(at));
    }

    lookBeside([x, y, z]: Triple) {
        const head = this.bone('head')?.getPosition() ?? this.holder.getPosition();
        this.ball.setPosition(new Vec3(x, y, z).mulScalar(this.lane.unit).add(head));
    }

    /** Moves the character, before the scripts and the animation of a frame. */
    update(time: number, dt: number) {
        const { holder, lane, scene } = this;
        const ride = lane.update(time);
        scene.update?.(this, time, dt);
        for (const [at, act] of scene.acts ?? []) if (at >= time - dt && at < time) act(this);
        const warp = this.script<StrideWarp>('strideWarp');
        if (warp) warp.speed = this.pace;
        if (this.isDown) return;
        const place = holder.getPosition().clone();
        const way = this.pace * dt;
        place.add(new Vec3(way * Math.sin(this.heading), 0, way * Math.cos(this.heading)));
        if (ride && scene.rides) {
            place.add(ride.way);
            this.turn(ride.turn);
        }
        const height = lane.heightAt(place);
        if (height !== null) place.y += (height - place.y) * (1 - Math.exp(-FOLLOW * dt));
        holder.setPosition(place);
    }

    destroy() {
        this.holder.destroy();
        this.ball.destroy();
    }

    /** Where it goes, radians from z to x. */
    private get heading(): number {
        const ahead = this.holder.getRotation().transformVector(new Vec3(Math.sin(this.facing), 0, Math.cos(this.facing)));
        return Math.atan2(ahead.x, ahead.z);
    }

    /** Whether the game does not move it. */
    private get isDown(): boolean {
        return ['falling', 'settled', 'gettingUp'].includes(this.script<HitReactions>('hitReactions')?.state ?? '');
    }

    /** Scripts in their order of effect: on four legs the feet tilt the body before the head looks. */
    private inOrder(names: readonly string[]): string[] {
        const isFirst = (name: string) => this.character?.legs === 4 && name === 'mecFootPlacer';
        const rank = (name: string) => limberScripts.findIndex(script => script.name === (isFirst(name) ? 'perfectLookAt' : name)) - Number(isFirst(name)) / 2;
        return [...names].sort((a, b) => rank(a) - rank(b));
    }

    private findClip(names: readonly RegExp[]): string {
        for (const name of names) {
            const [clip] = [...this.source.clips.keys()].filter(clip => name.test(clip)).sort((a, b) => a.length - b.length);
            if (clip) return clip;
        }
        return '';
    }

    private showBall() {
        const size = 0.12 * this.lane.unit;
        this.ball.addComponent('render', { type: 'sphere' });
        this.ball.setLocalScale(size, size, size);
    }
}
