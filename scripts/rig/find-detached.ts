import { findBones } from './bones';
import { readNames } from './names';
import { distanceVec } from '../core/math/flat-math';
import type { Steps } from '../core/timing/steps';
import type { Loose, Skeleton } from '../skin/skeleton-type';
import { readSkinSteps } from '../skin/skin';
import { findContacts } from '../skin/skin-contact';

// Finds feet, hands and mouths that hang elsewhere in the hierarchy than on their limb: exporters leave them on the root where the rig had
// an IK target of them.
//
// A part with nothing drawn above it belongs to the bone whose end mark stands in its joint, or that its skin touches most, or is nearest
// to; and that bone is the end of something else. There is another part like it, of the same size, at another limb like that, or it is
// called a part of the head and stands in the end mark itself. So a thing in one hand is none.

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

/** Largest distance of a joint from the mark that stands in it, as a share of the extent. */
const IN_PLACE = 0.02;

/** A part that might belong to the end of a limb. */
interface DetachedCandidate { node: number; end: number; share: number; isMarked: boolean }

/** The result for a model, with the names that it was found by: plain data. */
export interface KnownDetached { names: string; pairs: [number, number][]; loose: Loose[] }

const byModel = new WeakMap<object, KnownDetached>();

/** What all instances of a model share: the bind matrices of its skin, else the first mesh; undefined where nothing is drawn. */
export function modelOf({ meshInstances, bindings }: Skeleton): object | undefined {
    const [first] = meshInstances;
    return first && (bindings.get(first)?.inverseBindPose ?? first.mesh ?? undefined);
}

/** What is known of a model; undefined: not looked for yet. */
export function knownDetached(skeleton: Skeleton): KnownDetached | undefined {
    const model = modelOf(skeleton);
    return model && byModel.get(model);
}

/**
 * Pairs of a detached part and the bone that it belongs to, as indices of nodes, and what is known to be loose; once for all copies of a model.
 *
 * @param baked - What is known from a file.
 */
export function *detachedOf(skeleton: Skeleton, baked?: KnownDetached): Steps<{ pairs: readonly [number, number][]; loose: readonly Loose[] }> {
    const { nodes, meshInstances } = skeleton;
    const model = modelOf(skeleton);
    if (!model) return { pairs: [], loose: [] };
    const names = `${meshInstances.length} ${nodes.map(({ name }) => name).join(' ')}`;
    const kept = byModel.get(model) ?? baked;
    const known = kept?.names === names ? kept : { names, pairs: yield* findDetached(skeleton), loose: [] };
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

function *findDetached(skeleton: Skeleton): Steps<[number, number][]> {
    const { nodes, parents, ends, positions } = skeleton;
    const skin = yield* readSkinSteps(skeleton);
    yield;
    const boneOf = findBones(skeleton);
    yield;
    const names = readNames(nodes.map(({ name }) => name));
    const share = new Float64Array(nodes.length);
    skin.share.forEach((value, node) => { share[boneOf[node]] += value; });
    const carried = share.slice();
    for (let node = nodes.length - 1; node > 0; node--) carried[parents[node]] += carried[node];
    const isBelow = (node: number, upper: number) => node >= upper && node < ends[upper];
    const hasSkinAbove = (node: number): boolean => parents[node] >= 0 && (share[parents[node]] > 0 || hasSkinAbove(parents[node]));
    const parts = nodes.map((_, node) => node).filter(node => share[node] > 0 && carried[node] > LEAST_PART && !hasSkinAbove(node));
    if (parts.length < 2) return [];

    yield;
    const extent = extentOf(skin.points, skin.holders);
    yield;
    const contacts = yield* findContacts(skeleton, skin);
    yield;
    const isMark = (node: number) => node > 0 && boneOf[node] === node && share[parents[node]] > 0 && !(carried[node] > share[node]);
    const candidatesOf = (node: number): DetachedCandidate[] => {
        const marked = nodes.findIndex((_, mark) => isMark(mark) && !isBelow(mark, node) && !isBelow(node, parents[mark]) && carried[mark] < carried[node] / 2 &&
            distanceVec(positions, 3 * mark, positions, 3 * node) < IN_PLACE * extent);
        if (marked >= 0) return [{ node, end: parents[marked], share: carried[node], isMarked: true }];
        const touched = new Map<number, number>();
        for (let part = node; part < ends[node]; part++) {
            for (const [other, count] of contacts[part]) if (!isBelow(other, node)) touched.set(boneOf[other], (touched.get(boneOf[other]) ?? 0) + count);
        }
        // a body may have gaps between its parts
        const nearest = touched.size > 0 ? -1 : nearestPart(skin.points, skin.holders, node, ends[node], extent);
        const isOfAnother = nearest >= 0 && skeleton.bindings.size === 0 && names[node].kind === 'leg' && names[boneOf[nearest]].kind === 'arm';
        if (nearest >= 0 && !isOfAnother) touched.set(boneOf[nearest], 1);
        const all = [...touched.values()].reduce((sum, count) => sum + count, 0);
        const [end, most] = [...touched].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
        const isEnd = end >= 0 && carried[end] - share[end] < AN_END * share[end];
        return isEnd && most > MOSTLY * all ? [{ node, end, share: carried[node], isMarked: false }] : [];
    };
    const candidates: DetachedCandidate[] = [];
    for (const part of parts) {
        candidates.push(...candidatesOf(part));
        yield;
    }
    const depth = (node: number): number => (node < 0 ? 0 : 1 + depth(parents[node]));
    const isPair = (a: DetachedCandidate, b: DetachedCandidate) => {
        return parents[a.node] === parents[b.node] && a.end !== b.end && depth(a.end) === depth(b.end) &&
            Math.max(a.share, b.share) < ALIKE * Math.min(a.share, b.share) && Math.max(share[a.end], share[b.end]) < ALIKE * Math.min(share[a.end], share[b.end]);
    };
    // of two parts of which each belongs to the other, the smaller one is the foot
    const feet: DetachedCandidate[] = [];
    for (const candidate of candidates.sort((a, b) => a.share - b.share)) {
        if (!feet.some(({ node, end }) => isBelow(end, candidate.node) && isBelow(candidate.end, node))) feet.push(candidate);
    }
    const isMouth = ({ node, isMarked }: DetachedCandidate) => isMarked && names[node].kind === 'head';
    return feet.filter(a => isMouth(a) || feet.some(b => b !== a && isPair(a, b))).map(({ node, end }) => [node, end]);
}

/** The largest extent of the skin along an axis. */
function extentOf(points: Float64Array, holders: Int32Array): number {
    return Math.max(...[0, 1, 2].map((axis) => {
        let [low, high] = [Infinity, -Infinity];
        holders.forEach((holder, i) => { if (holder >= 0) [low, high] = [Math.min(low, points[3 * i + axis]), Math.max(high, points[3 * i + axis])]; });
        return high - low;
    }));
}

/** The node outside of a part whose skin comes nearest to the part's, or -1 where all is far away. */
function nearestPart(points: Float64Array, holders: Int32Array, node: number, end: number, extent: number): number {
    const own: number[] = [];
    const others: number[] = [];
    holders.forEach((holder, i) => { if (holder >= 0) (holder >= node && holder < end ? own : others).push(i); });
    let nearest = -1;
    let least = LARGEST_GAP * extent;
    const stride = Math.ceil(own.length / MOST_ASKED);
    for (let k = 0; k < own.length; k += stride) {
        for (const other of others) {
            const distance = distanceVec(points, 3 * own[k], points, 3 * other);
            if (distance < least) [nearest, least] = [holders[other], distance];
        }
    }
    return nearest;
}
