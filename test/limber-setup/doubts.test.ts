import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { findCharacter, HeightGround, type MecFootPlacer, type PerfectLookAt } from '../../scripts/index';
import { buildSkeleton } from '../support/build-skeleton';
import { CREATURES } from '../support/creatures';
import { setUp, SetupStage } from '../support/setup-stage';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';
import { TWO_HEADS } from '../support/two-heads';
import { catchWarnings } from '../support/warnings';

// What is wrong with a character is said in the same words wherever somebody looks, and what is in doubt is left alone.

const creature = (start: string) => CREATURES.find(({ convention }) => convention.startsWith(start))!;

/** Characters, and the scripts that say what is wrong with them. */
const BODIES: readonly (readonly [WrittenSkeleton, RegExp, readonly string[]])[] = [
    [creature('goblin'), /^legs are of one bone/, ['mecFootPlacer', 'strideWarp']],
    [creature('snake'), /^found no complete legs/, ['mecFootPlacer', 'strideWarp']],
    [TWO_HEADS, /^it is not sure which bones are its head: /, ['perfectLookAt', 'idleRandomizer', 'activeRagdoll']]
];

describe('doubts', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(null); });
    afterEach(() => stage.clear());
    after(() => stage.close());

    function build(written: WrittenSkeleton): Entity {
        const hero = stage.addEntity();
        hero.addChild(buildSkeleton(stage.app, written).root);
        return hero;
    }

    BODIES.forEach(([written, words, scripts]) => {
        it(`${written.convention}: the same words from the character, limberSetup and the scripts, printed once`, () => {
            const hero = build(written);
            const said = findCharacter(hero)!.problems;
            const sentence = said.find(one => words.test(one))!;
            expect(sentence, said.join(' ')).to.be.a('string');
            const setup = setUp(hero, { lookAt: true, feet: true, idle: true });
            for (const name of scripts.filter(one => !hero.script!.has(one))) hero.script!.create(name);
            stage.step(2);
            expect(setup.report().slice(0, said.length)).to.deep.equal([...said]);
            expect(setup.report().filter(one => one.includes(sentence))).to.have.length(1);
            for (const name of scripts) {
                expect((hero.script!.get(name) as unknown as MecFootPlacer).problems().filter(one => one.endsWith(sentence)), name).to.have.length(1);
            }
            expect(warnings.filter(one => one.endsWith(sentence))).to.have.length(1);
        });
    });

    it('a head in doubt is not turned, and no role says that it is one', () => {
        const hero = build(TWO_HEADS);
        const character = findCharacter(hero)!;
        expect([...character.bones.keys()].filter(role => /head|neck|spine/.test(role))).to.deep.equal([]);
        const look = hero.script!.create('perfectLookAt') as unknown as PerfectLookAt;
        stage.step(2);
        expect(look.lookAtBones).to.have.length(0);
        expect(character.legs).to.equal(4);
    });

    it('who chooses the bones by hand hears no more of it', () => {
        const hero = build(creature('goblin'));
        const first = hero.script!.create('mecFootPlacer') as unknown as MecFootPlacer;
        const rows = first.feet.map(row => ({ ...row }));
        hero.script!.destroy('mecFootPlacer');
        const placer = hero.script!.create('mecFootPlacer', { attributes: { feet: rows } }) as unknown as MecFootPlacer;
        placer.setGround(new HeightGround(() => 0));
        stage.step(2);
        expect(placer.problems()).to.deep.equal([]);
    });

    it('people of whom all is known hear nothing', () => {
        const setup = setUp(build(WRITTEN_SKELETONS[0]), { lookAt: true });
        stage.step(2);
        expect(setup.problems()).to.deep.equal([]);
    });
});
