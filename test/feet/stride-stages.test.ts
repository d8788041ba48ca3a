import { expect } from 'chai';

import type { FlatPose } from '../../scripts/core/pose/flat-pose';
import { Footfall, type Footfalls } from '../../scripts/feet/stride/footfall';
import { SolePath } from '../../scripts/feet/stride/sole-path';
import { createStrideFrame } from '../../scripts/feet/stride/stride-frame';

// The stages of a foot on its stride, each by itself, against closed forms: a hip 0.9 m over a foot that goes back below it.

const FRAME = 1 / 60;

/** Thigh and foot in a pose of two bones. */
const [HIP, ANKLE] = [0, 1];

function stage() {
    const pose = { positions: Float64Array.of(0, 0.9, 0, 0, 0, 0), rotations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1), scales: Float64Array.of(1, 1) } as unknown as FlatPose;
    const frame = createStrideFrame();
    frame.dt = FRAME;
    frame.height = 1.75;
    frame.up[1] = frame.ahead[2] = frame.stride[2] = 1;
    const clip = { isDown: true, timeLeft: Infinity, place: [0, 0, 0] };
    const falls: Footfalls = {
        isDown: () => clip.isDown,
        readStrike: (out) => {
            out.set(clip.place);
            return clip.timeLeft;
        }
    };
    const path = new SolePath(Int32Array.of(ANKLE), new Float64Array(3));
    const foot = { index: 0, footfall: new Footfall(), path, leg: { hip: HIP, ankle: ANKLE, length: 0.9, goal: path.place } };
    const step = () => {
        foot.footfall.predict(foot, pose, falls, frame);
        path.step(foot, pose, falls, frame, false);
    };
    return { pose, frame, clip, foot, path, step };
}

describe('where a foot comes down on its stride', () => {
    it('is its clip\'s place, stretched from the hip and gone on with the character', () => {
        const { frame, clip, foot, step } = stage();
        clip.timeLeft = 0.4;
        clip.place = [0.1, 0, 0.3];
        frame.stride[2] = 1.5;
        frame.velocity[2] = 2;
        step();
        expect(foot.footfall.timeLeft).to.equal(0.4);
        expect(Array.from(foot.footfall.strike)).to.deep.equal([0.1, 0, 0.3 * 1.5 + 2 * 0.4]);
    });

    it('leads into a curve about the character by a quarter of a second of its turn', () => {
        const { frame, clip, foot, step } = stage();
        clip.timeLeft = 0.4;
        clip.place = [0, 0, 0.3];
        frame.turnRate = 1;
        step();
        const [x, , z] = foot.footfall.strike;
        expect([x, z]).to.deep.equal([0.3 * Math.sin(0.25), 0.3 - 0.3 * (1 - Math.cos(0.25))]);
    });

    it('is where it was shown as its clip put it down', () => {
        const { pose, clip, foot, step } = stage();
        clip.isDown = false;
        step();
        pose.positions[5] = 0.3;
        step();
        clip.isDown = true;
        step();
        expect(Array.from(foot.footfall.struck)).to.deep.equal([0, 0, 0.3]);
    });
});

describe('the path of a sole', () => {
    it('stays on the ground while the clip takes the foot back at another speed', () => {
        const { pose, frame, path, step } = stage();
        // the character goes at 1 m/s, the clip at 0.8
        const speed = 1, own = 0.8;
        step();
        const first = path.place[2];
        for (let i = 1; i <= 20; i++) {
            pose.positions[2] = speed * FRAME * i;
            pose.positions[5] = (speed - own) * FRAME * i;
            frame.root[2] = pose.positions[2];
            step();
            expect(path.place[2]).to.be.closeTo(first, 1e-9);
        }
        expect(path.offset).to.be.closeTo((speed - own) * FRAME * 20, 1e-9);
    });

    it('goes along with ground that moves', () => {
        const { frame, path, step } = stage();
        frame.ground[0] = 0.01;
        for (let i = 0; i <= 10; i++) step();
        expect(path.place[0]).to.be.closeTo(0.1, 1e-9);
    });

    it('is its clip\'s again when a foot that was lifted comes down', () => {
        const { pose, clip, path, step } = stage();
        step();
        for (let i = 1; i <= 12; i++) {
            pose.positions[5] = 0.005 * i;
            step();
        }
        clip.isDown = false;
        for (let i = 24; i >= 0; i--) {
            clip.timeLeft = i * FRAME;
            clip.place = Array.from(pose.positions.subarray(3, 6));
            step();
        }
        expect(path.place[2]).to.be.closeTo(pose.positions[5], 1e-3);
    });

    it('does not turn with its body or its clip while it stands, by 80 degrees at most', () => {
        const { pose, path, step } = stage();
        const turnTo = (angle: number) => {
            pose.rotations[5] = Math.sin(angle / 2);
            pose.rotations[7] = Math.cos(angle / 2);
            step();
        };
        for (let i = 0; i <= 20; i++) turnTo(0.02 * i);
        expect(path.yaw).to.be.closeTo(-0.4, 1e-9);
        expect(path.rotation[1]).to.be.closeTo(0, 1e-9);
        for (let i = 21; i <= 120; i++) turnTo(0.02 * i);
        expect(path.yaw).to.be.closeTo(-80 * Math.PI / 180, 1e-9);
    });
});
