import { expect } from 'chai';

import { shapeRod } from '../../../scripts/core/springs/rod-shape';
import { seededRandom } from '../../support/geometry';

/** The smallest eigenvalue of inertia⁻¹ stiffness, by Jacobi's rotations of the symmetric matrix. */
function lowest(parents: readonly number[], inertias: Float64Array, stiffnesses: Float64Array): number {
    const n = parents.length;
    const m = Array.from({ length: n }, () => new Float64Array(n));
    parents.forEach((parent, i) => {
        m[i][i] += stiffnesses[i];
        if (parent < 0) return;
        m[parent][parent] += stiffnesses[i];
        m[i][parent] -= stiffnesses[i];
        m[parent][i] -= stiffnesses[i];
    });
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) m[i][j] /= Math.sqrt(inertias[i] * inertias[j]);
    for (let sweep = 0; sweep < 60; sweep++) {
        for (let p = 0; p < n; p++) {
            for (let q = p + 1; q < n; q++) {
                if (Math.abs(m[p][q]) < 1e-14) continue;
                const angle = Math.atan2(2 * m[p][q], m[q][q] - m[p][p]) / 2;
                const c = Math.cos(angle), s = Math.sin(angle);
                for (let k = 0; k < n; k++) [m[k][p], m[k][q]] = [c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]];
                for (let k = 0; k < n; k++) [m[p][k], m[q][k]] = [c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]];
            }
        }
    }
    return Math.min(...m.map((row, i) => row[i]));
}

const row = (count: number) => Array.from({ length: count }, (_, i) => i - 1);
const random = seededRandom(5);
const CHAINS: [string, number[], number[]][] = [
    ['one bone', [-1], [0.3]],
    ...[2, 4, 10, 40].map(count => [`${count} bones`, row(count), Array.from({ length: count }, () => 0.1)] as [string, number[], number[]]),
    ['bones of all lengths', row(12), Array.from({ length: 12 }, () => 10 ** (3 * random() - 3))],
    ['bones of no length', row(5), [0.1, 0, 0.1, 0, 0.1]],
    ['branches', [-1, 0, 1, 1, 2, 3, 0, 6], [0.2, 0.1, 0.1, 0.2, 0.1, 0.1, 0.05, 0.3]]
];

describe('the shape of a rod', () => {
    CHAINS.forEach(([name, parents, lengths]) => {
        it(`has a lowest swing of frequency 1: ${name}`, () => {
            const even = shapeRod(parents, lengths, lengths.map(() => 1));
            expect(lowest(parents, even.inertias, even.stiffnesses)).closeTo(1, 1e-5);
            expect(even.gain).closeTo(1, 1e-9);
        });

        it(`has one of frequency 1 with a stiffness that falls along it, and tells what that made of it: ${name}`, () => {
            const even = shapeRod(parents, lengths, lengths.map(() => 1));
            const factors = lengths.map((_, i) => 2 * 0.8 ** i);
            const { inertias, stiffnesses, gain } = shapeRod(parents, lengths, factors);
            expect(lowest(parents, inertias, stiffnesses)).closeTo(1, 1e-4);
            expect(gain).closeTo(lowest(parents, inertias, even.stiffnesses.map((value, i) => value * factors[i])), 1e-3);
        });

        it(`bends by its whole share along its longest way: ${name}`, () => {
            const { shares, length } = shapeRod(parents, lengths, lengths.map(() => 1));
            const sums: number[] = [], ways: number[] = [];
            parents.forEach((parent, i) => {
                sums.push(shares[i] + (sums[parent] ?? 0));
                ways.push(lengths[i] + (ways[parent] ?? 0));
            });
            expect(Math.max(...sums)).closeTo(1, 1e-9);
            expect(length).closeTo(Math.max(...ways), 1e-12);
        });
    });
});
