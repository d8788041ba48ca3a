import { Vec3, type AnimTrack, type AppBase, type Entity, type ScriptType } from 'playcanvas';

import { assetOf } from './clip-asset';
import { limberScripts, type ActionPlayer, type ActiveRagdoll, type AdditiveOverlay, type AnimationMirror, type HandPlacer, type HitReactions, type IdleRandomizer, type InstantTurn, type Locomotion, type PlayerControls, type PoseTransition, type SpringChain } from '../../scripts/index';
import { byEffect } from '../../scripts/shell/order';

// Every script of the pack at work: what each is given so that it does something on any character, and what a game does to it now and then.

/** What scripts are given of the scene. */
export interface Company {
    readonly app: AppBase;
    readonly target: Entity;
    /** Clips of the character, each played by the state of its name. */
    readonly clips: ReadonlyMap<string, AnimTrack>;
}

type Any = ScriptType & { problems(): string[]; refresh(): void };

interface Way {
    /** Scripts that it works with. */
    readonly needs?: readonly string[];
    attributes?(company: Company): object;
    act?(script: Any, company: Company): void;
}

const stateOf = ({ clips }: Company, index: number) => [...clips.keys()][index % clips.size] ?? '';

const UP = new Vec3(0, 40, 0);

/** What is done with each script, by its registered name. */
export const WAYS: Readonly<Record<string, Way>> = {
    animationMirror: {
        attributes: () => ({ mirror: true }),
        act: script => (script as unknown as AnimationMirror).shiftPhase()
    },
    animationRetarget: { act: script => script.refresh() },
    poseTransition: { act: script => (script as unknown as PoseTransition).inertialize(0.1) },
    additiveOverlay: {
        attributes: company => ({ overlays: [{ name: 'more', clip: assetOf(company.app, [...company.clips.values()][1 % company.clips.size]) }] }),
        act: script => (script as unknown as AdditiveOverlay).play('more', 1)
    },
    idleRandomizer: { attributes: () => ({ seed: 1 }), act: script => (script as unknown as IdleRandomizer).fadeIn(0.2) },
    strideWarp: { attributes: () => ({ speed: 1.2, direction: 20 }) },
    locomotion: { act: script => (script as unknown as Locomotion).play('walk', 1) },
    perfectLookAt: { attributes: ({ target }) => ({ targetObject: target }) },
    mecFootPlacer: { attributes: () => ({ adjustPelvisVertically: true, dampPelvis: true }) },
    footPlacementStates: {
        needs: ['mecFootPlacer'],
        attributes: company => ({ states: [{ state: stateOf(company, 0), plant: false, adjustPelvis: true }] })
    },
    handPlacer: {
        attributes: ({ target }) => ({ hands: [{ hand: 'left', target }, { hand: 'right' }] }),
        act: (script, { target }) => (script as unknown as HandPlacer).reach('right', target, 0.2)
    },
    activeRagdoll: {
        attributes: () => ({ active: true, rotationWeight: 0.6, translationWeight: 0.8 }),
        act: script => (script as unknown as ActiveRagdoll).addImpulse('head', script.entity.getPosition(), UP)
    },
    hitReactions: {
        needs: ['activeRagdoll'],
        act: script => (script as unknown as HitReactions).hit('spine', script.entity.getPosition(), UP)
    },
    springChain: {
        attributes: () => ({ chains: [{ boneName: 'head' }, { boneName: 'leftUpperArm' }] }),
        act: script => (script as unknown as SpringChain).addImpulse(Vec3.UP)
    },
    instantTurn: {
        attributes: company => ({ turnClipLeftFoot: stateOf(company, 0) }),
        act: script => (script as unknown as InstantTurn).turn()
    },
    animationPace: { attributes: () => ({ pace: 0.8 }) },
    playerControls: { act: script => (script as unknown as PlayerControls).goTo(script.entity.getPosition()) },
    actionPlayer: {
        attributes: company => ({ actions: [{ name: 'one', kind: 'any', state: stateOf(company, 0) }, { name: 'two', kind: 'any', state: stateOf(company, 1), minSpeed: 0 }] }),
        act: (script, { target }) => (script as unknown as ActionPlayer).requestBest('any', target)
    },
    limberBudget: { attributes: () => ({ milliseconds: 1, farDistance: 20 }) },
    limberSetup: { attributes: ({ target }) => ({ lookAt: true, targetObject: target, idle: true, mirror: true, springs: true, feet: true }) }
};

/** Adds a script at work to an entity, above it those that it works with. */
export function addBusy(entity: Entity, name: string, company: Company): Any {
    if (!entity.script) entity.addComponent('script');
    const { needs = [], attributes = () => ({}) } = WAYS[name];
    for (const other of needs) if (!entity.script!.has(other)) addBusy(entity, other, company);
    const known = entity.script!.get(name) as unknown as Any | null;
    return known ?? entity.script!.create(name, { attributes: attributes(company) as never }) as unknown as Any;
}

/** Those that do not stand on a character of which another has the same work, or that there is one of for all. */
const APART = ['strideWarp', 'limberBudget'];

/** Adds all scripts that can stand together. */
export function addEverything(entity: Entity, company: Company) {
    for (const { name } of byEffect(limberScripts)) if (!APART.includes(name)) addBusy(entity, name, company);
}
