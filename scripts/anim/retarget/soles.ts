import type { MotionFrames, RootWay } from './motion-frames';
import { soleMotion } from '../../core/limb/sole-hold';
import { rotateVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Rig } from '../../rig/rig';
import type { Skin } from '../../skin/skin';
import { feetOf } from '../contacts/known-contacts';
import { findSolePoints, type SolePoints } from '../contacts/sole-points';

// The soles of a character in any pose of it, in body space.

/** Height above the lowest point of a sole within which a point touches, as a share of the hips' height. */
const TOUCH = 0.003;

const Y = Float64Array.of(0, 1, 0);
const second = new Float64Array(3);

export class Soles {
    /** Bones of the feet in the pose: left and right, on four legs the hind ones first. */
    readonly feet: readonly number[];

    readonly points: readonly SolePoints[];

    /** The points of each foot as they were placed last, three numbers each. */
    readonly placed: readonly Flat[];

    /**
     * @param first - Index of the skeleton's first node in the poses.
     */
    constructor(rig: Rig, private readonly first: number, skin: Skin) {
        const feet = feetOf(rig);
        this.feet = feet.map(foot => first + foot);
        this.points = feet.map(foot => findSolePoints(rig, foot, skin, true));
        this.placed = this.points.map(({ points }) => new Float64Array(points.length));
    }

    /** Mean height of the soles in a pose. */
    level(pose: FlatPose): number {
        return this.feet.reduce((sum, _, foot) => sum + this.lowest(pose, foot), 0) / this.feet.length;
    }

    /** Height of the lowest point of a foot. */
    lowest(pose: FlatPose, foot: number): number {
        const { nodes, points, partners, partnerPoints, shares } = this.points[foot];
        let lowest = Infinity;
        for (let i = 0; i < nodes.length; i++) {
            let height = heightOf(pose, this.first + nodes[i], points, 3 * i);
            if (partners[i] >= 0) height += shares[i] * (heightOf(pose, this.first + partners[i], partnerPoints, 3 * i) - height);
            if (height < lowest) lowest = height;
        }
        return lowest;
    }

    /** Places the points of a foot. */
    place(pose: FlatPose, foot: number): void {
        const { nodes, points, partners, partnerPoints, shares } = this.points[foot];
        const out = this.placed[foot];
        for (let i = 0; i < nodes.length; i++) {
            placePoint(out, 3 * i, pose, this.first + nodes[i], points);
            if (partners[i] < 0) continue;
            // where toes bend, and at hooves, the skin is between two bones
            placePoint(second, 0, pose, this.first + partners[i], partnerPoints, 3 * i);
            for (let axis = 0; axis < 3; axis++) out[3 * i + axis] += shares[i] * (second[axis] - out[3 * i + axis]);
        }
    }
}

/**
 * Follows soles from pose to pose.
 *
 * @param way - How the root of the poses goes.
 * @returns A function that writes how far the points of a foot that touch have gone over the ground since the last pose, and answers the height of the lowest.
 */
export function trackSoles(soles: Soles, height: number, frames: MotionFrames, way: RootWay): (out: Flat, pose: FlatPose, foot: number, frame: number) => number {
    const before = soles.placed.map(points => points.slice());
    const touch = Float64Array.of(TOUCH * height);
    return (out, pose, foot, frame) => {
        const now = soles.placed[foot];
        soles.place(pose, foot);
        for (let o = 0; o < now.length; o += 3) frames.toGround(now, o, frame, way);
        soleMotion(out, now, before[foot], Y, touch);
        before[foot].set(now);
        let lowest = Infinity;
        for (let o = 1; o < now.length; o += 3) lowest = Math.min(lowest, now[o]);
        return lowest;
    };
}

/** Writes where a bone has a point of its frame. */
function placePoint(out: Flat, o: number, { positions, rotations, scales }: FlatPose, bone: number, points: Flat, i = o): void {
    rotateVec(out, o, rotations, 4 * bone, points, i);
    const scale = scales[bone];
    out[o] = positions[3 * bone] + scale * out[o];
    out[o + 1] = positions[3 * bone + 1] + scale * out[o + 1];
    out[o + 2] = positions[3 * bone + 2] + scale * out[o + 2];
}

/** Height of the same point: it costs half as much. */
function heightOf({ positions, rotations, scales }: FlatPose, bone: number, points: Flat, i: number): number {
    const q = 4 * bone;
    const x = rotations[q], y = rotations[q + 1], z = rotations[q + 2], w = rotations[q + 3];
    const along = 2 * (x * y + w * z) * points[i] + (1 - 2 * (x * x + z * z)) * points[i + 1] + 2 * (y * z - w * x) * points[i + 2];
    return positions[3 * bone + 1] + scales[bone] * along;
}
