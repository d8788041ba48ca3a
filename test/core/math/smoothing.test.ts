import { expect } from 'chai';

import { slowAbove, slowTurns } from '../../../scripts/core/math/smoothing';
import { seededRandom } from '../../support/geometry';

// By brute force: what is the lowest slow curve says each sample with all others.

describe('slowAbove', () => {
    for (const isLoop of [false, true]) {
        it(`is the lowest curve above that changes by a step at most${isLoop ? ', around a loop too' : ''}`, () => {
            const random = seededRandom(isLoop ? 1 : 2);
            const values = Float64Array.from({ length: 40 }, () => random() ** 4);
            const step = 0.05;
            const slow = slowAbove(values, step, isLoop);
            slow.forEach((value, i) => {
                const lowest = Math.max(...values.map((other, k) => other - step * (isLoop ? Math.min(Math.abs(i - k), 40 - Math.abs(i - k)) : Math.abs(i - k))));
                expect(value).closeTo(lowest, 1e-12);
            });
        });
    }

    it('leaves what changes slowly as it is', () => {
        const values = Float64Array.from({ length: 60 }, (_, i) => Math.sin(2 * Math.PI * i / 60));
        expect([...slowAbove(values, 0.11, true)]).deep.equal([...values]);
    });
});

describe('slowTurns', () => {
    const angles = (directions: Float64Array, isLoop: boolean) => Array.from({ length: directions.length / 3 - (isLoop ? 0 : 1) }, (_, i) => {
        const [a, b] = [i, (i + 1) % (directions.length / 3)].map(k => directions.subarray(3 * k, 3 * k + 3));
        return Math.acos(Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
    });

    for (const isLoop of [false, true]) {
        it(`spreads a jump over the samples around it${isLoop ? ', around a loop too' : ''}, and leaves those further away`, () => {
            const directions = new Float64Array(3 * 60);
            for (let i = 0; i < 60; i++) directions.set(i < 25 || i >= 35 ? [0, 0, 1] : [1, 0, 0], 3 * i);
            slowTurns(directions, 0.2, isLoop);
            for (const angle of angles(directions, isLoop)) expect(angle).below(0.2 * 1.02);
            expect([...directions.subarray(0, 3)]).deep.equal([0, 0, 1]);
            expect(directions[3 * 30], 'in the middle').above(0.95);
            for (let i = 0; i < 60; i++) expect(Math.hypot(...directions.subarray(3 * i, 3 * i + 3))).closeTo(1, 1e-12);
        });
    }
});
