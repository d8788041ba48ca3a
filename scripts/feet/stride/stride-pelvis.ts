import type { StrideFoot } from './stride-foot';
import type { StrideFrame } from './stride-frame';
import { clearPelvisRange, createPelvisRange, pelvisHeight } from '../../core/limb/pelvis-height';
import { dotVec, lengthVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { vectorRotation } from '../../core/math/rotation-vector';
import { clamp, PERSON_HEIGHT } from '../../core/math/scalars';
import { SPRING_HALF_LIFE, stepSpring } from '../../core/math/spring';
import { updateWorld } from '../../core/pose/flat-pose';
import { shiftBone, turnBone } from '../../core/pose/move-bone';
import type { BoneSet } from '../../pose/bone-set';

// The body over feet on warped strides: as high as all legs reach, lower as knees give or the character crouches, leaned over its feet.

/** Metres by which the pelvis comes down at most, and up for strides of no length, on a person. */
const MOST_DOWN = 0.05;
const MOST_UP = 0.1;

/** Climb from which on the pelvis is not lifted for shorter strides: height per distance, 11 degrees. */
const STEEP = 0.2;

/** Half-life in seconds with which the pelvis takes up its height; where a leg would not reach, it comes down at once. */
const RISE = 0.035;

/** Half-life in seconds of the give of knees that land on a person, and the share of the leg's length that they give at most. */
const GIVE = 0.24;
const MOST_GIVEN = 0.45;

/** Half-life in seconds with which the body goes down to a crouch. */
const CROUCH = 0.08;

const step = new Float64Array(3);
const arm = new Float64Array(3);
const turn = new Float64Array(4);

export class StridePelvis {
    /** Share of the shortest leg's length by which the body is to be let down, 0..1. */
    crouch = 0;

    /** By how much the body of one on two legs leans over its feet: a turn about this vector by its length in radians, world space. */
    readonly lean: Flat = new Float64Array(3);

    private readonly heights = createPelvisRange();

    /** By how much the pelvis is above the clip's, and how fast that changes. */
    private readonly rise = new Float64Array(2);

    /** By how much it is below that, as the knees give, and how fast that changes; and the half-life of it in seconds. */
    private readonly given = new Float64Array(2);

    private giving = GIVE;

    /** By how much the body is let down, and how fast that changes. */
    private readonly crouched = new Float64Array(2);

    /**
     * @param set - What is read and written.
     * @param hips - The pelvis in its pose.
     */
    constructor(private readonly set: BoneSet, private readonly hips: number, private readonly feet: readonly StrideFoot[]) {}

    /** Begins at the clip's height. */
    forget() {
        this.rise.fill(0);
        this.given.fill(0);
        this.crouched.fill(0);
    }

    /**
     * Lets the knees give: the body goes on downwards as its feet are stopped, and comes up again.
     *
     * @param speed - Of the fall that has ended, scene units a second.
     * @param height - Height of the character in the scene.
     */
    give(speed: number, height: number) {
        const { given } = this;
        const most = MOST_GIVEN * this.shortestLeg;
        // a damped spring goes down by its speed over e times its rate
        const rate = Math.max(SPRING_HALF_LIFE / (GIVE * Math.sqrt(height / PERSON_HEIGHT)), speed / (Math.E * most));
        given[0] = 0;
        given[1] = speed;
        this.giving = SPRING_HALF_LIFE / rate;
    }

    /**
     * Leans the body, and lets the pelvis down so that all feet are reached, and up where shorter strides would bend the legs that carry it.
     *
     * @param climb - Height that the character gains per distance.
     */
    move(frame: StrideFrame, climb: number) {
        const { feet, heights, hips, rise, given, crouched, set, set: { pose } } = this;
        // long bodies stay level
        if (feet.length === 2 && lengthVec(this.lean, 0) > 0) this.leanBody(frame);
        clearPelvisRange(heights);
        for (let i = 0; i < feet.length; i++) feet[i].leg.addRange(heights, feet[i].path, pose, frame);
        const size = frame.height / PERSON_HEIGHT;
        // short strides of a climb lift the pelvis by themselves
        const shorter = clamp(1 - lengthVec(frame.stride, 0), 0, 1) * (1 - Math.min(1, Math.abs(climb) / STEEP));
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
        shiftBone(pose, hips, step);
        updateWorld(pose);
        set.writePosition(hips);
    }

    private get shortestLeg(): number {
        const { feet } = this;
        let least = Infinity;
        for (let i = 0; i < feet.length; i++) least = Math.min(least, feet[i].leg.length);
        return least;
    }

    /** Leans the body over its feet: aside about its place on the ground, where they go on; ahead and back about the pelvis, as feet are further off there. */
    private leanBody({ ahead, root }: StrideFrame) {
        const { hips, lean, set, set: { pose } } = this;
        const aside = dotVec(lean, 0, ahead, 0);
        for (let k = 0; k < 3; k++) step[k] = aside * ahead[k];
        vectorRotation(turn, 0, step, 0);
        subtractVec(arm, 0, pose.positions, 3 * hips, root, 0);
        rotateVec(step, 0, turn, 0, arm, 0);
        subtractVec(step, 0, step, 0, arm, 0);
        shiftBone(pose, hips, step);
        vectorRotation(turn, 0, lean, 0);
        turnBone(pose, hips, turn);
        updateWorld(pose);
        set.writeRotation(hips);
        set.writePosition(hips);
    }
}
