import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import { angleOf, turnBetween } from '../support/geometry';
import { addDefaultLook, around, smoothness } from '../support/look-at-motion';
import { FRAME, onEachCharacter, type Actor } from '../support/look-at-stage';
import { catchWarnings } from '../support/warnings';

/** The sentences say how to mend it with one of these. */
const REMEDY = /\b(Set|Choose|Remove)\b/;

/** Largest turn of the head within a frame for a target that stands still, degrees, once settled. */
const STILL = 0.01;

onEachCharacter('further bad input', (stage) => {
    const warnings = catchWarnings();

    /** What is wrong with the settings in a sentence, printed once; the pose stays the animation's. */
    function expectOneSentence(settings: (actor: Actor) => object, words: RegExp[]) {
        const [actor, twin] = [stage.add(), stage.add()];
        const look = addDefaultLook(actor, { targetObject: stage.addEntity(around(actor, 30)), ...settings(actor) });
        for (let i = 0; i < 4; i++) stage.step();
        look.refresh();
        stage.step();
        expect(look.problems()).to.have.length(1);
        const [sentence] = look.problems();
        expect(sentence).to.match(/^\[perfectLookAt\] "/).and.match(REMEDY);
        for (const word of words) expect(sentence).to.match(word);
        expect(warnings).to.deep.equal([sentence]);
        actor.nodes.forEach((node, i) => expect(node.getLocalRotation().equals(twin.nodes[i].getLocalRotation())).to.equal(true));
    }

    for (const field of ['limitUp', 'limitDown', 'limitTwist']) {
        for (const value of [200, -5, NaN]) {
            it(`of a row, ${field} of ${value}, is one sentence`, () => {
                expectOneSentence(() => ({ lookAtBones: [{ boneName: 'head', [field]: value }] }), [/bone 1\b/, new RegExp(String(value)), /0 to 180/]);
            });
        }
    }

    it('of a target, a shortest look that is longer than its longest, is one sentence', () => {
        expectOneSentence(() => ({ targets: [{ target: stage.addEntity(), minDwell: 3, maxDwell: 2 }] }), [/target 1\b/, /3 s/, /2 s/]);
    });

    it('of the list of targets, one of the character\'s own bones, is one sentence', () => {
        expectOneSentence(actor => ({ targets: [{ target: actor.bone('leftHand') }] }), [/target 1\b/, /bone of the character/]);
    });

    it('of the list of targets, an empty row, is one sentence', () => {
        expectOneSentence(() => ({ targets: [{}] }), [/target 1\b/, /empty/]);
    });

    it('of a target, destroyed while it is looked at, is one sentence, and the look fades out', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity(around(actor, 40));
        const look = addDefaultLook(actor, { targetObject: target });
        const events: (Entity | null)[] = [];
        look.on('target', (entity: Entity | null) => events.push(entity));
        for (let i = 0; i < 90; i++) stage.step();
        const first = look.lookAtBones[0].bone!;
        const gazes = [actor.forwardOf(first)];
        target.destroy();
        for (let i = 0; i < 60; i++) {
            stage.step();
            gazes.push(actor.forwardOf(first));
        }
        const { first: firstStep, peak } = smoothness(gazes, FRAME);
        expect(firstStep).to.be.below(0.5);
        expect(peak).to.be.within(50, 200);
        expect(angleOf(gazes[gazes.length - 1], twin.forwardOf(twin.same(first, actor)))).to.be.below(0.01);
        expect(look.problems()).to.have.length(1);
        expect(look.problems()[0]).to.match(/"thing"/).and.match(/destroyed/).and.match(REMEDY);
        expect(warnings).to.deep.equal(look.problems());
        expect(events).to.deep.equal([target, null]);
        expect(look.residual).to.equal(0);
        look.targetObject = stage.addEntity(around(actor, 20));
        stage.step();
        expect(look.problems()).to.deep.equal([]);
    });

    it('of the list of targets, one that is destroyed while it is looked at, is left at once for another one', () => {
        const actor = stage.add();
        const [near, far] = [2, 4].map(distance => stage.addEntity(around(actor, 10 * distance, 0, distance)));
        const look = addDefaultLook(actor, { targets: [{ target: near }, { target: far }] as never });
        const events: (Entity | null)[] = [];
        look.on('target', (entity: Entity | null) => events.push(entity));
        for (let i = 0; i < 10; i++) stage.step();
        near.destroy();
        for (let i = 0; i < 60; i++) stage.step();
        expect(events).to.deep.equal([near, far]);
        expect(warnings).to.deep.equal([]);
    });

    it('of the target\'s place, in, at, above or below the head, makes nothing spin', () => {
        const actor = stage.add();
        const target = stage.addEntity();
        const look = addDefaultLook(actor, { targetObject: target, giveUpAngle: 180 });
        stage.step();
        const head = actor.bone('head');
        const eye = actor.eyeOf(look.lookAtBones[0].bone!);
        const inHead = head.getPosition().clone();
        const places = [
            eye, eye.clone().add(new Vec3(1e-6, 0, 0)), inHead, inHead.clone().add(new Vec3(0, 0.02, 0)), inHead.clone().lerp(inHead, eye, 0.5),
            eye.clone().add(new Vec3(0, 2, 0)), eye.clone().add(new Vec3(0, -1.5, 0)), eye.clone().add(new Vec3(0, 0.1, 0))
        ];
        for (const place of places) {
            target.setPosition(place);
            for (let i = 0; i < 120; i++) stage.step();
            let before = head.getRotation().clone();
            const start = before.clone();
            for (let i = 0; i < 60; i++) {
                stage.step();
                const now = head.getRotation().clone();
                expect(turnBetween(before, now), `at ${place}`).to.be.below(STILL);
                before = now;
            }
            expect(turnBetween(start, before), `at ${place}`).to.be.below(0.1);
            for (const node of actor.nodes) {
                const { x, y, z, w } = node.getLocalRotation();
                expect(Math.hypot(x, y, z, w)).to.be.closeTo(1, 1e-4);
            }
        }
    });
});
