import type { AnimComponent, GraphNode } from 'playcanvas';

import type { AnimLayer } from './anim/anim-layer';
import { AnimReader } from './anim/anim-reader';
import { animRootOf, findAnim } from './anim/find-anim';
import { phaseAt, timeAtPhase } from './anim/locomotion';
import { ReferencePose } from './anim/reference-pose';
import type { Ground } from './core/ground/ground';
import { dotVec, type Flat } from './core/math/flat-math';
import { RADIANS } from './core/math/scalars';
import { FootChanges } from './feet/foot-changes';
import type { FootPlacing } from './feet/stride/stairs';
import { Standing } from './feet/stride/standing';
import { StridePass, type StrideWish } from './feet/stride/stride-pass';
import { locomotionAttributes, type LocomotionAttributes } from './locomotion/attributes';
import { chooseGait, type Gait, type Played } from './locomotion/choose-gait';
import { ClipSource } from './locomotion/clip-source';
import { EntityMotion } from './locomotion/entity-motion';
import { GraphParameters } from './locomotion/graph-parameters';
import { GroundBelow } from './locomotion/ground-below';
import { heightOf, isOwnState, makeRepertoire, type Chosen, type Repertoire } from './locomotion/repertoire';
import { SameChannels } from './locomotion/same-channels';
import { PhysicsGround } from './physics/physics-ground';
import { ReadStatus } from './pose/bone-set';
import { PoseInertia } from './pose/pose-inertia';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';

export { locomotionAttributes };

export interface Locomotion extends LocomotionAttributes {}

/** Half-life in seconds of what is left of one clip as another one begins; half-lives after which it is gone, nearly, and the longest time taken for that. */
const HALF_LIFE = 0.08;
const THERE = 2;
const LONGEST = 0.25;

/** Speeds in heights a second at which a character sets out and stands; and seconds by which it is foreseen that it comes to a halt. */
const SETS_OUT = 0.05;
const STANDS = 0.03;
const FORESEEN = 0.12;

/** Least and largest speed as shares of a clip's own. */
const LEAST = 0.1;
const MOST = 3;

/** Speed against the fastest clip's beyond which an entity is taken to be put elsewhere, and for a character without clips, heights a second. */
const TOO_FAST = 2;
const FASTEST = 6;

/** Share of a swing at which a foot sets out: beside the other one. */
const BESIDE = 0.4;

/** Seconds in the air after which a character falls. */
const FALLS = 0.15;

/** What the script uses of strideWarp. */
interface Striding { enabled: boolean; speed: number; direction: number }

/**
 * Lets a character walk by itself when something moves it: a physics body, a controller, a tween, a network. It measures how the entity moves over the
 * ground that it stands on, chooses among the character's clips by what they do, and plays them so that planted feet stay where they are.
 *
 * Gaits go over into each other in phase, by inertialization, as in `poseTransition`; strides and playing rates are fitted to the speed, and feet held to
 * the ground, as by `strideWarp`. Where these scripts are on the character, they do that work. Standing feet stay in their place as the entity turns, and
 * step when they are too far off. The script moves no entity.
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

    private pass: StridePass | null = null;

    private changes: FootChanges | null = null;

    private reader: AnimReader | null = null;

    private seam: PoseInertia | null = null;

    private standing: Standing | null = null;

    /** The record that the parts were made for. */
    private made: PoseRecord | null = null;

    private repertoire: Repertoire | null = null;

    private source!: ClipSource;

    private channels: SameChannels | null = null;

    /** The anim component, where this script has added it. */
    private added: AnimComponent | null = null;

    /** What plays, and the state that was active before; null: nothing of this script's. */
    private playing: Played | null = null;

    private before = '';

    private readonly motion = new EntityMotion();

    private readonly below = new GroundBelow();

    private ground: PhysicsGround | null = null;

    private ownGround: Ground | null = null;

    private readonly graph = new GraphParameters();

    /** What {@link play} asks for. */
    private asked: { readonly kind: string; readonly speed: number } | null = null;

    private readonly wish: StrideWish = { speed: -0, direction: -0, least: LEAST, most: MOST, stairs: true, isMoved: true };

    /** Height of the character in the scene, direction of the movement, seconds until what is shown is the clip's, and in the air. */
    private height = -0;

    private towards = -0;

    private seamLeft = -0;

    private airTime = -0;

    private isGoing = false;

    /** Feet that were down in the last frame, a bit each. */
    private downBits = 0;

    private readonly up: Flat = new Float64Array(3);

    private readonly ahead: Flat = new Float64Array(3);

    private readonly place: Flat = new Float64Array(3);

    override initialize() {
        this.source = new ClipSource(this.app, this.reports, this.setClips);
        super.initialize();
        for (const name of Object.keys(locomotionAttributes)) this.on(`attr:${name}`, this.refresh, this);
        this.on('enable', () => this.switchAdded(true));
        this.on('disable', () => this.switchAdded(false));
        this.on('destroy', () => {
            this.ground?.destroy();
            if (this.added?.entity?.anim === this.added) this.added.entity.removeComponent('anim');
        });
    }

    /** What plays: `idle`, `walk`, `run`, ...; empty: nothing of this script's. */
    get kind(): string {
        return this.playing?.kind ?? '';
    }

    /** Speed of the entity over its ground, in the scene's metres a second. */
    get speed(): number {
        return this.motion.speed;
    }

    /** Direction of its movement against where the character looks, in degrees, positive to the left; 0 for one that stands. */
    get direction(): number {
        return this.towards;
    }

    /** Whether there is ground below it. Without physics and without {@link setGround} there always is. */
    get isGrounded(): boolean {
        return this.below.isNear(this.height > 0 ? this.height : 1);
    }

    /**
     * Plays a kind of clip while nothing moves the entity, as on a treadmill.
     *
     * @param kind - `walk`, `run` or another one that the character has; anything else: it stands again.
     * @param speed - Metres per second; without it the clip's own.
     */
    play(kind: string, speed = 0) {
        this.asked = kind === '' || kind === 'idle' ? null : { kind, speed: speed > 0 && speed < Infinity ? speed : 0 };
    }

    /** Takes another ground than the bodies of the physics engine; null: those again. */
    setGround(ground: Ground | null) {
        this.ownGround = ground;
    }

    protected drop() {
        this.pass?.restoreRate();
        this.pass = null;
        this.reader = null;
        this.seam?.cancel();
        this.seam = null;
        this.repertoire = null;
        this.source.forget();
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig, 'trunk', 'legs');
        const pass = StridePass.of(rig, record);
        if (!pass) {
            this.reports.add('no legs were found on this character, so it cannot walk. Take the script off, or see what is missing with check-rig.');
            return false;
        }
        const { nodes } = rig.skeleton;
        this.pass = pass;
        this.made = record;
        this.changes = FootChanges.of(record);
        this.reader = new AnimReader(nodes[0]);
        this.ground ??= new PhysicsGround(this.app, this.entity);
        this.motion.forget();
        this.findClips();
        return true;
    }

    protected override leave() {
        this.pass?.restoreRate();
        this.pass?.forget();
        this.seam?.cancel();
        this.motion.forget();
        this.seamLeft = 0;
        this.isGoing = false;
        const layer = this.reader?.component?.entity ? this.reader.baseLayer : null;
        if (this.playing && layer && isOwnState(layer.source.activeState) && this.before !== '') layer.source.transition(this.before, 0);
        this.playing = null;
    }

    protected step(dt: number) {
        const { pass, reader, record, rig } = this;
        if (!pass || !reader || !record || !rig) return;
        this.findClips();
        const { standing, seam, repertoire } = this;
        reader.update();
        const layer = reader.isActive ? reader.baseLayer : null;
        if (!standing || !seam || !repertoire || !layer) return;
        this.measure(standing, dt);
        if (this.graph.write(reader.component!, this.speedParameter, this.directionParameter, this.groundedParameter, this)) {
            this.tellGraph();
            return;
        }
        if (this.seamLeft > 0) this.changes!.sayOnTheWay(this.seamLeft);
        this.seamLeft -= dt;
        const isSound = seam.step(dt);
        if (!this.acceptPose(isSound ? ReadStatus.ok : ReadStatus.broken, record)) return;
        this.stride(pass, standing, layer, dt);
        this.choose(layer, pass, repertoire);
    }

    /** Measures how the entity moves over its ground. */
    private measure(standing: Standing, dt: number) {
        const { motion, below, up, ahead, place, rig, entity, repertoire } = this;
        const root = animRootOf(this.reader!.component!);
        standing.readAxes(up, ahead, root.getWorldTransform().data);
        this.height = heightOf(rig!);
        writePlace(place, root);
        const ground = this.ownGround ?? (this.ground!.isThere ? this.ground : null);
        below.look(ground, place, up, this.height);
        this.airTime = below.isNear(this.height) ? 0 : this.airTime + dt;
        writePlace(place, entity);
        let fastest = FASTEST * this.height;
        for (let i = 0; i < repertoire!.gaits.length; i++) fastest = Math.max(fastest, TOO_FAST * repertoire!.gaits[i].speed);
        motion.follow(place, below.carried, up, dt, this.height, fastest);
        const { velocity, speed } = motion;
        if (!(speed > STANDS * this.height)) {
            this.towards = 0;
            return;
        }
        const left = velocity[0] * (up[1] * ahead[2] - up[2] * ahead[1]) + velocity[1] * (up[2] * ahead[0] - up[0] * ahead[2]) +
            velocity[2] * (up[0] * ahead[1] - up[1] * ahead[0]);
        this.towards = Math.atan2(left, dotVec(velocity, 0, ahead, 0)) / RADIANS;
    }

    /** Brings the legs onto their strides, or lets strideWarp do it. */
    private stride(pass: StridePass, standing: Standing, layer: AnimLayer, dt: number) {
        const { wish, motion, playing } = this;
        const gait = this.gaitOf(layer.state);
        const isTreadmill = this.isOnTreadmill;
        wish.speed = isTreadmill ? this.asked!.speed : motion.speed;
        wish.direction = gait && !isTreadmill ? nearest(this.towards - gait.direction) : 0;
        wish.isMoved = !isTreadmill;
        const warp = this.companion<Striding>('strideWarp');
        if (warp?.enabled) {
            warp.speed = wish.speed;
            warp.direction = Math.min(90, Math.max(-90, wish.direction));
            return;
        }
        if (!playing || !isOwnState(layer.state)) {
            pass.restoreRate();
            pass.forget();
            return;
        }
        if (!this.readPose(pass.set)) return;
        pass.carried.set(this.below.carried);
        if (motion.hasJumped) pass.forget();
        const isStanding = gait === null;
        pass.observe(true);
        if (!isStanding && pass.isWalking) pass.walk(dt, wish, this.companion<FootPlacing>('mecFootPlacer'), true);
        else if (playing.kind === 'fall') pass.restoreRate();
        else pass.stand(dt, standing);
        this.tellSteps(pass);
    }

    /** Tells of feet that have come down. */
    private tellSteps({ feet }: StridePass) {
        let bits = 0;
        for (let i = 0; i < feet.length; i++) {
            if (!feet[i].isDown) continue;
            bits |= 1 << i;
            if ((this.downBits & (1 << i)) === 0) this.announce(Locomotion.EVENT_STEP, feet[i].node, this.motion.speed);
        }
        this.downBits = bits;
    }

    /** Whether the character walks in its place. */
    private get isOnTreadmill(): boolean {
        return this.asked !== null && !this.isGoing;
    }

    /** Chooses what plays in the next frame. */
    private choose(layer: AnimLayer, pass: StridePass, repertoire: Repertoire) {
        const { motion, height } = this;
        const active = layer.source.activeState;
        // an action that something else plays: it is left alone until it has ended
        if (this.playing && !isOwnState(active) && (layer.isLooping || layer.state !== active || layer.time < layer.duration - FORESEEN)) return;
        const coming = motion.speedIn(FORESEEN);
        const wasGoing = this.isGoing;
        this.isGoing = wasGoing ? motion.speed > STANDS * height && coming > 0 : coming > SETS_OUT * height;
        const next = this.next(repertoire);
        if (next && (next !== this.playing || !isOwnState(active))) this.enter(next, layer, pass);
        if (wasGoing !== this.isGoing) this.announce(this.isGoing ? Locomotion.EVENT_START : Locomotion.EVENT_STOP);
    }

    private next({ gaits, others }: Repertoire): Played | null {
        const falls = others.get('fall');
        if (falls && this.airTime > FALLS) return falls;
        const { asked } = this;
        if (this.isGoing) return chooseGait(gaits, this.motion.speed, this.towards, this.playing) ?? others.get('idle') ?? null;
        if (asked) for (let i = 0; i < gaits.length; i++) if (gaits[i].kind === asked.kind) return gaits[i];
        return others.get('idle') ?? null;
    }

    /** Plays another clip from the next frame on: a gait from a gait in phase, a gait from standing with the foot that is free. */
    private enter(next: Played, layer: AnimLayer, pass: StridePass) {
        const gait = this.gaitOf(next.state);
        const from = this.gaitOf(layer.state);
        let time = 0;
        if (gait && from && layer.track) time = timeAtPhase(gait.steps, phaseAt(from.steps, layer.time));
        else if (gait) time = this.startOf(gait, pass);
        if (!this.playing && !isOwnState(layer.source.activeState)) this.before = layer.source.activeState;
        layer.source.transition(next.state, 0, Math.min(0.999, Math.max(0.001, time / next.duration)));
        this.playing = next;
        if (this.companion<{ enabled: boolean }>('poseTransition')?.enabled) return;
        this.seam!.startHalfLife(HALF_LIFE);
        this.seamLeft = Math.min(THERE * HALF_LIFE, LONGEST);
        if (!gait) this.standing!.begin(pass.feet);
    }

    /** Time of a gait at which it sets out: as the foot that is further back passes the other one. */
    private startOf({ lifts, steps, duration }: Gait, { feet }: StridePass): number {
        const { velocity } = this.motion;
        const [a, b] = [feet[0].node.getPosition(), feet[1].node.getPosition()];
        const aheadOfOther = (a.x - b.x) * velocity[0] + (a.y - b.y) * velocity[1] + (a.z - b.z) * velocity[2];
        const foot = aheadOfOther > 0 ? 1 : 0;
        const strike = steps.strikes[foot];
        const swing = (strike - lifts[foot] + duration) % duration;
        return (lifts[foot] + BESIDE * swing) % duration;
    }

    private gaitOf(state: string): Gait | null {
        const { gaits } = this.repertoire!;
        for (let i = 0; i < gaits.length; i++) if (gaits[i].state === state) return gaits[i];
        return null;
    }

    /** Looks at the character's clips, where they are others than before. */
    private findClips() {
        const { rig, reader } = this;
        if (!rig || !reader) return;
        const anim = reader.component?.entity ? reader.component : findAnim(rig.skeleton.nodes[0]);
        if (anim && !this.source.hasChanged(anim)) return;
        // animationRetarget brings one of its own
        const retarget = this.companion<{ enabled: boolean; ready: boolean }>('animationRetarget');
        if (!anim && retarget?.enabled && !retarget.ready) return;
        this.source.look(anim ?? this.addAnim(), rig, this.clips);
    }

    private addAnim(): AnimComponent {
        this.entity.addComponent('anim', { activate: true });
        this.added = this.entity.anim!;
        return this.added;
    }

    private readonly setClips = (chosen: readonly Chosen[], anim: AnimComponent, rig: Rig) => {
        const root = animRootOf(anim);
        const space = new ReferencePose(root, rig.skeleton);
        if (this.channels?.root !== root) this.channels = new SameChannels(root);
        this.repertoire = makeRepertoire(chosen, anim, rig, space, this.channels);
        this.standing = new Standing(this.pass!.feet.length, rig, space.modelRotation);
        this.playing = null;
        if (this.made && !this.seam) {
            const isAnimated = (node: GraphNode) => node !== this.entity && node.isDescendantOf(root);
            const bones = rig.skeleton.nodes.filter(isAnimated);
            this.seam = new PoseInertia(this.made, bones, bones);
        }
    };

    private tellGraph() {
        const { problem } = this.graph;
        if (problem === '') this.reports.leave('parameter');
        else this.reports.enter('parameter', problem);
    }

    private switchAdded(on: boolean) {
        if (this.added?.entity) this.added.enabled = on;
    }
}

function writePlace(out: Flat, node: GraphNode) {
    const { x, y, z } = node.getPosition();
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/** An angle in degrees, -180 to 180. */
function nearest(angle: number): number {
    return angle - 360 * Math.round(angle / 360);
}
