import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { registerLimber, type PerfectLookAt } from '../../scripts/index';
import { createApp } from '../support/app';
import { buildFigure } from '../support/figure';
import { FRAME, onEachCharacter, type Actor, type LegRow, type LookAtRow, type Settings } from '../support/look-at-stage';
import { catchWarnings } from '../support/warnings';

/** The sentences say how to mend it with one of these. */
const REMEDY = /\b(Set|Choose|Order|Remove|Put|Add|Enable|Give|Move|Lower|Call|Count)\b/;

onEachCharacter('bad input', (stage) => {
    const warnings = catchWarnings();
    const ahead = () => stage.addEntity(new Vec3(1.5, 0.2, 1).add(stage.eyePoint));

    function expectSamePose(actor: Actor, twin: Actor) {
        actor.nodes.forEach((node, i) => {
            const [a, b] = [node.getLocalRotation(), twin.nodes[i].getLocalRotation()];
            expect([a.x, a.y, a.z, a.w], node.name).to.deep.equal([b.x, b.y, b.z, b.w]);
        });
    }

    /** One sentence that names all the words, printed once, while the pose stays the animation's. */
    function expectOneSentence(look: PerfectLookAt, words: RegExp[], actor: Actor, twin: Actor) {
        for (let i = 0; i < 4; i++) {
            stage.step();
            expectSamePose(actor, twin);
        }
        expect(look.problems()).to.have.length(1);
        const [sentence] = look.problems();
        expect(sentence).to.match(/^\[perfectLookAt\] "/);
        expect(sentence).to.match(REMEDY);
        for (const word of words) expect(sentence).to.match(word);
        expect(warnings.filter(warning => warning === sentence)).to.have.length(1);
        expect(warnings).to.have.length(1);
        expect([look.residual, look.reached]).to.deep.equal([0, false]);
        look.refresh();
        stage.step();
        expect(warnings, 'refresh does not repeat it').to.have.length(1);
    }

    function stand(settings: (actor: Actor) => Settings) {
        const [actor, twin] = [stage.add(), stage.add()];
        for (const instance of [actor, twin]) instance.play(stage.clips[1]).run();
        const look = actor.addLook({ targetObject: ahead(), ...settings(actor) });
        return { actor, twin, look };
    }

    const chains: [string, (actor: Actor) => LookAtRow[], RegExp[]][] = [
        ['a row without bone', () => [{ boneName: 'head' }, {}], [/bone 2\b/, /missing/]],
        ['a name that no bone has', () => [{ boneName: 'heed' }], [/bone 1\b/, /"heed"/, /Did you mean ".*head"/i]],
        ['a bone of somebody else', () => [{ bone: stage.add().bone('head') }], [/bone 1\b/, /no bone of this character/]],
        ['a bone twice', () => [{ boneName: 'head' }, { boneName: 'head' }], [/bone 2\b/, /twice/]],
        ['a bone that is no ancestor', () => [{ boneName: 'spine' }, { boneName: 'head' }], [/bone 2\b/, /not an ancestor/]],
        ['a bone of another limb', () => [{ boneName: 'head' }, { boneName: 'leftHand' }], [/bone 2\b/, /not an ancestor/]],
        ['a limit above 180', () => [{ boneName: 'head', rotationLimit: 200 }], [/rotation limit/, /200/, /0 to 180/]],
        ['a limit below 0', () => [{ boneName: 'head', rotationLimit: -1 }], [/rotation limit/, /-1/]],
        ['a limit that is not a number', () => [{ boneName: 'head', rotationLimit: NaN }], [/rotation limit/, /NaN/]],
        ['an up weight above 1', () => [{ boneName: 'head', rotateAroundUpVectorWeight: 2 }], [/up vector/, /0 to 1/]],
        ['a linked bone that is missing', () => [{ boneName: 'head', linkedBones: [null as never] }], [/linked bone 1/, /missing/]],
        ['a name of a linked bone that no bone has', () => [{ boneName: 'head', linkedBoneNames: ['leftHund'] }], [/linked bone 1/, /"leftHund"/, /Did you mean/]],
        ['a linked bone that is in the chain', actor => [{ boneName: 'head', linkedBones: [actor.bone('spine')] }, { boneName: 'spine' }], [/linked bone 1/]]
    ];
    for (const [name, rows, words] of chains) {
        it(`in the chain, ${name}, is one sentence`, () => {
            const { actor, twin, look } = stand(instance => ({ lookAtBones: rows(instance) }));
            expectOneSentence(look, words, actor, twin);
        });
    }

    const legs: [string, (actor: Actor) => LegRow, RegExp[]][] = [
        ['-1 bones', () => ({ boneName: 'leftFoot', bonesCount: -1 }), [/stabilizer 1/, /bones count of -1/]],
        ['1 bone', () => ({ boneName: 'leftFoot', bonesCount: 1 }), [/stabilizer 1/, /bones count of 1/]],
        ['more bones than there are', () => ({ boneName: 'leftFoot', bonesCount: 12 }), [/stabilizer 1/, /12/]],
        ['no foot', () => ({}), [/stabilizer 1/, /missing/]],
        ['a weight above 1', () => ({ boneName: 'leftFoot', ikWeight: 3 }), [/IK weight/, /0 to 1/]]
    ];
    for (const [name, row, words] of legs) {
        it(`of a leg stabilizer, ${name}, is one sentence`, () => {
            const { actor, twin, look } = stand(instance => ({ lookAtBones: [{ boneName: 'hips' }], legStabilizers: [row(instance)] }));
            expectOneSentence(look, words, actor, twin);
        });
    }

    it('for the target, none ever or one at no place, is one sentence', () => {
        const { actor, twin, look } = stand(() => ({ targetObject: null }));
        expectOneSentence(look, [/no target/], actor, twin);
        warnings.length = 0;
        const lost = stage.addEntity();
        lost.setPosition(NaN, 1, 1);
        look.targetObject = lost;
        expectOneSentence(look, [/not finite/, /"thing"/], actor, twin);
        lost.setPosition(new Vec3(1, 0, 2).add(stage.eyePoint));
        stage.step();
        expect(look.problems()).to.deep.equal([]);
        expect(actor.gazeError(actor.bone('rightEye'), lost.getPosition())).to.be.below(0.1);
    });

    it('for the up vector, no direction, is one sentence, and the world\'s is used', () => {
        const { actor, look } = stand(() => ({}));
        const upright = stage.add().play(stage.clips[1]).run();
        upright.addLook({ targetObject: look.targetObject });
        for (const none of [new Vec3(), new Vec3(NaN, 1, 0)]) {
            look.upVector.copy(none);
            for (let i = 0; i < 3; i++) {
                stage.step();
                expectSamePose(actor, upright);
            }
            expect(look.problems()).to.have.length(1);
            expect(look.problems()[0]).to.match(/up vector/).and.match(REMEDY);
        }
        expect(warnings).to.have.length(1);
        look.upVector.set(0, 1, 0);
        stage.step();
        expect(look.problems()).to.deep.equal([]);
    });

    it('of a bone, destroyed or moved elsewhere, is one sentence until refresh', () => {
        for (const harm of [(bone: Entity) => bone.destroy(), (bone: Entity) => stage.addEntity().addChild(bone)]) {
            const [actor, twin] = [stage.add(), stage.add()];
            const look = actor.addLook({ targetObject: ahead(), lookAtBones: [{ boneName: 'head' }, { boneName: 'neck' }] });
            stage.step();
            const name = actor.bone('head').name;
            harm(actor.bone('head'));
            for (let i = 0; i < 3; i++) stage.step();
            expect(look.problems()).to.have.length(1);
            expect(look.problems()[0]).to.include(`"${name}"`).and.match(/refresh/);
            expect(warnings.splice(0)).to.have.length(1);
            const [neck, spine] = [actor.bone('neck'), actor.bone('spine')];
            expect(neck.getLocalRotation().equals(twin.bone('neck').getLocalRotation())).to.equal(true);
            look.lookAtBones = [{ bone: neck }, { bone: spine }] as never;
            for (let i = 0; i < 2; i++) stage.step();
            expect(look.problems()).to.deep.equal([]);
            expect(neck.getLocalRotation().equals(twin.bone('neck').getLocalRotation())).to.equal(false);
        }
    });

    it('of a bone, disabled, is one sentence while it is', () => {
        const { actor, twin, look } = stand(() => ({}));
        stage.step();
        for (const role of ['head', 'hips'] as const) {
            actor.bone(role).enabled = false;
            for (let i = 0; i < 3; i++) stage.step();
            expectSamePose(actor, twin);
            expect(look.problems()).to.have.length(1);
            expect(look.problems()[0]).to.match(/disabled/).and.match(REMEDY);
            actor.bone(role).enabled = true;
            stage.step();
            expect(look.problems()).to.deep.equal([]);
        }
        // a bone below another one that is off is off itself: the sentence names one of them
        expect(warnings.length).to.be.within(1, 2);
    });

    for (const [name, scale] of [['not uniform', [1, 1.5, 1]], ['negative', [-1, 1, 1]], ['negative on all axes', [-1, -1, -1]], ['zero', [0, 0, 0]]] as const) {
        it(`of the scale, ${name}, above the model or on a bone, is one sentence`, () => {
            for (const onBone of [false, true]) {
                const holder = stage.addEntity();
                const [actor, twin] = [stage.add(holder), stage.add()];
                const look = actor.addLook({ targetObject: ahead() });
                const place = onBone ? actor.bone('neck') : holder;
                place.setLocalScale(scale[0], scale[1], scale[2]);
                for (let i = 0; i < 3; i++) stage.step();
                expect(look.problems()).to.have.length(1);
                expect(look.problems()[0]).to.match(/scale/).and.match(REMEDY);
                expect(warnings.splice(0)).to.have.length(1);
                expectSamePose(actor, twin);
                place.setLocalScale(1, 1, 1);
                for (let i = 0; i < 30; i++) stage.step();
                expect(look.problems()).to.deep.equal([]);
                expect(actor.gazeError(look.lookAtBones[0].bone!, look.targetObject!.getPosition())).to.be.below(0.1);
            }
        });
    }

    it('of the entity, nothing to be found below it, is one sentence', () => {
        const empty = stage.addEntity();
        const look = stage.addLook(empty, { targetObject: ahead() });
        for (let i = 0; i < 3; i++) stage.step();
        expect(look.problems()).to.have.length(1);
        expect(look.problems()[0]).to.match(/no character below/).and.match(REMEDY);
        expect(warnings).to.deep.equal(look.problems());
    });

    it('for one row does not hide what is wrong with another one', () => {
        const { look } = stand(() => ({
            lookAtBones: [{ boneName: 'head', rotationLimit: 999 }, { boneName: 'nowhere' }], legStabilizers: [{ boneName: 'leftFoot', bonesCount: 1 }]
        }));
        expect(look.problems()).to.have.length(3);
        expect(new Set(warnings).size).to.equal(3);
    });
});

describe('bad input', () => {
    const warnings = catchWarnings();

    it('of a leg, a bone without length, is one sentence', () => {
        const app = createApp();
        registerLimber(app);
        const figure = buildFigure(app, [[0.98, 0], [0.5, 0.05], [0.5, 0.05]]);
        figure.addComponent('script');
        const look = figure.script!.create('perfectLookAt', { attributes: {
            targetObject: figure, lookAtBones: [{ boneName: 'Spine' }, { boneName: 'Hips' }], legStabilizers: [{ boneName: 'LeftLeg2' }]
        } }) as PerfectLookAt;
        for (let i = 0; i < 3; i++) app.update(FRAME);
        expect(look.problems()).to.have.length(1);
        expect(look.problems()[0]).to.match(/stabilizer 1/).and.match(/LeftLeg1 and LeftLeg2/).and.match(/no length/).and.match(REMEDY);
        expect(warnings).to.deep.equal(look.problems());
        expect(figure.findByName('Hips')!.getLocalRotation().equals(Quat.IDENTITY)).to.equal(true);
        app.destroy();
    });
});
