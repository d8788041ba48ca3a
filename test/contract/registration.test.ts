import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { limberScripts, PerfectLookAt, registerLimber, type LimberScript } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { catchWarnings } from '../support/warnings';

// A script that is added as a class needs nobody to register it.

describe('registration', () => {
    catchWarnings();
    let app: AppBase;

    beforeEach(() => { app = createApp(); });

    afterEach(() => app.destroy());

    async function addHero(): Promise<Entity> {
        const { instantiate } = await loadGlb(app, MANNEQUIN);
        const hero = instantiate();
        hero.addComponent('script');
        app.root.addChild(hero);
        return hero;
    }

    async function expectCreated({ name, script }: LimberScript) {
        const hero = await addHero();
        const made = hero.script!.create(script)!;
        expect(made).to.be.instanceOf(script);
        expect(hero.script!.get(name)).to.equal(made);
        expect(app.scripts.get(name)).to.equal(script);
        const other = new Entity('other', app);
        other.addComponent('script');
        app.root.addChild(other);
        expect(other.script!.create(name)).to.be.instanceOf(script);
        app.update(1 / 60);
    }

    for (const one of limberScripts) {
        it(`${one.name} is created as a class in an application that knows nothing of it, and is found by its name`, () => expectCreated(one));
    }

    it('takes attributes, in every application of a page, before and after registerLimber()', async () => {
        const at = new Vec3(0, 1, 0);
        const look = (await addHero()).script!.create(PerfectLookAt, { attributes: { maxTurnSpeed: 50, upVector: at, lookAtBones: [{ boneName: 'head', rotationLimit: 20 }] } }) as PerfectLookAt;
        expect([look.maxTurnSpeed, look.lookAtBones[0].rotationLimit, look.softLimit]).to.deep.equal([50, 20, 0.85]);
        expect(look.problems()).to.deep.equal([]);
        registerLimber(app);
        const later = (await addHero()).script!.create(PerfectLookAt, { attributes: { maxTurnSpeed: 60 } }) as PerfectLookAt;
        expect(later.maxTurnSpeed).to.equal(60);
        app.destroy();
        app = createApp();
        const elsewhere = (await addHero()).script!.create(PerfectLookAt, { attributes: { maxTurnSpeed: 70 } }) as PerfectLookAt;
        expect(elsewhere.maxTurnSpeed).to.equal(70);
    });

    it('takes attributes as properties, as @playcanvas/react gives them', async () => {
        const hero = await addHero();
        const ball = new Entity('ball', app);
        app.root.addChild(ball);
        const properties = { targetObject: ball, maxTurnSpeed: 50, lookAtBones: [{ boneName: 'head', rotationLimit: 20 }] };
        const look = hero.script!.create(PerfectLookAt, { properties, preloading: false } as never) as PerfectLookAt;
        expect([look.targetObject, look.maxTurnSpeed, look.lookAtBones[0].rotationLimit, look.softLimit, look.lookAtBones[0].limitUp]).to.deep.equal([ball, 50, 20, 0.85, 0]);
        expect(look.problems()).to.deep.equal([]);
    });

    it('says what to do with a class that extends one of the pack', async () => {
        class Stare extends PerfectLookAt {}
        const hero = await addHero();
        expect(() => hero.script!.create(Stare)).to.throw(/class "Stare" extends a script of Limber/);
    });
});
