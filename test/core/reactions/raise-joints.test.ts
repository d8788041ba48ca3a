import { expect } from 'chai';

import { createFlatPose, updateWorld, type FlatPose } from '../../../scripts/core/pose/flat-pose';
import { raiseJoints, type RaisedJoint } from '../../../scripts/core/reactions/raise-joints';
import { seededRandom } from '../../support/geometry';

// A pelvis with an arm of three bones. Heights and lengths are read from the world places.

const LENGTH = 0.3;

const ARM: readonly RaisedJoint[] = [{ joint: 0, bone: -1 }, { joint: 1, bone: -1 }, { joint: 2, bone: 1 }, { joint: 3, bone: 2 }];

/** A pose with random turns, its pelvis at a height, below a base that is turned and scaled. */
function randomPose(random: () => number, height: number, scale = 1): FlatPose {
    const pose = createFlatPose([-1, 0, 1, 2]);
    const turn = (out: Float64Array, o: number) => {
        const q = [0, 0, 0, 0].map(() => random() - 0.5);
        const length = Math.hypot(...q);
        out.set(q.map(value => value / length), o);
    };
    turn(pose.rotations as Float64Array, 16);
    pose.scales[4] = scale;
    pose.positions.set([random(), height, random()], 12);
    for (let bone = 0; bone < 4; bone++) {
        turn(pose.localRotations as Float64Array, 4 * bone);
        pose.localPositions.set([0, bone === 0 ? 0 : LENGTH / scale, 0], 3 * bone);
    }
    updateWorld(pose);
    return pose;
}

const heightOf = ({ positions }: FlatPose, bone: number) => positions[3 * bone + 1];

function distance({ positions }: FlatPose, a: number, b: number): number {
    return Math.hypot(...[0, 1, 2].map(i => positions[3 * a + i] - positions[3 * b + i]));
}

describe('joints that lie too low', () => {
    it('are raised to their floors or straight up, with bones as long as they are, under any base', () => {
        const random = seededRandom(3);
        let raised = 0;
        for (let n = 0; n < 500; n++) {
            const pose = randomPose(random, 0.2 + 0.4 * random(), n % 2 === 0 ? 1 : 0.01);
            const floors = Float64Array.from(ARM, () => 0.1 + 0.3 * random());
            const before = pose.positions.slice();
            const lift = raiseJoints(pose, ARM, floors);
            const missing = Math.max(0, floors[0] - before[1], floors[1] - before[4]);
            expect(lift).to.be.closeTo(missing, 1e-9);
            for (const joint of [2, 3]) {
                const most = heightOf(pose, joint - 1) + LENGTH;
                expect(heightOf(pose, joint)).to.be.at.least(Math.min(floors[joint], most) - 1e-9);
                if (heightOf(pose, joint) > before[3 * joint + 1] + 1e-6) raised++;
            }
            for (const bone of [1, 2, 3]) expect(distance(pose, bone, bone - 1)).to.be.closeTo(LENGTH, 1e-9);
            // the local pose is that of the world
            const world = pose.positions.slice();
            updateWorld(pose);
            pose.positions.forEach((value, i) => expect(value).to.be.closeTo(world[i], 1e-9));
        }
        expect(raised).to.be.above(100);
    });

    it('stay as they are, bit for bit, where they are high enough', () => {
        const pose = randomPose(seededRandom(5), 1);
        const before = [...pose.positions, ...pose.localRotations];
        expect(raiseJoints(pose, ARM, new Float64Array(4).fill(-1))).to.equal(0);
        expect([...pose.positions, ...pose.localRotations]).to.deep.equal(before);
        raiseJoints(pose, ARM, new Float64Array(4).fill(NaN));
        expect([...pose.positions, ...pose.localRotations]).to.deep.equal(before);
    });

    it('keep their side of the bone above, and one that hangs straight down goes to some side', () => {
        const pose = createFlatPose([-1, 0]);
        const joints = [{ joint: 1, bone: 0 }];
        pose.localPositions.set([0.2, -0.2, 0.1], 3);
        updateWorld(pose);
        raiseJoints(pose, joints, Float64Array.of(-0.05));
        expect(heightOf(pose, 1)).to.be.closeTo(-0.05, 1e-12);
        expect(pose.positions[3] / pose.positions[5]).to.be.closeTo(2, 1e-9);
        pose.localPositions.set([0, -0.3, 0], 3);
        pose.localRotations.set([0, 0, 0, 1]);
        updateWorld(pose);
        raiseJoints(pose, joints, Float64Array.of(-0.1));
        expect(heightOf(pose, 1)).to.be.closeTo(-0.1, 1e-9);
        expect([...pose.positions].every(Number.isFinite)).to.equal(true);
    });
});
