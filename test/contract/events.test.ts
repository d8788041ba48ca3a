import { readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';
import { AnimEvents, AnimTrack, Entity, Vec3, type ScriptType } from 'playcanvas';

import type { ActionPlayer, ActiveRagdoll, HitReactions, IdleRandomizer, PerfectLookAt } from '../../scripts/index';
import { FULL, MANNEQUIN } from '../support/characters';
import { addBusy, type Company } from '../support/every-script';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

// Every event of every script, by everything that leads to it: it is fired at the end of a frame, and who hears it may do anything.

interface Scene {
    readonly stage: SetupStage;
    readonly hero: Entity;
    readonly model: Entity;
    readonly target: Entity;
    readonly script: ScriptType & { problems(): string[]; refresh(): void };
}

interface Cause {
    readonly script: string;
    readonly event: string;
    readonly by: string;
    readonly attributes?: object;
    /** Frames before it. */
    readonly frames?: number;
    /** Before the event is listened to. */
    before?(scene: Scene): void;
    cause(scene: Scene): void;
    /** Frames within which it is fired. */
    readonly within?: number;
}

const look = ({ script }: Scene) => script as unknown as PerfectLookAt;
const ragdoll = ({ script }: Scene) => script as unknown as ActiveRagdoll;
const reactions = ({ script }: Scene) => script as unknown as HitReactions;
const idle = ({ script }: Scene) => script as unknown as IdleRandomizer;
const player = ({ script }: Scene) => script as unknown as ActionPlayer;

const off = ({ script }: Scene) => { script.enabled = false; };
const offWithEntity = ({ hero }: Scene) => { hero.enabled = false; };
const destroyScript = ({ hero, script }: Scene) => { hero.script?.destroy((script.constructor as unknown as { __name: string }).__name); };
const stand = ({ model, stage }: Scene) => {
    model.anim!.baseLayer!.play('idle');
    stage.step(20);
};
const CHEST = new Vec3(0, 1.2, 0);

/** Short times for everything that comes by itself. */
const SOON = {
    seed: 3, preset: 'custom', fidgetTime: [0.2, 0.2],
    weightShift: { transitionTime: [0.1, 0.1], holdTime: [0.1, 0.1] }, look: { transitionTime: [0.1, 0.1], holdTime: [0.1, 0.1] },
    facial: { transitionTime: [0.1, 0.1], holdTime: [0.1, 0.1] }
};

const ACTIONS = {
    actions: [{ name: 'one', kind: 'any', state: 'idle' }, { name: 'two', kind: 'any', state: 'run' }],
    windows: [{ action: 'one', cancelledBy: ['two'] }]
};

const CAUSES: readonly Cause[] = [
    { script: 'perfectLookAt', event: 'target', by: 'a target', attributes: { targetObject: null }, cause: scene => Object.assign(look(scene), { targetObject: scene.target }) },
    { script: 'perfectLookAt', event: 'target', by: 'a list of targets', attributes: { targetObject: null }, cause: scene => look(scene).addTarget(scene.target) },
    { script: 'perfectLookAt', event: 'target', by: 'no target', cause: scene => Object.assign(look(scene), { targetObject: null }) },
    { script: 'perfectLookAt', event: 'target', by: 'switching off', cause: off, within: 90 },
    { script: 'perfectLookAt', event: 'target', by: 'its entity', cause: offWithEntity },
    { script: 'perfectLookAt', event: 'target', by: 'its end', cause: destroyScript },
    { script: 'perfectLookAt', event: 'target', by: 'the end of the target', cause: (scene) => { scene.target.destroy(); } },
    { script: 'perfectLookAt', event: 'reached', by: 'a target', frames: 1, cause: () => {}, within: 120 },
    { script: 'perfectLookAt', event: 'reached', by: 'a target that jumps', frames: 120, cause: scene => scene.target.setPosition(-2, 1.6, 2) },
    { script: 'perfectLookAt', event: 'reached', by: 'its entity', frames: 120, cause: offWithEntity },
    { script: 'mecFootPlacer', event: 'foot:plant', by: 'a walk', cause: () => {}, within: 90 },
    { script: 'mecFootPlacer', event: 'foot:release', by: 'a walk', cause: () => {}, within: 90 },
    { script: 'activeRagdoll', event: 'activate', by: 'Active', attributes: { active: false }, cause: (scene) => { ragdoll(scene).active = true; } },
    { script: 'activeRagdoll', event: 'activate', by: 'switching on', before: off, cause: ({ script }) => { script.enabled = true; } },
    { script: 'activeRagdoll', event: 'deactivate', by: 'Active', cause: (scene) => { ragdoll(scene).active = false; } },
    { script: 'activeRagdoll', event: 'deactivate', by: 'switching off', cause: off },
    { script: 'activeRagdoll', event: 'deactivate', by: 'its entity', cause: offWithEntity },
    { script: 'activeRagdoll', event: 'deactivate', by: 'its end', cause: destroyScript },
    { script: 'activeRagdoll', event: 'deactivate', by: 'a crooked scale', cause: ({ model }) => model.setLocalScale(1, 2, 1) },
    { script: 'activeRagdoll', event: 'deactivate', by: 'refresh()', cause: ({ script }) => script.refresh() },
    { script: 'activeRagdoll', event: 'deactivate', by: 'another mass', cause: (scene) => { ragdoll(scene).totalMass = 40; } },
    { script: 'activeRagdoll', event: 'deactivate', by: 'a bone that hangs elsewhere', cause: ({ model, stage }) => { stage.app.root.addChild(model.findByName('mixamorig:LeftForeArm')!); } },
    { script: 'activeRagdoll', event: 'deactivate', by: 'a model that is gone', cause: ({ model }) => model.destroy() },
    { script: 'activeRagdoll', event: 'deactivate', by: 'a script component that is gone', cause: ({ hero }) => { hero.removeComponent('script'); } },
    { script: 'activeRagdoll', event: 'restored', by: 'a place that was no number', cause: ({ hero, stage }) => { hero.setPosition(NaN, 0, 0); stage.step(2); hero.setPosition(0, 0, 0); } },
    { script: 'hitReactions', event: 'hit', by: 'hit()', cause: scene => reactions(scene).hit('spine', CHEST, new Vec3(0, 0, 20)) },
    { script: 'hitReactions', event: 'state', by: 'hit()', cause: scene => reactions(scene).hit('spine', CHEST, new Vec3(0, 0, 20)) },
    { script: 'hitReactions', event: 'state', by: 'fall()', cause: scene => reactions(scene).fall() },
    { script: 'hitReactions', event: 'state', by: 'explode()', cause: scene => reactions(scene).explode(new Vec3(0, 1, -1), 300, 4) },
    { script: 'hitReactions', event: 'state', by: 'recover()', before: (scene) => { reactions(scene).fall(); scene.stage.step(20); }, cause: scene => reactions(scene).recover(0.1), within: 60 },
    { script: 'hitReactions', event: 'state', by: 'switching off', before: (scene) => { reactions(scene).fall(); scene.stage.step(20); }, cause: off },
    { script: 'hitReactions', event: 'foretoldFall', by: 'a heavy hit', before: stand, cause: scene => reactions(scene).hit('spine', CHEST, new Vec3(0, 0, 160)), within: 120 },
    { script: 'hitReactions', event: 'contact', by: 'a ball', before: stand, cause: ({ stage }) => {
        const ball = stage.addEntity('ball', new Vec3(0, 1.1, 0.8));
        ball.addComponent('collision', { type: 'sphere', radius: 0.15 });
        ball.addComponent('rigidbody', { type: 'dynamic', mass: 5 });
        ball.rigidbody!.linearVelocity = new Vec3(0, 0, -6);
    }, within: 60 },
    ...['weightShift', 'look', 'facial', 'fidget', 'blink'].map(event => ({ script: 'idleRandomizer', event, by: 'time', attributes: SOON, frames: 2, cause: () => {}, within: 900 })),
    { script: 'idleRandomizer', event: 'fidget', by: 'playFidget()', attributes: { fidgets: [{ state: 'run' }] }, cause: (scene) => { idle(scene).playFidget('run'); } },
    { script: 'actionPlayer', event: 'start', by: 'request()', attributes: ACTIONS, cause: scene => player(scene).request('one') },
    { script: 'actionPlayer', event: 'cancel', by: 'request()', attributes: ACTIONS, before: (scene) => { player(scene).request('one'); scene.stage.step(3); }, cause: scene => player(scene).request('two') },
    { script: 'actionPlayer', event: 'cancel', by: 'switching off', attributes: ACTIONS, before: (scene) => { player(scene).request('one'); scene.stage.step(3); }, cause: off },
    { script: 'actionPlayer', event: 'refused', by: 'request()', attributes: ACTIONS, cause: scene => player(scene).request('nothing') },
    { script: 'actionPlayer', event: 'refused', by: 'waiting', attributes: ACTIONS, before: (scene) => { player(scene).request('two'); scene.stage.step(3); }, cause: scene => player(scene).request('one'), within: 30 },
    { script: 'actionPlayer', event: 'end', by: 'another state', attributes: ACTIONS, before: (scene) => { player(scene).request('one'); scene.stage.step(3); }, cause: ({ model }) => model.anim!.baseLayer!.play('walk') },
    { script: 'animationMirror', event: 'stepRight', by: 'a clip', cause: () => {}, within: 90 }
];

const ACTS: Readonly<Record<string, (scene: Scene) => void>> = {
    'destroys the entity': ({ hero }) => hero.destroy(),
    'destroys the script': destroyScript,
    'removes the script component': ({ hero }) => { hero.removeComponent('script'); },
    'destroys the model': ({ model }) => model.destroy(),
    'clones the entity': ({ hero, stage }) => { stage.app.root.addChild(hero.clone()); },
    'refreshes the script': ({ script }) => script.refresh(),
    'switches the script off': off,
    'switches the entity off': offWithEntity,
    'switches the script off and on': (scene) => { off(scene); scene.script.enabled = true; },
    'scales the model': ({ model }) => model.setLocalScale(1.4, 1.4, 1.4)
};

/** Things that are done in each event without the full counts; each of them has its turn. */
const SAMPLE = 1;

/** A walk at first, and events of one of its clips. */
describe('events', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;
    let company: Company;
    /** Whether the engine's scripts have had their postUpdate in this frame, and nobody else. */
    let isAtEnd = false;

    before(async () => {
        stage = await SetupStage.open();
        const { systems } = stage.app;
        systems.on('update', () => { isAtEnd = false; });
        systems.on('postUpdate', () => { isAtEnd = true; });
        const { clips } = await stage.load(MANNEQUIN);
        const { name, duration, inputs, outputs, curves } = clips.get('walk')!;
        clips.set('walk', new AnimTrack(name, duration, inputs, outputs, curves, new AnimEvents([{ name: 'stepLeft', time: 0.3 }] as never)));
        company = { app: stage.app, target: new Entity('unused', stage.app), clips };
    });

    afterEach(() => {
        stage.clear();
        for (const entity of [...stage.app.root.children] as Entity[]) if (entity.name !== 'Floor') entity.destroy();
        stage.step(2);
    });

    after(() => stage?.close());

    const step = (frames = 1) => {
        for (let i = 0; i < frames; i++) {
            stage.step();
            isAtEnd = false;
        }
    };

    async function hear({ script: name, event, by, attributes = {}, frames = 30, before = () => {}, cause, within = 30 }: Cause, act: (scene: Scene) => void) {
        const hero = stage.addEntity('Hero');
        const model = await stage.addModel(hero, MANNEQUIN);
        model.anim!.baseLayer!.play('walk');
        const target = new Entity('target', stage.app);
        target.setPosition(0.5, 1.6, 2);
        stage.app.root.addChild(target);
        const script = addBusy(hero, name, { ...company, target });
        Object.assign(script, attributes);
        const scene = { stage, hero, model, target, script };
        step(frames);
        before(scene);
        step();
        warnings.length = 0;
        const heard: unknown[] = [];
        script.on(event, (what: unknown) => {
            // the engine's own event of the same name
            if (event === 'state' && typeof what === 'boolean') return;
            heard.push(what);
            expect(isAtEnd, `${event} of ${name} by ${by} is fired at the end of the frame`).to.equal(true);
            if (heard.length === 1) act(scene);
        });
        cause(scene);
        for (let i = 0; i < within && heard.length === 0; i++) step();
        expect(heard, `${event} of ${name} by ${by}`).not.to.have.length(0);
        step(20);
    }

    CAUSES.forEach((cause, i) => {
        const acts = Object.entries(ACTS).filter((_, k, { length }) => FULL || (k + length - SAMPLE * i % length) % length < SAMPLE);
        for (const [what, act] of acts) {
            it(`"${cause.event}" of ${cause.script} by ${cause.by}: who hears it ${what}`, () => hear(cause, act));
        }
    });

    it('are fired in one way', () => {
        const sources = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
        const own = ['shell/end-of-frame.ts', 'hit-reactions.ts'];
        const fires = sources.filter(file => /^(?!\s*(?:\*|\/\/)).*\.fire\(/m.test(readFileSync(`scripts/${file}`, 'utf8')));
        expect(fires.filter(file => !own.includes(file)), 'use announce() of the script').to.deep.equal([]);
    });

    it('are all fired, also after a handler that throws', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const script = addBusy(hero, 'actionPlayer', company) as unknown as ActionPlayer;
        step(3);
        const heard: string[] = [];
        script.on('refused', (name: string) => {
            heard.push(name);
            if (name === 'a') throw new Error('of the game');
        });
        script.request('a');
        script.request('b');
        expect(() => step()).to.throw('of the game');
        step();
        expect(heard).to.deep.equal(['a', 'b']);
    });

    it('of a handler of events come at the end of the next frame, so that two cannot keep each other at it for ever', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const script = addBusy(hero, 'activeRagdoll', company) as unknown as ActiveRagdoll;
        step(5);
        let heard = 0;
        const answer = () => {
            heard++;
            script.active = !script.active;
        };
        for (const event of ['activate', 'deactivate']) script.on(event, answer);
        script.active = false;
        step();
        expect(heard).to.equal(1);
        step(3);
        expect(heard).to.be.within(2, 4);
    });
});
