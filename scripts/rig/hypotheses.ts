import type { Body } from './body';
import { holdsSaid, type Pair } from './pairs';
import { isPartOf, meetingPoint, pathBetween } from './tree';
import { across, cross, dot, middleOf, minus, plus, pointAt, size, times, unit, type Vector } from './vectors';
import { angleBetween } from '../core/math/flat-math';

// What a body may be: which way is up, which pairs of limbs it stands on, which end of the trunk carries the head, and whether the names
// of its bones mean something. All that is possible is tried; `evidence.ts` says how likely each is.

/** One possibility for the whole body. */
export interface Hypothesis {
    readonly body: Body;
    /** Unit direction, model space: that of the scene, or the body's own. */
    readonly up: Vector;
    readonly scene: Vector;
    /** The pairs that it stands on. */
    readonly legs: readonly Pair[];
    /** The node that carries the trunk above the legs, or all of a body without legs. */
    readonly root: number;
    /** The bones from the root to the head, the head last; null: it has none. */
    readonly neckline: readonly number[] | null;
    readonly arms: Pair | null;
    /** Whether the names of bones mean something. */
    readonly isNamed: boolean;
    /** Which way it faces, and its feet with their toes; undefined while the rest is asked. */
    readonly facing?: Facing;
}

/** One of the two directions in which a body may face. */
export interface Facing {
    readonly forward: Vector;
    readonly feet: readonly { readonly foot: number; readonly toes: number | undefined }[];
}

/** Most pairs of legs. */
const MOST_LEGS = 4;

/** Share of a bone's own skin below which the one at its end is a part of it: a jaw, a nose, a mark. */
const PART_OF_HEAD = 0.5;

/** Turn downwards from the neck that tells a bone at an animal's nose from its head, in degrees. */
const NOSE_TURN = 30;

/** Largest angle between the up that legs show and a quarter turn of the scene's that is meant, in degrees. */
const NEARLY = 20;

/** Largest angle between the trunk and up of what stands upright, in degrees. */
const UPRIGHT = 45;

/** Whether the trunk of a body stands upright. */
export function isUpright(h: Hypothesis): boolean {
    const { body, legs, neckline, up } = h;
    if (legs.length > 1) return false;
    if (!neckline) return true;
    const head = pointAt(body.tree.skeleton.positions, neckline[neckline.length - 1]);
    const trunk = unit(minus(head, legs.length === 1 ? middleOfPair(body, legs[0], 'root') : body.middle));
    return trunk === null || angleBetween(trunk, 0, up, 0) < UPRIGHT;
}

/** Every possibility. */
export function listHypotheses(body: Body): Hypothesis[] {
    const out: Hypothesis[] = [];
    for (const legs of subsets(body.limbs, MOST_LEGS)) {
        const shown = legs.length > 0 ? upOf(body, legs) : null;
        const root = rootOf(body, legs);
        for (const scene of body.tree.skeleton.sceneUps) {
            const own = shown && quarterTurn(scene, leftOf(body, legs)!, shown);
            // what hangs on a head stands on nothing
            const isFree = (path: readonly number[]) => path.length < 2 || !legs.some(({ parent }) => isPartOf(body.tree, parent, path.at(-1)!));
            const necklines = [null, ...necklinesOf(body, legs, root, own ?? scene).filter(isFree)];
            for (const up of own ? [scene, own] : [scene]) {
                for (const neckline of necklines) {
                    const arms = armsOf(body, legs, neckline);
                    out.push({ body, up, scene, legs, root, neckline, arms, isNamed: body.isNamed });
                }
            }
        }
    }
    return out;
}

/** How far along the path from the root to the head the parent of a pair is. */
const along = ({ neckline }: Hypothesis, { parent }: Pair) => neckline?.indexOf(parent) ?? 0;

/** The pair of legs nearest to the head, and the one furthest from it; undefined without legs. */
export function foremost(h: Hypothesis): Pair | undefined {
    return byHead(h)[0];
}

export function rearmost(h: Hypothesis): Pair | undefined {
    return byHead(h).at(-1);
}

/** The pairs of legs from the head on: by where they hang, else by their distance. */
function byHead(h: Hypothesis): Pair[] {
    const head = h.neckline?.at(-1);
    const distance = (pair: Pair) => (head === undefined ? 0 : size(minus(pointAt(h.body.tree.skeleton.positions, head), middleOfPair(h.body, pair, 'root'))));
    return [...h.legs].sort((a, b) => along(h, b) - along(h, a) || distance(a) - distance(b));
}

/** The pairs of legs from the front on. */
export function byForward({ body, legs }: Hypothesis, forward: Vector): Pair[] {
    const ahead = (pair: Pair) => dot(middleOfPair(body, pair, 'root'), forward) + dot(middleOfPair(body, pair, 'tip'), forward);
    return [...legs].sort((a, b) => ahead(b) - ahead(a));
}

function subsets<Item>(items: readonly Item[], most: number): Item[][] {
    return items.reduce<Item[][]>((sets, item) => [...sets, ...sets.filter(set => set.length < most).map(set => [...set, item])], [[]]);
}

const tipOf = (path: readonly number[]) => path[path.length - 1];

/** Where both limbs of a pair begin, or end, on the average. */
export function middleOfPair({ tree }: Body, { paths }: Pair, end: 'root' | 'tip'): Vector {
    return middleOf(paths.map(path => pointAt(tree.skeleton.positions, end === 'root' ? path[0] : tipOf(path))));
}

/** The line between the sides, by what stands on both. */
export function leftOf({ tree, plane }: Body, pairs: readonly Pair[]): Vector | null {
    if (plane && pairs.some(({ isMirrored }) => isMirrored)) return plane.normal;
    const [pair] = pairs;
    return pair ? unit(minus(pointAt(tree.skeleton.positions, pair.paths[0][0]), pointAt(tree.skeleton.positions, pair.paths[1][0]))) : plane?.normal ?? null;
}

/** Where up is by the legs: from two feet to the hips and the middle of the body, of more feet across their plane. */
function upOf(body: Body, legs: readonly Pair[]): Vector | null {
    const left = leftOf(body, legs);
    if (!left) return null;
    const [feet, roots] = (['tip', 'root'] as const).map(end => legs.map(pair => middleOfPair(body, pair, end)));
    const risen = across(minus(middleOf(roots), middleOf(feet)), left);
    if (legs.length === 1) {
        const [leg, rest] = [unit(risen), unit(across(minus(body.middle, feet[0]), left))];
        return leg && rest && unit(plus(leg, rest));
    }
    const planeOf = (places: readonly Vector[]) => {
        const byDistance = places.flatMap(a => places.map(b => minus(a, b))).reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a));
        const up = unit(cross(byDistance, left));
        return up && (dot(up, risen) < 0 ? times(up, -1) : up);
    };
    const first = planeOf(feet);
    if (!first) return null;
    // tips end in the sole or above it: the soles are on the ground
    const lowest = body.lowest(first);
    return planeOf(legs.map(({ paths }, i) => {
        const sole = paths.reduce((sum, [root]) => sum + lowest[root] / paths.length, 0);
        return Number.isFinite(sole) ? plus(feet[i], times(first, sole - dot(feet[i], first))) : feet[i];
    }));
}

/** The quarter turn of the scene's up about the line between the sides that is nearly a direction, else that direction: files lie by quarter turns. */
function quarterTurn(scene: Vector, left: Vector, shown: Vector): Vector {
    const ahead = unit(cross(left, scene));
    const turns = ahead ? [ahead, times(ahead, -1)] : [];
    return turns.find(turn => angleBetween(turn, 0, shown, 0) < NEARLY) ?? shown;
}

/** The node that carries the trunk: where the legs hang that are nearest to the tail, else the lowest one that carries everything. */
function rootOf({ tree }: Body, legs: readonly Pair[]): number {
    if (legs.length > 0) return legs.map(({ parent }) => parent).reduce((a, b) => meetingPoint(tree, a, b));
    let root = 0;
    for (;;) {
        const heavy = tree.children[root].filter(child => tree.carried[child] > 0.99 * tree.carried[0]);
        if (heavy.length !== 1 || tree.skin.share[root] > 0.01 || !(tree.carried[0] > 0)) return root;
        [root] = heavy;
    }
}

/** The paths from a root to what may be a head. */
function necklinesOf(body: Body, legs: readonly Pair[], root: number, up: Vector): number[][] {
    const { tree, ends, pairs, limbs } = body;
    const found = new Map<number, number[]>();
    for (const { node: end } of ends) {
        const meeting = meetingPoint(tree, root, end);
        const path = [...pathBetween(tree, meeting, root).reverse(), ...pathBetween(tree, meeting, end).slice(1)];
        const arms = legs.length > 1 ? [] : limbs.filter(limb => !legs.includes(limb) && path.includes(limb.parent)).sort((a, b) => b.reach - a.reach).slice(0, 1);
        const carriers = [...legs, ...arms];
        const chest = Math.max(0, ...carriers.map(({ parent }) => path.indexOf(parent)));
        const paired = path.findIndex((node, i) => i > chest && pairs.some(pair => pair.parent === node && pair.isMirrored));
        const topmost = (from: number) => {
            let last = from;
            while (last > chest + 1 && isOnHead(path, last)) last--;
            return last;
        };
        const named = path.findIndex(node => tree.names[node]?.name?.part === 'head');
        // the root itself is a head only where all else hangs on that, and there is something
        const isAlone = legs.length === 0 && end === root && (named === 0 || tree.children[root].some(child => tree.carried[child] > 0));
        for (const index of [topmost(path.length - 1), paired < 0 ? -1 : topmost(paired), named]) if (index > 0 || (index === 0 && isAlone)) found.set(path[index], path.slice(0, index + 1));
    }
    const head = [...tree.said].find(([, role]) => role === 'head')?.[0];
    if (head === undefined) return [...found.values()];
    const meeting = meetingPoint(tree, root, head);
    return [[...pathBetween(tree, meeting, root).reverse(), ...pathBetween(tree, meeting, head).slice(1)]];

    /** Whether the last of some bones is no head, but on top of it: it carries less skin, or where there is none is further than the neck is long. */
    function isOnHead(path: readonly number[], last: number): boolean {
        const [top, below] = [path[last], path[last - 1]];
        if (tree.carried[0] > 0) return tree.skin.share[top] < PART_OF_HEAD * tree.skin.share[below];
        if (tree.children[top].length > 0) return false;
        return legs.length > 1 ? hangs(path, last) : tree.offsets[top] > tree.offsets[below];
    }

    /** Whether the last bone lies further down than the path to it leads: a nose on its head. */
    function hangs(path: readonly number[], last: number): boolean {
        const [before, below, top] = path.slice(last - 2, last + 1).map(node => pointAt(tree.skeleton.positions, node));
        return angleBetween(minus(top, below), 0, up, 0) - angleBetween(minus(below, before), 0, up, 0) > NOSE_TURN;
    }
}

/** The longest pair that hangs from the trunk between the legs and the head; without both what is called so. */
function armsOf({ tree, limbs, isNamed }: Body, legs: readonly Pair[], neckline: readonly number[] | null): Pair | null {
    if (legs.length > 1) return null;
    const said = limbs.find(limb => !legs.includes(limb) && holdsSaid(tree, limb, 'Hand'));
    if (said) return said;
    if (!neckline) return (isNamed && legs.length === 0 && limbs.find(({ paths }) => paths.flat().some(node => tree.names[node]?.kind === 'arm'))) || null;
    const head = neckline[neckline.length - 1];
    return limbs.find(limb => !legs.includes(limb) && neckline.includes(limb.parent) && !isPartOf(tree, limb.parent, head)) ?? null;
}
