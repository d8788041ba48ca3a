import { expect } from 'chai';

import { Wind } from '../../../scripts/core/springs/wind';

describe('wind', () => {
    /** What the wind has beyond its mean along each axis, at moments of two minutes. */
    function gusts(seed: number): number[][] {
        const wind = new Wind(seed), out = new Float64Array(3);
        wind.mean.set([3, 4, 0]);
        wind.turbulence = 0.5;
        return Array.from({ length: 1200 }, (_, i) => {
            wind.seconds = i / 10;
            wind.read(out);
            return [out[0] - 3, out[1] - 4, out[2]];
        });
    }

    /** From -1 to 1: how far two rows go together. */
    function together(a: readonly number[], b: readonly number[]): number {
        const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * y[i], 0);
        return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    }

    it('wavers by the turbulence at most, along each axis by itself', () => {
        const rows = [0, 1, 2].map(axis => gusts(1).map(gust => gust[axis]));
        for (const row of rows) expect(Math.max(...row.map(Math.abs))).to.be.within(1, 2.5);
        for (const [a, b] of [[0, 1], [0, 2], [1, 2]]) expect(Math.abs(together(rows[a], rows[b])), `axes ${a} and ${b}`).to.be.below(0.9);
    });

    it('is another one for another seed', () => {
        expect(together(gusts(1).map(([x]) => x), gusts(2).map(([x]) => x))).to.be.below(0.9);
    });
});
