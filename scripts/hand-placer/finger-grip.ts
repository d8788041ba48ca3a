import type { Entity } from 'playcanvas';

import type { ArmModel } from './arm-model';
import { appendPalm, createPlace, type Grip } from './grip';
import { PropSurface } from './prop-surface';
import type { ArmShape } from '../core/limb/arm';
import {
    addVec, angleBetween, crossVec, distanceVec, dotVec, lengthVec, multiplyInverseQuat, multiplyQuat, normalizeVec, rotateVec, rotateVecInverse, slerpQuat, subtractVec,
    type Flat
} from '../core/math/flat-math';
import { vectorRotation } from '../core/math/rotation-vector';
import { RADIANS } from '../core/math/scalars';
import { ROTATION, SCALE } from '../core/pose/transform';
import { BoneSet, ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import { ModelCache } from '../rig/model-cache';
import { modelScale, type Rig } from '../rig/rig';
import { createBoneTree } from '../rig/tree';
import type { Skin } from '../skin/skin';

// Fingers that close around what a hand holds: all joints of a finger together, until a part of it touches; that and those before it stay, the others
// close on.
//
// It is worked out once, when a hand takes a prop: in model space, with the hand in the reference pose. In a frame the turns are written.

/** How far a finger bends back before it closes, how far a thumb goes over to before the palm, and how far each of their joints closes. */
const FINGER = { open: 20 * RADIANS, closed: 95 * RADIANS };
const THUMB = { open: 50 * RADIANS, closed: 55 * RADIANS };

/** Points along a part of a finger at which it may touch. */
const POINTS = 4;

/** Gap at which a finger touches, and the least turn on its way, as shares of its length. */
const GAP = 0.01;

/** A finger that is open, in model space: all of it is turned from the reference pose about its first joint. */
interface Finger {
    readonly joints: readonly number[];
    /** Places of the joints and of the tip. */
    readonly places: Flat;
    /** How far each part reaches from its middle to its inner side. */
    readonly radii: readonly number[];
    /** The axis about which it closes. */
    readonly axis: Flat;
    readonly opening: Flat;
    readonly closed: number;
    readonly length: number;
}

const models = new ModelCache<number, readonly Finger[]>();
const flatModels = new ModelCache<number, readonly Finger[]>();

/** What fingers close around. */
type Touchable = Pick<PropSurface, 'distance'>;

const INWARDS: Flat = Float64Array.of(0, -1, 0);
const inwards = new Float64Array(3);
const away = new Float64Array(3);

const rotation = new Float64Array(4);
const vector = new Float64Array(3);
const point = new Float64Array(3);
const joint = new Float64Array(3);
const share = new Float64Array(1);

/** The fingers of one hand of an instance. */
export class FingerGrip {
    private readonly joints: readonly number[];

    private readonly set: BoneSet | null;

    private readonly written: Int32Array;

    /** Local rotations of the joints as they are closed. */
    private readonly closed: Flat;

    private held: Entity | null = null;

    private isFlat = false;

    /** Whether there is something around which they close. */
    private isClosed = false;

    constructor(private readonly rig: Rig, record: PoseRecord, private readonly arm: ArmModel) {
        const { nodes } = rig.skeleton;
        this.joints = [...arm.fingers.others, arm.fingers.thumb].flat();
        this.set = this.joints.length > 0 ? new BoneSet(this.joints.map(bone => nodes[bone]), record, true) : null;
        this.written = Int32Array.from(this.joints, bone => this.set!.indexOf(nodes[bone]));
        this.closed = new Float64Array(4 * this.joints.length);
    }

    /** All bones that may turn. */
    get turned() {
        return this.joints.map(bone => this.rig.skeleton.nodes[bone]);
    }

    /** Closes around what the hand holds now, or lies on what it touches; answers whether it holds something else. */
    take(grip: Grip, isFlat: boolean): boolean {
        const { held } = grip;
        const isOther = held !== this.held;
        if (!this.set || (!isOther && isFlat === this.isFlat)) return false;
        this.held = held;
        this.isFlat = isFlat;
        this.isClosed = held ? this.grasp(held, grip) : isFlat;
        if (isFlat) this.lie();
        return isOther;
    }

    /** Turns the fingers by a weight, 0..1, from the animation to the closed hand. */
    write(weight: number) {
        const { set, closed, written } = this;
        if (!this.isClosed || !(weight > 0) || set!.read(0) !== ReadStatus.ok) return;
        const { pose: { localRotations }, animated } = set!;
        share[0] = weight;
        for (let i = 0; i < written.length; i++) slerpQuat(localRotations, 4 * written[i], animated, 4 * written[i], closed, 4 * i, share, 0);
        set!.write(written);
    }

    private grasp(prop: Entity, grip: Grip): boolean {
        const { rig, arm: { hand, shape } } = this;
        const fingers = models.get(rig, hand, () => measureFingers(rig, this.arm));
        const place = palmInModel(rig, hand, shape);
        const centre = place.slice(0, 3);
        place[SCALE] = 1 / modelScale(rig);
        grip.appendProp(place);
        const reach = Math.max(...fingers.map(({ places, length }) => distanceVec(places, 0, centre, 0) + length));
        const surface = new PropSurface(prop, place, centre, reach);
        this.close(fingers, surface);
        return !surface.isEmpty;
    }

    /** Lays the fingers on the plane on which the palm lies. */
    private lie() {
        const { rig, arm } = this;
        const fingers = flatModels.get(rig, arm.hand, () => measureFingers(rig, arm, true));
        const plane = palmInModel(rig, arm.hand, arm.shape);
        rotateVec(inwards, 0, plane, ROTATION, INWARDS, 0);
        const depth = arm.shape.depth * Math.hypot(...rig.skeleton.matrices.subarray(12 * arm.hand, 12 * arm.hand + 3));
        this.close(fingers, {
            distance: (x, most) => {
                subtractVec(away, 0, x, 0, plane, 0);
                return Math.min(most, depth - dotVec(away, 0, inwards, 0));
            }
        });
    }

    private close(fingers: readonly Finger[], surface: Touchable) {
        const { closed } = this;
        const { localRotations, rotations } = this.rig.skeleton;
        let count = 0;
        for (const finger of fingers) {
            const first = count;
            const angles = closeFinger(finger, surface);
            const { opening, axis, joints } = finger;
            joints.forEach((bone, k) => {
                for (let n = 0; n < 3; n++) vector[n] = angles[k] * axis[n];
                // what turns with the first joint turns about the axis as it was before
                if (k > 0) rotateVecInverse(vector, 0, opening, 0, vector, 0);
                vectorRotation(rotation, 0, vector, 0);
                if (k === 0) multiplyQuat(rotation, 0, rotation, 0, opening, 0);
                multiplyQuat(rotation, 0, rotation, 0, rotations, 4 * bone);
                multiplyInverseQuat(rotation, 0, rotations, 4 * bone, rotation, 0);
                multiplyQuat(closed, 4 * (first + k), localRotations, 4 * bone, rotation, 0);
            });
            count += joints.length;
        }
    }
}

/** Turns of the joints of a finger where it lies on a surface. */
function closeFinger(finger: Finger, surface: Touchable): number[] {
    const { joints, length, closed } = finger;
    const angles = joints.map(() => 0);
    for (let first = 0; first < joints.length;) {
        const free = joints.length - first;
        let gap = length, touching = -1;
        forEachPoint(finger, angles, (part, radius) => {
            if (part < first) return;
            const left = surface.distance(point, gap + radius) - radius;
            gap = Math.min(gap, left);
            if (left <= GAP * length) touching = part;
        });
        if (touching >= 0) first = touching + 1;
        else if (angles.every((angle, k) => k < first || angle >= closed)) break;
        else for (let k = first; k < joints.length; k++) angles[k] = Math.min(closed, angles[k] + Math.max(GAP, gap / length / free));
    }
    return angles;
}

/** Visits points along the middle of a finger whose joints are turned; they stand in `point`. */
function forEachPoint({ joints, places, radii, axis }: Finger, angles: readonly number[], visit: (part: number, radius: number) => void): void {
    let angle = 0;
    joint.set(places.subarray(0, 3));
    for (let part = 0; part < joints.length; part++) {
        angle += angles[part];
        for (let k = 0; k < 3; k++) vector[k] = angle * axis[k];
        vectorRotation(rotation, 0, vector, 0);
        subtractVec(vector, 0, places, 3 * part + 3, places, 3 * part);
        rotateVec(vector, 0, rotation, 0, vector, 0);
        for (let i = 1; i <= POINTS; i++) {
            for (let k = 0; k < 3; k++) point[k] = joint[k] + vector[k] * i / POINTS;
            visit(part, radii[part]);
        }
        addVec(joint, 0, joint, 0, vector, 0);
    }
}

/** Where the palm is in model space: fingers along its -Z axis, the back of the hand along Y. */
function palmInModel({ skeleton: { positions, rotations, matrices } }: Rig, hand: number, shape: ArmShape): Flat {
    const place = createPlace();
    place.set(positions.subarray(3 * hand, 3 * hand + 3));
    place.set(rotations.subarray(4 * hand, 4 * hand + 4), ROTATION);
    appendPalm(place, shape, Math.hypot(...matrices.subarray(12 * hand, 12 * hand + 3)));
    return place;
}

/** Fingers that are open; the thumb stands before the palm, or with `isFlat` beside it as they do. */
function measureFingers(rig: Rig, { hand, shape, fingers: bones }: ArmModel, isFlat = false): Finger[] {
    const { positions } = rig.skeleton;
    const { skin } = createBoneTree(rig.skeleton);
    const place = palmInModel(rig, hand, shape);
    // away from the back of the hand
    const inwards = new Float64Array(3);
    rotateVec(inwards, 0, place, ROTATION, INWARDS, 0);
    const all = isFlat && bones.thumb.length > 0 ? [...bones.others, bones.thumb] : bones.others;
    const fingers = all.map(path => measureFinger(rig, skin, path, FINGER.closed, inwards));
    const knuckles = new Float64Array(3);
    for (const { places } of fingers) for (let k = 0; k < 3; k++) knuckles[k] += places[k] / fingers.length;
    for (const finger of fingers) openFinger(finger, inwards.map(value => -value), FINGER.open, inwards);
    if (isFlat || bones.thumb.length === 0) return fingers;
    // a thumb stands before the palm, and closes towards the knuckles
    subtractVec(knuckles, 0, knuckles, 0, positions, 3 * bones.thumb[0]);
    const thumb = measureFinger(rig, skin, bones.thumb, THUMB.closed, knuckles);
    openFinger(thumb, inwards, THUMB.open, knuckles);
    return [...fingers, thumb];
}

/** Turns a finger at its first joint towards a direction; from there it closes towards another one. */
function openFinger({ places, opening, axis }: Finger, direction: Flat, angle: number, towards: Flat): void {
    subtractVec(vector, 0, places, places.length - 3, places, 0);
    crossVec(axis, 0, vector, 0, direction, 0);
    normalizeVec(axis, 0);
    const turn = Math.min(angle, angleBetween(vector, 0, direction, 0));
    vectorRotation(opening, 0, axis.map(value => turn * value), 0);
    for (let i = 3; i < places.length; i += 3) {
        subtractVec(vector, 0, places, i, places, 0);
        rotateVec(vector, 0, opening, 0, vector, 0);
        addVec(places, i, vector, 0, places, 0);
    }
    crossVec(axis, 0, vector, 0, towards, 0);
    normalizeVec(axis, 0);
}

/** Measures a finger as it is in the reference pose; `pad` points to its inner side. */
function measureFinger({ skeleton: { positions } }: Rig, { holders, points }: Skin, joints: readonly number[], closed: number, pad: Flat): Finger {
    const places = new Float64Array(3 * joints.length + 3);
    joints.forEach((bone, i) => places.set(positions.subarray(3 * bone, 3 * bone + 3), 3 * i));
    const tip = places.subarray(3 * joints.length);
    const radii = joints.map((bone, i) => {
        const isLast = i === joints.length - 1;
        const [from, to] = isLast ? [joints[i - 1] ?? bone, bone] : [bone, joints[i + 1]];
        const way = new Float64Array(3);
        subtractVec(way, 0, positions, 3 * to, positions, 3 * from);
        const length = lengthVec(way, 0);
        normalizeVec(way, 0);
        const side = pad.slice(0, 3);
        for (let k = 0; k < 3; k++) side[k] -= dotVec(pad, 0, way, 0) * way[k];
        normalizeVec(side, 0);
        let farthest = 0, deepest = 0;
        holders.forEach((holder, vertex) => {
            if (holder !== bone) return;
            subtractVec(vector, 0, points, 3 * vertex, positions, 3 * bone);
            const along = dotVec(vector, 0, way, 0);
            farthest = Math.max(farthest, along);
            deepest = Math.max(deepest, dotVec(vector, 0, side, 0));
        });
        const radius = deepest || length / 4;
        if (isLast) for (let k = 0; k < 3; k++) tip[k] = places[3 * i + k] + Math.max(0, farthest - radius) * way[k];
        return radius;
    });
    let length = 0;
    for (let i = 0; i < joints.length; i++) length += distanceVec(places, 3 * i, places, 3 * i + 3);
    return { joints, places, radii, axis: new Float64Array(3), opening: Float64Array.of(0, 0, 0, 1), closed, length };
}
