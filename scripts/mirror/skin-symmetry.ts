import { rotateVec, type Flat } from '../core/math/flat-math';
import { reflectVec } from '../core/mirror/reflection';
import type { Skin } from '../skin/skin';

// What the skin of two bones says about the turn between them: the bone that carries it is where its twin is when its vertices are the
// reflection of the twin's. Only shapes are compared, with their centres one on the other: joints are often set a little aside.

/** Most vertices of a bone that are compared, and the fewest that say something. */
const MOST = 150;
const FEWEST = 12;

/** Share of the distance without a turn, below which the distance with it says that the turn is there. */
const CLEARLY_NEARER = 0.8;

/** Vertices of one bone about their centre. */
type Cloud = Flat;

/** The skin of a character, bone by bone. */
export class SkinSymmetry {
    private readonly clouds = new Map<number, Cloud>();

    private readonly vertices = new Map<number, number[]>();

    /**
     * @param skin - In the reference pose.
     * @param ends - One past the last node below each node of the skeleton.
     * @param turn - What brings its axes to those in which bones are compared.
     */
    constructor(private readonly skin: Skin, private readonly ends: ArrayLike<number>, private readonly turn: Flat) {
        skin.holders.forEach((holder, vertex) => {
            const own = this.vertices.get(holder);
            if (own) own.push(vertex);
            else this.vertices.set(holder, [vertex]);
        });
    }

    /**
     * Whether a turn brings the vertices of a bone nearer to the reflection of its twin's than none.
     *
     * @param bone - Index in the skeleton, as `twin`.
     * @param fits - Holds the turn at an offset.
     * @param normal - Of the plane.
     * @returns null where there are too few vertices to tell.
     */
    needsTurn(bone: number, twin: number, fits: Flat, o: number, normal: Flat): boolean | null {
        const [own, other] = [this.cloudOf(bone), this.cloudOf(twin)];
        if (Math.min(own.length, other.length) < 3 * FEWEST) return null;
        const seen = other.slice();
        for (let i = 0; i < seen.length; i += 3) reflectVec(seen, i, other, i, normal, 0);
        const turned = own.slice();
        for (let i = 0; i < own.length; i += 3) rotateVec(turned, i, fits, o, own, i);
        return distanceBetween(turned, seen) < CLEARLY_NEARER * distanceBetween(own, seen);
    }

    /** The vertices of a bone, or of all below it where it carries few itself. */
    private verticesOf(bone: number): number[] {
        const own = this.vertices.get(bone) ?? [];
        if (own.length >= FEWEST) return own;
        return Array.from({ length: this.ends[bone] - bone }, (_, i) => this.vertices.get(bone + i) ?? []).flat();
    }

    private cloudOf(bone: number): Cloud {
        const known = this.clouds.get(bone);
        if (known) return known;
        const { points } = this.skin;
        const vertices = this.verticesOf(bone);
        const cloud = new Float64Array(3 * vertices.length);
        vertices.forEach((vertex, i) => rotateVec(cloud, 3 * i, this.turn, 0, points, 3 * vertex));
        for (let axis = 0; axis < 3; axis++) {
            let centre = 0;
            for (let i = axis; i < cloud.length; i += 3) centre += cloud[i] / vertices.length;
            for (let i = axis; i < cloud.length; i += 3) cloud[i] -= centre;
        }
        this.clouds.set(bone, cloud);
        return cloud;
    }
}

/** Mean distance of some points of one cloud from the nearest of another. */
function distanceBetween(a: Cloud, b: Cloud): number {
    const every = 3 * Math.ceil(a.length / 3 / MOST);
    let sum = 0;
    let count = 0;
    for (let i = 0; i < a.length; i += every) {
        let least = Infinity;
        for (let j = 0; j < b.length; j += 3) {
            const x = a[i] - b[j], y = a[i + 1] - b[j + 1], z = a[i + 2] - b[j + 2];
            least = Math.min(least, x * x + y * y + z * z);
        }
        sum += Math.sqrt(least);
        count++;
    }
    return sum / count;
}
