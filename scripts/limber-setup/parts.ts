import type { ScriptType } from 'playcanvas';

import type { LimberSetupAttributes } from './attributes';
import { lackingClips } from './lacking-clips';
import { findAnim } from '../anim/component/find-anim';
import { hasNamedGetUp } from '../anim/kinds/get-up-names';
import { findAppendages } from '../rig/appendages';
import type { Rig } from '../rig/rig';

// What can be ticked: which scripts it takes, in which way they begin, and what a character must have for it.

/** What can be ticked. */
export type PartName = Exclude<keyof LimberSetupAttributes, 'targetObject'>;

/** A script and the attributes that it begins with. */
export interface WantedScript {
    /** The name under which it is registered. */
    readonly script: string;
    readonly attributes: Readonly<Record<string, unknown>>;
}

/** Something that can be ticked. */
export interface SetupPart {
    readonly tick: PartName;
    /** Whether it does nothing without Ammo. */
    readonly needsPhysics: boolean;
    /** What a character lacks for it; empty where it lacks nothing. */
    lack(rig: Rig): string;
    /**
     * What is missing for all that it can do, as a sentence; empty: nothing.
     *
     * @param script - The last of its scripts, which was added.
     */
    miss?(rig: Rig, settings: LimberSetupAttributes, script: ScriptType): string;
    /** Its scripts, in the order of effect. */
    wanted(rig: Rig, settings: LimberSetupAttributes): WantedScript[];
}

const NO_GET_UP = 'there is no clip to get up with, so a character that falls stays down. Tick Animate, name clips get-up-prone and get-up-supine, or add rows to Get-Up Clips of hitReactions.';

/** States by their name in which a character stands. */
const STANDING = /idle|stand|wait|breath/i;

const hasHips = (rig: Rig) => (rig.bones.has('hips') ? '' : 'the character has no hips that were found');

/** The state of the base layer in which the character stands; empty where none is called so. */
function standingState(rig: Rig): string {
    const states = findAnim(rig.skeleton.nodes[0])?.baseLayer?.states;
    return states?.find(state => STANDING.test(state)) ?? '';
}

/** The body with which hits are felt; on its own it is soft enough for a touch to show. */
function ragdoll({ hitReactions }: LimberSetupAttributes): WantedScript {
    const weight = hitReactions ? 1 : 0.3;
    return { script: 'activeRagdoll', attributes: { active: true, rotationWeight: weight, translationWeight: weight } };
}

export const PARTS: readonly SetupPart[] = [
    {
        tick: 'animate',
        needsPhysics: false,
        lack: ({ legs }) => (legs === 2 || legs === 4 ? '' : 'the character has neither two nor four legs that were found'),
        wanted: rig => [{ script: 'animationRetarget', attributes: { clips: lackingClips(rig) } }]
    },
    {
        tick: 'mirror',
        needsPhysics: false,
        lack: () => '',
        wanted: () => [{ script: 'animationMirror', attributes: { mirror: true } }]
    },
    {
        tick: 'idle',
        needsPhysics: false,
        lack: ({ spine, bones }) => (spine.length > 0 || bones.has('head') ? '' : 'the character has neither a spine nor a head that were found'),
        wanted: rig => [{ script: 'idleRandomizer', attributes: { idleState: standingState(rig) } }]
    },
    {
        tick: 'lookAt',
        needsPhysics: false,
        lack: ({ spine, neck, bones }) => (
            spine.length > 0 || neck.length > 0 || bones.has('head') || bones.has('leftEye') || bones.has('rightEye') ? '' :
                'the character has neither eyes, a head nor a spine that were found'
        ),
        wanted: (_, { targetObject }) => [{ script: 'perfectLookAt', attributes: { targetObject } }]
    },
    {
        tick: 'feet',
        needsPhysics: false,
        lack: ({ limbs }) => (limbs.leftFoot || limbs.rightFoot ? '' : 'the character has no legs that were found'),
        wanted: () => [{ script: 'mecFootPlacer', attributes: { adjustPelvisVertically: true, dampPelvis: true } }]
    },
    {
        tick: 'hands',
        needsPhysics: false,
        lack: ({ limbs, feet }) => ((['leftHand', 'rightHand'] as const).some(hand => limbs[hand] && !feet.includes(hand)) ? '' : 'the character has no free arms with hands that were found'),
        wanted: () => [{ script: 'handPlacer', attributes: {} }]
    },
    {
        tick: 'ragdoll',
        needsPhysics: true,
        lack: hasHips,
        wanted: (_, settings) => [ragdoll(settings)]
    },
    {
        tick: 'hitReactions',
        needsPhysics: true,
        lack: hasHips,
        miss: (rig, _, script) => ((script as unknown as { getUpClips: unknown[] }).getUpClips.length > 0 || hasNamedGetUp(rig) ? '' : NO_GET_UP),
        wanted: (_, settings) => [ragdoll(settings), { script: 'hitReactions', attributes: {} }]
    },
    {
        tick: 'springs',
        needsPhysics: false,
        lack: rig => (findAppendages(rig).length > 0 ? '' : 'the character has no tail, ears, hair or cloth with bones of their own'),
        wanted: () => [{ script: 'springChain', attributes: {} }]
    }
];
