import { expect } from 'chai';

import { oscillatorStep } from '../../../scripts/core/math/oscillator';

/** Place and velocity after a time by many small steps of the equation of motion itself (Runge and Kutta, fourth order). */
function integrate(stiffness: number, damping: number, place: number, velocity: number, time: number): [number, number] {
    const steps = 4000;
    const h = time / steps;
    const slope = (x: number, v: number): [number, number] => [v, -stiffness * x - damping * v];
    for (let i = 0; i < steps; i++) {
        const [a, b] = slope(place, velocity);
        const [c, d] = slope(place + a * h / 2, velocity + b * h / 2);
        const [e, f] = slope(place + c * h / 2, velocity + d * h / 2);
        const [g, k] = slope(place + e * h, velocity + f * h);
        place += h * (a + 2 * c + 2 * e + g) / 6;
        velocity += h * (b + 2 * d + 2 * f + k) / 6;
    }
    return [place, velocity];
}

describe('oscillatorStep', () => {
    const factors = new Float64Array(4);
    const CASES = [[0, 0], [0, 3], [100, 0], [100, 4], [100, 20], [100, 20.0001], [100, 60], [2500, 100], [4, 40]];

    for (const [stiffness, damping] of CASES) {
        it(`is the equation of motion at stiffness ${stiffness} and damping ${damping}`, () => {
            for (const h of [1 / 240, 1 / 60, 0.2]) {
                oscillatorStep(factors, stiffness, damping, h);
                for (const [place, velocity] of [[1, 0], [0, 1], [-0.3, 5]]) {
                    const [x, v] = integrate(stiffness, damping, place, velocity, h);
                    expect(factors[0] * place + factors[1] * velocity).to.be.closeTo(x, 1e-8);
                    expect(factors[2] * place + factors[3] * velocity).to.be.closeTo(v, 1e-6);
                }
            }
        });
    }

    it('never grows, however stiff and however long the step', () => {
        for (const stiffness of [1e2, 1e4, 1e8]) {
            for (const damping of [0, 1, 2 * Math.sqrt(stiffness), 1e5]) {
                oscillatorStep(factors, stiffness, damping, 0.1);
                // energy: place weighed by the stiffness
                for (const [place, velocity] of [[1, 0], [0, Math.sqrt(stiffness)]]) {
                    const x = factors[0] * place + factors[1] * velocity;
                    const v = factors[2] * place + factors[3] * velocity;
                    expect(stiffness * x * x + v * v).to.be.at.most((stiffness * place * place + velocity * velocity) * (1 + 1e-9));
                }
            }
        }
    });
});
