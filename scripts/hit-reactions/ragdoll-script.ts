import type { Entity, GraphNode, ScriptType, Vec3 } from 'playcanvas';

import type { SteeredBodies, Steering } from '../core/dynamics/steering';

/** What hitReactions uses of activeRagdoll on the same entity. */
export interface RagdollScript extends ScriptType {
    active: boolean;
    isReady: boolean;
    readonly bodies: SteeredBodies | null;
    readonly bodyBones: readonly GraphNode[];
    bodyIndex(bone: GraphNode | string): number;
    steer(steering: Steering | null): void;
    deactivate(time?: number): void;
    addImpulse(bone: Entity | string, point: Vec3, impulse: Vec3): void;
}
