import type { Frame } from './frame';
import { areAlike } from './limb-pairs';
import type { Role } from './roles';
import { bonesOnly, isAbove, isPartOf, longestPath, type BoneTree } from './tree';
import { dotVec } from '../core/math/flat-math';

// What hangs on a body and is neither limb nor trunk: tail and ears, each with all bones to its tip.
//
// Names tell them on everybody. An animal's are found by shape too: the tail is the longest chain that hangs back from the hips,
// the ears are the highest chains on both sides of the head.

type Bones = Map<Role, number>;

/** Gives their roles to the bones below a named tail and named ears. */
export function extendTailAndEars(tree: BoneTree, bones: Bones): void {
    for (const role of ['tail', 'leftEar', 'rightEar'] as const) {
        const first = bones.get(role);
        if (first !== undefined) giveChain(tree, bones, role, first);
    }
}

/** Finds the tail and the ears of an animal that are not known by name. */
export function findTailAndEars(tree: BoneTree, bones: Bones, frame: Frame): void {
    const [hips, head] = [bones.get('hips'), bones.get('head')];
    if (hips !== undefined && !bones.has('tail')) {
        const tail = findTail(tree, bones, hips, frame);
        if (tail !== undefined) giveChain(tree, bones, 'tail', tail);
    }
    if (head !== undefined && !bones.has('leftEar') && !bones.has('rightEar')) {
        findEars(tree, head, frame)?.forEach((ear, i) => giveChain(tree, bones, i === 0 ? 'leftEar' : 'rightEar', ear));
    }
}

/** Counts the chain downwards from a bone. */
function giveChain(tree: BoneTree, bones: Bones, role: 'tail' | 'leftEar' | 'rightEar', first: number): void {
    bonesOnly(tree, longestPath(tree, first)).forEach((node, i) => bones.set(i === 0 ? role : `${role}${i}`, node));
}

function findTail(tree: BoneTree, bones: Bones, hips: number, { forward }: Frame): number | undefined {
    const { positions } = tree.skeleton;
    const known = [...bones.values()].filter(node => node !== hips);
    const back = (node: number) => {
        const path = longestPath(tree, node);
        return dotVec(positions, 3 * hips, forward, 0) - dotVec(positions, 3 * path[path.length - 1], forward, 0);
    };
    // a tail may hang from a pelvis between the hips and the legs
    const trunk = [hips, ...tree.children[hips].filter(node => known.some(other => isAbove(tree, node, other)) && !known.includes(node))];
    const hanging = trunk.flatMap(node => tree.children[node]).filter((node) => {
        return tree.reaches[node] > 0 && !known.some(other => isPartOf(tree, other, node)) && !trunk.includes(node) && back(node) > 0;
    });
    return hanging.sort((a, b) => back(b) - back(a))[0];
}

/** The ears, the left one first. */
function findEars(tree: BoneTree, head: number, { left, up }: Frame): [number, number] | null {
    const { positions } = tree.skeleton;
    const at = (node: number, axis: Float64Array) => dotVec(positions, 3 * node, axis, 0);
    const tip = (node: number) => longestPath(tree, node).reduce((high, link) => Math.max(high, at(link, up)), -Infinity);
    const chains = tree.children[head].filter(node => tree.reaches[node] > 0 && at(node, up) > at(head, up)).sort((a, b) => tip(b) - tip(a));
    for (const a of chains) {
        const b = chains.find(other => other !== a && areAlike(tree, a, other) && Math.abs(at(a, up) - at(other, up)) < tree.offsets[a]);
        if (b !== undefined && at(a, left) !== at(b, left)) return at(a, left) > at(b, left) ? [a, b] : [b, a];
    }
    return null;
}
