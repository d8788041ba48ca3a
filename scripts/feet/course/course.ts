import type { AnimComponent, GraphNode } from 'playcanvas';

import { Climb } from './climb';
import { standingNode } from '../../anim/clips/clip-place';
import { findAnim } from '../../anim/component/find-anim';
import { jumpDistance, runDistance } from '../../core/dynamics/jump';
import type { GroundBody } from '../../core/ground/ground';
import { addVec, clearVec, copyVec, dotVec, identityQuat, lengthVec, multiplyQuatInverse, normalizeVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS } from '../../core/math/scalars';
import type { PoseRecord } from '../../pose/pose-record';
import { modelScale, type Rig } from '../../rig/rig';

// How a character goes, whatever moves it: a game in every frame, physics, a network in leaps, a platform below it. One object per skeleton; the first
// reader of a frame moves it on, all others find the same.
//
// A move that comes after frames of rest has taken all of them. So the velocity is the distance between two moves by the time between them; it holds
// until the next move is overdue, and is 0 then. What carries the character is no motion of its own: its last place is carried along before it is compared.

/** Radians in a frame from which on the character was turned about at once. */
const TURNED_AT_ONCE = 50 * RADIANS;

/** Distance in a frame, in heights, and turn in radians, below which it stays where it is. */
const STILL = 2e-5;
const UNTURNED = 1e-4;

/** Frames without a move, and the same as a multiple of the time between the last two moves, after which it stands; seconds after which it does in any case, and what carries it too. */
const FRAMES = 2.5;
const OVERDUE = 1.6;
const LONGEST = 0.35;

/** Seconds that a first move has taken at most. */
const LEAP = 0.1;

/** Seconds in which the smoothed velocity and the rate of turning follow. */
const FOLLOW = 0.1;

/** Speed in heights a second from which on it has a course; tangent of the steepest slope that is walked. */
const SLOWEST = 0.05;
const STEEPEST = 0.6;

/** Cosine to its up from which on an axis of the character says nothing of its heading. */
const STEEP_AXIS = 0.7;

const offset = new Float64Array(3);
const between = new Float64Array(3);

export class Course {
    /** Unit direction upwards: the character's own. World space, as all that follows; units of the scene. */
    readonly up: Flat = new Float64Array(3);

    /** Where it is, and where it was in the last frame, carried along with what it stands on. */
    readonly place: Flat = new Float64Array(3);

    readonly lastPlace: Flat = new Float64Array(3);

    /** Height of the character. */
    height = -0;

    /** Velocity across {@link up}, as it moves over its ground, a second; and its length. */
    readonly velocity: Flat = new Float64Array(3);

    speed = -0;

    /** The same, smoothed over 0.1 s. */
    readonly smooth: Flat = new Float64Array(3);

    /** The same without what a script has moved it by itself, and its length: how the game moves it. */
    readonly driven: Flat = new Float64Array(3);

    drivenSpeed = -0;

    /** How fast it rises over its ground: by its last move. {@link climb} has it smoothed, and knows of stairs. */
    rising = -0;

    readonly climb = new Climb();

    /** How far it rises on its course, as a share of that; 0 where it does not go anywhere. */
    slope = -0;

    /** By how much it has turned about {@link up} since the last frame, and how fast it turns: radians to the left. */
    turn = -0;

    turnRate = -0;

    /** Whether it was put elsewhere in this frame, or turned about at once: then nothing of the above is known. */
    hasJumped = false;

    hasTurnedAtOnce = false;

    /** Whether its place in the last frame is known. */
    isKnown = false;

    /** Whether it is where it was in the last frame. */
    isAtRest = false;

    /** What the ground has moved below it since the last frame. */
    readonly carried: Flat = new Float64Array(3);

    /** How the ground has turned it, a rotation. */
    readonly carriedTurn: Flat = Float64Array.of(0, 0, 0, 1);

    /** Input: what a script moves it in this frame. It is seen in the next one, as far as it has gone that way, and cleared. */
    readonly own: Flat = new Float64Array(3);

    /** Seconds since the game has moved it last; 0 in a frame in which it moves. */
    since = -0;

    private readonly facing: Flat = new Float64Array(3);

    private interval = -0;

    /** Whether the frame before was a jump: a second one is how it moves. */
    private isAfterJump = false;

    private frame = -1;

    private carrier: GroundBody | null = null;

    /** Frame in which the carrier was told, its place then, and its place now: position and rotation. */
    private carrierFrame = -1;

    private readonly carrierThen: Flat = new Float64Array(7);

    private readonly carrierNow: Flat = new Float64Array(7);

    /** Seconds since the carrier has moved last. */
    private sinceCarried = Infinity;

    private anim: AnimComponent | null = null;

    /** The node that stands for the character, and for what it was found. */
    private standing: GraphNode;

    private first: GraphNode | null = null;

    private stateCount = -1;

    private constructor(private readonly record: PoseRecord, private rig: Rig, private readonly entity: GraphNode) {
        this.standing = entity;
    }

    /**
     * The course of a skeleton.
     *
     * @param entity - What is moved where no anim component tells what its clips move.
     */
    static of(record: PoseRecord, rig: Rig, entity: GraphNode): Course {
        let course = known.get(record);
        if (!course) {
            course = new Course(record, rig, entity);
            known.set(record, course);
        }
        course.rig = rig;
        return course;
    }

    /** The node that stands for the character: the lowest one above its skeleton that no clip moves. */
    get node(): GraphNode {
        const { rig: { skeleton }, anim } = this;
        const isKept = anim && anim.entity?.anim === anim && anim.baseLayer?.states.length === this.stateCount && this.first === skeleton.nodes[0];
        if (isKept) return this.standing;
        this.anim = findAnim(skeleton.nodes[0]);
        this.stateCount = this.anim?.baseLayer?.states.length ?? 0;
        this.first = skeleton.nodes[0];
        this.standing = this.anim ? standingNode(this.anim, skeleton) : this.entity;
        return this.standing;
    }

    /**
     * Moves on to this frame, once: for all that ask in it.
     *
     * @param dt - Seconds.
     */
    read(dt: number) {
        const { record: { frame }, place, lastPlace } = this;
        if (frame === this.frame) return;
        // a frame in which nothing has asked says nothing of the way
        if (frame !== this.frame + 1) this.forget();
        this.frame = frame;
        const m = this.node.getWorldTransform().data;
        this.readUp();
        this.height = this.rig.height * modelScale(this.rig);
        copyVec(lastPlace, 0, place, 0);
        for (let k = 0; k < 3; k++) place[k] = m[12 + k];
        this.carry(dt);
        this.readTurn(m, dt);
        this.readMove(dt);
        clearVec(this.own, 0);
        this.readSlope(dt);
        this.isKnown = Number.isFinite(place[0] + place[1] + place[2]);
    }

    /** Forgets where it was: the next frame is no jump. */
    forget() {
        this.isKnown = this.isAfterJump = this.hasJumped = this.hasTurnedAtOnce = false;
        this.carrier = null;
        this.halt();
        this.turn = this.turnRate = this.since = this.interval = 0;
    }

    /**
     * Tells what the character stands on: for the next frame. The last one that tells is believed.
     *
     * @param carrier - What is below it; null: ground that stays.
     */
    standsOn(carrier: GroundBody | null) {
        this.carrierFrame = this.frame;
        this.carrier = carrier;
        carrier?.readPlace(this.carrierThen);
    }

    /** Carries a world point along as the ground has been moved since the last frame. */
    carryPoint(point: Flat, o: number) {
        subtractVec(between, 0, point, o, this.carrierThen, 0);
        rotateVec(between, 0, this.carriedTurn, 0, between, 0);
        addVec(point, o, between, 0, this.carrierNow, 0);
    }

    /** Stands, as far as is known. */
    private halt() {
        clearVec(this.velocity, 0);
        clearVec(this.driven, 0);
        clearVec(this.smooth, 0);
        this.speed = this.drivenSpeed = this.rising = this.slope = 0;
        this.climb.forget();
    }

    private readUp() {
        const { up, rig: { up: own, skeleton: { space } } } = this;
        if (space) {
            const m = space.getWorldTransform().data;
            for (let k = 0; k < 3; k++) up[k] = m[k] * own[0] + m[4 + k] * own[1] + m[8 + k] * own[2];
        } else up.set(own);
        normalizeVec(up, 0);
    }

    /** Carries the last place along with the ground. */
    private carry(dt: number) {
        const { carrier, carried, carriedTurn, carrierThen, carrierNow, lastPlace } = this;
        clearVec(carried, 0);
        const isCarried = this.isKnown && carrier !== null && this.carrierFrame === this.frame - 1 && carrier.isThere();
        if (!isCarried) {
            identityQuat(carriedTurn, 0);
            copyVec(carrierNow, 0, carrierThen, 0);
            this.sinceCarried = Infinity;
            return;
        }
        carrier.readPlace(carrierNow);
        multiplyQuatInverse(carriedTurn, 0, carrierNow, 3, carrierThen, 3);
        copyVec(carried, 0, lastPlace, 0);
        this.carryPoint(lastPlace, 0);
        for (let k = 0; k < 3; k++) carried[k] = lastPlace[k] - carried[k];
        this.sinceCarried = dotVec(carried, 0, carried, 0) > 0 ? 0 : this.sinceCarried + dt;
    }

    private readTurn(m: Float32Array, dt: number) {
        const { up, facing, isKnown } = this;
        // one of its axes that does not point upwards, in every frame the same one: of two that lie flat, noise would choose
        const steep = Math.abs(up[0] * m[0] + up[1] * m[1] + up[2] * m[2]);
        const axis = steep > STEEP_AXIS * Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) ? 8 : 0;
        const x = facing[0], y = facing[1], z = facing[2];
        for (let k = 0; k < 3; k++) facing[k] = m[axis + k];
        const along = dotVec(facing, 0, up, 0);
        for (let k = 0; k < 3; k++) facing[k] -= along * up[k];
        normalizeVec(facing, 0);
        const sine = up[0] * (y * facing[2] - z * facing[1]) + up[1] * (z * facing[0] - x * facing[2]) + up[2] * (x * facing[1] - y * facing[0]);
        const angle = Math.atan2(sine, x * facing[0] + y * facing[1] + z * facing[2]);
        this.hasTurnedAtOnce = isKnown && Math.abs(angle) > TURNED_AT_ONCE;
        const goesOn = isKnown && !this.hasTurnedAtOnce && Number.isFinite(angle);
        this.turn = goesOn ? angle : 0;
        this.turnRate = goesOn && dt > 0 ? this.turnRate + (1 - Math.exp(-dt / FOLLOW)) * (angle / dt - this.turnRate) : 0;
    }

    /** Finds how far it has moved. */
    private readMove(dt: number) {
        const { place, lastPlace, up, height, isKnown, own } = this;
        this.hasJumped = false;
        this.climb.step = 0;
        subtractVec(offset, 0, place, 0, lastPlace, 0);
        const distance = lengthVec(offset, 0), told = dotVec(own, 0, own, 0);
        if (!isKnown || !Number.isFinite(distance)) {
            copyVec(lastPlace, 0, place, 0);
            this.isAtRest = false;
            return;
        }
        this.isAtRest = !(distance > STILL * height) && Math.abs(this.turn) < UNTURNED;
        if (!(dt > 0)) return;
        const share = told > 0 ? clamp(dotVec(offset, 0, own, 0) / told, 0, 1) : 0;
        for (let k = 0; k < 3; k++) own[k] *= share;
        this.since += dt;
        const seconds = this.since > LONGEST ? dt : Math.max(dt, Math.min(this.since, LEAP));
        this.hasJumped = !(distance <= jumpDistance(height, seconds));
        if (this.hasJumped && !this.isAfterJump) {
            this.isAfterJump = true;
            this.since = 0;
            this.halt();
            return;
        }
        this.isAfterJump = this.hasJumped;
        const rise = dotVec(offset, 0, up, 0);
        this.climb.follow(rise, Math.sqrt(Math.max(0, distance * distance - rise * rise)), height, dt, this.sinceCarried < LONGEST);
        this.readDriven(dt);
        for (let k = 0; k < 3; k++) this.velocity[k] = this.driven[k] + own[k] / dt;
        this.speed = lengthVec(this.velocity, 0);
    }

    /** Finds the velocity with which the game moves it: the distance since its last move by the time since then. */
    private readDriven(dt: number) {
        const { driven, up, height, own } = this;
        for (let k = 0; k < 3; k++) offset[k] -= own[k];
        const distance = lengthVec(offset, 0);
        if (!(distance > STILL * height)) {
            if (!(this.since > Math.min(LONGEST, Math.max(FRAMES * dt, OVERDUE * this.interval)))) return;
            clearVec(driven, 0);
            this.drivenSpeed = this.rising = 0;
            return;
        }
        // the first one after a rest may have come in one frame
        const seconds = this.since > LONGEST ? distance > runDistance(height, dt) ? LEAP : dt : this.since;
        this.since = 0;
        this.interval = seconds;
        const rise = dotVec(offset, 0, up, 0);
        this.rising = rise / seconds;
        for (let k = 0; k < 3; k++) driven[k] = (offset[k] - rise * up[k]) / seconds;
        this.drivenSpeed = lengthVec(driven, 0);
    }

    private readSlope(dt: number) {
        const { smooth, velocity, height } = this;
        const share = dt > 0 ? 1 - Math.exp(-dt / FOLLOW) : 0;
        for (let k = 0; k < 3; k++) smooth[k] += share * (velocity[k] - smooth[k]);
        const speed = lengthVec(smooth, 0);
        this.slope = speed > SLOWEST * height ? clamp(this.climb.speed / speed, -STEEPEST, STEEPEST) : 0;
    }
}

const known = new WeakMap<PoseRecord, Course>();
