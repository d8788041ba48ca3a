import { expect } from 'chai';
import { Asset, Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { AnimationMirror, LimberSetup, PerfectLookAt } from '../../scripts/index';
import { GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { scriptNames, SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

// Mirror maps and setups as json assets that several characters share.

describe('json assets that characters share', () => {
    catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(); });

    afterEach(() => stage.clear());

    after(() => stage.close());

    /** A json asset that holds data, or is on its way. */
    function asset(data: unknown): Asset {
        const made = new Asset('shared', 'json');
        if (data !== null) made.resources = [JSON.parse(JSON.stringify(data))];
        made.loading = data === null;
        stage.app.assets.add(made);
        return made;
    }

    async function addMirror(file: string, attributes: object): Promise<AnimationMirror> {
        const hero = await stage.addHero(file);
        return hero.script!.create('animationMirror', { attributes: { mirror: true, blendTime: 0, ...attributes } as never }) as unknown as AnimationMirror;
    }

    const step = (frames: number) => stage.step(frames);

    const poseOf = (entity: Entity) => entity.find(() => true).flatMap((node: GraphNode) => {
        const { x, y, z, w } = node.getLocalRotation();
        return [x, y, z, w];
    });

    const pairsOf = (mirror: AnimationMirror) => mirror.report()!.pairs.map(({ bone, mirrorBone }) => [bone, mirrorBone].sort().join(' ')).sort();

    for (const file of [MANNEQUIN, GNOME, HOUND]) {
        it(`a mirror gives its pairs as data, and another one is the same by them: ${file}`, async () => {
            const first = await addMirror(file, {});
            const map = first.toJson()!;
            expect(map.bonePairs.length).to.be.above(8);
            const second = await addMirror(file, { mirrorMap: asset(map) });
            expect(second.problems()).to.deep.equal(first.problems());
            expect(pairsOf(second)).to.deep.equal(pairsOf(first));
            for (const { by } of second.report()!.pairs.filter(({ bone }) => map.bonePairs.some(pair => pair.boneName === bone))) expect(by).to.equal('hand');
            step(20);
            const [a, b] = [first, second].map(({ entity }) => poseOf(entity as Entity));
            a.forEach((value, i) => expect(b[i]).to.be.closeTo(value, 1e-6));
            expect(second.toJson()).to.deep.equal(map);
        });
    }

    it('a map of a mirror counts in place of the attributes, and rows by hand in place of the map', async () => {
        const mirror = await addMirror(MANNEQUIN, {
            translation: 'exact', mirrorMap: asset({ translation: 'rotationOnly', bonePairs: [{ boneName: 'leftHand', mirrorBoneName: 'rightFoot' }, { boneName: 'leftFoot', mirrorBoneName: 'rightHand' }] })
        });
        expect(mirror.toJson()!.translation).to.equal('rotationOnly');
        expect(mirror.problems().join(), 'what they hang on are no twins').to.include('no twins');
        mirror.bonePairs = [{ boneName: 'leftHand', mirrorBoneName: 'rightHand' }, { boneName: 'leftFoot', mirrorBoneName: 'rightFoot' }] as never;
        expect(mirror.getMirrorMappedBone('leftHand')).to.equal(mirror.entity.findByName('mixamorig:RightHand'));
        expect(mirror.problems()).to.deep.equal([]);
    });

    it('a map that comes later, or is another one, acts when it is there', async () => {
        const data = (await addMirror(MANNEQUIN, { translation: 'exact' })).toJson()!;
        const map = asset(null);
        const mirrors = [await addMirror(MANNEQUIN, { mirrorMap: map }), await addMirror(GNOME, { mirrorMap: map })];
        const told = () => mirrors.map(mirror => mirror.toJson()!.translation);
        expect(told()).to.deep.equal(['bindDelta', 'bindDelta']);
        map.resources = [data];
        map.fire('load', map);
        expect(told()).to.deep.equal(['exact', 'exact']);
        map.resource = { ...data, translation: 'rotationOnly' } as never;
        expect(told()).to.deep.equal(['rotationOnly', 'rotationOnly']);
        mirrors[0].entity.destroy();
        map.resource = { ...data } as never;
        expect(mirrors[1].toJson()!.translation).to.equal('exact');
        mirrors[1].mirrorMap = null;
        expect(mirrors[1].toJson()!.translation).to.equal('bindDelta');
    });

    const wrong: readonly (readonly [unknown, RegExp])[] = [
        [[1, 2], /Mirror Map is no object/], [{}, /no list bonePairs/], [{ bonePairs: [{ boneName: 'leftHand' }, 5] }, /2 of the 2 pairs of the Mirror Map/],
        [{ bonePairs: [{ boneName: 'leftHand', mirrorBoneName: 'nowhere' }] }, /nowhere/], [{ translation: 'sideways', bonePairs: [] }, /"sideways" for translation/]
    ];
    for (const [data, sentence] of wrong) {
        it(`a map that cannot be meant is said, and the mirror works without it: ${JSON.stringify(data)}`, async () => {
            const mirror = await addMirror(MANNEQUIN, { mirrorMap: asset(data) });
            expect(mirror.problems().join('\n')).to.match(sentence);
            expect(mirror.problems()).to.have.length(1);
            expect(mirror.report()!.pairs.length).to.be.above(8);
        });
    }

    it('a setup gives several characters the same scripts with the same settings', async () => {
        const ball = stage.addEntity('Ball', new Vec3(1, 1.5, 3));
        const hero = await stage.addHero(MANNEQUIN);
        const source = hero.script!.create('limberSetup', { attributes: { lookAt: true, feet: true, mirror: true, targetObject: ball } as never }) as unknown as LimberSetup;
        stage.step(2);
        const look = hero.script!.get('perfectLookAt') as unknown as PerfectLookAt;
        look.maxTurnSpeed = 123;
        look.lookAtBones.find(({ boneName }) => boneName === 'head')!.rotationLimit = 33;
        (hero.script!.get('animationMirror') as unknown as AnimationMirror).enabled = false;
        const shared = asset(source.toJson());
        for (const file of [MANNEQUIN, GNOME]) {
            const other = await stage.addHero(file, 'Other');
            const setup = other.script!.create('limberSetup', { attributes: { setup: shared, targetObject: ball } as never }) as unknown as LimberSetup;
            stage.step(2);
            expect(setup.problems()).to.deep.equal([]);
            expect(scriptNames(other)).to.deep.equal(['limberSetup', 'animationMirror', 'perfectLookAt', 'mecFootPlacer']);
            const copied = other.script!.get('perfectLookAt') as unknown as PerfectLookAt;
            expect([copied.maxTurnSpeed, copied.lookAtBones.find(({ boneName }) => boneName === 'head')!.rotationLimit]).to.deep.equal([123, 33]);
            expect(copied.targetObject).to.equal(ball);
            expect((other.script!.get('animationMirror') as unknown as AnimationMirror).enabled).to.equal(false);
            expect(setup.toJson().order).to.deep.equal(source.toJson().order);
            expect(setup.report().join('\n')).to.include('Setup: perfectLookAt was added.');
            other.destroy();
        }
    });

    it('a setup that cannot be meant is said', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const setup = hero.script!.create('limberSetup', { attributes: { setup: asset({ some: 'thing' }) } as never }) as unknown as LimberSetup;
        stage.step(2);
        expect(setup.report()).to.deep.equal(['Setup: "shared" is no setup, it has no order and no scripts. Choose a json asset with what toJson() gives.']);
    });
});
