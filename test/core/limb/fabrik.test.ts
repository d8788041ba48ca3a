import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { solveFabrik } from '../../../scripts/core/limb/fabrik';
import { randomDirection, seededRandom } from '../../support/geometry';

const BONES = [0.33, 0.33, 0.25, 0.1];
const TOTAL = BONES.reduce((a, b) => a + b);
const pole = Float64Array.of(0, 0, 1);

/** A hind leg: bones that point down with their knees to and fro. */
function hindLeg(): Float64Array {
    const points = [0, 0, 0];
    BONES.forEach((length, i) => {
        const lean = (i % 2 ? -0.5 : 0.4);
        points.push(points[3 * i], points[3 * i + 1] - length * Math.cos(lean), points[3 * i + 2] + length * Math.sin(lean));
    });
    return Float64Array.from(points);
}

function distance(points: Float64Array, a: number, b: number): number {
    return Math.hypot(...[0, 1, 2].map(i => points[3 * a + i] - points[3 * b + i]));
}

function expectIntact(points: Float64Array) {
    points.forEach(value => expect(value).to.be.finite);
    expect(Math.hypot(points[0], points[1], points[2])).to.equal(0);
    BONES.forEach((length, i) => expect(distance(points, i, i + 1)).to.be.closeTo(length, 1e-7));
}

function solve(points: Float64Array, goal: Vec3, iterations = 20): number {
    const target = Float64Array.of(goal.x, goal.y, goal.z);
    return solveFabrik(points, Float64Array.from(BONES), new Float64Array(3 * BONES.length), target, pole, iterations);
}

describe('solveFabrik', () => {
    for (const iterations of [0, 1, 10, 30]) {
        it(`ends exactly on reachable targets after ${iterations} iterations`, () => {
            const random = seededRandom(iterations + 1);
            for (let i = 0; i < 300; i++) {
                const goal = randomDirection(random).mulScalar(TOTAL * (0.5 + 0.4999 * random()));
                const points = hindLeg();
                const left = solve(points, goal, iterations);
                expect(left, goal.toString()).to.be.below(1e-6);
                expect(Math.hypot(points[12] - goal.x, points[13] - goal.y, points[14] - goal.z)).to.be.below(1e-6);
                expectIntact(points);
            }
        });
    }

    it('is exact where legs live: within a thousandth of the full length', () => {
        for (const share of [0.98, 0.99, 0.999, 0.9999]) {
            const points = hindLeg();
            expect(solve(points, new Vec3(0.1, -1, 0.05).normalize().mulScalar(TOTAL * share))).to.be.below(1e-6);
            expectIntact(points);
        }
    });

    it('straightens towards a target that is too far, and reports the shortfall', () => {
        const points = hindLeg();
        expect(solve(points, new Vec3(0, -2, 0))).to.be.closeTo(2 - TOTAL, 1e-9);
        expect(points[13]).to.be.closeTo(-TOTAL, 1e-9);
        expectIntact(points);
    });

    it('keeps the shape of a limb that is where it shall be', () => {
        const points = hindLeg();
        const before = points.slice();
        solve(points, new Vec3(points[12], points[13], points[14]));
        points.forEach((value, i) => expect(value).to.be.closeTo(before[i], 1e-7));
    });

    it('folds a chain as it is bent: no joint goes over to the other side', () => {
        // the bent hind leg of a walking animal
        const leg = () => Float64Array.of(0, 0, 0, 0, -0.36, 0.1, 0, -0.55, -0.23, 0, -0.77, -0.32);
        const full = leg();
        const lengths = Float64Array.from([0, 1, 2], bone => distance(full, bone, bone + 1));
        const [y, z] = [full[10], full[11]], length = Math.hypot(y, z);
        // distance of a joint from the line between the ends
        const side = (points: Float64Array, joint: number) => (points[3 * joint + 2] * y - points[3 * joint + 1] * z) / length;
        const before = full.slice();
        for (let share = 1; share > 0.4; share -= 0.005) {
            const points = leg();
            solveFabrik(points, lengths, new Float64Array(9), Float64Array.of(0, share * y, share * z), pole, 20);
            for (const joint of [1, 2]) {
                expect(side(points, joint) * side(full, joint), `joint ${joint} at ${share}`).to.be.above(0);
                const step = Math.hypot(...[0, 1, 2].map(i => points[3 * joint + i] - before[3 * joint + i]));
                expect(step, `step of joint ${joint} at ${share}`).to.be.below(0.02);
            }
            before.set(points);
        }
    });

    it('bends a straight chain towards the pole', () => {
        const points = new Float64Array(15);
        BONES.forEach((length, i) => { points[3 * i + 4] = points[3 * i + 1] - length; });
        expect(solve(points, new Vec3(0, -0.8 * TOTAL, 0))).to.be.below(1e-6);
        expect(Math.max(points[5], points[8], points[11])).to.be.above(0.02);
        expect(Math.min(points[5], points[8], points[11])).to.be.above(-1e-6);
        expectIntact(points);
    });

    it('stays whole with the target on its root and with a target that is not a number', () => {
        const onRoot = hindLeg();
        solve(onRoot, new Vec3());
        expectIntact(onRoot);
        const lost = hindLeg();
        solve(lost, new Vec3(NaN, 0, 0));
        expectIntact(lost);
    });
});
