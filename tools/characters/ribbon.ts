import { Vec3 } from 'playcanvas';

import type { Joint, Skeleton } from './skeleton';
import type { Weights } from './skin-weights';
import { faceNormals, rigidWeights, type SkinnedPart, type Surface } from './skinned-parts';

// Ribbons of cloth that hang on bones of their own, and rings of cloth around the body: closed tubes, pressed flat.

/** A ribbon from where it is sewn on to its end. */
export interface Ribbon {
    /** Names of its bones, the first one uppermost. */
    bones: string[];
    /** What the first bone hangs on. */
    parent: string;
    /** Joints of the bones, and the end. */
    points: Vec3[];
    /** Direction across it. */
    across: Vec3;
    /** Metres across, and through the cloth. */
    width: number;
    thickness: number;
}

/** Points around a cross-section, and rows of them along a bone. */
const AROUND = 8;
const ROWS = 3;

/** Share of a bone on both sides of a joint within which the bones hand over. */
const BLEND = 0.4;

/** Share of the width that the ends have. */
const END = 0.86;

/** The bones of a ribbon. */
export function ribbonJoints({ bones, parent, points, across }: Ribbon): Joint[] {
    return bones.map((name, i) => ({
        name, parent: i === 0 ? parent : bones[i - 1], position: points[i], along: points[i + 1].clone().sub(points[i]).normalize(), side: across
    }));
}

/** A tube through rings of points, with a cap at both ends where it is open. */
function tube(rings: readonly Vec3[][], isClosed: boolean): { positions: Vec3[]; triangles: number[] } {
    const positions = rings.flat();
    const triangles: number[] = [];
    const count = rings.length;
    for (let r = 0; r < (isClosed ? count : count - 1); r++) {
        for (let i = 0; i < AROUND; i++) {
            const [a, b] = [AROUND * r + i, AROUND * r + (i + 1) % AROUND];
            const [c, d] = [a, b].map(vertex => (vertex + AROUND) % positions.length);
            triangles.push(a, b, c, b, d, c);
        }
    }
    if (isClosed) return { positions, triangles };
    const last = AROUND * (count - 1);
    for (let i = 1; i < AROUND - 1; i++) {
        triangles.push(0, i + 1, i, last, last + i, last + i + 1);
    }
    return { positions, triangles };
}

/** A cross-section: an ellipse about a point, from one axis towards the other, counter-clockwise seen from the end. */
function section(center: Vec3, across: Vec3, through: Vec3): Vec3[] {
    return Array.from({ length: AROUND }, (_, i) => {
        const angle = 2 * Math.PI * i / AROUND;
        return center.clone().add(across.clone().mulScalar(Math.cos(angle))).add(through.clone().mulScalar(Math.sin(angle)));
    });
}

/** Shares of the bones at a place along a ribbon, counted in bones. */
function sharesAt(place: number, count: number): Map<number, number> {
    const bone = Math.min(count - 1, Math.floor(place));
    const rest = place - bone;
    const handed = (away: number) => Math.max(0, 0.5 - 0.5 * away / BLEND);
    const [above, below] = [bone > 0 ? handed(rest) : 0, bone < count - 1 ? handed(1 - rest) : 0];
    return new Map([[bone - 1, above], [bone, 1 - above - below], [bone + 1, below]]);
}

/** The skin of a ribbon. */
export function createRibbon(skeleton: Skeleton, surface: Surface, { bones, points, across, width, thickness }: Ribbon): SkinnedPart {
    const places = Array.from({ length: ROWS * bones.length + 1 }, (_, i) => i / ROWS);
    const rings = places.map((place, i) => {
        const bone = Math.min(bones.length - 1, Math.floor(place));
        const along = points[bone + 1].clone().sub(points[bone]);
        const center = along.clone().mulScalar(place - bone).add(points[bone]);
        const through = new Vec3().cross(along, across).normalize();
        const size = i === 0 || i === places.length - 1 ? END / 2 : 0.5;
        return section(center, across.clone().mulScalar(size * width), through.mulScalar(size * thickness));
    });
    const mesh = tube(rings, false);
    const weights: Weights = places.flatMap((place) => {
        const row = new Float64Array(skeleton.names.length);
        for (const [bone, share] of sharesAt(place, bones.length)) if (share > 0) row[skeleton.index(bones[bone])] = share;
        return Array.from({ length: AROUND }, () => row);
    });
    return { ...mesh, surface, normals: faceNormals(mesh), weights };
}

/** A ring of cloth around the body. */
export interface Ring {
    center: Vec3;
    /** Half its width and depth to the middle of the cloth, and by how much its front is lower than its back, metres. */
    width: number;
    depth: number;
    drop: number;
    /** Metres through the cloth, and its height. */
    thickness: number;
    height: number;
    /** What carries it. */
    bone: string;
}

/** Cross-sections of a ring. */
const SECTIONS = 24;

/** The skin of a ring. */
export function createRing(skeleton: Skeleton, surface: Surface, { center, width, depth, drop, thickness, height, bone }: Ring): SkinnedPart {
    const mesh = tube(Array.from({ length: SECTIONS }, (_, i) => {
        const angle = 2 * Math.PI * i / SECTIONS;
        const outward = new Vec3(Math.sin(angle), 0, Math.cos(angle));
        const middle = new Vec3(width * outward.x, -drop / 2 * outward.z, depth * outward.z).add(center);
        return section(middle, new Vec3(0, height / 2, 0), outward.mulScalar(thickness / 2));
    }), true);
    return { ...mesh, surface, normals: faceNormals(mesh), weights: rigidWeights(skeleton, skeleton.index(bone), mesh.positions.length) };
}
