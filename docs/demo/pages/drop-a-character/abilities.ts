import type { ActiveRagdoll, AnimationRetarget, Character as Model, IdleRandomizer, LimberSetup, MecFootPlacer, PerfectLookAt, SpringChain } from 'limber';

import type { Ability } from './ability-list';
import { capital, countOf, listOf, numberWord, partsOf } from './words';

// What the pack makes of a character, and what it cannot, as a list of abilities in plain words. What is missing is what limberSetup reports.

/** What can be ticked, and how limberSetup calls it. */
const TITLES = { animate: 'Animate', lookAt: 'Look At', feet: 'Feet', idle: 'Idle', hitReactions: 'Hit Reactions', springs: 'Springs' } as const;

type Tick = keyof typeof TITLES;

/** The character, limberSetup, and the scripts that it has added. */
export interface SetUp {
    readonly character: { readonly model: Model | null, readonly clips: ReadonlyMap<string, unknown>, readonly clip: string };
    readonly setup: LimberSetup;
    readonly retarget: AnimationRetarget | null;
    readonly lookAt: PerfectLookAt | null;
    readonly feet: MecFootPlacer | null;
    readonly idle: IdleRandomizer | null;
    readonly ragdoll: ActiveRagdoll | null;
    readonly springs: SpringChain | null;
    /** Whether it has a clip to get up with. */
    readonly hasWaysUp: boolean;
    /** Whether it falls when it is knocked. */
    canFall: boolean;
}

/** Why something that is ticked is not on, as a sentence; empty: it is on. */
function lackOf(setup: LimberSetup, title: string): string {
    const start = `${title}: not on, `;
    const sentence = setup.report().find(one => one.startsWith(start))?.slice(start.length);
    return sentence ? capital(sentence) : '';
}

/** What limberSetup tells of a tick beside the sentences about what is wrong. */
const OUTCOME = /^[A-Z][\w ]*: (?:not on, |\w+ (?:was added|was there already|is added in the first frame))/;

/** What limberSetup says, the most important first, without what is on and what the list of abilities tells to be not on. */
export function sentencesOf(setup: LimberSetup): string[] {
    return setup.report().filter(sentence => !OUTCOME.test(sentence));
}

/** An ability that is one of limberSetup's ticks. */
function ticking(setup: LimberSetup, tick: Tick, title: string, read: () => string): Ability {
    // told of what is ticked alone, so it is asked now
    const lack = lackOf(setup, TITLES[tick]);
    return {
        name: tick,
        title,
        can: () => lack === '',
        get: () => setup[tick],
        set: (on) => {
            setup[tick] = on;
        },
        read: () => lack || read()
    };
}

export function createAbilities(page: SetUp): Ability[] {
    const { setup, character } = page;
    const { model, clips } = character;
    const standsIn = () => page.idle?.idleState ?? '';
    const hasBodies = () => page.ragdoll !== null && page.ragdoll.control.bones.length > 0;
    return [
        ticking(setup, 'animate', 'Lives', () => {
            const { retarget } = page;
            if (!retarget?.ready) return retarget?.problems()[0] ?? 'Its clips are on their way.';
            const given = [...retarget.tracks.keys()].map(name => name.replace(/^get-up.*/, 'get up'));
            return given.length > 0 ? `Takes these from the pack, made over for its body: ${listOf([...new Set(given)])}.` : 'Has all clips that it needs.';
        }),
        ticking(setup, 'lookAt', 'Looks at the pointer', () => `Turns ${partsOf(model!, page.lookAt!.lookAtBones.map(({ bone }) => bone))}, each within its limit.`),
        ticking(setup, 'feet', 'Feet on the ground', () => {
            const feet = capital(numberWord(page.feet!.feet.length));
            return `${feet} feet on the hill, ${model?.legs === 4 ? 'and the body tilts with it' : 'and the pelvis comes down for them'}.`;
        }),
        ticking(setup, 'idle', 'Breathes and shifts its weight', () => {
            if (standsIn() === '' || standsIn() === character.clip) return 'Never the same twice, with its feet in place.';
            return `Waits while "${character.clip}" plays: it acts in "${standsIn()}".`;
        }),
        ticking(setup, 'hitReactions', 'Feels hits', () => `${capital(countOf(page.ragdoll!.control.bones.length, 'bone'))} get bodies when a ball comes. Click to throw one.`),
        {
            name: 'falls', title: 'Falls and gets up',
            can: () => setup.hitReactions && hasBodies(),
            get: () => page.canFall,
            set: (on) => {
                page.canFall = on;
            },
            read: () => {
                if (!hasBodies()) return 'Nothing hits it.';
                if (page.hasWaysUp) return 'A heavy ball knocks it down; it gets up with the clip that fits how it lies.';
                return 'It has no clip to get up with, so balls only make it stumble; switched on, it falls and stays down. Switch on Lives, or drop clips that are named get-up-prone or get-up-supine.';
            }
        },
        {
            ...ticking(setup, 'springs', 'Hair, tail and cloth swing', () => `${capital(partsOf(model!, page.springs!.chains.map(({ rootBone }) => rootBone)))} in a breeze, and after the body.`),
            set: (on) => {
                setup.springs = on;
                if (page.springs) page.springs.enabled = on;
            }
        },
        {
            name: 'mirror', title: 'Left and right exchanged',
            can: () => model !== null && clips.size > 0,
            get: () => setup.mirror,
            set: (on) => {
                setup.mirror = on;
            },
            read: () => (clips.size > 0 ? 'Shows every clip the other way round.' : 'It has no clips that could be mirrored. Drop some.')
        }
    ];
}
