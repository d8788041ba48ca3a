import type { AnimTrack } from 'playcanvas';

import type { Actor } from './actor';
import { clearance, type Clearance, type FeetDown } from './body-height';
import { FastestJoint } from './fastest-joint';
import { HandGoals } from './hand-goals';
import { MotionFrames, type RootWay } from './motion-frames';
import { compareRolls, rollFeet, type FootRolls } from './roll-feet';
import { trackSoles } from './soles';
import { solveLegs, type LegsMiss, type SourceLegs } from './solve-legs';
import { contactsOf, type SourceMotion } from './source-motion';
import { measureStanding, placeHips, type Standing } from './standing';
import { TWO_LEGS } from './template';
import type { TemplateBody } from './template-body';
import { middleOf, type Transfer } from './transfer';
import { copyQuat, copyVec, rotateVecInverse } from '../../core/math/flat-math';
import { wrap } from '../../core/math/smoothing';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { ClipContacts } from '../contacts/contacts';
import type { FootContacts } from '../contacts/foot-contacts';

// One clip from one character to another: poses one by one, then the body's height, then the feet.

/** Poses a second, and keys a second of the source from which on they are twice as many. */
const RATE = 30;
const DENSE = 40;

/** Poses a second that are looked at for the stride, and for the mean of tails and ears. */
const LOOK_RATE = 30;

/** How much faster than the source's fastest joint limbs may turn. */
const FASTER = 1.18;

/** Speed of joints in radians a second that those of every clip may have. */
const LEAST_SPEED = 1;

/** What of a clip is kept. */
export interface ClipChoices {
    /** Whether the clip travels as it does on the source; else it stays where it is. */
    readonly travels: boolean;
    readonly keepFeet: boolean;
    readonly keepHands: boolean;
}

/** The poses of a clip on another character. */
export interface RetargetedClip {
    readonly frames: MotionFrames;
    /** Whether hands reach what they touch on the source. */
    readonly handsReach: boolean;
    readonly legsMiss: LegsMiss;
    /** How fast the fastest joint turns against the source's. */
    readonly speed: number;
}

const hips = new Float64Array(3);
const slide = new Float64Array(3);

/** A clip, and what it is on its own character. */
export interface SourceClip {
    readonly track: AnimTrack;
    readonly motion: SourceMotion;
    readonly actor: Actor;
}

/** Brings a clip to another character. */
export function retargetClip({ track, motion, actor }: SourceClip, transfer: Transfer, choices: ClipChoices): RetargetedClip {
    const { source, target } = transfer;
    transfer.reset();
    const contacts = contactsOf(track, actor, motion);
    const standing = measureStanding(transfer, contacts);
    const ground = standing.hasGround ? contacts : null;
    if (ground) findStride(transfer, motion, ground, source);
    const { begin, end } = motion;
    const count = Math.max(1, Math.round((end - begin) * (motion.keyRate > DENSE ? 2 * RATE : RATE)));
    transfer.findMeans(lookAt(motion));
    const frames = new MotionFrames(count, begin, end, target.count, transfer.carrier);
    frames.isLoop = motion.isLoop();
    const isDown = downIn(frames, ground);
    const hands = choices.keepHands && target.template === TWO_LEGS ? new HandGoals(transfer, count + 1) : null;
    const keepsFeet = ground !== null && choices.keepFeet;
    const rolls = keepsFeet ? compareRolls(source, target, transfer.stride * transfer.ratio) : null;
    const scale = transfer.stride * transfer.ratio;
    const way = { scale, pivot: standing.hips.map((value, axis) => value - scale * standing.sourceHips[axis]) };
    const { legs, fastest } = transferPoses(frames, transfer, motion, standing, ground, isDown, hands, rolls);
    const legsMiss = solveLegs(frames, transfer.pose, target, legs, standing, way, keepsFeet ? fastest : null);
    const handsReach = hands?.solve(frames, fastest) ?? true;
    if (standing.hasGround) transfer.hanging.clearFloor(frames, transfer.pose, standing.floor, standing.height);
    const speed = FASTER * speedOf(frames, target, source) / fastest;
    if (choices.travels) frames.travel(transfer.pose, way);
    else frames.stay(transfer.pose);
    return { frames, handsReach, legsMiss, speed };
}

/** Speed of the fastest joint in radians a second. */
function speedOf(frames: MotionFrames, target: TemplateBody, source: TemplateBody): number {
    const speed = new FastestJoint(target, source);
    // around the seam of a loop the source may jump too
    for (let frame = 0; frame < frames.size; frame++) speed.look(frames.rotations.subarray(4 * frames.bones * frame, 4 * frames.bones * (frame + 1)));
    return frames.rate * speed.most;
}

/** Poses all over a clip. */
function *lookAt(motion: SourceMotion): Iterable<FlatPose> {
    const { begin, end } = motion;
    const count = Math.max(1, Math.round(LOOK_RATE * (end - begin)));
    for (let i = 0; i < count; i++) yield motion.sample(begin + (i + 0.5) / count * (end - begin));
}

/** Looks how long strides the legs reach. */
function findStride(transfer: Transfer, motion: SourceMotion, { feet, duration }: ClipContacts, { soles }: TemplateBody): void {
    transfer.findStride((look) => {
        feet.forEach(({ stances }, foot) => {
            for (const { strike, release } of stances) {
                for (let time = strike; time < release; time += 1 / LOOK_RATE) look(motion.sample(time % duration), soles.feet[foot]);
            }
        });
    });
}

/** How the root of a source goes. */
const OWN: RootWay = { scale: 1, pivot: new Float64Array(3) };

/** The poses of the target without contacts, how low the source is in each, and what its feet do. */
function transferPoses(
    frames: MotionFrames, transfer: Transfer, motion: SourceMotion, standing: Standing, contacts: ClipContacts | null, isDown: FeetDown,
    hands: HandGoals | null, rolls: FootRolls | null
): {
    legs: SourceLegs; fastest: number
} {
    const { source, pose, ratio, stride } = transfer;
    const { count, turns, roots } = frames;
    const clearances: Clearance[] = [];
    const slides = source.soles.feet.map(() => new Float64Array(3 * count));
    const ground = new Float64Array(3);
    // feet that are drawn in or put aside while the body goes nowhere in steps are on a floor that stands
    if (contacts?.locomotion) rotateVecInverse(ground, 0, source.frame, 0, contacts.groundVelocity, 0);
    const slideOf = trackSoles(source.soles, standing.height / ratio, frames, OWN);
    const speed = new FastestJoint(source, transfer.target);
    for (let frame = 0; frame <= count; frame++) {
        const from = motion.sample(frames.timeOf(frame));
        copyQuat(turns, 4 * frame, motion.rootRotation, 0);
        copyVec(roots, 3 * frame, motion.rootPosition, 0);
        let lowest = Infinity;
        for (let foot = 0; foot < slides.length; foot++) {
            const height = slideOf(slide, from, foot, frame);
            if (isDown(foot, frame)) lowest = Math.min(lowest, height);
            if (frame > 0) for (let axis = 0; axis < 3; axis++) slides[foot][3 * frame - 3 + axis] = stride * ratio * (slide[axis] - ground[axis] / frames.rate);
        }
        const { body, upper, trunk } = clearance(from, source, transfer.sourceFloor, lowest);
        clearances.push({ body: ratio * body, upper: ratio * upper, trunk: ratio * trunk });
        speed.look(from.localRotations);
        hands?.look(from);
        transfer.apply(from);
        middleOf(hips, from, transfer.sourceHips);
        placeHips(hips, 0, hips, transfer, standing);
        transfer.place(hips, 0);
        if (rolls) rollFeet(pose, transfer.target, rolls);
        frames.store(frame, pose);
    }
    if (frames.isLoop) frames.findRound();
    return {
        fastest: FASTER * Math.max(LEAST_SPEED, frames.rate * speed.most),
        legs: { clearances, isDown, slides, ground: ground.map(value => stride * ratio * value) }
    };
}

/** When a foot is down, in frames. */
function findRuns({ duration, stances, isAlwaysDown }: FootContacts, { isLoop, rate, begin, end }: MotionFrames, count: number): { start: number, length: number }[] {
    if (isAlwaysDown) return [{ start: 0, length: count }];
    return stances.flatMap(({ strike, release }) => {
        // the clip holds still before and after its frames
        const start = Math.ceil(Math.max(0, strike - begin) * rate);
        const last = Math.floor(((release > duration ? release - duration + end - begin : Math.min(release, end)) - begin) * rate);
        if (isLoop) return [{ start: wrap(start, count), length: last - start + 1 }];
        // what goes on over the seam of a clip that is no loop is two stances
        const parts = [{ start, length: Math.min(last, count - 1) - start + 1 }];
        if (last >= count) parts.push({ start: 0, length: last - count + 1 });
        return parts;
    }).filter(({ length }) => length > 0);
}

/** Whether a foot is down in a frame; where the clip has no ground, each may be. */
function downIn(frames: MotionFrames, contacts: ClipContacts | null): FeetDown {
    if (!contacts) return () => true;
    const { size } = frames;
    const down = contacts.feet.map((one) => {
        const bits = new Uint8Array(size);
        for (const { start, length } of findRuns(one, frames, size)) for (let i = 0; i < length; i++) bits[(start + i) % size] = 1;
        return bits;
    });
    return (foot, frame) => down[foot][frame % size] === 1;
}
