import { Quat, Vec3, type GraphNode } from 'playcanvas';

import { findCharacter } from './character';
import { lineOf } from './evidence';
import type { LimbName } from './rig';
import type { Role } from './roles';

// A character as code outside of the pack sees it: bones as nodes, directions and lengths in the scene's space and units.

/** What is known about a character: which bone is what, where it faces, how large it is. */
export interface Character {
    /** Every node of the model from the topmost one that holds all bones downwards, parents before children. */
    readonly nodes: readonly GraphNode[];
    /** The bone of each role that was found. The spine goes `spine`, `spine1`, `spine2` from the hips up, the neck likewise. */
    readonly bones: ReadonlyMap<Role, GraphNode>;
    /** How many legs it stands on: 0, 1, 2, 4, 6, 8 and so on; 0: no complete legs were found. */
    readonly legs: number;
    /** The limbs that it stands on, from the front to the back, of a pair the left one first: as many as there are legs. */
    readonly feet: readonly LimbName[];
    /**
     * The bones of each leg and arm, from the thigh or upper arm to the foot or hand; null where one was not found. A leg without a foot ends
     * in the mark at its end, or in the last bone that carries its skin. With more than four legs all are feet: `leftFoot`, `leftFoot1`,
     * `leftFoot2` from the front.
     */
    readonly limbs: Readonly<Record<LimbName, readonly GraphNode[] | null>>;
    /** World direction that it faces in its reference pose, where it is now. Unit length. */
    readonly forward: Vec3;
    /** World direction from its feet to its head in its reference pose, where it is now. Unit length. */
    readonly up: Vec3;
    /** Height of the standing character in the scene's units. */
    readonly height: number;
    /** Roles that a character can have and this one does not, or that are in doubt. */
    readonly missing: readonly Role[];
    /** What is wrong or was not found: sentences with what, where and how to fix it, the most important first. The scripts say the same. */
    readonly problems: readonly string[];
    /** What was weighed: for each question what was taken, what says otherwise, and how sure that is, 0..1. */
    report(): string[];
}

/**
 * Finds the character at or below an entity, as the scripts do. It is described where it is now: ask again when it has been moved.
 *
 * @param entity - The model's root, or any node above the skeleton.
 * @returns What is known about it, or null where there is nothing that could be a character.
 * @example
 * const character = findCharacter(hero);
 * const head = character?.bones.get('head');
 */
export function describeCharacter(entity: GraphNode): Character | null {
    const rig = findCharacter(entity);
    if (!rig) return null;
    const { nodes } = rig.skeleton;
    const { space } = rig.skeleton;
    const turn = space?.getRotation() ?? Quat.IDENTITY;
    const limbs = Object.entries(rig.limbs).map(([name, limb]) => [name, limb?.bones.map(bone => nodes[bone]) ?? null] as const);
    return {
        nodes,
        bones: new Map([...rig.bones].map(([role, bone]) => [role, nodes[bone]])),
        legs: rig.legs,
        feet: rig.feet,
        limbs: Object.fromEntries(limbs) as Character['limbs'],
        forward: turn.transformVector(new Vec3([...rig.forward])),
        up: turn.transformVector(new Vec3([...rig.up])),
        height: rig.height * (space?.getWorldTransform().getScale().y ?? 1),
        missing: rig.missing,
        problems: rig.problems,
        report: () => rig.evidence.map(lineOf)
    };
}
