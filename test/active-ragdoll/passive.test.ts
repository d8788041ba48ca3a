import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import type { ActiveRagdoll } from '../../scripts/index';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { makeHandBuilt, readHandBuilt, settingsOf, startOf, STATIC } from '../support/hand-built-ragdoll';
import { onEachStage, STANDING, STEP, type RagdollStage } from '../support/ragdoll-stage';

// A weight of 0 is a passive ragdoll, and small weights are near it.

/** Everything that the bodies are, as the script says it. */
function bodyNumbers(ragdoll: ActiveRagdoll, bones: readonly Entity[]): number[] {
    return bones.flatMap((bone) => {
        const { linearVelocity: v, angularVelocity: w } = ragdoll.getBoneState(bone)!;
        return [v.x, v.y, v.z, w.x, w.y, w.z];
    });
}

/** Runs until the bodies are there; none of them has moved then. */
function begin(stage: RagdollStage, ragdoll: ActiveRagdoll) {
    for (let frame = 0; frame < 10 && !ragdoll.getBoneState('hips'); frame++) stage.step();
}

onEachStage('a weight of 0', (stage) => {
    it('falls as the passive ragdoll that is built by hand from the same settings, until it meets the floor', () => {
        stage.addFloor();
        const holder = stage.addEntity();
        holder.setPosition(0, 1, 0);
        const actor = stage.add(holder).play();
        const settings = settingsOf(actor);
        const ragdoll = actor.add({ rotationWeight: 0, translationWeight: 0, collisionMask: STATIC });
        begin(stage, ragdoll);
        const hand = makeHandBuilt(stage, settings, startOf(ragdoll));
        const { nodes } = findSkeleton(actor.model)!;
        const bones = settings.bodies.map(({ bone }) => nodes[bone] as Entity);
        for (let frame = 0; frame < 25; frame++) {
            stage.step();
            const [own, others] = [bodyNumbers(ragdoll, bones), readHandBuilt(hand)];
            // metres per second; joints have friction, which those made by hand have not
            own.forEach((value, i) => { if (i % 6 < 3) expect(value, `frame ${frame}`).to.be.closeTo(others[i], 0.1); });
        }
        stage.run(5);
        expect(ragdoll.getBoneState('head')!.position.y).to.be.below(0.4);
        hand.destroy();
    });

    it('is near to a weight of 0.01: the whole body falls as the formula of the weight says', () => {
        const WEIGHT = 0.01;
        const FRAMES = 30;
        const [limp, held] = [0, WEIGHT].map((translationWeight) => {
            const actor = stage.add().play();
            const settings = settingsOf(actor);
            const ragdoll = actor.add({ rotationWeight: 0, translationWeight, linearDamping: 0, angularDamping: 0 });
            begin(stage, ragdoll);
            const { nodes } = findSkeleton(actor.model)!;
            const fallOf = () => settings.bodies.reduce((sum, { bone, mass }) => sum + mass * ragdoll.getBoneState(nodes[bone] as Entity)!.linearVelocity.y, 0) / settings.totalMass;
            const before = fallOf();
            const speeds = [];
            for (let frame = 0; frame < FRAMES; frame++) {
                stage.step();
                speeds.push(fallOf() - before);
            }
            stage.clear();
            return speeds;
        });
        // v = v + w (v_target - v), the target stands still, and gravity is taken off by w
        let [speed, place] = [0, 0];
        for (let frame = 0; frame < FRAMES; frame++) {
            speed += WEIGHT * (-place / STEP - speed) - 9.81 * STEP * (1 - WEIGHT);
            place += speed * STEP;
            expect(limp[frame]).to.be.closeTo(-9.81 * STEP * (frame + 1), 0.02);
            expect(held[frame]).to.be.closeTo(speed, 0.05);
        }
        // one step apart they differ by the hundredth that the weight says
        expect(Math.abs(held[0] - limp[0])).to.be.below(1.5 * WEIGHT * 9.81 * STEP);
    });
}, [STANDING]);
