import type { Entity, GraphNode, ScriptType, Vec3 } from 'playcanvas';

import type { SteeredBodies, Steering } from '../core/dynamics/steering';
import type { Flat } from '../core/math/flat-math';
import type { Report } from '../rig/row-bone';

/** What hitReactions uses of activeRagdoll on the same entity. */
export interface RagdollScript extends ScriptType {
    /** What the designer has set. */
    readonly active: boolean;
    readonly bones: readonly object[];
    readonly control: {
        readonly isOn: boolean;
        isReady: boolean;
        readonly bodies: SteeredBodies | null;
        readonly bones: readonly GraphNode[];
        animatedIndex(bone: GraphNode): number;
        animatedPlace(out: Flat, o: number, index: number): boolean;
        bodyOf(bone: GraphNode | string, report?: Report): number;
        steer(steering: Steering | null): void;
        carryTargets(turn: Flat, pivot: Flat, shift: Flat): void;
        setOn(isOn: boolean | null, time?: number): void;
    };
    addImpulse(bone: Entity | string, point: Vec3, impulse: Vec3): void;
}
