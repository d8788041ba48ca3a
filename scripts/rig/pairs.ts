import type { NameReading } from './names';
import { saidEnds } from './said';
import { isPartOf, longestPath, meetingPoint, pathBetween, type BoneTree } from './tree';
import { across, dot, middleOf, minus, plus, pointAt, size, times, unit, type Vector } from './vectors';
import type { Steps } from '../core/timing/steps';

// Pairs of limbs: parts of the body that are mirror images of one another, or have bones of the same lengths where the pose is not
// symmetric, or the same name but for the side. The plane between them is the one that most of them agree on.

/** Two parts of the same kind. */
export interface Pair {
    /** Each from its first node to its tip, marks included. */
    readonly paths: readonly [readonly number[], readonly number[]];
    /** The nodes on both sides that carry this and further limbs; most hang on the trunk. */
    readonly anchors: readonly number[];
    /** The deepest node above both. */
    readonly parent: number;
    /** Length along the longer one. */
    readonly reach: number;
    /** Share of the skin that both carry. */
    readonly share: number;
    /** Whether they are mirror images. */
    readonly isMirrored: boolean;
}

/** The plane of symmetry: a unit normal and a point. */
export interface Plane {
    readonly normal: Vector;
    readonly point: Vector;
}

/** How much the lengths of two equal limbs may differ, as a share. */
const LENGTH_TOLERANCE = 0.08;

/** How much the numbers of nodes below two equal limbs may differ, as a share: one hand may hold something. */
const COUNT_TOLERANCE = 0.3;

/** Share of the shorter limb along which two that end differently must be equal. */
const SAME_WAY = 0.7;

/** Largest ratio of the skin of two parts that are alike by it alone, and the smallest share of all skin that says something. */
const SAME_SKIN = 1.15;
const SOME_SKIN = 0.03;

/** Largest angle between the normals of two pairs of one body, as a cosine, and largest distance of a pair's middle from the plane, in sizes. */
const PARALLEL = 0.98;
const ON_PLANE = 0.04;

/** What a plane is worth on which no other pair agrees, as a share. */
const ALONE = 0.1;

/** Largest ratio of the mean distances from the line across of the skin on both sides of a plane that a single pair shows. */
const AS_THICK = 1.1;

/** Share of the length of all that hangs on an anchor from which on it is a limb of its own. */
const BUNDLED = 0.5;

/** Largest distance of the middle of a body from the plane between its sides, in sizes: one hand may hold something. */
const BALANCED = 0.08;

/**
 * Finds the pairs of a body and the plane between them; no plane where there are no pairs.
 *
 * @param points - Places of the skin, or of the bones without one.
 * @param middle - Middle of these.
 * @param isNamed - Whether names tell which parts are the same on both sides.
 */
export function *findPairs(tree: BoneTree, points: Float64Array, middle: Vector, isNamed: boolean): Steps<{ pairs: Pair[]; plane: Plane | null }> {
    const twins = isNamed ? twinsByName(tree) : [];
    yield;
    const said = saidRoots(tree);
    const candidates = [...said, ...twins, ...siblingsAlike(tree, isNamed)];
    const extent = extentOf(points);
    let plane: Plane | null = null;
    let most = 0;
    for (const pair of candidates) {
        yield;
        const own = planeOf(tree, pair);
        if (!own) continue;
        const lengthOf = ([node]: readonly [number, number]) => tree.reaches[node] + tree.offsets[node];
        const others = candidates.reduce((sum, other) => sum + (other !== pair && isMirrored(tree, other, own, extent) ? lengthOf(other) : 0), 0);
        // a pair alone is no witness for itself
        const support = others + Math.min(lengthOf(pair), others) + ALONE * lengthOf(pair);
        const isBalanced = Math.abs(dot(minus(middle, own.point), own.normal)) < BALANCED * extent;
        if (isBalanced && support > most && (others > 0 || areSidesAlike(points, own))) [plane, most] = [own, support];
    }
    yield;
    const found: Pair[] = [];
    const taken = (node: number) => found.some(({ paths, anchors }) => anchors.includes(node) || paths.some(([root]) => root === node));
    const nested = (a: number, b: number) => found.some(({ paths }) => paths.some(([root]) => isPartOf(tree, a, root) && isPartOf(tree, b, root)));
    // what has no plane has no sides but by name
    const sorted = (plane ? candidates : [...said, ...twins]).map(pair => ({ pair, mirrored: plane !== null && isMirrored(tree, pair, plane, extent) }))
    .sort((x, y) => Number(said.includes(y.pair)) - Number(said.includes(x.pair)) || Number(y.mirrored) - Number(x.mirrored));
    for (const { pair, pair: [a, b], mirrored } of sorted) {
        if (taken(a) || taken(b) || (!mirrored && !said.includes(pair) && (!areAsLong(tree, a, b) || nested(a, b) || (plane && hangOn(tree, [a, b], plane, extent))))) continue;
        const bundle = plane && mirrored ? bundleOf(tree, [a, b], plane, extent) : null;
        for (const [left, right] of bundle ?? [[a, b] as const]) {
            found.push({
                paths: samePaths(tree, left, right), anchors: bundle ? [a, b] : [], parent: meetingPoint(tree, left, right), isMirrored: mirrored,
                reach: Math.max(tree.reaches[left], tree.reaches[right]), share: tree.carried[left] + tree.carried[right]
            });
        }
    }
    return { pairs: found, plane };
}

/** Whether a limb of a pair ends in a foot or hand that is set by hand. */
export function holdsSaid(tree: BoneTree, pair: Pair, part: 'Foot' | 'Hand'): boolean {
    return [...tree.said].some(([node, role]) => role.endsWith(part) && holdsNode(tree, pair, node));
}

/** Whether a node is on a limb of a pair. */
export function holdsNode(tree: BoneTree, { paths }: Pair, node: number): boolean {
    return paths.some(([root]) => isPartOf(tree, node, root));
}

/** The first bones of limbs whose ends are set by hand: below where their ways meet. */
function saidRoots(tree: BoneTree): [number, number][] {
    return saidEnds(tree.said).flatMap(([left, right]) => {
        const meeting = meetingPoint(tree, left, right);
        return meeting === left || meeting === right ? [] : [[pathBetween(tree, meeting, left)[1], pathBetween(tree, meeting, right)[1]] as [number, number]];
    });
}

/** The limbs that hang together on an anchor on each side, as the legs of a spider do; null: the pair is one of limbs. */
function bundleOf(tree: BoneTree, [a, b]: readonly [number, number], plane: Plane, extent: number): [number, number][] | null {
    const [ours, theirs] = [a, b].map(root => tree.children[root].filter(child => isPart(tree, child) && tree.reaches[child] > BUNDLED * tree.reaches[root]));
    if (ours.length < 2 || ours.length !== theirs.length) return null;
    const limbs = ours.flatMap(left => theirs.filter(right => isMirrored(tree, [left, right], plane, extent)).slice(0, 1).map((right): [number, number] => [left, right]));
    return new Set(limbs.map(([, right]) => right)).size === ours.length ? limbs : null;
}

/** Whether a body is as thick on both sides of a plane: a trunk that branches in the middle is not. */
function areSidesAlike(points: Float64Array, { normal, point }: Plane): boolean {
    const [sums, counts] = [[0, 0], [0, 0]];
    for (let i = 0; i < points.length / 3; i++) {
        const offset = minus(pointAt(points, i), point);
        const side = dot(offset, normal) > 0 ? 1 : 0;
        sums[side] += size(across(offset, normal));
        counts[side]++;
    }
    const [less, more] = sums.map((sum, side) => sum / counts[side]).sort((a, b) => a - b);
    return more <= AS_THICK * less;
}

/** The largest extent of some points along an axis. */
function extentOf(points: Float64Array): number {
    return Math.max(...[0, 1, 2].map((axis) => {
        let [low, high] = [Infinity, -Infinity];
        for (let i = axis; i < points.length; i += 3) [low, high] = [Math.min(low, points[i]), Math.max(high, points[i])];
        return high - low;
    }));
}

/** Whether a part may be one of a body: a target or a pole carries nothing where there is skin. */
function isPart(tree: BoneTree, node: number): boolean {
    return tree.carried[node] > 0 || !(tree.carried[0] > 0);
}

/** Pairs of siblings with bones of the same lengths, or that carry as much skin. */
function siblingsAlike(tree: BoneTree, isNamed: boolean): [number, number][] {
    const pairs: [number, number][] = [];
    for (const siblings of tree.children) {
        siblings.forEach((a, i) => {
            if (!isPart(tree, a)) return;
            for (const b of siblings.slice(i + 1)) if (isPart(tree, b) && !(isNamed && areNoPair(tree.names[a], tree.names[b])) && areAlike(tree, a, b)) pairs.push([a, b]);
        });
    }
    return pairs;
}

/** Whether names say that two parts are on one side, or in the middle. */
function areNoPair(a: NameReading | null, b: NameReading | null): boolean {
    return [a, b].some(name => name?.kind === 'trunk' || name?.kind === 'tail') || (Boolean(a?.side && b?.side) && a!.side === b!.side);
}

/** The topmost nodes whose names differ by their side alone. */
function twinsByName(tree: BoneTree): [number, number][] {
    const lefts = new Map<string, number>();
    const pairs: [number, number][] = [];
    const keyOf = ({ words, girdle, name }: NameReading) => `${words} ${girdle ?? ''} ${name?.part ?? ''}`;
    tree.names.forEach((name, node) => { if (name?.side === 'left' && isPart(tree, node) && !tree.said.has(node) && !lefts.has(keyOf(name))) lefts.set(keyOf(name), node); });
    const seen = new Set<string>();
    tree.names.forEach((name, node) => {
        if (name?.side !== 'right' || !isPart(tree, node) || seen.has(keyOf(name))) return;
        seen.add(keyOf(name));
        const left = tree.said.has(node) ? undefined : lefts.get(keyOf(name));
        const isBelow = pairs.some(([a, b]) => left !== undefined && isPartOf(tree, left, a) && isPartOf(tree, node, b));
        if (left !== undefined && !isBelow && !isPartOf(tree, left, node) && !isPartOf(tree, node, left)) pairs.push([left, node]);
    });
    return pairs;
}

/** Whether two limbs have bones of the same lengths. */
function areAsLong({ reaches, offsets, carried, skeleton: { ends } }: BoneTree, a: number, b: number): boolean {
    const count = (root: number) => Array.from({ length: ends[root] - root }, (_, i) => carried[root + i]).filter(share => share > 0 || !(carried[0] > 0)).length;
    const close = (x: number, y: number, tolerance: number) => Math.abs(x - y) <= tolerance * Math.max(x, y);
    return isSameRoot(reaches, offsets, a, b) && close(reaches[a], reaches[b], LENGTH_TOLERANCE) && close(count(a), count(b), COUNT_TOLERANCE);
}

function isSameRoot(reaches: Float64Array, offsets: Float64Array, a: number, b: number): boolean {
    return Math.abs(offsets[a] - offsets[b]) <= LENGTH_TOLERANCE * Math.max(reaches[a], offsets[a]);
}

/** Whether two siblings may be a pair: they are as long, as long as far as one goes, or carry as much skin. */
function areAlike(tree: BoneTree, a: number, b: number): boolean {
    const { reaches, offsets, carried } = tree;
    if (areAsLong(tree, a, b)) return true;
    if (!isSameRoot(reaches, offsets, a, b)) return false;
    const same = samePaths(tree, a, b)[0].slice(1).reduce((sum, node) => sum + offsets[node], 0);
    const [less, more] = [carried[a], carried[b]].sort((x, y) => x - y);
    return (same > 0 && same > SAME_WAY * Math.min(reaches[a], reaches[b])) || (less > SOME_SKIN && more < SAME_SKIN * less);
}

/** The paths down from two nodes: whole where they are as long, else as long as their bones are equal. */
function samePaths(tree: BoneTree, a: number, b: number): [number[], number[]] {
    const paths: [number[], number[]] = [longestPath(tree, a), longestPath(tree, b)];
    const lengths = paths.map(path => path.slice(1).reduce((sum, node) => sum + tree.offsets[node], 0));
    const tolerance = LENGTH_TOLERANCE * Math.max(...lengths);
    if (Math.abs(lengths[0] - lengths[1]) <= tolerance) return paths;
    let count = 1;
    while (count < Math.min(paths[0].length, paths[1].length) && Math.abs(tree.offsets[paths[0][count]] - tree.offsets[paths[1][count]]) <= tolerance) count++;
    return count > 1 ? [paths[0].slice(0, count), paths[1].slice(0, count)] : paths;
}

/** Roots and tips of a pair. */
function cornersOf(tree: BoneTree, [a, b]: readonly [number, number]): [Vector, Vector, Vector, Vector] {
    const [first, second] = samePaths(tree, a, b);
    const count = Math.min(first.length, second.length);
    return [a, b, first[count - 1], second[count - 1]].map(node => pointAt(tree.skeleton.positions, node)) as [Vector, Vector, Vector, Vector];
}

/** The plane between the two parts of a pair; null where they are in one place. */
function planeOf(tree: BoneTree, pair: readonly [number, number]): Plane | null {
    const [a, b, aTip, bTip] = cornersOf(tree, pair);
    const normal = unit(plus(minus(a, b), minus(aTip, bTip)));
    return normal && { normal, point: middleOf([a, b, aTip, bTip]) };
}

/** Whether two parts hang on the plane: unless they are mirror images they are no pair. */
function hangOn({ skeleton: { positions } }: BoneTree, pair: readonly [number, number], { normal, point }: Plane, extent: number): boolean {
    return pair.every(node => Math.abs(dot(minus(pointAt(positions, node), point), normal)) < ON_PLANE * extent / 2);
}

/** Whether two parts are mirror images in a plane, by their roots and their tips. */
function isMirrored(tree: BoneTree, pair: readonly [number, number], { normal, point }: Plane, extent: number): boolean {
    const [a, b, aTip, bTip] = cornersOf(tree, pair);
    return ([[a, b], [aTip, bTip]] as const).every(([from, to]) => {
        const offset = minus(from, to);
        const isAcross = Math.abs(dot(offset, normal)) >= PARALLEL * size(offset) || size(across(offset, normal)) < ON_PLANE * extent;
        return isAcross && Math.abs(dot(minus(plus(from, times(minus(to, from), 0.5)), point), normal)) < ON_PLANE * extent;
    }) && size(minus(aTip, bTip)) + size(minus(a, b)) > ON_PLANE * extent;
}
