import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { seededRandom, turnBetween } from '../support/geometry';
import { FRAME, leftOfWay, onEachCharacter, type Actor } from '../support/look-at-stage';

/** What a blended rotation may be off, degrees. */
const OFF = 0.05;

/** Turns the whole body, so that legs are stabilized too. */
const BODY = [{ boneName: 'head', rotationLimit: 30 }, { boneName: 'spine', rotationLimit: 30 }, { boneName: 'hips', rotationLimit: 30 }];

function expectSamePose(actor: Actor, twin: Actor) {
    const [pose, animated] = [actor.pose(), twin.pose()];
    pose.forEach((rotation, i) => {
        expect([rotation.x, rotation.y, rotation.z, rotation.w], actor.nodes[i].name)
        .to.deep.equal([animated[i].x, animated[i].y, animated[i].z, animated[i].w]);
    });
}

onEachCharacter('the weight', (stage) => {
    function stand(settings: Partial<PerfectLookAt> = {}) {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity(new Vec3(2, 0.5, -1).add(stage.eyePoint));
        const look = actor.addLook({ targetObject: target, lookAtBones: BODY, ...settings } as never);
        return { actor, twin, target, look };
    }

    it('leaves the animation bit for bit at 0, and at what is not a number', () => {
        const { actor, twin, look } = stand();
        for (const actorOrTwin of [actor, twin]) actorOrTwin.play(stage.clips[0]).run();
        for (const weight of [0, NaN, -1]) {
            look.weight = 1;
            for (let i = 0; i < 3; i++) stage.step();
            look.weight = weight;
            for (let i = 0; i < 5; i++) {
                stage.step();
                expectSamePose(actor, twin);
                expect(look.getLookAtWeight()).to.equal(0);
            }
        }
    });

    it('is the share of the whole look on the way from the animation, and counts up to 1', () => {
        const random = seededRandom(51);
        const { actor, twin, target, look } = stand();
        const full = stage.add();
        const whole = full.addLook({ targetObject: target, lookAtBones: BODY });
        for (const weight of [0.25, 0.5, 0.75, 1, 3]) {
            look.weight = weight;
            for (let i = 0; i < 8; i++) {
                for (const instance of [actor, twin, full]) instance.play(stage.clips[i % 3]);
                const time = random() * stage.clip(stage.clips[i % 3]).duration;
                for (const instance of [actor, twin, full]) instance.seek(time);
                stage.step();
                for (const row of BODY) {
                    const [half, start, end] = [actor, twin, full].map(({ nodes }) => {
                        return nodes[actor.nodes.indexOf(actor.bone(row.boneName as 'head'))].getLocalRotation();
                    });
                    expect(turnBetween(half, new Quat().slerp(start, end, Math.min(weight, 1)))).to.be.below(OFF);
                }
                expect(actor.bone('leftFoot').getPosition().distance(full.bone('leftFoot').getPosition())).to.be.below(0.4);
            }
        }
        expect(whole.getLookAtWeight()).to.equal(1);
    });

    it('goes linearly in time when it is enabled and disabled, within a frame', () => {
        const { look, actor, twin } = stand({ weight: 0 });
        for (const instance of [actor, twin]) instance.play(stage.clips[1]).run();
        stage.step();
        for (const [start, goal, time] of [['enablePerfectLookAt', 1, 0.5], ['disablePerfectLookAt', 0, 0.8]] as const) {
            look[start](time);
            for (let elapsed = 0; elapsed < time + 0.2; elapsed += FRAME) {
                const share = Math.min(1, elapsed / time);
                expect(look.getLookAtWeight()).to.be.closeTo(goal === 1 ? share : 1 - share, FRAME / time + 1e-9);
                expect(look.getTimeToFinishTransition()).to.be.closeTo(Math.max(0, time - elapsed), FRAME + 1e-9);
                expect(look.getTimeToFinishTransition()).to.be.at.least(0);
                if (elapsed > time + FRAME) expect(look.isInTransition()).to.equal(false);
                if (elapsed < time - FRAME) expect(look.isInTransition()).to.equal(true);
                stage.step();
            }
            expect(look.weight).to.equal(goal);
        }
        expectSamePose(actor, twin);
    });

    it('is applied eased in and out, also from where another transition was', () => {
        const { look, actor, twin, target } = stand({ weight: 0 });
        const full = stage.add();
        full.addLook({ targetObject: target, lookAtBones: BODY });
        stage.step();
        const whole = BODY.map(row => turnBetween(full.bone(row.boneName as 'head').getLocalRotation(), twin.bone(row.boneName as 'head').getLocalRotation()));
        const applied = () => BODY.map((row, i) => {
            const bone = row.boneName as 'head';
            return turnBetween(actor.bone(bone).getLocalRotation(), twin.bone(bone).getLocalRotation()) / whole[i];
        });
        for (const [start, goal, time] of [['enablePerfectLookAt', 1, 0.5], ['disablePerfectLookAt', 0, 0.8]] as const) {
            look[start](time);
            for (let elapsed = FRAME; elapsed < time + 0.1; elapsed += FRAME) {
                stage.step();
                const left = leftOfWay(elapsed / time);
                for (const share of applied()) expect(share).to.be.closeTo(goal === 1 ? 1 - left : left, 0.005);
            }
        }
        // half way in, then out again: neither the weight nor its speed jumps
        look.enablePerfectLookAt(0.5);
        let [before, speed] = [0, 0];
        for (let i = 0; i < 60; i++) {
            if (i === 15) look.disablePerfectLookAt(0.5);
            stage.step();
            const [share] = applied();
            expect(Math.abs(share - before - speed), 'change of speed').to.be.below(0.02);
            speed = share - before;
            before = share;
        }
        expectSamePose(actor, twin);
    });

    it('arrives in time with a hitch, and at once for a time of 0 or less', () => {
        const { look } = stand({ weight: 0 });
        stage.step();
        look.enablePerfectLookAt(0.3);
        stage.step(0.1);
        expect(look.getLookAtWeight()).to.be.closeTo(1 / 3, 1e-9);
        stage.step(5);
        expect(look.getLookAtWeight()).to.equal(1);
        expect(look.getTimeToFinishTransition()).to.equal(0);
        look.disablePerfectLookAt(0);
        expect(look.weight).to.equal(0);
        expect(look.isInTransition()).to.equal(false);
        look.enablePerfectLookAt(-2);
        expect(look.weight).to.equal(1);
    });

    for (const first of [true, false]) {
        for (const second of [true, false]) {
            it(`${second ? 'starts anew from where it is' : 'goes on'} when a call with ${second} comes while one with ${first} runs`, () => {
                const { look } = stand({ weight: 0 });
                stage.step();
                look.enablePerfectLookAt(1, first);
                for (let i = 0; i < 30; i++) stage.step();
                expect(look.weight).to.be.closeTo(0.5, 1e-9);
                look.disablePerfectLookAt(0.5, second);
                for (let i = 0; i < 15; i++) stage.step();
                expect(look.weight).to.be.closeTo(second ? 0.25 : 0.75, 1e-9);
                expect(look.getTimeToFinishTransition()).to.be.closeTo(0.25, 1e-9);
                for (let i = 0; i < 16; i++) stage.step();
                expect(look.weight).to.equal(second ? 0 : 1);

                // after it has run, even false is heard
                look.setLookAtWeight(1);
                look.disablePerfectLookAt(1, first);
                for (let i = 0; i < 30; i++) stage.step();
                look.enablePerfectLookAt(0.5, second);
                for (let i = 0; i < 31; i++) stage.step();
                expect(look.weight).to.equal(second ? 1 : 0);
            });
        }
    }

    it('is cut short by a weight that is set by hand, by call or by attribute', () => {
        const { look } = stand({ weight: 0 });
        for (const set of [() => look.setLookAtWeight(0.3), () => { look.weight = 0.3; }]) {
            look.setLookAtWeight(0);
            look.enablePerfectLookAt(1);
            for (let i = 0; i < 6; i++) stage.step();
            set();
            stage.step();
            expect(look.isInTransition()).to.equal(false);
            expect(look.getTimeToFinishTransition()).to.equal(0);
            for (let i = 0; i < 6; i++) stage.step();
            expect(look.weight).to.equal(0.3);
        }
        look.setLookAtWeight(NaN);
        expect(look.weight).to.equal(0);
        look.setLookAtWeight(7);
        expect(look.weight).to.equal(1);
    });
});
