import type { Entity, GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type ColliderRow, type SpringChainAttributes } from './attributes';
import { defaultColliders } from './default-colliders';
import { findHanging, type HangingKind, type HangingPart } from '../rig/hanging';
import { roleOf, type Rig } from '../rig/rig';
import { makeRow } from '../shell/attributes';

// Fills the lists that a designer has left empty: chains for what hangs, and colliders for the body beside hair and cloth.

/** Values that suit what hangs. Vertebrae and gristle bend little from bone to bone; nothing folds up. */
const VALUES: Readonly<Record<HangingKind, Partial<ChainRow>>> = {
    tail: { stiffness: 0.8, drag: 0.3, limit: 'cone', limitAngle: 50 },
    hair: { stiffness: 1, drag: 0.4, gravity: 0.1, limit: 'cone', limitAngle: 80 },
    cloth: { stiffness: 0.3, drag: 0.4, gravity: 0.4 },
    ear: { stiffness: 3, drag: 0.3, limit: 'cone', limitAngle: 45 }
};

/** The chains of something that hangs. */
function chainsOf(rig: Rig, { kind, chains }: HangingPart): ChainRow[] {
    return chains.map((node) => {
        const { nodes } = rig.skeleton;
        return makeRow(springChainAttributes.chains, { rootBone: nodes[node] as Entity, boneName: roleOf(rig, node) ?? nodes[node].name, ...VALUES[kind] });
    });
}

export class AutoFill {
    private filled: ChainRow[] | null = null;

    private filledColliders: ColliderRow[] | null = null;

    /**
     * Fills empty lists in place: assigning a list would refresh the script. Hair and cloth that were found get the body's capsules, where
     * there are no colliders.
     *
     * @param scale - World units per unit of model space.
     */
    fill({ chains, colliders }: SpringChainAttributes, rig: Rig, scale: number) {
        const isGone = (bone: GraphNode | null) => !bone || !rig.skeleton.nodes.includes(bone);
        if (chains === this.filled && chains.every(row => isGone(row.rootBone))) chains.length = 0;
        if (colliders === this.filledColliders && colliders.every(row => isGone(row.bone))) colliders.length = 0;
        if (chains.length > 0) return;
        this.filled = chains;
        const parts = findHanging(rig);
        chains.push(...parts.flatMap(part => chainsOf(rig, part)));
        const loose = parts.filter(({ kind }) => kind === 'hair' || kind === 'cloth');
        if (colliders.length > 0 || loose.length === 0) return;
        this.filledColliders = colliders;
        colliders.push(...defaultColliders(rig, loose.flatMap(part => part.chains), scale));
    }
}
