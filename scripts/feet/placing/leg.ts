import type { Contact } from './contact';
import type { FootParts, FrameSettings } from './foot-settings';
import type { FootSwing } from './foot-swing';
import type { FootTarget } from './foot-target';
import type { ObservedFoot } from './observed-foot';
import { keepToes, liftHeel, lowerHeel, turnHeel } from '../../core/limb/heel-lift';
import { reachWithLimb } from '../../core/limb/limb';
import { addLeg, createLegRange, type PelvisRange } from '../../core/limb/pelvis-height';
import { allowedLift, comeShort, createReach, isTooFar, setReach } from '../../core/limb/reach';
import { copyQuat, copyVec, crossVec, distanceVec, dotVec, normalizeVec, rotateVec, slerpQuat, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { GroundProbe } from '../ground/ground-probe';
import type { ClipKnowledge } from '../schedule';
import { heelClearance } from '../sole';

// From where a foot shall be to a leg that reaches it, or does its best: the heel lifts first, then the pelvis comes down, then the
// foot comes short. One that its clip is about to lift anyway leaves the ground early.
//
// Who goes down a step reaches for it with the ball of the foot: the leg is longer by that, and the knee that carries bends less.

/** Shortest leg that the pelvis leaves, as a share of its length. */
const SHORTEST = 0.5;

/** Passes in which the lift of a heel and the height of its ball agree: each leaves about a tenth. */
const LIFT_PASSES = 4;

/** Time before a foot comes down in which the body begins to go to where it will stand on it, seconds; after half of that the foot points down for a step. */
const PLAN_TIME = 0.45;

/** Pitch at which a foot comes down on its ball, radians: people have 15 to 25 degrees on stairs. */
const ON_BALL = 25 * RADIANS;

/** Height of a step down from which on it is all of that, and from half of which on it is some, as a share of the leg's length: 14 cm of 0.9 m. */
const STEP_DOWN = 0.15;

/** Correction below which a leg is left to its animation: metres, and parts of a quaternion. */
const NOTHING = 1e-9;

/** What {@link solveLeg} has changed of the pose. */
export const LegChange = { none: 0, leg: 1, legAndToes: 2 } as const;
export type LegChange = typeof LegChange[keyof typeof LegChange];

/** Settings of all legs in a frame. */
export interface LegSettings {
    /** Seconds since the last frame. */
    dt: number;
    softReach: number;
    /** Set lengths; 0: measured. */
    maxLegLength: number;
    minLegLength: number;
}

/** What a leg remembers from one frame to the next. */
export interface LegState {
    /** Angle by which the heel was lifted in the last frame, radians. */
    heelLift: number;
    /** Share of coming down on its ball, 0..1: how much of a step down is ahead of it, see {@link findDescents}; and the angle by which the foot points down for that, radians. */
    descent: number;
    pitch: number;
    /** Whether the foot is so far away that it leaves the ground, if its clip lets it. */
    isTooShort: boolean;
}

export function createLegState(): LegState {
    return { heelLift: -0, descent: -0, pitch: -0, isTooShort: false };
}

/** What this stage reads of a foot, and its own state. */
interface LeggedFoot extends FootParts {
    readonly clip: Readonly<ClipKnowledge>;
    readonly seen: ObservedFoot;
    readonly contact: Readonly<Contact>;
    readonly swing: Readonly<FootSwing>;
    readonly target: Readonly<FootTarget>;
    readonly probe: Readonly<GroundProbe>;
    readonly leg: LegState;
}

const reach = createReach();
/** World position and rotation of the foot bone, and swivel of the knee; the same before the heel was lifted. */
const goal = new Float64Array(8);
const unlifted = new Float64Array(8);
const unpitched = new Float64Array(8);
const hip = new Float64Array(3);
const toHip = new Float64Array(3);
/** Ball of the foot, about which the heel is lifted; line from hip to ankle; across the plane of the knee. */
const ball = new Float64Array(3);
const axis = new Float64Array(3);
const turned = new Float64Array(3);
const weight = new Float64Array(1);
const hint = new Float64Array(3);
const plain = new Float64Array(3);
const range = createLegRange();

/** How deep a foot in the air steps down from the planes on which the feet that carry stand, as a share of the leg's length; Infinity: none carries. */
function dropOf(foot: LeggedFoot, feet: readonly LeggedFoot[], frame: FrameSettings): number {
    const { swing, limb, up } = foot;
    if (foot.contact.isDown || !swing.writeLanding(goal, foot, frame)) return 0;
    // where it comes down, the character being there then
    for (let k = 0; k < 3; k++) goal[k] += frame.velocity[k] * swing.timeLeft[0];
    const height = dotVec(frame.root, 0, up, 0) + swing.landingLift(frame, up) - dotVec(goal, 0, up, 0);
    for (let k = 0; k < 3; k++) goal[k] += height * up[k];
    let drop = Infinity;
    for (let i = 0; i < feet.length; i++) {
        const { contact, probe: { found, plane } } = feet[i];
        if (!contact.isDown || !found) continue;
        subtractVec(toHip, 0, plane, 0, goal, 0);
        // neither the end of a way up nor a way down is a step
        drop = Math.min(drop, dotVec(toHip, 0, up, 0), dotVec(toHip, 0, plane, 3) / dotVec(up, 0, plane, 3));
    }
    return drop / limb.length;
}

/** How soon a foot comes down, 0..1. */
function soon({ timeLeft }: LeggedFoot['swing']): number {
    return smoothstep(clamp(1 - 2 * timeLeft[0] / PLAN_TIME, 0, 1));
}

/**
 * Finds who steps down: the foot in the air points down until it lands on its ball, and those that carry keep their heels down meanwhile.
 *
 * @param frame - The frame.
 */
export function findDescents(feet: readonly LeggedFoot[], frame: FrameSettings): void {
    let most = 0;
    for (let i = 0; i < feet.length; i++) {
        const { leg, swing } = feet[i];
        const drop = dropOf(feet[i], feet, frame);
        if (drop < Infinity) leg.descent = smoothstep(clamp(2 * drop / STEP_DOWN - 1, 0, 1));
        most = Math.max(most, leg.descent * soon(swing));
    }
    for (let i = 0; i < feet.length; i++) if (feet[i].contact.isDown) feet[i].leg.descent = most;
}

/** Angle in radians by which a foot points up over its ground. */
function pitchUp({ target: { rotation, normal }, localForward }: LeggedFoot): number {
    rotateVec(axis, 0, rotation, 0, localForward, 0);
    return Math.asin(clamp(dotVec(axis, 0, normal, 0), -1, 1));
}

/** Height of the lowest point of the sole of the goal over its ankle, along the normal. */
function lowestOf({ seen: { points }, target: { normal } }: LeggedFoot): number {
    let lowest = Infinity;
    for (let o = 0; o < points.length; o += 3) {
        rotateVec(axis, 0, goal, 3, points, o);
        lowest = Math.min(lowest, dotVec(axis, 0, normal, 0));
    }
    return lowest;
}

/** Angle in radians about its ball by which the heel of a foot may come down until it is on the ground. */
function heelAngle(foot: LeggedFoot): number {
    const { seen: { points }, target: { normal, heading }, hinge } = foot;
    const lowest = lowestOf(foot);
    rotateVec(ball, 0, goal, 3, hinge, 0);
    let least = Infinity;
    for (let o = 0; o < points.length; o += 3) {
        rotateVec(axis, 0, goal, 3, points, o);
        const over = dotVec(axis, 0, normal, 0) - lowest;
        for (let k = 0; k < 3; k++) axis[k] -= ball[k];
        const behind = -dotVec(axis, 0, heading, 0);
        if (behind > 0) least = Math.min(least, Math.atan2(over, behind));
    }
    return least < Infinity ? least : 0;
}

/** Points the foot of the goal down about its ball; the lowest point of one in the air keeps its height. */
function pointDown(foot: LeggedFoot, pose: FlatPose): void {
    const { leg: { pitch }, up, target: { normal, heading } } = foot;
    if (pitch === 0) return;
    foot.seen.readPoints(pose);
    const flat = pitch < 0 ? heelAngle(foot) : 0;
    const before = lowestOf(foot) + dotVec(goal, 0, normal, 0);
    rotateVec(ball, 0, goal, 3, foot.hinge, 0);
    for (let i = 0; i < 3; i++) ball[i] += goal[i];
    turnHeel(goal, ball, normal, heading, pitch);
    if (pitch < 0) {
        // what is flat does not roll over an edge
        const share = Math.min(1, flat > 0 ? -pitch / flat : 0);
        for (let i = 0; i < 3; i++) goal[i] += share * foot.target.sunk[0] * up[i];
        return;
    }
    const rise = (before - lowestOf(foot) - dotVec(goal, 0, normal, 0)) / dotVec(up, 0, normal, 0);
    for (let i = 0; i < 3; i++) goal[i] += rise * up[i];
}

/** Goes on with how far a foot points down: more and more until it lands on its ball, and flat soon after that; not as far as its clip has it while another one does. */
function stepPitch(foot: LeggedFoot, pose: FlatPose): void {
    const { leg, contact, swing } = foot;
    let wanted = 0;
    if (leg.descent > 0) {
        foot.seen.readPoints(pose);
        wanted = contact.isDown ? -leg.descent * heelAngle(foot) : leg.descent * soon(swing) * Math.max(0, ON_BALL + pitchUp(foot));
    }
    const left = Math.sign(leg.pitch) * lowerHeel(Math.abs(leg.pitch), contact.subFrameTime);
    leg.pitch = Math.abs(wanted) > Math.abs(left) ? wanted : left;
}

/** Whether a leg is of one bone: it has one length. */
function isStiff({ limb }: LeggedFoot): boolean {
    return limb.bones.length === 2;
}

/** Lifts the heel of the goal about the ball by as much as the leg needs, and as far as it may. Answers the angle in radians. */
function liftFoot(foot: LeggedFoot, pose: FlatPose): number {
    const { contact, target: { heading } } = foot;
    const allowed = contact.stance * contact.heelShare * allowedLift(hip, goal, heading, foot.limb.length);
    if (!(allowed > 0)) return 0;
    const { normal } = foot.target;
    unlifted.set(goal);
    foot.seen.readPoints(pose);
    // the ball goes down between the toes and the lifted heel: the whole foot is raised by that, so it needs less of a lift
    let raise = 0, lift = 0;
    for (let pass = 0; pass < LIFT_PASSES; pass++) {
        for (let i = 0; i < 3; i++) goal[i] = unlifted[i] + raise * foot.up[i];
        copyQuat(goal, 3, unlifted, 3);
        rotateVec(ball, 0, goal, 3, foot.hinge, 0);
        for (let i = 0; i < 3; i++) ball[i] += goal[i];
        lift = liftHeel(goal, ball, hip, 0, normal, heading, reach.soft, allowed);
        if (!(lift > 0)) return 0;
        for (let i = 0; i < 3; i++) goal[i] -= raise * foot.up[i];
        raise = heelClearance(goal, unlifted, foot.seen.points, foot.sole.toeShares, foot.up, normal);
    }
    for (let i = 0; i < 3; i++) goal[i] += raise * foot.up[i];
    return lift;
}

/** Lets the lift of a heel that has left the ground die out. */
function letHeelDown(foot: LeggedFoot, needed: number, { dt }: LegSettings): void {
    const { leg } = foot;
    leg.heelLift = Math.max(needed, lowerHeel(leg.heelLift, dt));
    if (!(leg.heelLift > needed)) return;
    if (needed === 0) {
        unlifted.set(goal);
        rotateVec(ball, 0, goal, 3, foot.hinge, 0);
        for (let i = 0; i < 3; i++) ball[i] += goal[i];
    }
    turnHeel(goal, ball, foot.target.normal, foot.target.heading, leg.heelLift - needed);
}

/** Writes the swivel of the knee into the goal: the angle about the line from hip to ankle between toe plus calf with and without the hint's offset. */
function swivelToHint(foot: LeggedFoot, offset: Flat): void {
    const { limb, target, settings } = foot;
    const last = 3 * (limb.bones.length - 1);
    subtractVec(axis, 0, goal, 0, hip, 0);
    if (!normalizeVec(axis, 0)) return;
    for (let i = 0; i < 3; i++) {
        const calf = limb.capturedPositions[last - 3 + i] - limb.capturedPositions[last + i];
        plain[i] = goal[i] + target.heading[i] * settings.length + calf - hip[i];
        hint[i] = plain[i] + offset[i];
    }
    for (const point of [plain, hint]) {
        const along = dotVec(point, 0, axis, 0);
        for (let i = 0; i < 3; i++) point[i] -= along * axis[i];
        if (!normalizeVec(point, 0)) return;
    }
    crossVec(turned, 0, plain, 0, hint, 0);
    goal[7] = target.weight * Math.atan2(dotVec(turned, 0, axis, 0), dotVec(plain, 0, hint, 0));
}

/** Raises the ankle of a planned landing to where it is on its ball. */
function raiseOnBall({ leg: { descent }, hinge, localForward, localUp, swing: { landing }, up }: LeggedFoot, { root }: FrameSettings): void {
    if (!(descent > 0)) return;
    const onBall = dotVec(hinge, 0, localForward, 0) * Math.sin(ON_BALL) - dotVec(hinge, 0, localUp, 0) * Math.cos(ON_BALL);
    const rise = descent * Math.max(0, onBall - dotVec(landing, 0, up, 0) + dotVec(root, 0, up, 0));
    for (let i = 0; i < 3; i++) goal[i] += rise * up[i];
}

/**
 * Narrows the heights of the pelvis to what a leg needs, its hip at the pose's place and its heel lifted as far as it may.
 *
 * @param relief - Share of its load that counts no more, 0..1.
 */
export function addPelvisRange(heights: PelvisRange, foot: LeggedFoot, pose: FlatPose, frame: FrameSettings, settings: LegSettings, relief: number): void {
    const { up, target, swing, seen: { extension: animated } } = foot;
    copyVec(hip, 0, pose.positions, 3 * foot.limb.bones[0]);
    copyVec(goal, 0, target.goal, 0);
    copyQuat(goal, 3, target.goal, 3);
    range.load = foot.contact.load * target.weight * (1 - relief);
    // the body goes to where the leg will carry it, before it does
    const coming = target.weight === 1 ? smoothstep(clamp(1 - swing.timeLeft[0] / PLAN_TIME, 0, 1)) : 0;
    const isPlanned = coming > 0 && swing.writeLanding(goal, foot, frame);
    if (isPlanned) range.load = Math.max(range.load, coming);
    // what the clip itself will reach is far enough
    const extension = isPlanned ? Math.max(animated, distanceVec(hip, 0, swing.landing, 0)) : animated;
    setReach(reach, foot.limb.length, extension, 1 - settings.softReach);
    if (settings.maxLegLength > 0) reach.soft = settings.maxLegLength;
    range.longest = reach.soft;
    range.shortest = settings.minLegLength > 0 ? settings.minLegLength : Math.min((isStiff(foot) ? 1 : SHORTEST) * foot.limb.length, animated);
    if (isPlanned) raiseOnBall(foot, frame);
    else pointDown(foot, pose);
    if (distanceVec(hip, 0, goal, 0) > reach.soft) liftFoot(foot, pose);
    // written out: a call of placeLeg allocates its numbers here
    subtractVec(toHip, 0, hip, 0, goal, 0);
    range.height = dotVec(toHip, 0, up, 0);
    range.aside = Math.sqrt(Math.max(0, dotVec(toHip, 0, toHip, 0) - range.height ** 2));
    // a foot that rolls over an edge does not take the body down
    range.lift = target.lift + target.sunk[0];
    addLeg(heights, range);
}

/** Lets a foot that comes or goes start from where the moved body has it: there it is without ground. A foot that is switched off jumps without this (life-cycle.test.ts). */
function easeFromBody({ target, bone, seen: { ankle } }: LeggedFoot, { positions, rotations }: FlatPose): void {
    weight[0] = target.weight;
    for (let i = 0; i < 3; i++) goal[i] += (1 - target.weight) * (positions[3 * bone + i] - ankle[i]);
    slerpQuat(goal, 3, rotations, 4 * bone, target.rotation, 0, weight, 0);
}

/**
 * Brings a leg to its foot's goal.
 *
 * @param foot - The foot.
 * @param pose - The pose, the pelvis moved, its world transforms up to date.
 * @param settings - The settings.
 * @param hintOffset - Offset of the knee's hint in world space.
 * @returns What of the pose has changed.
 */
export function solveLeg(foot: LeggedFoot, pose: FlatPose, settings: LegSettings, hintOffset: Flat): LegChange {
    const { target, limb, leg } = foot;
    leg.isTooShort = false;
    const hasHint = hintOffset[0] !== 0 || hintOffset[1] !== 0 || hintOffset[2] !== 0;
    if (!(target.weight > 0)) {
        leg.heelLift = leg.pitch = 0;
        return LegChange.none;
    }
    copyVec(hip, 0, pose.positions, 3 * limb.bones[0]);
    copyVec(goal, 0, target.goal, 0);
    copyQuat(goal, 3, target.goal, 3);
    if (target.weight < 1) easeFromBody(foot, pose);
    stepPitch(foot, pose);
    copyQuat(unpitched, 3, goal, 3);
    pointDown(foot, pose);
    setReach(reach, limb.length, foot.seen.extension, 1 - settings.softReach);
    const needed = distanceVec(hip, 0, goal, 0) > reach.soft ? liftFoot(foot, pose) : 0;
    if (foot.contact.isDown) leg.heelLift = needed;
    else letHeelDown(foot, needed, settings);
    const { heelLift } = leg;
    leg.isTooShort = isTooFar(distanceVec(hip, 0, goal, 0), limb.length, reach);
    comeShort(goal, hip, foot.up, reach);
    goal[7] = 0;
    if (hasHint) swivelToHint(foot, hintOffset);
    if (!hasHint && foot.seen.level === 0 && isAtGoal(foot, pose)) return LegChange.none;
    reachWithLimb(limb, pose, goal);
    if (!(foot.toes >= 0 && (heelLift > 0 || leg.pitch < 0 || foot.seen.level > 0))) return LegChange.leg;
    if (leg.pitch < 0) copyQuat(unlifted, 3, unpitched, 3);
    if (heelLift > 0 || leg.pitch < 0) keepToes(pose.localRotations, 4 * foot.toes, goal, 3, unlifted, 3);
    return LegChange.legAndToes;
}

/** Whether the foot is at its goal already. */
function isAtGoal({ bone }: LeggedFoot, { positions, rotations }: FlatPose): boolean {
    const p = 3 * bone, q = 4 * bone;
    let squared = 0, dot = 0;
    for (let i = 0; i < 3; i++) squared += (goal[i] - positions[p + i]) ** 2;
    for (let i = 0; i < 4; i++) dot += goal[3 + i] * rotations[q + i];
    // of the two quaternions of a rotation the nearer one
    const sign = dot < 0 ? -1 : 1;
    for (let i = 0; i < 4; i++) squared += (goal[3 + i] - sign * rotations[q + i]) ** 2;
    return squared < NOTHING * NOTHING;
}
