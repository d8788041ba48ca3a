import type { Entity, GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type ColliderRow, type SpringChainAttributes } from './attributes';
import { defaultColliders, hangsOnBody, measureCollider } from './default-colliders';
import { PERSON_HEIGHT } from '../core/math/scalars';
import { findAppendages, type AppendageKind, type Appendage } from '../rig/appendages';
import { roleOf, type Rig } from '../rig/rig';
import { resolveBone } from '../rig/row-bone';
import { makeRow } from '../shell/attributes';
import { completeByHand, isLeftOut } from '../shell/left-out';

// Fills the lists that a designer has left empty: chains for what hangs, and colliders for the body beside hair and cloth.

/** Values that suit what hangs, of a person's size. Vertebrae and gristle bend little from bone to bone; nothing folds up. */
const VALUES: Readonly<Record<AppendageKind, Partial<ChainRow>>> = {
    tail: {},
    hair: { gravity: 0.5, airDrag: 0.5, bodyInertia: 1 },
    // cloth is flat between its joints, and legs are round
    cloth: { gravity: 1.3, radius: 0.045, maxBend: 360, airDrag: 0.7, bodyInertia: 1 },
    ear: {},
    soft: { frequency: 4, maxBend: 20, bodyInertia: 1 }
};

/** The chains of something that hangs. */
function chainsOf(rig: Rig, { kind, chains }: Appendage, scale: number): ChainRow[] {
    const { radius } = VALUES[kind];
    const size = radius === undefined ? {} : { radius: radius * scale * rig.height / PERSON_HEIGHT };
    return chains.map((node) => {
        const { nodes } = rig.skeleton;
        return makeRow(springChainAttributes.chains, { rootBone: nodes[node] as Entity, boneName: roleOf(rig, node) ?? nodes[node].name, ...VALUES[kind], ...size });
    });
}

/** The chains of all that hangs, and the body's capsules beside hair and cloth. */
function makeChains(rig: Rig, scale: number): { chains: ChainRow[]; colliders: ColliderRow[] } {
    const parts = findAppendages(rig);
    const chains = parts.flatMap(part => chainsOf(rig, part, scale));
    if (!hangsOnBody(parts)) return { chains, colliders: [] };
    const hanging = parts.flatMap(part => part.chains.map(node => ({ node, radius: VALUES[part.kind].radius ?? springChainAttributes.chains.schema.radius.default })));
    const body = defaultColliders(rig, hanging, scale);
    body.groups.forEach((groups, i) => chains[i].colliderGroups.push(...groups));
    return { chains, colliders: body.colliders };
}

/** Fields that say which chain a row is, and what is a designer's alone. */
const OWN = ['rootBone', 'boneName', 'center', 'centerName', 'exclude'];

const GIVEN = (Object.keys(springChainAttributes.chains.schema) as (keyof ChainRow)[]).filter(field => !OWN.includes(field));

/** Fields of a collider that are measured together. */
const MEASURED = ['shape', 'offset', 'tail', 'radius'] as const;

/** Measures the colliders of which code has named the bone alone. */
function measureByHand(colliders: readonly ColliderRow[], rig: Rig, scale: number): void {
    for (const row of colliders) {
        if (!MEASURED.every(field => isLeftOut(row, field))) continue;
        const node = resolveBone(rig, row.bone, row.boneName);
        const measured = node >= 0 ? measureCollider(rig, node, scale) : null;
        if (measured) completeByHand([row], [measured], () => true, MEASURED);
    }
}

/** Lets a length of a row grow with the character; its default does by itself. */
function grow(row: { radius: number }, natural: number, grown: number): void {
    if (row.radius !== natural && grown > 0 && grown !== 1) row.radius *= grown;
}

export class SpringAutoFill {
    private filled: ChainRow[] | null = null;

    private filledColliders: ColliderRow[] | null = null;

    /** World units per unit of model space for which lists were filled. */
    private scale = 1;

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
        const grown = scale / this.scale;
        if (chains === this.filled) chains.forEach(row => grow(row, springChainAttributes.chains.schema.radius.default, grown));
        if (colliders === this.filledColliders) colliders.forEach(row => grow(row, springChainAttributes.colliders.schema.radius.default, grown));
        this.scale = scale;
        measureByHand(colliders, rig, scale);
        if (chains.length > 0) {
            this.completeByHand(chains, colliders, rig, scale);
            return;
        }
        this.filled = chains;
        const made = makeChains(rig, scale);
        chains.push(...made.chains);
        if (colliders.length > 0) return;
        this.filledColliders = colliders;
        colliders.push(...made.colliders);
    }

    /** What rows by hand leave out is as in the rows that would be filled in; the body too, where they leave out what holds them off. */
    private completeByHand(chains: ChainRow[], colliders: ColliderRow[], rig: Rig, scale: number) {
        if (!chains.some(row => GIVEN.some(field => isLeftOut(row, field)))) return;
        const made = makeChains(rig, scale);
        const needsBody = colliders.length === 0 && chains.some(row => isLeftOut(row, 'colliderGroups'));
        completeByHand(chains, made.chains, ({ rootBone }, row) => rig.skeleton.nodes.indexOf(rootBone!) === resolveBone(rig, row.rootBone, row.boneName), GIVEN);
        if (!needsBody || !chains.some(({ colliderGroups }) => colliderGroups.length > 0)) return;
        this.filledColliders = colliders;
        colliders.push(...made.colliders);
    }
}
