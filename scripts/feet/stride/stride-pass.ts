import type { GraphNode } from 'playcanvas';

import type { Footfalls } from './footfall';
import { passingSpeed, rateOfSpeed } from './playing-rate';
import { Stairs, type FootPlacing } from './stairs';
import type { Standing } from './standing';
import { createStrideFoot, type StrideFoot } from './stride-foot';
import { createStrideFrame } from './stride-frame';
import { StridePelvis } from './stride-pelvis';
import { SpeedFactor } from '../../anim/component/speed-factor';
import { feetOf } from '../../anim/contacts/known-contacts';
import { turnStride } from '../../core/limb/stride';
import { copyVec, dotVec, lengthVec, normalizeVec } from '../../core/math/flat-math';
import { clamp, RADIANS } from '../../core/math/scalars';
import { stepSpring } from '../../core/math/spring';
import { BoneSet } from '../../pose/bone-set';
import type { PoseRecord } from '../../pose/pose-record';
import { LIMB_NAMES, modelScale, type Rig } from '../../rig/rig';
import { Course } from '../course/course';
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

/** Half-life in seconds with which speed and direction are taken up. */
const EASE = 0.08;

/** Seconds in which the floor of another clip is taken over. */
const FLOOR = 0.1;

/** Radians by which a body turns at most over a foot that stands, and the rate beyond which no turn hurries it. */
const IN_STANCE = 60 * RADIANS;
const FASTEST = 2.5;

/** Seconds by which feet step further on the spot than the body has turned. */
const LEAD = 0.25;

/** Share of the distance of its speed from which on the character is moved by the game; below it, the ground is taken to move. */
const MOVED = 0.1;

/** Share of the playing rate that is not seen. */
const NOTHING = 1e-4;

export class StridePass {
    readonly gait: ShownGait;

    readonly feet: readonly StrideFoot[];

    /** What is read and written. */
    readonly set: BoneSet;

    /** The bones that are turned, and the pelvis, which is moved. */
    readonly turned: readonly GraphNode[];

    readonly pelvis: GraphNode;

    private readonly rate = new SpeedFactor();

    private readonly stairsAhead = new Stairs();

    private readonly legs: Int32Array;

    /** What it does with the body over the feet. */
    readonly body: StridePelvis;

    /** Share by which soles are kept above the floor, 0..1: clips that go over into each other take them into it. */
    above = 0;

    private readonly frame = createStrideFrame();

    private readonly changes: FootChanges;

    /** Whether nothing is known of the frame before. */
    private isNew = true;

    /** Height of the floor over the character's place, scene units. */
    private floor = -0;

    /** Whether a clip was played in the last frame that goes in steps. */
    private wasWalking = false;

    /** Share of the clip's own speed, direction in degrees, and what stairs add to the playing rate, each with how fast it changes. */
    private readonly eased = Float64Array.of(1, 0, 0, 0, 0, 0);

    private constructor(private readonly rig: Rig, record: PoseRecord, hips: number, feet: readonly number[], private readonly course: Course) {
        const { skeleton: { nodes, ends }, limbs, bones } = rig;
        const legs = feet.map(foot => LIMB_NAMES.map(name => limbs[name]).find(limb => limb?.bones.includes(foot))!.bones);
        const below = (foot: number) => nodes.slice(foot, ends[foot]);
        this.set = new BoneSet([nodes[hips], ...legs.flatMap(leg => leg.map(bone => nodes[bone])), ...feet.flatMap(below)], record);
        const indexOf = (node: number) => this.set.indexOf(nodes[node]);
        this.changes = FootChanges.of(record);
        this.gait = new ShownGait(rig, record);
        this.pelvis = nodes[hips];
        const toes = (['leftToes', 'rightToes'] as const).map(role => bones.get(role) ?? -1);
        const turned = [...legs.flat(), ...toes.filter(bone => bone >= 0)];
        this.turned = turned.map(bone => nodes[bone]);
        this.legs = Int32Array.from(turned, indexOf);
        const models = measureFeet(rig, feet);
        this.feet = legs.map((leg, i) => createStrideFoot(i, leg, models[i], toes[i] ?? -1, rig, indexOf));
        this.body = new StridePelvis(this.set, indexOf(hips), this.feet);
        this.forget();
    }

    /** Makes the pass of a character; null without two legs, or four. */
    static of(rig: Rig, record: PoseRecord, entity: GraphNode): StridePass | null {
        const feet = feetOf(rig);
        const hips = rig.bones.get('hips');
        return feet.length < 2 || hips === undefined ? null : new StridePass(rig, record, hips, feet, Course.of(record, rig, entity));
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
        this.body.forget();
        this.isNew = true;
    }

    /**
     * Lets the knees give, see {@link StridePelvis.give}.
     *
     * @param speed - Of the fall that has ended, scene units a second.
     */
    give(speed: number) {
        this.body.give(speed, this.rig.height * modelScale(this.rig));
    }

    /** Gives the anim component its own speed back. */
    restoreRate() {
        this.rate.leave();
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
        const { set, feet, frame, rate, gait, changes } = this;
        const isSwitch = isGoingOn && this.hasChanged;
        frame.hops = 'after another clip';
        this.readFrame(wish, placer, dt, isSwitch);
        for (let i = 0; i < feet.length; i++) feet[i].footfall.predict(feet[i], set.pose, gait, frame);
        this.stairsAhead.plan(wish.stairs ? placer : null, feet, gait, frame, rate.applied);
        this.stairsAhead.tell(changes, feet);
        for (let i = 0; i < feet.length; i++) this.plan(feet[i], gait, isSwitch);
        this.finish(true);
    }

    /** One frame of a clip in which the character stands: feet stay where they are, and step where they are too far off. */
    stand(dt: number, standing: Standing) {
        const { feet, frame } = this;
        this.rate.leave();
        this.readPlace(dt, standing);
        frame.hops = 'never';
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
        this.rate.move(this.gait.reader.component);
        this.rate.set(rate);
        this.readPlace(dt, standing);
        frame.hops = 'always';
        for (let i = 0; i < feet.length; i++) this.follow(feet[i], falls, 0);
        this.finish(true);
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
        const { frame } = this;
        standing.readAxes(frame.up, frame.ahead, this.course.node.getWorldTransform().data);
        copyVec(frame.stride, 0, frame.ahead, 0);
        frame.height = this.rig.height * modelScale(this.rig);
        frame.lead = LEAD;
        frame.climb = 0;
        this.readCourse(dt);
        this.moveGround(0);
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
        this.body.move(frame, this.course.slope);
        let down = 0;
        for (let i = 0; i < feet.length; i++) if (feet[i].path.isDown) down++;
        for (let i = 0; i < feet.length; i++) {
            const { path, leg, node } = feet[i];
            leg.solve(path, set.pose, frame);
            if (leg.isTooShort || (isByClip && down > 1 && path.isLeftBehind(leg))) {
                path.stepOff(frame);
                down--;
            }
            if (path.hasSteppedOff) changes.sayLifted(node);
        }
        set.write(this.legs);
    }

    /** Finds stride and ground of this frame, and the rate at which the next one is played. */
    private readFrame(wish: StrideWish, placer: FootPlacing | null, dt: number, isSwitch: boolean) {
        const { frame, eased, rate, course, stairsAhead, gait } = this;
        copyVec(frame.up, 0, gait.up, 0);
        frame.height = this.rig.height * modelScale(this.rig);
        this.readCourse(dt);
        const own = gait.speed / rate.applied;
        this.ease(wish, own, dt, isSwitch);
        copyVec(frame.ahead, 0, gait.ahead, 0);
        turnStride(frame.stride, frame.ahead, frame.up, eased[2] * RADIANS, eased[0] / rate.applied);
        // the climb of the last frame will do
        const level = this.findRate(own);
        stepSpring(eased, 4, stairsAhead.rate > 0 ? stairsAhead.rate - level : 0, EASE, dt);
        // else the rate would never be the user's own again
        if (!(stairsAhead.rate > 0) && Math.abs(eased[4]) < NOTHING) eased[4] = 0;
        rate.move(gait.reader.component);
        rate.set(level + eased[4]);
        this.moveGround(gait.rate > 0 && !wish.isMoved ? own * eased[0] : 0);
        this.placeFloor();
        frame.climb = !(stairsAhead.rate > 0) && placer?.enabled ? course.slope : 0;
    }

    /** Reads how the character goes. One that was put elsewhere or turned about at once begins anew: no feet stay where they were. */
    private readCourse(dt: number) {
        const { frame, course, course: { smooth, carried } } = this;
        course.read(dt);
        frame.dt = dt;
        frame.turn = course.turn;
        frame.turnRate = course.turnRate;
        frame.isAtRest = course.isAtRest && !(lengthVec(carried, 0) > 0);
        // feet come down on what carries it
        for (let k = 0; k < 3; k++) frame.velocity[k] = smooth[k] + (dt > 0 ? carried[k] / dt : 0);
        copyVec(frame.course, 0, smooth, 0);
        normalizeVec(frame.course, 0);
        if (course.hasJumped || course.hasTurnedAtOnce) this.forget();
    }

    /** Moves the ground: with what carries the character, and backwards below one that walks in its place, at its speed. */
    private moveGround(treadmill: number) {
        const { frame: { dt, stride, ground }, course: { speed, carried } } = this;
        const length = lengthVec(stride, 0);
        const back = length > 0 && !(speed > MOVED * treadmill) ? -treadmill * dt / length : 0;
        for (let k = 0; k < 3; k++) ground[k] = back * stride[k] + carried[k];
        this.isNew = false;
    }

    /**
     * Rate at which legs keep up with the ground: in a curve it passes below a foot aside and, further out, faster than below the character, and it turns.
     *
     * @param own - Speed of the clip as it was made.
     */
    private findRate(own: number): number {
        const { eased, frame, frame: { stride, turnRate }, feet, gait } = this;
        const length = lengthVec(stride, 0);
        const speed = length > 0 ? eased[0] * own / length : 0;
        let most = eased[0] * own;
        for (let i = 0; i < feet.length; i++) most = Math.max(most, passingSpeed(frame, feet[i].footfall.hip, speed));
        const turned = Math.abs(turnRate) * gait.stanceTime / IN_STANCE;
        const rate = Math.max(rateOfSpeed(own > 0 ? most / own : 1, this.course.slope), Math.min(turned, FASTEST));
        frame.lead = gait.stanceTime / 2 / rate;
        return rate;
    }

    /** Tells the feet where the character and its floor are. */
    private placeFloor() {
        const { frame, frame: { root }, gait } = this;
        this.floor += (1 - Math.exp(-frame.dt / FLOOR)) * (gait.floor - this.floor);
        copyVec(root, 0, this.course.place, 0);
        frame.above = this.above;
        frame.floor = dotVec(root, 0, frame.up, 0) + this.floor;
    }

    /** Takes speed and direction up. */
    private ease(wish: StrideWish, own: number, dt: number, isSwitch: boolean) {
        const { eased } = this;
        const { velocity } = this.frame;
        let share = wish.speed > 0 ? clamp(wish.speed / own, wish.least, wish.most) : 1;
        if (this.stairsAhead.rate > 0) share = lengthVec(velocity, 0) / own;
        const goal = share > 0 && share < Infinity ? share : 1;
        const direction = Number.isFinite(wish.direction) ? wish.direction : 0;
        if (this.isNew || isSwitch) {
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
}
