import { expect } from 'chai';

import { TrackFit } from '../../../scripts/core/math/track-fit';
import { seededRandom } from '../../support/geometry';

// What is expected solves the same conditions as full equations by elimination.

type Condition = readonly [samples: readonly number[], factors: readonly number[], value: number, weight: number];

function leastSquares(count: number, conditions: readonly Condition[]): number[] {
    const rows = Array.from({ length: count }, () => new Array<number>(count + 1).fill(0));
    for (const [samples, factors, value, weight] of conditions) {
        samples.forEach((a, i) => {
            rows[a][count] += weight * factors[i] * value;
            samples.forEach((b, k) => { rows[a][b] += weight * factors[i] * factors[k]; });
        });
    }
    for (let i = 0; i < count; i++) {
        for (let other = 0; other < count; other++) {
            if (other === i) continue;
            const factor = rows[other][i] / rows[i][i];
            for (let k = 0; k <= count; k++) rows[other][k] -= factor * rows[i][k];
        }
    }
    return rows.map((row, i) => row[count] / row[i]);
}

describe('TrackFit', () => {
    for (const isLoop of [false, true]) {
        for (const count of [1, 2, 3, 4, 7, 20, 21]) {
            it(`finds what is nearest to all conditions: ${count} samples, ${isLoop ? 'around' : 'from end to end'}`, () => {
                const random = seededRandom(count);
                const fit = new TrackFit(count, isLoop);
                const conditions: Condition[] = [];
                const at = (i: number) => (i + count) % count;
                for (let i = 0; i < count; i++) {
                    const [value, weight, change, by] = [random(), 0.1 + random(), random() - 0.5, 10 * random()];
                    fit.want(i, value, weight);
                    conditions.push([[i], [1], value, weight]);
                    fit.step(i, change, by);
                    if (i > 0 || isLoop) conditions.push([[at(i - 1), i], [-1, 1], change, by]);
                    if (isLoop || (i > 0 && i < count - 1)) conditions.push([[at(i - 1), i, at(i + 1)], [1, -2, 1], 0, 3 ** 4]);
                }
                fit.smooth(3);
                leastSquares(count, conditions).forEach((value, i) => expect(fit.solve()[i]).closeTo(value, 1e-9));
            });
        }
    }

    it('stays within limits, each side of them, and is not drawn to those that it does not reach', () => {
        const count = 30;
        const fit = new TrackFit(count, true);
        for (let i = 0; i < count; i++) fit.want(i, Math.sin(2 * Math.PI * i / count), 1);
        fit.smooth(0.5);
        const free = fit.solve();
        const held = fit.solve({ least: new Float64Array(count).fill(-0.5), most: new Float64Array(count).fill(0.7), weight: 1e6 });
        expect(Math.max(...free)).above(0.9);
        expect(Math.max(...held)).closeTo(0.7, 1e-4);
        expect(Math.min(...held)).closeTo(-0.5, 1e-4);
        expect(held[0]).closeTo(0, 0.01);
        expect(fit.solve({ least: new Float64Array(count).fill(-2), weight: 1e6 })).deep.equal(free);
    });
});
