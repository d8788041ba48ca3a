import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import type { Role } from '../../scripts/index';
import { randomRotation, seededRandom } from '../support/geometry';
import { FRAME, onEachCharacter } from '../support/look-at-stage';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * What measuring leaves behind per frame, bytes: a number in a box, at most. In a process that has run much else, the compiler's mind is made up
 * by that too, and it boxes one now and then; alone the script is below the writes.
 */
const NOISE = 16;

/** Frames before the measurement: until the compiler has made up its mind about all of it. */
const WARM_UP = 40000;

/** Frames of a measurement: less than what the young generation holds, so that nothing is collected meanwhile. */
const FRAMES = 2000;

/** All that the look below turns. */
const BONES: Role[] = [
    'rightEye', 'leftEye', 'head', 'spine', 'hips', 'leftThigh', 'leftShin', 'leftFoot', 'rightThigh', 'rightShin', 'rightFoot'
];

/** Bytes that a piece of work leaves on the heap each time; the smallest of some rounds, as the compiler allocates too. */
function bytesOf(work: (frame: number) => void): number {
    for (let frame = 0; frame < WARM_UP; frame++) work(frame);
    let least = Infinity;
    for (let round = 0; round < 5; round++) {
        collectGarbage();
        const before = process.memoryUsage().heapUsed;
        for (let frame = 0; frame < FRAMES; frame++) work(frame);
        least = Math.min(least, (process.memoryUsage().heapUsed - before) / FRAMES);
    }
    return least;
}

onEachCharacter('a frame', (stage) => {
    it('allocates nothing above what the engine needs to be told the same rotations', function () {
        const [actor, other] = [stage.add(), stage.add()];
        const places = Array.from({ length: 16 }, (_, i) => {
            return stage.addEntity(new Vec3(3 * Math.sin(i), Math.sin(7 * i), 3 * Math.cos(i)).add(stage.eyePoint));
        });
        const look = actor.addLook({
            targetObject: places[0], lookAtBlendSpeed: 5, weight: 0.9,
            lookAtBones: [
                { boneName: 'rightEye', rotationLimit: 30, linkedBones: [actor.bone('leftEye')] }, { boneName: 'head', rotationLimit: 30 },
                { boneName: 'spine', rotationLimit: 20, rotateAroundUpVectorWeight: 0.7 }, { boneName: 'hips', rotationLimit: 20 }
            ]
        });
        stage.step();

        // the clock and the target cost something too, in both pieces of work the same
        const clock = stage.app as unknown as { frame: number };
        const arrange = (frame: number) => {
            clock.frame++;
            look.targetObject = places[frame >> 4 & 15];
        };
        const script = (frame: number) => {
            arrange(frame);
            look.postUpdate(FRAME);
        };
        // without a clip, each bone is given its rotation from before, then its new one; whole numbers cost less
        const random = seededRandom(91);
        const rotations = Float64Array.from(Array.from({ length: 16 }, () => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const bones = BONES.map(role => other.bone(role));
        const before = Float64Array.from(bones.map(bone => bone.getLocalRotation()).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const writes = (frame: number) => {
            arrange(frame);
            for (let i = 0; i < bones.length; i++) bones[i].setLocalRotation(before[4 * i], before[4 * i + 1], before[4 * i + 2], before[4 * i + 3]);
            for (let i = 0; i < bones.length; i++) {
                const o = 4 * ((frame + i) & 15);
                bones[i].setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
            }
        };
        const [engine, whole] = [bytesOf(writes), bytesOf(script)];
        this.test!.title += ` (${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)})`;
        expect(engine).to.be.above(64 * bones.length - NOISE);
        expect(whole).to.be.below(engine + NOISE);
    });
});
