import { expect } from 'chai';

import { quinticDecay, QUINTIC_PEAK } from '../../../scripts/core/math/quintic';

const STEP = 1e-4;

describe('quinticDecay', () => {
    function rateAt(value: number, rate: number, time: number, duration: number): number {
        return (quinticDecay(value, rate, time + STEP, duration) - quinticDecay(value, rate, time - STEP, duration)) / (2 * STEP);
    }

    it('starts with the given value and rate, and ends at 0 with none', () => {
        for (const [value, rate, duration] of [[1, 0, 0.5], [-2, 3, 1], [0.5, -8, 0.2], [0, 4, 2]]) {
            expect(quinticDecay(value, rate, 0, duration)).to.equal(value);
            expect(rateAt(value, rate, 2 * STEP, duration)).to.be.closeTo(rate, 0.01 * (1 + Math.abs(rate)) + 1e-3);
            expect(quinticDecay(value, rate, duration - STEP, duration)).to.be.closeTo(0, 1e-6);
            expect(rateAt(value, rate, duration - 2 * STEP, duration)).to.be.closeTo(0, 1e-3);
        }
    });

    it('starts and ends without a jump in acceleration', () => {
        const at = (time: number) => quinticDecay(1, 2, time, 1);
        const accelerationAt = (time: number) => (at(time + 1e-3) - 2 * at(time) + at(time - 1e-3)) / 1e-6;
        expect(accelerationAt(1e-3)).to.be.closeTo(0, 0.5);
        expect(accelerationAt(1 - 2e-3)).to.be.closeTo(0, 0.5);
    });

    it('never swings back when it starts at rest', () => {
        let before = 1;
        for (let time = 0.01; time <= 1; time += 0.01) {
            const now = quinticDecay(1, 0, time, 1);
            expect(now).to.be.at.most(before);
            before = now;
        }
    });

    it('has its largest rate half way, as said', () => {
        expect(-rateAt(3, 0, 0.25, 0.5)).to.be.closeTo(QUINTIC_PEAK * 3 / 0.5, 1e-3);
    });

    it('is over at once without a duration, and stays for an infinite one', () => {
        for (const duration of [0, -1, NaN]) expect(quinticDecay(5, 5, 0, duration)).to.equal(0);
        expect(quinticDecay(5, 1, 10, Infinity)).to.equal(5);
    });
});
