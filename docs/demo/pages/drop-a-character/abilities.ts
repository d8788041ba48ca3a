import type { Ability } from './ability-list';
import { capital, countOf, listOf, numberWord } from './words';
import { hasWaysUp } from '../../frame/get-ups';
import type { OpenDropACharacter } from '../drop-a-character';

// What the pack makes of a character, and what it cannot, as a list of abilities in plain words.

/** Names of bones as a list; of many the first ones. */
function bonesOf(bones: readonly ({ readonly name: string } | null)[]): string {
    const names = bones.map(bone => bone?.name.replace(/^.*[:|]/, '') ?? '');
    return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${numberWord(names.length - 3)} more` : listOf(names);
}

/** An ability that is a script's being switched on. */
function enabling(script: { enabled: boolean }): Pick<Ability, 'get' | 'set'> {
    return {
        get: () => script.enabled,
        set: (on) => {
            script.enabled = on;
        }
    };
}

export function createAbilities(page: OpenDropACharacter): Ability[] {
    const { lookAt, feet, idle, ragdoll, hits, springs, mirror, character } = page;
    const { model, clips } = character;
    const choose = (can: boolean, yes: () => string, no: string) => (can ? yes() : no);
    return [
        {
            name: 'lookAt', title: 'Looks at the pointer', ...enabling(lookAt),
            can: () => lookAt.lookAtBones.length > 0,
            read: () => choose(
                lookAt.lookAtBones.length > 0, () => `${capital(bonesOf(lookAt.lookAtBones.map(({ bone }) => bone)))} turn, each within its limit.`,
                'Neither eyes, nor a head, nor a spine were found.'
            )
        },
        {
            name: 'feet', title: 'Feet on the ground', ...enabling(feet),
            can: () => feet.feet.length > 0,
            read: () => choose(
                feet.feet.length > 0,
                () => `${capital(numberWord(feet.feet.length))} feet on the hill, ${model?.legs === 4 ? 'and the body tilts with it' : 'and the pelvis comes down for them'}.`,
                'No legs were found.'
            )
        },
        {
            name: 'idle', title: 'Breathes and shifts its weight', ...enabling(idle),
            can: () => model !== null,
            read: () => choose(
                idle.idleState === '' || idle.idleState === character.clip, () => 'Never the same twice, with its feet in place.',
                `Waits while "${character.clip}" plays: it acts in "${idle.idleState}".`
            )
        },
        {
            name: 'hits', title: 'Feels hits', ...enabling(hits),
            can: () => ragdoll.bodyBones.length > 0,
            read: () => choose(
                ragdoll.bodyBones.length > 0, () => `${capital(countOf(ragdoll.bodyBones.length, 'bone'))} get bodies when a ball comes. Click to throw one.`,
                'No bones were found that could have bodies.'
            )
        },
        {
            name: 'falls', title: 'Falls and gets up',
            can: () => hits.enabled && ragdoll.bodyBones.length > 0,
            get: () => page.canFall,
            set: (on) => {
                page.canFall = on;
            },
            read: () => choose(
                hasWaysUp(character), () => 'A heavy ball knocks it down; it gets up with the clip that fits how it lies.',
                'It has no clip to get up with, so balls only make it stumble; switched on, it falls and stays down. Drop clips that are named get-up-prone or get-up-supine.'
            )
        },
        {
            name: 'springs', title: 'Hair, tail and cloth swing', ...enabling(springs),
            can: () => springs.chains.length > 0,
            read: () => choose(
                springs.chains.length > 0, () => `${capital(bonesOf(springs.chains.map(({ rootBone }) => rootBone)))} in a breeze, and after the body.`,
                'Neither a tail, nor ears, hair or cloth with bones of their own were found.'
            )
        },
        {
            name: 'mirror', title: 'Left and right exchanged',
            can: () => model !== null && clips.size > 0,
            get: () => mirror.mirror,
            set: (on) => {
                mirror.mirror = on;
            },
            read: () => choose(clips.size > 0, () => 'Shows every clip the other way round.', 'It has no clips that could be mirrored. Drop some.')
        }
    ];
}
