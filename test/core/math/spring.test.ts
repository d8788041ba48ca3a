import { expect } from 'chai';

import { stepSpring } from '../../../scripts/core/math/spring';
import { seededRandom } from '../../support/geometry';

describe('stepSpring', () => {
    const step = (state: Float64Array, goal: number, halfLife: number, dt: number) => stepSpring(state, 0, goal, halfLife, dt);

    it('does half of the way from rest in its half-life, and never goes over', () => {
        for (const halfLife of [0.02, 0.1, 1]) {
            const state = Float64Array.of(0, 0);
            step(state, 1, halfLife, halfLife);
            expect(state[0]).to.be.closeTo(0.5, 1e-12);
            const long = Float64Array.of(0, 0);
            let before = 0;
            for (let i = 0; i < 400; i++) {
                step(long, 1, halfLife, halfLife / 20);
                expect(long[0]).to.be.within(before, 1);
                before = long[0];
            }
        }
    });

    it('moves the same in one step and in many, also with a rate of its own', () => {
        const random = seededRandom(1);
        for (let i = 0; i < 50; i++) {
            const [x, v, goal, halfLife, time] = [random(), 4 * random() - 2, random(), 0.02 + random(), random()];
            const [one, many] = [Float64Array.of(x, v), Float64Array.of(x, v)];
            step(one, goal, halfLife, time);
            for (let k = 0; k < 64; k++) step(many, goal, halfLife, time / 64);
            expect(many[0]).to.be.closeTo(one[0], 1e-9);
            expect(many[1]).to.be.closeTo(one[1], 1e-8);
        }
    });

    it('follows the equation of a critically damped spring', () => {
        // x'' = -2 w x' - w^2 x, by small steps of another method
        const halfLife = 0.1, w = 1.6783469900166605 / halfLife;
        let [x, v] = [0.3, -2];
        const dt = 1e-6;
        for (let i = 0; i < 200000; i++) {
            const a = -2 * w * v - w * w * (x - 1);
            v += a * dt;
            x += v * dt;
        }
        const state = Float64Array.of(0.3, -2);
        step(state, 1, halfLife, 0.2);
        expect(state[0]).to.be.closeTo(x, 1e-4);
        expect(state[1]).to.be.closeTo(v, 1e-3);
    });

    it('without a half-life is there at once, without time stays', () => {
        const state = Float64Array.of(0.3, 5);
        step(state, 1, 0.1, 0);
        expect([...state]).to.deep.equal([0.3, 5]);
        step(state, 1, 0, 0.1);
        expect([...state]).to.deep.equal([1, 0]);
        step(state, 2, NaN, 0.1);
        expect([...state]).to.deep.equal([2, 0]);
    });
});
