import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { BUILDS } from '../support/physics-app';
import { differenceOf, onEachStage, SOURCES, type Actor } from '../support/ragdoll-stage';
import { catchWarnings } from '../support/warnings';

// What puts a character elsewhere or takes its numbers away, and how it comes back.

const CHARACTERS = [SOURCES[0], SOURCES[1], SOURCES[4]];
const PINNED = { rotationWeight: 1, translationWeight: 1 };

function fastest(actor: Actor): number {
    return Math.max(...actor.bodies.map(bone => actor.ragdoll.getBoneState(bone)!.linearVelocity.length()));
}

onEachStage('a jump of the character', (stage) => {
    catchWarnings();
    const FAR = new Vec3(60, 3, -40);

    for (const translationWeight of [1, 0]) {
        it(`by setPosition is a teleport: bodies come along without a speed, translation weight ${translationWeight}`, () => {
            const player = stage.addEntity('player');
            const [actor, twin] = [stage.add(player).play(), stage.add().play()];
            actor.add({ rotationWeight: 1, translationWeight });
            stage.run(0.3);
            const [hips, speed] = [actor.ragdoll.getBoneState('hips')!.position, fastest(actor)];
            for (const place of [FAR, Vec3.ZERO]) {
                player.setPosition(place);
                player.setEulerAngles(0, place.x, 0);
                stage.run(0.1, 60, () => { expect(fastest(actor)).to.be.below(speed + 5); });
                expect(actor.ragdoll.getBoneState('hips')!.position.distance(place)).to.be.below(3);
            }
            expect(actor.ragdoll.getBoneState('hips')!.position.distance(hips)).to.be.below(1);
            if (translationWeight === 1) expect(differenceOf(actor, twin).turn).to.be.below(0.5);
        });
    }

    it('by the teleport of a rigid body that carries it is one too', () => {
        const player = stage.addEntity('player');
        player.addComponent('collision', { type: 'capsule', radius: 0.3, height: 1.8 });
        player.addComponent('rigidbody', { type: 'kinematic' });
        const actor = stage.add(player).play();
        actor.add(PINNED);
        stage.run(0.3);
        player.rigidbody!.teleport(FAR);
        stage.run(0.2, 60, () => { expect(fastest(actor)).to.be.below(10); });
        expect(actor.ragdoll.getBoneState('hips')!.position.distance(FAR)).to.be.below(3);
    });

    it('that one could run is none, and leaves a limp body where it lies', () => {
        const player = stage.addEntity('player');
        const actor = stage.add(player).play();
        const ragdoll = actor.add(PINNED);
        stage.run(0.3);
        let way = 0;
        stage.run(0.5, 60, () => { player.setPosition(0, 0, way += 0.2); });
        expect(ragdoll.getBoneState('hips')!.linearVelocity.z).to.be.closeTo(12, 1.5);
        Object.assign(ragdoll, { rotationWeight: 0, translationWeight: 0 });
        stage.run(0.2);
        const { z } = ragdoll.getBoneState('hips')!.position;
        player.setPosition(FAR);
        stage.run(0.1);
        expect(ragdoll.getBoneState('hips')!.position.z).to.be.closeTo(z, 2);
    });
}, CHARACTERS, BUILDS);

onEachStage('what is no number', (stage) => {
    const warnings = catchWarnings();

    const HARMS: [string, (actor: Actor) => void, (actor: Actor) => void][] = [
        ['the place of the entity', ({ model }) => model.parent!.setPosition(NaN, 0, 0), ({ model }) => model.parent!.setPosition(0, 0, 0)],
        ['an initial relative translation', ({ ragdoll }) => ragdoll.initialRelativeTranslation.set(0, NaN, 0), ({ ragdoll }) => ragdoll.initialRelativeTranslation.set(0, 0, 0)],
        ['an initial relative rotation', ({ ragdoll }) => ragdoll.initialRelativeRotation.set(NaN, 0, 0), ({ ragdoll }) => ragdoll.initialRelativeRotation.set(0, 0, 0)],
        ['the place of a bone', ({ bodies }) => bodies[3].setLocalPosition(NaN, 0, 0), () => {}],
        ['the turn of a bone', ({ bodies }) => bodies[3].setLocalRotation(NaN, 0, 0, 1), () => {}]
    ];
    for (const [what, harm, heal] of HARMS) {
        it(`${what}: back within a frame after it is good again, with one sentence and one event`, () => {
            const [actor, twin] = [stage.add(stage.addEntity('player')).play(), stage.add().play()];
            const ragdoll = actor.add(PINNED);
            let restored = 0;
            ragdoll.on('restored', () => { restored++; });
            stage.run(0.3);
            const bone = actor.bodies[3];
            const place = bone.getLocalPosition().clone();
            for (let frame = 0; frame < 3; frame++) {
                harm(actor);
                if (what.includes('bone')) stepHarmed(actor, harm);
                else stage.step();
            }
            heal(actor);
            if (what.includes('bone')) bone.setLocalPosition(place);
            stage.run(2 / 60);
            const { turn, distance } = differenceOf(actor, twin);
            expect(turn).to.be.below(0.5);
            expect(distance).to.be.below(0.005);
            expect(restored).to.equal(1);
            expect(warnings).to.have.length(1);
            expect(ragdoll.problems()).to.deep.equal([]);
            expect(fastest(actor)).to.be.below(10);
            warnings.length = 0;
        });
    }

    it('a place to teleport to: refused with a sentence, and nothing moves', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add(PINNED);
        let restored = 0;
        ragdoll.on('restored', () => { restored++; });
        stage.run(0.3);
        for (let i = 1; i <= 3; i++) {
            ragdoll.teleport(new Vec3(NaN, 0, 0));
            stage.run(0.1);
            expect(restored).to.equal(i);
        }
        expect(differenceOf(actor, twin).distance).to.be.below(0.005);
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.include('teleport()');
        expect(ragdoll.problems()).to.deep.equal(warnings);
    });

    it('a place to teleport from: back at once, told by one event', () => {
        const [actor, twin] = [stage.add(stage.addEntity('player')).play(), stage.add().play()];
        const ragdoll = actor.add(PINNED);
        let restored = 0;
        ragdoll.on('restored', () => { restored++; });
        stage.run(0.3);
        actor.model.setPosition(NaN, 0, 0);
        stage.run(0.05);
        // a clip that writes the entity's place has mended it before anybody reads it
        const isMended = Number.isFinite(actor.model.getPosition().x);
        ragdoll.teleport(new Vec3());
        stage.run(2 / 60);
        expect(differenceOf(actor, twin).distance).to.be.below(0.005);
        expect(restored).to.equal(isMended ? 0 : 1);
        expect(fastest(actor)).to.be.below(10);
    });

    it('what carries the character, as it is teleported: refused with a sentence, and all is well when that is mended', () => {
        const [actor, twin] = [stage.add(stage.addEntity('player')).play(), stage.add().play()];
        const ragdoll = actor.add(PINNED);
        stage.run(0.3);
        actor.model.parent!.setPosition(NaN, 0, 0);
        ragdoll.teleport(new Vec3());
        stage.run(0.05);
        expect(ragdoll.problems().join()).to.include('teleport()');
        actor.model.parent!.setPosition(0, 0, 0);
        stage.run(2 / 60);
        expect(differenceOf(actor, twin).distance).to.be.below(0.005);
        warnings.length = 0;
    });

    /** A frame in which a bone is harmed between the animation and the script. */
    function stepHarmed(actor: Actor, harm: (actor: Actor) => void) {
        const { ragdoll } = actor;
        const original = ragdoll.postUpdate;
        ragdoll.postUpdate = function postUpdate(dt: number) {
            harm(actor);
            original.call(this, dt);
        };
        stage.step();
        ragdoll.postUpdate = original;
    }
}, CHARACTERS, BUILDS);
