import { basename } from 'node:path';

import { expect } from 'chai';
import { Asset, Entity, Mesh, Vec3, type AppBase } from 'playcanvas';

import { findCharacter, registerLimber, useBaked, type LimberSetup } from '../../scripts/index';
import { bakeFile } from '../../tools/bake';
import { loadNewGlb } from '../support/app';
import { furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';
import { catchWarnings } from '../support/warnings';
import { countWork } from '../support/work-counter';

// Who has the file of npm run bake gets what who has not works out, to the last bit, and reads no skin for it.

const FILES = [MANNEQUIN, HOUND, ...['Soldier.glb', 'Husky.glb', 'Knight.glb', 'Orc.glb'].map(furtherRig).filter(file => file !== null)];

const TICKS = { lookAt: true, feet: true, ragdoll: true, hitReactions: true, springs: true };

/** Scripts with their attributes. The idle is another one for each entity but for its seed. */
const SCRIPTS = { animationMirror: {}, strideWarp: {}, idleRandomizer: { seed: 7 } };

describe('bake', () => {
    const warnings = catchWarnings();
    let app: AppBase;

    /** A scene of its own: what was there before shows in the physics. */
    async function open() {
        app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
        const floor = new Entity('Floor', app);
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(20, 0.5, 20) });
        floor.addComponent('rigidbody', { type: 'static' });
        floor.setPosition(0, -0.5, 0);
        app.root.addChild(floor);
    }

    async function reopen() {
        app.destroy();
        await open();
    }

    beforeEach(open);

    afterEach(() => app.destroy());

    /** A character of a model that nobody has seen, with its clips as states. */
    async function addHero(file: string): Promise<Entity> {
        const { instantiate, clips } = await loadNewGlb(app, file);
        const hero = instantiate();
        app.root.addChild(hero);
        if (clips.size > 0) hero.addComponent('anim', { activate: true });
        [...clips.values()].forEach((track, i) => hero.anim!.assignAnimation(`Clip ${i}`, track));
        hero.addComponent('script');
        return hero;
    }

    function jsonAsset(data: unknown): Asset {
        const asset = new Asset('hero.limber.json', 'json');
        asset.resource = data as object;
        return asset;
    }

    function setUp(hero: Entity, baked: Asset | null): LimberSetup {
        const setup = hero.script!.create('limberSetup', { attributes: { ...TICKS, baked, targetObject: app.root } as never }) as unknown as LimberSetup;
        for (const [script, attributes] of Object.entries(SCRIPTS)) hero.script!.create(script, { attributes: attributes as never });
        return setup;
    }

    /** Every number of the pose of a character, frame by frame, as it plays its clips. */
    function run(hero: Entity): number[] {
        const nodes = hero.find(() => true);
        const numbers: number[] = [];
        for (let frame = 0; frame < 90; frame++) {
            if (frame === 45) hero.anim?.baseLayer?.transition('Clip 1', 0.2);
            app.update(1 / 60);
            for (const node of nodes) numbers.push(...node.getWorldTransform().data);
        }
        return numbers;
    }

    /** Counts how often vertices are read while something happens. */
    function countReads(work: () => void): number {
        const { prototype } = Mesh;
        const { getVertexStream } = prototype;
        let count = 0;
        prototype.getVertexStream = function (this: Mesh, ...args) {
            count++;
            return getVertexStream.apply(this, args);
        };
        try {
            work();
        } finally {
            prototype.getVertexStream = getVertexStream;
        }
        return count;
    }

    function tryOut(hero: Entity, baked: Asset | null) {
        let setup!: LimberSetup;
        let numbers: number[] = [];
        const reads = countReads(() => {
            setup = setUp(hero, baked);
            numbers = run(hero);
        });
        return { reads, numbers, problems: setup.report() };
    }

    for (const file of FILES) {
        it(`sets ${basename(file)} up as without it, bit for bit, and reads none of its skin`, async () => {
            const baked = JSON.parse(JSON.stringify(await bakeFile(file)));
            const without = tryOut(await addHero(file), null);
            await reopen();
            const withIt = tryOut(await addHero(file), jsonAsset(baked));
            expect(withIt.problems).to.deep.equal(without.problems);
            expect(without.numbers).to.have.length.above(1000);
            const different = withIt.numbers.findIndex((value, i) => !Object.is(value, without.numbers[i]));
            expect(different, 'the first number that differs').to.equal(-1);
            expect(without.reads).to.be.above(0);
            expect(withIt.reads).to.equal(0);
            warnings.length = 0;
        });
    }

    it('is said to be of another model, of another version, not loaded or no such data; the character is set up all the same', async () => {
        const baked = await bakeFile(HOUND);
        for (const [data, words] of [
            [baked, /another model/], [{ ...baked, limber: -1 }, /another version/], [{ some: 'data' }, /not what/], [{ limber: baked.limber }, /damaged/], [null, /not loaded/]
        ] as const) {
            const hero = await addHero(MANNEQUIN);
            const setup = setUp(hero, jsonAsset(data));
            expect(setup.problems().join()).to.match(words);
            expect(findCharacter(hero)!.legs).to.equal(2);
            hero.destroy();
        }
        warnings.length = 0;
    });

    it('is not taken in any part where one is damaged, which is said', async () => {
        const baked = JSON.parse(JSON.stringify(await bakeFile(MANNEQUIN))) as Record<string, unknown>;
        const results = baked.results as Record<string, object>;
        const rig = baked.rig as Record<string, object>;
        const damaged: Record<string, unknown>[] = [
            { meshes: [null] }, { meshes: [{ ...(baked.meshes as object[])[0], carried: 'much' }] }, { detached: {} }, { rig: undefined }, { rig: { ...rig, bones: 3 } }, { rig: { ...rig, skeleton: null } },
            { results: null }, { results: [] }, { results: { ...results, feet: null } }, { results: Object.fromEntries(Object.keys(results).map(kind => [kind, Object.fromEntries(Object.keys(results[kind]).map(key => [key, 'x']))])) },
            { nodes: [] }, { parents: 'none' }, { digest: null }
        ];
        for (const one of damaged) {
            const hero = await addHero(MANNEQUIN);
            const setup = setUp(hero, jsonAsset({ ...baked, ...one }));
            app.update(1 / 60);
            const name = JSON.stringify(one).slice(0, 60);
            expect(setup.problems().join(), name).to.match(/its data are damaged/);
            expect((hero.script!.get('mecFootPlacer') as unknown as { feet: unknown[] }).feet, name).to.have.length(2);
            hero.destroy();
        }
        warnings.length = 0;
    });

    it('is taken when it is chosen later, and what was wrong with another file is not said any more', async () => {
        const hero = await addHero(MANNEQUIN);
        const setup = setUp(hero, jsonAsset({ some: 'data' }));
        setup.baked = jsonAsset(JSON.parse(JSON.stringify(await bakeFile(MANNEQUIN))));
        expect(setup.problems().join()).not.to.match(/not what/);
        setup.baked = jsonAsset({ some: 'data' });
        expect(setup.problems().join()).to.match(/not what/);
        setup.baked = null;
        setup.refresh();
        expect(setup.problems().join()).not.to.match(/not what/);
        warnings.length = 0;
    });

    it('is used by scripts that come after it was chosen', async () => {
        const baked = jsonAsset(JSON.parse(JSON.stringify(await bakeFile(MANNEQUIN))));
        const workOf = async (isChosen: boolean) => {
            const hero = await addHero(MANNEQUIN);
            const setup = hero.script!.create('limberSetup') as unknown as LimberSetup;
            if (isChosen) setup.baked = baked;
            return countWork(() => { for (const script of ['mecFootPlacer', 'activeRagdoll', 'animationMirror']) hero.script!.create(script, { attributes: { active: true } as never }); }).numbers;
        };
        const [without, withIt] = [await workOf(false), await workOf(true)];
        expect(withIt).to.be.below(0.2 * without);
        warnings.length = 0;
    });

    it('is taken once for all instances of a model, from code as well', async () => {
        const baked = await bakeFile(MANNEQUIN);
        const { instantiate } = await loadNewGlb(app, MANNEQUIN);
        const heroes = [instantiate(), instantiate()];
        for (const hero of heroes) app.root.addChild(hero);
        expect(useBaked(heroes[0], baked)).to.equal('');
        const reads = countReads(() => {
            for (const hero of heroes) {
                expect(useBaked(hero, baked)).to.equal('');
                expect(findCharacter(hero)!.bones.get('head')!.name).to.equal('mixamorig:Head');
                hero.addComponent('script');
                hero.script!.create('mecFootPlacer');
            }
        });
        expect(reads).to.equal(0);
    });
});
