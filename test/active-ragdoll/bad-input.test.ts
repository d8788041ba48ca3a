import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import type { ActiveRagdoll } from '../../scripts/index';
import { differenceOf, exactPose, onEachStage, RagdollStage, WALKING, type RagdollSettings } from '../support/ragdoll-stage';
import { catchWarnings } from '../support/warnings';

// What is wrong with a set-up is said in one sentence: what, where and how to fix it. The animation goes on.

function expectSentence(ragdoll: ActiveRagdoll, warnings: readonly string[], ...words: string[]) {
    expect(ragdoll.problems(), ragdoll.problems().join('\n')).to.have.length(1);
    const [sentence] = ragdoll.problems();
    expect(sentence).to.match(/^\[activeRagdoll\] ".*": .*\.$/);
    for (const word of words) expect(sentence).to.include(word);
    expect(warnings.filter(text => text === sentence)).to.have.length(1);
}

describe('without Ammo', () => {
    const warnings = catchWarnings();
    it('the animation goes on, with one sentence, and the ragdoll comes when Ammo is there', async () => {
        const stage = new RagdollStage(WALKING, null);
        await stage.open();
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({});
        stage.run(0.2);
        expectSentence(ragdoll, warnings, 'Ammo is not loaded', 'Import it');
        expect(exactPose(actor)).to.deep.equal(exactPose(twin));
        ragdoll.addImpulse('hips', new Vec3(), new Vec3(1, 0, 0));
        ragdoll.teleport(new Vec3(1, 0, 0));
        expect(ragdoll.getBoneState('hips')).to.equal(null);
        stage.close();
    });
});

onEachStage('bad input', (stage) => {
    const warnings = catchWarnings();

    const ROWS: [string, RagdollSettings, string[]][] = [
        ['two bodies on one bone', { bones: [{ boneName: 'hips' }, { boneName: 'spine' }, { boneName: 'spine' }] }, ['Spine']],
        ['a parent that is no ancestor', { bones: [{ boneName: 'hips' }, { boneName: 'leftThigh', parentBoneName: 'rightThigh' }] }, ['LeftUpLeg']],
        ['a negative size', { bones: [{ boneName: 'hips', radius: -1 }] }, ['radius', '-1']],
        ['no mass', { totalMass: 0 }, ['mass', '0']],
        ['a name that no bone has', { bones: [{ boneName: 'tale' }] }, ['tale']]
    ];
    for (const [what, settings, words] of ROWS) {
        it(`${what}: refused, and the animation goes on`, () => {
            const [actor, twin] = [stage.add().play(), stage.add().play()];
            const ragdoll = actor.add(settings);
            stage.run(0.2);
            expectSentence(ragdoll, warnings, ...words);
            expect(ragdoll.getBoneState('hips')).to.equal(null);
            expect(exactPose(actor)).to.deep.equal(exactPose(twin));
        });
    }

    it('a rig without hips, and no rig at all', () => {
        const entity = stage.addEntity('stone');
        entity.addChild(new Entity('pebble', stage.app));
        entity.addComponent('script');
        const ragdoll = entity.script!.create('activeRagdoll', { attributes: { active: true } }) as ActiveRagdoll;
        stage.run(0.1);
        expect(ragdoll.problems().join('\n')).to.match(/hips|no character/);
    });

    const NUMBERS: [keyof ActiveRagdoll, number, number][] = [
        ['rotationWeight', 3, 1], ['rotationWeight', -1, 0], ['rotationWeight', NaN, 1], ['translationWeight', 2, 1], ['mappingWeight', NaN, 1],
        ['maxForce', -5, 0], ['frequency', NaN, 8], ['linearDamping', 4, 1]
    ];
    it('a number out of its range is brought back into it, and said', () => {
        const actor = stage.add().play();
        const ragdoll = actor.add({ translationWeight: 1 }) as ActiveRagdoll & Record<string, unknown>;
        stage.run(0.1);
        for (const [name, value, used] of NUMBERS) {
            const before = ragdoll[name];
            Object.assign(ragdoll, { [name]: value });
            stage.run(0.1);
            expectSentence(ragdoll, warnings, String(value), `${used} is used`);
            for (const bone of actor.bodies) expect(ragdoll.getBoneState(bone)!.position.length()).to.be.below(100);
            Object.assign(ragdoll, { [name]: before });
            stage.run(0.1);
            expect(ragdoll.problems()).to.deep.equal([]);
        }
    });

    it('weights of a bone and pushes that are no numbers do no harm', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.1);
        ragdoll.setBoneWeights('head', NaN, 7);
        ragdoll.addImpulse('head', new Vec3(NaN, 0, 0), new Vec3(1, NaN, 0));
        ragdoll.setBoneWeights('nobody', 1, 1);
        ragdoll.addImpulse('nobody', new Vec3(), new Vec3(1, 0, 0));
        stage.run(0.3);
        expect(Number.isFinite(ragdoll.getBoneState('head')!.position.length())).to.equal(true);
        ragdoll.setBoneWeights('head', 1, 1);
        stage.run(0.3);
        expect(differenceOf(actor, twin).turn).to.be.below(0.5);
    });

    it('what is no bone of the character: a sentence, once, whether the bodies are there or not', () => {
        for (const active of [false, true]) {
            const actor = stage.add().play();
            const ragdoll = actor.add({ active });
            const stranger = new Entity('stranger', stage.app);
            stage.run(0.1);
            const calls: [string | Entity, string][] = [
                ['leftHandd', 'there is no bone named "leftHandd". Did you mean "mixamorig:LeftHand"? Pass a bone of this character, its role or its name.'],
                ['nope', 'there is no bone named "nope". Pass a bone of this character, its role or its name.'],
                [stranger, '"stranger" is no bone of this character. Pass'], [null as unknown as string, 'null was passed as a bone. Pass']
            ];
            for (const [bone, sentence] of calls) {
                const pushed = [() => ragdoll.addImpulse(bone, new Vec3(), new Vec3(1, 0, 0)), () => ragdoll.setBoneWeights(bone, 0, 0)];
                // what is asked for may be any entity
                const asked = typeof bone === 'string' ? [() => ragdoll.getBoneState(bone)] : [];
                for (const call of [...pushed, ...asked]) {
                    ragdoll.refresh();
                    expect(ragdoll.problems()).to.deep.equal([]);
                    call();
                    call();
                    expectSentence(ragdoll, warnings, sentence);
                }
            }
            ragdoll.refresh();
            ragdoll.addImpulse('leftHand', new Vec3(), new Vec3(1, 0, 0));
            expect(ragdoll.problems()).to.deep.equal([]);
            warnings.length = 0;
            stage.clear();
        }
    });

    it('a bone that somebody destroys or moves elsewhere: one sentence, no body left, and no error', () => {
        for (const harm of ['destroy', 'move'] as const) {
            const actor = stage.add().play();
            const ragdoll = actor.add({ rotationWeight: 0.5 });
            stage.run(0.2);
            const hand = actor.nodes.find(({ name }) => name.includes('LeftForeArm'))!;
            if (harm === 'destroy') hand.destroy();
            else stage.addEntity().addChild(hand);
            stage.run(0.2);
            expect(ragdoll.getBoneState('hips')).to.equal(null);
            expectSentence(ragdoll, warnings, 'LeftForeArm');
            warnings.length = 0;
            stage.clear();
        }
    });

    it('a body that somebody takes out of the world or destroys: one sentence, and all are made anew', () => {
        /* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes, and what is private */
        const ammo = (globalThis as any).Ammo;
        const world = (stage.app.systems.rigidbody as any).dynamicsWorld;
        for (const isDestroyed of [false, true]) {
            const [actor, twin] = [stage.add().play(), stage.add().play()];
            const ragdoll = actor.add({ rotationWeight: 0.5, translationWeight: 1 });
            stage.run(0.5);
            const body = (ragdoll as any).control.simulation.ragdoll.bodies.bodies[4];
            world.removeRigidBody(body);
            if (isDestroyed) ammo.destroy(body);
            let steps = 0;
            stage.run(0.5, 60, () => {
                expect(differenceOf(actor, twin).turn, `frame ${++steps}`).to.be.below(6);
            });
            expectSentence(ragdoll, warnings, actor.bodies[4].name, 'taken out of the physics');
            expect(ragdoll.getBoneState('hips')).to.not.equal(null);
            expect((ragdoll as any).control.simulation.ragdoll.bodies.bodies[4]).to.not.equal(body);
            warnings.length = 0;
            stage.clear();
        }
    });

    it('a bone that is disabled: one sentence, and on again when it is enabled', () => {
        const actor = stage.add().play();
        const ragdoll = actor.add({});
        stage.run(0.2);
        const spine = actor.nodes.find(({ name }) => name.endsWith('Spine1'))!;
        spine.enabled = false;
        stage.run(0.1);
        expectSentence(ragdoll, warnings, 'is disabled');
        spine.enabled = true;
        stage.run(0.2);
        expect(ragdoll.problems()).to.deep.equal([]);
        expect(ragdoll.getBoneState('hips')).to.not.equal(null);
    });
}, [WALKING]);
