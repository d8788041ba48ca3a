import type { Contact } from './contact';
import type { FootParts, FrameSettings } from './foot-settings';
import type { FootSwing } from './foot-swing';
import type { FootTarget } from './foot-target';
import { ON_BALL, type ObservedFoot } from './observed-foot';
import { keepToes, liftHeel, lowerHeel, turnHeel } from '../../core/limb/heel-lift';
import { reachWithLimb } from '../../core/limb/limb';
import { addLeg, createLegRange, type PelvisRange } from '../../core/limb/pelvis-height';
import { allowedLift, comeShort, createReach, isTooFar, setReach } from '../../core/limb/reach';
import { copyQuat, copyVec, crossVec, distanceVec, dotVec, normalizeVec, rotateVec, slerpQuat, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, smoothstep } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { FootRays } from '../ground/foot-rays';
import type { GroundProbe } from '../ground/ground-probe';
import type { ClipKnowledge } from '../schedule';
import { heelClearance } from '../sole';

// From where a foot shall be to a leg that reaches it, or does its best: the heel lifts first, then the pelvis comes down, then the
// foot comes short. One that its clip is about to lift anyway leaves the ground early, and so does one that the body
// leaves behind as it goes down: its leg would fold up and lie back level.
//
// Going down a step, the ball of the foot reaches for it: the leg is longer by that, and the knee that carries bends less.

/** Shortest leg that the pelvis leaves, as a share of its length. */
const SHORTEST = 0.5;

/** Passes in which the lift of a heel and the height of its ball agree: each leaves about a tenth. */
const LIFT_PASSES = 4;

/** Time before a foot comes down in which the body begins to go to where it will stand on it, seconds; after half of that the foot points down for a step. */
const PLAN_TIME = 0.45;

/** Height of a step down from which on it is all of that, and from half of which on it is some, as a share of the character's height: 14 cm of 1.75 m. */
const STEP_DOWN = 0.08;

/** Shortest time in which a foot begins to point down for a step, and in which one that was kept flat comes back to its clip, seconds. */
const TURN_TIME = 0.18;

/** Share of the height of a hip over its foot in the clip below which a foot that trails is left behind. */
const LEFT_BEHIND = 0.8;

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
    /** How much of a step down is ahead of the foot, see {@link findDescents}; how far it points down for that, and how flat it stays as another one steps down: 0..1. */
    descent: number;
    onBall: number;
    flatness: number;
    /** Whether the foot is so far away that it leaves the ground, if its clip lets it. */
    isTooShort: boolean;
}

export function createLegState(): LegState {
    return { heelLift: -0, descent: -0, onBall: -0, flatness: -0, isTooShort: false };
}

/** What this stage reads of a foot, and its own state. */
interface LeggedFoot extends FootParts {
    readonly clip: Readonly<ClipKnowledge>;
    readonly seen: ObservedFoot;
    readonly contact: Readonly<Contact>;
    readonly swing: Readonly<FootSwing>;
    readonly target: Readonly<FootTarget>;
    readonly probe: Readonly<GroundProbe>;
    readonly rays: Readonly<FootRays>;
    readonly leg: LegState;
}

const reach = createReach();
/** World position and rotation of the foot bone, and swivel of the knee; the same before the heel was lifted. */
const goal = new Float64Array(8);
const unlifted = new Float64Array(8);
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

/** How deep a foot in the air whose ball has ground steps down from the planes on which the feet that carry stand, as a share of the character's height; Infinity: none carries. */
function dropOf({ contact, up, hinge, localForward, rays: { limits }, swing: { path: { isActive, hasLanding, ground, way } } }: LeggedFoot, feet: readonly LeggedFoot[]): number {
    if (contact.isDown || !isActive || !hasLanding || !ground.hasEdges || !way.carriesAhead(dotVec(hinge, 0, localForward, 0), limits)) return 0;
    const { origin, direction, landing } = ground;
    for (let k = 0; k < 3; k++) goal[k] = origin[k] + (landing + way.landingShift) * direction[k] + way.end * up[k];
    let drop = Infinity;
    for (let i = 0; i < feet.length; i++) {
        const { contact: { isDown }, probe: { found, plane } } = feet[i];
        if (!isDown || !found) continue;
        subtractVec(toHip, 0, plane, 0, goal, 0);
        drop = Math.min(drop, dotVec(toHip, 0, plane, 3) / dotVec(up, 0, plane, 3));
    }
    return drop / limits.size;
}

/**
 * Finds which feet in the air step down: they point down until they land on their balls, and are flat soon after that. Those that carry keep their heels down meanwhile.
 *
 * @param dt - Seconds since the last frame.
 */
export function findDescents(feet: readonly LeggedFoot[], dt: number): void {
    const step = dt / TURN_TIME;
    let most = 0;
    for (let i = 0; i < feet.length; i++) {
        const { leg, contact, swing: { timeLeft } } = feet[i];
        const drop = dropOf(feet[i], feet);
        if (drop < Infinity) leg.descent = clamp(smoothstep(clamp(2 * drop / STEP_DOWN - 1, 0, 1)), leg.descent - step, leg.descent + step);
        const wanted = leg.descent * smoothstep(clamp(1 - 2 * timeLeft[0] / PLAN_TIME, 0, 1));
        leg.onBall = Math.max(wanted, lowerHeel(leg.onBall, contact.subFrameTime));
        most = Math.max(most, wanted);
    }
    for (let i = 0; i < feet.length; i++) {
        const { leg, contact: { isDown } } = feet[i];
        leg.flatness = Math.max(isDown ? most : 0, leg.flatness - step);
    }
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
    if (distanceVec(hip, 0, goal, 0) > reach.soft) liftFoot(foot, pose);
    // written out: a call of placeLeg allocates its numbers here
    subtractVec(toHip, 0, hip, 0, goal, 0);
    range.height = dotVec(toHip, 0, up, 0);
    range.aside = Math.sqrt(Math.max(0, dotVec(toHip, 0, toHip, 0) - range.height ** 2));
    // a foot that rolls over an edge does not take the body down
    range.lift = target.lift + target.sunk[0];
    if (foot.contact.rise > 0) {
        // one that is left behind lets it rise as far as its leg will reach when it is lifted
        for (let i = 0; i < 3; i++) toHip[i] += foot.clip.timeToRelease * frame.velocity[i];
        const highest = Math.sqrt(Math.max(0, range.longest ** 2 - dotVec(toHip, 0, toHip, 0) + dotVec(toHip, 0, up, 0) ** 2)) - range.height;
        range.lift += clamp(highest - range.lift, 0, foot.contact.rise);
    }
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
        leg.heelLift = 0;
        return LegChange.none;
    }
    copyVec(hip, 0, pose.positions, 3 * limb.bones[0]);
    copyVec(goal, 0, target.goal, 0);
    copyQuat(goal, 3, target.goal, 3);
    if (target.weight < 1) easeFromBody(foot, pose);
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
    if (!(foot.toes >= 0 && (heelLift > 0 || foot.seen.level > 0))) return LegChange.leg;
    if (heelLift > 0) keepToes(pose.localRotations, 4 * foot.toes, goal, 3, unlifted, 3);
    return LegChange.legAndToes;
}

/** Whether the body has gone ahead of a foot, and down, so far that its leg cannot follow. */
export function isLeftBehind({ limb: { bones, capturedPositions }, up, target, seen: { ankle } }: LeggedFoot, { positions }: FlatPose, { velocity }: FrameSettings): boolean {
    subtractVec(toHip, 0, capturedPositions, 0, ankle, 0);
    const animated = dotVec(toHip, 0, up, 0);
    subtractVec(toHip, 0, positions, 3 * bones[0], target.goal, 0);
    const height = dotVec(toHip, 0, up, 0);
    return height < LEFT_BEHIND * animated && dotVec(toHip, 0, velocity, 0) > height * dotVec(velocity, 0, up, 0);
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
