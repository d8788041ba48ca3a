import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { furtherRig } from '../support/characters';
import { CHEST, hit, onHitStage, STANDING, STANDING_HOUND, type HitSource } from '../support/hit-stage';
import { boundOf, type Reached } from '../support/reached';
import { ShownSkin } from '../support/shown-skin';
import { heightsOf, trunkOver } from '../support/trunk-ends';

// Animals on four legs: they stagger with four feet, fall aside, and are up again.

/** Change of the whole body's velocity by a push, m/s, of an animal that is as high as a person's chest; and the mass that it is told for, kilograms. */
const STAGGERS = 1.4;
const HIGH = 1.3;
const MASS = 70;

/** Share of the height by which a foot is above its clip that steps. */
const STEPS = 0.01;

/** Seconds within which who has fallen stands again: it tips before it falls. */
const UP = 9;

const further = (file: string, clip: string): HitSource[] => (furtherRig(file) ? [{ name: file.replace('.glb', ''), file, clipFile: file, clip }] : []);

const ANIMALS = [STANDING_HOUND, ...STANDING.filter(({ name }) => name === 'Husky')];

onHitStage('an animal that is pushed aside', (stage) => {
    it('staggers on its feet, and stands', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const { actor, twin, reactions } = hero;
        const rig = findCharacter(actor.model)!;
        const metre = rig.height * (rig.skeleton.space?.getWorldTransform().getScale().y ?? 1) / HIGH;
        const feet = (['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const).map(name => rig.skeleton.nodes[rig.limbs[name]!.bones.at(-1)!]);
        const same = (node: GraphNode) => twin.nodes[actor.nodes.indexOf(node as never)];
        const lifted = new Set<GraphNode>();
        hit(hero, CHEST, new Vec3(STAGGERS * Math.sqrt(metre) * MASS, 0, 0));
        stage.run(2.5, 60, () => {
            for (const foot of feet) if (foot.getPosition().y - same(foot).getPosition().y > STEPS * metre * HIGH) lifted.add(foot);
        });
        const way = actor.model.getPosition().length() / metre;
        console.log(`      ${lifted.size} feet step, ${way.toFixed(2)} m, ${hero.states.join(' ')}`);
        expect(hero.states).to.include('staggering').and.not.include('falling');
        expect(reactions.state).to.equal('animated');
        expect(lifted.size).to.be.at.least(2);
        expect(way).to.be.within(0.02, 1);
    });
}, [...ANIMALS, ...further('Cow.glb', 'Idle')]);

/** What is reached. */
const UP_REACHED: Reached = {};

onHitStage('an animal that has fallen', (stage) => {
    it('stands again within nine seconds', () => {
        stage.addFloor();
        const hero = stage.addHero();
        let upAt = NaN, time = 0;
        const { y } = hero.hips.getPosition();
        hero.reactions.fall();
        stage.run(UP + 2, 60, () => {
            time += 1 / 60;
            if (!(upAt >= 0) && hero.states.includes('gettingUp') && hero.reactions.state === 'animated') upAt = time;
        });
        console.log(`      up after ${upAt.toFixed(1)} s`);
        expect(upAt).to.be.below(boundOf(stage.source, UP, UP_REACHED));
        expect(hero.hips.getPosition().y).to.be.within(0.92 * y, 1.08 * y);
    });
}, ANIMALS);

/** The pack's own motions: both ways to get up. */
const OWN = 'templates/motions-animals.glb';
const withOwn = (name: string, file: string, clip: string): HitSource => ({ name, file, clipFile: file, clip, borrowed: { file: OWN, from: OWN } });

/** Share of its path up after which an end of a body counts as risen. */
const RISEN = 0.8;

/** Frames by which the shoulder of cattle is later than the croup, and that of others at most: a husky's trunk rises as one. */
const LATER = 20;
const TOGETHER = 6;

onHitStage('an animal that has clips for both ways to get up', (stage) => {
    it('gets up with the end first that its kind does', function () {
        this.timeout(60000);
        stage.addFloor();
        const hero = stage.addHero();
        const { actor, reactions } = hero;
        const rig = findCharacter(actor.model)!;
        const skin = new ShownSkin(rig);
        skin.update();
        const ends = [trunkOver(skin, rig, 'leftHand'), trunkOver(skin, rig, 'leftFoot')];
        const seen: number[][] = [];
        reactions.fall();
        stage.run(12, 60, () => {
            if (reactions.state !== 'gettingUp') return;
            skin.update();
            seen.push(heightsOf(skin, ends));
        });
        expect(reactions.state).to.equal('animated');
        const up = ends.map((_, i) => seen.findIndex(now => now[i] > (1 - RISEN) * Math.min(...seen.map(one => one[i])) + RISEN * seen.at(-1)![i]));
        console.log(`      shoulder after ${(up[0] / 60).toFixed(2)} s, croup after ${(up[1] / 60).toFixed(2)} s`);
        if (stage.source.name === 'Cow') expect(up[0] - up[1]).to.be.above(LATER);
        else expect(up[0] - up[1]).to.be.below(TOGETHER);
    });
}, [withOwn('hound', 'templates/hound.glb', 'idle'), ...['Husky', 'Cow'].flatMap(name => (furtherRig(`${name}.glb`) ? [withOwn(name, `${name}.glb`, 'Idle')] : []))]);
