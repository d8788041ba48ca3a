import type { AnimTrack, AppBase, Entity, Quat, Vec3 } from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { furtherRig, HOUND, MANNEQUIN } from './characters';
import { skipBecause } from './skip';
import { playGraph } from './state-graphs';
import { registerLimber, type PoseTransition } from '../../scripts/index';

// Characters in a state graph of all their clips, with poseTransition on them and with a twin that has no script: what the animation shows.

/** Files of the characters, and what the names of the clips contain that they change between. */
export const CHANGING: Readonly<Record<string, { readonly path: string | null; readonly files: readonly string[]; readonly clips: readonly string[] }>> = {
    mannequin: { path: MANNEQUIN, files: [], clips: ['idle', 'walk', 'run'] },
    hound: { path: HOUND, files: [], clips: ['idle', 'walk', 'trot'] },
    Xbot: { path: furtherRig('Xbot.glb'), files: [], clips: ['idle', 'walk', 'run', 'agree'] },
    Knight: { path: furtherRig('Knight.glb'), files: [], clips: ['Idle', 'Walking_A', 'Running_A', 'Dodge_Left', '1H_Melee_Attack_Chop'] },
    Husky: { path: furtherRig('Husky.glb'), files: [], clips: ['Idle', 'Walk', 'Gallop', 'Jump_ToIdle', 'Attack'] },
    bitmoji: {
        path: furtherRig('bitmoji.glb'), files: ['bitmoji-idle.glb', 'bitmoji-walk.glb', 'bitmoji-run.glb', 'bitmoji-win-dance.glb'], clips: ['']
    }
};

/** A character of {@link CHANGING} in an application, with the clips that are named there, in their order. */
export interface ChangingCharacter {
    readonly app: AppBase;
    readonly model: LoadedCharacter;
    readonly tracks: readonly AnimTrack[];
}

/** Loads a character; without its file the test or hook whose context this is is skipped. */
export async function loadChanging(name: string, context: Mocha.Context): Promise<ChangingCharacter> {
    const { path, clips } = CHANGING[name];
    if (!path) skipBecause(context, `needs ${name}.glb in the folder that LIMBER_RIGS names`);
    const app = createApp();
    registerLimber(app);
    const model = await loadGlb(app, path);
    return { app, model, tracks: clips.map(wanted => [...model.clips.values()].find(track => track.name.includes(wanted))!) };
}

export interface TransitionStage {
    readonly app: AppBase;
    readonly entity: Entity;
    /** The same character in the same states without the script. */
    readonly twin: Entity;
    readonly script: PoseTransition;
    readonly tracks: ReadonlyMap<string, AnimTrack>;
    /** Calls something on both characters. */
    both(act: (entity: Entity) => void): void;
    /** A frame; answers what it was given. */
    frame(dt?: number): void;
    /** Local rotations and positions of all nodes below an entity. */
    pose(entity: Entity): readonly { readonly name: string; readonly turn: Quat; readonly place: Vec3 }[];
}

/** Puts a character and its twin into a graph whose states are its clips; null where the file is not there. */
export async function setTransitionStage(name: string, attributes: object = {}, graph: { transitions?: readonly object[]; parameters?: object } = {}): Promise<TransitionStage | null> {
    const { path, files, clips } = CHANGING[name];
    if (!path) return null;
    const app = createApp();
    registerLimber(app);
    const model = await loadGlb(app, path);
    const tracks = new Map<string, AnimTrack>();
    const add = (all: Map<string, AnimTrack>, title?: string) => {
        for (const wanted of clips) {
            const found = [...all.values()].filter(track => track.name.includes(wanted)).sort((a, b) => a.name.length - b.name.length)[0];
            if (found) tracks.set((title ?? found.name).replaceAll('.', ' '), found);
        }
    };
    if (files.length === 0) add(model.clips);
    for (const file of files) add((await loadGlb(app, furtherRig(file)!)).clips, file.replace('.glb', ''));
    const [entity, twin] = [model.instantiate(), model.instantiate()];
    for (const each of [entity, twin]) {
        app.root.addChild(each);
        playGraph(each, [{ states: Object.fromEntries(tracks), transitions: graph.transitions }], graph.parameters);
    }
    entity.addComponent('script');
    const script = entity.script!.create('poseTransition', { attributes }) as PoseTransition;
    return {
        app, entity, twin, script, tracks,
        both: act => [entity, twin].forEach(act),
        frame: (dt = 1 / 60) => app.update(dt),
        pose: root => root.find(node => node !== root).map(node => ({ name: node.name, turn: node.getLocalRotation().clone(), place: node.getLocalPosition().clone() }))
    };
}
