import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { randomDirection, randomRotation, seededRandom } from '../support/geometry';
import { onEachCharacter } from '../support/look-at-stage';

const AXES = ['auto', 'x', 'y', 'z', '-x', '-y', '-z'] as const;

/** What may be in the chain, from the eye to the pelvis. */
const CHAIN = ['rightEye', 'head', 'neck', 'spine1', 'spine', 'hips'];

onEachCharacter('random settings', (stage) => {
    it('give neither an exception nor a number that is none, frame after frame', () => {
        const random = seededRandom(81);
        const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
        const world = stage.addEntity();
        const actor = stage.add(world);
        const target = stage.addEntity();
        const look = actor.addLook({ targetObject: target });
        const animated = stage.addEntity(new Vec3(), world);
        const count = sampled(6000, 1500);
        for (let i = 0; i < count; i++) {
            if (i % 50 === 0) {
                look.lookAtBones = CHAIN.filter(() => random() < 0.7).map(boneName => ({
                    boneName, rotationLimit: pick([0, 180, 180 * random(), 30 * random()]), rotateAroundUpVectorWeight: pick([0, 1, random()]),
                    forwardAxis: pick(AXES), parentBoneForwardAxis: pick(AXES), resetToDefaultRotation: random() < 0.2,
                    linkedBones: boneName === 'rightEye' ? [actor.bone('leftEye')] : [], linkedBonesResetToDefaultRotation: random() < 0.5
                })) as never;
                look.legStabilizers = [{ boneName: 'leftFoot', ikWeight: random() }, { boneName: 'rightToes', bonesCount: pick([2, 3, 4]) }] as never;
                look.weight = pick([0, 1, random()]);
                look.lookAtBlendSpeed = pick([0, 5, 1000, 20 * random()]);
                look.legStabilizerMinDistanceToStartSolving = pick([0, 0.05 * random()]);
                look.legStabilizerMaxIterations = pick([0, 1, 20]);
                look.upVector.copy(randomDirection(random));
                world.setLocalRotation(randomRotation(random));
                if (random() < 0.5) actor.play(pick(stage.clips)).run();
                if (random() < 0.1) look.enablePerfectLookAt(random(), random() < 0.5);
                if (random() < 0.1) look.disablePerfectLookAt(random(), random() < 0.5);
                look.targetObject = random() < 0.1 ? null : pick([target, target, animated]);
                look.enabled = random() < 0.9;
            }
            if (random() < 0.1) target.setPosition(randomDirection(random).mulScalar(pick([0, 1e-6, 0.1, 1, 10, 1e4]) * random()).add(stage.eyePoint));
            // right into the eye, and onto the joint
            if (random() < 0.01) target.setPosition(look.gazeOrigin as Vec3);
            if (random() < 0.01) target.setPosition(actor.bone('head').getPosition());
            if (random() < 0.01) target.setPosition(NaN, 0, 0);
            stage.step(pick([0, 1 / 144, 1 / 60, 0.25 * random()]));
            for (const node of actor.nodes) {
                const { x, y, z, w } = node.getLocalRotation();
                const isUnit = Math.abs(x * x + y * y + z * z + w * w - 1) < 1e-3;
                if (!isUnit) expect.fail(`${node.name} has the rotation ${x}, ${y}, ${z}, ${w} in frame ${i}`);
            }
            expect(look.residual).to.be.within(0, 180);
            expect(look.reached).to.equal(look.reached && look.residual <= 1);
        }
    });
});
