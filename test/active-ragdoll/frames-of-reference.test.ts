import { expect } from 'chai';
import { Entity, Quat, Vec3 } from 'playcanvas';

import { MANNEQUIN } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { writeInUnits } from '../support/glb-units';
import { differenceOf, exactPose, onEachStage, RagdollStage, SOURCES, WALKING, worse, NO_DIFFERENCE, type Actor, type Difference } from '../support/ragdoll-stage';
import { itFull } from '../support/skip';
import { writeWithTurnedFrames } from '../support/turned-frames';
import { catchWarnings } from '../support/warnings';

// Scales, parents, offsets and axes: the same answer under all of them, and bones that keep their lengths.

onEachStage('scales', (stage) => {
    const warnings = catchWarnings();

    it('0.1, 1 and 10 give the same angles with both weights 1', () => {
        const worsts: Difference[] = [0.1, 1, 10].map((scale) => {
            const holder = stage.addEntity();
            holder.setLocalScale(scale, scale, scale);
            const [actor, twin] = [stage.add(holder).play(), stage.add(holder).play()];
            actor.add({ rotationWeight: 1, translationWeight: 1 });
            stage.run(0.5);
            let worst = NO_DIFFERENCE;
            stage.run(1, 60, () => { worst = worse(worst, differenceOf(actor, twin)); });
            expect(actor.ragdoll.getBoneState('hips')).to.not.equal(null);
            stage.clear();
            return worst;
        });
        for (const { turn } of worsts) expect(turn).to.be.below(0.5);
    });

    it('follows a change of the scale while it runs', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.3);
        for (const { model } of [actor, twin]) model.setLocalScale(2, 2, 2);
        stage.run(0.6);
        expect(differenceOf(actor, twin).turn).to.be.below(0.5);
        const state = actor.ragdoll.getBoneState('head')!;
        expect(state.position.y).to.be.above(2.5);
        expect(state.positionError).to.be.below(0.005);
    });

    it('that are not uniform are refused with one sentence, and the animation stays', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 0 });
        stage.run(0.2);
        for (const { model } of [actor, twin]) model.setLocalScale(1, 2, 1);
        stage.run(0.6);
        expect(exactPose(actor)).to.deep.equal(exactPose(twin));
        expect(ragdoll.getBoneState('hips')).to.equal(null);
        expect(ragdoll.problems()).to.have.length(1);
        expect(ragdoll.problems()[0]).to.include('[activeRagdoll]').and.include('not uniform');
        expect(warnings).to.have.length(1);
    });
}, [WALKING]);

for (const [units, factor] of [['centimetres below a scale of 1/100', 100], ['hectometres below a scale of 100', 0.01]] as const) {
    describe(`a rig in ${units}`, () => {
        itFull('has the same angles as one in metres, under scales of 0.1, 1 and 10 with both weights 1, and is hit alike', async () => {
            const file = await writeInUnits(MANNEQUIN, factor);
            const answers = [];
            for (const source of [MANNEQUIN, file]) {
                const stage = new RagdollStage({ ...WALKING, file: source, clipFile: source });
                await stage.open();
                const actors: Actor[] = [];
                for (const scale of [0.1, 1, 10]) {
                    const holder = stage.addEntity();
                    holder.setPosition(30 * Math.log10(scale), 0, 0);
                    holder.setLocalScale(scale, scale, scale);
                    const [actor, twin] = [stage.add(holder).play(), stage.add(holder).play()];
                    const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
                    stage.run(0.5);
                    let worst = NO_DIFFERENCE;
                    stage.run(1, 60, () => { worst = worse(worst, differenceOf(actor, twin)); });
                    expect(worst.turn, `scale ${scale}`).to.be.below(0.5);
                    expect(worst.distance, `scale ${scale}`).to.be.below(0.005 * scale);
                    expect(ragdoll.problems()).to.deep.equal([]);
                    actors.push(actor);
                }
                const [, actor] = actors;
                const { ragdoll } = actor;
                Object.assign(ragdoll, { rotationWeight: 0.2, translationWeight: 0.2 });
                stage.run(0.5);
                ragdoll.addImpulse('leftHand', ragdoll.getBoneState('leftHand')!.position, new Vec3(0, 0, 10));
                stage.run(0.1);
                answers.push({
                    turns: actor.nodes.filter(({ name }) => name.startsWith('mixamorig:')).map(node => node.getLocalRotation().clone()),
                    height: ragdoll.getBoneState('head')!.position.y
                });
                stage.close();
            }
            const [metres, other] = answers;
            expect(other.height).to.be.closeTo(metres.height, 0.005);
            metres.turns.forEach((turn, i) => expect(turnBetween(turn, other.turns[i])).to.be.below(0.5));
        });
    });
}

onEachStage('the bind pose', (stage) => {
    it('is held to 0.01 degrees and 0.1 mm, whatever the bones\' axes are and wherever the character stands', () => {
        const holder = stage.addEntity();
        holder.setPosition(3, 1, -2);
        holder.setEulerAngles(20, 130, -35);
        const [actor, twin] = [stage.add(holder), stage.add(holder)];
        actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.5);
        const { turn, distance } = differenceOf(actor, twin);
        expect(turn).to.be.below(0.01);
        expect(distance).to.be.below(1e-4);
        for (const bone of actor.bodies) {
            const state = actor.ragdoll.getBoneState(bone)!;
            const same = twin.nodes[actor.nodes.indexOf(bone)];
            expect(turnBetween(state.rotation, same.getRotation()), bone.name).to.be.below(0.01);
            expect(state.position.distance(same.getPosition()), bone.name).to.be.below(1e-4);
        }
    });
}, SOURCES.filter(({ clip, name }) => clip === 'walk' || name === 'bitmoji, walk'));

describe('bones with axes of their own', () => {
    const stages: RagdollStage[] = [];
    before(async () => {
        for (const file of [MANNEQUIN, await writeWithTurnedFrames(MANNEQUIN, 5)]) {
            const stage = new RagdollStage({ ...WALKING, file, clipFile: file });
            await stage.open();
            stages.push(stage);
        }
    });
    after(() => stages.forEach(stage => stage.close()));
    afterEach(() => stages.forEach(stage => stage.clear()));

    it('hold the bind pose as well', () => {
        const [actor, twin] = [stages[1].add(), stages[1].add()];
        actor.add({ rotationWeight: 1, translationWeight: 1 });
        stages[1].run(0.5);
        expect(actor.bodies.length).to.be.above(12);
        expect(differenceOf(actor, twin).turn).to.be.below(0.01);
        expect(differenceOf(actor, twin).distance).to.be.below(1e-4);
    });

    itFull('walk, are hit and fall as the others do', () => {
        const [usual, turned] = stages.map((stage) => {
            const [actor, twin] = [stage.add().play(), stage.add().play()];
            const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
            stage.run(0.5);
            let walked = NO_DIFFERENCE;
            stage.run(1, 60, () => { walked = worse(walked, differenceOf(actor, twin)); });
            const places = () => actor.bodies.map(bone => bone.getPosition().clone());
            Object.assign(ragdoll, { rotationWeight: 0.2, translationWeight: 0.2 });
            stage.run(0.2);
            ragdoll.addImpulse('leftHand', ragdoll.getBoneState('leftHand')!.position, new Vec3(0, 0, 10));
            stage.run(0.1);
            const hit = places();
            Object.assign(ragdoll, { rotationWeight: 0, translationWeight: 0 });
            stage.run(0.3);
            return { walked, hit, fallen: places() };
        });
        expect(turned.walked.turn).to.be.below(0.5);
        expect(turned.hit).to.have.length(usual.hit.length);
        turned.hit.forEach((place, i) => expect(place.distance(usual.hit[i])).to.be.below(0.005));
        turned.fallen.forEach((place, i) => expect(place.distance(usual.fallen[i])).to.be.below(0.03));
    });
});

onEachStage('offsets', (stage) => {
    it('the initial relative rotation and translation move the animation\'s frame against the entity', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        for (const { model } of [actor, twin]) {
            model.setPosition(1, 0, 2);
            model.setEulerAngles(0, 30, 0);
        }
        const [rotation, translation] = [new Vec3(10, 40, -20), new Vec3(0.3, 0.2, -0.5)];
        actor.add({ rotationWeight: 1, translationWeight: 1, initialRelativeRotation: rotation, initialRelativeTranslation: translation });
        stage.run(0.5);
        const owner = actor.model;
        const turn = new Quat().setFromEulerAngles(rotation.x, rotation.y, rotation.z);
        for (const bone of actor.bodies) {
            const same = twin.nodes[actor.nodes.indexOf(bone)];
            // owner * (translation + rotation * what the animation has in the owner's frame), as the original writes it
            const local = owner.getRotation().clone().invert().transformVector(same.getPosition().clone().sub(owner.getPosition()));
            const place = owner.getRotation().transformVector(turn.transformVector(local).add(translation)).add(owner.getPosition());
            const relative = owner.getRotation().clone().invert().mul(same.getRotation());
            const facing = owner.getRotation().clone().mul(turn).mul(relative);
            expect(bone.getPosition().distance(place), bone.name).to.be.below(1e-4);
            expect(turnBetween(bone.getRotation(), facing), bone.name).to.be.below(0.01);
        }
    });
}, [WALKING]);

onEachStage('bone lengths', (stage) => {
    it('are those of the animation, however hard it is hit', () => {
        const random = seededRandom(11);
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 0.1, translationWeight: 0.1 });
        stage.run(0.2);
        const bones = actor.bodies;
        let [worst, moved] = [0, 0];
        const compare = (node: Entity) => {
            const same = twin.nodes[actor.nodes.indexOf(node)];
            const length = same.getPosition().distance(same.parent!.getPosition());
            const shown = node.getPosition().distance(node.parent!.getPosition());
            if (length > 0.01) worst = Math.max(worst, Math.abs(shown - length) / length);
        };
        for (let hit = 0; hit < 60; hit++) {
            const bone = bones[Math.floor(random() * bones.length)];
            const impulse = new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).mulScalar(100);
            ragdoll.addImpulse(bone, ragdoll.getBoneState(bone)!.position, impulse);
            for (let frame = 0; frame < 3; frame++) {
                stage.step();
                bones.slice(1).forEach(compare);
            }
            moved = Math.max(moved, differenceOf(actor, twin).turn);
        }
        expect(moved).to.be.above(20);
        expect(worst).to.be.below(1e-4);
    });
}, SOURCES);
