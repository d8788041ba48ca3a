import { Vec3 } from 'playcanvas';

import type { Player } from './retarget-stage';
import { ShownSkin } from './shown-skin';
import type { Role } from '../../scripts/rig/roles';
import { forEachTriangle, meshesOf } from '../../scripts/skin/surface';

// Where hands touch a body, and how deep arms are in it: by rays through the triangles of the skin as it is shown, from the lines of the limbs.

/** Parts of a body that hands touch. */
export type TouchedPart = 'trunk' | 'head' | 'leftThigh' | 'rightThigh';

const PARTS: readonly TouchedPart[] = ['trunk', 'head', 'leftThigh', 'rightThigh'];

type Side = 'left' | 'right';

/** A place of the skin: how far along its part, and the angle around it from ahead; and how far the hand's skin is from it, metres of a person. */
export interface Touch { readonly part: TouchedPart; readonly share: number; readonly angle: number; readonly distance: number }

/** The line of a part: where it begins and ends, and what is ahead of it. */
interface Line { readonly from: Vec3; readonly to: Vec3; readonly ahead: Vec3; readonly left: Vec3 }

type Places = Float64Array;

/** Most vertices of a forearm or hand whose depth is looked at, and of a hand that touches. */
const MOST = 60;
const MOST_TOUCHING = 600;

/** Distance in metres of a person up to which a hand covers the skin of a body. */
const COVERED = 0.03;

export class HandTouch {
    private readonly shown: ShownSkin;

    private readonly triangles = new Map<TouchedPart, number[]>();

    private readonly vertices = new Map<TouchedPart, number[]>();

    private readonly hands: Record<Side, number[]> = { left: [], right: [] };

    private readonly arms: Record<Side, number[]> = { left: [], right: [] };

    private readonly bound: Places;

    private now: Places;

    constructor(readonly player: Player) {
        const { rig } = player;
        const { skeleton, bones } = rig;
        this.shown = new ShownSkin(rig);
        const { holders, points } = this.shown.skin;
        this.bound = points;
        this.now = points;
        const roleOf = new Map([...bones].map(([role, bone]) => [bone, role]));
        const kept = new Map<number, string>();
        skeleton.nodes.forEach((_, node) => {
            const role = roleOf.get(node);
            const parent = skeleton.parents[node];
            const isLeaf = skeleton.ends[node] === node + 1;
            const above = parent >= 0 ? kept.get(parent) ?? '' : '';
            // what hangs on a bone is of its part where nothing hangs on it in turn; fingers are of the hand
            kept.set(node, role ? partName(role) : /Hand|Forearm|Thigh/.test(above) || isLeaf ? above : '');
        });
        const groups = new Map<string, number[]>();
        holders.forEach((holder, vertex) => {
            const name = kept.get(holder) ?? '';
            if (!groups.has(name)) groups.set(name, []);
            groups.get(name)!.push(vertex);
        });
        const some = (list: readonly number[], most: number) => list.filter((_, i) => i % Math.ceil(list.length / most) === 0);
        for (const side of ['left', 'right'] as const) {
            this.hands[side] = some(groups.get(`${side}Hand`) ?? [], MOST_TOUCHING);
            this.arms[side] = [...some(this.hands[side], MOST), ...some(groups.get(`${side}Forearm`) ?? [], MOST)];
        }
        for (const part of PARTS) {
            this.vertices.set(part, groups.get(part) ?? []);
            this.triangles.set(part, []);
        }
        forEachTriangle(meshesOf(skeleton), (a, b, c) => {
            const name = kept.get(holders[a]);
            this.triangles.get(name as TouchedPart)?.push(a, b, c);
        });
    }

    /** Takes the skin as it is shown. */
    read() {
        this.shown.update();
        this.now = new Float64Array(this.bound.length);
        for (let i = 0; i < this.bound.length / 3; i++) {
            const { x, y, z } = this.shown.place(i);
            this.now.set([x, y, z], 3 * i);
        }
    }

    private scale(): number {
        return this.player.onPerson(1);
    }

    /** The middle of what the skin of a hand covers of the part of the body that it is nearest to: one vertex says where the mesh has vertices. */
    nearest(side: Side): Touch | null {
        let best: { part: TouchedPart, distance: number, covered: number[] } | null = null;
        const isNear = near(this.now, this.hands[side], COVERED / this.scale());
        for (const part of PARTS) {
            const vertices = this.vertices.get(part)!.filter(isNear).map(vertex => ({ vertex, distance: Math.min(...this.hands[side].map(other => apart(this.now, vertex, other))) }));
            const distance = Math.min(...vertices.map(one => one.distance));
            const covered = vertices.filter(one => one.distance * this.scale() < COVERED).map(({ vertex }) => vertex);
            if (covered.length > 0 && !(best && best.distance <= distance)) best = { part, distance, covered };
        }
        if (!best) return null;
        const line = this.boundLine(best.part)!;
        const at = best.covered.reduce((sum, vertex) => sum.add(vecOf(this.bound, vertex)), new Vec3()).mulScalar(1 / best.covered.length).sub(line.from);
        const axis = line.to.clone().sub(line.from);
        const share = at.dot(axis) / axis.lengthSq();
        return { part: best.part, share, angle: Math.atan2(at.dot(line.left), at.dot(line.ahead)), distance: best.distance * this.scale() };
    }

    /** How far the skin of a hand is from a place of the body that another one has, metres of a person; null where it has no such place. */
    distanceTo(side: Side, { part, share, angle }: Touch): number | null {
        const line = this.boundLine(part);
        if (!line) return null;
        const from = line.from.clone().lerp(line.from, line.to, share);
        const way = line.ahead.clone().mulScalar(Math.cos(angle)).add(line.left.clone().mulScalar(Math.sin(angle)));
        const hit = outermost(this.bound, this.triangles.get(part)!, from, way);
        if (!hit) return null;
        const place = new Vec3();
        hit.corners.forEach((vertex, i) => place.add(vecOf(this.now, vertex).mulScalar(hit.shares[i])));
        return this.scale() * Math.min(...this.hands[side].map(vertex => vecOf(this.now, vertex).distance(place)));
    }

    /** Distance of the skins of both hands, metres of a person. */
    handsApart(): number {
        let least = Infinity;
        const isNear = near(this.now, this.hands.left, 0.5 / this.scale());
        for (const b of this.hands.right.filter(isNear)) for (const a of this.hands.left) least = Math.min(least, apart(this.now, a, b));
        return least * this.scale();
    }

    /** How deep the skin of an arm from the elbow on is in a part of the body, metres of a person. */
    depth(side: Side, part: TouchedPart): number {
        const line = this.shownLine(part);
        if (!line) return 0;
        const axis = line.to.clone().sub(line.from);
        const triangles = this.triangles.get(part)!;
        let deepest = 0;
        for (const vertex of this.arms[side].filter(near(this.now, this.vertices.get(part)!, 0))) {
            const at = vecOf(this.now, vertex);
            const share = at.clone().sub(line.from).dot(axis) / axis.lengthSq();
            if (share < 0 || share > 1) continue;
            const from = line.from.clone().lerp(line.from, line.to, share);
            const way = at.clone().sub(from);
            const away = way.length();
            const hit = outermost(this.now, triangles, from, way.normalize());
            if (!hit || !(hit.distance - away > deepest)) continue;
            const near = Math.min(...this.vertices.get(part)!.map(other => apart(this.now, vertex, other)));
            deepest = Math.max(deepest, Math.min(hit.distance - away, near));
        }
        return deepest * this.scale();
    }

    /** The line of a part in the bind pose, in model space. */
    private boundLine(part: TouchedPart): Line | null {
        const { rig } = this.player;
        const { skeleton: { positions }, up, forward } = rig;
        const at = (role: Role) => {
            const bone = rig.bones.get(role);
            return bone === undefined ? null : new Vec3(positions[3 * bone], positions[3 * bone + 1], positions[3 * bone + 2]);
        };
        return this.line(part, at, new Vec3([...up]), new Vec3([...forward]), this.bound);
    }

    private shownLine(part: TouchedPart): Line | null {
        const { player } = this;
        return this.line(part, role => player.bone(role)?.getPosition().clone() ?? null, player.up.clone(), player.forward.clone(), this.now);
    }

    private line(part: TouchedPart, at: (role: Role) => Vec3 | null, up: Vec3, forward: Vec3, places: Places): Line | null {
        let [from, to]: (Vec3 | null)[] = [null, null];
        if (part === 'trunk') {
            const joints = [at('leftThigh'), at('rightThigh')];
            if (joints[0] && joints[1]) from = joints[0].add(joints[1]).mulScalar(0.5);
            to = at('neck') ?? at('head');
        } else if (part === 'head') {
            from = at('head');
            const heights = this.vertices.get(part)!.map(vertex => vecOf(places, vertex).dot(up));
            if (from) to = from.clone().add(up.clone().mulScalar(Math.max(...heights) - from.dot(up)));
        } else {
            from = at(part);
            to = at(part === 'leftThigh' ? 'leftShin' : 'rightShin');
        }
        if (!from || !to) return null;
        const axis = to.clone().sub(from).normalize();
        const ahead = forward.clone().sub(axis.clone().mulScalar(axis.dot(forward))).normalize();
        return { from, to, ahead, left: new Vec3().cross(axis, ahead) };
    }
}

function partName(role: Role): string {
    if (/^(?:hips|spine\d*|left-?Clavicle|right-?Clavicle)$/.test(role)) return 'trunk';
    // knees are touched as the ends of thighs
    return /^(?:head|jaw)$/.test(role) ? 'head' : role.replace('Shin', 'Thigh');
}

function vecOf(places: Places, vertex: number): Vec3 {
    return new Vec3(places[3 * vertex], places[3 * vertex + 1], places[3 * vertex + 2]);
}

/** Whether a vertex is in the box around others, or that far from it. */
function near(places: Places, vertices: readonly number[], margin: number): (vertex: number) => boolean {
    const low = [0, 1, 2].map(k => vertices.reduce((least, vertex) => Math.min(least, places[3 * vertex + k]), Infinity) - margin);
    const high = [0, 1, 2].map(k => vertices.reduce((most, vertex) => Math.max(most, places[3 * vertex + k]), -Infinity) + margin);
    return vertex => low.every((least, k) => places[3 * vertex + k] >= least && places[3 * vertex + k] <= high[k]);
}

function apart(places: Places, a: number, b: number): number {
    return Math.hypot(places[3 * a] - places[3 * b], places[3 * a + 1] - places[3 * b + 1], places[3 * a + 2] - places[3 * b + 2]);
}

interface Hit { readonly distance: number; readonly corners: readonly number[]; readonly shares: readonly number[] }

/** The furthest triangle that a ray goes through (Möller and Trumbore 1997). */
function outermost(places: Places, triangles: readonly number[], from: Vec3, way: Vec3): Hit | null {
    let best: Hit | null = null;
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
        const [ux, uy, uz] = [places[b] - places[a], places[b + 1] - places[a + 1], places[b + 2] - places[a + 2]];
        const [vx, vy, vz] = [places[c] - places[a], places[c + 1] - places[a + 1], places[c + 2] - places[a + 2]];
        const [px, py, pz] = [way.y * vz - way.z * vy, way.z * vx - way.x * vz, way.x * vy - way.y * vx];
        const det = ux * px + uy * py + uz * pz;
        if (Math.abs(det) < 1e-15) continue;
        const [sx, sy, sz] = [from.x - places[a], from.y - places[a + 1], from.z - places[a + 2]];
        const u = (sx * px + sy * py + sz * pz) / det;
        if (u < -1e-6 || u > 1 + 1e-6) continue;
        const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
        const v = (way.x * qx + way.y * qy + way.z * qz) / det;
        if (v < -1e-6 || u + v > 1 + 1e-6) continue;
        const distance = (vx * qx + vy * qy + vz * qz) / det;
        if (distance > 0 && !(best && distance <= best.distance)) best = { distance, corners: [triangles[i], triangles[i + 1], triangles[i + 2]], shares: [1 - u - v, u, v] };
    }
    return best;
}
