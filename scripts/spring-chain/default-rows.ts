import type { Entity, GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type ColliderRow, type SpringChainAttributes } from './attributes';
import { defaultColliders } from './default-colliders';
import { PERSON_HEIGHT } from '../core/math/scalars';
import { findHanging, type HangingKind, type HangingPart } from '../rig/hanging';
import { roleOf, type Rig } from '../rig/rig';
import { makeRow } from '../shell/attributes';

// Fills the lists that a designer has left empty: chains for what hangs, and colliders for the body beside hair and cloth.

/** Values that suit what hangs, of a person's size. Vertebrae and gristle bend little from bone to bone; nothing folds up. */
const VALUES: Readonly<Record<HangingKind, Partial<ChainRow>>> = {
    tail: {},
    hair: { gravity: 0.5, airDrag: 0.5, bodyInertia: 1 },
    // cloth is flat between its joints, and legs are round
    cloth: { gravity: 1.3, radius: 0.045, maxBend: 360, airDrag: 0.7, bodyInertia: 1 },
    ear: {}
};

/** The chains of something that hangs. */
function chainsOf(rig: Rig, { kind, chains }: HangingPart, scale: number): ChainRow[] {
    const { radius } = VALUES[kind];
    const size = radius === undefined ? {} : { radius: radius * scale * rig.height / PERSON_HEIGHT };
    return chains.map((node) => {
        const { nodes } = rig.skeleton;
        return makeRow(springChainAttributes.chains, { rootBone: nodes[node] as Entity, boneName: roleOf(rig, node) ?? nodes[node].name, ...VALUES[kind], ...size });
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
        chains.push(...parts.flatMap(part => chainsOf(rig, part, scale)));
        if (colliders.length > 0 || !parts.some(({ kind }) => kind === 'hair' || kind === 'cloth')) return;
        this.filledColliders = colliders;
        const hanging = parts.flatMap(part => part.chains.map(node => ({ node, radius: VALUES[part.kind].radius ?? springChainAttributes.chains.schema.radius.default })));
        const body = defaultColliders(rig, hanging, scale);
        colliders.push(...body.colliders);
        body.groups.forEach((groups, i) => chains[i].colliderGroups.push(...groups));
    }
}
