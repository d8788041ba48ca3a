import type { ClipMotion } from './clip-motion';
import type { JointRange } from './joint-limits';
import type { Plan } from './plan';
import { measureTurn, SWING_Y, SWING_Z, turnQuat, turnRatio, TWIST } from '../../core/dynamics/swing-twist';
import { arcQuat, multiplyInverseQuat, multiplyQuat, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { DEGREES } from '../../core/math/scalars';
import type { Rig } from '../../rig/rig';
import { LEAST_LIMIT, type JointSettings } from '../settings';

// The joints of a ragdoll: where they are, which way their axes lie, and how far they turn.
//
// Limits begin as the part of the body has them, and are widened to what the reference pose and the clips do: first the middle is moved
// where that makes the range smaller, then the ellipse is grown to the one of least area that holds every pose.

/** Margin between a limit and the furthest pose, radians: clips are looked at 60 times a second, and physics does not track to zero. */
const MARGIN = 3 / DEGREES;

/** Largest limit, radians: at half a turn the shortest arc, and so the swing, has no direction. */
const LARGEST = 175 / DEGREES;

/** Shapes of ellipses that are tried. */
const TRIES = 40;

/** The limits that a row gives, degrees; 0: measured. */
export interface GivenLimits { readonly swingLimitY: number; readonly swingLimitZ: number; readonly twistLimit: number }

/** Makes the joint between two bodies. */
export function makeJoint(
    rig: Rig, plan: Plan, parent: Plan, body: number, range: JointRange, given: GivenLimits, motions: readonly ClipMotion[]
): JointSettings {
    const { rotations } = rig.skeleton;
    const [child, upper] = [4 * plan.bone, 4 * parent.bone];
    // the joint's axes in model space: x along the bone, z the axis of flexion
    const axes = axesQuat(plan.direction, range.flexion);
    const frame = new Float64Array(4);
    multiplyInverseQuat(frame, 0, rotations, child, axes, 0);
    const arc = new Float64Array(4);
    arcQuat(arc, 0, plan.direction, 0, range.middle, 0, range.flexion, 0);
    multiplyQuat(axes, 0, arc, 0, axes, 0);
    const parentFrame = new Float64Array(4);
    multiplyInverseQuat(parentFrame, 0, rotations, upper, axes, 0);

    const poses = collectTurns(rig, plan, parent, body, motions, frame);
    const natural = Float64Array.of(range.side / DEGREES, range.bend / DEGREES, range.twist / DEGREES);
    moveMiddle(parentFrame, poses, natural);
    const limits = widen(natural, turnsFrom(parentFrame, poses));
    const parentAnchor = new Float64Array(3);
    subtractVec(parentAnchor, 0, plan.joint, 0, parent.joint, 0);
    rotateVecInverse(parentAnchor, 0, rotations, upper, parentAnchor, 0);
    const limit = (set: number, made: number) => Math.max(LEAST_LIMIT, set > 0 ? set : made * DEGREES);
    return {
        anchor: new Float64Array(3), parentAnchor, travel: travelOf(body, parentAnchor, motions), frame, parentFrame,
        isHinge: /(?:Forearm|Shin)$/.test(plan.role ?? ''),
        swingLimitY: limit(given.swingLimitY, limits[SWING_Y]),
        swingLimitZ: limit(given.swingLimitZ, limits[SWING_Z]),
        twistLimit: limit(given.twistLimit, limits[TWIST])
    };
}

/** Rotation whose x axis is a bone's direction and whose z axis is at right angles to it, nearest to the axis of flexion. */
function axesQuat(x: Flat, flexion: Flat): Flat {
    const out = new Float64Array(4);
    arcQuat(out, 0, Float64Array.of(1, 0, 0), 0, x, 0, Float64Array.of(0, 0, 1), 0);
    // the flexion axis as that turn sees it lies in its y-z plane
    const seen = new Float64Array(3);
    rotateVecInverse(seen, 0, out, 0, flexion, 0);
    const angle = Math.atan2(-seen[1], seen[2]);
    multiplyQuat(out, 0, out, 0, Float64Array.of(Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)), 0);
    return out;
}

/** Rotations of the joint's axes in the parent bone's frame: in the reference pose and in every pose of the clips. */
function collectTurns({ skeleton }: Rig, plan: Plan, parent: Plan, body: number, motions: readonly ClipMotion[], frame: Flat): Flat {
    const count = motions.reduce((sum, { poses }) => sum + poses, 1);
    const out = new Float64Array(4 * count);
    multiplyInverseQuat(out, 0, skeleton.rotations, 4 * parent.bone, skeleton.rotations, 4 * plan.bone);
    let next = 4;
    for (const { rotations, poses, bodies } of motions) {
        for (let pose = 0; pose < poses; pose++, next += 4) out.set(rotations.subarray(4 * (pose * bodies + body), 4 * (pose * bodies + body) + 4), next);
    }
    for (let i = 0; i < out.length; i += 4) multiplyQuat(out, i, out, i, frame, 0);
    return out;
}

function turnsFrom(parentFrame: Flat, poses: Flat): Flat {
    const turns = new Float64Array(poses.length / 4 * 3);
    for (let i = 0; i < turns.length / 3; i++) measureTurn(turns, 3 * i, parentFrame, 0, poses, 4 * i);
    return turns;
}

/** Moves the middle so that what the poses have beyond the natural range is shared between both sides. */
function moveMiddle(parentFrame: Flat, poses: Flat, natural: Flat): void {
    const turns = turnsFrom(parentFrame, poses);
    const middle = new Float64Array(3);
    for (let axis = 0; axis < 3; axis++) {
        let [low, high] = [-natural[axis], natural[axis]];
        for (let i = axis; i < turns.length; i += 3) {
            low = Math.min(low, turns[i]);
            high = Math.max(high, turns[i]);
        }
        middle[axis] = (low + high) / 2;
    }
    const turn = new Float64Array(4);
    turnQuat(turn, 0, middle, 0);
    multiplyQuat(parentFrame, 0, parentFrame, 0, turn, 0);
}

/** The smallest limits, no smaller than the natural ones, that hold every pose with that margin. */
function widen(natural: Flat, turns: Flat): Flat {
    const out = Float64Array.from(natural);
    const fits = () => {
        for (let i = 0; i < turns.length; i += 3) if (turnRatio(turns, i, inner(out)) > 1) return false;
        return true;
    };
    for (let i = 0; i < turns.length; i += 3) out[TWIST] = Math.max(out[TWIST], Math.abs(turns[i + TWIST]) + MARGIN);
    out[TWIST] = Math.min(out[TWIST], LARGEST);
    if (fits()) return out;
    let least = Infinity;
    const [side, bend] = inner(natural);
    let widest = side;
    for (let i = 0; i < turns.length; i += 3) widest = Math.max(widest, Math.hypot(turns[i + SWING_Y], turns[i + SWING_Z]));
    for (let n = 0; n <= TRIES; n++) {
        // from the natural width to a little more than any pose needs
        const a = side + (widest + MARGIN - side) * n / TRIES;
        let b = bend;
        for (let i = 0; i < turns.length; i += 3) {
            const rest = 1 - (turns[i + SWING_Y] / a) ** 2;
            b = rest > 0 ? Math.max(b, Math.abs(turns[i + SWING_Z]) / Math.sqrt(rest)) : Infinity;
        }
        if (!(a * b < least)) continue;
        least = a * b;
        out[SWING_Y] = Math.min(LARGEST, a + MARGIN);
        out[SWING_Z] = Math.min(LARGEST, b + MARGIN);
    }
    return out;
}

function inner(limits: Flat): Flat {
    return limits.map(limit => limit - MARGIN);
}

/** How far the clips take the joint from its place in the parent's frame. */
function travelOf(body: number, anchor: Flat, motions: readonly ClipMotion[]): number {
    let most = 0;
    for (const { anchors, poses, bodies } of motions) {
        for (let pose = 0; pose < poses; pose++) {
            const a = 3 * (pose * bodies + body);
            most = Math.max(most, Math.hypot(anchors[a] - anchor[0], anchors[a + 1] - anchor[1], anchors[a + 2] - anchor[2]));
        }
    }
    return most;
}

/** The largest share of a joint's limits that a clip uses; above 1 it violates them. */
export function limitUse(joint: JointSettings, body: number, { rotations, poses, bodies }: ClipMotion): number {
    const limits = Float64Array.of(joint.swingLimitY / DEGREES, joint.swingLimitZ / DEGREES, joint.twistLimit / DEGREES);
    const turn = new Float64Array(3);
    const axes = new Float64Array(4);
    let most = 0;
    for (let pose = 0; pose < poses; pose++) {
        multiplyQuat(axes, 0, rotations, 4 * (pose * bodies + body), joint.frame, 0);
        measureTurn(turn, 0, joint.parentFrame, 0, axes, 0);
        most = Math.max(most, turnRatio(turn, 0, limits));
    }
    return most;
}
