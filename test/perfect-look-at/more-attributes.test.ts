import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { perfectLookAtAttributes } from '../../scripts/index';
import { angleOf, turnBetween } from '../support/geometry';
import { addDefaultLook, around, carrierOf, headingOf } from '../support/look-at-motion';
import { AT_ONCE, FRAME, onEachCharacter, type Actor, type Settings } from '../support/look-at-stage';

// What each attribute changes; each test fails when its attribute is ignored. softLimit, convergeEyes, stabilization and targets have
// files of their own.

const DEFAULTS = {
    maxTurnSpeed: 360, softLimit: 0.85, giveUpAngle: 150, giveUpTime: 0.6, convergeEyes: true, stabilization: 1, eyeOffset: [0, 0, 0]
};

describe('the further attributes of perfectLookAt', () => {
    it('have the defaults of the table', () => {
        const table = perfectLookAtAttributes as unknown as Record<string, { default: unknown }>;
        for (const [name, value] of Object.entries(DEFAULTS)) expect(table[name].default, name).to.deep.equal(value);
        const { schema: row } = perfectLookAtAttributes.lookAtBones;
        expect([row.limitUp.default, row.limitDown.default, row.limitTwist.default]).to.deep.equal([0, 0, 0]);
        const { schema: target } = perfectLookAtAttributes.targets;
        expect([target.priority.default, target.radius.default, target.minDwell.default, target.maxDwell.default]).to.deep.equal([1, 10, 1, 4]);
    });
});

onEachCharacter('a further attribute', (stage) => {
    function stand(settings: Settings = {}) {
        const actor = stage.add();
        const target = stage.addEntity(around(actor, 0));
        const look = addDefaultLook(actor, { targetObject: target, ...settings });
        stage.step();
        return { actor, target, look };
    }

    const AT_ONCE_AND_FREE = { lookAtBlendSpeed: AT_ONCE, maxTurnSpeed: 0, giveUpAngle: 180 };

    it('eyeOffset moves the start of the gaze in the first bone\'s frame and units; zero is the measured eye', () => {
        const { actor, target, look } = stand({ ...AT_ONCE_AND_FREE, lookAtBones: [{ boneName: 'head', rotationLimit: 120 }] });
        const head = actor.bone('head');
        target.setPosition(around(actor, 25, 10, 1));
        stage.step();
        expect(look.gazeOrigin.distance(actor.eyeOf(head))).to.be.below(1e-3);
        const scale = head.getWorldTransform().getScale().x;
        for (const offset of [new Vec3(0.1, 0.2, -0.05), new Vec3(0, 0, 0.3)]) {
            look.eyeOffset.copy(offset.clone().mulScalar(1 / scale));
            stage.step();
            const eye = head.getRotation().transformVector(offset, new Vec3()).add(head.getPosition());
            expect(look.gazeOrigin.distance(eye)).to.be.below(1e-3);
            expect(angleOf(actor.forwardOf(head), target.getPosition().clone().sub(eye))).to.be.below(0.1);
        }
        look.eyeOffset.set(0, 0, 0);
        stage.step();
        expect(actor.gazeError(head, target.getPosition())).to.be.below(0.1);
    });

    it('maxTurnSpeed bounds the speed of the gaze; 0 does not', () => {
        const speedAt = (maxTurnSpeed: number) => {
            const { actor, target, look } = stand({ lookAtBlendSpeed: AT_ONCE, maxTurnSpeed, giveUpAngle: 180 });
            // one metre: a target that is put elsewhere by more is a new one
            target.setPosition(around(actor, 0, 0, 1));
            for (let i = 0; i < 60; i++) stage.step();
            target.setPosition(around(actor, 60, 0, 1));
            const first = look.lookAtBones[0].bone!;
            let [before, most] = [actor.forwardOf(first), 0];
            for (let i = 0; i < 60; i++) {
                stage.step();
                const now = actor.forwardOf(first);
                most = Math.max(most, angleOf(before, now) / FRAME);
                before = now;
            }
            stage.clear();
            return most;
        };
        for (const maxTurnSpeed of [60, 200]) expect(speedAt(maxTurnSpeed)).to.be.within(0.7 * maxTurnSpeed, maxTurnSpeed + 1);
        expect(speedAt(0)).to.be.above(2000);
    });

    it('limitUp and limitDown hold the head up and down where they are set, else as rotationLimit', () => {
        const { actor, target, look } = stand({ ...AT_ONCE_AND_FREE });
        const head = actor.bone('head');
        const turnTo = (left: number, up: number) => {
            target.setPosition(around(actor, left, up, 20));
            stage.step();
            return headingOf(actor.forwardOf(head), stage.forward, Vec3.UP).map(Math.abs);
        };
        look.lookAtBones = [{ boneName: 'head', rotationLimit: 40, limitUp: 15, limitDown: 25 }] as never;
        expect(turnTo(0, 70)[1]).to.be.closeTo(15, 0.1);
        expect(turnTo(0, -70)[1]).to.be.closeTo(25, 0.1);
        expect(turnTo(90, 0)[0]).to.be.closeTo(40, 0.1);
        look.lookAtBones = [{ boneName: 'head', rotationLimit: 40 }] as never;
        expect(turnTo(0, 80)[1]).to.be.closeTo(40, 0.1);
        expect(turnTo(0, -80)[1]).to.be.closeTo(40, 0.1);
    });

    it('limitTwist holds the turn about the forward axis', () => {
        const twin = stage.add();
        const twistAt = (limitTwist: number) => {
            // about a slanted axis a turn to the side is a twist as well
            const upVector = Vec3.UP.clone().add(stage.forward);
            const actor = stage.add();
            const target = stage.addEntity(around(actor, 70, 0, 20));
            addDefaultLook(actor, {
                ...AT_ONCE_AND_FREE, targetObject: target, upVector, softLimit: 1,
                lookAtBones: [{ boneName: 'head', rotationLimit: 90, rotateAroundUpVectorWeight: 1, limitTwist }]
            });
            stage.step();
            const turn = actor.bone('head').getRotation().clone().mul(twin.bone('head').getRotation().clone().invert());
            const along = turn.x * stage.forward.x + turn.y * stage.forward.y + turn.z * stage.forward.z;
            return 2 * Math.atan2(Math.abs(along), Math.abs(turn.w)) * 180 / Math.PI;
        };
        const free = twistAt(0);
        expect(free).to.be.above(15);
        expect(twistAt(8)).to.be.within(7.5, 8.1);
    });

    it('giveUpAngle lets the look fade out beyond it, and back in 15 degrees nearer; giveUpTime says how fast', () => {
        const actor = stage.add();
        const twin = stage.add();
        const target = stage.addEntity(around(actor, 0));
        const look = addDefaultLook(actor, { targetObject: target, giveUpAngle: 100, giveUpTime: 0.3, maxTurnSpeed: 0 });
        const first = look.lookAtBones[0].bone!;
        const forward = () => carrierOf(actor, look) && angleOf(actor.forwardOf(first), twin.forwardOf(twin.same(first, actor)));
        const looks = (left: number, seconds = 1.5) => {
            target.setPosition(around(actor, left));
            for (let i = 0; i < seconds / FRAME; i++) stage.step();
            return forward() > 1;
        };
        expect(looks(97)).to.equal(true);
        expect(looks(103, 0.25), 'still on its way').to.equal(true);
        expect(looks(103, 0.1)).to.equal(false);
        expect(looks(90)).to.equal(false);
        expect(looks(82)).to.equal(true);
        look.giveUpTime = 1.2;
        expect(looks(120, 1)).to.equal(true);
        expect(looks(120, 0.3)).to.equal(false);
        look.giveUpAngle = 180;
        expect(looks(175)).to.equal(true);
    });

    it('weight is applied with ease in enablePerfectLookAt and its twin, while getLookAtWeight stays linear in time', () => {
        const { actor, target, look } = stand({ ...AT_ONCE_AND_FREE, lookAtBones: [{ boneName: 'head', rotationLimit: 90 }] });
        target.setPosition(around(actor, 40));
        stage.step();
        const head = actor.bone('head');
        const full = actor.gazeError(head, around(actor, 0, 0, 1000));
        const shares: number[] = [];
        look.disablePerfectLookAt(0.5);
        for (let i = 1; i <= 30; i++) {
            stage.step();
            expect(look.getLookAtWeight()).to.be.closeTo(1 - i / 30, 1e-6);
            shares.push(actor.gazeError(head, around(actor, 0, 0, 1000)) / full);
        }
        expect(shares[1]).to.be.above(0.99);
        expect(shares[14]).to.be.closeTo(0.5, 0.05);
        expect(shares[27]).to.be.below(0.01);
    });

    it('of those that are numbers acts in the next frame, also when changed while the look is there', () => {
        const { actor, target, look } = stand(AT_ONCE_AND_FREE);
        target.setPosition(around(actor, 20, 0, 2));
        stage.step();
        const poseOf = (a: Actor) => a.bone('head').getLocalRotation().clone();
        const soft = poseOf(actor);
        look.softLimit = 0;
        stage.step();
        expect(turnBetween(soft, poseOf(actor))).to.be.above(0.1);
        look.softLimit = 0.85;
        stage.step();
        expect(turnBetween(soft, poseOf(actor))).to.be.below(0.01);
    });
});
