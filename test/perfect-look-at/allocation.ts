import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import type { Role } from '../../scripts/index';
import { bytesOf, NOISE } from '../support/allocation';
import { randomRotation, seededRandom } from '../support/geometry';
import { FRAME, onEachCharacter } from '../support/look-at-stage';

/** All that the look below turns. */
const BONES: Role[] = [
    'rightEye', 'leftEye', 'head', 'spine', 'hips', 'leftThigh', 'leftShin', 'leftFoot', 'rightThigh', 'rightShin', 'rightFoot'
];

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
