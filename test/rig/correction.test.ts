import { copyFile, readFile, writeFile } from 'node:fs/promises';

import { expect } from 'chai';
import { Asset, Entity, type AppBase, type GraphNode } from 'playcanvas';

import { findCharacter, registerLimber, useBaked, useRoles, type LimberSetup } from '../../scripts/index';
import { bakeFile } from '../../tools/bake';
import { Character } from '../../tools/check-rig/character';
import { editGlb } from '../browser/glb';
import { loadNewGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';
import { temporaryFile } from '../support/temporary';
import { catchWarnings } from '../support/warnings';

// A body that is taken for something else, and set right by hand: all that works on it follows.

/** A person whose arms are called legs and whose legs are called arms: it is taken for an animal. */
const CALLED: Readonly<Record<string, string>> = { UpLeg: 'Arm', Leg: 'ForeArm', Foot: 'Hand', Arm: 'UpLeg', ForeArm: 'Leg', Hand: 'Foot' };
const misname = (name: string) => name.replace(/^(mixamorig:(?:Left|Right))(UpLeg|Leg|Foot|Arm|ForeArm|Hand)$/, (_, start: string, part: string) => start + CALLED[part]);

/** What its true feet and hands are called, and its head. */
const TRUTH = {
    leftFoot: 'mixamorig:LeftHand', rightFoot: 'mixamorig:RightHand', leftHand: 'mixamorig:LeftFoot', rightHand: 'mixamorig:RightFoot',
    leftUpperArm: 'mixamorig:LeftUpLeg', rightShin: 'mixamorig:RightForeArm', head: 'mixamorig:Head', hips: 'mixamorig:Hips'
} as const;

/** A single foot says it all. */
const ROLES = { roles: { 'mixamorig:LeftHand': 'leftFoot' } } as const;

const TICKS = { lookAt: true, feet: true, hitReactions: true };

describe('roles that are set by hand', () => {
    const warnings = catchWarnings();
    let app: AppBase;

    beforeEach(async () => {
        app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
    });

    afterEach(() => app.destroy());

    /** An instance of a model that nobody has seen, its bones called otherwise. */
    async function addWrong(call = misname): Promise<{ hero: Entity, another: () => Entity }> {
        const { instantiate } = await loadNewGlb(app, MANNEQUIN);
        const another = () => {
            const hero = instantiate();
            hero.forEach((node) => { node.name = call(node.name); });
            hero.addComponent('script');
            app.root.addChild(hero);
            return hero;
        };
        return { hero: another(), another };
    }

    function expectRight(entity: GraphNode) {
        const { legs, bones, problems } = findCharacter(entity)!;
        expect(legs).to.equal(2);
        for (const [role, name] of Object.entries(TRUTH)) expect(bones.get(role as keyof typeof TRUTH)?.name, role).to.equal(name);
        expect(problems).to.deep.equal([]);
    }

    function jsonAsset(data: unknown, name = 'hero.roles.json'): Asset {
        const asset = new Asset(name, 'json');
        asset.resource = data as object;
        return asset;
    }

    const setUp = (hero: Entity, more: object = {}) => hero.script!.create('limberSetup', { attributes: { ...TICKS, targetObject: addTarget(), ...more } as never }) as unknown as LimberSetup;

    /** Local turns of all nodes after a while in which the scripts look, stand and are ready to fall. */
    function pose(hero: Entity, frames = 40): number[] {
        for (let i = 0; i < frames; i++) app.update(1 / 60);
        return hero.find(() => true).flatMap((node) => {
            const { x, y, z, w } = node.getLocalRotation();
            return [x, y, z, w];
        });
    }

    const addTarget = () => {
        const target = new Entity('Target', app);
        target.setPosition(2, 0.5, 2);
        app.root.addChild(target);
        return target;
    };

    it('a body is taken for something else without them', async () => {
        const { hero } = await addWrong();
        const found = findCharacter(hero)!;
        expect([found.legs, found.bones.get('leftFoot')?.name]).not.to.include('mixamorig:LeftHand').and.not.include(2);
    });

    it('one foot sets it right, for all copies of the model; null takes it back', async () => {
        const { hero, another } = await addWrong();
        const before = findCharacter(hero)!;
        expect(useRoles(hero, ROLES)).to.equal('');
        expectRight(hero);
        expectRight(another());
        useRoles(hero, null);
        expect([...findCharacter(hero)!.bones]).to.deep.equal([...before.bones]);
    });

    it('all scripts follow: the pose is that of the body whose bones are called what they are', async () => {
        const right = (await addWrong(name => name)).hero;
        setUp(right);
        const expected = pose(right);
        right.destroy();
        const { hero } = await addWrong();
        const setup = setUp(hero, { roles: jsonAsset(ROLES) });
        const found = pose(hero);
        expect(setup.problems()).to.deep.equal([]);
        found.forEach((value, i) => expect(value).to.be.closeTo(expected[i], 1e-6));
    });

    it('scripts that are there already follow in the next frame, also when the attribute is emptied', async () => {
        const { hero } = await addWrong();
        const setup = setUp(hero, { hitReactions: false });
        pose(hero, 2);
        const isSaid = () => ['mecFootPlacer', 'perfectLookAt'].map(name => (hero.script!.get(name) as unknown as { rig: { legs: number } }).rig.legs);
        expect(isSaid()).not.to.include(2);
        setup.roles = jsonAsset(ROLES);
        pose(hero, 2);
        expect(isSaid()).to.deep.equal([2, 2]);
        setup.roles = null;
        pose(hero, 2);
        expect(isSaid()).not.to.include(2);
    });

    it('a bone that is not there, a role that it cannot have, and data that are none: a sentence each', async () => {
        const { hero } = await addWrong();
        const { bones } = findCharacter(hero)!;
        useRoles(hero, { roles: { Tail_9: 'tail', 'mixamorig:Spine1': 'leftHand' } });
        const { problems } = findCharacter(hero)!;
        expect(problems.join(' ')).to.match(/name a bone "Tail_9", and no bone of ".*" is called so\. Save them again/);
        expect(problems.join(' ')).to.match(/"mixamorig:Spine1" is set to left hand by hand, which it cannot be/);
        useRoles(hero, null);
        for (const data of [undefined, 7, [], { roles: [] }, { bones: {} }]) expect(useRoles(hero, data)).to.match(/^this is no correction of roles/);
        expect(useRoles(hero, { roles: { Head: 'nose' } })).to.match(/^the role of "Head" is "nose"\. Set it to one of: head, /);
        expect([...findCharacter(hero)!.bones]).to.deep.equal([...bones]);
        const setup = setUp(hero, { roles: jsonAsset(undefined) });
        expect(setup.problems().join()).to.match(/Roles: "hero\.roles\.json" is not loaded yet/);
        expect(warnings.join()).to.contain('not loaded yet');
    });

    it('what is none is no limb, head or tail', async () => {
        const { hero } = await addWrong(name => name);
        const { bones } = findCharacter(hero)!;
        useRoles(hero, { roles: { 'mixamorig:LeftHand': 'none', 'mixamorig:Head': 'none' } });
        const corrected = findCharacter(hero)!;
        for (const node of [bones.get('leftHand'), bones.get('head')]) expect([...corrected.bones.values()]).not.to.include(node);
    });

    it('a file of roles beside that of the model: bake and check-rig take it, and what was baked brings it along', async () => {
        const file = temporaryFile('person.glb');
        const rename = (json: { nodes: { name: string }[] }) => { for (const node of json.nodes) node.name = misname(node.name); };
        await writeFile(file, editGlb(await readFile(MANNEQUIN), json => rename(json as never)));
        await writeFile(file.replace('.glb', '.roles.json'), JSON.stringify(ROLES));
        const checked = await Character.open(file, []);
        expect(checked.rig.legs).to.equal(2);
        checked.close();

        const baked = JSON.parse(JSON.stringify(await bakeFile(file)));
        const { instantiate } = await loadNewGlb(app, file);
        const hero = instantiate();
        app.root.addChild(hero);
        expect(useBaked(hero, baked)).to.equal('');
        expectRight(hero);
        expect(useRoles(hero, ROLES), 'the same').to.equal('');
        expectRight(hero);

        const again = temporaryFile('again.glb');
        await copyFile(file, again);
        const other = (await loadNewGlb(app, again)).instantiate();
        app.root.addChild(other);
        useRoles(other, { roles: { 'mixamorig:RightHand': 'rightFoot' } });
        expect(useBaked(other, baked)).to.match(/are set by hand otherwise than when it was baked/);
        expectRight(other);
    });
});
