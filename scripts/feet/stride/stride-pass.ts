import type { GraphNode } from 'playcanvas';

import type { Footfalls } from './footfall';
import { GroundMotion } from './ground-motion';
import { PlayingRate, rateOfSpeed } from './playing-rate';
import { Stairs, type FootPlacing } from './stairs';
import type { Standing } from './standing';
import { createStrideFoot, type StrideFoot } from './stride-foot';
import { createStrideFrame } from './stride-frame';
import { animRootOf } from '../../anim/find-anim';
import { feetOf } from '../../anim/known-contacts';
import { clearPelvisRange, createPelvisRange, pelvisHeight } from '../../core/limb/pelvis-height';
import { turnStride } from '../../core/limb/stride';
import {
    dotVec, lengthVec, multiplyInverseQuat, multiplyQuat, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { vectorRotation } from '../../core/math/rotation-vector';
import { clamp, PERSON_HEIGHT, RADIANS } from '../../core/math/scalars';
import { SPRING_HALF_LIFE, stepSpring } from '../../core/math/spring';
import { updateWorld } from '../../core/pose/flat-pose';
import { BoneSet } from '../../pose/bone-set';
import type { PoseRecord } from '../../pose/pose-record';
import { LIMB_NAMES, modelScale, type Rig } from '../../rig/rig';
import { FootChanges } from '../foot-changes';
import { measureFeet } from '../foot-model';
import { ShownGait } from '../shown-gait';

// The legs of a character on strides that are longer or shorter than the clip's and go in another direction: one pass over all feet, from the animated pose
// to that which is shown. Planted feet stay where they are in the world.

/** How the character goes. */
export interface StrideWish {
    /** Speed in the scene's units a second; 0: the clip's own. */
    speed: number;
    /** Degrees to the left of the clip's own direction. */
    direction: number;
    /** Least and largest speed as shares of the clip's own. */
    least: number;
    most: number;
    /** Whether strides are fitted to the treads of stairs. */
    stairs: boolean;
    /** Whether the character is where the game has it; else one that does not move walks as on a treadmill. */
    isMoved: boolean;
}

/** Metres by which the pelvis comes down at most, and up for strides of no length, on a person. */
const MOST_DOWN = 0.05;
const MOST_UP = 0.1;

/** Climb from which on the pelvis is not lifted for shorter strides: height per distance, 11 degrees. */
const STEEP = 0.2;

/** Half-life in seconds with which speed and direction are taken up. */
const EASE = 0.08;

/** Half-life in seconds with which the pelvis takes up its height; where a leg would not reach, it comes down at once. */
const RISE = 0.035;

/** Half-life in seconds of the give of knees that land on a person, and the share of the leg's length that they give at most. */
const GIVE = 0.24;
const MOST_GIVEN = 0.45;

/** Half-life in seconds with which the body goes down to a crouch. */
const CROUCH = 0.08;

/** Seconds in which the floor of another clip is taken over. */
const FLOOR = 0.1;

/** Share of the playing rate that nobody sees. */
const NOTHING = 1e-4;

const step = new Float64Array(3);
const arm = new Float64Array(3);
const turn = new Float64Array(4);

export class StridePass {
    readonly gait: ShownGait;

    readonly feet: readonly StrideFoot[];

    /** What is read and written. */
    readonly set: BoneSet;

    /** The bones that are turned, and the pelvis, which is moved. */
    readonly turned: readonly GraphNode[];

    readonly pelvis: GraphNode;

    private readonly rate = new PlayingRate();

    private readonly stairsAhead = new Stairs();

    private readonly hips: number;

    private readonly legs: Int32Array;

    private readonly heights = createPelvisRange();

    /** By how much the pelvis is above the clip's, and how fast that changes. */
    private readonly rise = new Float64Array(2);

    /** By how much it is below that, as the knees give, and how fast that changes; and the half-life of it in seconds. */
    private readonly given = new Float64Array(2);

    private giving = GIVE;

    /** Share of the shortest leg's length by which the body is to be let down, 0..1; and by how much it is, and how fast that changes. */
    crouch = 0;

    private readonly crouched = new Float64Array(2);

    /** By how much the body of one on two legs leans over its feet: a turn about this vector by its length in radians, world space. */
    readonly lean: Flat = new Float64Array(3);

    /** Share by which soles are kept above the floor, 0..1: clips that go over into each other take them into it. */
    above = 0;

    private readonly frame = createStrideFrame();

    private readonly ground = new GroundMotion();

    /** Height of the floor over the character's place, scene units. */
    private floor = -0;

    /** Whether a clip was played in the last frame that goes in steps. */
    private wasWalking = false;

    /** Share of the clip's own speed, direction in degrees, and what stairs add to the playing rate, each with how fast it changes. */
    private readonly eased = Float64Array.of(1, 0, 0, 0, 0, 0);

    private constructor(private readonly rig: Rig, record: PoseRecord, hips: number, feet: readonly number[], private readonly changes: FootChanges) {
        const { skeleton: { nodes, ends }, limbs, bones } = rig;
        const legs = feet.map(foot => LIMB_NAMES.map(name => limbs[name]).find(limb => limb?.bones.includes(foot))!.bones);
        const below = (foot: number) => nodes.slice(foot, ends[foot]);
        this.set = new BoneSet([nodes[hips], ...legs.flatMap(leg => leg.map(bone => nodes[bone])), ...feet.flatMap(below)], record);
        const indexOf = (node: number) => this.set.indexOf(nodes[node]);
        this.gait = new ShownGait(rig, changes);
        this.hips = indexOf(hips);
        this.pelvis = nodes[hips];
        const toes = (['leftToes', 'rightToes'] as const).map(role => bones.get(role) ?? -1);
        const turned = [...legs.flat(), ...toes.filter(bone => bone >= 0)];
        this.turned = turned.map(bone => nodes[bone]);
        this.legs = Int32Array.from(turned, indexOf);
        const models = measureFeet(rig, feet);
        this.feet = legs.map((leg, i) => createStrideFoot(i, leg, models[i], toes[i] ?? -1, rig, indexOf));
        this.forget();
    }

    /** Makes the pass of a character; null without two legs, or four. */
    static of(rig: Rig, record: PoseRecord): StridePass | null {
        const feet = feetOf(rig);
        const hips = rig.bones.get('hips');
        return feet.length < 2 || hips === undefined ? null : new StridePass(rig, record, hips, feet, FootChanges.of(record));
    }

    /** Whether a clip plays that goes in steps. */
    get isWalking(): boolean {
        return this.gait.contacts !== null;
    }

    /** Whether that, or the clip, is another one than in the last frame. */
    get hasChanged(): boolean {
        return this.gait.hasChanged || this.wasWalking !== this.isWalking;
    }

    /** Lets go of the ground, and begins anew where the character is then. */
    forget() {
        for (let i = 0; i < this.feet.length; i++) {
            this.feet[i].path.reset();
            this.feet[i].leg.reset();
        }
        this.stairsAhead.forget();
        this.rise.fill(0);
        this.given.fill(0);
        this.crouched.fill(0);
        this.ground.isKnown = false;
    }

    /**
     * Lets the knees give: the body goes on downwards as its feet are stopped, and comes up again.
     *
     * @param speed - Of the fall that has ended, scene units a second.
     */
    give(speed: number) {
        const { given } = this;
        const size = this.rig.height * modelScale(this.rig) / PERSON_HEIGHT;
        const most = MOST_GIVEN * this.shortestLeg;
        // a damped spring goes down by its speed over e times its rate
        const rate = Math.max(SPRING_HALF_LIFE / (GIVE * Math.sqrt(size)), speed / (Math.E * most));
        given[0] = 0;
        given[1] = speed;
        this.giving = SPRING_HALF_LIFE / rate;
    }

    private get shortestLeg(): number {
        const { feet } = this;
        let least = Infinity;
        for (let i = 0; i < feet.length; i++) least = Math.min(least, feet[i].leg.length);
        return least;
    }

    /** Gives the anim component its own speed back. */
    restoreRate() {
        this.rate.restore();
    }

    /** What the ground below the character has moved since the last frame, world space: a platform. */
    get carried(): Float64Array {
        return this.ground.carried;
    }

    /**
     * Reads what plays in this frame.
     *
     * @param isGoingOn - Whether feet that stand stay where they are as one clip goes over into another.
     */
    observe(isGoingOn = false) {
        this.wasWalking = this.isWalking;
        this.gait.update(isGoingOn);
    }

    /**
     * One frame of a clip that goes in steps, from the pose that the set has read.
     *
     * @param placer - Whose ground strides are fitted to; null: none.
     * @param isGoingOn - As in {@link observe}.
     */
    walk(dt: number, wish: StrideWish, placer: FootPlacing | null, isGoingOn = false) {
        const { set, feet, frame, ground, rate, gait, changes } = this;
        const isSwitch = isGoingOn && this.hasChanged;
        this.readFrame(wish, placer, dt, isSwitch);
        for (let i = 0; i < feet.length; i++) feet[i].footfall.predict(feet[i], set.pose, gait, frame);
        const isFitting = wish.stairs && feet.length === 2;
        this.stairsAhead.plan(isFitting ? placer : null, feet, gait, frame, ground.place, rate.applied);
        this.stairsAhead.tell(changes, feet);
        for (let i = 0; i < feet.length; i++) this.plan(feet[i], gait, isSwitch);
        this.finish(true);
    }

    /** How far the character has turned in the last frame, and how fast it turns: radians to the left. */
    get turn(): number {
        return this.frame.turn;
    }

    get turnRate(): number {
        return this.frame.turnRate;
    }

    /** One frame of a clip in which the character stands: feet stay where they are, and step where they are too far off. */
    stand(dt: number, standing: Standing) {
        const { feet, frame } = this;
        this.rate.restore();
        this.readPlace(dt, standing);
        standing.step(feet, frame);
        for (let i = 0; i < feet.length; i++) this.follow(feet[i], standing, standing.heightOf(i));
        this.finish(false);
    }

    /**
     * One frame of a clip that leads from one gait or stance to another one.
     *
     * @param falls - What its feet do.
     * @param rate - Factor at which it is played from the next frame on.
     */
    lead(dt: number, standing: Standing, falls: Footfalls, rate: number) {
        const { feet, frame } = this;
        this.rate.set(this.gait.reader.component, rate);
        this.readPlace(dt, standing);
        frame.hops = true;
        for (let i = 0; i < feet.length; i++) this.follow(feet[i], falls, 0);
        this.finish(true);
        frame.hops = false;
    }

    /** Plans a foot that no gait has, and tells of it. */
    private follow(foot: StrideFoot, falls: Footfalls, height: number) {
        const { set, frame, gait, changes } = this;
        foot.footfall.predict(foot, set.pose, falls, frame);
        this.plan(foot, falls, this.hasChanged);
        foot.leg.raise(height, frame);
        foot.path.tellRaised(height);
        gait.tellDown(foot.index, foot.path.isDown);
        if (!foot.path.isDown) changes.sayStep(foot.node, foot.footfall.strike, foot.footfall.timeLeft);
    }

    /** Reads where a character is that no gait moves. */
    private readPlace(dt: number, standing: Standing) {
        const { frame, ground, gait } = this;
        const root = animRootOf(gait.reader.component!);
        const { x, y, z } = root.getPosition();
        const m = root.getWorldTransform().data;
        standing.readAxes(frame.up, frame.ahead, m);
        frame.stride.set(frame.ahead);
        frame.height = this.rig.height * modelScale(this.rig);
        frame.dt = dt;
        frame.climb = 0;
        ground.read(x, y, z);
        ground.readTurn(frame, m);
        if (ground.hasJumped(frame, 0)) this.forget();
        ground.follow(frame, 0, false);
        this.placeFloor();
    }

    /** Finds where a foot shall be. */
    private plan(foot: StrideFoot, falls: Footfalls, isSwitch: boolean) {
        const { set: { pose }, frame } = this;
        foot.path.step(foot, pose, falls, frame, isSwitch);
        foot.leg.aim(foot.path, pose, frame);
    }

    /**
     * Brings the legs where the feet shall be, and writes them.
     *
     * @param isByClip - Whether the clip says when feet are lifted: one that is left behind then takes a step of its own.
     */
    private finish(isByClip: boolean) {
        const { set, feet, frame, changes } = this;
        // long bodies stay level
        if (feet.length === 2 && lengthVec(this.lean, 0) > 0) this.leanBody();
        this.movePelvis();
        let down = 0;
        for (let i = 0; i < feet.length; i++) if (feet[i].path.isDown) down++;
        for (let i = 0; i < feet.length; i++) {
            const { path, leg, node } = feet[i];
            leg.solve(path, set.pose, frame);
            if (leg.isTooShort || (isByClip && down > 1 && path.isLeftBehind(leg))) {
                path.stepOff(frame);
                leg.release(path);
                down--;
            }
            if (path.hasSteppedOff) changes.sayLifted(node);
        }
        set.write(this.legs);
    }

    /** Finds stride and ground of this frame, and the rate at which the next one is played. */
    private readFrame(wish: StrideWish, placer: FootPlacing | null, dt: number, isSwitch: boolean) {
        const { frame, eased, rate, ground, stairsAhead, gait } = this;
        const root = animRootOf(gait.reader.component!);
        const { x, y, z } = root.getPosition();
        frame.up.set(gait.up);
        frame.height = this.rig.height * modelScale(this.rig);
        ground.read(x, y, z);
        frame.dt = dt;
        const own = gait.speed / rate.applied;
        this.ease(wish, own, dt, isSwitch);
        frame.ahead.set(gait.ahead);
        ground.readTurn(frame, root.getWorldTransform().data);
        turnStride(frame.stride, frame.ahead, frame.up, eased[2] * RADIANS, eased[0] / rate.applied);
        // the climb of the last frame will do
        const level = rateOfSpeed(eased[0], ground.climb);
        stepSpring(eased, 4, stairsAhead.rate > 0 ? stairsAhead.rate - level : 0, EASE, dt);
        // else the rate would never be the user's own again
        if (!(stairsAhead.rate > 0) && Math.abs(eased[4]) < NOTHING) eased[4] = 0;
        rate.set(gait.reader.component, level + eased[4]);
        const speed = own * eased[0];
        if (ground.hasJumped(frame, speed)) this.forget();
        ground.follow(frame, speed, gait.rate > 0 && !wish.isMoved);
        this.placeFloor();
        frame.climb = !(stairsAhead.rate > 0) && placer?.enabled ? ground.climb : 0;
    }

    /** Tells the feet where the character and its floor are. */
    private placeFloor() {
        const { frame, gait, ground: { place } } = this;
        this.floor += (1 - Math.exp(-frame.dt / FLOOR)) * (gait.floor - this.floor);
        frame.root.set(place);
        frame.above = this.above;
        frame.floor = dotVec(place, 0, frame.up, 0) + this.floor;
    }

    /** Takes speed and direction up. */
    private ease(wish: StrideWish, own: number, dt: number, isSwitch: boolean) {
        const { eased } = this;
        const { velocity } = this.frame;
        let share = wish.speed > 0 ? clamp(wish.speed / own, wish.least, wish.most) : 1;
        if (this.stairsAhead.rate > 0) share = Math.hypot(velocity[0], velocity[1], velocity[2]) / own;
        const goal = share > 0 && share < Infinity ? share : 1;
        const direction = Number.isFinite(wish.direction) ? wish.direction : 0;
        if (!this.ground.isKnown || isSwitch) {
            eased[0] = goal;
            eased[1] = 0;
            eased[2] = direction;
            eased[3] = 0;
            eased[4] = 0;
            eased[5] = 0;
        }
        stepSpring(eased, 0, goal, EASE, dt);
        stepSpring(eased, 2, direction, EASE, dt);
    }

    /** Leans the body over its feet: aside about its place on the ground, where they go on; ahead and back about the pelvis, as feet are further off there. */
    private leanBody() {
        const { frame: { ahead, root }, hips, lean, set, set: { pose } } = this;
        const aside = dotVec(lean, 0, ahead, 0);
        for (let k = 0; k < 3; k++) step[k] = aside * ahead[k];
        vectorRotation(turn, 0, step, 0);
        subtractVec(arm, 0, pose.positions, 3 * hips, root, 0);
        rotateVec(step, 0, turn, 0, arm, 0);
        subtractVec(step, 0, step, 0, arm, 0);
        this.shiftPelvis(step);
        vectorRotation(turn, 0, lean, 0);
        multiplyQuat(turn, 0, turn, 0, pose.rotations, 4 * hips);
        multiplyInverseQuat(pose.localRotations, 4 * hips, pose.rotations, 4 * pose.parents[hips], turn, 0);
        updateWorld(pose);
        set.writeRotation(hips);
        set.writePosition(hips);
    }

    /** Moves the pelvis in the pose by an offset in the world, which is used up. */
    private shiftPelvis(offset: Flat) {
        const { hips, set: { pose } } = this;
        const parent = pose.parents[hips];
        for (let k = 0; k < 3; k++) offset[k] /= pose.scales[parent];
        rotateVecInverse(offset, 0, pose.rotations, 4 * parent, offset, 0);
        for (let k = 0; k < 3; k++) pose.localPositions[3 * hips + k] += offset[k];
    }

    /** Lets the pelvis down so that all feet are reached, and up where shorter strides would bend the legs that carry it. */
    private movePelvis() {
        const { frame, heights, hips, rise, given, crouched, set } = this;
        const { pose } = set;
        clearPelvisRange(heights);
        for (let i = 0; i < this.feet.length; i++) this.feet[i].leg.addRange(heights, this.feet[i].path, pose, frame);
        const size = frame.height / PERSON_HEIGHT;
        // short strides of a climb lift the pelvis by themselves
        const shorter = clamp(1 - lengthVec(frame.stride, 0), 0, 1) * (1 - Math.min(1, Math.abs(this.ground.climb) / STEEP));
        const wanted = clamp(pelvisHeight(heights), -MOST_DOWN * size, MOST_UP * shorter * size);
        // it does not swing over, and above what a leg reaches it is not even for a frame
        const highest = Math.min(Math.max(wanted, rise[0]), Math.max(heights.high, -MOST_DOWN * size));
        stepSpring(rise, 0, wanted, RISE, frame.dt);
        if (highest < rise[0]) {
            rise[0] = highest;
            rise[1] = 0;
        }
        stepSpring(given, 0, 0, this.giving, frame.dt);
        stepSpring(crouched, 0, this.crouch * this.shortestLeg, CROUCH, frame.dt);
        const height = rise[0] - given[0] - crouched[0];
        if (height === 0) return;
        for (let k = 0; k < 3; k++) step[k] = frame.up[k] * height;
        this.shiftPelvis(step);
        updateWorld(pose);
        set.writePosition(hips);
    }
}
