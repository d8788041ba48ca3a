import { isHelperName, readName, sharedPrefixes, type NamedPart } from './names';
import type { Role, SidedRole } from './roles';
import { isAbove, isPartOf, meetingPoint, pathBetween, type BoneTree } from './tree';

// Gives roles to bones by their names.
//
// Of several nodes with one meaning the one that carries skin is taken, and of a bone and its continuation (`thigh`, `thigh.001`) the
// upper one. Words with two meanings are settled by their neighbours on the limb.

type Candidates = Map<string, number[]>;

/** What {@link assignByName} finds. */
export interface NamedBones {
    bones: Map<Role, number>;
    /** How many nodes have the name of a part that was found elsewhere. */
    strays: number;
}

/** Finds the bones that are called like a part of the body. */
export function assignByName(tree: BoneTree): NamedBones {
    const candidates = collect(tree);
    const bones = new Map<Role, number>();
    for (const side of ['left', 'right'] as const) {
        const give = (part: string, node: number | undefined) => {
            if (node !== undefined) bones.set(`${side}${part}` as SidedRole, node);
        };
        const find = (part: NamedPart) => pick(tree, candidates.get(side + part));
        assignLeg(tree, candidates, side, find, give);
        assignArm(tree, candidates, side, find, give);
        for (const part of ['Eye', 'UpperEyelid', 'LowerEyelid', 'Ear'] as const) give(part, find(part));
    }
    assignTrunk(tree, candidates, bones);
    let strays = 0;
    for (const nodes of candidates.values()) {
        const picked = pick(tree, nodes)!;
        strays += nodes.filter(node => !isPartOf(tree, node, picked)).length;
    }
    return { bones, strays };
}

/** The nodes that each meaning may stand for, by side and part. Where some of them carry skin, only those. */
function collect(tree: BoneTree): Candidates {
    const candidates: Candidates = new Map();
    const names = tree.skeleton.nodes.map(node => node.name);
    const prefixes = sharedPrefixes(names);
    names.forEach((name, node) => {
        const read = readName(name, prefixes);
        if (!read) return;
        const key = (read.side ?? '') + read.part;
        if (!candidates.has(key)) candidates.set(key, []);
        candidates.get(key)!.push(node);
    });
    for (const [key, nodes] of candidates) {
        const carrying = nodes.filter(node => tree.carried[node] > 0);
        if (carrying.length > 0) candidates.set(key, carrying);
    }
    return candidates;
}

/** Of nodes with one meaning the uppermost, and of unrelated ones the one with most skin, else with most nodes below. */
function pick(tree: BoneTree, nodes: readonly number[] = []): number | undefined {
    const below = (node: number) => tree.skeleton.ends[node] - node;
    return nodes
    .filter(node => !nodes.some(other => isAbove(tree, other, node)))
    .sort((a, b) => tree.carried[b] - tree.carried[a] || below(b) - below(a))[0];
}

/** The first node with one meaning and those of the same meaning that follow down the limb; a mesh's node in the place of its bone is none. */
function chain(tree: BoneTree, nodes: readonly number[] = []): number[] {
    const first = pick(tree, nodes);
    if (first === undefined) return [];
    const links = [first];
    for (const node of nodes) {
        if (isAbove(tree, links[links.length - 1], node) && tree.offsets[node] > 0) links.push(node);
    }
    return links;
}

type Find = (part: NamedPart) => number | undefined;
type Give = (part: string, node: number | undefined) => void;

function assignLeg(tree: BoneTree, candidates: Candidates, side: string, find: Find, give: Give): void {
    const numbered = chain(tree, candidates.get(`${side}leg`));
    const feet = chain(tree, candidates.get(`${side}Foot`));
    const upper = find('Thigh') ?? find('hip');
    const lower = find('Shin');
    // several bones called leg are counted from the thigh on; a single one is what the other words leave open, the shin first, but where
    // it hangs from what carries both legs it is a leg of one bone
    const other = pick(tree, candidates.get(`${side === 'left' ? 'right' : 'left'}leg`));
    const isWhole = upper === undefined && feet.length === 0 && other !== undefined && tree.skeleton.parents[other] === tree.skeleton.parents[numbered[0]];
    const isShin = numbered.length === 1 && lower === undefined && !isWhole;
    const legs = upper === undefined && !isShin ? numbered : [upper, ...numbered];
    give('Thigh', legs[0]);
    give('Shin', lower ?? legs[1]);
    give('Foot', feet[0] ?? legs[2]);
    give('Toes', find('Toes') ?? feet[1] ?? legs[3]);
}

function assignArm(tree: BoneTree, candidates: Candidates, side: string, find: Find, give: Give): void {
    const numbered = chain(tree, candidates.get(`${side}arm`));
    const shoulder = find('shoulder');
    const upper = find('UpperArm');
    const arms = upper === undefined ? numbered : [upper, ...numbered];
    // four numbered bones begin at the clavicle
    const first = arms.length > 3 ? arms.shift() : undefined;
    give('UpperArm', arms[0] ?? shoulder);
    give('Clavicle', find('Clavicle') ?? (arms.length > 0 ? shoulder : undefined) ?? first);
    give('Forearm', find('Forearm') ?? arms[1]);
    give('Hand', find('Hand') ?? arms[2]);
}

function assignTrunk(tree: BoneTree, candidates: Candidates, bones: Map<Role, number>): void {
    const spine = candidates.get('spine') ?? [];
    const neck = chain(tree, candidates.get('neck'));
    const arms = meetingOf(tree, [bones.get('leftUpperArm'), bones.get('rightUpperArm')]);
    const links = chain(tree, spine);
    const last = links[links.length - 1];
    // where no bone is called head, the last of several necks is it, or the last of a spine that goes on above the arms
    let head = pick(tree, candidates.get('head'));
    if (head === undefined && neck.length > 1) head = neck[neck.length - 1];
    if (head === undefined && neck.length === 0 && last !== undefined && arms !== undefined && isAbove(tree, arms, last)) head = last;
    if (head !== undefined) bones.set('head', head);

    const top = head ?? neck[0] ?? arms ?? last;
    const thighs = (['left', 'right'] as const).map(side => bones.get(`${side}Thigh`) ?? bones.get(`${side}Shin`));
    const legs = meetingOf(tree, thighs);
    let hips = pick(tree, candidates.get('hips')) ?? spine.find(node => legs !== undefined && isPartOf(tree, legs, node));
    hips ??= meetingOf(tree, [legs ?? carrierOf(tree, top), top]);
    // the hips carry the whole trunk, also where a bone called pelvis carries only the legs
    if (hips !== undefined && top !== undefined) hips = meetingPoint(tree, hips, top);
    // and both legs, also where it carries only the trunk
    const isFork = legs !== undefined && thighs.every(thigh => thigh !== undefined && tree.skeleton.parents[thigh] === legs);
    if (hips !== undefined && isFork) hips = meetingPoint(tree, hips, legs);
    if (hips !== undefined) bones.set('hips', hips);

    const jaw = pick(tree, candidates.get('jaw'));
    if (jaw !== undefined) bones.set('jaw', jaw);
    const tail = pick(tree, candidates.get('tail'));
    if (tail !== undefined) bones.set('tail', tail);
    if (hips !== undefined && top !== undefined) {
        const named = new Set(candidates.get('neck'));
        const isHelper = (node: number) => isHelperName(tree.skeleton.nodes[node].name);
        assignSpine(tree, bones, hips, top, { isNeck: node => named.has(node), isHelper });
    }
}

/** Share of the skin that is all of it. */
const NEARLY_ALL = 0.99;

/** The lowest of the bones above one that carries all skin: what has no legs moves by it. */
function carrierOf(tree: BoneTree, node: number | undefined): number | undefined {
    if (node === undefined || !(tree.carried[0] > 0)) return undefined;
    let carrier = tree.skeleton.parents[node];
    while (carrier > 0 && tree.carried[carrier] < NEARLY_ALL * tree.carried[0]) carrier = tree.skeleton.parents[carrier];
    return Math.max(carrier, 0);
}

/** What is known about the bones between the hips and the head besides their place. */
export interface SpineHints {
    isNeck(node: number): boolean;
    /** A bone on the way that is no part of the spine. */
    isHelper(node: number): boolean;
}

/**
 * Gives the roles of spine and neck to the bones between the hips and the top. The neck begins above the last bone that carries
 * both arms, or at the first bone that is known to belong to it; where the arms hang on the hips they say nothing.
 */
export function assignSpine(tree: BoneTree, bones: Map<Role, number>, hips: number, top: number, hints: SpineHints): void {
    const arms = meetingOf(tree, [bones.get('leftUpperArm'), bones.get('rightUpperArm')]);
    const belowArms = (node: number) => arms === undefined || isPartOf(tree, hips, arms) || isPartOf(tree, arms, node);
    let spine = 0;
    let neck = 0;
    for (const node of pathBetween(tree, hips, top).slice(1)) {
        if (node === bones.get('head') || hints.isHelper(node)) continue;
        if (neck > 0 || hints.isNeck(node) || !belowArms(node)) {
            bones.set(neck === 0 ? 'neck' : `neck${neck}`, node);
            neck++;
        } else {
            bones.set(spine === 0 ? 'spine' : `spine${spine}`, node);
            spine++;
        }
    }
}

function meetingOf(tree: BoneTree, nodes: (number | undefined)[]): number | undefined {
    const known = nodes.filter(node => node !== undefined);
    return known.length > 0 ? known.reduce((a, b) => meetingPoint(tree, a, b)) : undefined;
}
