import type { GraphNode } from 'playcanvas';

import type { AimRow } from './attributes';
import { boneInPose, createPlace, isPartOf, palmInPose, readPlace, type Grip } from './grip';
import type { ReachTarget } from './reach-target';
import { createAim, solveAim } from '../core/gaze/aim';
import type { ArmSolver } from '../core/limb/arm';
import {
    arcQuat, copyQuat, copyVec, dotVec, multiplyQuat, normalizeVec, rotateVec, slerpQuat, subtractVec, type Flat
} from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import type { FlatPose } from '../core/pose/flat-pose';
import { appendTransform, relativeTransform, ROTATION } from '../core/pose/transform';

// An axis that points at a target: of a prop in a hand, such as the barrel of a gun, of something below a bone, such as a turret, or of the hand itself.
//
// The spine takes half of the angle between the body's forward and the target. What is left is one turn about the shoulder, in which the arm keeps its
// shape; of a hand that reaches, the hand turns on its place first. The turn is exact for a ray beside its pivot (core/gaze/aim.ts).

/** Share of the angle from the body's forward that the spine takes. */
const BY_SPINE = 0.5;

/** Degrees inside of the limit from which on it aims again. */
const INSIDE = 15;

/** Seconds over which the speed of a target is measured. */
const MEASURED = 0.1;

const AXES: Readonly<Record<string, readonly number[]>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], '-x': [-1, 0, 0], '-y': [0, -1, 0], '-z': [0, 0, -1] };

const IDENTITY: Flat = Float64Array.of(0, 0, 0, 1);
const aim = createAim(1);
const share = new Float64Array(1);
const v = new Float64Array(3);
const whole = createPlace();
const part = createPlace();

/** The hand that holds what aims. */
export interface AimingHand {
    readonly target: ReachTarget;
    readonly grip: Grip;
    readonly arm: ArmSolver;
    readonly node: GraphNode;
}

/** What turns. */
interface TurnedBone {
    /** The bone in the pose, an upper arm or one of a row. */
    readonly bone: number;
    /** The node of that, or of the hand. */
    readonly node: GraphNode;
    /** The body's forward and up in the frame of the pose's base: six numbers. */
    readonly axes: Flat;
}

export class Aiming {
    /** The turn that was found last, to be applied in front of a rotation. */
    readonly turn = new Float64Array(4);

    /** Place of what aims, whose axis points at the target. */
    readonly place = createPlace();

    /** The same as seen from what carries it. */
    private readonly relation = createPlace();

    readonly axis = new Float64Array(3);

    private readonly forward = new Float64Array(3);

    private readonly up = new Float64Array(3);

    /** Point at which it aims. */
    readonly point = new Float64Array(3);

    /** The target's place, and its velocity. */
    private readonly seen = new Float64Array(3);

    private readonly velocity = new Float64Array(3);

    private isKnown = false;

    /** Cosine of the angle between the body's forward and the target. */
    private readonly cosine = Float64Array.of(1);

    constructor(readonly row: AimRow, readonly target: ReachTarget, readonly hand: AimingHand | null, private readonly pivot: TurnedBone) {}

    /** The bone in the pose that turns. */
    get bone(): number {
        return this.pivot.bone;
    }

    /** Whether it aims: a hand that follows a prop does not, as that is aimed by the hand that leads it. */
    get isOn(): boolean {
        return this.target.isOn && !this.hand?.grip.followed;
    }

    /** Reads where the target is, and lets go of one beyond the limit; answers whether that has changed. */
    look(pose: FlatPose, dt: number): boolean {
        const { row, target, point, seen, velocity, cosine, forward } = this;
        const { data } = row.target!.getWorldTransform();
        for (let k = 0; k < 3; k++) {
            point[k] = data[12 + k];
            if (!this.isKnown || !target.isOn) velocity[k] = 0;
            else if (dt > 0) velocity[k] += ((point[k] - seen[k]) / dt - velocity[k]) * (1 - Math.exp(-dt / MEASURED));
            seen[k] = point[k];
        }
        this.isKnown = true;
        this.readRelation();
        this.lead(pose);
        rotateVec(forward, 0, pose.rotations, 4 * pose.base, this.pivot.axes, 0);
        rotateVec(this.up, 0, pose.rotations, 4 * pose.base, this.pivot.axes, 3);
        subtractVec(v, 0, point, 0, pose.positions, 3 * this.bone);
        if (normalizeVec(v, 0)) cosine[0] = dotVec(v, 0, forward, 0);
        return target.see(cosine, row.limit < 180 ? Math.cos(row.limit * RADIANS) : -2, Math.cos(Math.max(0, row.limit - INSIDE) * RADIANS));
    }

    /** Writes the spine's share of the turn. The pose is as it was read. */
    turnBody(pose: FlatPose, weight: number) {
        subtractVec(v, 0, this.point, 0, pose.positions, 3 * this.bone);
        copyQuat(this.turn, 0, IDENTITY, 0);
        if (!normalizeVec(v, 0)) return;
        arcQuat(this.turn, 0, this.forward, 0, v, 0, this.up, 0);
        this.weigh(BY_SPINE * this.row.bodyShare * weight);
    }

    /** Turns the goal of a hand that reaches about its place, and the hand with it. */
    turnGoal() {
        const { goal, turn } = this.hand!.arm;
        turn[0] = Math.max(turn[0], this.row.weight);
        this.place.set(goal);
        this.appendRelation();
        this.solve(goal, 0);
        this.weigh(this.row.weight);
        multiplyQuat(goal, ROTATION, this.turn, 0, goal, ROTATION);
    }

    /** Finds the turn of the bone, in a pose in which all above and below it is as it will be shown. */
    turnBone(pose: FlatPose, weight: number) {
        this.findPlace(pose);
        this.solve(pose.positions, 3 * this.bone);
        this.weigh(weight);
    }

    private weigh(weight: number) {
        if (weight >= 1) return;
        share[0] = weight;
        slerpQuat(this.turn, 0, IDENTITY, 0, this.turn, 0, share, 0);
    }

    /** What carries that which aims: the prop in the hand, or a bone; null: it is the palm. */
    private get carrier(): GraphNode | null {
        const { row: { barrel }, hand, pivot: { node } } = this;
        if (hand?.grip.leads && hand.grip.held && (!barrel || isPartOf(barrel, hand.grip.held))) return hand.grip.held;
        return barrel || !hand ? node : null;
    }

    private readRelation() {
        const { row: { barrel, axis }, carrier, relation, pivot: { node } } = this;
        const [x, y, z] = AXES[axis] ?? AXES['-z'];
        this.axis[0] = x;
        this.axis[1] = y;
        this.axis[2] = z;
        readPlace(whole, barrel ?? carrier ?? node);
        readPlace(part, carrier ?? node);
        if (carrier) relativeTransform(relation, part, whole);
    }

    /** Finds where that which aims is in a pose. */
    findPlace(pose: FlatPose) {
        const { hand, place, bone } = this;
        const end = hand ? hand.arm.bones.hand : bone;
        if (hand && this.carrier !== this.pivot.node) palmInPose(place, pose, end, hand.arm.shape);
        else boneInPose(place, pose, end);
        this.appendRelation();
    }

    private appendRelation() {
        const { hand, carrier, place, relation, pivot: { node } } = this;
        if (hand && carrier && carrier !== node) appendTransform(place, hand.grip.inHand);
        if (carrier) appendTransform(place, relation);
    }

    /** Moves the point to where the target is when what is shot gets there. */
    private lead(pose: FlatPose) {
        const { point, velocity, row: { speed } } = this;
        if (!(speed > 0)) return;
        this.findPlace(pose);
        subtractVec(v, 0, point, 0, this.place, 0);
        // |v + velocity t| = speed t
        const a = speed * speed - dotVec(velocity, 0, velocity, 0);
        const b = dotVec(v, 0, velocity, 0);
        const root = Math.sqrt(b * b + a * dotVec(v, 0, v, 0));
        const time = a > 0 ? (b + root) / a : 0;
        if (time < Infinity) for (let k = 0; k < 3; k++) point[k] += time * velocity[k];
    }

    /** Finds the turn about a point that brings the ray onto the target. */
    private solve(pivot: Flat, o: number) {
        copyVec(aim.pivot, 0, pivot, o);
        copyVec(aim.eye, 0, this.place, 0);
        rotateVec(aim.gaze, 0, this.place, ROTATION, this.axis, 0);
        copyVec(aim.target, 0, this.point, 0);
        copyVec(aim.up, 0, this.up, 0);
        solveAim(aim);
        copyQuat(this.turn, 0, aim.turn, 0);
    }
}
