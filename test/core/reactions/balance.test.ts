import { expect } from 'chai';

import { createRigidState } from '../../../scripts/core/dynamics/rigid-state';
import { imbalance } from '../../../scripts/core/reactions/balance';

// How far a body is out of balance, against the hull of four feet on the corners of a rectangle: a long animal.

/** Half sides of the rectangle, height of the trunk, metres, and gravity. */
const HALF = [0.2, 0.8];
const HEIGHT = 1;
const GRAVITY = 9.81;

/** What the file promises: what hips make up for, and a step, of the height. */
const SWAY = 0.06;
const STEP = 0.5;

/** Imbalance of a body that is pushed to a side, degrees from ahead to the left, so that it would come to a stop at a distance in metres. */
function pushed(distance: number, degrees: number): number {
    const [state, target] = [createRigidState(5), createRigidState(5)];
    for (const one of [state, target]) {
        one.positions[1] = HEIGHT;
        for (let foot = 1; foot < 5; foot++) {
            one.positions[3 * foot] = foot % 2 === 0 ? HALF[0] : -HALF[0];
            one.positions[3 * foot + 2] = foot < 3 ? HALF[1] : -HALF[1];
        }
    }
    const speed = distance / Math.sqrt(HEIGHT / GRAVITY);
    state.linear[0] = speed * Math.sin(degrees * Math.PI / 180);
    state.linear[2] = speed * Math.cos(degrees * Math.PI / 180);
    const tree = { parents: [-1, 0, 0, 0, 0], anchors: new Float64Array(15), masses: Float64Array.of(1, 0, 0, 0, 0) };
    return imbalance(state, target, tree, tree.masses, Int32Array.of(1, 2, 3, 4), GRAVITY, new Float64Array(3), new Float64Array(2));
}

describe('the balance of a body', () => {
    it('is lost where it leaves the hull of the feet, not where it is past the one that is furthest', () => {
        for (let degrees = 0; degrees < 360; degrees += 7.5) {
            const x = Math.abs(Math.sin(degrees * Math.PI / 180)), z = Math.abs(Math.cos(degrees * Math.PI / 180));
            for (const distance of [0.1, 0.3, 0.6, 1, 1.4]) {
                const out = Math.hypot(Math.max(0, distance * x - HALF[0]), Math.max(0, distance * z - HALF[1]));
                const expected = Math.max(0, out - SWAY * HEIGHT) / (STEP * HEIGHT);
                // sixteen sides are no circle
                expect(pushed(distance, degrees), `${distance} m at ${degrees} degrees`).to.be.within(expected - 0.02 * distance / STEP, expected + 1e-9);
            }
        }
    });
});
