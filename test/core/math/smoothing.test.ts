import { expect } from 'chai';

import { slowAbove } from '../../../scripts/core/math/smoothing';
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
