import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { findCharacter, HeightGround, registerLimber, type MecFootPlacer, type PerfectLookAt } from '../../scripts/index';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { CREATURES } from '../support/creatures';
import { angleOf } from '../support/geometry';
import { catchWarnings } from '../support/warnings';

// Legs of one bone, none, and six. With legs of one bone the body tilts with the ground and the legs aim at it, so that their ends stand on it. No bone bends. What has no legs is left alone.

const STIFF = CREATURES.filter(({ says }) => says === 'one bone');

/** Largest height of a leg's end over or in the ground, as a share of the character's height. */
const OFF = 0.015;

const RADIANS = Math.PI / 180;

const grounds: Record<string, (x: number, z: number) => number> = {
    'level ground': () => 0,
    'a slope upwards': (_, z) => 0.25 * z,
    'a slope aside': x => 0.2 * x,
    'a low stage': () => 0.05
};

describe('bodies of few legs, and of many', () => {
    let app: AppBase;
    const warnings = catchWarnings();

    before(() => {
        app = createApp();
        registerLimber(app);
    });
    after(() => app.destroy());

    STIFF.forEach((creature) => {
        Object.entries(grounds).forEach(([name, heightAt]) => {
            it(`${creature.convention}, on ${name}`, () => {
                const { root, nodes } = buildSkeleton(app, creature);
                const ends = [...nodes.values()].filter(({ name }) => /Leg\.[LR]_end$/.test(name));
                // the skin's ends below the marks, in their legs' frames
                const feet = ends.map((end) => {
                    const leg = end.parent as Entity;
                    const { x, z } = end.getPosition();
                    return { leg, point: leg.getWorldTransform().clone().invert().transformPoint(new Vec3(x, 0, z)) };
                });
                const { height } = findCharacter(root)!;
                root.addComponent('script');
                const placer = root.script!.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true } }) as MecFootPlacer;
                placer.setGround(new HeightGround(heightAt));
                for (let i = 0; i < 120; i++) app.update(1 / 60);
                expect(placer.feet.length).to.equal(creature.legs);
                expect(placer.problems().join()).to.contain('one bone');
                expect(warnings.filter(warning => warning.includes('one bone'))).to.have.length(1);
                for (const { leg, point } of feet) {
                    const { x, y, z } = leg.getWorldTransform().transformPoint(point);
                    expect(y - heightAt(x, z), leg.name).to.be.closeTo(0, OFF * height);
                }
                for (const end of ends) expect(end.getPosition().distance(end.parent!.getPosition()), end.name).to.be.closeTo(creature.legs === 4 ? 0.14 : 0.27, 1e-4);
                root.destroy();
            });
        });
    });

    CREATURES.filter(({ legs }) => legs === 0).forEach((creature) => {
        it(`${creature.convention}: one sentence of the feet, the animation is left alone, and the look works`, () => {
            const { root, nodes, expected } = buildSkeleton(app, creature);
            const before = [...nodes.values()].map(node => node.getWorldTransform().clone());
            root.addComponent('script');
            const placer = root.script!.create('mecFootPlacer') as MecFootPlacer;
            placer.setGround(new HeightGround(() => 0.1));
            app.update(1 / 60);
            expect(placer.problems()).to.have.length(2);
            expect(placer.problems()[0]).to.match(/: found no .*complete legs/);
            expect(placer.problems()[1]).to.match(/: no feet are found on this character, so it is left as it is animated\./);
            [...nodes.values()].forEach((node, i) => expect(node.getWorldTransform().equals(before[i]), node.name).to.equal(true));

            const head = expected.get('head')!;
            const target = new Entity('target', app);
            app.root.addChild(target);
            // 25 degrees to the left, on the level of the head
            target.setPosition(head.getPosition().add(new Vec3(Math.sin(25 * RADIANS), 0, Math.cos(25 * RADIANS)).mulScalar(20)));
            const forward = head.getRotation().clone().invert().transformVector(Vec3.BACK, new Vec3());
            const look = root.script!.create('perfectLookAt', { ind: 0, attributes: { targetObject: target } }) as PerfectLookAt;
            for (let i = 0; i < 300; i++) app.update(1 / 60);
            expect(look.problems()).to.deep.equal([]);
            const gaze = head.getRotation().transformVector(forward, new Vec3());
            expect(angleOf(gaze, target.getPosition().sub(head.getPosition())), 'gaze').to.be.below(1);
            root.destroy();
            target.destroy();
        });
    });

    Object.entries(grounds).forEach(([name, heightAt]) => {
        it(`six legs have a row each, from the front, and stand on ${name}`, () => {
            const { root, nodes } = buildSkeleton(app, CREATURES.find(({ legs }) => legs === 6)!);
            const ends = [...nodes.values()].filter(({ name: node }) => /^Leg.*_end$/.test(node));
            const { height } = findCharacter(root)!;
            root.addComponent('script');
            const placer = root.script!.create('mecFootPlacer') as MecFootPlacer;
            placer.setGround(new HeightGround(heightAt));
            for (let i = 0; i < 120; i++) app.update(1 / 60);
            expect(placer.feet.map(({ footId }) => footId)).to.deep.equal(['leftFoot', 'rightFoot', 'leftFoot1', 'rightFoot1', 'leftFoot2', 'rightFoot2']);
            expect(ends.length).to.equal(6);
            for (const end of ends) {
                const { x, y, z } = end.getPosition();
                expect(y - heightAt(x, z), end.name).to.be.closeTo(0, OFF * height);
            }
            root.destroy();
        });
    });
});
