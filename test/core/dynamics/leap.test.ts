import { expect } from 'chai';

import { hasLeapt, shear } from '../../../scripts/core/dynamics/leap';
import { addPose, createPoseHistory } from '../../../scripts/core/dynamics/pose-history';
import { createRigidState } from '../../../scripts/core/dynamics/rigid-state';

// What is no motion of an animation, and what is.

const FRAME = 1 / 60;

/** A body at x, turned by an angle about the vertical. */
function at(x: number, angle = 0) {
    const state = createRigidState(1);
    state.positions[0] = x;
    state.rotations.set([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
    return state;
}

/** Two frames of a motion of 1 m/s, and whether the third one, at x, leaps. */
function leapsTo(x: number, isAfterLeap: boolean): boolean {
    const history = createPoseHistory(1);
    addPose(history, at(0), 0);
    addPose(history, at(FRAME), FRAME);
    return hasLeapt(createRigidState(1), history, at(x), 2 * FRAME, 1.75, isAfterLeap);
}

describe('a leap of an animation', () => {
    it('is a change of velocity that muscles do not make; after one, two motions differ by more', () => {
        expect(leapsTo(2 * FRAME + 4 * FRAME, false)).to.equal(false);
        expect(leapsTo(2 * FRAME + 10 * FRAME, false)).to.equal(true);
        expect(leapsTo(2 * FRAME + 10 * FRAME, true)).to.equal(false);
        expect(leapsTo(2 * FRAME + 40 * FRAME, true)).to.equal(true);
    });

    it('has led to where it is with the velocities that are seen after it', () => {
        const pose = at(-1 * FRAME, -2 * FRAME);
        // 1 m/s and 2 rad/s were thought; it is 4 m/s and 5 rad/s
        shear(pose, Float64Array.of(3, 0, 0), Float64Array.of(0, 3, 0), FRAME);
        expect(pose.positions[0]).to.be.closeTo(-4 * FRAME, 1e-12);
        expect(2 * Math.asin(pose.rotations[1])).to.be.closeTo(-5 * FRAME, 1e-9);
    });
});
