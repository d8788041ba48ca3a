import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { dampTowards, turnTowards } from '../../../scripts/core/math/damping';
import { angleOf } from '../../support/geometry';

const UP = Float64Array.of(0, 1, 0);
const vectorOf = (flat: Float64Array) => new Vec3(flat[0], flat[1], flat[2]);

/** A direction in the horizontal plane, degrees to the left of forward. */
const heading = (degrees: number) => Float64Array.of(Math.sin(degrees * Math.PI / 180), 0, Math.cos(degrees * Math.PI / 180));

describe('dampTowards', () => {
    it('follows an exponential on the great circle, however the time is cut', () => {
        for (const steps of [1, 6, 12, 29]) {
            const direction = heading(0);
            for (let i = 0; i < steps; i++) dampTowards(direction, heading(60), 5, 0.2 / steps, UP);
            const left = angleOf(vectorOf(direction), vectorOf(heading(60)));
            expect(left).to.be.closeTo(60 * Math.exp(-5 * 0.2), 1e-4);
            expect(direction[1]).to.be.closeTo(0, 1e-12);
        }
    });

    it('does nothing for a rate or a time that is not above 0', () => {
        for (const [rate, dt] of [[0, 1], [-1, 1], [5, 0], [5, -1], [NaN, 1], [5, NaN]]) {
            const direction = heading(0);
            dampTowards(direction, heading(60), rate, dt, UP);
            expect([...direction]).to.deep.equal([...heading(0)]);
        }
    });
});

describe('turnTowards', () => {
    it('goes around the pole to a goal straight behind', () => {
        const direction = heading(0);
        turnTowards(direction, heading(180), 0.5, UP);
        expect(direction[1]).to.be.closeTo(0, 1e-9);
        expect(angleOf(vectorOf(direction), vectorOf(heading(0)))).to.be.closeTo(90, 1e-4);
    });
});
