import type { FootModel } from './foot-model';
import type { SolePoints } from '../anim/sole-points';
import { crossVec, dotVec, rotateVec, rotateVecInverse, subtractVec, writeDot, type Flat } from '../core/math/flat-math';
import type { FlatPose } from '../core/pose/flat-pose';
import type { FootShape } from '../rig/foot-shape';
import type { Rig } from '../rig/rig';
import type { Skin } from '../rig/skin';

// The points of a foot that can touch the ground, where a pose has them, blended between foot and toes as the skin is.

/** The points of a foot that can touch the ground. */
export interface Sole {
    /** Bone that carries each, as index of the pose, and the one with which the skin blends it; -1: none. */
    readonly bones: Int32Array;
    readonly partners: Int32Array;
    /** These bones, each once; and scratch for bones of the pose: the up vector in each one's frame, and its own height. */
    readonly carriers: Int32Array;
    readonly ups: Flat;
    /** The points in these bones' frames and units, three numbers each, and the partners' shares. */
    readonly points: Flat;
    readonly partnerPoints: Flat;
    readonly shares: Flat;
    /** Share of each that goes along with toes that bend. */
    readonly toeShares: Flat;
    /** Places of each on a flat foot, world units: before the ankle and to the right of it. */
    readonly ahead: Flat;
    readonly aside: Flat;
    /** Points of the lower foot that are outermost as seen from above, see {@link OUTLINE_POINTS}: how high its rim is there. World units. */
    readonly outline: OutlinePoints;
}

/** Places of points on a flat foot: before the ankle, to the right of it, and over the sole. */
export interface OutlinePoints {
    readonly ahead: Flat;
    readonly aside: Flat;
    readonly over: Flat;
}

/** Directions in which the outline of a sole is known: ahead first, then to the right and round. */
export const OUTLINE_POINTS = 8;

/** Some of them. */
export const FRONT = 0;
export const FRONT_RIGHT = 1;
export const BACK_RIGHT = 3;
export const BACK = 4;
export const BACK_LEFT = 5;
export const FRONT_LEFT = 7;

/** Share of the ankle's height up to which the foot counts for its outline: what is above is seldom beside anything. */
const LOWER = 0.5;

/** Breadth of the rim of the foot whose lowest point counts as that of its outline, as a share of the character's height: 12 mm of 1.75 m. */
const CAP = 0.007;

const place = new Float64Array(3);
const partnerPlace = new Float64Array(3);
const turned = new Float64Array(3);
const heights = new Float64Array(2);

/**
 * Finds what the pose needs to know of a sole.
 *
 * @param model - The foot on its model.
 * @param scale - World metres per unit of the model.
 * @param poseIndex - Gives the index of a node in the pose.
 */
export function makeSole(rig: Rig, { shape, toes, points: found, outline }: FootModel, scale: number, poseIndex: (node: number) => number): Sole {
    const { ends } = rig.skeleton;
    const isToes = (node: number) => toes >= 0 && node >= toes && node < ends[toes];
    const toeShares = Float64Array.from(found.nodes, (node, i) => {
        return (isToes(node) ? 1 - found.shares[i] : 0) + (isToes(found.partners[i]) ? found.shares[i] : 0);
    });
    const { points, partnerPoints, shares } = found;
    const bones = found.nodes.map(poseIndex), partners = found.partners.map(poseIndex);
    const carriers = Int32Array.from(new Set([...bones, ...partners].filter(bone => bone >= 0)));
    const ups = new Float64Array(4 * Math.max(...carriers) + 4);
    const places = Array.from(found.nodes, (_, i) => placeOf(rig, shape, modelPlace(rig, found, i)));
    const scaled = (values: ArrayLike<number>) => Float64Array.from(values, value => scale * value);
    return {
        bones, partners, carriers, ups, points, partnerPoints, shares, toeShares,
        ahead: scaled(places.map(({ ahead }) => ahead)), aside: scaled(places.map(({ aside }) => aside)),
        outline: { ahead: scaled(outline.ahead), aside: scaled(outline.aside), over: scaled(outline.over) }
    };
}

/**
 * Measures the outline of a foot on its model, in the model's units.
 *
 * @param found - The points of its sole.
 * @param skin - The character's skin.
 */
export function measureOutline(rig: Rig, shape: FootShape, found: SolePoints, skin: Skin): OutlinePoints {
    const { ends } = rig.skeleton;
    const lower: Place[] = [];
    skin.holders.forEach((holder, i) => {
        if (!(holder >= shape.foot && holder < ends[shape.foot])) return;
        const one = placeOf(rig, shape, skin.points.subarray(3 * i, 3 * i + 3));
        if (one.over < LOWER * shape.height) lower.push(one);
    });
    const places = lower.length > 0 ? lower : Array.from(found.nodes, (_, i) => placeOf(rig, shape, modelPlace(rig, found, i)));
    return findOutline(places, CAP * rig.height);
}

interface Place { ahead: number; aside: number; over: number }

/** A point's place in model space, in the reference pose. */
function modelPlace({ skeleton: { matrices } }: Rig, { nodes, points }: SolePoints, i: number): Flat {
    const m = 12 * nodes[i];
    return Float64Array.from([0, 1, 2], row => matrices[m + 9 + row] + matrices[m + row] * points[3 * i] + matrices[m + 3 + row] * points[3 * i + 1] + matrices[m + 6 + row] * points[3 * i + 2]);
}

/** Where a point of the model is on a flat foot, in the model's units. */
function placeOf({ skeleton: { positions } }: Rig, { foot, forward, up, height }: FootShape, point: Flat): Place {
    const [offset, right] = [new Float64Array(3), new Float64Array(3)];
    subtractVec(offset, 0, point, 0, positions, 3 * foot);
    crossVec(right, 0, forward, 0, up, 0);
    return { ahead: dotVec(offset, 0, forward, 0), aside: dotVec(offset, 0, right, 0), over: dotVec(offset, 0, up, 0) + height };
}

/** The points that are outermost in each direction, and how high the foot is there over the sole. */
function findOutline(places: readonly Place[], cap: number): OutlinePoints {
    const extent = (values: number[]) => values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    // a foot is longer than broad: what is between ahead and aside is so as seen with both the same
    const length = extent(places.map(({ ahead }) => ahead)), breadth = extent(places.map(({ aside }) => aside));
    const outermost = Array.from({ length: OUTLINE_POINTS }, (_, i) => {
        const turn = 2 * Math.PI * i / OUTLINE_POINTS;
        const [x, y] = [Math.cos(turn) / length, Math.sin(turn) / breadth];
        const reach = ({ ahead, aside }: Place) => (ahead * x + aside * y) / Math.hypot(x, y);
        const furthest = places.reduce((a, b) => (reach(b) > reach(a) ? b : a));
        const over = places.filter(one => reach(one) > reach(furthest) - cap).reduce((least, one) => Math.min(least, one.over), Infinity);
        return { ...furthest, over };
    });
    return {
        ahead: Float64Array.from(outermost, ({ ahead }) => ahead), aside: Float64Array.from(outermost, ({ aside }) => aside),
        over: Float64Array.from(outermost, ({ over }) => over)
    };
}

/** Writes where a bone of the pose carries a point. */
function carry(out: Flat, { positions, rotations, scales }: FlatPose, bone: number, points: Flat, o: number): void {
    rotateVec(out, 0, rotations, 4 * bone, points, o);
    for (let axis = 0; axis < 3; axis++) out[axis] = positions[3 * bone + axis] + scales[bone] * out[axis];
}

/**
 * Finds the lowest point of a sole. The up vector is brought into the bones' frames, in place of the points into the world: these are many.
 *
 * @param rise - Receives how much higher another point is.
 * @param sole - The sole.
 * @param pose - The pose, its world transforms up to date.
 * @param up - The up direction.
 * @param other - Index of the other point.
 * @returns Index of the lowest one.
 */
export function findLowest(rise: Flat, sole: Sole, { positions, rotations, scales }: FlatPose, up: Flat, other: number): number {
    const { bones, partners, carriers, ups, points, partnerPoints, shares } = sole;
    for (let i = 0; i < carriers.length; i++) {
        const bone = carriers[i], o = 4 * bone;
        rotateVecInverse(ups, o, rotations, o, up, 0);
        for (let axis = 0; axis < 3; axis++) ups[o + axis] *= scales[bone];
        writeDot(ups, o + 3, positions, 3 * bone, up, 0);
    }
    let lowest = 0, least = Infinity;
    for (let i = 0, p = 0; i < bones.length; i++, p += 3) {
        const o = 4 * bones[i];
        let height = ups[o] * points[p] + ups[o + 1] * points[p + 1] + ups[o + 2] * points[p + 2] + ups[o + 3];
        if (partners[i] >= 0) {
            const q = 4 * partners[i];
            const there = ups[q] * partnerPoints[p] + ups[q + 1] * partnerPoints[p + 1] + ups[q + 2] * partnerPoints[p + 2] + ups[q + 3];
            height += shares[i] * (there - height);
        }
        if (i === other) rise[0] = height;
        if (!(height < least)) continue;
        least = height;
        lowest = i;
    }
    rise[0] -= least;
    return lowest;
}

/** Writes one point of a sole in the frame of the foot as the pose has it, world units. */
export function readPoint(out: Flat, o: number, sole: Sole, index: number, pose: FlatPose, foot: number): void {
    const { bones, partners, shares } = sole;
    carry(place, pose, bones[index], sole.points, 3 * index);
    if (partners[index] >= 0) {
        carry(partnerPlace, pose, partners[index], sole.partnerPoints, 3 * index);
        for (let axis = 0; axis < 3; axis++) place[axis] += shares[index] * (partnerPlace[axis] - place[axis]);
    }
    subtractVec(place, 0, place, 0, pose.positions, 3 * foot);
    rotateVecInverse(out, o, pose.rotations, 4 * foot, place, 0);
}

/**
 * Finds how much higher a foot has to be whose heel is lifted about its toes, so that nothing goes below what was the lowest point of its
 * sole.
 *
 * @param out - Receives the height along the up direction, at least 0.
 * @param goal - World position and rotation of the foot with its heel lifted.
 * @param before - The same as it was.
 * @param points - The sole in the foot's frame.
 * @param toeShares - Share of each that stays where it was.
 * @param up - The up direction.
 * @param normal - Normal of the ground.
 */
export function heelClearance(out: Flat, goal: Flat, before: Flat, points: Flat, toeShares: Flat, up: Flat, normal: Flat): void {
    // the normal in the foot's frame in place of the points in the world: these are many
    rotateVecInverse(place, 0, before, 3, normal, 0);
    rotateVecInverse(turned, 0, goal, 3, normal, 0);
    writeDot(heights, 0, before, 0, normal, 0);
    writeDot(heights, 1, goal, 0, normal, 0);
    let lowest = Infinity, lifted = Infinity;
    for (let i = 0, p = 0; i < toeShares.length; i++, p += 3) {
        const height = place[0] * points[p] + place[1] * points[p + 1] + place[2] * points[p + 2] + heights[0];
        const there = turned[0] * points[p] + turned[1] * points[p + 1] + turned[2] * points[p + 2] + heights[1];
        const now = toeShares[i] * height + (1 - toeShares[i]) * there;
        if (height < lowest) lowest = height;
        if (now < lifted) lifted = now;
    }
    writeDot(heights, 0, up, 0, normal, 0);
    out[0] = Math.max(0, lowest - lifted) / heights[0];
}
