import { expect } from 'chai';

import { createRigidState } from '../../../scripts/core/dynamics/rigid-state';
import { ContactMeter } from '../../../scripts/core/reactions/contact-meter';

// What is a push, and what is the ground that carries.

const H = 1 / 60;
const GRAVITY = 9.81;
const MASSES = Float64Array.of(40, 15, 15);

/** A body that is given velocities in each step, x and y, metres a second. */
function meterOf() {
    const state = createRigidState(MASSES.length);
    const meter = new ContactMeter(MASSES.length, Uint8Array.of(0, 1, 1));
    const step = (x: number, y: number, count = 1) => {
        for (let i = 0; i < count; i++) {
            state.linear.fill(0);
            meter.expect(state);
            for (let body = 0; body < MASSES.length; body++) {
                state.linear[3 * body] = x;
                state.linear[3 * body + 1] = y - GRAVITY * H;
            }
            meter.step(state, MASSES, GRAVITY, H);
        }
        return meter.push[0] / MASSES.reduce((sum, mass) => sum + mass);
    };
    return step;
}

describe('ContactMeter', () => {
    it('feels a push of who stands on the ground, and not the ground', () => {
        const step = meterOf();
        expect(step(0, GRAVITY * H, 60)).equal(0);
        expect(step(-1, GRAVITY * H)).within(-1, -0.8);
    });

    it('feels it as well where the clip has bodies deep in the ground, which throws them upwards in each step', () => {
        const step = meterOf();
        expect(step(0, 5, 120)).equal(0);
        expect(step(-1, 5)).within(-1, -0.7);
    });

    it('takes a slope for ground, however deep the bodies are in it, and goes on when a foot leaves it', () => {
        const step = meterOf();
        expect(step(2, 5, 120)).equal(0);
        expect(step(0, 0, 5)).equal(0);
        expect(step(1, 2.5, 5)).equal(0);
    });
});
