import type { TemplateBody } from './template-body';
import { rotateVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import { readSkin } from '../../skin/skin';
import { feetOf } from '../known-contacts';
import { findSolePoints, type SolePoints } from '../sole-points';

// The soles of a character in any pose of it, in body space.

export class Soles {
    /** Bones of the feet in the pose: left and right, on four legs the hind ones first. */
    readonly feet: readonly number[];

    readonly points: readonly SolePoints[];

    /** The points of each foot as they were placed last, three numbers each. */
    readonly placed: readonly Flat[];

    constructor({ rig, space: { first } }: TemplateBody) {
        const feet = feetOf(rig);
        const skin = feet.length > 0 ? readSkin(rig.skeleton) : null;
        this.first = first;
        this.feet = feet.map(foot => first + foot);
        this.points = feet.map(foot => findSolePoints(rig, foot, skin!));
        this.placed = this.points.map(({ points }) => new Float64Array(points.length));
    }

    private readonly first: number;

    /** Places the points of a foot, and answers the height of the lowest. */
    place(pose: FlatPose, foot: number): number {
        const { nodes, points } = this.points[foot];
        const out = this.placed[foot];
        let lowest = Infinity;
        for (let i = 0; i < nodes.length; i++) {
            const bone = this.first + nodes[i];
            rotateVec(out, 3 * i, pose.rotations, 4 * bone, points, 3 * i);
            for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = pose.positions[3 * bone + axis] + pose.scales[bone] * out[3 * i + axis];
            lowest = Math.min(lowest, out[3 * i + 1]);
        }
        return lowest;
    }
}
