import { expect } from 'chai';

import { bytesOf, NOISE } from '../support/allocation';
import { randomRotation, seededRandom } from '../support/geometry';
import { makeHandBuilt, settingsOf, startOf } from '../support/hand-built-ragdoll';
import { onEachStage, STANDING } from '../support/ragdoll-stage';

/** Frames before the measurement: of many bodies each. */
const WARM_UP = 8000;

onEachStage('a frame of activeRagdoll', (stage) => {
    it('allocates nothing above a ragdoll that is built by hand, and what the engine needs to be told the same bones', function () {
        stage.addFloor();
        const actor = stage.add();
        const settings = settingsOf(actor);
        const ragdoll = actor.add({ rotationWeight: 0.7, translationWeight: 0.3 });
        for (let frame = 0; frame < 10; frame++) stage.step();
        const start = startOf(ragdoll);
        const script = bytesOf(() => stage.step(), WARM_UP);
        ragdoll.active = false;
        const hand = makeHandBuilt(stage, settings, start);
        const bones = settings.bodies.map(({ bone }) => actor.nodes[bone]);
        const random = seededRandom(91);
        const rotations = Float64Array.from(Array.from({ length: 16 }, () => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const byHand = bytesOf((frame) => {
            stage.step();
            // the pose from before, then the new one
            for (let round = 0; round < 2; round++) {
                for (let i = 0; i < bones.length; i++) {
                    const o = 4 * ((frame + i + round) & 15);
                    bones[i].setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
                }
                const o = 4 * ((frame + round) & 15);
                bones[0].setLocalPosition(rotations[o], rotations[o + 1], rotations[o + 2]);
            }
        }, WARM_UP);
        hand.destroy();
        this.test!.title += ` (${script.toFixed(0)} bytes; by hand ${byHand.toFixed(0)})`;
        expect(script).to.be.below(byHand + NOISE);
    });
}, [STANDING], ['ammojs-typed']);
