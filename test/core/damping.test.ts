import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { dampingShare, dampTowards, turnTowards } from '../../scripts/core/damping';
import { angleOf } from '../support/geometry';

const UP = Float64Array.of(0, 1, 0);
const vectorOf = (flat: Float64Array) => new Vec3(flat[0], flat[1], flat[2]);

/** A direction in the horizontal plane, degrees to the left of forward. */
const heading = (degrees: number) => Float64Array.of(Math.sin(degrees * Math.PI / 180), 0, Math.cos(degrees * Math.PI / 180));

describe('dampingShare', () => {
    it('is 1 - exp(-speed * dt), and nothing for what is not above 0', () => {
        expect(dampingShare(5, 0.1)).to.equal(1 - Math.exp(-0.5));
        for (const [speed, dt] of [[0, 1], [-1, 1], [5, 0], [5, -1], [NaN, 1], [5, NaN]]) expect(dampingShare(speed, dt)).to.equal(0);
        expect(dampingShare(1e9, 1)).to.equal(1);
    });
});

describe('dampTowards', () => {
    it('follows an exponential on the great circle, however the time is cut', () => {
        for (const steps of [1, 6, 12, 29]) {
            const direction = heading(0);
            for (let i = 0; i < steps; i++) dampTowards(direction, heading(60), Float64Array.of(5, 0.2 / steps), UP);
            const left = angleOf(vectorOf(direction), vectorOf(heading(60)));
            expect(left).to.be.closeTo(60 * Math.exp(-5 * 0.2), 1e-4);
            expect(direction[1]).to.be.closeTo(0, 1e-12);
        }
    });

    it('stays without time, and with a time that is none', () => {
        for (const dt of [0, -1, NaN]) {
            const direction = heading(0);
            dampTowards(direction, heading(60), Float64Array.of(5, dt), UP);
            expect([...direction]).to.deep.equal([...heading(0)]);
        }
    });
});

describe('turnTowards', () => {
    it('goes around the pole to a goal straight behind', () => {
        const direction = heading(0);
        turnTowards(direction, heading(180), Float64Array.of(0.5), UP);
        expect(direction[1]).to.be.closeTo(0, 1e-9);
        expect(angleOf(vectorOf(direction), vectorOf(heading(0)))).to.be.closeTo(90, 1e-4);
    });
});
