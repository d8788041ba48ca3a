import type { AppBase, Entity, GraphNode } from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { furtherRig, HOUND, MANNEQUIN } from './characters';
import { itFull } from './skip';
import { playGraph } from './state-graphs';
import { registerLimber, type IdleRandomizer } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';

// Characters that stand idle, with idleRandomizer on them.

/** Files of characters, and the clip in which they stand; null: in their reference pose. */
export const STANDING: Readonly<Record<string, { readonly path: string | null; readonly clip: RegExp | null }>> = {
    mannequin: { path: MANNEQUIN, clip: /idle/i },
    hound: { path: HOUND, clip: /idle/i },
    Xbot: { path: furtherRig('Xbot.glb'), clip: /idle/i },
    Knight: { path: furtherRig('Knight.glb'), clip: /^Idle$/ },
    Husky: { path: furtherRig('Husky.glb'), clip: /Idle$/ },
    Soldier: { path: furtherRig('Soldier.glb'), clip: /Idle/ }
};

export interface IdleStage {
    readonly app: AppBase;
    readonly entity: Entity;
    readonly script: IdleRandomizer;
    readonly rig: Rig;
    readonly model: LoadedCharacter;
    /** Nodes at which the legs end. */
    readonly feet: readonly GraphNode[];
}

/** Puts a character on the stage, in its standing clip held at its start, or as it plays. Null where the file is not there. */
export async function setIdleStage(name: string, attributes: object = {}, { plays = false } = {}): Promise<IdleStage | null> {
    const { path, clip } = STANDING[name];
    if (!path) return null;
    const app = createApp();
    registerLimber(app);
    const model = await loadGlb(app, path);
    const entity = model.instantiate();
    app.root.addChild(entity);
    const track = clip && [...model.clips.values()].find(each => clip.test(each.name));
    if (track) playGraph(entity, [{ states: { Idle: track }, speed: plays ? 1 : 0 }]);
    entity.addComponent('script');
    const rig = findCharacter(entity)!;
    const script = entity.script!.create('idleRandomizer', { attributes: { seed: 1, ...attributes } }) as IdleRandomizer;
    const names = rig.legs === 4 ? ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const : ['leftFoot', 'rightFoot'] as const;
    const feet = names.flatMap((limb) => {
        const bones = rig.limbs[limb]?.bones;
        return bones ? [rig.skeleton.nodes[bones[bones.length - 1]]] : [];
    });
    return { app, entity, script, rig, model, feet };
}

/** A test on a character, which is skipped with the reason where its file is not there. */
export function onIdle(name: string, title: string, test: (stage: IdleStage) => void, attributes: object = {}) {
    if (!STANDING[name].path) {
        it.skip(`${name}: ${title} (the folder of LIMBER_RIGS has no such file)`);
        return;
    }
    (name === 'hound' ? itFull : it)(`${name}: ${title}`, async () => {
        const stage = (await setIdleStage(name, attributes))!;
        try {
            test(stage);
        } finally {
            stage.app.destroy();
        }
    });
}

/** A bare entity with the script. */
export function setBareIdle(attributes: object = {}): { app: AppBase, entity: Entity, script: IdleRandomizer } {
    const app = createApp();
    registerLimber(app);
    const entity = new (app.root.constructor as new (name: string) => Entity)('bare');
    app.root.addChild(entity);
    entity.addComponent('script');
    const script = entity.script!.create('idleRandomizer', { attributes: { seed: 1, ...attributes } }) as IdleRandomizer;
    return { app, entity, script };
}
