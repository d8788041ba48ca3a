import type { TemplateBody } from './template-body';
import { crossVec, dotVec, lengthVec, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// A part of a body: a line from joint to joint, and around it ellipses, whose half axes ahead, to the left, behind and to the right are measured on the skin.

/** Numbers of a place: along the line, from 0 to 1; ahead and to the left of it, unit length; the height over the skin; beyond an end of the line. */
export const PLACE = 5;

/** Half axes of an ellipse. */
export const AXES = 4;

/** A difference of shares that is rounding: of two vertices the first counts. */
const SAME = 1e-5;

const local = new Float64Array(3);
const found = new Float64Array(PLACE);

/** Where a line begins or ends: in the middle of some joints, or beside a bone, as seen from it. */
export interface LineEnd {
    readonly joints: readonly number[];
    readonly beside: Flat | null;
}

export class Capsule {
    /** Half axes of each ellipse; 0: not known. */
    private readonly radii: Float64Array;

    /** Number of the vertex at the end of each; -1: none. */
    readonly outermost: Int32Array;

    /** The line as it was placed last. */
    private readonly origin = new Float64Array(3);

    private readonly axis = new Float64Array(3);

    private readonly ahead = new Float64Array(3);

    private readonly left = new Float64Array(3);

    private length = 0;

    /** The largest of all half axes. */
    private thickest = 0;

    /** What is ahead, in the frame of the bone. */
    private readonly reference = new Float64Array(3);

    /**
     * @param bone - The bone that says how the line is turned.
     * @param reference - A direction across the line in the template's pose, in body space.
     * @param rows - Number of ellipses.
     */
    constructor(
        { common, space: { pose } }: TemplateBody, private readonly bone: number, private readonly from: LineEnd, private readonly to: LineEnd, reference: Flat,
        private readonly rows: number
    ) {
        rotateVecInverse(this.reference, 0, common, 4 * bone, reference, 0);
        this.radii = new Float64Array(AXES * rows);
        this.outermost = new Int32Array(AXES * rows).fill(-1);
        this.place(pose);
    }

    /** Places the line in a pose. */
    place(pose: FlatPose): void {
        const { origin, axis, ahead } = this;
        writeEnd(origin, this.from, pose);
        writeEnd(axis, this.to, pose);
        subtractVec(axis, 0, axis, 0, origin, 0);
        this.length = lengthVec(axis, 0);
        normalizeVec(axis, 0);
        rotateVec(ahead, 0, pose.rotations, 4 * this.bone, this.reference, 0);
        const along = dotVec(ahead, 0, axis, 0);
        for (let k = 0; k < 3; k++) ahead[k] -= along * axis[k];
        normalizeVec(ahead, 0);
        crossVec(this.left, 0, axis, 0, ahead, 0);
    }

    /** Takes a vertex of the skin while the capsule is measured. */
    add(at: Flat, o: number, vertex: number): void {
        const { radii, outermost, rows } = this;
        const [share, ahead, left, away] = this.project(found, at, o);
        const first = AXES * Math.floor(clamp(share * rows + SAME, 0, rows - 1));
        const [cell, part] = Math.abs(ahead) > Math.abs(left) + SAME ? [first + (ahead > 0 ? 0 : 2), ahead] : [first + (left > 0 ? 1 : 3), left];
        const radius = Math.abs(part) * away;
        if (!(radius > (1 + SAME) * radii[cell])) return;
        radii[cell] = radius;
        outermost[cell] = vertex;
        this.thickest = Math.max(this.thickest, radius);
    }

    /**
     * Ends the measuring: an ellipse without skin on a side is as thick there as the next one that has, else as on the other side.
     *
     * @returns Whether there is skin all around.
     */
    fill(): boolean {
        const { radii, outermost } = this;
        const fillFrom = (cell: number, other: number) => {
            if (outermost[cell] >= 0) return;
            radii[cell] = radii[other];
            outermost[cell] = outermost[other];
        };
        for (let cell = AXES; cell < radii.length; cell++) fillFrom(cell, cell - AXES);
        for (let cell = radii.length - AXES - 1; cell >= 0; cell--) fillFrom(cell, cell + AXES);
        for (let cell = 0; cell < radii.length; cell++) fillFrom(cell, cell ^ 2);
        return !outermost.includes(-1);
    }

    /** Whether a point may be nearer to the skin than a distance; that costs less than its place. */
    isNear(at: Flat, o: number, distance: number): boolean {
        const { axis, length, thickest } = this;
        subtractVec(local, 0, at, o, this.origin, 0);
        const along = dotVec(local, 0, axis, 0);
        const beyond = along - clamp(along, 0, length);
        const most = thickest + distance;
        return Math.abs(beyond) <= distance && dotVec(local, 0, local, 0) - along * along < most * most;
    }

    /** Finds where a point is. */
    locate(out: Float64Array, at: Flat, o: number): void {
        this.project(out, at, o);
        out[3] -= this.thicknessAt(out, 0);
    }

    /** The same, with the distance from the line in place of the height over the skin. */
    private project(out: Float64Array, at: Flat, o: number): Float64Array {
        const { axis, length } = this;
        subtractVec(local, 0, at, o, this.origin, 0);
        const along = dotVec(local, 0, axis, 0);
        const nearest = clamp(along, 0, length);
        const a = dotVec(local, 0, this.ahead, 0), b = dotVec(local, 0, this.left, 0);
        const away = Math.max(1e-9, Math.sqrt(a * a + b * b));
        out[0] = nearest / length;
        out[1] = a / away;
        out[2] = b / away;
        out[3] = away;
        out[4] = along - nearest;
        return out;
    }

    /** Writes the point at a place, its heights times `ratio`. */
    pointAt(out: Flat, o: number, place: ArrayLike<number>, p: number, ratio: number): void {
        const { origin, axis, length } = this;
        const away = Math.max(0, this.thicknessAt(place, p) + ratio * place[p + 3]);
        this.outwards(out, o, place, p);
        for (let k = 0; k < 3; k++) out[o + k] = origin[k] + (length * place[p] + ratio * place[p + 4]) * axis[k] + away * out[o + k];
    }

    /** Writes the direction away from the line at a place. */
    outwards(out: Flat, o: number, place: ArrayLike<number>, p: number): void {
        for (let k = 0; k < 3; k++) out[o + k] = place[p + 1] * this.ahead[k] + place[p + 2] * this.left[k];
    }

    /** Distance of the skin from the line at a place. */
    private thicknessAt(place: ArrayLike<number>, p: number): number {
        const { radii, rows } = this;
        const row = clamp(place[p] * rows - 0.5, 0, rows - 1);
        const low = AXES * Math.floor(row), high = Math.min(low + AXES, radii.length - AXES), share = row - Math.floor(row);
        const first = place[p + 1] > 0 ? 0 : 2, second = place[p + 2] > 0 ? 1 : 3;
        const a = radii[low + first] + share * (radii[high + first] - radii[low + first]);
        const b = radii[low + second] + share * (radii[high + second] - radii[low + second]);
        const across = Math.hypot(place[p + 1] * b, place[p + 2] * a);
        return across > 0 ? a * b / across : 0;
    }
}

function writeEnd(out: Flat, { joints, beside }: LineEnd, { positions, rotations }: FlatPose): void {
    out.fill(0);
    if (beside) rotateVec(out, 0, rotations, 4 * joints[0], beside, 0);
    for (const joint of joints) for (let k = 0; k < 3; k++) out[k] += positions[3 * joint + k] / joints.length;
}
