import type { GraphNode } from 'playcanvas';

import type { Rig } from './rig';
import type { Role } from './roles';

// What hangs from a body and swings by its nature: tail and ears by their role, hair, cloth and soft parts by their name.
//
// Parts that carry the character are left out: wings, fins, and the tail of a body without limbs, which swims or crawls by it.

export type AppendageKind = 'tail' | 'hair' | 'cloth' | 'ear' | 'soft';

/** Something that hangs. */
export interface Appendage {
    /** Its topmost node. */
    readonly node: number;
    readonly kind: AppendageKind;
    /** First bones that swing: the topmost one, or, where hair or cloth branches there, its branches, which are sewn to it. */
    readonly chains: readonly number[];
}

const WORDS: readonly (readonly [AppendageKind, RegExp])[] = [
    ['tail', /tail|braid|pony|antenna/],
    ['hair', /hair|bang|fringe|lock|ahoge/],
    ['cloth', /scarf|cape|cloak|skirt|coat|ribbon|strap|tassel|belt|cloth|flap|sleeve/],
    ['ear', /(?:^|[^a-z])ears?(?:[^a-z]|$)/],
    ['soft', /belly|udder|jiggle|breast|dewlap|wattle/]
];

const ROLES: readonly Role[] = ['tail', 'leftEar', 'rightEar'];

/** Names of bones of the trunk: a tail that is called so is the rump that a stub of a tail belongs to. */
const TRUNK = /back|spine|hip|pelvis|body|torso/i;

const LIMB = /(?:Thigh|Shin|Foot|UpperArm|Forearm|Hand)\d*$/;

/** The kind of a bone by its name; undefined for one that does not swing. */
function kindOf(name: string): AppendageKind | undefined {
    const lower = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    return WORDS.find(([, words]) => words.test(lower))?.[0];
}

/** Finds what hangs from a character; what is below a part belongs to it. */
export function findAppendages(rig: Rig): Appendage[] {
    const { nodes, parents } = rig.skeleton;
    const limbs = new Set([...rig.bones].filter(([role]) => !/^(?:tail|leftEar|rightEar)/.test(role)).map(([, node]) => node));
    const roles = new Map(ROLES.flatMap(role => (rig.bones.has(role) ? [[rig.bones.get(role)!, role] as const] : [])));
    const hasLimbs = [...rig.bones.keys()].some(role => LIMB.test(role));
    const hangs = new Uint8Array(nodes.length);
    const found: Appendage[] = [];
    for (let node = 1; node < nodes.length; node++) {
        if (hangs[parents[node]]) hangs[node] = 1;
        if (hangs[node] || limbs.has(node) || carriesLimb(rig, node, limbs)) continue;
        const { name } = nodes[node];
        const kind = kindOf(TRUNK.test(name) ? name : roles.get(node) ?? name);
        if (!kind || !isBone(nodes[node])) continue;
        hangs[node] = 1;
        if (kind === 'tail' && !hasLimbs && roles.has(node)) continue;
        found.push({ node, kind, chains: kind === 'hair' || kind === 'cloth' ? branchesOf(rig, node) : [node] });
    }
    return found;
}

/** The branches of a node that branches, else the node itself. */
function branchesOf({ skeleton: { parents, ends } }: Rig, node: number): number[] {
    const branches: number[] = [];
    for (let below = node + 1; below < ends[node]; below++) if (parents[below] === node) branches.push(below);
    return branches.length > 1 ? branches : [node];
}

/** Whether a part of the body that does not swing hangs on a node. */
function carriesLimb({ skeleton }: Rig, node: number, limbs: ReadonlySet<number>): boolean {
    for (let below = node + 1; below < skeleton.ends[node]; below++) if (limbs.has(below)) return true;
    return false;
}

/** Whether a node is more than the mesh of a part: files name the meshes of hair and clothes like this too. */
function isBone(node: GraphNode): boolean {
    return !('render' in node && node.render);
}
