import type { AppBase } from 'playcanvas';

import { ActiveRagdoll, activeRagdollAttributes } from './active-ragdoll';
import { FootPlacementStates, footPlacementStatesAttributes } from './foot-placement-states';
import { MecFootPlacer, mecFootPlacerAttributes } from './mec-foot-placer';
import { PerfectLookAt, perfectLookAtAttributes } from './perfect-look-at';
import { register } from './shell/attributes';

// What projects made in code import. The Editor's file is made from bundle.ts.

export { ActiveRagdoll, activeRagdollAttributes };
export type { BoneState } from './active-ragdoll/bone-state';
export { FootPlacementStates, footPlacementStatesAttributes };
export { MecFootPlacer, mecFootPlacerAttributes };
export { PerfectLookAt, perfectLookAtAttributes };
export type { AttributeDefinition, AttributesOf, AttributeTable, FieldDefinition, JsonAttribute } from './shell/attributes';
export type { Ground, GroundBody, GroundHit } from './core/ground/ground';
export { HeightGround, type HeightFunction } from './core/ground/height-ground';
export { MeshGround } from './core/ground/mesh-ground';
export { findSkeleton } from './rig/skeleton';
export { detectRig, type Rig } from './rig/detect';
export type { Role } from './rig/roles';

/**
 * Registers every script of the pack with an application. Projects made in code call it once, before they add a script to an entity;
 * in the Editor nothing needs to be called.
 *
 * @param app - The application; without it the current one.
 * @example
 * registerLimber(app);
 * hero.addComponent('script');
 * hero.script.create('perfectLookAt', { attributes: { targetObject: ball } });
 */
export function registerLimber(app?: AppBase): void {
    register(PerfectLookAt, 'perfectLookAt', perfectLookAtAttributes, app);
    register(MecFootPlacer, 'mecFootPlacer', mecFootPlacerAttributes, app);
    register(FootPlacementStates, 'footPlacementStates', footPlacementStatesAttributes, app);
    register(ActiveRagdoll, 'activeRagdoll', activeRagdollAttributes, app);
}
