import type { Foot } from './foot';
import { heelClearance } from './sole';
import { reachWithLimb } from '../core/limb/limb';
import { addLeg, type PelvisRange } from '../core/limb/pelvis-height';
import { softenReach } from '../core/limb/soft-reach';
import { copyQuat, copyVec, crossVec, dotVec, multiplyInverseQuat, multiplyQuat, normalizeVec, rotateVec, slerpQuat, subtractVec, writeDistance, writeDot, type Flat } from '../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../core/math/scalars';
import type { FlatPose } from '../core/pose/flat-pose';

// From where a foot shall be to a leg that reaches it, or does its best: the heel lifts first, then the pelvis comes down, then the
// foot slides under the hip. A foot that its clip is about to lift anyway leaves the ground early in place of sliding.

/** Extension of a leg that nothing passes but a clip that has more, as a share of its length. */
const FULL = 0.999;

/** Shortest leg that the pelvis leaves, as a share of its length. */
const SHORTEST = 0.5;

/** Angle by which a heel is lifted at the most, radians: what a trailing foot does in a walk. */
const MOST_LIFT = 45 * RADIANS;

/** Distances by which the foot trails behind the hip at which its heel may lift: from none to all of it, as shares of the leg's length. */
const TRAIL = 0.05;
const TRAIL_FULL = 0.2;

/** Passes in which the lift of a heel and the height of its ball agree: each leaves about a tenth. */
const LIFT_PASSES = 4;

/** Cosines of the leg's line to the up vector between which a leg that is too short is pulled to the hip, and straight up. */
const ASIDE = 0.6;
const UPRIGHT = 0.8;

/** Share of its length by which a leg is too short from which on the foot leaves the ground. */
const OVERREACH = 0.04;

/** Speed at which a foot slides under a leg that is too short, heights of the character per second. */
const SLIDE_SPEED = 0.3;

/** Shortest leg to which a foot is lifted, and its least distance below the hip, as shares of the leg's length. */
const MOST_FOLDED = 0.35;
const MOST_LIFTED = 0.15;

/** Passes of FABRIK for legs of more than three bones. */
const ITERATIONS = 20;

/** Correction below which a leg is left to its animation, metres. */
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

const zone = new Float64Array(2);
const distance = new Float64Array(1);
const longest = new Float64Array(1);
/** Parts of two vectors along a third one. */
const parts = new Float64Array(2);
/** Angle by which a heel may lift, radians. */
const allowance = new Float64Array(1);
const pull = new Float64Array(3);
const leg = new Float64Array(4);
const load = new Float64Array(2);
const goal = new Float64Array(8);
const hip = new Float64Array(3);
const pivot = new Float64Array(3);
const axis = new Float64Array(3);
const radius = new Float64Array(3);
const turned = new Float64Array(3);
const toHip = new Float64Array(3);
const slide = new Float64Array(3);
const arc = new Float64Array(4);
/** Angle by which the heel was lifted, and the goal before. */
const heelLift = new Float64Array(1);
const unlifted = new Float64Array(8);
const raise = new Float64Array(1);
const weight = new Float64Array(1);
const hint = new Float64Array(3);
const plain = new Float64Array(3);

/** Writes where softening starts and what is never passed. */
function writeZone(foot: Foot, { softReach }: LegSettings): void {
    const length = foot.legLength[0];
    zone[0] = Math.max(Math.min(1 - softReach, FULL) * length, foot.extension[0]);
    zone[1] = Math.max(FULL * length, foot.extension[0]);
}

/** Writes the angle by which the heel may lift: none under the hip, all of it when the foot trails. */
function allowLift(foot: Foot): void {
    subtractVec(toHip, 0, hip, 0, goal, 0);
    writeDot(allowance, 0, toHip, 0, foot.target.heading, 0);
    const trail = allowance[0] / foot.legLength[0];
    const share = clamp((trail - TRAIL) / (TRAIL_FULL - TRAIL), 0, 1);
    allowance[0] = foot.contact.stance * MOST_LIFT * smoothstep(share);
}

/** Lifts the heel of the goal about the ball by as much as the leg needs to be as long as `most[0]`, and as far as it may. */
function liftHeel(foot: Foot, pose: FlatPose, most: Flat): void {
    writeDistance(distance, 0, hip, 0, goal, 0);
    if (!(distance[0] > most[0])) return;
    allowLift(foot);
    if (!(allowance[0] > 0)) return;
    crossVec(axis, 0, foot.target.normal, 0, foot.target.heading, 0);
    if (!normalizeVec(axis, 0)) return;
    unlifted.set(goal);
    foot.readPoints(pose);
    // the ball of the foot goes down between its toes and its lifted heel: the whole foot is raised by that, so it needs less of a lift
    raise[0] = 0;
    for (let pass = 0; pass < LIFT_PASSES; pass++) {
        for (let i = 0; i < 3; i++) goal[i] = unlifted[i] + raise[0] * foot.up[i];
        copyQuat(goal, 3, unlifted, 3);
        turnHeel(foot, most);
        if (!(heelLift[0] > 0)) return;
        for (let i = 0; i < 3; i++) goal[i] -= raise[0] * foot.up[i];
        heelClearance(raise, goal, unlifted, foot.points, foot.sole.toeShares, foot.up, foot.target.normal);
    }
    for (let i = 0; i < 3; i++) goal[i] += raise[0] * foot.up[i];
}

/** Turns the goal about the ball, see {@link liftHeel}. */
function turnHeel({ hinge }: Foot, most: Flat): void {
    heelLift[0] = 0;
    rotateVec(turned, 0, goal, 3, hinge, 0);
    for (let i = 0; i < 3; i++) pivot[i] = goal[i] + turned[i];
    subtractVec(radius, 0, goal, 0, pivot, 0);
    writeDot(parts, 0, radius, 0, axis, 0);
    const along = parts[0];
    for (let i = 0; i < 3; i++) radius[i] -= along * axis[i];
    crossVec(turned, 0, axis, 0, radius, 0);
    subtractVec(toHip, 0, hip, 0, pivot, 0);
    for (let i = 0; i < 3; i++) toHip[i] -= along * axis[i];
    // |toHip - radius cos - turned sin| = most
    writeDot(parts, 0, toHip, 0, radius, 0);
    writeDot(parts, 1, toHip, 0, turned, 0);
    const a = parts[0], b = parts[1];
    const furthest = Math.sqrt(a * a + b * b);
    writeDot(parts, 0, toHip, 0, toHip, 0);
    writeDot(parts, 1, radius, 0, radius, 0);
    const needed = (parts[0] + parts[1] - most[0] * most[0]) / 2;
    const best = Math.atan2(b, a);
    const angle = Math.min(allowance[0], needed < furthest ? best - Math.acos(needed / furthest) : best);
    if (!(angle > 0)) return;
    const cosine = Math.cos(angle), sine = Math.sin(angle);
    for (let i = 0; i < 3; i++) goal[i] = pivot[i] + along * axis[i] + radius[i] * cosine + turned[i] * sine;
    for (let i = 0; i < 3; i++) arc[i] = axis[i] * Math.sin(angle / 2);
    arc[3] = Math.cos(angle / 2);
    multiplyQuat(goal, 3, arc, 0, goal, 3);
    heelLift[0] = angle;
}

/**
 * Slides the goal along the ground towards the hip until it is within the leg's length, `most[1]`; and back, where that is not needed any
 * more. It goes at a speed that can be looked at.
 *
 * @param isNeeded - Whether the leg is too short.
 */
function slideFoot({ slid, target: { normal }, contact, settings }: Foot, most: Flat, isNeeded: boolean, { dt }: LegSettings): void {
    if (!isNeeded && !(slid[0] > 0)) {
        slid[0] = 0;
        return;
    }
    subtractVec(toHip, 0, hip, 0, goal, 0);
    writeDot(parts, 0, toHip, 0, normal, 0);
    for (let i = 0; i < 3; i++) slide[i] = toHip[i] - parts[0] * normal[i];
    writeDot(parts, 0, slide, 0, slide, 0);
    writeDot(parts, 1, toHip, 0, toHip, 0);
    if (!normalizeVec(slide, 0)) return;
    let needed = 0;
    if (isNeeded) {
        const middle = Math.sqrt(parts[0]);
        const rest = parts[0] - parts[1] + most[1] * most[1];
        needed = rest > 0 ? middle - Math.sqrt(rest) : middle;
    }
    const before = slid[0], step = SLIDE_SPEED * settings.plant.size * dt;
    slid[0] = before >= 0 ? clamp(needed, before - step, before + step) : needed;
    for (let i = 0; i < 3; i++) goal[i] += contact.stance * slid[0] * slide[i];
}

/** Keeps the goal of a foot in the air below the hip, as far as the animation itself has it there. */
function keepBelow({ up, legLength, ankle, limb }: Foot): void {
    let animated = 0, below = 0, away = 0;
    for (let i = 0; i < 3; i++) {
        animated += (limb.capturedPositions[i] - ankle[i]) * up[i];
        below += (hip[i] - goal[i]) * up[i];
        away += (hip[i] - goal[i]) ** 2;
    }
    const length = legLength[0];
    const folded = Math.sqrt(Math.max(0, (MOST_FOLDED * length) ** 2 - away + below * below));
    const least = Math.min(Math.max(folded, MOST_LIFTED * length), animated);
    if (!(below < least)) return;
    for (let i = 0; i < 3; i++) goal[i] -= (least - below) * up[i];
}

/**
 * Brings the goal within the leg's soft reach: straight up, so that a foot does not drag into a step, and towards the hip when it stands
 * far aside.
 */
function pullUp(up: Flat): void {
    subtractVec(toHip, 0, hip, 0, goal, 0);
    writeDistance(distance, 0, hip, 0, goal, 0);
    const wanted = distance[0];
    softenReach(distance, zone);
    if (!(distance[0] < wanted)) return;
    writeDot(parts, 0, toHip, 0, up, 0);
    const share = clamp((parts[0] / wanted - ASIDE) / (UPRIGHT - ASIDE), 0, 1);
    for (let i = 0; i < 3; i++) pull[i] = share * up[i] + (1 - share) * toHip[i] / wanted;
    normalizeVec(pull, 0);
    writeDot(parts, 0, toHip, 0, pull, 0);
    const along = parts[0];
    const rest = along * along - wanted * wanted + distance[0] * distance[0];
    if (rest >= 0) for (let i = 0; i < 3; i++) goal[i] += (along - Math.sqrt(rest)) * pull[i];
    else for (let i = 0; i < 3; i++) goal[i] = hip[i] - toHip[i] * distance[0] / wanted;
}

/** Angle by which the hint's offset turns the knee about the line from hip to ankle: between toe plus calf with and without it. */
function hintAngle(foot: Foot, offset: Flat): number {
    const { limb, target, settings } = foot;
    const last = 3 * (limb.bones.length - 1);
    subtractVec(axis, 0, goal, 0, hip, 0);
    if (!normalizeVec(axis, 0)) return 0;
    for (let i = 0; i < 3; i++) {
        const calf = limb.capturedPositions[last - 3 + i] - limb.capturedPositions[last + i];
        plain[i] = goal[i] + target.heading[i] * settings.length + calf - hip[i];
        hint[i] = plain[i] + offset[i];
    }
    for (const point of [plain, hint]) {
        const along = dotVec(point, 0, axis, 0);
        for (let i = 0; i < 3; i++) point[i] -= along * axis[i];
        if (!normalizeVec(point, 0)) return 0;
    }
    crossVec(turned, 0, plain, 0, hint, 0);
    return Math.atan2(dotVec(turned, 0, axis, 0), dotVec(plain, 0, hint, 0));
}

/** Tells the pelvis what a leg needs, its hip at the pose's place: with its heel lifted as far as it may. */
export function addPelvisRange(range: PelvisRange, foot: Foot, pose: FlatPose, settings: LegSettings): void {
    const { up, target } = foot;
    writeZone(foot, settings);
    copyVec(hip, 0, pose.positions, 3 * foot.limb.bones[0]);
    copyVec(goal, 0, target.goal, 0);
    copyQuat(goal, 3, target.goal, 3);
    longest[0] = settings.maxLegLength > 0 ? settings.maxLegLength : zone[0];
    liftHeel(foot, pose, longest);
    subtractVec(toHip, 0, hip, 0, goal, 0);
    writeDot(leg, 0, toHip, 0, up, 0);
    writeDot(leg, 1, toHip, 0, toHip, 0);
    leg[1] = Math.sqrt(Math.max(0, leg[1] - leg[0] * leg[0]));
    leg[2] = settings.minLegLength > 0 ? settings.minLegLength : Math.min(SHORTEST * foot.legLength[0], foot.extension[0]);
    leg[3] = longest[0];
    load[0] = foot.contact.load * target.weight;
    // a foot that rolls over an edge does not take the body down
    load[1] = target.lift + target.lowered[0];
    addLeg(range, leg, load);
}

/** Lets a foot that comes or goes start from where the moved body has it: there it is without ground. */
function easeFromBody({ target, bone, ankle }: Foot, { positions, rotations }: FlatPose): void {
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
export function solveLeg(foot: Foot, pose: FlatPose, settings: LegSettings, hintOffset: Flat): LegChange {
    const { target, limb } = foot;
    const hasHint = hintOffset[0] !== 0 || hintOffset[1] !== 0 || hintOffset[2] !== 0;
    if (!(target.weight > 0)) return LegChange.none;
    copyVec(hip, 0, pose.positions, 3 * limb.bones[0]);
    copyVec(goal, 0, target.goal, 0);
    copyQuat(goal, 3, target.goal, 3);
    if (target.weight < 1) easeFromBody(foot, pose);
    writeZone(foot, settings);
    heelLift[0] = 0;
    writeDistance(distance, 0, hip, 0, goal, 0);
    foot.legSlack = zone[0] - distance[0];
    liftHeel(foot, pose, zone);
    writeDistance(distance, 0, hip, 0, goal, 0);
    const missing = distance[0] - zone[1];
    // a foot that walks on leaves the ground early; one that stands slides
    const stays = foot.contact.staysDown(foot.clip);
    slideFoot(foot, zone, stays && missing > 0, settings);
    if (!stays && missing > OVERREACH * foot.legLength[0]) foot.contact.stepOff(foot.clip);
    if (!foot.contact.isDown) keepBelow(foot);
    pullUp(foot.up);
    goal[7] = hasHint ? target.weight * hintAngle(foot, hintOffset) : 0;
    if (!hasHint && foot.level === 0 && isWhereItIs(foot, pose)) return LegChange.none;
    reachWithLimb(limb, pose, goal, ITERATIONS);
    if (!(foot.toes >= 0 && (heelLift[0] > 0 || foot.level > 0))) return LegChange.leg;
    if (heelLift[0] > 0) bendToes(foot, pose);
    return LegChange.legAndToes;
}

/** Keeps the toes on the ground under a heel that was lifted. */
function bendToes({ toes }: Foot, { localRotations }: FlatPose): void {
    // the lift in the frame of the foot as it was before
    multiplyInverseQuat(arc, 0, goal, 3, unlifted, 3);
    multiplyQuat(localRotations, 4 * toes, arc, 0, localRotations, 4 * toes);
}

/** Whether the foot is at its goal already. */
function isWhereItIs({ bone }: Foot, { positions, rotations }: FlatPose): boolean {
    const turn = Math.abs(goal[3] * rotations[4 * bone] + goal[4] * rotations[4 * bone + 1] + goal[5] * rotations[4 * bone + 2] + goal[6] * rotations[4 * bone + 3]);
    writeDistance(distance, 0, goal, 0, positions, 3 * bone);
    return distance[0] < NOTHING && turn > 1 - NOTHING * NOTHING;
}
