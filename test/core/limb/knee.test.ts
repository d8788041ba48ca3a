import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { createLimb, reachWithLimb, captureLimb } from '../../../scripts/core/limb/limb';
import { createFlatPose, updateWorld } from '../../../scripts/core/pose/flat-pose';
import { FULL } from '../../support/characters';
import { angleOf, randomDirection, randomRotation, seededRandom } from '../../support/geometry';

// The knee in many cases: it stays on its side, and its plane turns no faster than what drives it.

const COUNT = FULL ? 100000 : 10000;

/** Turn of the knee's plane between two frames that counts as a jump, degrees. */
const STEP = 3;

/** Extension below which a leg has a knee plane that can be measured. */
const BENT = 0.995;

const DEGREES = 180 / Math.PI;

function vectorAt(points: Float64Array, o: number): Vec3 {
    return new Vec3(points[o], points[o + 1], points[o + 2]);
}

/** A leg of three bones under a base that does not move; the hip's rotation, the knee's bend in degrees, the lengths. */
function makeLeg(hip: Quat, bend: number, thigh: number, shin: number) {
    const pose = createFlatPose([-1, 0, 1]);
    pose.scales[pose.base] = 1;
    pose.rotations[4 * pose.base + 3] = 1;
    pose.localPositions.set([0, 0, 0, 0, -thigh, 0, 0, -shin, 0]);
    pose.localRotations.set([hip.x, hip.y, hip.z, hip.w]);
    // a knee bends backwards: the shin turns about x
    const half = bend / 2 / DEGREES;
    pose.localRotations.set([Math.sin(half), 0, 0, Math.cos(half), 0, 0, 0, 1], 4);
    updateWorld(pose);
    const limb = createLimb([0, 1, 2], Float64Array.of(0, 0, 1));
    captureLimb(limb, pose);
    return { pose, limb };
}

type Leg = ReturnType<typeof makeLeg>;

/** Knee's place aside of the line from hip to ankle. */
function bendOf({ pose }: Leg): Vec3 {
    const knee = vectorAt(pose.positions, 3), ankle = vectorAt(pose.positions, 6);
    const line = ankle.clone().normalize();
    return knee.sub(line.mulScalar(knee.dot(line)));
}

/** Whether the shin is bent to the thigh's own front, as no knee can. */
function isReversed({ pose }: Leg): boolean {
    const [x, y, z, w] = pose.rotations.subarray(0, 4);
    const front = new Quat(x, y, z, w).transformVector(new Vec3(0, 0, 1), new Vec3());
    return vectorAt(pose.positions, 6).sub(vectorAt(pose.positions, 3)).dot(front) > 1e-9;
}

function reach(leg: Leg, goal: Vec3, turn: Quat, swivel = 0) {
    reachWithLimb(leg.limb, leg.pose, Float64Array.of(goal.x, goal.y, goal.z, turn.x, turn.y, turn.z, turn.w, swivel));
    updateWorld(leg.pose);
}

describe('a knee', () => {
    it(`does not flip in ${COUNT} cases, reaches exactly, and turns its plane no faster than the leg's line turns`, function () {
        const random = seededRandom(41);
        let [flips, missed] = [0, 0];
        let worst = 0;
        for (let i = 0; i < COUNT; i++) {
            const hip = randomRotation(random), [thigh, shin] = [0.3 + 0.2 * random(), 0.3 + 0.2 * random()];
            const length = thigh + shin, bend = 2 + 110 * random();
            const make = () => makeLeg(hip, bend, thigh, shin);
            const animated = make();
            const ankle = vectorAt(animated.pose.positions, 6);
            // what feet are asked for: up to 35 cm aside, and in reach of the leg
            const goal = ankle.clone().add(randomDirection(random).mulScalar(0.35 * random()));
            const distance = Math.min(0.998 * length, Math.max(goal.length(), Math.abs(thigh - shin) + 0.05 * length));
            goal.normalize().mulScalar(distance);
            const rotation = randomRotation(random);
            const leg = make();
            const line = angleOf(ankle, goal);
            reach(leg, goal, rotation);
            if (vectorAt(leg.pose.positions, 6).distance(goal) > 5e-4) missed++;
            if (isReversed(leg)) flips++;
            // a goal that moves by a centimetre, as in a frame at half a metre a second
            if (distance > BENT * length || line > 60) continue;
            const other = make();
            const next = goal.clone().add(randomDirection(random).mulScalar(0.008));
            if (next.length() > BENT * length) continue;
            reach(other, next, rotation);
            const normal = (one: Leg) => new Vec3().cross(vectorAt(one.pose.positions, 6), bendOf(one)).normalize();
            worst = Math.max(worst, angleOf(normal(leg), normal(other)) - angleOf(goal, next));
        }
        this.test!.title += ` (${flips} flips, ${missed} missed, ${worst.toFixed(2)} degrees)`;
        expect(flips).to.equal(0);
        expect(missed).to.equal(0);
        expect(worst).to.be.at.most(STEP);
    });

    it('goes round once with its goal, without a flip, from straight legs and bent ones', () => {
        for (const bend of [0, 0.5, 2, 5, 20, 60]) {
            for (const radius of [0.02, 0.1, 0.25]) {
                let before: Vec3 | null = null;
                for (let angle = 0; angle <= 720; angle += 2) {
                    const leg = makeLeg(new Quat(), bend, 0.43, 0.41);
                    const ankle = vectorAt(leg.pose.positions, 6);
                    const goal = new Vec3(radius * Math.sin(angle / DEGREES), 0.06, radius * Math.cos(angle / DEGREES)).add(ankle);
                    goal.normalize().mulScalar(Math.min(goal.length(), 0.985 * 0.84));
                    reach(leg, goal, new Quat());
                    const bendNow = bendOf(leg);
                    expect(isReversed(leg), `bent by ${bend}, radius ${radius}, at ${angle}`).to.equal(false);
                    const normal = new Vec3().cross(vectorAt(leg.pose.positions, 6), bendNow).normalize();
                    if (before) expect(angleOf(normal, before), `bent by ${bend}, radius ${radius}, at ${angle}`).to.be.at.most(STEP);
                    before = normal;
                }
            }
        }
    });

    it('goes round with its hip: a full turn of the character turns the plane by as much and no more', () => {
        let before: Vec3 | null = null;
        for (let angle = 0; angle <= 360; angle += 1.5) {
            const hip = new Quat().setFromEulerAngles(0, angle, 0);
            const leg = makeLeg(hip, 12, 0.43, 0.41);
            // the foot stays lifted at one place of the world, a little beside the hip's line
            const goal = new Vec3(0.06, -0.76, 0.03);
            reach(leg, goal, new Quat());
            const normal = new Vec3().cross(vectorAt(leg.pose.positions, 6), bendOf(leg)).normalize();
            if (before) expect(angleOf(normal, before), `at ${angle}`).to.be.at.most(1.5 + STEP);
            before = normal;
        }
    });

    it('swivels about the line from hip to ankle by the angle that is asked for, the ankle staying', () => {
        for (const swivel of [-60, -20, 0, 35, 80]) {
            const leg = makeLeg(new Quat(), 40, 0.43, 0.41);
            const plain = makeLeg(new Quat(), 40, 0.43, 0.41);
            const goal = new Vec3(0.05, -0.7, 0.1);
            reach(plain, goal, new Quat());
            reach(leg, goal, new Quat(), swivel / DEGREES);
            const axis = goal.clone().normalize();
            const [a, b] = [bendOf(plain), bendOf(leg)];
            const angle = Math.atan2(new Vec3().cross(a, b).dot(axis), a.dot(b)) * DEGREES;
            expect(angle).to.be.closeTo(swivel, 1e-6);
            expect(vectorAt(leg.pose.positions, 6).distance(goal)).to.be.below(1e-9);
        }
    });
});
