import { pointsBelow } from './body';
import type { Frame } from './frame';
import type { Hypothesis } from './hypotheses';
import type { Bones, Role } from './roles';
import { bonesOnly, isAbove, isPartOf, longestPath, type BoneTree } from './tree';
import { isLevel } from './trunk';
import { dot, pointAt } from './vectors';
import type { NamedPart } from './words';
import { dotVec } from '../core/math/flat-math';

// What hangs on a body and is neither limb nor trunk: tail, ears, jaw, eyes and lids.
//
// Names tell them on everybody. Where the trunk is level, tail and ears are found by shape too: the tail is the chain that reaches back
// furthest, the ears are the highest chains on both sides of the head.

const FACE = ['Eye', 'UpperEyelid', 'LowerEyelid', 'Ear'] as const;

/** Gives their roles to the tail, and to the parts of the head. */
export function assignTailAndFace(h: Hypothesis, frame: Frame, bones: Bones): void {
    const { tree } = h.body;
    const head = bones.get('head');
    if (h.isNamed) {
        const give = (role: Role, node: number | undefined) => { if (node !== undefined) bones.set(role, node); };
        give('jaw', pick(tree, namedAs(tree, 'jaw', null)));
        const tail = pick(tree, namedAs(tree, 'tail', null).filter(node => !h.neckline?.includes(node)));
        if (tail !== undefined) giveChain(tree, bones, 'tail', tail);
        for (const side of ['left', 'right'] as const) {
            for (const part of FACE) give(`${side}${part}`, pick(tree, namedAs(tree, part, side)));
            const ear = bones.get(`${side}Ear`);
            if (ear !== undefined) giveChain(tree, bones, `${side}Ear`, ear);
        }
    }
    if (!isLevel(h)) return;
    if (!bones.has('tail') && h.legs.length > 0) {
        const tail = findTail(h, frame, bones);
        if (tail !== undefined) giveChain(tree, bones, 'tail', tail);
    }
    if (head !== undefined && h.legs.length <= 2 && !bones.has('leftEar') && !bones.has('rightEar')) {
        findEars(h, head, frame)?.forEach((ear, i) => giveChain(tree, bones, i === 0 ? 'leftEar' : 'rightEar', ear));
    }
}

/** The nodes with a name; where some of them carry skin, only those. */
function namedAs(tree: BoneTree, part: NamedPart, side: 'left' | 'right' | null): number[] {
    const nodes = tree.names.flatMap((name, node) => (name?.name?.part === part && name.name.side === side ? [node] : []));
    const carrying = nodes.filter(node => tree.carried[node] > 0);
    return carrying.length > 0 ? carrying : nodes;
}

/** Of nodes with one meaning the uppermost, and of unrelated ones the one with most skin, else with most nodes below. */
function pick(tree: BoneTree, nodes: readonly number[]): number | undefined {
    const below = (node: number) => tree.skeleton.ends[node] - node;
    return nodes.filter(node => !nodes.some(other => isAbove(tree, other, node))).sort((a, b) => tree.carried[b] - tree.carried[a] || below(b) - below(a))[0];
}

/** Counts the chain downwards from a bone. */
export function giveChain(tree: BoneTree, bones: Bones, role: 'tail' | `${'left' | 'right'}${'Ear' | 'Wing' | 'Fin'}`, first: number): void {
    bonesOnly(tree, longestPath(tree, first)).forEach((node, i) => bones.set(i === 0 ? role : `${role}${i}`, node));
}

/** The chain that reaches back furthest: of more than one bone, or further than the legs. */
function findTail(h: Hypothesis, { forward }: Frame, bones: Bones): number | undefined {
    const { tree, ends, sample } = h.body;
    const known = new Set(bones.values());
    const hips = bones.get('hips') ?? h.root;
    const back = (node: number) => {
        let most = -dotVec(tree.skeleton.positions, 3 * node, forward, 0);
        const [first, end] = pointsBelow(sample, tree, node);
        for (let i = first; i < end; i++) most = Math.max(most, -dotVec(sample.points, 3 * i, forward, 0));
        return most;
    };
    const legs = Math.max(...h.legs.flatMap(({ paths }) => paths.map(([root]) => back(root))));
    const from = -dot(pointAt(tree.skeleton.positions, hips), forward);
    const tails = ends.flatMap(({ node: end }) => {
        let first = end;
        const isTrunk = (node: number) => node < 0 || known.has(node) || isAbove(tree, node, hips) || [...known].some(other => isAbove(tree, node, other));
        while (!isTrunk(first) && !isTrunk(tree.skeleton.parents[first])) first = tree.skeleton.parents[first];
        if (isTrunk(first) || (h.isNamed && tree.names[first]?.kind === 'trunk') || (h.neckline && isPartOf(tree, first, h.neckline[h.neckline.length - 1]))) return [];
        const reach = back(first);
        return reach > from && (bonesOnly(tree, longestPath(tree, first)).length > 1 || reach > legs) ? [{ first, reach }] : [];
    });
    return tails.sort((a, b) => b.reach - a.reach)[0]?.first;
}

/** The ears, the left one first. */
function findEars({ isNamed, body: { tree, pairs } }: Hypothesis, head: number, { left, up }: Frame): [number, number] | null {
    const at = (node: number, axis: Float64Array) => dot(pointAt(tree.skeleton.positions, node), axis);
    const tip = (path: readonly number[]) => path.reduce((high, node) => Math.max(high, at(node, up)), -Infinity);
    const ears = pairs.filter(({ parent, paths: [[root]] }) => parent === head && !(isNamed && tree.names[root]?.kind === 'other') && tree.reaches[root] > 0 && at(root, up) > at(head, up))
    .sort((a, b) => tip(b.paths[0]) - tip(a.paths[0]));
    if (ears.length === 0) return null;
    const [[a], [b]] = ears[0].paths;
    return at(a, left) > at(b, left) ? [a, b] : [b, a];
}
