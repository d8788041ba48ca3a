import { Entity, Vec3, type AppBase } from 'playcanvas';

import { loadGlb, type LoadedCharacter } from './app';
import { createPhysicsApp, type Build } from './physics-app';
import { registerLimber, type LimberSetup } from '../../scripts/index';

// A stage for the tests of limberSetup: characters on a floor, and the scripts that come onto them.

/** What is ticked, and what is looked at. */
export type Ticks = Partial<Pick<LimberSetup, 'animate' | 'lookAt' | 'targetObject' | 'feet' | 'ragdoll' | 'hitReactions' | 'mirror' | 'idle' | 'springs'>>;

export const ALL: Ticks = { lookAt: true, feet: true, ragdoll: true, hitReactions: true, mirror: true, idle: true, springs: true };

export class SetupStage {
    private readonly files = new Map<string, LoadedCharacter>();

    private readonly things: Entity[] = [];

    private constructor(readonly app: AppBase) {}

    static async open(build: Build | null = 'ammojs-typed', register = true): Promise<SetupStage> {
        const app = await createPhysicsApp(build);
        if (register) registerLimber(app);
        const stage = new SetupStage(app);
        const floor = new Entity('Floor', app);
        floor.setPosition(0, -0.5, 0);
        if (build) {
            floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(30, 0.5, 30) });
            floor.addComponent('rigidbody', { type: 'static' });
        }
        app.root.addChild(floor);
        return stage;
    }

    close() {
        this.app.destroy();
    }

    async load(path: string): Promise<LoadedCharacter> {
        const loaded = this.files.get(path) ?? await loadGlb(this.app, path);
        this.files.set(path, loaded);
        return loaded;
    }

    /** An entity in the scene with a script component. */
    addEntity(name = 'Hero', at = new Vec3()): Entity {
        const entity = new Entity(name, this.app);
        entity.setPosition(at);
        entity.addComponent('script');
        this.app.root.addChild(entity);
        this.things.push(entity);
        return entity;
    }

    /** An entity with a model below it that plays the clips of its file, each in a state of its name. */
    async addHero(path: string, name = 'Hero', at = new Vec3(), wanted = /./): Promise<Entity> {
        const hero = this.addEntity(name, at);
        await this.addModel(hero, path, wanted);
        return hero;
    }

    /**
     * @param wanted - Names of the clips that it has; all where there are none.
     */
    async addModel(hero: Entity, path: string, wanted: RegExp = /./): Promise<Entity> {
        const file = await this.load(path);
        const { instantiate } = file;
        const clips = [...file.clips].filter(([name]) => wanted.test(name));
        const model = instantiate();
        hero.addChild(model);
        if (clips.length === 0) return model;
        model.addComponent('anim', { activate: true });
        for (const [clip, track] of clips) model.anim!.assignAnimation(clip.replaceAll('.', ' '), track);
        return model;
    }

    /** Takes everything out of the scene but the floor. */
    clear() {
        for (const thing of this.things.splice(0)) thing.destroy();
    }

    step(frames = 1) {
        for (let i = 0; i < frames; i++) this.app.update(1 / 60);
    }
}

export function setUp(entity: Entity, ticks: Ticks): LimberSetup {
    return entity.script!.create('limberSetup', { attributes: ticks as never }) as unknown as LimberSetup;
}

/** Names of the scripts of an entity in their order. */
export function scriptNames(entity: Entity): string[] {
    const { scripts } = entity.script as unknown as { scripts: readonly { __scriptType: { __name: string } }[] };
    return scripts.map(script => script.__scriptType.__name);
}
