import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { bestInOrder } from '../support/best-look-at';
import { jointsOf } from '../support/chain';
import { sampled } from '../support/characters';
import { angleOf, randomDirection, seededRandom, turnBetween } from '../support/geometry';
import { filledRows, onEachCharacter, roundRows, type Actor, type LookAtStage } from '../support/look-at-stage';

/** What a bone may be beyond its limit, degrees. */
const OVER = 0.05;

/** What the gaze may be farther off than the best in the order of bones, degrees. */
const WORSE = 1;

/** Turn of a bone in degrees that is none. */
const STILL = 0.01;

/** Heading in degrees and distance in metres up to and from which a behaviour holds for each target. */
const BEHIND = 140;
const WITHIN_THE_BODY = 0.7;

/** Share of all targets for which it holds. Behind the back, the first bones decide on which side the chain goes round. */
const ALMOST_ALL = 0.98;

/** Forward axes of a bone and its parent; on every character some of them are near each other. */
const AXIS_PAIRS = [
    ['x', 'x'], ['y', 'y'], ['z', 'z'], ['-x', '-x'], ['-y', '-y'], ['-z', '-z'], ['x', '-x'], ['y', '-y'], ['z', '-z'], ['x', 'y']
] as const;

/**
 * Sets the instances to the same random time of a random clip, and gives the script a target anywhere around the eyes: a new one, as one
 * that moves is held behind the back on the side from which it came.
 */
function arrange(stage: LookAtStage, random: () => number, look: PerfectLookAt, ...actors: Actor[]): Vec3 {
    const clip = stage.clips[Math.floor(random() * stage.clips.length)];
    const time = random() * stage.clip(clip).duration;
    for (const actor of actors) actor.play(clip).seek(time);
    const place = randomDirection(random).mulScalar(0.3 * (20 / 0.3) ** random()).add(stage.eyePoint);
    look.targetObject = stage.addEntity(place);
    stage.step();
    return place;
}

onEachCharacter('rotation limits', (stage) => {
    function stand() {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity();
        const look = actor.addLook({ targetObject: target });
        look.lookAtBones = roundRows(look) as never;
        stage.step();
        return { actor, twin, target, look };
    }

    /** Whether a target is behind the back or within the body. */
    function isHard(target: Vec3, eye: Vec3): boolean {
        const way = target.clone().sub(eye);
        return way.length() < WITHIN_THE_BODY || angleOf(new Vec3(way.x, 0, way.z), stage.forward) > BEHIND;
    }

    it('hold every bone, or the swing that the clip itself has where that is larger', () => {
        const random = seededRandom(21);
        const { actor, twin, look } = stand();
        for (const share of [1, 0.5, 0]) {
            look.lookAtBones = filledRows(look).map(row => ({ ...row, rotationLimit: share * row.rotationLimit! })) as never;
            let most = 0;
            for (let i = 0; i < sampled(100, 60); i++) {
                arrange(stage, random, look, actor, twin);
                for (const [k, { limit }] of jointsOf(look, actor, twin).entries()) {
                    const over = actor.swingOf(look.lookAtBones[k].bone!) - limit;
                    expect(over, `${look.lookAtBones[k].boneName} beyond its limit`).to.be.below(OVER);
                    most = Math.max(most, over);
                }
            }
            expect(most, 'some bone stands at its limit').to.be.above(-OVER);
        }
    });

    it('never pull the animation back: a clip that is beyond them stays as it is', () => {
        const random = seededRandom(24);
        const { actor, twin, look } = stand();
        look.lookAtBones = filledRows(look).map(row => ({ ...row, rotationLimit: 0 })) as never;
        const eye = twin.same(look.lookAtBones[0].bone!, actor);
        for (let i = 0; i < 20; i++) {
            arrange(stage, random, look, actor, twin);
            look.targetObject!.setPosition(twin.forwardOf(eye).mulScalar(3).add(twin.eyeOf(eye)));
            stage.step();
            actor.nodes.forEach((node, k) => expect(turnBetween(node.getLocalRotation(), twin.nodes[k].getLocalRotation())).to.be.below(0.01));
        }
    });

    it('leave a gaze that is as near as brute force in the order of bones comes', function () {
        const random = seededRandom(22);
        const { actor, twin, look } = stand();
        const count = sampled(200, 100);
        let [sum, sumOfBest, farther] = [0, 0, 0];
        for (let i = 0; i < count; i++) {
            const place = arrange(stage, random, look, actor, twin);
            const joints = jointsOf(look, actor, twin);
            const best = bestInOrder(twin, joints, place, Vec3.UP);
            const error = actor.gazeError(look.lookAtBones[0].bone!, place);
            sum += error;
            sumOfBest += best;
            if (error <= best + WORSE) continue;
            farther++;
            const isException = isHard(place, twin.eyeOf(joints[0].node));
            expect(isException, `target ${i}: ${error} degrees off, ${best} by brute force, at ${place}`).to.equal(true);
        }
        this.test!.title += ` (mean ${(sum / count).toFixed(2)} degrees, brute force ${(sumOfBest / count).toFixed(2)}; ${farther} of ${count} farther off by a degree)`;
        expect(sum).to.be.at.most(sumOfBest);
        expect(farther).to.be.at.most((1 - ALMOST_ALL) * count);
    });

    it('are filled in order: a bone moves only once the one before it stands at its limit', function () {
        const random = seededRandom(23);
        const { actor, twin, look } = stand();
        // eyes that nobody sees have no room at all; a twist limit would be another one to stand at
        const withRoom = filledRows(look).filter(row => row.rotationLimit! > 0);
        look.lookAtBones = withRoom.map(row => ({ ...row, rotateAroundUpVectorWeight: 0, limitTwist: 180 })) as never;
        const moved = look.lookAtBones.map(() => 0);
        const count = sampled(200, 150);
        let early = 0;
        for (let i = 0; i < count; i++) {
            const place = arrange(stage, random, look, actor, twin);
            const joints = jointsOf(look, actor, twin);
            const bones = look.lookAtBones.map(row => row.bone!);
            const turns = joints.map(({ node }, k) => turnBetween(bones[k].getLocalRotation(), node.getLocalRotation()));
            const room = joints.map(({ limit }, k) => limit - actor.swingOf(bones[k]));
            turns.forEach((turn, k) => { if (turn > STILL) moved[k]++; });
            const tooEarly = turns.findIndex((turn, k) => k > 0 && turn > STILL && room[k - 1] > OVER);
            if (tooEarly < 0) continue;
            early++;
            const where = `target ${i}: ${room[tooEarly - 1]} degrees left for bone ${tooEarly} when the next one moves`;
            expect(isHard(place, twin.eyeOf(joints[0].node)), where).to.equal(true);
        }
        this.test!.title += ` (${early} of ${count} targets behind the back or within the body are an exception)`;
        expect(early).to.be.at.most((1 - ALMOST_ALL) * count);
        moved.forEach((turns, k) => expect(turns, `turns of bone ${k + 1}`).to.be.above(5));
        expect(moved[0]).to.be.above(moved[moved.length - 1]);
    });

    it('count between the given axes of bone and parent where a row names them', () => {
        const { actor, target, look } = stand();
        const head = actor.bone('head');
        const axisOf = (node: Entity, axis: string) => {
            const local = { x: Vec3.RIGHT, y: Vec3.UP, z: Vec3.BACK }[axis.slice(-1)]!;
            const world = node.getRotation().transformVector(local, new Vec3());
            return axis.startsWith('-') ? world.mulScalar(-1) : world;
        };
        for (const [forwardAxis, parentBoneForwardAxis] of AXIS_PAIRS) {
            const between = () => angleOf(axisOf(head, forwardAxis), axisOf(head.parent as Entity, parentBoneForwardAxis));
            look.enabled = false;
            stage.step();
            const rotationLimit = Math.ceil(between()) + 20;
            look.enabled = true;
            // the other way round there is no room for a limit
            if (rotationLimit > 120) continue;
            look.lookAtBones = [{ bone: head, rotationLimit, forwardAxis, parentBoneForwardAxis }] as never;
            let widest = 0;
            for (let heading = 0; heading < 360; heading += 30) {
                const [x, y] = [Math.sin(heading * Math.PI / 180), Math.cos(heading * Math.PI / 180)];
                target.setPosition(new Vec3(20 * x, 20 * y, -20).add(stage.eyePoint));
                stage.step();
                expect(between(), `${forwardAxis} against ${parentBoneForwardAxis}`).to.be.below(rotationLimit + OVER);
                widest = Math.max(widest, between());
            }
            expect(widest, `${forwardAxis} against ${parentBoneForwardAxis}`).to.be.above(rotationLimit - OVER);
        }
    });
});
