import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { directionBeside } from '../support/chain';
import { sampled } from '../support/characters';
import { angleOf, randomDirection, seededRandom } from '../support/geometry';
import { filledRows, onEachCharacter, type Actor } from '../support/look-at-stage';

/** What an axis may be off, degrees. */
const OFF_AXIS = 0.1;

/** Turn in degrees below which its axis is not to be measured. */
const SMALL = 2;

/** Heading in degrees from which a target straight behind is looked for on one side. */
const BACK = 160;

/** A distance in metres at which the eye's place beside a joint does not matter. */
const FAR = 1000;

/** The bone's own turn in world space, after its ancestors have turned, with its angle in degrees. */
function ownTurn(bone: Entity, animated: Entity): { axis: Vec3; angle: number } {
    const carried = bone.parent!.getRotation().clone().mul(animated.getLocalRotation());
    const turn = bone.getRotation().clone().mul(carried.invert());
    const length = Math.hypot(turn.x, turn.y, turn.z);
    const side = turn.w < 0 ? -1 : 1;
    return {
        axis: new Vec3(turn.x, turn.y, turn.z).mulScalar(side / Math.max(length, 1e-12)),
        angle: 2 * Math.atan2(length, Math.abs(turn.w)) * 180 / Math.PI
    };
}

/** Angle between an axis and the line of another one, whichever way it points. */
function offLine(axis: Vec3, line: Vec3): number {
    const angle = angleOf(axis, line);
    return Math.min(angle, 180 - angle);
}

onEachCharacter('turning around the up vector', (stage) => {
    function stand() {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity();
        const look = actor.addLook({ targetObject: target });
        stage.step();
        return { actor, twin, target, look };
    }

    /** Puts the instances at a random time of a clip, and gives the script a new target in a random direction. */
    function arrange(random: () => number, look: PerfectLookAt, distance: number, ...actors: Actor[]): Vec3 {
        const clip = stage.clips[Math.floor(random() * stage.clips.length)];
        const time = random() * stage.clip(clip).duration;
        for (const actor of actors) actor.play(clip).seek(time);
        const direction = randomDirection(random);
        look.targetObject = stage.addEntity(direction.clone().mulScalar(distance).add(stage.eyePoint));
        stage.step();
        return direction;
    }

    it('is all that bones with weight 1 do, whichever way is up', () => {
        const random = seededRandom(31);
        const { actor, twin, look } = stand();
        look.lookAtBones = filledRows(look).map(row => ({ ...row, rotateAroundUpVectorWeight: 1 })) as never;
        for (const up of [Vec3.UP, new Vec3(0, 0, 3), randomDirection(random)]) {
            look.upVector.copy(up);
            let turned = 0;
            for (let i = 0; i < sampled(100, 40); i++) {
                arrange(random, look, 1 + 5 * random(), actor, twin);
                for (const { bone } of look.lookAtBones) {
                    const { axis, angle } = ownTurn(bone!, twin.same(bone!, actor));
                    if (angle < SMALL) continue;
                    turned++;
                    expect(offLine(axis, up), `axis of ${bone!.name}`).to.be.below(OFF_AXIS);
                }
            }
            expect(turned).to.be.above(40);
        }
    });

    it('gets as near to the target as a turn about the up vector can', () => {
        const random = seededRandom(32);
        const { actor, twin, look } = stand();
        look.lookAtBones = [{ boneName: 'head', rotationLimit: 180, rotateAroundUpVectorWeight: 1 }] as never;
        const [head, animated] = [actor.bone('head'), twin.bone('head')];
        for (let i = 0; i < sampled(40, 30); i++) {
            const direction = arrange(random, look, FAR, actor, twin);
            if (offLine(direction, Vec3.UP) < 5 || angleOf(direction, stage.forward) > BACK) continue;
            let best = 180;
            const gaze = twin.forwardOf(animated);
            for (let angle = 0; angle < 360; angle += 0.25) {
                const turned = new Quat().setFromAxisAngle(Vec3.UP, angle).transformVector(gaze, new Vec3());
                best = Math.min(best, angleOf(turned, direction));
            }
            expect(actor.gazeError(head, look.targetObject!.getPosition())).to.be.below(best + 0.15);
        }
    });

    it('stands half way between the axis of the smallest turn and the up vector at weight 0.5', () => {
        const random = seededRandom(33);
        const { actor, twin, target, look } = stand();
        for (const weight of [0, 0.5, 1]) {
            look.lookAtBones = [{ boneName: 'head', rotationLimit: 180, rotateAroundUpVectorWeight: weight }] as never;
            const [head, animated] = [actor.bone('head'), twin.bone('head')];
            let turned = 0;
            for (let i = 0; i < sampled(60, 40); i++) {
                const clip = stage.clips[i % stage.clips.length];
                for (const instance of [actor, twin]) instance.play(clip).seek(random() * 0.01);
                twin.seek(0.2);
                actor.seek(0.2);
                stage.step();
                const gaze = twin.forwardOf(animated);
                const direction = directionBeside(gaze, 20 + 80 * random(), 360 * random());
                target.setPosition(direction.clone().mulScalar(FAR).add(twin.eyeOf(animated)));
                stage.step();
                const smallest = new Vec3().cross(gaze, direction).normalize();
                const up = smallest.dot(Vec3.UP) < 0 ? Vec3.DOWN : Vec3.UP;
                // near a right angle the two sides are as good
                if (angleOf(smallest, up) > 85) continue;
                const { axis, angle } = ownTurn(head, animated);
                if (angle < SMALL) continue;
                turned++;
                expect(offLine(axis, smallest), 'to the smallest turn').to.be.closeTo(weight * angleOf(smallest, up), OFF_AXIS);
                expect(offLine(axis, up), 'to the up vector').to.be.closeTo((1 - weight) * angleOf(smallest, up), OFF_AXIS);
            }
            expect(turned).to.be.above(20);
        }
    });

    it('is read every frame, also when changed in place, and need not be of unit length', () => {
        const { actor, target, look } = stand();
        look.lookAtBones = [{ boneName: 'head', rotationLimit: 180, rotateAroundUpVectorWeight: 1 }] as never;
        target.setPosition(new Vec3(3, 3, 0).add(stage.eyePoint));
        stage.step();
        const upright = actor.forwardOf(actor.bone('head'));
        expect(upright.y).to.be.closeTo(stage.forward.y, 0.01);
        look.upVector.set(7, 0, 0);
        stage.step();
        expect(actor.forwardOf(actor.bone('head')).x).to.be.closeTo(stage.forward.x, 0.01);
        look.upVector.set(0, 0.001, 0);
        stage.step();
        expect(angleOf(actor.forwardOf(actor.bone('head')), upright)).to.be.below(0.01);
    });
});
