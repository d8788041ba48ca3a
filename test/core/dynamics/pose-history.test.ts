import { expect } from 'chai';

import { addPose, createPoseHistory, posesAt } from '../../../scripts/core/dynamics/pose-history';
import { createRigidState } from '../../../scripts/core/dynamics/rigid-state';

/** A body that moves along a parabola and turns about z at a steady rate. */
function poseAt(time: number) {
    const pose = createRigidState(1);
    pose.positions.set([3 * time, 1 + 2 * time * time, 0]);
    pose.rotations.set([0, 0, Math.sin(time / 2), Math.cos(time / 2)]);
    return pose;
}

describe('the history of poses', () => {
    const out = createRigidState(1);
    const angle = () => 2 * Math.atan2(out.rotations[2], out.rotations[3]);

    it('goes from pose to pose, with uneven frames too', () => {
        const history = createPoseHistory(1);
        const times = [0.1, 0.12, 0.15, 0.155, 0.17];
        for (const time of times) addPose(history, poseAt(time), time);
        for (const time of [0.1, 0.11, 0.149, 0.153, 0.17]) {
            posesAt(out, history, time);
            expect(out.positions[0]).to.be.closeTo(3 * time, 1e-12);
            expect(angle()).to.be.closeTo(time, 1e-6);
        }
    });

    it('goes straight on before the oldest pose, and on the curve after the newest', () => {
        const history = createPoseHistory(1);
        for (const time of [0.2, 0.23, 0.27]) addPose(history, poseAt(time), time);
        posesAt(out, history, 0.17);
        expect(out.positions[0]).to.be.closeTo(0.51, 1e-12);
        posesAt(out, history, 0.3);
        expect(out.positions[0]).to.be.closeTo(0.9, 1e-12);
        expect(out.positions[1]).to.be.closeTo(1 + 2 * 0.09, 1e-9);
        expect(angle()).to.be.closeTo(0.3, 1e-4);
    });

    it('keeps the last frames only, and takes the newer of two poses of one time', () => {
        const history = createPoseHistory(1);
        for (let frame = 0; frame < 100; frame++) addPose(history, poseAt(frame / 100), frame / 100);
        posesAt(out, history, 0.95);
        expect(out.positions[0]).to.be.closeTo(2.85, 1e-12);
        const moved = poseAt(0.99);
        moved.positions[0] = 7;
        addPose(history, moved, 0.99);
        posesAt(out, history, 0.99);
        expect(out.positions[0]).to.equal(7);
    });
});
