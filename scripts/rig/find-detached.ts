import { AFFINE, decomposeAffine, invertAffine, multiplyAffine } from '../core/math/affine';
import { distanceVec } from '../core/math/flat-math';
import type { Loose, Skeleton } from '../skin/skeleton-type';
import { readSkin, type Skin } from '../skin/skin';
import { findContacts, type Contacts } from '../skin/skin-contact';

// Finds feet and hands that hang elsewhere in the hierarchy than on their limb: exporters leave them on the root where the rig had an
// IK target of them.
//
// The skin tells. A part whose skin touches none of what it hangs on, and mostly one bone at the end of something else, belongs there; if
// there is another part like it, of the same size, at another limb like that. So a bone of the trunk, which touches its neighbours, is
// none, nor is a thing in one hand.

/** Smallest share of a character's skin that is a part of the body; and of the skin below a bone for that to be no end. */
const LEAST_PART = 2e-3;
const AN_END = 0.1;

/** Share of what a part touches that must be the one bone. */
const MOSTLY = 0.5;

/** Largest ratio of the skin of two parts that are a pair. */
const ALIKE = 1.6;

/** Largest gap between a part and what it belongs to, as a share of the skin's largest extent; and how many vertices of a part are asked. */
const LARGEST_GAP = 0.15;
const MOST_ASKED = 100;

/** A part that might belong to the end of a limb. */
interface Candidate { node: number; end: number; share: number }

/** What was found on a model, with what it was found on. */
interface Kept { names: string; pairs: [number, number][]; loose: Loose[] }

const byModel = new WeakMap<object, Kept>();

function modelOf({ meshInstances, bindings }: Skeleton): object | undefined {
    return meshInstances[0] && bindings.get(meshInstances[0])?.inverseBindPose;
}

/** Pairs of a detached part and the bone that it belongs to, as indices of nodes, and what is known to be loose; once for all copies of a model. */
export function detachedOf(skeleton: Skeleton): { pairs: readonly [number, number][]; loose: readonly Loose[] } {
    const { nodes, meshInstances } = skeleton;
    const model = modelOf(skeleton);
    if (!model) return { pairs: [], loose: [] };
    const names = `${meshInstances.length} ${nodes.map(({ name }) => name).join(' ')}`;
    const kept = byModel.get(model);
    const known = kept?.names === names ? kept : { names, pairs: findDetached(skeleton), loose: [] };
    byModel.set(model, known);
    const { pairs, loose } = known;
    return { pairs: pairs.filter(([node]) => !loose.some(one => one.node === nodes[node].name)), loose };
}

/**
 * Takes a detached part of a model, as it was found, for no limb from now on: all that is found of the model anew knows it.
 *
 * @param node - Index into the skeleton's nodes.
 * @param clip - Name of the clip in which it leaves its limb.
 */
export function releaseLimb(skeleton: Skeleton, node: number, clip: string): void {
    const { nodes, parents } = skeleton;
    byModel.get(modelOf(skeleton)!)?.loose.push({ node: nodes[node].name, end: nodes[parents[node]].name, clip });
    released++;
}

/** How many parts have been released so far, of all models: another number when what was found of a model may be another now. */
export function releasedCount(): number {
    return released;
}

let released = 0;

function findDetached(skeleton: Skeleton): [number, number][] {
    const { nodes, parents, ends } = skeleton;
    const skin = readSkin(skeleton);
    const carried = skin.share.slice();
    for (let node = nodes.length - 1; node > 0; node--) carried[parents[node]] += carried[node];
    const isBelow = (node: number, upper: number) => node >= upper && node < ends[upper];

    const touchedBy = (contacts: Contacts, node: number) => {
        const touched = new Map<number, number>();
        for (let part = node; part < ends[node]; part++) {
            for (const [other, count] of contacts[part]) if (!isBelow(other, node)) touched.set(other, (touched.get(other) ?? 0) + count);
        }
        return touched;
    };
    const parts = nodes.map((_, node) => node).filter(node => node > 0 && carried[node] > LEAST_PART);
    const joined = findContacts(skeleton, skin, false);
    const isAlone = (node: number) => touchedBy(joined, node).size === 0;
    const contacts = parts.some(isAlone) ? findContacts(skeleton, skin, true) : joined;

    const hasSkinAbove = (node: number): boolean => parents[node] >= 0 && (skin.share[parents[node]] > 0 || hasSkinAbove(parents[node]));
    const candidates: Candidate[] = [];
    for (const node of parts) {
        const touched = touchedBy(contacts, node);
        // a body may have gaps between its parts
        const nearest = touched.size > 0 || hasSkinAbove(node) ? -1 : nearestPart(skin, node, ends[node]);
        if (nearest >= 0) touched.set(nearest, 1);
        const all = [...touched.values()].reduce((sum, count) => sum + count, 0);
        const [end, most] = [...touched].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
        const touchesHanger = [...touched.keys()].some(other => isBelow(node, other));
        const isEnd = end >= 0 && carried[end] - skin.share[end] < AN_END * skin.share[end];
        if (!touchesHanger && isEnd && most > MOSTLY * all) candidates.push({ node, end, share: carried[node] });
    }
    const isPair = (a: Candidate, b: Candidate) => {
        const depth = (node: number): number => (node < 0 ? 0 : 1 + depth(parents[node]));
        return parents[a.node] === parents[b.node] && a.end !== b.end && depth(a.end) === depth(b.end) &&
            Math.max(a.share, b.share) < ALIKE * Math.min(a.share, b.share) &&
            Math.max(skin.share[a.end], skin.share[b.end]) < ALIKE * Math.min(skin.share[a.end], skin.share[b.end]);
    };
    // of two parts of which each belongs to the other, the smaller one is the foot
    const feet: Candidate[] = [];
    for (const candidate of candidates.sort((a, b) => a.share - b.share)) {
        if (!feet.some(({ node, end }) => isBelow(end, candidate.node) || isBelow(candidate.end, node))) feet.push(candidate);
    }
    const isTop = ({ node }: Candidate) => !feet.some(other => other.node !== node && isBelow(node, other.node));
    return feet.filter(a => isTop(a) && feet.some(b => b !== a && isPair(a, b))).map(({ node, end }) => [node, end]);
}

/** The node outside of a part whose skin comes nearest to the part's, or -1 where all is far away. */
function nearestPart({ points, holders }: Skin, node: number, end: number): number {
    const own: number[] = [];
    const others: number[] = [];
    holders.forEach((holder, i) => { if (holder >= 0) (holder >= node && holder < end ? own : others).push(i); });
    const size = Math.max(...[0, 1, 2].map((axis) => {
        const [low, high] = [...own, ...others].reduce(([a, b], i) => [Math.min(a, points[3 * i + axis]), Math.max(b, points[3 * i + axis])], [Infinity, -Infinity]);
        return high - low;
    }));
    let nearest = -1;
    let least = LARGEST_GAP * size;
    const stride = Math.ceil(own.length / MOST_ASKED);
    for (let k = 0; k < own.length; k += stride) {
        for (const other of others) {
            const distance = distanceVec(points, 3 * own[k], points, 3 * other);
            if (distance < least) [nearest, least] = [holders[other], distance];
        }
    }
    return nearest;
}

/** The same skeleton with parts hung on the limbs that they belong to. */
export function attachLimbs(skeleton: Skeleton, pairs: readonly (readonly [number, number])[]): Skeleton {
    if (pairs.length === 0) return skeleton;
    const hangers = skeleton.parents;
    const parents = hangers.slice();
    for (const [node, end] of pairs) parents[node] = end;
    const children: number[][] = skeleton.nodes.map(() => []);
    parents.forEach((parent, node) => { if (parent >= 0) children[parent].push(node); });

    const order: number[] = [];
    const ends: number[] = [];
    const visit = (node: number) => {
        const index = order.push(node) - 1;
        children[node].forEach(visit);
        ends[index] = order.length;
    };
    visit(0);
    const indexOf = new Int32Array(order.length);
    order.forEach((node, index) => { indexOf[node] = index; });
    const sort = (values: Float64Array) => {
        const size = values.length / order.length;
        const sorted = new Float64Array(values.length);
        order.forEach((node, index) => sorted.set(values.subarray(size * node, size * node + size), size * index));
        return sorted;
    };
    const { positions, rotations, matrices, localPositions, localRotations, localScales, found } = skeleton;
    let share: Float64Array | null = null;
    const attached: Skeleton = {
        sceneUp: skeleton.sceneUp,
        loose: skeleton.loose,
        nodes: order.map(node => skeleton.nodes[node]),
        space: skeleton.space,
        parents: Int32Array.from(order, node => (parents[node] < 0 ? -1 : indexOf[parents[node]])),
        ends: Int32Array.from(ends),
        detached: pairs.map(([node]) => ({ node: indexOf[node], hanger: indexOf[hangers[node]] })),
        positions: sort(positions), rotations: sort(rotations), matrices: sort(matrices),
        localPositions: sort(localPositions), localRotations: sort(localRotations), localScales: sort(localScales),
        found: { positions: sort(found.positions), rotations: sort(found.rotations), scales: sort(found.scales) },
        get skinShare(): Float64Array {
            share ??= readSkin(this).share;
            return share;
        },
        meshInstances: skeleton.meshInstances,
        bindings: skeleton.bindings
    };
    for (const { node } of attached.detached) hangOn(attached, node);
    return attached;
}

/** Writes the reference transform of a node to the one that it counts as a child of. */
function hangOn({ parents, matrices, localPositions, localRotations, localScales }: Skeleton, node: number): void {
    const [inverse, local] = [new Float64Array(AFFINE), new Float64Array(AFFINE)];
    invertAffine(inverse, 0, matrices, AFFINE * parents[node]);
    multiplyAffine(local, 0, inverse, 0, matrices, AFFINE * node);
    decomposeAffine(localPositions, 3 * node, localRotations, 4 * node, localScales, 3 * node, local, 0);
}
