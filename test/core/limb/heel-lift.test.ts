import { expect } from 'chai';

import { keepToes, liftHeel, lowerHeel } from '../../../scripts/core/limb/heel-lift';
import { multiplyQuat } from '../../../scripts/core/math/flat-math';

describe('a heel that rises', () => {
    const up = Float64Array.of(0, 1, 0), ahead = Float64Array.of(0, 0, 1);

    it('comes down by half in 40 ms in the air, at any rate of frames, to the ground', () => {
        expect(lowerHeel(0.4, 0.04)).to.be.closeTo(0.2, 1e-12);
        expect(lowerHeel(lowerHeel(0.4, 0.01), 0.03)).to.be.closeTo(0.2, 1e-12);
        expect(lowerHeel(0.4, 0.5)).to.equal(0);
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
