import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { differenceOf, onEachStage, OTHERS_WALKING, STEP, WALKING, worse, NO_DIFFERENCE } from '../support/ragdoll-stage';

// Caps: a weight is how exactly, a cap is how strong.

/** A single held body: what pushes a crate is the cap and nothing else. */
const ONE_BODY = [{ boneName: 'hips', shape: 'box' as const, mass: 20 }];

const MAX_FORCE = 300;

/** Newton metres that no clip needs, however fast its feet are. */
const FAR_ABOVE = 200000;

const FIST = [{ boneName: 'hips', shape: 'sphere' as const, radius: 0.15, mass: 20 }];

/** A crate that slides without friction, and its weight. */
const CRATE_MASS = 50;

onEachStage('caps', (stage) => {
    it('max force: a held body pushes a crate with the force of the cap, within 15 percent, and bears its own weight besides', () => {
        for (const maxForce of [100, MAX_FORCE]) {
            const actor = stage.add();
            const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1, maxForce, bones: FIST, linearDamping: 0 });
            stage.run(0.2);
            const hips = ragdoll.getBoneState('hips')!.position.clone();
            const floor = stage.addBox(new Vec3(20, 0.5, 20), new Vec3(0, hips.y - 0.8, 0), { type: 'static', friction: 0 });
            const crate = stage.addBox(new Vec3(0.3, 0.3, 0.3), new Vec3(0, hips.y, hips.z + 0.55), {
                type: 'dynamic', mass: CRATE_MASS, friction: 0, linearDamping: 0, angularFactor: new Vec3(0, 0, 0)
            });
            // pushed from behind without end: the target stands far behind the crate
            ragdoll.initialRelativeTranslation = new Vec3(0, 0, 3);
            stage.run(0.5);
            const before = crate.rigidbody!.linearVelocity.z;
            const frames = 18;
            stage.run(frames / 60);
            const acceleration = (crate.rigidbody!.linearVelocity.z - before) / (frames * STEP);
            const body = ragdoll.getBoneState('hips')!;
            expect(body.position.z).to.be.below(crate.getPosition().z);
            // the cap moves the body and the crate
            const force = acceleration * (CRATE_MASS + 20);
            expect(force, `${maxForce} N`).to.be.closeTo(maxForce, 0.15 * maxForce);
            expect(Math.abs(body.position.y - hips.y), 'held up').to.be.below(0.02);
            floor.destroy();
            stage.clear();
        }
    });

    it('max force: a free walk loses at most a millimetre by it', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        actor.add({ rotationWeight: 1, translationWeight: 1, maxForce: MAX_FORCE });
        stage.run(0.5);
        let worst = NO_DIFFERENCE;
        stage.run(2, 60, () => { worst = worse(worst, differenceOf(actor, twin)); });
        expect(worst.distance).to.be.below(0.001);
    });

    it('max torque: the body as a whole is turned with the torque of the cap', () => {
        stage.app.systems.rigidbody!.gravity.set(0, 0, 0);
        const actor = stage.add();
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 0, bones: ONE_BODY, angularDamping: 0 });
        stage.run(0.2);
        const inertia = (ragdoll as unknown as { control: { built: { plan: { tree: { inertias: Float64Array } } } } }).control.built.plan.tree.inertias;
        // about the axis with the largest inertia: the cap is given for that one
        const axis = [0, 1, 2].reduce((best, i) => (inertia[i] > inertia[best] ? i : best), 0);
        const turn = new Vec3([0, 1, 2].map(i => (i === axis ? 90 : 0)));
        ragdoll.maxTorque = 2;
        ragdoll.initialRelativeRotation = turn;
        stage.step();
        const before = ragdoll.getBoneState('hips')!.angularVelocity.length();
        stage.run(0.1);
        const gained = (ragdoll.getBoneState('hips')!.angularVelocity.length() - before) * Math.PI / 180;
        expect(gained / 0.1 * inertia[axis]).to.be.closeTo(2, 0.3);
        stage.app.systems.rigidbody!.gravity.set(0, -9.81, 0);
    });

    it('max torque: every joint yields at the same acceleration, so a cap far above a walk\'s changes nothing', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        actor.add({ rotationWeight: 1, translationWeight: 1, maxTorque: stage.source === WALKING ? 5000 : FAR_ABOVE });
        stage.run(0.5);
        let worst = NO_DIFFERENCE;
        stage.run(1, 60, () => { worst = worse(worst, differenceOf(actor, twin)); });
        expect(worst.turn).to.be.below(0.5);
    });
}, [WALKING, ...OTHERS_WALKING]);
