import { expect } from 'chai';

import { freeLift, keepToes, liftHeel } from '../../../scripts/core/limb/heel-lift';
import { multiplyQuat } from '../../../scripts/core/math/flat-math';

describe('a heel that rises', () => {
    const up = Float64Array.of(0, 1, 0), ahead = Float64Array.of(0, 0, 1);

    it('does not under the hip, and is free where the foot trails', () => {
        expect([-1, 0, 0.05].map(trail => freeLift(trail, 0.25))).to.deep.equal([0, 0, 0]);
        expect(freeLift(0.15, 0.25)).to.be.closeTo(0.5, 1e-12);
        expect([0.25, 1].map(trail => freeLift(trail, 0.25))).to.deep.equal([1, 1]);
    });

    it('brings the ankle as near to the hip as the leg is long, on a circle about the ball', () => {
        const ball = Float64Array.of(0, 0, 0.15), hip = Float64Array.of(0, 0.95, 0.3);
        const goal = Float64Array.of(0, 0.08, 0, 0, 0, 0, 1, 0);
        const before = Math.hypot(0.08, 0.15), reach = 0.9;
        const angle = liftHeel(goal, ball, hip, 0, up, ahead, reach, 1);
        expect(angle).to.be.above(0);
        expect(Math.hypot(goal[1], goal[2] - 0.15)).to.be.closeTo(before, 1e-12);
        expect(Math.hypot(hip[1] - goal[1], hip[2] - goal[2])).to.be.closeTo(reach, 1e-9);
    });

    it('leaves the toes as they are in the world', () => {
        const flat = Float64Array.of(0, 0.6, 0, 0.8), lifted = Float64Array.of(0.28, 0.576, 0, 0.768), toes = Float64Array.of(0, 0, 0.6, 0.8);
        const wanted = new Float64Array(4), got = new Float64Array(4);
        multiplyQuat(wanted, 0, flat, 0, toes, 0);
        keepToes(toes, 0, lifted, 0, flat, 0);
        multiplyQuat(got, 0, lifted, 0, toes, 0);
        for (let i = 0; i < 4; i++) expect(got[i]).to.be.closeTo(wanted[i], 1e-9);
    });
});
