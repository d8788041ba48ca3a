import { readFileSync } from 'node:fs';

import { expect } from 'chai';
import { Entity, Vec3, type AppBase, type ContainerResource, type GraphNode } from 'playcanvas';

import { reach } from '../../docs/demo/pages/climber/limb';
import { findCharacter, instantiateCharacter, registerLimber, type Role } from '../../scripts/index';
import { addGlb } from '../support/app';
import { createPhysicsApp } from '../support/physics-app';
import { catchWarnings } from '../support/warnings';

// The template `climber` on a wall: a pose of climbing whose hands and feet are beside the wall or in it.

/** Where a clip of climbing has hands and feet, with joints that are bent: metres, the character faces +z. */
const POSE = { leftHand: [0.25, 1.55, 0.35], rightHand: [-0.25, 1.25, 0.35], leftFoot: [0.13, 0.5, 0.3], rightFoot: [-0.13, 0.25, 0.3] } as const;

const LIMBS = Object.keys(POSE) as (keyof typeof POSE)[];

/** Farthest from its bone that a palm or a sole touches the wall, and what a limb moves along the wall at most, metres. */
const THICKEST = 0.16;
const ALONG = 0.08;

describe('the template climber', () => {
    catchWarnings();
    let app: AppBase, model: ContainerResource;
    const template = JSON.parse(readFileSync('templates/climber.json', 'utf8'));

    beforeEach(async () => {
        app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
        const file = await addGlb(app, 'templates/mannequin.glb');
        await new Promise((loaded) => {
            file.ready(loaded);
            app.assets.load(file);
        });
        model = file.resource as ContainerResource;
    });

    afterEach(() => app.destroy());

    /** A box with its face at a depth, from one height to another. */
    function addWall(face: number, from = -5, to = 5): Entity {
        const wall = new Entity('wall');
        wall.addComponent('collision', { type: 'box', halfExtents: new Vec3(3, (to - from) / 2, 0.5) });
        wall.addComponent('rigidbody', { type: 'static' });
        wall.setPosition(0, (from + to) / 2, face + 0.5);
        app.root.addChild(wall);
        wall.rigidbody!.teleport(0, (from + to) / 2, face + 0.5);
        return wall;
    }

    function pose(bones: ReadonlyMap<Role, GraphNode>) {
        for (const role of LIMBS) {
            const end = bones.get(role)!, isHand = role.endsWith('Hand');
            reach([end.parent!.parent!, end.parent!, end], new Vec3([...POSE[role]]), isHand ? new Vec3(0, -1, -0.3) : Vec3.BACK);
        }
    }

    /** Where hands and feet are, with the script and without it. */
    function climb(isOn: boolean, after: (hero: Entity) => void = () => {}): Map<Role, Vec3> {
        const hero = instantiateCharacter(model, template);
        app.root.addChild(hero);
        const { bones } = findCharacter(hero)!;
        pose(bones as ReadonlyMap<Role, GraphNode>);
        hero.script!.get('mecFootPlacer')!.enabled = isOn;
        after(hero);
        for (let i = 0; i < 60; i++) app.update(1 / 60);
        const places = new Map(LIMBS.map(role => [role, bones.get(role)!.getPosition().clone()]));
        hero.destroy();
        return places;
    }

    it('has rows for feet and hands, each with the wall\'s up vector', () => {
        const hero = instantiateCharacter(model, template);
        app.root.addChild(hero);
        const placer = hero.script!.get('mecFootPlacer') as unknown as { feet: { boneName: string, upVector: Vec3 }[], problems(): string[] };
        expect(placer.feet.map(({ boneName, upVector }) => [boneName, ...upVector.toArray()])).to.have.deep.members(LIMBS.map(role => [role, 0, 0, -1]));
        expect(placer.problems()).to.deep.equal([]);
    });

    LIMBS.forEach((role) => {
        for (const gap of [-0.06, 0.06]) {
            it(`puts ${role} on a wall that is ${100 * Math.abs(gap)} cm ${gap > 0 ? 'beyond' : 'nearer than'} where its clip has it`, () => {
                const free = climb(false).get(role)!;
                const face = free.z + 0.06 + gap;
                addWall(face);
                const placed = climb(true).get(role)!;
                expect(face - placed.z, 'distance of the bone from the wall').to.be.within(0, THICKEST);
                expect(Math.abs(placed.z - free.z), 'moved').to.be.above(0.01);
                expect(Math.hypot(placed.x - free.x, placed.y - free.y), 'along the wall').to.be.below(ALONG);
            });
        }
    });

    it('leaves a hand in the air over an edge, and puts it on a rung at its height', () => {
        const free = climb(false).get('leftHand')!;
        const low = addWall(free.z, -5, free.y - 0.3);
        expect(climb(true).get('leftHand')!.distance(free), 'over the edge').to.be.below(0.01);
        low.destroy();
        addWall(free.z, free.y - 0.15, free.y + 0.15);
        expect(climb(true).get('leftHand')!.distance(free), 'on the rung').to.be.above(0.01);
    });
});
