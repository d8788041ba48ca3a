import { expect } from 'chai';

import { createStepWeights, setStepWeights, stepRate, stepShare } from '../../../scripts/core/dynamics/step-weight';

/** Place after a time of something that is pulled to 0 by the drive. */
function drive(weight: number, h: number, time: number): number {
    let [place, velocity] = [1, 0];
    for (let step = 0; step < Math.round(time / h); step++) {
        velocity += stepShare(weight, h) * (-place * stepRate(weight, h) - velocity);
        place += velocity * h;
    }
    return place;
}

describe('weights of a step', () => {
    it('are the original\'s formula at steps of 1/60', () => {
        for (const weight of [0.01, 0.1, 0.3, 0.7, 1]) {
            expect(stepShare(weight, 1 / 60)).to.be.closeTo(weight, 1e-12);
            expect(stepRate(weight, 1 / 60)).to.be.closeTo(60, 1e-6);
        }
    });

    it('replace 1 - (1 - w)^(h / (1/60)) of a velocity in other steps', () => {
        for (const h of [1 / 30, 1 / 90, 1 / 120, 1 / 240]) {
            for (const weight of [0.05, 0.5, 0.95]) expect(stepShare(weight, h)).to.be.closeTo(1 - (1 - weight) ** (h * 60), 1e-12);
            expect(stepRate(1, h)).to.be.closeTo(1 / h, 1e-9);
        }
    });

    it('bring something to its target in the same way at every step', () => {
        for (const weight of [0.02, 0.1, 0.3, 0.6]) {
            for (const time of [0.1, 0.2, 0.5]) {
                for (const h of [1 / 120, 1 / 240]) expect(drive(weight, h, time)).to.be.closeTo(drive(weight, 1 / 60, time), 0.12);
            }
        }
    });

    it('do nothing at 0, and what is no weight counts as 0', () => {
        for (const weight of [0, -1, NaN]) expect(stepShare(weight, 1 / 60)).to.equal(0);
        const weights = createStepWeights(3);
        setStepWeights(weights, 0.5, Float64Array.of(0, NaN, -2), 1 / 60);
        expect(weights.any).to.equal(false);
        expect([...weights.shares]).to.deep.equal([0, 0, 0]);
        setStepWeights(weights, 0.5, Float64Array.of(1, 0.5, 4), 1 / 60);
        expect(weights.any).to.equal(true);
        [0.5, 0.25, 1].forEach((weight, i) => expect(weights.shares[i]).to.be.closeTo(weight, 1e-12));
        setStepWeights(weights, 0.5, Float64Array.of(1, 0.5, 4), 1 / 120);
        expect(weights.shares[0]).to.be.closeTo(1 - Math.sqrt(0.5), 1e-12);
    });
});
