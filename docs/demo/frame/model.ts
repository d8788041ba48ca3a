import { detectRig, findSkeleton, type Rig, type Role } from 'limber';
import { Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

// What pages need to know of a character, in the scene's units and directions.

export interface Model {
    readonly rig: Rig;
    /** All bones, parents before children. */
    readonly bones: readonly GraphNode[];
    /** Where it faces, and away from the ground, in its reference pose where it is now. */
    readonly forward: Vec3;
    readonly up: Vec3;
    readonly height: number;
    /** The bone of a role; null when it has none. */
    bone(role: Role): GraphNode | null;
}

/** Describes a character; null when it has no skeleton. */
export function readModel(entity: Entity): Model | null {
    const skeleton = findSkeleton(entity);
    if (!skeleton) return null;
    const rig = detectRig(skeleton);
    const bones = skeleton.nodes as readonly GraphNode[];
    const { space } = skeleton;
    const turn = space?.getRotation() ?? Quat.IDENTITY;
    return {
        rig, bones,
        forward: turn.transformVector(new Vec3([...rig.forward])),
        up: turn.transformVector(new Vec3([...rig.up])),
        height: rig.height * (space?.getWorldTransform().getScale().y ?? 1),
        bone: role => (rig.bones.has(role) ? bones[rig.bones.get(role)!] : null)
    };
}
