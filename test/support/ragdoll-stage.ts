import { existsSync } from 'node:fs';

import { Entity, Quat, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { loadGlb, type LoadedCharacter } from './app';
import { FULL, furtherRig, HOUND, MANNEQUIN, usual } from './characters';
import { turnBetween } from './geometry';
import { createPhysicsApp, type Build } from './physics-app';
import { registerLimber, type ActiveRagdoll } from '../../scripts/index';

// A stage for the tests of activeRagdoll: a character with physics, and a twin without the script that plays the same clip.
//
// What a test expects comes from the twin, from the engine's world transforms and from Ammo's own getters.

/** A character and the clip that it plays. */
export interface Source {
    readonly name: string;
    readonly file: string;
    readonly clipFile: string;
    readonly clip: string;
}

export { HOUND };

export const SOURCES: readonly Source[] = [
    { name: 'mannequin, walk', file: MANNEQUIN, clipFile: MANNEQUIN, clip: 'walk' },
    { name: 'Xbot, walk', file: 'Xbot.glb', clipFile: 'Xbot.glb', clip: 'walk' },
    { name: 'bitmoji, idle', file: 'bitmoji.glb', clipFile: 'bitmoji-idle.glb', clip: '' },
    { name: 'bitmoji, walk', file: 'bitmoji.glb', clipFile: 'bitmoji-walk.glb', clip: '' },
    { name: 'hound, walk', file: HOUND, clipFile: HOUND, clip: 'walk' }
];

export const WALKING = SOURCES[0];

/** The characters besides the mannequin, as they walk: with the full counts. */
export const OTHERS_WALKING = FULL ? SOURCES.slice(1).filter(({ name }) => name.endsWith('walk')) : [];
export const STANDING: Source = { ...WALKING, name: 'mannequin, idle', clip: 'idle' };

/** The step of the engine's physics. */
export const STEP = 1 / 60;

/** What a test sets on the script. */
export type RagdollSettings = Partial<Omit<ActiveRagdoll, 'bones'>> & { bones?: Partial<ActiveRagdoll['bones'][number]>[] };

/** An instance of the stage's character. */
export class Actor {
    /** The model and every node below it, in the order of the hierarchy: the same for all instances. */
    readonly nodes: Entity[] = [];

    constructor(readonly stage: RagdollStage, readonly model: Entity) {
        const collect = (node: GraphNode) => {
            this.nodes.push(node as Entity);
            for (const child of node.children) collect(child);
        };
        collect(model);
    }

    get ragdoll(): ActiveRagdoll {
        return this.model.script!.get('activeRagdoll') as ActiveRagdoll;
    }

    /** The nodes that have a body. */
    get bodies(): Entity[] {
        return this.nodes.filter(node => this.ragdoll.getBoneState(node)?.bone === node);
    }

    node(name: string): Entity {
        return this.nodes.find(node => node.name === name)!;
    }

    /** Lets a clip run from its start, or from a time. */
    play(clip = this.stage.track, time = 0): this {
        if (!this.model.anim) this.model.addComponent('anim', { activate: true });
        this.model.anim!.assignAnimation('clip', clip);
        if (time > 0) this.model.anim!.baseLayer!.activeStateCurrentTime = time;
        return this;
    }

    add(settings: RagdollSettings): ActiveRagdoll {
        if (!this.model.script) this.model.addComponent('script');
        const attributes = { active: true, ...settings };
        return this.model.script!.create('activeRagdoll', { attributes }) as ActiveRagdoll;
    }
}

/** What two instances differ by. */
export interface Difference {
    /** Largest turn between local rotations of one bone, degrees, and the bone. */
    turn: number;
    bone: string;
    /** Largest distance between world places of one bone, metres. */
    distance: number;
}

export function differenceOf(actor: Actor, twin: Actor): Difference {
    const found: Difference = { turn: 0, bone: '', distance: 0 };
    actor.nodes.forEach((node, i) => {
        const turn = turnBetween(node.getLocalRotation(), twin.nodes[i].getLocalRotation());
        if (turn > found.turn) Object.assign(found, { turn, bone: node.name });
        found.distance = Math.max(found.distance, node.getPosition().distance(twin.nodes[i].getPosition()));
    });
    return found;
}

/** The larger of two differences, number by number. */
export function worse(a: Difference, b: Difference): Difference {
    return { ...(a.turn > b.turn ? a : b), distance: Math.max(a.distance, b.distance) };
}

export const NO_DIFFERENCE: Difference = { turn: 0, bone: '', distance: 0 };

/** Every local rotation and position, exactly as they are kept. */
export function exactPose(actor: Actor): number[] {
    return actor.nodes.flatMap((node) => {
        const [r, p] = [node.getLocalRotation(), node.getLocalPosition()];
        return [r.x, r.y, r.z, r.w, p.x, p.y, p.z];
    });
}

/** One character on an app of its own. */
export class RagdollStage {
    app!: AppBase;

    track!: AnimTrack;

    readonly clips = new Map<string, AnimTrack>();

    private character!: LoadedCharacter;

    private things: Entity[] = [];

    constructor(readonly source: Source, readonly build: Build | null = 'ammojs-typed') {}

    async open() {
        const path = (file: string) => furtherRig(file) ?? file;
        this.app = await createPhysicsApp(this.build);
        registerLimber(this.app);
        this.character = await loadGlb(this.app, path(this.source.file));
        const clips = this.source.clipFile === this.source.file ? this.character : await loadGlb(this.app, path(this.source.clipFile));
        for (const [name, clip] of clips.clips) this.clips.set(name, clip);
        this.track = [...clips.clips.values()].find(({ name }) => name.includes(this.source.clip))!;
        // many times the usual step for the slow rates of the tests
        this.app.maxDeltaTime = 1;
    }

    close() {
        this.app.destroy();
    }

    clear() {
        for (const thing of this.things) thing.destroy();
        this.things = [];
    }

    /** A new instance below a parent, without script and clip. */
    add(parent: Entity = this.app.root as Entity): Actor {
        const model = this.character.instantiate();
        parent.addChild(model);
        this.things.push(model);
        return new Actor(this, model);
    }

    addEntity(name = 'thing', parent: Entity = this.app.root as Entity): Entity {
        const entity = new Entity(name, this.app);
        parent.addChild(entity);
        this.things.push(entity);
        return entity;
    }

    /** A box that stands, moves or hangs in the world. */
    addBox(halfExtents: Vec3, position: Vec3, body: object): Entity {
        const box = this.addEntity('box');
        box.setPosition(position);
        box.addComponent('collision', { type: 'box', halfExtents });
        box.addComponent('rigidbody', body);
        return box;
    }

    /** A floor at height 0, with the friction of the bodies. */
    addFloor(): Entity {
        return this.addBox(new Vec3(50, 0.5, 50), new Vec3(0, -0.5, 0), { type: 'static', friction: 0.6 });
    }

    step(dt = STEP) {
        this.app.update(dt);
    }

    /** Frames of a rate for a time. */
    run(seconds: number, rate = 60, each?: () => void) {
        for (let frame = 0; frame < Math.round(seconds * rate); frame++) {
            this.step(1 / rate);
            each?.();
        }
    }

    /** Bodies in the physics. */
    get bodyCount(): number {
        type Counted = { getDispatcher(): unknown; getCollisionWorld?(): unknown };
        const world = (this.app.systems.rigidbody as unknown as { dynamicsWorld: Counted & { getCollisionObjectArray?(): { size(): number } } }).dynamicsWorld;
        return world.getCollisionObjectArray ? world.getCollisionObjectArray().size() : -1;
    }
}

/** Whether a source is at hand. */
export function isAtHand(source: Source): boolean {
    return [source.file, source.clipFile].every(file => existsSync(file) || furtherRig(file) !== null);
}

/** Describes a behaviour on characters and on builds of Ammo; those that are not at hand are skipped with a message. */
export function onEachStage(
    behaviour: string, tests: (stage: RagdollStage) => void, sources: readonly Source[] = [WALKING], builds: readonly Build[] = ['ammojs-typed']
) {
    for (const source of usual(sources)) {
        // what differs between the builds is how they are called: the first character shows it
        for (const build of FULL && source === sources[0] ? builds : builds.slice(-1)) {
            describe(`${behaviour}: ${source.name}, ${build}`, () => {
                if (!isAtHand(source)) {
                    it.skip(`needs ${source.file} in the folder that LIMBER_RIGS names`);
                    return;
                }
                const stage = new RagdollStage(source, build);
                before(() => stage.open());
                afterEach(() => stage.clear());
                after(() => stage.close());
                tests(stage);
            });
        }
    }
}

/** Rotations in a row of numbers, of Ammo's getters: x, y, z, w. */
export function quatOf(values: ArrayLike<number>): Quat {
    return new Quat(values[0], values[1], values[2], values[3]);
}
