import type { GraphNode } from 'playcanvas';

import { addWeights, type DrawnMesh, type SkinBinding } from './skin-binding';
import { validWorld } from './valid-world';
import { AFFINE, composeAffine, copyMatrix, decomposeAffine, invertAffine, multiplyAffine } from '../core/math/affine';
import { distanceVec } from '../core/math/flat-math';
import type { LocalTransforms } from '../pose/local-transforms';

// The reference pose as the skin knows it: where each bone stood when the mesh was bound to it.
//
// An inverse bind matrix takes the mesh's vertices to its bone, so its inverse is the bone's place in the mesh's bind space. How that
// space lies in the model's is not written anywhere. It is the space of a node above the bones or above the mesh: of these, tried from
// below, the first one is taken whose scale is the bones' and that does not turn all of them. Below the topmost bones the pose does not
// depend on the answer. A joint that carries no skin may have a matrix that means nothing: then it keeps its place against its parent.

type Transform = Float64Array;

/** World transforms of nodes, as long as a pose is looked at. */
type Worlds = Map<GraphNode, Transform>;

/** What of the model is its skin: one of several meshes that hang on the same bones by the same matrices. */
interface SkinGroup {
    binding: SkinBinding;
    meshes: DrawnMesh[];
    /** Place of each bone in bind space, what it carries in vertices, and whether its matrix says nothing. */
    places: Transform[];
    weights: Float64Array;
    isVoid: boolean[];
}

/** By how much a further space must fit better to be taken: {@link mismatch}. Spaces of different axes are 90 degrees apart. */
const CLEARLY_BETTER = 0.5;

/** Difference of scale, as a share, beyond which a space is not that of the bones; and what it counts as mismatch. */
const SAME_SCALE = 0.02;
const OTHER_SCALE = 2;

/** Largest turn of the topmost bone that is taken for its motion, in radians: more is a space with other axes. */
const LARGEST_MOTION = 1;

/** Difference of scale from the bones that carry skin, as a share, beyond which the matrix of one that carries none says nothing. */
const OWN_SCALE = 0.5;

/** Difference between two places of one bone that is rounding: of axes, and of positions, as a share of their size. */
const ROUNDING = 1e-3;

/** Difference below which a node stands where it was bound. Its own numbers are the better ones then: bind matrices have 32 bits. */
const STANDS = 4e-6;

/**
 * Overwrites the local transforms of the nodes that have a bind matrix.
 *
 * @param skinned - The meshes of the character, the main skin first.
 * @returns The node whose space is the model's: the parent of the topmost node, or that node itself where it only holds the bones.
 */
export function applyBindPose(locals: LocalTransforms, nodes: readonly GraphNode[], parents: readonly number[], skinned: readonly DrawnMesh[]): GraphNode | null {
    const known: Worlds = new Map();
    const groups = groupSkins(skinned, known);
    if (groups.length === 0) return nodes[0].parent;
    const isBone = new Set(groups.flatMap(({ binding }) => binding.bones));
    const { node, placing } = findBindSpace(nodes, isBone, groups[0], known);
    const isHolder = !isBone.has(nodes[0]) && (node === nodes[0] || node.isDescendantOf(nodes[0]));
    const space = isHolder ? nodes[0] : nodes[0].parent;
    const places = placeBones(groups, multiply(node === space ? scaling(1) : multiply(invert(validWorld(space, known)), validWorld(node, known)), placing));

    const models: Transform[] = [];
    nodes.forEach((node, i) => {
        const parent = parents[i] < 0 ? scaling(1) : models[parents[i]];
        const place = isHolder && i === 0 ? scaling(1) : places.get(node);
        const { positions, rotations, scales } = locals;
        const local = scaling(1);
        composeAffine(local, 0, positions, 3 * i, rotations, 4 * i, scales, 3 * i);
        models[i] = multiply(parent, local);
        if (!place || isNear(models[i], place, STANDS)) return;
        models[i] = place;
        decomposeAffine(positions, 3 * i, rotations, 4 * i, scales, 3 * i, multiply(invert(parent), place), 0);
    });
    return space;
}

function scaling(scale: number): Transform {
    return Float64Array.of(scale, 0, 0, 0, scale, 0, 0, 0, scale, 0, 0, 0);
}

function multiply(a: Transform, b: Transform): Transform {
    const out = new Float64Array(AFFINE);
    multiplyAffine(out, 0, a, 0, b, 0);
    return out;
}

function invert(a: Transform): Transform {
    const out = new Float64Array(AFFINE);
    invertAffine(out, 0, a, 0);
    return out;
}

/** Meshes that share their bones and their matrices are one skin. */
function groupSkins(skinned: readonly DrawnMesh[], known: Worlds): SkinGroup[] {
    const groups: SkinGroup[] = [];
    for (const drawn of skinned) {
        const binding = drawn.binding!;
        const group = groups.find(({ binding: other }) => other.inverseBindPose === binding.inverseBindPose && other.bones.every((bone, i) => bone === binding.bones[i]));
        if (group) {
            group.meshes.push(drawn);
            continue;
        }
        const places = binding.inverseBindPose.map(({ data }) => {
            const inverse = new Float64Array(AFFINE);
            copyMatrix(inverse, 0, data);
            return invert(inverse);
        });
        groups.push({ binding, meshes: [drawn], places, weights: new Float64Array(binding.bones.length), isVoid: [] });
    }
    for (const group of groups) {
        for (const { instance } of group.meshes) addWeights(group.weights, instance.mesh!);
        group.isVoid = findVoid(group, known);
    }
    return groups;
}

/** Where a skin was bound: the space of a node; where that of none has its units, it lies so that the topmost bone stands where it was bound. */
interface BindSpace {
    readonly node: GraphNode;
    readonly placing: Transform;
}

/** The node whose space is the bind space of a skin. */
function findBindSpace(nodes: readonly GraphNode[], isBone: ReadonlySet<GraphNode | null>, group: SkinGroup, known: Worlds): BindSpace {
    const candidates = new Set<GraphNode>();
    for (const start of [isBone.has(nodes[0]) ? nodes[0].parent : nodes[0], group.binding.node]) {
        for (let node: GraphNode | null = start; node; node = node.parent) candidates.add(node);
    }
    let best: BindSpace = { node: nodes[0], placing: scaling(1) };
    let least = Infinity;
    for (const node of candidates) {
        const { miss, placing } = mismatch(node, group, known);
        if (!(miss < least - CLEARLY_BETTER)) continue;
        least = miss;
        best = { node, placing };
    }
    return best;
}

/**
 * How far the topmost bones are from where they would be if a node's space were the bind space: turn in radians and distance in sizes of
 * the body, the mean of both. Bones keep their scale when they are animated, so another scale says that it is another space.
 */
function mismatch(node: GraphNode, { binding, places, isVoid }: SkinGroup, known: Worlds): { miss: number; placing: Transform } {
    const toSpace = invert(validWorld(node, known));
    const bones = binding.bones.flatMap((bone, i) => (bone && !isVoid[i] ? [{ bone, bound: places[i], now: multiply(toSpace, validWorld(bone, known)) }] : []));
    const ratios = bones.map(({ bound, now }) => Math.hypot(...now.subarray(0, 9)) / Math.hypot(...bound.subarray(0, 9))).sort((a, b) => a - b);
    const scale = ratios[ratios.length >> 1];
    const size = scale * bones.reduce((most, { bound }) => Math.max(most, distanceVec(bound, 9, bones[0].bound, 9)), 0);
    const topmost = bones.filter(({ bone }) => !bones.some(other => bone.isDescendantOf(other.bone)));
    const sum = topmost.reduce((total, { bound, now }) => {
        const shift = distanceVec(now, 9, bound.map(value => scale * value), 9);
        return total + turnBetween(bound, now) + (size > 0 ? Math.min(1, shift / size) : 0);
    }, 0);
    const isSameScale = Math.abs(scale - 1) < SAME_SCALE;
    const [{ bound, now }] = topmost;
    return { miss: sum / topmost.length + (isSameScale ? 0 : OTHER_SCALE), placing: isSameScale ? scaling(1) : placingOf(bound, now, scale) };
}

/** What brings a bone from where it was bound to where it is now, turned only where no motion of the bone would explain its turn. */
function placingOf(bound: Transform, now: Transform, scale: number): Transform {
    if (turnBetween(bound, now) > LARGEST_MOTION) return multiply(now, invert(bound));
    const out = scaling(scale);
    for (let i = 9; i < AFFINE; i++) out[i] = now[i] - scale * bound[i];
    return out;
}

/** Radians between the axes of two transforms. */
function turnBetween(a: Transform, b: Transform): number {
    const [rotation, position, scale] = [new Float64Array(4), new Float64Array(3), new Float64Array(3)];
    decomposeAffine(position, 0, rotation, 0, scale, 0, multiply(invert(a), b), 0);
    return 2 * Math.acos(Math.min(1, Math.abs(rotation[3])));
}

/** Places of the bones in model space, each by the skin that carries most of its weight. */
function placeBones(groups: readonly SkinGroup[], space: Transform): Map<GraphNode, Transform> {
    const places = new Map<GraphNode, { place: Transform; weight: number }>();
    for (const group of groups) {
        const own = group === groups[0] ? space : spaceBeside(group, bone => places.get(bone)?.place, space);
        group.binding.bones.forEach((bone, index) => {
            if (!bone || group.isVoid[index]) return;
            const place = multiply(own, group.places[index]);
            const weight = group.weights[index];
            const known = places.get(bone);
            if (!known || (!isNear(known.place, place, ROUNDING) && weight > known.weight)) places.set(bone, { place, weight });
        });
    }
    return new Map([...places].map(([bone, { place }]) => [bone, place]));
}

/**
 * For each bone whether its matrix is none. Exporters write any for joints that carry no skin: in other units than the bones', or the
 * identity for joints that stand apart.
 */
function findVoid({ binding: { bones }, places, weights }: SkinGroup, known: Worlds): boolean[] {
    const scaleOf = (transform: Transform) => Math.hypot(...transform.subarray(0, 9));
    const ratios = bones.map((bone, i) => (bone ? scaleOf(validWorld(bone, known)) / scaleOf(places[i]) : 0));
    const carrying = ratios.filter((_, i) => weights[i] > 0).sort((a, b) => a - b);
    const usual = carrying[carrying.length >> 1] ?? 0;
    const isBare = bones.map((bone, i) => bone !== null && usual > 0 && !(weights[i] > 0));
    const origin = scaling(1);
    const same = bones.filter((_, i) => isBare[i] && isNear(places[i], origin, ROUNDING));
    const size = usual * places.reduce((most, place) => Math.max(most, distanceVec(place, 9, places[0], 9)), 0);
    const areApart = same.some(bone => distanceVec(validWorld(bone, known), 9, validWorld(same[0], known), 9) > ROUNDING * size);
    return bones.map((bone, i) => isBare[i] && (Math.abs(ratios[i] / usual - 1) > OWN_SCALE || (areApart && same.includes(bone))));
}

/** The bind space of a further skin, in model space: the one in which most of the bones that it shares have the places that they have. */
function spaceBeside({ binding, places }: SkinGroup, placeOf: (bone: GraphNode) => Transform | undefined, main: Transform): Transform {
    const shared = binding.bones.flatMap((bone, i) => {
        const place = bone && placeOf(bone);
        return place ? [{ place, bound: places[i] }] : [];
    });
    const spaces = [main, ...shared.map(({ place, bound }) => multiply(place, invert(bound)))];
    const fitting = spaces.map(space => shared.filter(({ place, bound }) => isNear(place, multiply(space, bound), ROUNDING)).length);
    return spaces[fitting.indexOf(Math.max(...fitting))];
}

function isNear(a: Transform, b: Transform, tolerance: number): boolean {
    return areClose(a, b, 0, 9, tolerance) && areClose(a, b, 9, AFFINE, tolerance);
}

/** Whether some numbers of two transforms differ by at most a share of their size. */
function areClose(a: Transform, b: Transform, from: number, to: number, tolerance: number): boolean {
    let off = 0, sizeA = 0, sizeB = 0;
    for (let i = from; i < to; i++) {
        off += (a[i] - b[i]) ** 2;
        sizeA += a[i] ** 2;
        sizeB += b[i] ** 2;
    }
    return Math.sqrt(off) <= tolerance * (Math.sqrt(sizeA) + Math.sqrt(sizeB));
}
