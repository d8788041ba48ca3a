import { readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';
import { Entity, type ScriptType } from 'playcanvas';

import { limberScripts, type FootPlacementStates, type MecFootPlacer } from '../../scripts/index';
import { rankOf } from '../../scripts/shell/order';
import { HOUND, MANNEQUIN } from '../support/characters';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

/** Which script works with which other one. */
const PAIRS: readonly [string, string][] = [
    ['footPlacementStates', 'mecFootPlacer'], ['strideWarp', 'mecFootPlacer'], ['idleRandomizer', 'perfectLookAt'], ['hitReactions', 'activeRagdoll'],
    ['actionPlayer', 'hitReactions'], ['instantTurn', 'poseTransition']
];

/** Where the two stand. */
const PLACES = {
    'beside it': ({ hero }: Places) => [hero, hero],
    'above it': ({ hero, model }: Places) => [model, hero],
    'below it': ({ hero, model }: Places) => [hero, model]
};

interface Places { readonly hero: Entity; readonly model: Entity }

interface Finding { companion(name: string): ScriptType | null }

describe('scripts that work with others', () => {
    catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(); });

    afterEach(() => stage.clear());

    after(() => stage.close());

    async function addHero(path = MANNEQUIN, name = 'Hero'): Promise<Places> {
        const hero = stage.addEntity(name);
        return { hero, model: await stage.addModel(hero, path) };
    }

    function add(entity: Entity, name: string, attributes = {}): ScriptType & Finding {
        if (!entity.script) entity.addComponent('script');
        return entity.script!.create(name, { attributes }) as unknown as ScriptType & Finding;
    }

    for (const [asking, other] of PAIRS) {
        for (const [where, places] of Object.entries(PLACES)) {
            it(`${asking} finds ${other} ${where}`, async () => {
                const [askingEntity, otherEntity] = places(await addHero());
                const script = add(askingEntity, asking);
                expect(script.companion(other)).to.equal(null);
                const found = add(otherEntity, other);
                expect(script.companion(other)).to.equal(found);
                otherEntity.script!.destroy(other);
                expect(script.companion(other)).to.equal(null);
            });
        }

        it(`${asking} leaves ${other} of a horse to its rider's own`, async () => {
            const horse = await addHero(HOUND, 'Horse');
            add(horse.hero, other);
            const rider = await addHero();
            horse.model.children[0].addChild(rider.hero);
            const script = add(rider.hero, asking);
            expect(script.companion(other)).to.equal(null);
            const own = add(rider.model, other);
            expect(script.companion(other)).to.equal(own);
        });
    }

    it('finds scripts of the character from an entity below its anim component', async () => {
        const { hero, model } = await addHero();
        const logic = new Entity('Logic');
        logic.addChild(new Entity('anything'));
        model.addChild(logic);
        const script = add(logic, 'actionPlayer');
        const found = add(hero, 'hitReactions');
        expect(script.companion('hitReactions')).to.equal(found);
    });

    it('footPlacementStates changes mecFootPlacer above it, and gives it back as it was', async () => {
        const { hero, model } = await addHero();
        const placer = add(hero, 'mecFootPlacer') as unknown as MecFootPlacer;
        const layer = model.anim!.baseLayer!;
        const [state] = layer.states.filter(name => name !== 'START');
        const states = add(model, 'footPlacementStates', { states: [{ state, plant: false, plantBlendSpeed: 50, adjustPelvis: true }] }) as unknown as FootPlacementStates;
        layer.play(state);
        stage.step(10);
        const [{ footId }] = placer.feet;
        expect([placer.adjustPelvisVertically, placer.getPlantBlendWeight(footId)]).to.deep.equal([true, 0]);
        states.enabled = false;
        expect([placer.adjustPelvisVertically, placer.getPlantBlendWeight(footId)]).to.deep.equal([false, 1]);
    });

    it('has one way to find another script', () => {
        const sources = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts')).map(file => `scripts/${file}`);
        const own = ['scripts/shell/companion.ts', 'scripts/limber-setup/placing.ts'];
        // comments show what users write
        const asks = (file: string) => /^(?!\s*(?:\*|\/\/)).*(?:\bscript[?!]?\.(?:get|has)\(|\.findScripts?\()/m.test(readFileSync(file, 'utf8'));
        expect(sources.filter(file => asks(file) && !own.includes(file)), 'use companion() of the script, which finds it on the whole character').to.deep.equal([]);
    });

    it('are listed in the order of effect', () => {
        const ranks = limberScripts.map(({ name }) => rankOf(name, 2));
        const ranked = ranks.filter(rank => rank >= 0);
        expect(ranked).to.deep.equal([...ranked].sort((a, b) => a - b));
        expect(ranks.slice(0, ranked.length), 'scripts without a place come last').to.deep.equal(ranked);
    });
});
