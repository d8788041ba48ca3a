import { rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Rig } from '../../rig/rig';
import type { Skin } from '../../skin/skin';
import type { ReferencePose } from '../clips/reference-pose';

// Where a body can touch the floor with something else than its soles: the outermost vertices of each bone.

/** Directions in which a bone's vertices are looked at: the sides, edges and corners of a cube. */
const DIRECTIONS = [-1, 0, 1].flatMap(x => [-1, 0, 1].flatMap(y => [-1, 0, 1].map(z => [x, y, z]))).filter(direction => direction.some(value => value !== 0));

const point = new Float64Array(3);

export class BodyPoints {
    private readonly bones: Int32Array;

    private readonly points: Flat;

    /** How far the points of each bone are from its joint. */
    private readonly reaches: ReadonlyMap<number, number>;

    /**
     * @param bones - The bones that can touch the floor, without the feet.
     */
    constructor({ skeleton }: Rig, { first, modelScale }: ReferencePose, bones: ReadonlySet<number>, skin: Skin) {
        const held = new Map<number, number[]>();
        skin.holders.forEach((holder, vertex) => {
            if (holder < 0 || !bones.has(first + holder)) return;
            const list = held.get(first + holder);
            if (list) list.push(vertex);
            else held.set(first + holder, [vertex]);
        });
        const carriers: number[] = [];
        const reaches = new Map<number, number>();
        const points: number[] = [];
        for (const [bone, vertices] of held) {
            const local = new Float64Array(3 * vertices.length);
            const node = bone - first;
            vertices.forEach((vertex, i) => {
                subtractVec(local, 3 * i, skin.points, 3 * vertex, skeleton.positions, 3 * node);
                rotateVecInverse(local, 3 * i, skeleton.rotations, 4 * node, local, 3 * i);
                for (let axis = 0; axis < 3; axis++) local[3 * i + axis] *= modelScale;
            });
            const outermost = new Set(DIRECTIONS.map(([x, y, z]) => {
                let best = 0;
                for (let i = 1; i < vertices.length; i++) {
                    const further = x * (local[3 * i] - local[3 * best]) + y * (local[3 * i + 1] - local[3 * best + 1]) + z * (local[3 * i + 2] - local[3 * best + 2]);
                    if (further > 0) best = i;
                }
                return best;
            }));
            for (const i of outermost) {
                carriers.push(bone);
                points.push(local[3 * i], local[3 * i + 1], local[3 * i + 2]);
                reaches.set(bone, Math.max(reaches.get(bone) ?? 0, Math.hypot(local[3 * i], local[3 * i + 1], local[3 * i + 2])));
            }
        }
        this.bones = Int32Array.from(carriers);
        this.points = Float64Array.from(points);
        this.reaches = reaches;
    }

    /**
     * The height of the lowest point, in body space.
     *
     * @param floor - Height of the floor.
     * @returns Infinity where nothing can reach it.
     */
    lowest({ positions, rotations }: FlatPose, floor: number): number {
        let lowest = Infinity;
        let isNear = false;
        for (const [bone, reach] of this.reaches) isNear ||= positions[3 * bone + 1] < floor + reach;
        if (!isNear) return lowest;
        for (let i = 0; i < this.bones.length; i++) {
            const bone = this.bones[i];
            rotateVec(point, 0, rotations, 4 * bone, this.points, 3 * i);
            lowest = Math.min(lowest, positions[3 * bone + 1] + point[1]);
        }
        return lowest;
    }
}
