import { expect } from 'chai';

import { createRigidState } from '../../../scripts/core/dynamics/rigid-state';
import { vectorRotation } from '../../../scripts/core/math/rotation-vector';
import { Sway } from '../../../scripts/core/reactions/sway';

// How far the trunk of a body of five points leans that is pushed: pelvis, chest, an upright head on a joint, two legs.

const GRAVITY = 9.81;

/** Heights, metres: of the middle of hips, chest, the joint of the head, and the legs; and masses. */
const HIPS = 1;
const CHEST = 1.4;
const NECK = 1.6;
const LEG = 0.5;
const MASSES = [10, 20, 10, 10, 10];

/** Largest lean of the chest, radians, when the chest gets a velocity of 1 m/s ahead, of who has the middle of the head so far over its joint. */
function lean(head: number): number {
    const [state, target, goal] = [createRigidState(5), createRigidState(5), createRigidState(5)];
    const anchors = new Float64Array(15);
    [HIPS, CHEST, NECK + head, LEG, LEG].forEach((y, body) => { for (const one of [state, target]) one.positions[3 * body + 1] = y; });
    anchors[7] = -head;
    anchors[10] = anchors[13] = HIPS - LEG;
    state.linear[5] = 1;
    const bodies = {
        state, target, tree: { parents: [-1, 0, 1, 0, 0], anchors, masses: Float64Array.from(MASSES) }, thickness: new Float64Array(5),
        rotationFactors: new Float64Array(5), translationFactors: new Float64Array(5)
    };
    const sway = new Sway({ isLeg: Uint8Array.of(0, 0, 0, 1, 1), turns: Float64Array.of(1, 1, 0, NaN, NaN) });
    sway.push(bodies, Math.sqrt(HIPS / GRAVITY));
    let most = 0;
    for (let step = 0; step < 60; step++) {
        vectorRotation(goal.rotations, 4, new Float64Array(3), 0);
        sway.step(1 / 120);
        sway.aim(bodies, goal, 1 / 120);
        most = Math.max(most, 2 * Math.atan2(goal.rotations[4], goal.rotations[7]));
    }
    return most;
}

describe('the sway of a body that is pushed', () => {
    it('is the lean of its momentum on critically damped muscles, with the pendulum of the whole body', () => {
        const head = 0.2;
        const [, chest] = MASSES, mass = MASSES.reduce((sum, one) => sum + one);
        const hips = chest * (CHEST - HIPS) / (chest * (CHEST - HIPS) ** 2 + MASSES[2] * (NECK - HIPS) ** 2);
        const height = (MASSES[0] * HIPS + chest * CHEST + MASSES[2] * (NECK + head)) / mass + (MASSES[3] + MASSES[4]) / mass * LEG - LEG;
        const rate = hips + chest / (mass * height);
        const time = 0.7 * Math.sqrt(HIPS / GRAVITY);
        expect(lean(head)).to.be.closeTo(rate * time / Math.E, 0.01 * rate * time / Math.E);
    });

    it('is as large under a high head, which stays upright', () => {
        expect(lean(0.6) / lean(0.1)).to.be.within(0.85, 1);
    });
});
