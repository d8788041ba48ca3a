import { softenReach } from './reach';
import {
    arcQuat, copyQuat, copyVec, crossVec, dotVec, identityQuat, lengthVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, normalizeVec, rotateVec,
    slerpQuat, subtractVec, writeDot, type Flat
} from '../math/flat-math';
import { rotationVector, vectorRotation } from '../math/rotation-vector';
import { clamp, RADIANS, smoothstep } from '../math/scalars';
import type { FlatPose } from '../pose/flat-pose';

// An arm that brings its palm to a place, and turns its hand.
//
// Where the elbow goes is known for one direction of the arm, and carried to all others by the smallest turn. That is continuous but for the opposite
// direction, across the back to the other shoulder, where no arm gets to; up to 141 degrees away from the known one no bone turns faster than three times
// the arm's line. A hand that is turned leads the elbow: away from where the fingers point, and from the thumb. Its part is shorter than the other, so both never
// cancel out. The three numbers of the direction and the two of the hand are fitted to some 4000 poses of clips on twelve characters.
//
// Nothing of the animated arm is kept but lengths and what the hand has to the forearm: one goal has one arm.

/** Outwards, up and forward: the arm's direction for which the elbow's is known, and that. */
const KNOWN = [0.703, -0.373, 0.606] as const;
const KNOWN_ELBOW = [0.41, -0.455, -0.79] as const;

/** How much the fingers and the thumb lead the elbow. The root of the sum of their squares is below 1. */
const BY_FINGERS = 0.6;
const BY_THUMB = 0.4;

/** How much of the elbow's own direction is left beside a hint. */
const BESIDE_HINT = 0.2;

/** Shares of the arm's length from which on its reach is softened, and that it reaches at most. */
export const SOFT = 0.97;
export const MOST = 0.99;

/** Smallest angle between upper arm and forearm, radians. */
const FOLDED = 30 * RADIANS;

/** Largest twist of the hand about the forearm, of which that takes half, and largest bend of the wrist, from the reference pose; radians. */
const TWIST = 100 * RADIANS;
const BEND = 80 * RADIANS;

/** Turn to the forearm from which on a hand that is asked for the impossible comes back. */
const IMPOSSIBLE = 130 * RADIANS;

/** Distances of a goal between which the body helps, and how far it brings the shoulder, as shares of the arm's length. */
const NEAR = 0.7;
const FAR = 1.4;
const HELP = 0.35;

/** How far the shoulder rises with an arm that points up, in the same shares. */
const RISE = 0.08;

/** Share of the body's help that a clavicle gives. */
const BY_CLAVICLE = 0.4;

/** Bones of an arm in a pose. */
export interface ArmBones {
    /** What the arm, with its clavicle, hangs on. */
    readonly carrier: number;
    /** -1: there is none. */
    readonly clavicle: number;
    readonly upper: number;
    readonly forearm: number;
    readonly hand: number;
}

/** What is known of an arm by its model. Directions have unit length. */
export interface ArmShape {
    /** The carrier's outward direction, up and forward, in its own frame: nine numbers. */
    readonly axes: Flat;
    /** The elbow's axis in the frames of the upper arm and the forearm. */
    readonly upperHinge: Flat;
    readonly forearmHinge: Flat;
    /** Where the forearm points, in its own frame. */
    readonly along: Flat;
    /** Rotation of the hand to the forearm in the reference pose. */
    readonly rest: Flat;
    /** Middle of the palm in the hand's frame and units, and where fingers and thumb point in that frame. */
    readonly palm: Flat;
    readonly fingers: Flat;
    readonly thumb: Flat;
    /** How far the skin of the palm is from its middle, in the same units. */
    readonly depth: number;
    /** Turn of the hand's own frame that has the fingers along its -Z axis and the back of the hand along Y. */
    readonly grasp: Flat;
}

const IDENTITY: Flat = Float64Array.of(0, 0, 0, 1);

/** Writes the turn that brings a direction and an axis at right angles to it onto another such pair. */
function pairTurn(out: Flat, pair: Flat, to: Flat, toAxis: Flat): void {
    arcQuat(out, 0, pair, 0, to, 0, toAxis, 0);
    rotateVec(pair, 3, out, 0, pair, 3);
    arcQuat(pair, 6, pair, 3, toAxis, 0, to, 0);
    multiplyQuat(out, 0, pair, 6, out, 0);
}

/** Takes the part along a unit vector out of a vector, and brings it to unit length. */
function straighten(v: Flat, o: number, along: Flat, i: number): void {
    const share = dotVec(v, o, along, i);
    for (let k = 0; k < 3; k++) v[o + k] -= share * along[i + k];
    normalizeVec(v, o);
}

/** Solves one arm. World transforms of the pose are those before the arm is solved, but for what carries it. */
export class ArmSolver {
    /** Where the palm shall be: place and rotation of the hand with the fingers along -Z and its back along Y, in the world; a transform of scale 1. */
    readonly goal = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1);

    /** How much the hand takes of the goal's rotation, how much of the reach is shown, and how much the body helps: 0..1 each. */
    readonly turn = new Float64Array(1);

    readonly weight = Float64Array.of(1);

    bodyShare = -0;

    /** Whether the elbow has a hint, and the point of the world to which it goes then. */
    hasHint = false;

    readonly hint = new Float64Array(3);

    /** Distance that the palm is off the goal, for the arm that is shown whole. */
    miss = -0;

    /** Cosine of the angle that was measured last. */
    readonly cosine = Float64Array.of(1);

    /** How far the body shall bring the shoulder. */
    readonly pull = new Float64Array(3);

    private readonly known = new Float64Array(3);

    private readonly knownElbow = new Float64Array(3);

    private readonly shoulder = new Float64Array(3);

    /** From shoulder to elbow, from there to what is brought to its place, and this place. */
    private readonly upper = new Float64Array(3);

    private readonly lower = new Float64Array(3);

    private readonly place = new Float64Array(3);

    /** Direction in which the elbow points from the arm's line. */
    readonly elbow = new Float64Array(3);

    /** Directions of the whole arm, the elbow's axis, and both parts. */
    private readonly line = new Float64Array(3);

    private readonly hinge = new Float64Array(3);

    private readonly upperTo = new Float64Array(3);

    private readonly lowerTo = new Float64Array(3);

    /** Turns of clavicle, upper arm and forearm from the pose, and the rotation of the hand. */
    private readonly clavicleTurn = Float64Array.of(0, 0, 0, 1);

    private readonly upperTurn = new Float64Array(4);

    private readonly lowerTurn = new Float64Array(4);

    private readonly hand = new Float64Array(4);

    private readonly own = new Float64Array(4);

    /** A direction, an axis and a turn; and what is needed for a moment. */
    private readonly pair = new Float64Array(10);

    private readonly v = new Float64Array(3);

    private readonly q = new Float64Array(4);

    /**
     * @param bones - Bones of the arm in the pose.
     * @param shape - What is known of it.
     */
    constructor(readonly bones: ArmBones, readonly shape: ArmShape) {
        for (let k = 0; k < 3; k++) {
            for (let axis = 0; axis < 3; axis++) {
                this.known[k] += KNOWN[axis] * shape.axes[3 * axis + k];
                this.knownElbow[k] += KNOWN_ELBOW[axis] * shape.axes[3 * axis + k];
            }
        }
        normalizeVec(this.known, 0);
        straighten(this.knownElbow, 0, this.known, 0);
    }

    /** Measures the angle between the direction to the goal and that for which the elbow's is known. */
    measureAngle(pose: FlatPose): void {
        const { v, line, bones, goal, known, cosine } = this;
        subtractVec(line, 0, goal, 0, pose.positions, 3 * bones.upper);
        rotateVec(v, 0, pose.rotations, 4 * bones.carrier, known, 0);
        if (normalizeVec(line, 0)) writeDot(cosine, 0, v, 0, line, 0);
    }

    /** Measures how far the body shall bring the shoulder. */
    measurePull(pose: FlatPose): void {
        const { pull, bones, goal } = this;
        this.readArm(pose, true);
        subtractVec(pull, 0, goal, 0, pose.positions, 3 * bones.upper);
        const length = lengthVec(this.upper, 0) + lengthVec(this.lower, 0);
        const distance = lengthVec(pull, 0);
        const share = this.bodyShare * HELP * smoothstep(clamp((distance / length - NEAR) / (FAR - NEAR), 0, 1));
        for (let k = 0; k < 3; k++) pull[k] *= distance > 0 ? share * length / distance : 0;
    }

    /**
     * Turns clavicle, upper arm, forearm and hand.
     *
     * @param pose - World transforms up to date; receives local rotations.
     * @param animated - Local rotations from which the weight counts.
     */
    solve(pose: FlatPose, animated: Flat): void {
        const { turn, hand, lowerTurn, lowerTo, bones, own, goal, shape, place, v, q } = this;
        const { rotations } = pose;
        this.moveShoulder(pose);
        if (turn[0] > 0) multiplyQuatInverse(hand, 0, goal, 3, shape.grasp, 0);
        // the hand goes along with the forearm, and turns from there
        this.readArm(pose, true);
        copyVec(place, 0, goal, 0);
        this.reach(pose);
        const twist = turn[0] > 0 ? this.limitWrist(pose) : 0;
        multiplyQuat(own, 0, lowerTurn, 0, rotations, 4 * bones.hand);
        slerpQuat(hand, 0, own, 0, turn[0] > 0 ? hand : own, 0, turn, 0);
        if (turn[0] > 0) {
            this.readArm(pose, false);
            rotateVec(v, 0, hand, 0, shape.palm, 0);
            for (let k = 0; k < 3; k++) place[k] = goal[k] - pose.scales[bones.hand] * v[k];
            this.reach(pose);
            for (let k = 0; k < 3; k++) v[k] = turn[0] * twist / 2 * lowerTo[k];
            vectorRotation(q, 0, v, 0);
            multiplyQuat(lowerTurn, 0, q, 0, lowerTurn, 0);
        }
        this.write(pose, animated);
    }

    /** Reads the parts of the arm: down to the palm, or to the wrist. */
    private readArm({ positions, rotations, scales }: FlatPose, toPalm: boolean) {
        const { upper, lower, bones, shape } = this;
        const o = 3 * bones.hand;
        subtractVec(upper, 0, positions, 3 * bones.forearm, positions, 3 * bones.upper);
        subtractVec(lower, 0, positions, o, positions, 3 * bones.forearm);
        if (!toPalm) return;
        rotateVec(this.v, 0, rotations, 4 * bones.hand, shape.palm, 0);
        for (let k = 0; k < 3; k++) lower[k] += scales[bones.hand] * this.v[k];
    }

    /** Turns the clavicle towards the goal, and up with an arm that points up. */
    private moveShoulder({ positions, rotations }: FlatPose) {
        const { bones: { clavicle, upper, carrier }, shoulder, pull, v, q, pair, clavicleTurn, shape, goal } = this;
        copyVec(shoulder, 0, positions, 3 * upper);
        identityQuat(clavicleTurn, 0);
        if (clavicle < 0 || !(this.bodyShare > 0)) return;
        rotateVec(v, 0, rotations, 4 * carrier, shape.axes, 3);
        subtractVec(pair, 0, goal, 0, shoulder, 0);
        const rise = Math.max(0, normalizeVec(pair, 0) ? dotVec(pair, 0, v, 0) : 0);
        const raised = this.bodyShare * RISE * rise * rise * (lengthVec(this.upper, 0) + lengthVec(this.lower, 0));
        subtractVec(pair, 0, shoulder, 0, positions, 3 * clavicle);
        const length = lengthVec(pair, 0);
        for (let k = 0; k < 3; k++) pair[3 + k] = pair[k] + BY_CLAVICLE * pull[k] + raised * v[k];
        if (!normalizeVec(pair, 0) || !normalizeVec(pair, 3)) return;
        arcQuat(q, 0, pair, 0, pair, 3, v, 0);
        copyQuat(clavicleTurn, 0, q, 0);
        for (let k = 0; k < 3; k++) shoulder[k] = positions[3 * clavicle + k] + length * pair[3 + k];
    }

    /** Keeps the hand within the limits of the wrist; answers the twist that is left. */
    private limitWrist(pose: FlatPose): number {
        const { lowerTurn, hand, bones, shape, q, v, own } = this;
        multiplyQuat(own, 0, lowerTurn, 0, pose.rotations, 4 * bones.forearm);
        multiplyInverseQuat(q, 0, own, 0, hand, 0);
        multiplyQuatInverse(q, 0, q, 0, shape.rest, 0);
        rotationVector(v, 0, IDENTITY, 0, q, 0);
        const angle = lengthVec(v, 0), twist = dotVec(v, 0, shape.along, 0);
        const bend = Math.sqrt(Math.max(0, angle * angle - twist * twist));
        const over = Math.sqrt((twist / TWIST) ** 2 + (bend / BEND) ** 2);
        const share = Math.min(1, 1 / over) * Math.min(1, (Math.PI - angle) / (Math.PI - IMPOSSIBLE));
        if (!(share < 1)) return twist;
        for (let k = 0; k < 3; k++) v[k] *= share;
        vectorRotation(q, 0, v, 0);
        multiplyQuat(hand, 0, own, 0, q, 0);
        multiplyQuat(hand, 0, hand, 0, shape.rest, 0);
        return share * twist;
    }

    /** Finds the turns of both parts with which the arm's end comes to its place, or as near as it reaches. */
    private reach(pose: FlatPose) {
        const { line, place, shoulder, upper, lower, elbow, upperTo, lowerTo, hinge, pair } = this;
        subtractVec(line, 0, place, 0, shoulder, 0);
        const wanted = lengthVec(line, 0);
        if (!normalizeVec(line, 0)) rotateVec(line, 0, pose.rotations, 4 * this.bones.carrier, this.known, 0);
        const a = lengthVec(upper, 0), b = lengthVec(lower, 0);
        const least = Math.sqrt(a * a + b * b - 2 * a * b * Math.cos(FOLDED));
        const length = Math.max(least, softenReach(wanted, SOFT * (a + b), MOST * (a + b)));
        this.miss = Math.abs(wanted - length);
        this.findElbow(pose);
        crossVec(hinge, 0, line, 0, elbow, 0);
        const along = (a * a - b * b + length * length) / (2 * length);
        const aside = Math.sqrt(Math.max(0, a * a - along * along));
        for (let k = 0; k < 3; k++) {
            const to = along * line[k] + aside * elbow[k];
            upperTo[k] = to / a;
            lowerTo[k] = (length * line[k] - to) / b;
        }
        copyVec(pair, 0, upper, 0);
        this.turnPart(this.upperTurn, pose, this.bones.upper, this.shape.upperHinge, upperTo);
        copyVec(pair, 0, lower, 0);
        this.turnPart(this.lowerTurn, pose, this.bones.forearm, this.shape.forearmHinge, lowerTo);
    }

    /** Finds the direction of the elbow from the arm's line. */
    private findElbow({ rotations }: FlatPose) {
        const { line, elbow, known, knownElbow, pair, q, turn, bones, hand, shape, hint, shoulder, v } = this;
        const o = 4 * bones.carrier;
        rotateVec(pair, 0, rotations, o, known, 0);
        rotateVec(elbow, 0, rotations, o, knownElbow, 0);
        arcQuat(q, 0, pair, 0, line, 0, elbow, 0);
        rotateVec(elbow, 0, q, 0, elbow, 0);
        if (turn[0] > 0) {
            rotateVec(pair, 0, hand, 0, shape.fingers, 0);
            rotateVec(pair, 3, hand, 0, shape.thumb, 0);
            for (let k = 0; k < 3; k++) elbow[k] -= turn[0] * (BY_FINGERS * pair[k] + BY_THUMB * pair[3 + k]);
        }
        straighten(elbow, 0, line, 0);
        if (!this.hasHint) return;
        subtractVec(v, 0, hint, 0, shoulder, 0);
        if (!normalizeVec(v, 0)) return;
        for (let k = 0; k < 3; k++) elbow[k] = BESIDE_HINT * elbow[k] + v[k];
        straighten(elbow, 0, line, 0);
    }

    /** Finds the turn of a part, whose direction is in `pair`, to a direction and the elbow's axis. */
    private turnPart(out: Flat, { rotations }: FlatPose, bone: number, axis: Flat, to: Flat) {
        const { pair } = this;
        normalizeVec(pair, 0);
        rotateVec(pair, 3, rotations, 4 * bone, axis, 0);
        straighten(pair, 3, pair, 0);
        pairTurn(out, pair, to, this.hinge);
    }

    /** Writes the local rotations, by the weight between the animated ones and the solved. */
    private write(pose: FlatPose, animated: Flat) {
        const { bones: { clavicle, upper, forearm, hand }, clavicleTurn, upperTurn, lowerTurn, own } = this;
        const { rotations } = pose;
        if (clavicle >= 0) {
            multiplyQuat(own, 0, clavicleTurn, 0, rotations, 4 * clavicle);
            this.writeBone(pose, animated, clavicle, IDENTITY);
        }
        multiplyQuat(own, 0, upperTurn, 0, rotations, 4 * upper);
        this.writeBone(pose, animated, upper, clavicle < 0 ? IDENTITY : clavicleTurn);
        multiplyQuat(own, 0, lowerTurn, 0, rotations, 4 * forearm);
        this.writeBone(pose, animated, forearm, upperTurn);
        copyQuat(own, 0, this.hand, 0);
        this.writeBone(pose, animated, hand, lowerTurn);
    }

    /** Writes a bone whose new rotation is `own`, and whose parent is turned by `turn`. */
    private writeBone({ rotations, localRotations, parents }: FlatPose, animated: Flat, bone: number, turn: Flat) {
        const { q, own, weight } = this;
        multiplyQuat(q, 0, turn, 0, rotations, 4 * parents[bone]);
        multiplyInverseQuat(localRotations, 4 * bone, q, 0, own, 0);
        normalizeQuat(localRotations, 4 * bone);
        if (weight[0] < 1) slerpQuat(localRotations, 4 * bone, animated, 4 * bone, localRotations, 4 * bone, weight, 0);
    }
}
