import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { furtherRig, sampled } from '../support/characters';
import { angleOf } from '../support/geometry';
import { boneOf, CHEST, hit, onHitStage, STANDING, STANDING_HOUND, type HitSource } from '../support/hit-stage';
import { boundOf, type Reached } from '../support/reached';
import { ShownSkin } from '../support/shown-skin';
import { heightsOf, trunkOver } from '../support/trunk-ends';

// Everyone who is down lies: nobody is settled on four stiff legs, or on his knees.

/** Of the height at which pelvis and chest stand. */
const LIES = 0.46;

/** What is reached: a zebra's hips joint, which hangs between its thighs at a third of its height, is high when it lies on its side. */
const LIES_REACHED: Reached = { Zebra: 0.6 };

/** Degrees to the level that the trunk's back turns to at least, of an animal that lies on its side. */
const ASIDE = 50;

/** Frames by which the shoulder may be later: an animal tips as one over the feet of a side. */
const TOGETHER = 3;

/** Share of its path down after which an end of a body counts as fallen. */
const GOES = 0.5;

/** Of the height of all, for who has short legs and a thick trunk. */
const THICK = 0.2;

const further = (name: string, clip: string): HitSource[] => (furtherRig(`more/${name}.glb`) || furtherRig(`${name}.glb`) ?
    [{ name, file: furtherRig(`${name}.glb`) ?? furtherRig(`more/${name}.glb`)!, clipFile: furtherRig(`${name}.glb`) ?? furtherRig(`more/${name}.glb`)!, clip }] :
    []);

onHitStage('who has fallen', (stage) => {
    for (const [how, impulse, rate] of [['from standing', 0, 60], ['pushed ahead', 30, 30], ['pushed aside', 25, 144]] as const) {
        it(`lies with pelvis and chest on the ground, ${how}, at ${rate} Hz`, function () {
            this.timeout(60000);
            stage.addFloor();
            const hero = stage.addHero({ getUpDelay: 60 });
            const { actor, twin, reactions, hips } = hero;
            const chest = boneOf(actor, CHEST);
            const standing = [hips, chest].map(bone => twin.nodes[actor.nodes.indexOf(bone)].getPosition().y);
            reactions.fall();
            if (impulse > 0) hit(hero, CHEST, how === 'pushed aside' ? new Vec3(impulse, 0, 0) : new Vec3(0, 0, impulse));
            for (let frame = 0; frame < 10 * rate && reactions.state === 'falling'; frame++) stage.step(1 / rate);
            expect(reactions.state).to.equal('settled');
            stage.run(0.5, rate);
            const whole = THICK * findCharacter(actor.model)!.height * (findCharacter(actor.model)!.skeleton.space?.getWorldTransform().getScale().y ?? 1);
            const shares = [hips, chest].map((bone, i) => bone.getPosition().y / standing[i]);
            console.log(`      pelvis at ${shares[0].toFixed(2)}, chest at ${shares[1].toFixed(2)} of where they stand`);
            shares.forEach((share, i) => { expect(share).to.be.at.most(Math.max(boundOf(stage.source, LIES, LIES_REACHED), whole / standing[i])); });
        });
    }
}, [...STANDING, ...further('Cow', 'Idle'), ...further('Zebra', 'Armature|Idle'), ...further('Orc', 'Idle')]);

const ANIMALS = [STANDING_HOUND, ...STANDING.filter(({ name }) => name === 'Husky'), ...further('Cow', 'Idle'), ...further('Zebra', 'Armature|Idle'), ...further('Donkey', '')];

/** Degrees by which the back turns from straight up at most, on the way and at rest: an animal lies on its side, not on its back. */
const SIDE = 120;

/** How many directions, and speeds by which the whole body is pushed as it falls, m/s of an animal as high as a person. */
const DIRECTIONS = sampled(8, 4);
const SPEEDS = [1, 3.5];
const PERSON = 1.75;

onHitStage('an animal that falls', (stage) => {
    for (const [side, x] of [['left', 1], ['right', -1]] as const) {
        it(`topples to its ${side}, to which it was pushed, with the shoulder no later than the croup`, function () {
            this.timeout(60000);
            stage.addFloor();
            const hero = stage.addHero({ getUpDelay: 60 });
            const { actor, reactions } = hero;
            const chest = boneOf(actor, CHEST);
            const rig = findCharacter(actor.model)!;
            const skin = new ShownSkin(rig);
            skin.update();
            const ends = [trunkOver(skin, rig, 'leftHand'), trunkOver(skin, rig, 'leftFoot')];
            const seen = [heightsOf(skin, ends)];
            const back = chest.getRotation().clone().invert().transformVector(new Vec3(0, 1, 0));
            reactions.fall();
            // half a metre a second
            hit(hero, CHEST, new Vec3(x * 0.5 * actor.ragdoll.totalMass, 0, 0));
            for (let frame = 0; frame < 600 && reactions.state === 'falling'; frame++) {
                stage.step();
                skin.update();
                seen.push(heightsOf(skin, ends));
            }
            const down = ends.map((_, i) => seen.findIndex(now => now[i] < (1 - GOES) * seen[0][i] + GOES * seen.at(-1)![i]));
            const up = chest.getRotation().transformVector(back);
            const lies = 180 / Math.PI * Math.acos(up.y);
            console.log(`      shoulder after ${(down[0] / 60).toFixed(2)} s, croup after ${(down[1] / 60).toFixed(2)} s, on its side by ${lies.toFixed(0)} degrees`);
            expect(reactions.state).to.equal('settled');
            expect(down[1] - down[0]).to.be.at.least(-TOGETHER);
            expect(lies).to.be.above(ASIDE);
            expect(Math.sign(up.x)).to.equal(x);
        });
    }

    for (const speed of SPEEDS) {
        it(`lies on its side and never rolls onto its back, pushed by ${speed} m/s from all sides`, function () {
            this.timeout(120000);
            const rolls: number[] = [];
            for (let i = 0; i < DIRECTIONS; i++) {
                stage.addFloor();
                const hero = stage.addHero({ getUpDelay: 60 });
                const { actor, reactions } = hero;
                const chest = boneOf(actor, CHEST);
                const back = chest.getRotation().clone().invert().transformVector(Vec3.UP, new Vec3());
                const rig = findCharacter(actor.model)!;
                const size = rig.height * (rig.skeleton.space?.getWorldTransform().getScale().y ?? 1) / PERSON;
                const angle = 2 * Math.PI * (i + 0.5) / DIRECTIONS;
                const impulse = speed * Math.sqrt(size) * actor.ragdoll.totalMass;
                reactions.fall();
                hit(hero, CHEST, new Vec3(Math.sin(angle) * impulse, 0, Math.cos(angle) * impulse));
                let most = 0;
                for (let frame = 0; frame < 360; frame++) {
                    stage.step();
                    most = Math.max(most, angleOf(chest.getRotation().transformVector(back, new Vec3()), Vec3.UP));
                }
                rolls.push(most);
                expect(reactions.state, `${(angle * 180 / Math.PI).toFixed(0)} degrees`).to.equal('settled');
                stage.clear();
            }
            console.log(`      rolls by ${rolls.map(roll => roll.toFixed(0)).join(', ')} degrees`);
            expect(Math.max(...rolls)).to.be.at.most(SIDE);
        });
    }
}, ANIMALS);
