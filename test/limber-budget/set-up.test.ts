import { expect } from 'chai';
import type { Entity, ScriptType } from 'playcanvas';

import type { LimberBudget } from '../../scripts/index';
import { HOUND, MANNEQUIN } from '../support/characters';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

// Characters that come while the application runs: their scripts are set up one after the other.

/** So little that one script has its turn in a frame. */
const LEAST = 1e-6;

const NAMES = ['perfectLookAt', 'mecFootPlacer', 'springChain', 'animationMirror'];

type Built = ScriptType & { build(...args: unknown[]): boolean; refresh(): void };

describe('limberBudget, set-up of scripts', () => {
    catchWarnings();
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

    it('is one script a frame where no more fits, in the order in which they came, and tells when all are done', async () => {
        let ready = 0;
        budget.on('ready', () => ready++);
        for (const [path, name] of [[MANNEQUIN, 'First'], [HOUND, 'Second'], [MANNEQUIN, 'Third']]) await addHero(path, name);
        expect(built).to.have.length(0);
        const wanted = ['First', 'Second', 'Third'].flatMap(name => NAMES.map(script => `${name} ${script}`));
        for (let done = 1; done <= wanted.length; done++) {
            expect(ready).to.equal(0);
            stage.step();
            expect(built).to.deep.equal(wanted.slice(0, done));
            expect(budget.waiting).to.equal(wanted.length - done);
        }
        expect(ready).to.equal(1);
        stage.step(5);
        expect(ready).to.equal(1);
    });

    it('is as many in a frame as its time allows', async () => {
        budget.setupMilliseconds = 100;
        await addHero(MANNEQUIN, 'First');
        // what is known of the model is not found again: the second one takes milliseconds
        stage.step(NAMES.length);
        built = [];
        await addHero(MANNEQUIN, 'Second');
        stage.step();
        expect(built).to.have.length(NAMES.length);
    });

    it('finds the same as without a budget', async () => {
        const sliced = await addHero(MANNEQUIN, 'Sliced');
        stage.step(NAMES.length);
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
        stage.step(10);
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

    it('waits no more when Setup Milliseconds is 0', () => expectNoMoreWaiting(() => {
        budget.setupMilliseconds = 0;
        stage.step();
    }));
});
