import type { Entity, GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type SpringChainAttributes } from './attributes';
import type { Rig } from '../rig/rig';
import type { Role } from '../rig/roles';
import { makeRow } from '../shell/attributes';

// Fills the list of chains that a designer has left empty: tail and ears by their role, hair and cloth by their name.

/** What swings by its nature, with the rows' values that suit it. */
const KINDS: readonly { readonly words: RegExp; readonly values: Partial<ChainRow> }[] = [
    { words: /tail|braid|pony|antenna/, values: { stiffness: 0.8, drag: 0.3 } },
    { words: /hair|bang|fringe|lock|ahoge/, values: { stiffness: 1, drag: 0.4, gravity: 0.1 } },
    { words: /scarf|cape|cloak|skirt|coat|ribbon|strap|tassel|belt|cloth|flap|sleeve/, values: { stiffness: 0.3, drag: 0.3, gravity: 0.4 } },
    { words: /(?:^|[^a-z])ears?(?:[^a-z]|$)/, values: { stiffness: 2, drag: 0.4 } }
];

const ROLES: readonly Role[] = ['tail', 'leftEar', 'rightEar'];

/** The kind of a bone by its name; undefined for one that does not swing. */
function kindOf(name: string): Partial<ChainRow> | undefined {
    const lower = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    return KINDS.find(({ words }) => words.test(lower))?.values;
}

/** The chains of a character. */
function defaultChains(rig: Rig): ChainRow[] {
    const { nodes, parents } = rig.skeleton;
    const rows: ChainRow[] = [];
    const limbs = new Set([...rig.bones].filter(([role]) => !/^(?:tail|leftEar|rightEar)/.test(role)).map(([, node]) => node));
    const swings = new Uint8Array(nodes.length);
    const add = (node: number, boneName: string, values: Partial<ChainRow>) => {
        swings[node] = 1;
        rows.push(makeRow(springChainAttributes.chains, { rootBone: nodes[node] as Entity, boneName, ...values }));
    };
    const roots = new Map(ROLES.flatMap(role => (rig.bones.has(role) ? [[rig.bones.get(role)!, role] as const] : [])));
    for (let node = 1; node < nodes.length; node++) {
        if (swings[parents[node]]) swings[node] = 1;
        if (swings[node] || limbs.has(node) || carriesLimb(rig, node, limbs)) continue;
        const role = roots.get(node);
        const values = kindOf(role ?? nodes[node].name);
        if (values && isBone(nodes[node])) add(node, role ?? nodes[node].name, values);
    }
    return rows;
}

/** Whether a part of the body that does not swing hangs on a node. */
function carriesLimb({ skeleton }: Rig, node: number, limbs: ReadonlySet<number>): boolean {
    for (let below = node + 1; below < skeleton.ends[node]; below++) if (limbs.has(below)) return true;
    return false;
}

/** Whether a node is more than the mesh of a part: files name the meshes of hair and clothes like this too. */
function isBone(node: GraphNode): boolean {
    return !(node as Entity).render;
}

export class AutoFill {
    private filled: ChainRow[] | null = null;

    /** Fills an empty list in place: assigning a list would refresh the script. */
    fill({ chains }: SpringChainAttributes, rig: Rig) {
        const isGone = (bone: GraphNode | null) => !bone || !rig.skeleton.nodes.includes(bone);
        if (chains === this.filled && chains.every(row => isGone(row.rootBone))) chains.length = 0;
        if (chains.length > 0) return;
        this.filled = chains;
        chains.push(...defaultChains(rig));
    }
}
