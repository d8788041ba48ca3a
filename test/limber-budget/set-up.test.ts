import { basename } from 'node:path';

import { expect } from 'chai';
import type { Entity, ScriptType } from 'playcanvas';

import type { LimberBudget } from '../../scripts/index';
import { bake } from '../../scripts/rig/baked';
import { SetupQueue } from '../../scripts/shell/setup-queue';
import { loadNewGlb } from '../support/app';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

// Characters that come while the application runs: their scripts are set up one after the other.

/** So little that one script has its turn in a frame. */
const LEAST = 1e-6;

const NAMES = ['perfectLookAt', 'mecFootPlacer', 'springChain', 'animationMirror'];

type Built = ScriptType & { build(...args: unknown[]): boolean; refresh(): void; problems(): string[] };

describe('limberBudget, set-up of scripts', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;
    let budget: LimberBudget;

    /** Scripts that were built, in their order. */
    let built: string[];

    async function addHero(path: string, name: string): Promise<Entity> {
        const hero = await stage.addHero(path, name);
        for (const script of NAMES) hero.script!.create(script);
        return hero;
    }

    /** Set-up may come before create() answers: it is seen from the first call on. */
    function watch(script: string) {
        const { prototype } = stage.app.scripts.get(script)! as unknown as { prototype: Built };
        const { build } = prototype;
        prototype.build = function (this: Built, ...args) {
            built.push(`${this.entity.name} ${script}`);
            return build.apply(this, args);
        };
        undo.push(() => { prototype.build = build; });
    }

    const undo: (() => void)[] = [];

    const get = (hero: Entity, name: string) => hero.script!.get(name) as Built;

    beforeEach(async () => {
        stage = await SetupStage.open();
        built = [];
        NAMES.forEach(watch);
        budget = stage.addEntity('Budget').script!.create('limberBudget', { attributes: { setupMilliseconds: LEAST } as never }) as unknown as LimberBudget;
        stage.step();
    });

    afterEach(() => {
        undo.splice(0).forEach(one => one());
        stage.close();
    });

    /** Lets all that wait be set up, piece by piece; answers how many pieces there were. Frames between them change nothing, and would take minutes. */
    function workWhileWaiting(): number {
        const queue = SetupQueue.of(stage.app);
        let pieces = 0;
        for (; queue.length > 0; pieces++) queue.work();
        stage.step();
        return pieces;
    }

    it('is a piece a frame where no more fits, in the order in which they came, and tells when all are done', async () => {
        // of models that are known there are few pieces
        budget.enabled = false;
        for (const path of [MANNEQUIN, HOUND]) (await addHero(path, 'Before')).destroy();
        built = [];
        budget.enabled = true;
        let ready = 0;
        budget.on('ready', () => ready++);
        for (const [path, name] of [[MANNEQUIN, 'First'], [HOUND, 'Second'], [MANNEQUIN, 'Third']]) await addHero(path, name);
        expect(built).to.have.length(0);
        const wanted = ['First', 'Second', 'Third'].flatMap(name => NAMES.map(script => `${name} ${script}`));
        while (built.length < wanted.length) {
            const before = built.length;
            expect(ready).to.equal(0);
            stage.step();
            expect(built.length - before).to.be.at.most(1);
            expect(built).to.deep.equal(wanted.slice(0, built.length));
            expect(budget.waiting).to.equal(wanted.length - built.length);
        }
        expect(ready).to.equal(1);
        stage.step(5);
        expect(ready).to.equal(1);
    });

    it('is as many in a frame as its time allows', async () => {
        budget.setupMilliseconds = 100;
        await addHero(MANNEQUIN, 'First');
        // what is known of the model is not found again: the second one takes milliseconds
        workWhileWaiting();
        built = [];
        budget.setupMilliseconds = 1e6;
        await addHero(MANNEQUIN, 'Second');
        stage.step();
        expect(built).to.have.length(NAMES.length);
    });

    async function addNew(path: string, { app } = stage): Promise<Entity> {
        const { instantiate, clips } = await loadNewGlb(app, path);
        const hero = instantiate();
        app.root.addChild(hero);
        hero.addComponent('anim', { activate: true });
        [...clips.values()].forEach((track, i) => hero.anim!.assignAnimation(`Clip ${i}`, track));
        hero.addComponent('script');
        for (const script of [...NAMES, 'activeRagdoll', 'strideWarp']) hero.script!.create(script);
        return hero;
    }

    for (const file of [HOUND, ...['Husky.glb', 'Soldier.glb'].map(furtherRig).filter(path => path !== null)]) {
        it(`cuts that of a model that nobody has seen into hundreds of pieces, and comes to the same bits: ${basename(file)}`, async () => {
            const cut = await addNew(file);
            expect(workWhileWaiting()).to.be.above(400);
            const found = bake(cut, [])!;
            expect(Object.keys(found.results)).to.include.members(['shapes', 'ragdoll', 'feet', 'mirror']);
            const another = await SetupStage.open();
            expect(bake(await addNew(file, another), [])).to.deep.equal(found);
            another.close();
        });
    }

    it('begins anew with a model that has changed while it waited', async () => {
        const hero = stage.addEntity('Hero');
        const [first, second] = [await loadNewGlb(stage.app, GNOME), await loadNewGlb(stage.app, HOUND)];
        const model = first.instantiate();
        hero.addChild(model);
        hero.script!.create('mecFootPlacer');
        stage.step(20);
        expect(budget.waiting).to.equal(1);
        model.destroy();
        hero.addChild(second.instantiate());
        workWhileWaiting();
        expect((get(hero, 'mecFootPlacer') as unknown as { feet: unknown[] }).feet).to.have.length(4);
    });

    it('finds the same as without a budget', async () => {
        const sliced = await addHero(MANNEQUIN, 'Sliced');
        workWhileWaiting();
        budget.enabled = false;
        const whole = await addHero(MANNEQUIN, 'Whole');
        stage.step(10);
        for (const name of NAMES) {
            const [a, b] = [sliced, whole].map(hero => get(hero, name) as unknown as { problems(): string[] });
            expect(a.problems().map(line => line.replace('Sliced', 'Whole')), name).to.deep.equal(b.problems());
        }
    });

    it('is not waited for by refresh(), and not done again in its turn', async () => {
        const hero = await addHero(MANNEQUIN, 'Hero');
        get(hero, 'springChain').refresh();
        expect(built).to.deep.equal(['Hero springChain']);
        workWhileWaiting();
        expect(built.filter(one => one === 'Hero springChain')).to.have.length(1);
        expect(built).to.have.length(NAMES.length);
    });

    it('leaves out what is destroyed while it waits', async () => {
        const hero = await addHero(MANNEQUIN, 'Hero');
        hero.destroy();
        expect(budget.waiting).to.equal(0);
        stage.step(10);
        expect(built).to.have.length(0);
    });

    async function expectNoMoreWaiting(end: () => void) {
        await addHero(MANNEQUIN, 'Hero');
        end();
        expect(built).to.have.length(NAMES.length);
        await addHero(MANNEQUIN, 'Second');
        expect(built).to.have.length(2 * NAMES.length);
    }

    it('waits no more when it is switched off', () => expectNoMoreWaiting(() => { budget.enabled = false; }));

    it('waits no more when it is destroyed', () => expectNoMoreWaiting(() => { budget.entity.destroy(); }));

    it('waits no more when Setup Time is 0', () => expectNoMoreWaiting(() => {
        budget.setupMilliseconds = 0;
        stage.step();
    }));

    it('is done all the same where finding out fails: the set-up says why', () => {
        const queue = SetupQueue.of(stage.app);
        queue.milliseconds = LEAST;
        for (const prepare of [() => { throw new Error('no steps'); }, function *(): Generator<undefined, void> { yield; throw new Error('no skin'); }]) {
            let count = 0;
            queue.add({ setUp: () => { count++; }, prepare, fail: () => {} });
            for (let frame = 0; frame < 4; frame++) queue.work();
            expect(count).to.equal(1);
            expect(queue.length).to.equal(0);
        }
    });

    it('goes on with the others where one fails, which says so once and can be tried again', async () => {
        const hero = stage.addEntity('Hero');
        await stage.addModel(hero, MANNEQUIN);
        for (const name of NAMES) hero.script!.create(name);
        const feet = get(hero, 'mecFootPlacer');
        feet.build = () => { throw new Error('no legs today'); };
        const errors: unknown[] = [];
        const { error } = console;
        console.error = (...words: unknown[]) => { errors.push(words[0]); };
        try {
            workWhileWaiting();
            stage.step(5);
        } finally {
            console.error = error;
        }
        expect(built).to.deep.equal(NAMES.filter(name => name !== 'mecFootPlacer').map(name => `Hero ${name}`));
        const sentences = feet.problems().filter(sentence => sentence.includes('no legs today'));
        expect(sentences).to.have.length(1);
        expect(sentences[0]).to.match(/^\[mecFootPlacer\] "Hero": its set-up has failed: no legs today\..*refresh\(\)\.$/);
        expect(warnings.filter(sentence => sentence === sentences[0])).to.have.length(1);
        expect(errors).to.have.length(1);
        delete (feet as Partial<Built>).build;
        feet.refresh();
        stage.step();
        expect(feet.problems()).to.deep.equal([]);
        expect(built).to.include('Hero mecFootPlacer');
    });
});
