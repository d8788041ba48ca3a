import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { findCharacter, type HitReactions } from '../../scripts/index';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { setUp, SetupStage } from '../support/setup-stage';
import { itFull, skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Everybody lives: who came without clips, or without some, stands, walks, is hit, falls and gets up.

const NOTHING = /no clip is called so/;

describe('limberSetup: animate', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    before(async () => {
        stage = await SetupStage.open();
        for (const file of ['motions-people.glb', 'motions-animals.glb']) await stage.load(`templates/${file}`);
    });
    afterEach(() => stage.clear());
    after(() => stage.close());

    const heightOf = (hero: Entity) => findCharacter(hero)!.bones.get('head')!.getPosition().y;

    ([[GNOME, NOTHING], ['avatar.vrm', NOTHING], ['rpm.glb', NOTHING], [HOUND, /walk|idle/], ['Zebra.glb', /Walk$|Idle$/]] as const).forEach(([path, clips]) => {
        (path === HOUND ? itFull : it)(`${path}: stands, walks, falls and gets up within ten seconds`, async function () {
            const file = path.startsWith('templates/') ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const hero = await stage.addHero(file, 'Hero', new Vec3(), clips);
            const setup = setUp(hero, { animate: true, hitReactions: true });
            stage.step(30);
            expect(setup.report().filter(sentence => !/was added\.$/.test(sentence))).deep.equal([]);
            const standing = heightOf(hero);
            const anim = (hero.anim ?? hero.findComponent('anim') as Entity['anim'])!;
            const layer = anim.baseLayer!;
            const walk = layer.states.find(state => /walk/i.test(state))!;
            const idle = layer.states.find(state => /idle/i.test(state))!;
            const go = (state: string, speed: number) => {
                if (clips === NOTHING) anim.setFloat('speed', speed);
                else layer.transition(state, 0.2);
                stage.step(60);
                expect(layer.activeState).equal(state);
            };
            go(walk, 1);
            go(idle, 0);
            const reactions = hero.script!.get('hitReactions') as unknown as HitReactions;
            reactions.fall();
            let lowest = Infinity, frames = 0;
            do {
                stage.step();
                frames++;
                lowest = Math.min(lowest, heightOf(hero));
            } while (frames < 600 && (frames < 30 || reactions.state !== 'animated'));
            expect(lowest / standing, 'fell').below(0.7);
            expect(reactions.state, 'state').equal('animated');
            stage.step(60);
            expect(heightOf(hero) / standing, 'stands again').above(0.9);
            expect(warnings).deep.equal([]);
        });
    });

    it('gives a character with clips those that it lacks, and leaves its own', async () => {
        const hero = await stage.addHero(MANNEQUIN, 'Hero', new Vec3(), /idle|walk/);
        setUp(hero, { animate: true });
        const layer = (hero.findComponent('anim') as Entity['anim'])!.baseLayer!;
        expect(layer.states.filter(state => !/START|END|ANY/.test(state))).deep.equal(['idle', 'walk', 'run', 'get-up-supine', 'get-up-prone', 'get-up-left', 'get-up-right']);
    });

    it('is off where it has neither two nor four legs', () => {
        const hero = stage.addEntity();
        const tail = stage.addEntity('Tail');
        hero.addChild(tail);
        const setup = setUp(hero, { animate: true });
        expect(setup.report().join()).match(/Animate: not on, .*legs/);
    });
});
