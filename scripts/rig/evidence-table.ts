import { middleOfPoints, pointsBelow, pointsOn } from './body';
import { middleOfPair, type Facing, type Hypothesis } from './hypotheses';
import type { NameKind } from './names';
import type { Pair } from './pairs';
import { isPartOf } from './tree';
import { across, cross, dot, middleOf, minus, pointAt, size, unit, type Vector } from './vectors';
import { dotVec } from '../core/math/flat-math';
import { DEGREES } from '../core/math/scalars';

// What speaks for and against what a body may be: one table. Each row measures one thing from -1 (against) to 1 (for), 0 where it says
// nothing, and has a weight. The possibility with the largest sum is taken.

/** The part of a body that a row is about. */
export type EvidencePart = 'up' | 'legs' | 'head' | 'arms' | 'names' | 'forward';

export interface EvidenceRow {
    readonly part: EvidencePart;
    readonly weight: number;
    /** What is true where it speaks for it; empty: it only keeps chance from being taken for something. */
    readonly says: string;
    measure(hypothesis: Hypothesis): number;
}

/** From -1 at a bad value to 1 at a good one. */
function grade(value: number, bad: number, good: number): number {
    return Math.min(1, Math.max(-1, 2 * (value - bad) / (good - bad) - 1)) || 0;
}

const clamp = (value: number) => Math.min(1, Math.max(-1, value));

/** Height of the lowest place of a limb. */
function footing({ body, up }: Hypothesis, { paths }: Pair): number {
    const lowest = body.lowest(up);
    return paths.reduce((sum, [root]) => sum + lowest[root], 0) / 2;
}

/** How far a pair reaches down from where it hangs. */
function drop(h: Hypothesis, pair: Pair): number {
    return dot(middleOfPair(h.body, pair, 'root'), h.up) - footing(h, pair);
}

/** How far the tips of a pair are below its highest joints: the legs of a spider rise first. */
function fall({ body: { tree: { skeleton: { positions } } }, up }: Hypothesis, { paths }: Pair): number {
    const heightOf = (node: number) => dot(pointAt(positions, node), up);
    return paths.reduce((sum, path) => sum + (Math.max(...path.map(heightOf)) - heightOf(path[path.length - 1])) / 2, 0);
}

/** Mean distance from where the limbs of a pair hang to their tips. */
function lengthOf(h: Hypothesis, { paths }: Pair): number {
    return paths.reduce((sum, path) => sum + size(offsetOf(h, path[0], path[path.length - 1])) / 2, 0);
}

function ground(h: Hypothesis): number {
    return Math.min(...h.legs.map(pair => footing(h, pair)));
}

/** Height of the body above what it stands on. */
function height(h: Hypothesis): number {
    return h.body.highest(h.up) - ground(h);
}

/** Thickness of what of a leg rests on the ground, as a share of its height. */
const CONTACT = 0.02;

/** How long the soles are that would rest on level ground, from the back to the front: the shortest of all legs. */
function contact(h: Hypothesis): number {
    const { body: { sample, plane, tree }, up } = h;
    const { points } = sample;
    const ahead = plane && unit(cross(up, plane.normal));
    if (!ahead || !(tree.carried[0] > 0)) return Infinity;
    const lowest = h.body.lowest(up);
    const thickness = CONTACT * leastDrop(h);
    return Math.min(...h.legs.flatMap(({ paths }) => paths.map(([root]) => {
        let [back, front] = [Infinity, -Infinity];
        const [first, end] = pointsBelow(sample, tree, root);
        for (let i = first; i < end; i++) {
            if (dotVec(points, 3 * i, up, 0) > lowest[root] + thickness) continue;
            const place = dotVec(points, 3 * i, ahead, 0);
            back = Math.min(back, place);
            front = Math.max(front, place);
        }
        return front - back;
    })));
}

const hasLegs = (h: Hypothesis) => h.legs.length > 0;
const leastDrop = (h: Hypothesis) => Math.min(...h.legs.map(pair => drop(h, pair)));
const headOf = ({ neckline }: Hypothesis) => neckline?.at(-1);

function onLegs(measure: (h: Hypothesis) => number): (h: Hypothesis) => number {
    return h => (hasLegs(h) ? measure(h) : 0);
}

function onHead(measure: (h: Hypothesis, head: number) => number): (h: Hypothesis) => number {
    return h => (h.neckline ? measure(h, headOf(h)!) : 0);
}

/** Where the skin of a node and all below it is on the average. */
function middleBelow({ body: { tree, sample } }: Hypothesis, node: number) {
    const [first, end] = pointsBelow(sample, tree, node);
    return end > first ? middleOfPoints(sample.points, first, end) : pointAt(tree.skeleton.positions, node);
}

/** Where the skin of the head is on the average: its own alone where all of the body hangs on it. */
function middleOfHead(h: Hypothesis, head: number) {
    const { sample } = h.body;
    const [first, end] = pointsOn(sample, head);
    return h.neckline!.length === 1 && end > first ? middleOfPoints(sample.points, first, end) : middleBelow(h, head);
}

/** Whether a part hangs beside the head, as ears do on some. */
function isBeside(h: Hypothesis, node: number): boolean {
    const head = headOf(h);
    const { tree } = h.body;
    return head !== undefined && isPartOf(tree, node, tree.skeleton.parents[head]) && !h.arms?.paths.some(([root]) => isPartOf(tree, node, root));
}

/** Whether a name is right: 1, wrong: -1, or says nothing about what is asked: 0. */
function checkName(h: Hypothesis, node: number, kind: NameKind): number {
    const { tree } = h.body;
    const isIn = (pair: Pair | null | undefined) => Boolean(pair?.paths.some(([root]) => isPartOf(tree, node, root)));
    const onLeg = h.legs.some(isIn);
    const onArm = isIn(h.arms);
    const head = headOf(h);
    const onTop = head !== undefined && isPartOf(tree, node, head);
    switch (kind) {
        case 'leg': return onLeg ? 1 : -1;
        case 'arm': return onArm || (onLeg && h.legs.length > 1) ? 1 : onLeg ? -1 : onTop ? -1 : 0;
        case 'wing': case 'fin': return onLeg ? -1 : 0;
        case 'head': return tree.names[node]!.name?.part === 'head' ? (node === head ? 2 : -2) : onTop || h.neckline?.includes(node) || isBeside(h, node) ? 1 : -1;
        case 'trunk': return onLeg || onArm || onTop ? -1 : h.neckline?.includes(node) ? 1 : 0;
        case 'tail': return onLeg || onArm || h.neckline?.includes(node) ? -1 : 1;
        default: return h.legs.some(({ paths }) => paths.some(([root]) => root === node)) ? -1 : 0;
    }
}

/** How far more names must be right than wrong for them to mean something, as a share, and how many are few. */
const MEANINGLESS = 0.37;
const FEW_NAMES = 3;

/** Share of the distance from the legs to the head that is level, for it to say where forward is. */
const LEVEL_TRUNK = 0.6;

/** Share of the distance to a tail that is level, for it to say so. */
const LEVEL_TAIL = 0.3;

/** Share of the legs' height from which on a foot, or a bend, says where forward is. */
const CLEAR_SIGN = 0.02;

function onForward(measure: (h: Hypothesis, facing: Facing) => number): (h: Hypothesis) => number {
    return h => (h.facing ? measure(h, h.facing) : 0);
}

function offsetOf({ body: { tree: { skeleton: { positions } } } }: Hypothesis, from: number, to: number): Vector {
    return minus(pointAt(positions, to), pointAt(positions, from));
}

/** Whether a length is clear in one direction. */
function sign(h: Hypothesis, length: number): number {
    return hasLegs(h) && Math.abs(length) > CLEAR_SIGN * leastDrop(h) ? Math.sign(length) : 0;
}

/** Share of a head's skin above which what hangs on it is no part of a face. */
const MOST_OF_FACE = 0.6;

/** Whether what is called a jaw is ahead of the head. */
function jawAhead(h: Hypothesis, forward: Vector): number {
    const { tree } = h.body;
    const head = headOf(h);
    if (head === undefined || !h.isNamed) return 0;
    const leads = tree.names.flatMap((name, node) => (name?.name?.part === 'jaw' && isPartOf(tree, node, head) ? [dot(offsetOf(h, head, node), forward)] : []));
    return Math.sign(leads.reduce((sum, lead) => sum + lead, 0));
}

export const EVIDENCE: Record<string, EvidenceRow> = {
    scene: {
        part: 'up', weight: 4, says: 'the scene\'s up is the body\'s',
        measure: ({ up, scene }) => -grade(Math.acos(clamp(dot(up, scene))) * DEGREES, -35, 35)
    },
    upright: {
        part: 'up', weight: 3, says: 'left and right are as high',
        measure: onLegs(({ body, up }) => (body.plane ? Math.min(0, -grade(Math.asin(clamp(Math.abs(dot(up, body.plane.normal)))) * DEGREES, -4, 12)) : 0))
    },
    level: { part: 'up', weight: 4, says: 'the soles are level', measure: onLegs(h => (h.legs.length > 2 ? 0 : Math.min(0, grade(contact(h) / leastDrop(h), 0.04, 0.2)))) },
    found: { part: 'legs', weight: 3, says: '', measure: onLegs(() => -1) },
    plane: {
        part: 'legs', weight: 2, says: 'the feet stand on one plane',
        measure: onLegs(h => -grade((Math.max(...h.legs.map(pair => footing(h, pair))) - ground(h)) / leastDrop(h), -0.05, 0.35))
    },
    lowest: {
        part: 'legs', weight: 2, says: 'no other limb is below the feet',
        measure: onLegs((h) => {
            const lowest = h.body.lowest(h.up);
            const others = h.body.limbs.filter(pair => !h.legs.includes(pair)).flatMap(({ paths }) => paths.map(([root]) => lowest[root]));
            return -grade((ground(h) - Math.min(h.neckline ? lowest[headOf(h)!] : Infinity, ...others, ground(h))) / leastDrop(h), -0.2, 0.5);
        })
    },
    height: { part: 'legs', weight: 2, says: 'the legs hold the body above the ground', measure: onLegs(h => grade(leastDrop(h) / height(h), 0.08, 0.3)) },
    down: {
        part: 'legs', weight: 2, says: 'the legs reach down',
        measure: onLegs(h => Math.min(...h.legs.map(pair => grade(fall(h, pair) / lengthOf(h, pair), 0.1, 0.5))))
    },
    support: {
        part: 'legs', weight: 1.5, says: 'the body is above its feet',
        measure: onLegs((h) => {
            const feet = h.legs.map(pair => middleOfPair(h.body, pair, 'tip'));
            const off = across(minus(h.body.middle, middleOf(feet)), h.up);
            const spread = Math.max(...feet.flatMap(a => feet.map(b => size(minus(a, b)))));
            return -grade(size(off) / (leastDrop(h) + spread / 2), 0.1, 1.2);
        })
    },
    others: {
        part: 'legs', weight: 2, says: 'all limbs that reach the ground are legs',
        measure: onLegs((h) => {
            const reach = leastDrop(h);
            const standing = h.body.limbs.filter(pair => !h.legs.includes(pair) && footing(h, pair) < ground(h) + 0.3 * reach && drop(h, pair) > 0.5 * reach);
            return standing.length > 0 ? -1 : 0;
        })
    },
    alike: {
        part: 'legs', weight: 1, says: 'the legs are of the same height',
        measure: onLegs(h => (h.legs.length > 1 ? grade(leastDrop(h) / Math.max(...h.legs.map(pair => drop(h, pair))), 0.4, 0.8) : 0))
    },
    mirror: {
        part: 'legs', weight: 1, says: 'left and right legs are mirror images',
        measure: onLegs(h => (h.legs.every(({ isMirrored }) => isMirrored) ? 1 : -1))
    },
    far: {
        part: 'head', weight: 1, says: 'the head is at a free end',
        measure: onHead((h, head) => {
            const { positions } = h.body.tree.skeleton;
            const from = hasLegs(h) ? pointAt(positions, h.root) : h.body.middle;
            const farthest = Math.max(...h.body.ends.map(({ node }) => size(minus(pointAt(positions, node), from))));
            return grade(size(minus(pointAt(positions, head), from)) / farthest, 0.1, 0.5);
        })
    },
    skin: {
        part: 'head', weight: 3, says: 'the head carries most skin of all ends',
        measure: onHead((h, head) => {
            const { tree, ends } = h.body;
            if (!(tree.carried[0] > 0)) return 0;
            const others = ends.filter(({ node }) => !isPartOf(tree, node, head) && (!h.neckline!.includes(node) || (!hasLegs(h) && node === h.neckline![0]))).map(({ node }) => tree.skin.share[node]);
            return others.length === 0 ? 0.5 : clamp((tree.carried[head] - Math.max(...others)) / (tree.carried[head] + Math.max(...others)) * 2);
        })
    },
    own: {
        part: 'head', weight: 1.5, says: 'the head carries more skin than its neighbours',
        measure: onHead(({ body: { tree }, neckline }, head) => {
            const { share } = tree.skin;
            const below = Array.from({ length: tree.skeleton.ends[head] - head - 1 }, (_, i) => share[head + 1 + i]);
            const most = Math.max(neckline!.length > 1 ? share[neckline![neckline!.length - 2]] : 0, ...below);
            return tree.carried[head] > 0 ? grade(share[head] / most, 0.5, 1.5) : 0;
        })
    },
    face: {
        part: 'head', weight: 2, says: 'eyes, ears or a jaw hang on the head',
        measure: onHead(({ body: { tree, pairs }, legs, arms }, head) => {
            const isSmall = ({ share }: Pair) => !(share > MOST_OF_FACE * tree.carried[head]);
            const isFace = (pair: Pair) => pair.isMirrored && isSmall(pair) && pair !== arms && !legs.includes(pair) && (isPartOf(tree, pair.parent, head) || pair.parent === tree.skeleton.parents[head]);
            return pairs.some(isFace) ? 1 : 0;
        })
    },
    beyond: {
        part: 'head', weight: 3, says: 'the head is beyond the arms or fore legs',
        measure: onHead((h) => {
            const hung = [...h.legs.length > 1 ? h.legs : [], ...h.arms ? [h.arms] : []];
            if (hung.length === 0) return 0;
            return hung.some(({ parent }) => h.neckline!.indexOf(parent) > 0) ? 1 : -0.3;
        })
    },
    high: {
        part: 'head', weight: 1.5, says: 'the head is the upper end',
        measure: onHead((h, head) => {
            const offset = minus(middleOfHead(h, head), hasLegs(h) ? pointAt(h.body.tree.skeleton.positions, h.root) : h.body.middle);
            return clamp(1.5 * dot(offset, h.up) / size(offset)) || 0;
        })
    },
    ahead: {
        part: 'forward', weight: 3, says: 'the head is ahead',
        measure: onForward((h, { forward }) => {
            const offset = h.neckline && minus(middleOfHead(h, headOf(h)!), hasLegs(h) ? middleOf(h.legs.map(pair => middleOfPair(h.body, pair, 'root'))) : h.body.middle);
            return !offset || (h.legs.length < 2 && size(across(offset, h.up)) < LEVEL_TRUNK * size(offset)) ? 0 : Math.sign(dot(offset, forward));
        })
    },
    tail: {
        part: 'forward', weight: 2, says: 'the tail is behind',
        measure: onForward((h, { forward }) => {
            const { names, skeleton: { positions } } = h.body.tree;
            const tail = names.flatMap((name, node) => (h.isNamed && name?.kind === 'tail' ? [pointAt(positions, node)] : []));
            if (tail.length === 0) return 0;
            const offset = minus(middleOf(tail), pointAt(positions, h.root));
            return size(across(offset, h.up)) < LEVEL_TAIL * size(offset) ? 0 : -Math.sign(dot(offset, forward)) || 0;
        })
    },
    toes: {
        part: 'forward', weight: 3, says: 'toes',
        measure: onForward((h, { forward, feet }) => sign(h, feet.reduce((sum, { foot, toes }) => sum + (toes === undefined ? 0 : dot(offsetOf(h, foot, toes), forward)), 0)))
    },
    soles: {
        part: 'forward', weight: 2, says: 'soles',
        measure: onForward((h, { forward, feet }) => sign(h, feet.reduce((sum, { foot }) => sum + dot(minus(middleBelow(h, foot), pointAt(h.body.tree.skeleton.positions, foot)), forward), 0)))
    },
    jaw: {
        part: 'forward', weight: 1, says: 'jaw',
        measure: onForward((h, { forward }) => jawAhead(h, forward))
    },
    sides: {
        part: 'forward', weight: 2.5, says: 'left and right by name',
        measure: onForward((h, { forward }) => {
            if (!h.isNamed) return 0;
            const { tree } = h.body;
            const left = cross(h.up, forward);
            const votes = h.body.pairs.flatMap(({ paths: [a, b] }) => {
                const [first, second] = [a, b].map(path => path.map(node => tree.names[node]?.side).find(side => side));
                return first && second && first !== second ? [Math.sign(dot(offsetOf(h, b[0], a[0]), left) || dot(offsetOf(h, b[b.length - 1], a[a.length - 1]), left)) * (first === 'left' ? 1 : -1)] : [];
            });
            return votes.length > 0 ? Math.sign(votes.reduce((sum, vote) => sum + vote, 0)) : 0;
        })
    },
    bends: {
        part: 'forward', weight: 0.5, says: 'knees and elbows',
        measure: onForward((h, { forward, feet }) => {
            const bend = (path: readonly number[]) => {
                const [upper, middle, lower] = path.slice(0, 3);
                return lower === undefined ? 0 : dot(offsetOf(h, upper, middle), forward) - dot(offsetOf(h, middle, lower), forward);
            };
            const legs = h.legs.flatMap(({ paths }, i) => paths.map((path, k) => bend(path.slice(0, path.indexOf(feet[2 * i + k].foot) + 1).slice(-3))));
            return sign(h, legs.reduce((sum, value) => sum + value, 0));
        })
    },
    names: {
        part: 'names', weight: 12, says: 'the names of the bones',
        measure: (h) => {
            let [right, wrong] = [0, 0];
            h.body.tree.names.forEach((name, node) => {
                if (!name?.kind) return;
                const vote = checkName(h, node, name.kind);
                if (vote > 0) right += vote;
                else wrong -= vote;
            });
            const count = right + wrong;
            return count > 0 ? (h.isNamed ? (right - wrong) / count : MEANINGLESS) * count / (count + FEW_NAMES) : 0;
        }
    }
};

/** What one row says of a hypothesis, times its weight. */
export interface Weighed { readonly key: string; readonly part: EvidencePart; readonly says: string; readonly value: number }

/**
 * Weighs a hypothesis.
 *
 * @param part - Only the rows about this are asked.
 */
export function weigh(hypothesis: Hypothesis, part?: EvidencePart): { rows: Weighed[]; total: number } {
    const rows = Object.entries(EVIDENCE).filter(([, row]) => (part ? row.part === part : row.part !== 'forward'))
    .map(([key, row]) => ({ key, part: row.part, says: row.says, value: row.weight * row.measure(hypothesis) }));
    return { rows, total: rows.reduce((sum, { value }) => sum + value, 0) };
}
