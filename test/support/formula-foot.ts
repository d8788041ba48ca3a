import { createLimb, captureLimb } from '../../scripts/core/limb/limb';
import { createFlatPose, updateWorld, type FlatPose } from '../../scripts/core/pose/flat-pose';
import { RayBudget } from '../../scripts/feet/ground/ray-budget';
import { Foot } from '../../scripts/feet/placing/foot';
import type { FrameSettings } from '../../scripts/feet/placing/foot-settings';
import type { Sole } from '../../scripts/feet/sole';

// A foot whose geometry is a few numbers, for the stages of a frame one by one: a leg of two bones along y, a sole of two points on a line along z.

/** Height of the ankle, and lengths of thigh and shin, metres. */
export const ANKLE = 0.1;
export const BONE = 0.4;

/** Places of the two points of the sole before the ankle: heel and ball. */
export const HEEL = -0.05;
export const BALL = 0.15;

/** Height of the character. */
export const SIZE = 1.75;

export const DT = 1 / 60;

const vec = (x = 0, y = 0, z = 0) => Float64Array.of(x, y, z);

export const quat = (axis: 'x' | 'y' | 'z', angle: number): Float64Array => {
    const half = angle / 2, sine = Math.sin(half);
    return Float64Array.of(axis === 'x' ? sine : 0, axis === 'y' ? sine : 0, axis === 'z' ? sine : 0, Math.cos(half));
};

/** A pose in which the foot is flat on the ground at the origin, its knee bent ahead by an angle in radians to both sides. */
export function legPose(bend: number): FlatPose {
    const pose = createFlatPose([-1, 0, 1]);
    pose.localPositions.set([0, ANKLE + 2 * BONE * Math.cos(bend), 0, 0, -BONE, 0, 0, -BONE, 0]);
    pose.localRotations.set(quat('x', -bend), 0);
    pose.localRotations.set(quat('x', 2 * bend), 4);
    pose.localRotations.set(quat('x', -bend), 8);
    updateWorld(pose);
    return pose;
}

const sole: Sole = {
    bones: Int32Array.of(2, 2), partners: Int32Array.of(-1, -1), carriers: Int32Array.of(2), ups: new Float64Array(12), points: Float64Array.of(0, -ANKLE, HEEL, 0, -ANKLE, BALL),
    partnerPoints: new Float64Array(6), shares: new Float64Array(2), toeShares: new Float64Array(2), ahead: Float64Array.of(HEEL, BALL), aside: new Float64Array(2),
    outline: { ahead: new Float64Array(0), aside: new Float64Array(0), over: new Float64Array(0) }
};

/** A foot on a pose, read as it stands there. */
export function formulaFoot(pose: FlatPose, frame: FrameSettings = formulaFrame()): Foot {
    const limb = createLimb([0, 1, 2], vec(0, 0, 1));
    const foot = new Foot({
        id: 'foot', limb, bone: 2, up: vec(0, 1, 0), hint: vec(), localUp: vec(0, 1, 0), localForward: vec(0, 0, 1), sole, hinge: vec(0, -ANKLE, BALL), toes: -1,
        straightToes: quat('x', 0),
        settings: {
            offsetDist: 0.3, length: BALL, rayLength: BALL, heel: -HEEL, cornerBehind: -HEEL, cornerAside: 0.04, otherAside: 0.04, height: ANKLE, extraHeight: 0, rotationLimit: 1,
            transitionTime: 0.2, extraRay: 0, automatic: true, nearGround: 0.12, extraRayMin: 0.1, extraRayMax: 0.5, plantFoot: true, spread: 0, isFore: false,
            plant: { maxDistance: 0.3, maxAngle: 1, time: 0.2, size: SIZE }
        }
    });
    captureLimb(limb, pose);
    foot.contact.isDown = true;
    foot.contact.stance = 1;
    foot.contact.subFrameTime = DT;
    see(foot, pose, frame);
    return foot;
}

/** Lets a foot see its pose. */
export function see(foot: Foot, pose: FlatPose, frame: FrameSettings) {
    foot.seen.read(pose, frame);
    foot.seen.readStance(pose, foot, frame);
}

export function formulaFrame(): FrameSettings {
    return {
        dt: DT, root: vec(), rootUp: vec(0, 1, 0), bodyNormal: vec(0, 1, 0), velocity: vec(), lastRoot: vec(), size: SIZE, maxStep: 0.5, minCosine: 0.5, predictSwing: true,
        levelSole: 0, ground: null, rays: new RayBudget()
    };
}

/** Puts a plane under a foot: heights rise by `slope` along z from a height at the origin. */
export function putGround(foot: Foot, height: number, slope = 0) {
    const length = Math.hypot(1, slope);
    foot.probe.plane.set([0, height, 0, 0, 1 / length, -slope / length]);
    foot.probe.found = true;
}

/** Where a point of the sole is that a foot carries at a place with a rotation. */
export function carried(place: ArrayLike<number>, rotation: ArrayLike<number>, z: number): [number, number, number] {
    const v = [0, -ANKLE, z], q = [rotation[0], rotation[1], rotation[2]], w = rotation[3];
    // v + 2 q × (q × v + w v)
    const cross = (a: readonly number[], b: readonly number[]) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const t = cross(q, v).map((part, i) => part + w * v[i]);
    const turned = cross(q, t).map((part, i) => v[i] + 2 * part);
    return [place[0] + turned[0], place[1] + turned[1], place[2] + turned[2]];
}
