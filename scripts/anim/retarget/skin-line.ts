import type { TemplateBody } from './template-body';
import { crossVec, dotVec, lengthVec, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';

// A line of a body, from joint to joint, with the thickness of the skin around it.

/** Numbers of a place: along the line, from 0 to 1; the angle around it; the height over the skin; beyond an end of the line. */
export const PLACE = 4;

/** Pieces along a line of the body and around it, for its thickness. */
const ROWS = 10;
const ANGLES = 20;

const local = new Float64Array(3);
const found = new Float64Array(PLACE);

/** Where a line begins or ends: in the middle of some joints, or beside a bone, as seen from it. */
export interface LineEnd {
    readonly joints: readonly number[];
    readonly beside: Flat | null;
}

export class SkinLine {
    /** Distance of the skin in each cell, row by row; 0: not known. */
    private readonly radii: Float64Array;

    /** Number of the point that is the outermost one in each cell; -1: none. */
    readonly outermost: Int32Array;

    /** The line as it was placed last. */
    private readonly origin = new Float64Array(3);

    private readonly axis = new Float64Array(3);

    private readonly ahead = new Float64Array(3);

    private readonly left = new Float64Array(3);

    private length = 0;

    /** The largest of all radii. */
    private thickest = 0;

    /** The direction that angles are counted from, in the frame of the bone. */
    private readonly reference = new Float64Array(3);

    /**
     * @param bone - The bone that says how the line is turned.
     * @param reference - A direction across the line in the template's pose, in body space.
     */
    constructor(
        { common, space: { pose } }: TemplateBody, readonly bone: number, private readonly from: LineEnd, private readonly to: LineEnd, reference: Flat,
        private readonly rows = ROWS, private readonly angles = ANGLES
    ) {
        rotateVecInverse(this.reference, 0, common, 4 * bone, reference, 0);
        this.radii = new Float64Array(rows * angles);
        this.outermost = new Int32Array(rows * angles).fill(-1);
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

    /** Takes a point of the skin while the line is measured. */
    add(at: Flat, o: number, number: number): void {
        const [share, angle, radius] = this.project(found, at, o);
        const cell = this.cellAt(Math.floor(clamp(share * this.rows, 0, this.rows - 1)), Math.floor(this.turnOf(angle)));
        if (!(radius > this.radii[cell])) return;
        this.radii[cell] = radius;
        this.thickest = Math.max(this.thickest, radius);
        this.outermost[cell] = number;
    }

    /** Ends the measuring: cells without skin get the mean of those around. */
    fill(): void {
        const { radii, rows, angles } = this;
        for (let round = 0; round < rows + angles && radii.includes(0); round++) {
            const known = radii.slice();
            for (let cell = 0; cell < known.length; cell++) {
                if (known[cell] > 0) continue;
                const [row, angle] = [Math.floor(cell / angles), cell % angles];
                const around = [this.cellAt(row, angle - 1), this.cellAt(row, angle + 1), this.cellAt(row - 1, angle), this.cellAt(row + 1, angle)].filter(one => known[one] > 0);
                if (around.length > 0) radii[cell] = around.reduce((sum, one) => sum + known[one], 0) / around.length;
            }
        }
    }

    /** Whether a point may be nearer to the skin than a distance; that costs less than its place. */
    isNear(at: Flat, o: number, distance: number): boolean {
        const { axis, length, thickest } = this;
        subtractVec(local, 0, at, o, this.origin, 0);
        const along = dotVec(local, 0, axis, 0);
        const beyond = along - clamp(along, 0, length);
        if (Math.abs(beyond) > distance) return false;
        const most = thickest + distance;
        return dotVec(local, 0, local, 0) - along * along < most * most;
    }

    /** Finds where a point is. */
    locate(out: Float64Array, at: Flat, o: number): Float64Array {
        this.project(out, at, o);
        out[2] -= this.radiusAt(out[0], out[1]);
        return out;
    }

    /** The same, with the distance from the line in place of the height over the skin. */
    private project(out: Float64Array, at: Flat, o: number): Float64Array {
        const { axis, ahead, left, length } = this;
        subtractVec(local, 0, at, o, this.origin, 0);
        const along = dotVec(local, 0, axis, 0);
        const nearest = clamp(along, 0, length);
        const a = dotVec(local, 0, ahead, 0), b = dotVec(local, 0, left, 0);
        out[0] = nearest / length;
        out[1] = Math.atan2(b, a);
        out[2] = Math.sqrt(a * a + b * b);
        out[3] = along - nearest;
        return out;
    }

    /** Writes the point at a place, its heights times `ratio`. */
    pointAt(out: Flat, o: number, place: ArrayLike<number>, p: number, ratio: number): void {
        const { origin, axis, length } = this;
        const away = Math.max(0, this.radiusAt(place[p], place[p + 1]) + ratio * place[p + 2]);
        this.outwards(out, o, place[p + 1]);
        for (let k = 0; k < 3; k++) out[o + k] = origin[k] + (length * place[p] + ratio * place[p + 3]) * axis[k] + away * out[o + k];
    }

    /** Writes the direction away from the line. */
    outwards(out: Flat, o: number, angle: number): void {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (let k = 0; k < 3; k++) out[o + k] = c * this.ahead[k] + s * this.left[k];
    }

    private turnOf(angle: number): number {
        return (angle / (2 * Math.PI) + 1) * this.angles;
    }

    private cellAt(row: number, angle: number): number {
        return clamp(row, 0, this.rows - 1) * this.angles + (angle + this.angles) % this.angles;
    }

    /** Distance of the skin from the line. */
    private radiusAt(share: number, angle: number): number {
        const { radii, rows } = this;
        const row = clamp(share * rows - 0.5, 0, rows - 1), cell = this.turnOf(angle) - 0.5;
        const r = Math.floor(row), c = Math.floor(cell);
        const u = row - r, v = cell - c;
        const low = radii[this.cellAt(r, c)] * (1 - v) + radii[this.cellAt(r, c + 1)] * v;
        const high = radii[this.cellAt(r + 1, c)] * (1 - v) + radii[this.cellAt(r + 1, c + 1)] * v;
        return low * (1 - u) + high * u;
    }
}

function writeEnd(out: Flat, { joints, beside }: LineEnd, { positions, rotations }: FlatPose): void {
    out.fill(0);
    if (beside) rotateVec(out, 0, rotations, 4 * joints[0], beside, 0);
    for (const joint of joints) for (let k = 0; k < 3; k++) out[k] += positions[3 * joint + k] / joints.length;
}
