import type { Ground, GroundHit } from './ground';
import { crossVec, dotVec, normalizeVec, subtractVec, type Flat } from '../math/flat-math';

// Ground made of triangles: scenery without a physics engine. A tree of boxes finds the few triangles that a ray can meet.
//
// Moeller and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, Journal of Graphics Tools 2(1), 1997.

/** Triangles below which a box is not divided further. */
const LEAF = 4;

/** Determinant below which a ray runs along a triangle. */
const PARALLEL = 1e-12;

/** Share of a triangle by which its edges reach further, so that a ray on the edge of two misses neither. */
const EDGE = 1e-9;

interface Box {
    readonly low: Float64Array;
    readonly high: Float64Array;
    /** Triangles of a leaf; null for a box with children. */
    readonly triangles: Int32Array | null;
    readonly children: readonly Box[];
}

const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);
const cross = new Float64Array(3);
const toOrigin = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * Triangles in world space. They are met from both sides, and do not move.
 *
 * @example
 * placer.setGround(new MeshGround(positions, indices));
 */
export class MeshGround implements Ground {
    private readonly positions: Float64Array;

    private readonly indices: ArrayLike<number>;

    private readonly tree: Box;

    /** Distance along the ray to the nearest triangle so far. */
    private nearest = 0;

    /**
     * @param positions - World positions, three numbers a vertex.
     * @param indices - Three vertices a triangle.
     */
    constructor(positions: ArrayLike<number>, indices: ArrayLike<number>) {
        this.positions = Float64Array.from(positions);
        this.indices = indices;
        this.tree = this.divide(Int32Array.from({ length: Math.floor(indices.length / 3) }, (_, i) => i));
    }

    cast(hit: GroundHit, ray: Flat): boolean {
        this.nearest = ray[6];
        hit.body = null;
        return this.castInto(this.tree, hit, ray);
    }

    private corner(triangle: number, i: number): number {
        return 3 * this.indices[3 * triangle + i];
    }

    /** The box around triangles, divided at the middle of its longest side. */
    private divide(triangles: Int32Array): Box {
        const { positions } = this;
        const low = new Float64Array(3).fill(Infinity);
        const high = new Float64Array(3).fill(-Infinity);
        for (const triangle of triangles) {
            for (let i = 0; i < 3; i++) {
                const at = this.corner(triangle, i);
                for (let axis = 0; axis < 3; axis++) {
                    low[axis] = Math.min(low[axis], positions[at + axis]);
                    high[axis] = Math.max(high[axis], positions[at + axis]);
                }
            }
        }
        if (triangles.length <= LEAF) return { low, high, triangles, children: [] };
        const sizes = [0, 1, 2].map(axis => high[axis] - low[axis]);
        const axis = sizes.indexOf(Math.max(...sizes));
        const middleOf = (triangle: number) => [0, 1, 2].reduce((sum, i) => sum + positions[this.corner(triangle, i) + axis], 0);
        const sorted = triangles.slice().sort((a, b) => middleOf(a) - middleOf(b));
        const half = sorted.length >> 1;
        return { low, high, triangles: null, children: [this.divide(sorted.subarray(0, half)), this.divide(sorted.subarray(half))] };
    }

    private castInto(box: Box, hit: GroundHit, ray: Flat): boolean {
        if (!this.crosses(box, ray)) return false;
        let found = false;
        if (box.triangles) {
            for (let i = 0; i < box.triangles.length; i++) found = this.castOnto(box.triangles[i], hit, ray) || found;
        } else {
            found = this.castInto(box.children[0], hit, ray);
            found = this.castInto(box.children[1], hit, ray) || found;
        }
        return found;
    }

    private crosses(box: Box, ray: Flat): boolean {
        let enter = 0, leave = this.nearest;
        for (let axis = 0; axis < 3; axis++) {
            const speed = ray[3 + axis];
            const low = box.low[axis] - ray[axis], high = box.high[axis] - ray[axis];
            if (Math.abs(speed) < PARALLEL) {
                if (low > 0 || high < 0) return false;
                continue;
            }
            enter = Math.max(enter, Math.min(low / speed, high / speed));
            leave = Math.min(leave, Math.max(low / speed, high / speed));
        }
        return enter <= leave;
    }

    private castOnto(triangle: number, hit: GroundHit, ray: Flat): boolean {
        const { positions } = this;
        const a = this.corner(triangle, 0);
        subtractVec(edge1, 0, positions, this.corner(triangle, 1), positions, a);
        subtractVec(edge2, 0, positions, this.corner(triangle, 2), positions, a);
        crossVec(cross, 0, ray, 3, edge2, 0);
        const determinant = dotVec(edge1, 0, cross, 0);
        if (Math.abs(determinant) < PARALLEL) return false;
        subtractVec(toOrigin, 0, ray, 0, positions, a);
        const u = dotVec(toOrigin, 0, cross, 0) / determinant;
        if (!(u >= -EDGE && u <= 1 + EDGE)) return false;
        crossVec(cross, 0, toOrigin, 0, edge1, 0);
        const v = dotVec(ray, 3, cross, 0) / determinant;
        if (!(v >= -EDGE && u + v <= 1 + EDGE)) return false;
        const distance = dotVec(edge2, 0, cross, 0) / determinant;
        if (!(distance >= 0 && distance <= this.nearest)) return false;
        crossVec(normal, 0, edge1, 0, edge2, 0);
        if (!normalizeVec(normal, 0)) return false;
        this.nearest = distance;
        const side = dotVec(normal, 0, ray, 3) > 0 ? -1 : 1;
        for (let i = 0; i < 3; i++) {
            hit.point[i] = ray[i] + ray[3 + i] * distance;
            hit.normal[i] = side * normal[i];
        }
        return true;
    }
}
