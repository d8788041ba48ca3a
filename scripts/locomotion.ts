import type { AnimComponent } from 'playcanvas';

import type { AnimLayer } from './anim/component/anim-layer';
import type { AnimReader } from './anim/component/anim-reader';
import { findAnim } from './anim/component/find-anim';
import { isOwnState } from './anim/component/interlude';
import { feetOf } from './anim/contacts/known-contacts';
import type { Ground } from './core/ground/ground';
import type { Steps } from './core/timing/steps';
import { Course } from './feet/course/course';
import { FootChanges } from './feet/foot-changes';
import { prepareFeet } from './feet/prepare-feet';
import type { FootPlacing } from './feet/stride/stairs';
import type { Standing } from './feet/stride/standing';
import { StridePass, type StrideWish } from './feet/stride/stride-pass';
import { locomotionAttributes, type LocomotionAttributes } from './locomotion/attributes';
import { HARD } from './locomotion/choose-in-air';
import { ClipSource } from './locomotion/clip-source';
import { GraphParameters } from './locomotion/graph-parameters';
import { Idling, type IdleRandomizing } from './locomotion/idling';
import { Lean } from './locomotion/lean';
import { Pivot } from './locomotion/pivot';
import { Playback } from './locomotion/playback';
import { heightOf, type Chosen } from './locomotion/repertoire';
import { RootMover } from './locomotion/root-motion';
import { Whereabouts } from './locomotion/whereabouts';
import { sayWideFeet } from './locomotion/wide-feet';
import { PhysicsGround } from './physics/physics-ground';
import { ReadStatus } from './pose/bone-set';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';

export { locomotionAttributes };

export interface Locomotion extends LocomotionAttributes {}

/** Speeds in heights a second at which a character sets out and stands; and seconds by which it is foreseen that it comes to a halt. */
const SETS_OUT = 0.05;
const STANDS = 0.03;
const FORESEEN = 0.12;

/** Least and largest speed as shares of a clip's own. */
const LEAST = 0.1;
const MOST = 3;

/** Speed in heights a second from which on a contact is a landing. */
const LANDS = 0.4;

/** Share of a leg by which a character that crouches without a clip for it is let down. */
const CROUCH = 0.25;

/** Metres a second squared, where no physics say otherwise. */
const GRAVITY = 9.81;

/** What the script uses of strideWarp. */
interface Striding { enabled: boolean; speed: number; direction: number }

/**
 * Lets a character walk by itself when something moves it: a physics body, a controller, a tween, a network. It measures how the entity moves over the
 * ground that it stands on, chooses among the character's clips by what they do, and plays them so that planted feet stay where they are.
 *
 * Gaits go over into each other in phase, by inertialization, as in `poseTransition`; strides and playing rates are fitted to the speed, and feet held to
 * the ground, as by `strideWarp`. Where these scripts are on the character, they do that work. Standing feet stay in their place as the entity turns, and
 * step when they are too far off. The script moves no entity but for *Root Motion*.
 *
 * @example
 * // on a character that the game moves: that is all
 * hero.script!.create('locomotion');
 * @example
 * // its own state graph chooses what plays
 * hero.script!.create('locomotion', { attributes: { speedParameter: 'speed' } });
 */
export class Locomotion extends CharacterScript {
    /**
     * Fired when the character sets out.
     *
     * @event
     */
    static EVENT_START = 'start';

    /**
     * Fired when it begins to stand.
     *
     * @event
     */
    static EVENT_STOP = 'stop';

    /**
     * Fired when a foot comes down, with its bone and its speed in metres a second of the scene.
     *
     * @event
     * @example
     * locomotion.on('step', (foot: GraphNode, speed: number) => playSound(foot.getPosition(), speed));
     */
    static EVENT_STEP = 'step';

    /**
     * Fired when it jumps off.
     *
     * @event
     */
    static EVENT_JUMP = 'jump';

    /**
     * Fired when it has landed, with the speed of the fall in metres a second of the scene.
     *
     * @event
     */
    static EVENT_LAND = 'land';

    /**
     * Fired in each frame in which the gait of {@link play} goes on, with *Root Motion* on *Report*: how far the entity should, in the scene. The vector is used again.
     *
     * @event
     * @example
     * locomotion.on('rootMotion', (offset: Vec3) => hero.setPosition(hero.getPosition().clone().add(offset)));
     */
    static EVENT_ROOT_MOTION = 'rootMotion';

    private pass: StridePass | null = null;

    private changes: FootChanges | null = null;

    private reader: AnimReader | null = null;

    /** The record that the parts were made for. */
    private made: PoseRecord | null = null;

    private source!: ClipSource;

    private readonly where = new Whereabouts();

    private readonly playback = new Playback(this.where);

    private readonly travel = new RootMover();

    private ground: PhysicsGround | null = null;

    private ownGround: Ground | null = null;

    private readonly graph = new GraphParameters();

    private readonly leaning = new Lean();

    private readonly idling = new Idling();

    private readonly pivot = new Pivot();

    private readonly wish: StrideWish = { speed: -0, direction: -0, least: LEAST, most: MOST, stairs: true, isMoved: true };

    private isGoing = false;

    /** Feet that were down in the last frame, a bit each. */
    private downBits = 0;

    override initialize() {
        this.source = new ClipSource(this.app, this.reports, this.setClips);
        super.initialize();
        this.on('attr:clips', this.refresh, this);
        this.on('enable', () => this.source.switchAnim(true));
        this.on('disable', () => this.source.switchAnim(false));
        this.on('destroy', () => {
            this.ground?.destroy();
            this.source.removeAnim();
        });
    }

    /** What plays: `idle`, `walk`, `run`, ...; empty: nothing of this script's. */
    get kind(): string {
        return this.playback.playing?.kind ?? '';
    }

    /** Speed of the entity over its ground, in the scene's metres a second. */
    get speed(): number {
        return this.travel.speed || this.where.motion.speed;
    }

    /** Direction of its movement against where the character looks, in degrees, positive to the left; 0 for one that stands. */
    get direction(): number {
        return this.where.direction;
    }

    /** Whether there is ground below it. Without physics and without {@link setGround} there always is. */
    get isGrounded(): boolean {
        return !this.where.air.isAirborne;
    }

    /**
     * Plays a kind of clip while nothing moves the entity: as on a treadmill, or with *Root Motion* on *Follow* the clip moves it.
     *
     * @param kind - `walk`, `run` or another gait that the character has, or `crouch`; anything else: it stands again.
     * @param speed - Metres per second; without it the clip's own.
     */
    play(kind: string, speed = 0) {
        this.playback.asked = kind === '' || kind === 'idle' ? null : { kind, speed: speed > 0 && speed < Infinity ? speed : 0 };
    }

    /**
     * Jumps off with the clip for it: to be called as the game lets the entity jump. One that leaves the ground without is seen a frame later.
     *
     * @param delay - Seconds until the entity leaves the ground.
     */
    jump(delay = 0) {
        this.playback.jump(delay > 0 && delay < Infinity ? delay : 0);
    }

    /** Takes another ground than the bodies of the physics engine; null: those again. */
    setGround(ground: Ground | null) {
        this.ownGround = ground;
    }

    protected drop() {
        this.pass?.restoreRate();
        this.pass = null;
        this.reader = null;
        this.playback.drop();
        this.source.forget();
    }

    protected override prepareModel(rig: Rig): Steps<void> {
        return prepareFeet(rig, feetOf(rig));
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig, 'trunk', 'legs');
        const pass = StridePass.of(rig, record, this.entity);
        if (!pass) {
            this.reports.add('no legs were found on this character, so it cannot walk. Remove the script, or run check-rig to see what is missing.');
            return false;
        }
        const wide = sayWideFeet(rig);
        if (wide !== '') this.reports.add(wide);
        this.pass = pass;
        this.made = record;
        this.changes = FootChanges.of(record);
        this.reader = pass.gait.reader;
        this.ground ??= new PhysicsGround(this.app, this.entity);
        this.where.course = Course.of(record, rig, this.entity);
        this.where.forget();
        this.findClips();
        return true;
    }

    protected override leave() {
        this.pass?.restoreRate();
        this.pass?.forget();
        this.where.forget();
        this.leaning.forget();
        this.idling.forget(this.companion<IdleRandomizing>('idleRandomizer'));
        this.travel.forget();
        this.isGoing = false;
        const anim = this.reader?.component?.entity ? this.reader.component : null;
        this.playback.leave(anim, anim && this.reader!.baseLayer);
    }

    protected step(dt: number) {
        const { pass, reader, record, rig } = this;
        if (!pass || !reader || !record || !rig) return;
        this.findClips();
        const { where, playback, playback: { standing, seam, repertoire } } = this;
        pass.gait.schedule.update();
        const layer = reader.isActive ? reader.baseLayer : null;
        if (!standing || !seam || !repertoire || !layer) return;
        const { course } = where;
        where.height = heightOf(rig);
        where.readAxes(standing);
        course.read(dt);
        this.follow(layer, dt);
        where.measure(this.ownGround ?? (this.ground!.isThere ? this.ground : null), dt);
        if (course.hasJumped) this.leaning.forget();
        this.leaning.step(where, this.app.systems.rigidbody?.gravity.length() || GRAVITY, this.lean, dt);
        this.tellAir(standing, pass);
        if (this.graph.write(reader.component!, this.speedParameter, this.directionParameter, this.groundedParameter, this)) {
            this.tellGraph();
            return;
        }
        if (playback.timeLeft > 0) this.changes!.sayOnTheWay(playback.timeLeft);
        if (!this.acceptPose(playback.step(dt) ? ReadStatus.ok : ReadStatus.broken, record)) return;
        this.stride(pass, standing, layer, dt);
        this.choose(layer, pass);
        this.idling.step(this.companion<IdleRandomizing>('idleRandomizer'), playback.playing?.kind === 'idle', dt);
    }

    /** Moves the entity as the gait that is asked for goes, or reports it. */
    private follow(layer: AnimLayer, dt: number) {
        const { travel, where: { up, ahead, height, air, course } } = this;
        if (this.rootMotion !== 'follow' && this.rootMotion !== 'report') {
            travel.forget();
            return;
        }
        const goes = this.isOnTreadmill && isOwnState(layer.state) && !air.isAirborne;
        travel.step(goes ? this.playback.gaitOf(layer.state) : null, this.playback.asked?.speed ?? 0, up, ahead, height, dt);
        if (travel.speed === 0) return;
        if (this.rootMotion === 'follow') travel.move(this.entity, up, dt);
        else this.announce(Locomotion.EVENT_ROOT_MOTION, travel.offset);
        course.own.set(travel.moved);
    }

    /** Brings the legs onto their strides, or lets strideWarp do it. */
    private stride(pass: StridePass, standing: Standing, layer: AnimLayer, dt: number) {
        const { wish, pivot, playback: { playing, transitions, feet }, where: { motion, air, course, direction } } = this;
        const gait = this.playback.gaitOf(layer.state);
        const isTreadmill = this.isOnTreadmill;
        wish.speed = isTreadmill ? this.travel.speed || this.playback.asked!.speed : pivot.isOn ? pivot.speed : motion.speed;
        wish.direction = gait && !isTreadmill && !pivot.isOn ? nearest(direction - gait.direction) : 0;
        wish.isMoved = !isTreadmill || this.rootMotion === 'follow';
        const warp = this.companion<Striding>('strideWarp');
        if (warp?.enabled) {
            warp.speed = wish.speed;
            warp.direction = Math.min(90, Math.max(-90, wish.direction));
        }
        if (warp?.enabled || !playing || !isOwnState(layer.state) || air.isAirborne) {
            pass.restoreRate();
            pass.forget();
            return;
        }
        if (!this.readPose(pass.set)) return;
        pass.body.lean.set(this.leaning.turn);
        const transition = this.playback.transitionOf(layer.state);
        pass.above = transition ? 1 : this.playback.mixed;
        pass.body.crouch = this.playback.isLow && playing.kind !== 'crouch' ? CROUCH : 0;
        pass.observe(true);
        if (transition) {
            pass.lead(dt, standing, feet!.read(transition, layer.time, layer.speed, this.rig!.skeleton.nodes[0]), transitions.rate);
            transitions.step(layer.time, course.turn, dt);
        } else if (gait && pass.isWalking) pass.walk(dt, wish, this.companion<FootPlacing>('mecFootPlacer'), true);
        else pass.stand(dt, standing);
        this.tellSteps(pass);
    }

    /** Tells of jumps and landings, and lets the knees give. */
    private tellAir(standing: Standing, pass: StridePass) {
        const { air: { hasJumped, landed }, height } = this.where;
        if (hasJumped) this.announce(Locomotion.EVENT_JUMP);
        if (!(landed >= 0)) return;
        standing.land();
        if (!(landed > LANDS * height)) return;
        // a clip for it gives by itself
        pass.give(this.playback.playing?.kind === 'land' ? Math.max(0, landed - HARD * height) : landed);
        this.announce(Locomotion.EVENT_LAND, landed);
    }

    /** Tells of feet that have come down. */
    private tellSteps({ feet }: StridePass) {
        let bits = 0;
        for (let i = 0; i < feet.length; i++) {
            if (!feet[i].path.isDown) continue;
            bits |= 1 << i;
            if ((this.downBits & (1 << i)) === 0) this.announce(Locomotion.EVENT_STEP, feet[i].node, this.where.motion.speed);
        }
        this.downBits = bits;
    }

    /** Whether the character walks in its place. */
    private get isOnTreadmill(): boolean {
        return this.playback.asked !== null && !this.isGoing;
    }

    /** Chooses what plays in the next frame. */
    private choose(layer: AnimLayer, pass: StridePass) {
        const { playback, playback: { playing }, where: { motion, height, course } } = this;
        playback.isLow = this.crouch || (this.isOnTreadmill && playback.asked!.kind === 'crouch');
        const active = layer.source.activeState;
        // clips that were given in this frame are shown in the next one, and gone on with from there
        if (layer.state === '') return;
        // an action that something else plays: it is left alone until it has ended
        if (playing && !isOwnState(active) && (layer.isLooping || layer.state !== active || layer.time < layer.duration - FORESEEN)) return;
        const coming = motion.speedIn(FORESEEN);
        const wasGoing = this.isGoing;
        this.pivot.step(motion, course.turnRate, wasGoing);
        this.isGoing = wasGoing ? this.pivot.isOn || (motion.speed > STANDS * height && coming > 0) : coming > SETS_OUT * height;
        const mayLead = !this.companion<Striding>('strideWarp')?.enabled;
        const next = playback.next(layer, pass, this.isGoing, this.pivot.isOn, mayLead);
        if (next && (next !== playing || !isOwnState(active))) playback.enter(next, layer, pass, this.companion<{ enabled: boolean }>('poseTransition')?.enabled ?? false);
        if (wasGoing !== this.isGoing) this.announce(this.isGoing ? Locomotion.EVENT_START : Locomotion.EVENT_STOP);
    }

    /** Looks at the character's clips, where they are others than before. */
    private findClips() {
        const { rig, reader, source } = this;
        if (!rig || !reader) return;
        const anim = reader.component?.entity ? reader.component : findAnim(rig.skeleton.nodes[0]);
        // a model that was destroyed needs none
        const isGone = rig.skeleton.nodes[0] !== this.entity && !rig.skeleton.nodes[0].parent;
        if (anim ? !source.hasChanged(anim) : isGone) return;
        // animationRetarget brings one of its own
        const retarget = this.companion<{ enabled: boolean; ready: boolean }>('animationRetarget');
        if (!anim && retarget?.enabled && !retarget.ready) return;
        source.look(anim ?? source.addAnim(this.entity), rig, this.clips);
    }

    private readonly setClips = (chosen: readonly Chosen[], anim: AnimComponent, rig: Rig) => {
        this.playback.take(chosen, anim, rig, this.entity, this.pass!.feet, this.made!);
    };

    private tellGraph() {
        const { problem } = this.graph;
        if (problem === '') this.reports.leave('parameter');
        else this.reports.enter('parameter', problem);
    }
}

/** An angle in degrees, -180 to 180. */
function nearest(angle: number): number {
    return angle - 360 * Math.round(angle / 360);
}
