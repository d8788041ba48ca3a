import { expect } from 'chai';

import { MovingSole } from '../../../scripts/core/limb/moving-sole';
import { soleMotion } from '../../../scripts/core/limb/sole-hold';
import { multiplyQuat, normalizeQuat, rotateVec } from '../../../scripts/core/math/flat-math';
import type { FlatPose } from '../../../scripts/core/pose/flat-pose';

// The sole that is summed up on its bones moves as its points do, each brought into the world by itself.

let seed = 7;
const random = () => {
    seed = (seed * 16807) % 2147483647;
    return 2 * seed / 2147483647 - 1;
};

const randoms = (count: number, size: number) => Float64Array.from({ length: count }, () => size * random());

function randomQuat(): Float64Array {
    const q = randoms(4, 0.2);
    q[3] = 1;
    normalizeQuat(q, 0);
    return q;
}

/** A foot and its toes, far from the origin, on an ankle that is none of the carriers. */
function randomPose(): FlatPose {
    const place = randoms(9, 0.1).map((x, i) => x + [400, 1, -700][i % 3]);
    return { positions: place, rotations: Float64Array.from([0, 1, 2].flatMap(() => [...randomQuat()])), scales: Float64Array.of(1, 1.3, 0.8) } as unknown as FlatPose;
}

const ANKLE = 0;
const TOUCH = Float64Array.of(0.05);
const UP = Float64Array.of(0.6, 0.8, 0);

/** The points in the world, one by one. */
function place(carriers: Int32Array, points: Float64Array, pose: FlatPose, turn: Float64Array, shift: Float64Array): Float64Array {
    const out = new Float64Array(points.length);
    const rotation = new Float64Array(4), arm = new Float64Array(3);
    carriers.forEach((bone, i) => {
        multiplyQuat(rotation, 0, turn, 0, pose.rotations, 4 * bone);
        rotateVec(out, 3 * i, rotation, 0, points, 3 * i);
        for (let k = 0; k < 3; k++) arm[k] = pose.positions[3 * bone + k] - pose.positions[3 * ANKLE + k];
        rotateVec(arm, 0, turn, 0, arm, 0);
        for (let k = 0; k < 3; k++) out[3 * i + k] = pose.scales[bone] * out[3 * i + k] + arm[k] + pose.positions[3 * ANKLE + k] + shift[k];
    });
    return out;
}

describe('a sole on its bones', () => {
    it('is as low as its lowest point, and moves as those that touch do', () => {
        // points of the two bones in turns
        const carriers = Int32Array.from({ length: 90 }, (_, i) => 1 + i % 2);
        const points = randoms(3 * carriers.length, 0.15);
        const sole = new MovingSole(carriers, points);
        const out = new Float64Array(3), expected = new Float64Array(3);
        let before: Float64Array | null = null, furthest = 0;
        for (let frame = 0; frame < 20; frame++) {
            const pose = randomPose(), turn = randomQuat(), shift = randoms(3, 0.1);
            sole.move(pose, ANKLE, turn, shift);
            const now = place(carriers, points, pose, turn, shift);
            const heights = Array.from(carriers, (_, i) => [0, 1, 2].reduce((sum, k) => sum + UP[k] * now[3 * i + k], 0));
            expect(sole.lowest(UP)).to.be.closeTo(Math.min(...heights), 1e-12);
            if (before) {
                sole.readMotion(out, UP, TOUCH);
                soleMotion(expected, now, before, UP, TOUCH);
                out.forEach((x, k) => expect(x).to.be.closeTo(expected[k], 1e-11));
                furthest = Math.max(furthest, Math.hypot(...expected));
            }
            before = now;
        }
        expect(furthest).to.be.above(0.05);
    });
});
