import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import type { ActiveRagdoll, AnimationMirror, AnimationRetarget } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { furtherRig, GNOME, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { findGrasp, HandStage, seenFrom, type Grasp, type Reacher, type Side } from '../support/hand-stage';
import { createPhysicsApp } from '../support/physics-app';
import { catchWarnings } from '../support/warnings';

// Hands together with scripts that change the pose before or after them.

const FRAME = 1 / 60;

const FILES = [MANNEQUIN, GNOME, ...['Xbot.glb', 'Soldier.glb', 'Knight.glb'].flatMap(file => furtherRig(file) ?? [])];

/** Characters without clips, which play the pack's. */
const WITHOUT_CLIPS = [GNOME, ...['rpm.glb', 'avatar.vrm'].flatMap(file => furtherRig(file) ?? [])];

/** Distance of a palm from a point, millimetres of a person. */
function offOf(reacher: Reacher, side: Side, { palm }: Grasp, at: Vec3): number {
    return seenFrom(reacher.arm(side)!.hand, at).distance(palm) / reacher.height * 1750;
}

/** A target that goes along with the character, in reach of a hand. */
function addAhead(stage: HandStage, reacher: Reacher, side: Side): Entity {
    const target = stage.addTarget();
    target.reparent(reacher.model);
    target.setPosition(reacher.fromShoulder(side, 0.02, -0.1, 0.75 * reacher.armLength(side) / reacher.height));
    return target;
}

/** Where the palms of a character are in their hands, which it has back afterwards. */
function findGrasps(stage: HandStage, reacher: Reacher) {
    const grasps = { left: findGrasp(stage, reacher, 'left'), right: findGrasp(stage, reacher, 'right') };
    for (const row of reacher.hands.hands) Object.assign(row, { target: null, turn: 0 });
    stage.step();
    return grasps;
}

/** Largest turn of a joint of the arms in a frame, of some frames. */
function turnOf(stage: HandStage, reacher: Reacher, frames: number): number {
    const bones = (['left', 'right'] as const).flatMap(side => Object.values(reacher.arm(side)!));
    const turns = () => bones.map(bone => bone.getLocalRotation().clone());
    let most = 0;
    for (let i = 0, before = turns(); i < frames; i++, before = turns()) {
        stage.step(FRAME);
        most = Math.max(most, ...turns().map((turn, k) => turnBetween(turn, before[k])));
    }
    return most;
}

FILES.forEach((file) => {
    describe(`hands of ${file} with other scripts`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(async () => stage.open(file, await createPhysicsApp('ammojs-typed')));
        afterEach(() => stage.clear());
        after(() => stage.close());

        /** The largest distance of the right palm from its target in some frames. */
        const mostOff = (reacher: Reacher, { right }: { right: Grasp }, target: Entity, frames: number, each: (frame: number) => void = () => {}) => {
            let off = 0;
            for (let i = 0; i < frames; i++) {
                each(i);
                stage.step(FRAME);
                off = Math.max(off, offOf(reacher, 'right', right, target.getPosition()));
            }
            return off;
        };

        it('are those of the skeleton while the animation is mirrored: on their targets, a prop stays in its hand', function () {
            const reacher = stage.add({}, 'alk');
            const grasps = findGrasps(stage, reacher);
            const mirror = reacher.model.script!.create('animationMirror', { ind: 0 }) as unknown as AnimationMirror;
            const target = addAhead(stage, reacher, 'right'), prop = stage.addTarget();
            reacher.hands.reach('right', target);
            reacher.hands.attach('left', prop);
            stage.step(FRAME, 2);
            const inHand = () => seenFrom(reacher.arm('left')!.hand, prop.getPosition());
            const held = inHand();
            let moved = 0;
            const off = mostOff(reacher, grasps, target, 120, (frame) => {
                if (frame % 40 === 10) mirror.mirror = !mirror.mirror;
                moved = Math.max(moved, inHand().distance(held) / reacher.height * 1750);
            });
            this.test!.title += ` (${off.toFixed(3)} mm)`;
            expect(off).to.be.below(1);
            expect(moved).to.be.below(1);
            expect(reacher.hands.isReached('right')).to.equal(true);
            expect(reacher.hands.problems()).to.deep.equal([]);
        });

        it('are on their targets while a ragdoll follows the pose, let go as others do when it is limp, and come back', function () {
            // clips may move the model itself
            const beside = stage.addTarget(new Vec3(50, 0, 0));
            const [reacher, other] = [stage.add({}, 'alk'), stage.add({}, 'alk', beside)];
            const grasps = findGrasps(stage, reacher);
            const ragdolls = [reacher, other].map(({ model }) => (
                model.script!.create('activeRagdoll', { attributes: { active: true, rotationWeight: 1, translationWeight: 1 } }) as unknown as ActiveRagdoll
            ));
            const setWeight = (weight: number) => {
                for (const ragdoll of ragdolls) ragdoll.rotationWeight = ragdoll.translationWeight = weight;
            };
            const told: boolean[] = [];
            reacher.hands.on('reached', (_hand: string, reached: boolean) => told.push(reached));
            const target = addAhead(stage, reacher, 'right');
            reacher.hands.reach('right', target, 0.3);
            const swing = turnOf(stage, reacher, 60);
            const off = mostOff(reacher, grasps, target, 30);
            this.test!.title += ` (${off.toFixed(3)} mm)`;
            expect(off).to.be.below(1);
            setWeight(0);
            // of its own, a limp arm swings too
            const [own, limp] = [turnOf(stage, other, 40), turnOf(stage, reacher, 20)];
            expect(limp).to.be.below(1.5 * Math.max(own, swing));
            expect(told).to.deep.equal([true, false]);
            expect(reacher.hands.isReached('right')).to.equal(false);
            setWeight(1);
            stage.step(FRAME, 120);
            expect(mostOff(reacher, grasps, target, 10)).to.be.below(1);
            expect(told).to.deep.equal([true, false, true]);
        });

        it('are on their targets near a camera under limberBudget, and go to the animation and back by distance without a jump', () => {
            const reacher = stage.add({}, 'alk');
            const grasps = findGrasps(stage, reacher);
            const camera = stage.addTarget();
            camera.addComponent('camera', { fov: 45 });
            camera.addComponent('script');
            const stand = (distance: number) => {
                camera.setPosition(reacher.forward.clone().mulScalar(distance).add(new Vec3(0, 1, 0)));
                camera.lookAt(0, 1, 0);
            };
            stand(4);
            // more than any machine needs: no turn is put off
            camera.script!.create('limberBudget', { attributes: { milliseconds: 1000 } });
            const target = addAhead(stage, reacher, 'right');
            reacher.hands.reach('right', target, 0.4);
            const there = turnOf(stage, reacher, 60);
            expect(mostOff(reacher, grasps, target, 30)).to.be.below(1);
            stand(300);
            expect(turnOf(stage, reacher, 90)).to.be.below(1.5 * there);
            expect(mostOff(reacher, grasps, target, 1)).to.be.above(100);
            expect(reacher.hands.isReached('right')).to.equal(false);
            stand(4);
            expect(turnOf(stage, reacher, 90)).to.be.below(1.5 * there);
            expect(mostOff(reacher, grasps, target, 30)).to.be.below(1);
        });
    });
});

WITHOUT_CLIPS.forEach((file) => {
    describe(`hands of ${file}`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(async () => {
            await stage.open(file);
            await loadGlb(stage.app, 'templates/motions-people.glb');
        });
        after(() => stage.close());

        it('are on their targets while it walks by another character\'s clips', function () {
            const reacher = stage.add();
            const grasps = findGrasps(stage, reacher);
            const retarget = reacher.model.script!.create('animationRetarget') as unknown as AnimationRetarget;
            stage.step();
            reacher.model.anim!.setFloat('speed', 1.2);
            const target = addAhead(stage, reacher, 'left');
            reacher.hands.reach('left', target);
            stage.step(FRAME, 30);
            let off = 0;
            for (let i = 0; i < 60; i++) {
                stage.step(FRAME);
                off = Math.max(off, offOf(reacher, 'left', grasps.left, target.getPosition()));
            }
            this.test!.title += ` (${off.toFixed(3)} mm)`;
            expect(reacher.model.anim!.baseLayer!.activeState).to.equal('walk');
            expect(off).to.be.below(1);
            expect(reacher.hands.isReached('left')).to.equal(true);
            expect([...retarget.problems(), ...reacher.hands.problems()]).to.deep.equal([]);
        });
    });
});
