import type { Entity, GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type SpringChainAttributes } from './attributes';
import { findHanging, type HangingKind } from '../rig/hanging';
import type { Rig } from '../rig/rig';
import { makeRow } from '../shell/attributes';

// Fills the list of chains that a designer has left empty: tail and ears by their role, hair and cloth by their name.

/** Values that suit what hangs. */
const VALUES: Readonly<Record<HangingKind, Partial<ChainRow>>> = {
    tail: { stiffness: 0.8, drag: 0.3 },
    hair: { stiffness: 1, drag: 0.4, gravity: 0.1 },
    cloth: { stiffness: 0.3, drag: 0.3, gravity: 0.4 },
    ear: { stiffness: 2, drag: 0.4 }
};

/** The chains of a character. */
function defaultChains(rig: Rig): ChainRow[] {
    return findHanging(rig).map(({ node, kind, boneName }) => makeRow(springChainAttributes.chains, {
        rootBone: rig.skeleton.nodes[node] as Entity, boneName, ...VALUES[kind]
    }));
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
