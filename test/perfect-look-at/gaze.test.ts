import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { bestInOrder } from '../support/best-look-at';
import { arcBetween, directionBeside, jointsOf, turnNode, type Joint } from '../support/chain';
import { sampled } from '../support/characters';
import { angleOf, randomDirection, seededRandom } from '../support/geometry';
import { onEachCharacter, roundRows, type Actor, type LookAtStage } from '../support/look-at-stage';
import { lookAtAsOriginal } from '../support/original-look-at';

/** Largest gaze error at a reachable target, degrees. */
const ON_TARGET = 0.1;

/** Distances of targets, metres. */
const NEAREST = 0.3;
const FARTHEST = 20;

/** Share of a limit up to which targets are constructed. */
const INSIDE = 0.95;

/** Gaze error in degrees up to which brute force counts a target as reachable. */
const REACHABLE = 0.01;

function randomDistance(random: () => number): number {
    return NEAREST * (FARTHEST / NEAREST) ** random();
}

/** Sets the instances to the same random time of a random clip. */
function seekAll(stage: LookAtStage, random: () => number, ...actors: Actor[]) {
    const clip = stage.clips[Math.floor(random() * stage.clips.length)];
    const time = random() * stage.clip(clip).duration;
    for (const actor of actors) actor.play(clip).seek(time);
}

/** A point on the eye's ray after random swings of the first bones, each but the last one near its limit; the pose is put back. */
function constructTarget(twin: Actor, joints: readonly Joint[], random: () => number): Vec3 {
    const pose = joints.map(({ node }) => node.getLocalRotation().clone());
    const filled = Math.floor(random() * joints.length) + 1;
    joints.slice(0, filled).forEach(({ node, limit }, i) => {
        const angle = i < filled - 1 ? INSIDE * limit : INSIDE * limit * Math.sqrt(random());
        const forward = directionBeside(twin.forwardOf(node.parent!), angle, 360 * random());
        turnNode(node, arcBetween(twin.forwardOf(node), forward));
    });
    const eye = joints[0].node;
    const point = twin.forwardOf(eye).mulScalar(randomDistance(random)).add(twin.eyeOf(eye));
    joints.forEach(({ node }, i) => node.setLocalRotation(pose[i]));
    return point;
}

/** Gaze errors that were met, for the documentation. */
class Errors {
    private readonly angles: number[] = [];

    add(angle: number) {
        this.angles.push(angle);
    }

    get largest(): number {
        return this.at(1);
    }

    toString(): string {
        return `median ${this.at(0.5).toFixed(4)}, 95 % ${this.at(0.95).toFixed(4)}, largest ${this.largest.toFixed(4)} degrees`;
    }

    private at(share: number): number {
        return this.angles.sort((a, b) => a - b)[Math.floor(share * (this.angles.length - 1))];
    }
}

onEachCharacter('the gaze', (stage) => {
    /** Looks at many targets on animated frames, and lets the original do so too. */
    function lookAtMany(count: number, upWeights: boolean, pick: (twin: Actor, joints: Joint[], random: () => number) => Vec3) {
        const random = seededRandom(1);
        const [actor, twin] = [stage.add(), stage.add()];
        const look = actor.addLook({ targetObject: stage.addEntity() });
        stage.step();
        look.lookAtBones = roundRows(look).map(row => (upWeights ? row : { ...row, rotateAroundUpVectorWeight: 0 })) as never;
        const first = look.lookAtBones[0].bone!;
        const errors = { script: new Errors(), original: new Errors() };
        for (let i = 0; i < count; i++) {
            seekAll(stage, random, actor, twin);
            stage.step();
            const joints = jointsOf(look, actor, twin);
            const point = pick(twin, joints, random);
            look.targetObject = stage.addEntity(point);
            stage.step();
            errors.script.add(actor.gazeError(first, point));
            expect(look.residual, 'the residual that the script says').to.be.closeTo(actor.gazeError(first, point), 0.01);
            expect(look.reached).to.equal(look.residual <= 1);
            expect(angleOf(look.gazeDirection as Vec3, actor.forwardOf(first))).to.be.below(0.01);
            expect(look.gazeOrigin.distance(actor.eyeOf(first))).to.be.below(1e-5);
            lookAtAsOriginal(twin, joints, point, Vec3.UP);
            errors.original.add(twin.gazeError(joints[0].node, point));
        }
        return errors;
    }

    it('meets targets that the chain reaches by swings inside its limits, in the order in which it fills', function () {
        const errors = lookAtMany(sampled(200, 150), false, constructTarget);
        this.test!.title += ` (script: ${errors.script}; the original: ${errors.original})`;
        expect(errors.script.largest).to.be.below(ON_TARGET);
    });

    it('meets every target that brute force in the order of bones meets with the chain that is filled in', function () {
        const errors = lookAtMany(sampled(200, 100), true, (twin, joints, random) => {
            for (;;) {
                const point = twin.eyeOf(joints[0].node).add(randomDirection(random).mulScalar(randomDistance(random)));
                if (bestInOrder(twin, joints, point, Vec3.UP) < REACHABLE) return point;
            }
        });
        this.test!.title += ` (script: ${errors.script}; the original: ${errors.original})`;
        expect(errors.script.largest).to.be.below(ON_TARGET);
    });

    it('starts at the eye point that the head carries where the chain begins with the head', () => {
        const random = seededRandom(3);
        const actor = stage.add();
        const target = stage.addEntity();
        const look = actor.addLook({ targetObject: target, lookAtBones: [{ boneName: 'head', rotationLimit: 80 }] });
        for (let i = 0; i < 40; i++) {
            seekAll(stage, random, actor);
            target.setPosition(directionBeside(stage.forward, 30 * random(), 360 * random()).mulScalar(0.5).add(stage.eyePoint));
            stage.step();
            const head = actor.bone('head');
            expect(look.gazeOrigin.distance(actor.eyeOf(head))).to.be.below(1e-4);
            if (actor.swingOf(head) < 79) expect(actor.gazeError(head, target.getPosition())).to.be.below(ON_TARGET);
        }
    });

    it('goes straight ahead in the reference pose: along +z, from between the eyes', () => {
        const actor = stage.add();
        const look = actor.addLook({ targetObject: stage.addEntity(new Vec3(0, 1, 5)), weight: 0 });
        stage.step();
        expect(angleOf(look.gazeDirection as Vec3, Vec3.BACK)).to.be.below(1);
        expect(look.gazeOrigin.distance(actor.eyeOf(actor.bone('rightEye')))).to.be.below(1e-4);
        look.lookAtBones = [{ boneName: 'head' }] as never;
        stage.step();
        const middle = new Vec3().lerp(actor.bone('rightEye').getPosition(), actor.bone('leftEye').getPosition(), 0.5);
        expect(look.gazeOrigin.distance(middle)).to.be.below(1e-4);
    });
});
