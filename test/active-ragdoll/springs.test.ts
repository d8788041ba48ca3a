import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { makeRagdoll } from '../../scripts/active-ragdoll/plan/setup';
import type { ActiveRagdoll } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { turnBetween } from '../support/geometry';
import { differenceOf, onEachStage, STEP, WALKING, type Actor } from '../support/ragdoll-stage';

// The springs against the formula of the damped oscillator, x = A exp(-decay t) sin(frequency t).

/** What periods and decays may be off by. */
const SHARE = 0.1;

/** The push on a hand, newton seconds: some ten degrees. */
const PUSH = 0.03;

/** The hand hangs on a body that is held; nothing else moves. */
function holdAllButHand(actor: Actor, settings: Partial<ActiveRagdoll>): ActiveRagdoll {
    actor.stage.app.systems.rigidbody!.gravity.set(0, 0, 0);
    const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1, linearDamping: 0, angularDamping: 0, bones: HAND_ROWS, ...settings });
    ragdoll.setBoneWeights('leftHand', 1, 0);
    actor.stage.run(0.1);
    return ragdoll;
}

/** A forearm that a hand does not move, and the hand: one joint. */
const HAND_ROWS = [{ boneName: 'leftForearm', mass: 100 }, { boneName: 'leftHand', mass: 0.5, swingLimitY: 80, swingLimitZ: 80, twistLimit: 80 }];

/** Inertia of the hand about the wrist, at right angles to the arm, and the whole mass, from the numbers of the build step. */
function wrist(actor: Actor): { inertia: number; mass: number; centre: Vec3 } {
    const rig = findCharacter(actor.model)!;
    const rows = (actor.ragdoll as ActiveRagdoll).bones;
    const { settings } = makeRagdoll(rig, { scale: 1, totalMass: 70, massPreset: 'stable', rows, clips: [], animRoot: null }, () => {})!;
    const hand = settings.bodies[1];
    const { x, y, z } = new Vec3(...hand.offset).sub(new Vec3(...hand.joint!.anchor));
    return { inertia: hand.inertia[0] + hand.mass * (x * x + y * y + z * z), mass: settings.totalMass, centre: new Vec3(...hand.offset) };
}

/** The swing of the hand after a push to the side: signed degrees, step by step. */
function pushHand(actor: Actor, seconds: number): number[] {
    const { ragdoll, stage } = actor;
    const { position, rotation } = ragdoll.getBoneState('leftHand')!;
    const arm = rotation.transformVector(wrist(actor).centre);
    const side = new Vec3().cross(arm, Math.abs(arm.y) < 0.8 * arm.length() ? Vec3.UP : Vec3.RIGHT).normalize();
    const axis = new Vec3().cross(arm, side);
    // at the centre of the hand: about no other axis
    ragdoll.addImpulse('leftHand', position.clone().add(arm), side.mulScalar(PUSH));
    const swing: number[] = [];
    stage.run(seconds, Math.round(1 / STEP), () => {
        const turn = ragdoll.getBoneState('leftHand')!.rotation.clone().mul(rotation.clone().invert());
        const sign = Math.sign((turn.x * axis.x + turn.y * axis.y + turn.z * axis.z) * turn.w);
        swing.push(sign * turnBetween(new Quat(), turn));
    });
    return swing;
}

/** Half a period and the share that is left of a swing at the opposite side, from where the swing crosses 0 and from its peaks. */
function measureSwing(swing: readonly number[]): { half: number; left: number } {
    const crossings: number[] = [];
    for (let i = 1; i < swing.length && crossings.length < 2; i++) {
        if (swing[i - 1] * swing[i] < 0) crossings.push(i - 1 + swing[i - 1] / (swing[i - 1] - swing[i]));
    }
    const [first, second] = crossings;
    const peak = (values: readonly number[]) => {
        const top = values.reduce((best, value, i) => (Math.abs(value) > Math.abs(values[best]) ? i : best), 0);
        const [a, b, c] = [values[top - 1] ?? 0, values[top], values[top + 1] ?? 0].map(Math.abs);
        // the top of the parabola through three points
        return b + (a - c) ** 2 / (8 * (2 * b - a - c));
    };
    const left = peak(swing.slice(Math.ceil(first), Math.ceil(second))) / peak(swing.slice(0, Math.ceil(first)));
    return { half: (second - first) * STEP, left };
}

function expectFormula(swing: readonly number[], stiffness: number, damping: number) {
    const decay = damping / 2;
    const frequency = Math.sqrt(stiffness - decay * decay);
    const { half, left } = measureSwing(swing);
    expect(half, 'half a period').to.be.closeTo(Math.PI / frequency, SHARE * Math.PI / frequency);
    expect(left, 'what is left').to.be.closeTo(Math.exp(-decay * Math.PI / frequency), SHARE);
}

onEachStage('springs', (stage) => {
    const gravity = () => stage.app.systems.rigidbody!.gravity;
    afterEach(() => gravity().set(0, -9.81, 0));

    it('spring: a joint answers a push with its own stiffness and damping over the inertia that it carries', () => {
        for (const [stiffness, damping] of [[0.1, 0.003], [0.4, 0.004], [1.2, 0.01]]) {
            const actor = stage.add();
            holdAllButHand(actor, { drive: 'spring', stiffness, damping });
            const { inertia, mass } = wrist(actor);
            const perInertia = mass / 70 / inertia;
            expectFormula(pushHand(actor, 2), stiffness * perInertia, damping * perInertia);
            stage.clear();
        }
    });

    it('springInertiaScaled: a joint answers with the frequency and the damping ratio, whatever it carries', () => {
        for (const [frequency, dampingRatio] of [[1, 0.2], [2, 0.1], [4, 0.3], [6, 0.2]]) {
            const actor = stage.add();
            holdAllButHand(actor, { drive: 'springInertiaScaled', frequency, dampingRatio });
            const omega = 2 * Math.PI * frequency;
            expectFormula(pushHand(actor, 3 / frequency), omega * omega, 2 * dampingRatio * omega);
            stage.clear();
        }
    });

    it('springInertiaScaled: stable from 0.5 to 30 Hz at steps of 1/60, and back on the animation after a push', () => {
        for (const frequency of [0.5, 1, 3, 8, 15, 30]) {
            const [actor, twin] = [stage.add(), stage.add()];
            gravity().set(0, 0, 0);
            const ragdoll = actor.add({ drive: 'springInertiaScaled', frequency, rotationWeight: 1 });
            ragdoll.setBoneWeights('hips', 1, 1);
            ragdoll.translationWeight = 1;
            for (const bone of actor.nodes) if (bone.name !== actor.bodies[0]?.name) ragdoll.setBoneWeights(bone, 1, 0);
            ragdoll.setBoneWeights('hips', 1, 1);
            stage.run(0.1);
            ragdoll.addImpulse('rightHand', ragdoll.getBoneState('rightHand')!.position, new Vec3(0, 0, 5));
            stage.run(3 + 2 / frequency);
            expect(differenceOf(actor, twin).turn, `${frequency} Hz`).to.be.below(1);
            stage.clear();
        }
    });

    it('springInertiaScaled: follows a walk within 3 degrees at 15 Hz and steps of 1/120, with gravity, held at the hips alone', () => {
        const physics = stage.app.systems.rigidbody as unknown as { fixedTimeStep: number };
        physics.fixedTimeStep = 1 / 120;
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ drive: 'springInertiaScaled', frequency: 15, rotationWeight: 1, translationWeight: 1 });
        for (const bone of actor.nodes) ragdoll.setBoneWeights(bone, 1, 0);
        ragdoll.setBoneWeights('hips', 1, 1);
        stage.run(0.5);
        let worst = 0;
        stage.run(2, 60, () => { worst = Math.max(worst, differenceOf(actor, twin).turn); });
        physics.fixedTimeStep = 1 / 60;
        expect(worst).to.be.below(3);
    });

    it('weights scale both gains: at 0 a spring does nothing', () => {
        const actor = stage.add();
        const ragdoll = holdAllButHand(actor, { drive: 'spring', stiffness: 0.4, damping: 0.004 });
        ragdoll.setBoneWeights('leftHand', 0, 0);
        const swing = pushHand(actor, 0.2);
        // it turns on at the speed that it was given
        expect(Math.abs(swing[11])).to.be.closeTo(2 * Math.abs(swing[5]), 0.2 * Math.abs(swing[11]));
    });
}, [WALKING]);
