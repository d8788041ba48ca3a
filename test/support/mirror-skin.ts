import { Mat4, Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { Skeleton } from '../../scripts/rig/skeleton';
import { readSkin, type Skin } from '../../scripts/skin/skin';

// Whether what is drawn of a character is the reflection of another instance: vertex by vertex, by the engine's world transforms.
//
// Vertices are twins where they lie opposite to each other in the bind pose and hang on twins of the same names by the same weights. What
// the bind pose itself lacks in symmetry is what they are apart there, and what the joints above them are.

/** Distance in a bind pose of 1.8 m within which vertices are twins, metres; and the difference of their weights. */
const APART = 0.004;
const WEIGHTS = 1e-4;

/** Distance as a share of the height below which twins are exact. */
const EXACT = 1e-5;

/** Twins of a bind pose: how far they are from each other's reflection, and that with what the joints above lack, in units of the model. */
export interface SkinPairs { readonly a: number; readonly b: number; readonly apart: number; readonly lack: number }

function matrixOf({ matrices }: Skeleton, node: number): Mat4 {
    const m = matrices.subarray(12 * node, 12 * node + 12);
    return new Mat4().set([m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, m[9], m[10], m[11], 1]);
}

/** The skin of a model in its bind pose, with its twins across the plane x = 0 of its own. */
export class MirrorSkin {
    readonly skin: Skin;

    readonly pairs: SkinPairs[] = [];

    private readonly inverses: Mat4[];

    /**
     * @param twinOf - Index of the twin of a node, itself in the middle.
     * @param normal - Of the plane, in model space.
     * @param offset - Of the plane along it.
     * @param height - Of the character in model space.
     */
    constructor(readonly skeleton: Skeleton, private readonly twinOf: (node: number) => number, readonly normal: Vec3, readonly offset: number, readonly height: number) {
        this.skin = readSkin(skeleton);
        this.inverses = skeleton.nodes.map((_, node) => matrixOf(skeleton, node).invert());
        this.pairVertices();
    }

    reflect(point: Vec3): Vec3 {
        return point.clone().sub(this.normal.clone().mulScalar(2 * (point.dot(this.normal) - this.offset)));
    }

    /** Number of vertices that hang on something. */
    get count(): number {
        return this.skin.holders.filter(holder => holder >= 0).length;
    }

    /** Places of the vertices of an instance, in the space of a node. */
    places(nodes: readonly GraphNode[], space: GraphNode): Vec3[] {
        const toSpace = space.getWorldTransform().clone().invert();
        const matrices = nodes.map((node, i) => new Mat4().mul2(toSpace, node.getWorldTransform()).mul(this.inverses[i]));
        const { points, nodes: bones, weights } = this.skin;
        return Array.from(this.skin.holders, (_, v) => {
            const out = new Vec3();
            const at = new Vec3(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
            for (let slot = 4 * v; slot < 4 * v + 4; slot++) {
                if (bones[slot] >= 0) out.add(matrices[bones[slot]].transformPoint(at, new Vec3()).mulScalar(weights[slot]));
            }
            return out;
        });
    }

    /** Largest distance of twins from each other's reflection beyond what the bind pose lacks, in millimetres of a body of 1.8 m; and without that allowance. */
    compare(original: Vec3[], mirrored: Vec3[]): { beyond: number; whole: number; vertex: number } {
        let beyond = 0, whole = 0, vertex = -1;
        for (const { a, b, lack } of this.pairs) {
            const off = this.reflect(original[a]).distance(mirrored[b]);
            whole = Math.max(whole, off);
            if (off - lack > beyond) [beyond, vertex] = [off - lack, b];
        }
        const scale = 1800 / this.height;
        return { beyond: beyond * scale, whole: whole * scale, vertex };
    }

    /** The largest distance of those that are exact twins in the bind pose, with no allowance, and how many there are. */
    compareExact(original: Vec3[], mirrored: Vec3[]): { most: number; count: number } {
        const exact = this.pairs.filter(({ apart }) => apart < EXACT * this.height);
        const most = exact.reduce((least, { a, b }) => Math.max(least, this.reflect(original[a]).distance(mirrored[b])), 0);
        return { most: most * 1800 / this.height, count: exact.length };
    }

    private place(vertex: number): Vec3 {
        return new Vec3(this.skin.points[3 * vertex], this.skin.points[3 * vertex + 1], this.skin.points[3 * vertex + 2]);
    }

    private pairVertices() {
        const { holders } = this.skin;
        const within = APART * this.height / 1.8;
        const key = (x: number, y: number, z: number) => `${x},${y},${z}`;
        const cells = new Map<string, number[]>();
        const cell = (value: number) => Math.floor(value / within);
        holders.forEach((holder, vertex) => {
            if (holder < 0) return;
            const { x, y, z } = this.place(vertex);
            const name = key(cell(x), cell(y), cell(z));
            cells.set(name, [...cells.get(name) ?? [], vertex]);
        });
        holders.forEach((holder, a) => {
            if (holder < 0) return;
            const seen = this.reflect(this.place(a));
            let best = -1, least = within;
            for (let near = 0; near < 27; near++) {
                const [x, y, z] = [near % 3 - 1, Math.floor(near / 3) % 3 - 1, Math.floor(near / 9) - 1];
                for (const b of cells.get(key(cell(seen.x) + x, cell(seen.y) + y, cell(seen.z) + z)) ?? []) {
                    const apart = seen.distance(this.place(b));
                    if (apart < least && this.weightsAgree(a, b)) [best, least] = [b, apart];
                }
            }
            if (best >= 0) this.pairs.push({ a, b: best, apart: least, lack: least + this.jointLack(best) });
        });
    }

    private weightsAgree(a: number, b: number): boolean {
        const { nodes, weights } = this.skin;
        const sums = new Map<number, number>();
        for (let k = 0; k < 4; k++) {
            const [p, q] = [nodes[4 * a + k], nodes[4 * b + k]];
            if (p >= 0) sums.set(this.twinOf(p), (sums.get(this.twinOf(p)) ?? 0) + weights[4 * a + k]);
            if (q >= 0) sums.set(q, (sums.get(q) ?? 0) - weights[4 * b + k]);
        }
        return [...sums.values()].reduce((sum, value) => sum + Math.abs(value), 0) < WEIGHTS;
    }

    /** How far the joints above a vertex are from the reflections of their twins, each against its parent. */
    private jointLack(vertex: number): number {
        const { nodes } = this.skin;
        let most = 0;
        for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) if (nodes[slot] >= 0) most = Math.max(most, this.chainLack(nodes[slot]));
        return most;
    }

    private readonly chains = new Map<number, number>();

    private chainLack(node: number): number {
        const known = this.chains.get(node);
        if (known !== undefined) return known;
        const { parents, positions } = this.skeleton;
        const at = (i: number) => new Vec3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
        const parent = parents[node], twin = this.twinOf(node);
        let lack = 0;
        if (parent < 0) lack = this.reflect(at(twin)).distance(at(node));
        else {
            const way = at(node).sub(at(parent)), other = this.reflect(at(twin)).sub(this.reflect(at(this.twinOf(parent))));
            lack = this.chainLack(parent) + way.distance(other);
        }
        this.chains.set(node, lack);
        return lack;
    }
}

/** The instance's nodes in the order of the skeleton's. */
export function sameNodes(skeleton: Skeleton, from: Entity, to: Entity): GraphNode[] {
    const [ours, theirs] = [from.find(() => true), to.find(() => true)];
    return skeleton.nodes.map(node => theirs[ours.indexOf(node)]);
}
