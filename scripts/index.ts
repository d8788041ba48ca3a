import type { AppBase, ScriptType } from 'playcanvas';

import { ActionPlayer, actionPlayerAttributes } from './action-player';
import { ActiveRagdoll, activeRagdollAttributes } from './active-ragdoll';
import { AdditiveOverlay, additiveOverlayAttributes } from './additive-overlay';
import { AnimationMirror, animationMirrorAttributes } from './animation-mirror';
import { AnimationPace, animationPaceAttributes } from './animation-pace';
import { AnimationRetarget, animationRetargetAttributes } from './animation-retarget';
import { FootPlacementStates, footPlacementStatesAttributes } from './foot-placement-states';
import { HandPlacer, handPlacerAttributes } from './hand-placer';
import { HitReactions, hitReactionsAttributes } from './hit-reactions';
import { IdleRandomizer, idleRandomizerAttributes } from './idle-randomizer';
import { InstantTurn, instantTurnAttributes } from './instant-turn';
import { LimberBudget, limberBudgetAttributes } from './limber-budget';
import { LimberSetup, limberSetupAttributes } from './limber-setup';
import { Locomotion, locomotionAttributes } from './locomotion';
import { MecFootPlacer, mecFootPlacerAttributes } from './mec-foot-placer';
import { PerfectLookAt, perfectLookAtAttributes } from './perfect-look-at';
import { PlayerControls, playerControlsAttributes } from './player-controls';
import { PoseTransition, poseTransitionAttributes } from './pose-transition';
import type { AttributeTable } from './shell/attributes';
import { byEffect } from './shell/order';
import { declare, register } from './shell/register';
import { SpringChain, springChainAttributes } from './spring-chain';
import { StrideWarp, strideWarpAttributes } from './stride-warp';

// What projects made in code import, and the list of the scripts from which everything else follows: the Editor's file, its attributes,
// the documentation and the types.

export { ActionPlayer, actionPlayerAttributes };
export { ActiveRagdoll, activeRagdollAttributes };
export { AnimationMirror, animationMirrorAttributes };
export { AnimationPace, animationPaceAttributes };
export { AnimationRetarget, animationRetargetAttributes };
export type { ReferenceEdit } from './anim/retarget/reference-edits';
export type { MirrorMapJson } from './animation-mirror/mirror-map';
export type { MirrorReport } from './animation-mirror/report';
export type { BoneState } from './active-ragdoll/bodies/bone-state';
export { AdditiveOverlay, additiveOverlayAttributes };
export { FootPlacementStates, footPlacementStatesAttributes };
export { HandPlacer, handPlacerAttributes };
export { HitReactions, hitReactionsAttributes };
export type { ReactionState } from './hit-reactions/reaction-sequence';
export { InstantTurn, instantTurnAttributes };
export { IdleRandomizer, idleRandomizerAttributes };
export { LimberBudget, limberBudgetAttributes };
export { LimberSetup, limberSetupAttributes };
export type { Json, ScriptComponentJson, ScriptJson } from './limber-setup/component-json';
export { Locomotion, locomotionAttributes };
export { MecFootPlacer, mecFootPlacerAttributes };
export { PerfectLookAt, perfectLookAtAttributes };
export { PlayerControls, playerControlsAttributes };
export type { ScreenStick } from './player-controls/player-input';
export { PoseTransition, poseTransitionAttributes };
export { StrideWarp, strideWarpAttributes };
export { SpringChain, springChainAttributes };
export { instantiateCharacter, type TemplateJson } from './shell/instantiate-character';
export { createMirror, type ClipMirror } from './anim/clips/mirror';
export { mirrorTrack } from './anim/clips/mirror-track';
export { OWN_MOTIONS, type OwnMotion } from './anim/kinds/own-motions';
export { retargetTrack, type Retargeted, type RetargetOptions } from './anim/retarget/retarget-track';
export { loadIdleGraph, type IdleClips } from './anim/component/idle-graph';
export type { AttributeDefinition, AttributeTable, FieldDefinition, JsonAttribute } from './shell/attributes';
export type { Ground, GroundBody, GroundHit } from './core/ground/ground';
export { HeightGround, type HeightFunction } from './core/ground/height-ground';
export { MeshGround } from './core/ground/mesh-ground';
export { findSteps, type ClipSteps } from './anim/contacts/clip-description';
export { useBaked } from './rig/baked';
export { CORRECTABLE, useRoles, type CorrectedRole, type RoleCorrection } from './rig/correction';
export { describeCharacter as findCharacter, type Character } from './rig/character-description';
export type { LimbName } from './rig/rig';
export type { Role } from './rig/roles';

/** A script of the pack. */
export interface LimberScript {
    /** The name under which it is registered. */
    readonly name: string;
    readonly script: typeof ScriptType;
    /** Its attributes, in the order of the inspector. */
    readonly attributes: AttributeTable;
}

/** Every script of the pack, in the order of effect on a script component. Registration, documentation and types follow from it. */
export const limberScripts: readonly LimberScript[] = byEffect([
    { name: 'animationMirror', script: AnimationMirror, attributes: animationMirrorAttributes },
    { name: 'poseTransition', script: PoseTransition, attributes: poseTransitionAttributes },
    { name: 'additiveOverlay', script: AdditiveOverlay, attributes: additiveOverlayAttributes },
    { name: 'strideWarp', script: StrideWarp, attributes: strideWarpAttributes },
    { name: 'locomotion', script: Locomotion, attributes: locomotionAttributes },
    { name: 'idleRandomizer', script: IdleRandomizer, attributes: idleRandomizerAttributes },
    { name: 'perfectLookAt', script: PerfectLookAt, attributes: perfectLookAtAttributes },
    { name: 'mecFootPlacer', script: MecFootPlacer, attributes: mecFootPlacerAttributes },
    { name: 'footPlacementStates', script: FootPlacementStates, attributes: footPlacementStatesAttributes },
    { name: 'handPlacer', script: HandPlacer, attributes: handPlacerAttributes },
    { name: 'activeRagdoll', script: ActiveRagdoll, attributes: activeRagdollAttributes },
    { name: 'hitReactions', script: HitReactions, attributes: hitReactionsAttributes },
    { name: 'springChain', script: SpringChain, attributes: springChainAttributes },
    { name: 'instantTurn', script: InstantTurn, attributes: instantTurnAttributes },
    { name: 'animationRetarget', script: AnimationRetarget, attributes: animationRetargetAttributes },
    { name: 'animationPace', script: AnimationPace, attributes: animationPaceAttributes },
    { name: 'playerControls', script: PlayerControls, attributes: playerControlsAttributes },
    { name: 'actionPlayer', script: ActionPlayer, attributes: actionPlayerAttributes },
    { name: 'limberSetup', script: LimberSetup, attributes: limberSetupAttributes },
    { name: 'limberBudget', script: LimberBudget, attributes: limberBudgetAttributes }
]);

for (const { name, script, attributes } of limberScripts) declare(script, name, attributes);

/**
 * Registers every script of the pack with an application, so that entities and templates find them by their names. Projects made in code call
 * it once, before they add a script by its name; a script that is added as a class registers itself. In the Editor nothing needs to be called.
 *
 * @param app - The application; without it the current one.
 * @example
 * registerLimber(app);
 * hero.addComponent('script');
 * hero.script!.create('perfectLookAt', { attributes: { targetObject: ball } });
 */
export function registerLimber(app?: AppBase): void {
    for (const { name, script, attributes } of limberScripts) if (app?.scripts.get(name) !== script) register(script, name, attributes, app);
}
