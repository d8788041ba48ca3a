import type { TemplateBody } from './template-body';
import {
    crossVec, dotVec, lengthVec, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Skin } from '../../skin/skin';
import { forEachSurfacePoint, forEachTriangle } from '../../skin/surface';

// Places on and near the skin of trunk, head and legs that mean the same on every body: how far along the part, in which direction around it, how high
// over the skin there (Molla, Debarba and Boulic, Egocentric mapping of body surface constraints, 2018, do it with triangles).
//
// A part is a line of bones with the distance of the skin from it, in cells along and around it. Each cell goes with its bone.

/** Cells around a part, and their length along it as a share of the hips' height. */
const ANGLES = 24;
const CELL = 0.035;

/** Numbers of a place: along the part, from 0 to 1; the angle around it; the height over the skin; beyond its end. */
export const PLACE = 4;

/** Share of a squared distance below which another one is less: at a knot between two pieces both are as near. */
const SAME = 1 - 1e-9;

const AHEAD = Float64Array.of(0, 0, 1);
const UP = Float64Array.of(0, 1, 0);

/** A piece of a part that goes with one bone: a line in the frame of the bone. */
interface Segment {
    readonly bone: number;
    readonly root: Flat;
    readonly axis: Flat;
    readonly ahead: Flat;
    readonly left: Flat;
    readonly length: number;
    /** Where it begins and ends along the part. */
    readonly from: number;
    readonly to: number;
    /** Distance of the skin, row by row. */
    readonly rows: number;
    readonly radii: Float64Array;
}

/** A part of the body that hands touch. */
export interface BodyPart {
    readonly name: string;
    readonly segments: readonly Segment[];
}

const local = new Float64Array(3);

/** The skin of a body, by parts that others have too. */
export class BodySurface {
    readonly parts: ReadonlyMap<string, BodyPart>;

    /**
     * @param vertices - Where the vertices of the skin are in the reference pose, in body space.
     * @param height - Of the hips.
     */
    constructor(private readonly body: TemplateBody, skin: Skin, vertices: Flat, height: number) {
        const { bones, places } = body;
        const parts = new Map<string, BodyPart>();
        const partOf = new Int32Array(body.count).fill(-1);
        const add = (name: string, segments: Segment[], held: readonly number[]) => {
            for (const bone of held) if (partOf[bone] < 0) partOf[bone] = parts.size;
            if (segments.length > 0) parts.set(name, { name, segments });
        };
        const line = (chain: readonly number[], points: readonly Flat[], knots: readonly number[]) => points.slice(1).flatMap((to, i) => (
            segmentOf(body, chain[i], points[i], to, knots[i], knots[i + 1], height) ?? []));
        const { spine, neck, limbs } = body.rig;
        const { first } = body.space;
        const placeOf = (bone: number) => places.slice(3 * bone, 3 * bone + 3);
        const hips = bones.get('hips');
        const head = bones.get('head');
        if (hips !== undefined) {
            const chain = [hips, ...spine.map(bone => first + bone)];
            const joints = (['leftThigh', 'rightThigh'] as const).flatMap(role => bones.get(role) ?? []);
            const top = neck.length > 0 ? first + neck[0] : head;
            if (joints.length > 0) {
                const points = [...chain.map(placeOf), ...top === undefined ? [] : [placeOf(top)]];
                // the trunk begins where the legs do, wherever the joint of its lowest bone is
                const low = joints.reduce((sum, joint) => sum + places[3 * joint + 1] / joints.length, 0);
                if (points.length > 1 && points[1][1] > low) points[0] = Float64Array.of(points[0][0], low, points[0][2]);
                const clavicles = (['leftClavicle', 'rightClavicle'] as const).flatMap(role => bones.get(role) ?? []);
                add('trunk', line(chain, points, sharesOf(points)), this.withLeaves([...chain, ...clavicles]));
            }
        }
        if (head !== undefined) {
            const held = this.withLeaves((['head', 'jaw'] as const).flatMap(role => bones.get(role) ?? []));
            const top = placeOf(head);
            const holds = new Set(held);
            skin.holders.forEach((holder, vertex) => {
                if (holder >= 0 && holds.has(first + holder)) top[1] = Math.max(top[1], vertices[3 * vertex + 1]);
            });
            add('head', line([head], [placeOf(head), top], [0, 1]), held);
        }
        for (const side of ['left', 'right'] as const) {
            const [thigh, shin, foot] = (['Thigh', 'Shin', 'Foot'] as const).map(role => bones.get(`${side}${role}`));
            if (thigh === undefined || shin === undefined || foot === undefined) continue;
            const path = limbs[`${side}Foot`]?.bones.map(bone => first + bone) ?? [thigh, shin];
            add(`${side}Leg`, line([thigh, shin], [thigh, shin, foot].map(placeOf), [0, 0.5, 1]), this.withLeaves(path.filter(bone => bone < foot)));
        }
        this.parts = parts;
        this.fill([...parts.values()], partOf, { ...skin, points: vertices as Float64Array }, height);
    }

    /** Some bones with those that end at them and have no part of their own: a belly, what twists a limb. */
    private withLeaves(bones: readonly number[]): number[] {
        const { body } = this;
        const roles = new Set(body.bones.values());
        const leaves: number[] = [];
        const hasChild = new Uint8Array(body.count + 1);
        for (let bone = 0; bone < body.count; bone++) hasChild[body.parentOf(bone)] = 1;
        for (let bone = 0; bone < body.count; bone++) if (hasChild[bone] === 0 && !roles.has(bone) && bones.includes(body.parentOf(bone))) leaves.push(bone);
        return [...bones, ...leaves];
    }

    /** Measures how far the skin is from the lines of the parts. */
    private fill(parts: readonly BodyPart[], partOf: Int32Array, skin: Skin, height: number) {
        const { body } = this;
        const { pose, first } = body.space;
        const place = new Float64Array(PLACE);
        const at = new Float64Array(3);
        const visit = (x: number, y: number, z: number, holder: number) => {
            const part = holder < 0 ? -1 : partOf[first + holder];
            if (part < 0) return;
            at[0] = x;
            at[1] = y;
            at[2] = z;
            const segment = locate(place, parts[part], pose, at);
            const { rows, radii } = segment;
            const row = Math.min(rows - 1, Math.floor(rows * (place[0] - segment.from) / (segment.to - segment.from)));
            const cell = ANGLES * row + Math.floor(angleShare(place[1]) * ANGLES) % ANGLES;
            // as located without skin, the height is the distance from the line
            radii[cell] = Math.max(radii[cell], place[2]);
        };
        const { points, holders } = skin;
        for (let vertex = 0; vertex < holders.length; vertex++) visit(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2], holders[vertex]);
        const size = 0.5 * CELL * height;
        // of so many vertices that only some are read, the triangles are small
        if (skin.stride === 1) {
            forEachTriangle(body.meshes, (a, b, c) => {
                if (holders[a] >= 0 && partOf[first + holders[a]] >= 0) forEachSurfacePoint(skin, a, b, c, size, visit);
            });
        }
        for (const { segments } of parts) {
            segments.forEach(fillRows);
            fillSegments(segments);
        }
    }
}

function segmentOf(body: TemplateBody, bone: number, from: Flat, to: Flat, start: number, end: number, height: number): Segment | null {
    const axis = new Float64Array(3);
    const ahead = new Float64Array(3);
    const left = new Float64Array(3);
    const root = new Float64Array(3);
    const { rotations, common, places } = body;
    subtractVec(root, 0, from, 0, places, 3 * bone);
    subtractVec(axis, 0, to, 0, from, 0);
    for (const v of [root, axis]) rotateVecInverse(v, 0, rotations, 4 * bone, v, 0);
    const length = lengthVec(axis, 0);
    if (!normalizeVec(axis, 0)) return null;
    // as it looks ahead in the template's pose
    rotateVecInverse(ahead, 0, common, 4 * bone, AHEAD, 0);
    let along = dotVec(ahead, 0, axis, 0);
    if (Math.abs(along) > 0.9) {
        rotateVecInverse(ahead, 0, common, 4 * bone, UP, 0);
        along = dotVec(ahead, 0, axis, 0);
    }
    for (let k = 0; k < 3; k++) ahead[k] -= along * axis[k];
    normalizeVec(ahead, 0);
    crossVec(left, 0, axis, 0, ahead, 0);
    const rows = Math.max(2, Math.round(length / (CELL * height)));
    return { bone, root, axis, ahead, left, length, from: start, to: end, rows, radii: new Float64Array(rows * ANGLES) };
}

/** How far along a line its points are. */
function sharesOf(points: readonly Flat[]): number[] {
    let length = 0;
    const lengths = points.map((at, i) => (length += i > 0 ? Math.hypot(at[0] - points[i - 1][0], at[1] - points[i - 1][1], at[2] - points[i - 1][2]) : 0));
    return lengths.map(at => at / (length || 1));
}

/** An angle as a share of a full turn. */
function angleShare(angle: number): number {
    return angle / (2 * Math.PI) + 0.5;
}

/** Leads the distances of cells without skin from neighbour to neighbour around. */
function fillRows({ rows, radii }: Segment): void {
    for (let row = 0; row < rows; row++) {
        const cells = radii.subarray(ANGLES * row, ANGLES * row + ANGLES);
        const known = [...cells.keys()].filter(cell => cells[cell] > 0);
        known.forEach((cell, i) => {
            const next = known[(i + 1) % known.length];
            const gap = (next - cell + ANGLES) % ANGLES || ANGLES;
            for (let k = 1; k < gap; k++) cells[(cell + k) % ANGLES] = cells[cell] + (cells[next] - cells[cell]) * k / gap;
        });
    }
}

/** Gives rows without skin the distances of the nearest row that has some. */
function fillSegments(segments: readonly Segment[]): void {
    const rows = segments.flatMap(({ rows, radii }) => Array.from({ length: rows }, (_, row) => radii.subarray(ANGLES * row, ANGLES * row + ANGLES)));
    const known = rows.flatMap((cells, row) => (cells[0] > 0 ? [row] : []));
    if (known.length === 0) return;
    rows.forEach((cells, row) => {
        if (!(cells[0] > 0)) cells.set(rows[known.reduce((a, b) => (Math.abs(b - row) < Math.abs(a - row) ? b : a))]);
    });
}

/** Distance of the skin from the line of a segment. */
function radiusAt({ rows, radii, from, to }: Segment, along: number, angle: number): number {
    const row = clamp(rows * (along - from) / (to - from) - 0.5, 0, rows - 1);
    const cell = angleShare(angle) * ANGLES - 0.5;
    const r = Math.min(rows - 2, Math.floor(row));
    const c = Math.floor(cell);
    const u = row - r, v = cell - c;
    const a = (c + ANGLES) % ANGLES, b = (c + 1) % ANGLES;
    const low = radii[ANGLES * r + a] * (1 - v) + radii[ANGLES * r + b] * v;
    const high = radii[ANGLES * (r + 1) + a] * (1 - v) + radii[ANGLES * (r + 1) + b] * v;
    return low * (1 - u) + high * u;
}

/**
 * Finds where a point is against a part of a body.
 *
 * @param out - Receives its place, `PLACE` numbers.
 * @returns The piece of the part that it is at.
 */
export function locate(out: Flat, { segments }: BodyPart, { positions, rotations }: FlatPose, at: Flat, o = 0): Segment {
    let best = segments[0];
    let least = Infinity;
    let x = 0, y = 0, z = 0, on = 0, beyond = 0;
    for (const segment of segments) {
        const { bone, root, axis, length } = segment;
        subtractVec(local, 0, at, o, positions, 3 * bone);
        rotateVecInverse(local, 0, rotations, 4 * bone, local, 0);
        subtractVec(local, 0, local, 0, root, 0);
        const along = dotVec(local, 0, axis, 0);
        const nearest = clamp(along, 0, length);
        const distance = dotVec(local, 0, local, 0) - along * along + (along - nearest) * (along - nearest);
        if (!(distance < SAME * least)) continue;
        least = distance;
        best = segment;
        x = local[0];
        y = local[1];
        z = local[2];
        on = nearest;
        beyond = along - nearest;
    }
    const { ahead, left, length, from, to } = best;
    const a = x * ahead[0] + y * ahead[1] + z * ahead[2];
    const b = x * left[0] + y * left[1] + z * left[2];
    out[0] = from + (to - from) * on / length;
    out[1] = Math.atan2(b, a);
    out[2] = Math.sqrt(a * a + b * b);
    out[3] = beyond;
    out[2] -= radiusAt(best, out[0], out[1]);
    return best;
}

/** Writes the point at a place of a part, lengths times `ratio`. */
export function pointAt(out: Flat, { segments }: BodyPart, { positions, rotations }: FlatPose, place: Flat, ratio: number): void {
    const segment = segments.find(({ to }) => place[0] <= to) ?? segments[segments.length - 1];
    const { bone, root, axis, ahead, left, length, from, to } = segment;
    const along = length * (place[0] - from) / (to - from) + ratio * place[3];
    const away = Math.max(0, radiusAt(segment, place[0], place[1]) + ratio * place[2]);
    const [c, s] = [away * Math.cos(place[1]), away * Math.sin(place[1])];
    for (let k = 0; k < 3; k++) local[k] = root[k] + along * axis[k] + c * ahead[k] + s * left[k];
    rotateVec(out, 0, rotations, 4 * bone, local, 0);
    for (let k = 0; k < 3; k++) out[k] += positions[3 * bone + k];
}

/** Writes the direction away from the line of a part at a place. */
export function outwards(out: Flat, { bone, ahead, left }: Segment, { rotations }: FlatPose, place: Flat): void {
    const [c, s] = [Math.cos(place[1]), Math.sin(place[1])];
    for (let k = 0; k < 3; k++) local[k] = c * ahead[k] + s * left[k];
    rotateVec(out, 0, rotations, 4 * bone, local, 0);
}

/** Distance from the skin at a place, below 0 inside. */
export function distanceAt(place: Flat): number {
    if (place[3] === 0) return place[2];
    return Math.hypot(Math.max(0, place[2]), place[3]);
}
