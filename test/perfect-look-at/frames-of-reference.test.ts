import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { sampled } from '../support/characters';
import { randomDirection, randomRotation, seededRandom, turnBetween } from '../support/geometry';
import { onEachCharacter, type Actor } from '../support/look-at-stage';

/** What results may differ by, degrees. */
const SAME = 0.1;

/** Eyes, trunk and pelvis, so that legs are stabilized too. */
const BODY = [
    { boneName: 'rightEye', rotationLimit: 20 }, { boneName: 'head', rotationLimit: 30 },
    { boneName: 'spine', rotationLimit: 30, rotateAroundUpVectorWeight: 0.5 },
    { boneName: 'hips', rotationLimit: 30, rotateAroundUpVectorWeight: 1 }
];

onEachCharacter('the frame of reference', (stage) => {
    /** A character below an entity that turns, moves and scales it, and its target likewise. */
    function stand(place: { rotation?: Quat; position?: Vec3; scale?: number }, lookAtBones = BODY) {
        const { rotation = new Quat(), position = new Vec3(), scale = 1 } = place;
        const world = stage.addEntity();
        world.setLocalScale(scale, scale, scale);
        world.setRotation(rotation);
        world.setPosition(position);
        const actor = stage.add(world);
        const target = stage.addEntity(new Vec3(), world);
        const look = actor.addLook({ targetObject: target, lookAtBones });
        rotation.transformVector(Vec3.UP, look.upVector);
        return { actor, target, look };
    }

    /** Lets all scenes look at the same targets, and gives the largest difference to the first one. */
    function expectSameLook(scenes: { actor: Actor; target: Entity }[]): string {
        const random = seededRandom(71);
        let worst = 0;
        for (let i = 0; i < sampled(8, 6); i++) {
            const clip = stage.clips[i % stage.clips.length];
            const time = random() * stage.clip(clip).duration;
            const place = randomDirection(random).mulScalar(0.5 + 5 * random()).add(stage.eyePoint);
            for (const { actor, target } of scenes) {
                actor.play(clip).seek(time);
                target.setLocalPosition(place);
            }
            stage.step();
            const [upright, ...others] = scenes.map(({ actor }) => actor.pose());
            for (const [scene, pose] of others.entries()) {
                for (const [bone, rotation] of pose.entries()) {
                    const difference = turnBetween(rotation, upright[bone]);
                    expect(difference, `${scenes[0].actor.nodes[bone].name}, scene ${scene}`).to.be.below(SAME);
                    worst = Math.max(worst, difference);
                }
            }
        }
        return ` (largest difference ${worst.toFixed(4)} degrees)`;
    }

    it('may be turned to any up vector', function () {
        const random = seededRandom(72);
        this.test!.title += expectSameLook([stand({}), ...Array.from({ length: 20 }, () => stand({ rotation: randomRotation(random) }))]);
    });

    it('may be scaled from 0.01 to 100', function () {
        // with an eye's own bone and with the eye point on the head
        for (const rows of [BODY, BODY.slice(1)]) {
            this.test!.title += expectSameLook([1, 0.01, 0.1, 3.7, 10, 100].map(scale => stand({ scale }, rows)));
        }
    });

    it('may be far from the origin, turned and scaled at once', () => {
        const rotation = randomRotation(seededRandom(73));
        expectSameLook([stand({}), stand({ position: new Vec3(200, -30, 400) }), stand({ position: new Vec3(-50, 8, 20), rotation, scale: 2 })]);
    });

    it('may move while the character looks: a target that is held stays held', () => {
        const world = stage.addEntity();
        const actor = stage.add(world);
        const target = stage.addEntity(new Vec3(0.5, 0.1, 4).add(stage.eyePoint));
        actor.addLook({ targetObject: target, lookAtBlendSpeed: 5 });
        const eye = actor.look.lookAtBones[0].bone!;
        for (let i = 0; i < 300; i++) stage.step();
        for (let i = 0; i < 60; i++) {
            world.translate(0.01, 0, 0.02);
            world.rotate(0, 0.5, 0);
            stage.step();
            expect(actor.gazeError(eye, target.getPosition())).to.be.below(0.1);
        }
    });
});
