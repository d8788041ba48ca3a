import { animRootOf } from './anim/find-anim';
import { feetOf } from './anim/known-contacts';
import { clearPelvisRange, createPelvisRange, pelvisHeight } from './core/limb/pelvis-height';
import { turnStride } from './core/limb/stride';
import { lengthVec, rotateVecInverse } from './core/math/flat-math';
import { clamp, PERSON_HEIGHT, RADIANS } from './core/math/scalars';
import { stepSpring } from './core/math/spring';
import { updateWorld } from './core/pose/flat-pose';
import { FootChanges } from './feet/foot-changes';
import { ShownGait } from './feet/shown-gait';
import { BoneSet } from './pose/bone-set';
import type { PoseRecord } from './pose/pose-record';
import { LIMB_NAMES, modelScale, type Rig } from './rig/rig';
import type { AttributesOf, AttributeTable } from './shell/attributes';
import { CharacterScript } from './shell/character-script';
import { measureStrideFeet } from './stride-warp/foot-measures';
import { GroundMotion } from './stride-warp/ground-motion';
import { PlayingRate, rateOfSpeed } from './stride-warp/playing-rate';
import { Stairs, type FootPlacing } from './stride-warp/stairs';
import { StrideFoot } from './stride-warp/stride-foot';
import { createStrideFrame } from './stride-warp/stride-frame';

// A gait at another speed and in another direction than its clip's, without skating.

export const strideWarpAttributes = {
    speed: {
        type: 'number', default: 0, min: 0, max: 20, precision: 3, title: 'Speed',
        description: 'Speed at which the character goes, in metres per second of the scene. 0: the clip\'s own.'
    },
    direction: {
        type: 'number', default: 0, min: -90, max: 90, title: 'Direction',
        description: 'Direction in which it goes against that of the clip, in degrees; positive: to the left.'
    },
    maxScale: {
        type: 'vec2', default: [0.7, 1.4], title: 'Max Scale',
        description: 'Least and largest speed as shares of the clip\'s own; beyond these the feet slide.'
    },
    stairs: {
        type: 'boolean', default: true, title: 'Stairs',
        description: 'With mecFootPlacer on the character, on two legs: strides are fitted to the treads of stairs, one tread a step.'
    }
} as const satisfies AttributeTable;

export interface StrideWarp extends AttributesOf<typeof strideWarpAttributes> {}

/** Metres by which the pelvis comes down at most, and up for strides of no length, on a person. */
const MOST_DOWN = 0.05;
const MOST_UP = 0.1;

/** Half-life in seconds with which speed and direction are taken up, and time in which what is shown goes over to another clip. */
const EASE = 0.08;
const FADE = 0.25;

/** Half-life in seconds with which the pelvis takes up its height; where a leg would not reach, it comes down at once. */
const RISE = 0.035;

/** Share of the playing rate that nobody sees. */
const NOTHING = 1e-4;

const step = new Float64Array(3);

/**
 * Lengthens or shortens the stride of a walk or run and turns it, so that the character can go at another speed than its clip, or start
 * aside, without skating. Planted feet are held to the ground, also those that slide in the clip itself.
 *
 * It stands on the tips for turns and blending in *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10,
 * 2015). The game moves the character; the script only makes its legs fit. It works on level ground: mecFootPlacer below it fits the feet to
 * slopes and stairs, and lets it see treads, each of which takes one step then.
 *
 * @example
 * // as fast as the game moves the character, in metres per second, and 20 degrees to the left
 * const warp = hero.script!.create('strideWarp', { attributes: { speed: 1.8 } })!;
 * warp.direction = 20;
 */
export class StrideWarp extends CharacterScript {
    private set: BoneSet | null = null;

    private gait: ShownGait | null = null;

    private changes: FootChanges | null = null;

    private readonly rate = new PlayingRate();

    private readonly stairsAhead = new Stairs();

    private feet: readonly StrideFoot[] = [];

    /** The pelvis in the set; and the bones of the legs. */
    private hips = 0;

    private legs = new Int32Array(0);

    private readonly heights = createPelvisRange();

    /** By how much the pelvis is above the clip's, and how fast that changes. */
    private readonly rise = new Float64Array(2);

    private readonly frame = createStrideFrame();

    private readonly ground = new GroundMotion();

    /** Whether a clip was played in the last frame that goes in steps. */
    private isWalking = false;

    /** Share of the clip's own speed, direction in degrees, and what stairs add to the playing rate, each with how fast it changes. */
    private readonly eased = Float64Array.of(1, 0, 0, 0, 0, 0);

    protected drop() {
        this.set = null;
        this.gait = null;
        this.feet = [];
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig, 'trunk', 'legs');
        const { skeleton: { nodes }, limbs, bones } = rig;
        const feet = feetOf(rig);
        const hips = bones.get('hips');
        if (feet.length < 2 || hips === undefined) {
            this.reports.add('no legs were found on this character, so strides cannot be changed. Take the script off, or see what is missing with check-rig.');
            return false;
        }
        const legs = feet.map(foot => LIMB_NAMES.map(name => limbs[name]).find(limb => limb?.bones.includes(foot))!.bones);
        const below = (foot: number) => nodes.slice(foot, rig.skeleton.ends[foot]);
        const set = new BoneSet([nodes[hips], ...legs.flatMap(leg => leg.map(bone => nodes[bone])), ...feet.flatMap(below)], record);
        const indexOf = (node: number) => set.indexOf(nodes[node]);
        this.set = set;
        this.changes = FootChanges.of(record);
        this.gait = new ShownGait(rig, this.changes);
        this.hips = indexOf(hips);
        const toes = (['leftToes', 'rightToes'] as const).map(role => bones.get(role) ?? -1);
        const turned = [...legs.flat(), ...toes.filter(bone => bone >= 0)];
        this.legs = Int32Array.from(turned, indexOf);
        const measures = measureStrideFeet(rig, feet, toes);
        this.feet = legs.map((leg, i) => new StrideFoot(i, leg, measures[i], rig, indexOf));
        this.forget();
        this.keepShown(record, turned.map(bone => nodes[bone]), [nodes[hips]]);
        return true;
    }

    protected override get seamTime(): number {
        return FADE;
    }

    protected override leave() {
        this.rate.restore();
        this.forget();
    }

    protected step(dt: number) {
        const { set, gait, changes } = this;
        if (!set || !gait || !changes || !this.readPose(set)) return;
        gait.update();
        const wasWalking = this.isWalking;
        this.isWalking = gait.contacts !== null;
        if (gait.hasChanged || wasWalking !== this.isWalking) {
            if (wasWalking || this.isWalking) this.continueShown(FADE);
            this.forget();
        }
        if (gait.stepless === null) this.reports.leave('steps');
        else this.reports.enter('steps', gait.stepless);
        if (!this.isWalking) {
            this.rate.restore();
            return;
        }
        const placer = this.companion<FootPlacing>('mecFootPlacer');
        this.readFrame(gait, placer, dt);
        const { feet, frame, ground, rate } = this;
        for (let i = 0; i < feet.length; i++) feet[i].predict(set.pose, gait, frame);
        const isFitting = this.stairs && feet.length === 2;
        this.stairsAhead.plan(isFitting ? placer : null, feet, gait, frame, ground.place, rate.applied);
        this.stairsAhead.tell(changes, feet);
        for (let i = 0; i < feet.length; i++) feet[i].plan(set.pose, gait, frame);
        this.movePelvis(set);
        for (let i = 0; i < feet.length; i++) {
            feet[i].solve(set.pose, frame);
            if (feet[i].hasSteppedOff) changes.sayLifted(feet[i].node);
        }
        set.write(this.legs);
    }

    private forget() {
        for (let i = 0; i < this.feet.length; i++) this.feet[i].reset();
        this.stairsAhead.forget();
        this.rise.fill(0);
        this.ground.isKnown = false;
    }

    /** Finds stride and ground of this frame, and the rate at which the next one is played. */
    private readFrame(gait: ShownGait, placer: FootPlacing | null, dt: number) {
        const { frame, eased, rate, ground, stairsAhead } = this;
        const { x, y, z } = animRootOf(gait.reader.component!).getPosition();
        frame.up.set(gait.up);
        frame.height = this.rig!.height * modelScale(this.rig!);
        ground.read(x, y, z);
        frame.dt = dt;
        const own = gait.speed / rate.applied;
        this.ease(own, dt);
        frame.ahead.set(gait.ahead);
        turnStride(frame.stride, frame.ahead, frame.up, eased[2] * RADIANS, eased[0] / rate.applied);
        // the climb of the last frame will do
        const level = rateOfSpeed(eased[0], ground.climb);
        stepSpring(eased, 4, stairsAhead.rate > 0 ? stairsAhead.rate - level : 0, EASE, dt);
        // else the rate would never be the user's own again
        if (!(stairsAhead.rate > 0) && Math.abs(eased[4]) < NOTHING) eased[4] = 0;
        rate.set(gait.reader.component, level + eased[4]);
        const speed = own * eased[0];
        if (ground.hasJumped(frame, speed)) this.forget();
        ground.follow(frame, speed, gait.rate > 0);
        frame.root.set(ground.place);
        frame.climb = !(stairsAhead.rate > 0) && placer?.enabled ? ground.climb : 0;
    }

    /** Takes speed and direction up. */
    private ease(own: number, dt: number) {
        const { eased, maxScale: { x: least, y: most } } = this;
        const { velocity } = this.frame;
        let share = this.speed > 0 ? clamp(this.speed / own, least, most) : 1;
        if (this.stairsAhead.rate > 0) share = Math.hypot(velocity[0], velocity[1], velocity[2]) / own;
        const goal = share > 0 && share < Infinity ? share : 1;
        const direction = Number.isFinite(this.direction) ? this.direction : 0;
        if (!this.ground.isKnown) {
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

    /** Lets the pelvis down so that all feet are reached, and up where shorter strides would bend the legs that carry it. */
    private movePelvis(set: BoneSet) {
        const { pose } = set;
        const { frame, heights, hips, rise } = this;
        clearPelvisRange(heights);
        for (let i = 0; i < this.feet.length; i++) this.feet[i].addRange(heights, pose, frame);
        const size = frame.height / PERSON_HEIGHT;
        // on stairs mecFootPlacer plans the pelvis
        const shorter = this.stairsAhead.rate > 0 ? 0 : clamp(1 - lengthVec(frame.stride, 0), 0, 1);
        const wanted = clamp(pelvisHeight(heights), -MOST_DOWN * size, MOST_UP * shorter * size);
        // it does not swing over, and above what a leg reaches it is not even for a frame
        const highest = Math.min(Math.max(wanted, rise[0]), Math.max(heights.high, -MOST_DOWN * size));
        stepSpring(rise, 0, wanted, RISE, frame.dt);
        if (highest < rise[0]) {
            rise[0] = highest;
            rise[1] = 0;
        }
        if (rise[0] === 0) return;
        const parent = pose.parents[hips];
        for (let k = 0; k < 3; k++) step[k] = frame.up[k] * rise[0] / pose.scales[parent];
        rotateVecInverse(step, 0, pose.rotations, 4 * parent, step, 0);
        for (let k = 0; k < 3; k++) pose.localPositions[3 * hips + k] += step[k];
        updateWorld(pose);
        set.writePosition(hips);
    }
}
