import { dotVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import { soleBone, type Rig } from '../../rig/rig';
import { readSkin, type Skin } from '../../skin/skin';
import { INFLUENCES } from '../../skin/skin-binding';

// The points of a foot that can touch the floor, each in the frame of the bone that carries it.
//
// A foot rolls from the heel over the ball to the tip of the toes, and the toes have a bone of their own. So what is lowest is taken
// of every bone from the foot downwards, with the foot level, pitched and rolled: the skin's vertices, or the joints where there is no
// skin, let down to the lowest of them. Where toes bend, the skin blends two bones: the second one and its share are known too.

/** Share of the other bones in a vertex from which on the skin is blended there. */
const BLENDED = 0.1;

/** Points below one foot. */
export interface SolePoints {
    /** Index of the foot into the skeleton's nodes. */
    readonly foot: number;
    /** Index of the node that carries each point. */
    readonly nodes: Int32Array;
    /** The points in their nodes' frames, three numbers each. */
    readonly points: Flat;
    /** The node that carries most of the rest of each point where the skin blends two; -1: none. */
    readonly partners: Int32Array;
    /** The same points in these nodes' frames, and their shares in the two. */
    readonly partnerPoints: Flat;
    readonly shares: Flat;
}

/** Angles in degrees at which a foot is looked at from below. Between two of these a heel with a radius of 3 cm sinks less than 1 mm. */
const PITCHES = [-80, -60, -40, -20, 0, 20, 40, 60];
const ROLLS = [-20, -10, 0, 10, 20];

/**
 * Finds the points of a foot, paw or hand that can touch the floor.
 *
 * @param foot - Index into the skeleton's nodes.
 * @param skin - The character's skin, read once for several feet: reading it takes milliseconds.
 * @param isAbove - Whether the second bone of a point may be above the foot, where whole legs are posed: hooves hang on shins too.
 */
export function findSolePoints(rig: Rig, foot: number, skin: Skin = readSkin(rig.skeleton), isAbove = false): SolePoints {
    const { skeleton } = rig;
    const first = soleBone(rig, foot);
    const end = skeleton.ends[first];
    const held: number[] = [];
    skin.holders.forEach((holder, i) => {
        if (holder >= first && holder < end) held.push(i);
    });
    const nodes: number[] = [];
    const partners: number[] = [];
    const shares: number[] = [];
    const places: number[][] = [];
    if (held.length > 0) {
        const downs = directionsBelow(rig);
        for (let node = first; node < end; node++) {
            const own = held.filter(i => skin.holders[i] === node);
            if (own.length === 0) continue;
            const between = own.filter(vertex => isBetween(skin, vertex, first, end));
            const lowest = [own, between].flatMap(some => (some.length > 0 ? downs.map(down => furthest(skin.points, some, down)) : []));
            for (const vertex of new Set(lowest)) {
                nodes.push(node);
                addPartner(partners, shares, skin, vertex, isAbove ? [0, Infinity] : [first, end]);
                places.push(Array.from(skin.points.subarray(3 * vertex, 3 * vertex + 3)));
            }
        }
    } else {
        const heightOf = (node: number) => dotVec(skeleton.positions, 3 * node, rig.up, 0);
        let floor = Infinity;
        for (let node = foot; node < end; node++) floor = Math.min(floor, heightOf(node));
        for (let node = foot; node < end; node++) {
            nodes.push(node);
            partners.push(-1);
            shares.push(0);
            places.push([0, 1, 2].map(axis => skeleton.positions[3 * node + axis] - (heightOf(node) - floor) * rig.up[axis]));
        }
    }
    return {
        foot, nodes: Int32Array.from(nodes), points: toLocal(rig, nodes, places), partners: Int32Array.from(partners),
        partnerPoints: toLocal(rig, partners.map((partner, i) => (partner < 0 ? nodes[i] : partner)), places), shares: Float64Array.from(shares)
    };
}

/** Adds the second of some nodes that carry a vertex, and its share of the two. */
function addPartner(partners: number[], shares: number[], { holders, nodes, weights }: Skin, vertex: number, [first, end]: readonly [number, number]): void {
    const holder = holders[vertex];
    let [partner, own, second] = [-1, 0, 0];
    for (let slot = INFLUENCES * vertex; slot < INFLUENCES * (vertex + 1); slot++) {
        if (nodes[slot] === holder) own += weights[slot];
        else if (nodes[slot] >= first && nodes[slot] < end && weights[slot] > second) [partner, second] = [nodes[slot], weights[slot]];
    }
    partners.push(partner);
    shares.push(second / (own + second));
}

/** Whether a vertex hangs on more than one node from the foot downwards: such are not where their own node alone has them. */
function isBetween({ nodes, weights, holders }: Skin, vertex: number, foot: number, end: number): boolean {
    let rest = 0;
    for (let slot = INFLUENCES * vertex; slot < INFLUENCES * (vertex + 1); slot++) {
        if (nodes[slot] !== holders[vertex] && nodes[slot] >= foot && nodes[slot] < end) rest += weights[slot];
    }
    return rest > BLENDED;
}

/** Straight down, as seen from feet that are pitched and rolled. */
function directionsBelow({ up, forward }: Rig): Flat[] {
    const left = [up[1] * forward[2] - up[2] * forward[1], up[2] * forward[0] - up[0] * forward[2], up[0] * forward[1] - up[1] * forward[0]];
    return PITCHES.flatMap(pitch => ROLLS.map((roll) => {
        const [p, r] = [pitch * RADIANS, roll * RADIANS];
        return Float64Array.from(up, (_, axis) => Math.sin(p) * forward[axis] + Math.cos(p) * (Math.sin(r) * left[axis] - Math.cos(r) * up[axis]));
    }));
}

function furthest(points: Flat, candidates: number[], direction: Flat): number {
    return candidates.reduce((a, b) => (dotVec(points, 3 * b, direction, 0) > dotVec(points, 3 * a, direction, 0) ? b : a));
}

/** The places of model space in their nodes' frames. */
function toLocal({ skeleton }: Rig, nodes: number[], places: number[][]): Flat {
    const points = Float64Array.from(places.flat());
    nodes.forEach((node, i) => {
        const { matrices } = skeleton;
        const scale = Math.hypot(matrices[12 * node], matrices[12 * node + 1], matrices[12 * node + 2]);
        subtractVec(points, 3 * i, points, 3 * i, skeleton.positions, 3 * node);
        rotateVecInverse(points, 3 * i, skeleton.rotations, 4 * node, points, 3 * i);
        for (let axis = 0; axis < 3; axis++) points[3 * i + axis] /= scale;
    });
    return points;
}
