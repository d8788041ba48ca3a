import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { AimStatus, createAim, solveAim, type Aim } from '../../../scripts/core/gaze/aim';
import { setSwingLimit } from '../../../scripts/core/gaze/swing-limit';
import { angleOf, randomDirection, seededRandom, turnBetween } from '../../support/geometry';

interface Pose {
    pivot?: Vec3;
    eye?: Vec3;
    gaze?: Vec3;
    target: Vec3;
    up?: Vec3;
    upWeight?: number;
    limit?: number;
    forward?: Vec3;
}

const FORWARD = new Vec3(0, 0, 1);
/** An eye 8 cm above and 10 cm in front of the joint. */
const EYE = new Vec3(0.03, 0.08, 0.1);

function makeAim(pose: Pose): Aim {
    const aim = createAim(1);
    const put = (out: Float64Array, { x, y, z }: Vec3) => out.set([x, y, z]);
    put(aim.pivot, pose.pivot ?? new Vec3());
    put(aim.eye, (pose.eye ?? EYE).clone().add(pose.pivot ?? new Vec3()));
    put(aim.gaze, pose.gaze ?? FORWARD);
    put(aim.target, pose.target);
    put(aim.up, pose.up ?? Vec3.UP);
    put(aim.forward, pose.forward ?? FORWARD);
    put(aim.parent.forward, FORWARD);
    put(aim.parent.up, Vec3.UP);
    aim.upWeights[0] = pose.upWeight ?? 0;
    const limit = (pose.limit ?? 180) * Math.PI / 180;
    setSwingLimit(aim.limits, 0, limit, limit, limit);
    return aim;
}

const vectorOf = (flat: Float64Array) => new Vec3(flat[0], flat[1], flat[2]);
const turnOf = (aim: Aim) => new Quat(aim.turn[0], aim.turn[1], aim.turn[2], aim.turn[3]);

/** Angle between the turned ray and the line from the turned eye to the target. */
function residualOf(aim: Aim, turn = turnOf(aim)): number {
    const pivot = vectorOf(aim.pivot);
    const eye = turn.transformVector(vectorOf(aim.eye).sub(pivot)).add(pivot);
    return angleOf(turn.transformVector(vectorOf(aim.gaze)), vectorOf(aim.target).sub(eye));
}

describe('solveAim', () => {
    it('brings the ray of an eye beside the joint onto 2000 targets from 0.3 to 20 m', () => {
        const random = seededRandom(1);
        for (let i = 0; i < 2000; i++) {
            const pivot = randomDirection(random).mulScalar(3);
            const target = randomDirection(random).mulScalar(0.3 * 66 ** random()).add(pivot);
            const aim = makeAim({ pivot, target, gaze: randomDirection(random) });
            expect(solveAim(aim)).to.equal(AimStatus.reached);
            expect(residualOf(aim)).to.be.below(1e-5);
        }
    });

    it('misses by less than aiming the joint itself, which is 4.6 degrees off at 1 m', () => {
        const target = new Vec3(0, 0, 1);
        const eye = new Vec3(0, 0.08, 0.1);
        const aim = makeAim({ eye, target });
        solveAim(aim);
        expect(residualOf(aim, new Quat())).to.be.closeTo(Math.atan2(0.08, 0.9) * 180 / Math.PI, 1e-4);
        expect(residualOf(aim)).to.be.below(1e-5);
    });

    it('holds the limit, and comes as near as any swing inside it', () => {
        const random = seededRandom(2);
        for (let i = 0; i < 100; i++) {
            const limit = 10 + 60 * random();
            const target = randomDirection(random).mulScalar(2);
            const forward = new Quat().setFromEulerAngles(8 * random(), 8 * random(), 0).transformVector(FORWARD);
            const aim = makeAim({ target, limit, eye: new Vec3(), gaze: forward, forward });
            solveAim(aim);
            const turned = turnOf(aim).transformVector(forward.clone());
            expect(angleOf(turned, FORWARD)).to.be.below(limit + 0.001);
            // the nearest direction inside a cone lies on the line from its axis to the target
            const best = Math.max(0, angleOf(FORWARD, target) - limit);
            expect(residualOf(aim)).to.be.closeTo(best, 0.01);
        }
    });

    it('turns about the up vector alone at weight 1, as near to the target as that allows', () => {
        const random = seededRandom(3);
        for (let i = 0; i < 100; i++) {
            const up = randomDirection(random);
            const target = randomDirection(random).mulScalar(3);
            const aim = makeAim({ target, up, upWeight: 1, eye: new Vec3() });
            solveAim(aim);
            const turn = turnOf(aim);
            expect(angleOf(turn.transformVector(up.clone()), up)).to.be.below(1e-4);
            let best = Infinity;
            for (let degrees = 0; degrees < 360; degrees += 0.25) best = Math.min(best, residualOf(aim, new Quat().setFromAxisAngle(up, degrees)));
            expect(residualOf(aim)).to.be.below(best + 0.05);
        }
    });

    it('turns about an axis half way to the up vector at weight 0.5', () => {
        const target = new Vec3(1.2, 0.9, 1);
        const axisAt = (upWeight: number) => {
            const aim = makeAim({ target, upWeight, eye: new Vec3() });
            solveAim(aim);
            return new Vec3(aim.turn[0], aim.turn[1], aim.turn[2]).normalize();
        };
        const free = axisAt(0);
        expect(angleOf(axisAt(0.5), Vec3.UP)).to.be.closeTo(angleOf(free, Vec3.UP) / 2, 1e-4);
        expect(angleOf(axisAt(0.5), free)).to.be.closeTo(angleOf(free, Vec3.UP) / 2, 1e-4);
    });

    it('goes steadily from one side of a nod to the other, at the weights that are filled in', () => {
        for (const upWeight of [0.1, 0.2, 0.7, 1]) {
            let before: Quat | null = null;
            for (let lateral = -1; lateral <= 1; lateral += 0.002) {
                const aim = makeAim({ target: new Vec3(lateral, -1.5, 1.8), upWeight, eye: new Vec3() });
                solveAim(aim);
                const turn = turnOf(aim);
                // a step of the target is 0.05 degrees
                if (before) expect(turnBetween(before, turn), `${upWeight} at ${lateral}`).to.be.below(2);
                before = turn;
            }
        }
    });

    it('holds the limit about the up vector too', () => {
        const random = seededRandom(4);
        for (let i = 0; i < 200; i++) {
            const upWeight = i % 2 ? 1 : random();
            const limit = 5 + 60 * random();
            const forward = new Quat().setFromEulerAngles(limit * 0.6 * random(), limit * 0.6 * random(), 0).transformVector(FORWARD);
            const aim = makeAim({ target: randomDirection(random).mulScalar(2), limit, upWeight, forward });
            solveAim(aim);
            expect(angleOf(turnOf(aim).transformVector(forward.clone()), FORWARD)).to.be.below(limit + 0.001);
        }
    });

    it('turns around the up vector when the target is straight behind', () => {
        const aim = makeAim({ target: new Vec3(0, 0, -2), eye: new Vec3() });
        solveAim(aim);
        expect(turnOf(aim).transformVector(new Vec3(0, 1, 0)).y).to.be.closeTo(1, 1e-6);
        expect(residualOf(aim)).to.be.below(1e-4);
    });

    it('points the ray along the line to a target that is nearer than the ray ever comes', () => {
        const aim = makeAim({ target: new Vec3(0, 0.01, 0.02) });
        solveAim(aim);
        aim.turn.forEach(value => expect(value).to.be.finite);
    });

    it('does nothing for a target on the pivot, in the eye, or that is not a number', () => {
        for (const target of [new Vec3(), new Vec3(NaN, 0, 0), new Vec3(0, Infinity, 0)]) {
            const aim = makeAim({ target, eye: new Vec3() });
            expect(solveAim(aim)).to.equal(AimStatus.degenerate);
            expect([...aim.turn]).to.deep.equal([0, 0, 0, 1]);
        }
    });
});
