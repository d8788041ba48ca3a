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
    it('is the passive ragdoll that is built by hand from the same settings, bit for bit', () => {
        stage.addFloor();
        const actor = stage.add().play();
        const settings = settingsOf(actor);
        const ragdoll = actor.add({ rotationWeight: 0, translationWeight: 0, collisionMask: STATIC });
        begin(stage, ragdoll);
        const hand = makeHandBuilt(stage, settings, startOf(ragdoll));
        const { nodes } = findSkeleton(actor.model)!;
        const bones = settings.bodies.map(({ bone }) => nodes[bone] as Entity);
        for (let frame = 0; frame < 200; frame++) {
            stage.step();
            expect(bodyNumbers(ragdoll, bones), `frame ${frame}`).to.deep.equal(readHandBuilt(hand));
        }
        // they have fallen and lie
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
