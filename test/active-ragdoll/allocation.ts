import { expect } from 'chai';

import { findSkeleton } from '../../scripts/rig/skeleton';
import { bytesOf } from '../support/allocation';
import { randomRotation, seededRandom } from '../support/geometry';
import { makeHandBuilt, settingsOf, startOf } from '../support/hand-built-ragdoll';
import { onEachStage, STANDING } from '../support/ragdoll-stage';

/**
 * What is reached, bytes: ten numbers that functions of a step are given are boxed, however many bodies there are. 100 to 150 are seen; the
 * heap is counted in pages.
 */
const REACHED = 16 * 16;

/** Frames before the measurement: of many bodies each. */
const WARM_UP = 8000;

onEachStage('a frame of activeRagdoll', (stage) => {
    it('allocates a few numbers above a ragdoll that is built by hand, and what the engine needs to be told the same bones', function () {
        const actor = stage.add();
        const settings = settingsOf(actor);
        const { nodes } = findSkeleton(actor.model)!;
        const bones = settings.bodies.map(({ bone }) => nodes[bone]);
        // each bone is given its pose from before, then its new one; whole numbers cost less
        const before = Float64Array.from(bones.map(bone => bone.getLocalRotation()).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const { x, y, z } = bones[0].getLocalPosition();
        const place = Float64Array.of(x, y, z);
        const ragdoll = actor.add({ rotationWeight: 0.7, translationWeight: 0.3 });
        for (let frame = 0; frame < 10; frame++) stage.step();
        const start = startOf(ragdoll);
        const script = bytesOf(() => stage.step(), WARM_UP);
        ragdoll.active = false;
        const hand = makeHandBuilt(stage, settings, start);
        const random = seededRandom(91);
        const rotations = Float64Array.from(Array.from({ length: 16 }, () => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const byHand = bytesOf((frame) => {
            stage.step();
            for (let i = 0; i < bones.length; i++) bones[i].setLocalRotation(before[4 * i], before[4 * i + 1], before[4 * i + 2], before[4 * i + 3]);
            bones[0].setLocalPosition(place[0], place[1], place[2]);
            for (let i = 0; i < bones.length; i++) {
                const o = 4 * ((frame + i) & 15);
                bones[i].setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
            }
            const o = 4 * (frame & 15);
            bones[0].setLocalPosition(rotations[o], rotations[o + 1], rotations[o + 2]);
        }, WARM_UP);
        hand.destroy();
        this.test!.title += ` (${script.toFixed(0)} bytes; by hand ${byHand.toFixed(0)})`;
        expect(script).to.be.below(byHand + REACHED);
    });
}, [STANDING], ['ammojs-typed']);
