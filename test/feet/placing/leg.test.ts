import { expect } from 'chai';

import { createPelvisRange } from '../../../scripts/core/limb/pelvis-height';
import { updateWorld } from '../../../scripts/core/pose/flat-pose';
import { addPelvisRange, LegChange, solveLeg } from '../../../scripts/feet/placing/leg';
import { ANKLE, BALL, BONE, carried, DT, formulaFoot, formulaFrame, legPose, putGround, quat, see } from '../../support/formula-foot';

// From a goal of the foot to a leg, on a leg of two bones of 0.4 m.

const LENGTH = 2 * BONE;
const settings = { dt: DT, softReach: 0.03, maxLegLength: 0, minLegLength: 0 };
const noHint = new Float64Array(3);

/** A leg whose foot shall be at a place. */
function reaching(x: number, y: number, z: number, bend = 0.3, pitch = 0) {
    const pose = legPose(bend), frame = formulaFrame();
    const foot = formulaFoot(pose, frame);
    putGround(foot, y - ANKLE);
    foot.target.normal.set([0, 1, 0]);
    foot.target.heading.set([0, 0, 1]);
    foot.target.weight = 1;
    foot.target.goal.set([x, y, z]);
    foot.target.goal.set(quat('x', pitch), 3);
    foot.target.rotation.set(quat('x', pitch));
    const hip = [0, ANKLE + LENGTH * Math.cos(bend), 0];
    const solve = () => {
        const change = solveLeg(foot, pose, settings, noHint);
        updateWorld(pose);
        return change;
    };
    const at = (bone: number) => [...pose.positions.subarray(3 * bone, 3 * bone + 3)];
    return { foot, frame, pose, hip, solve, at };
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((part, i) => part - b[i]));

describe('the stage of legs', () => {
    it('brings the ankle to its goal and the foot to its rotation, in the plane of the knee, with bones as long as they are', () => {
        for (const [y, z, pitch] of [[0.2, 0.1, 0.2], [0.15, -0.2, -0.3], [0.3, 0.25, 0]]) {
            const { pose, solve, at } = reaching(0, y, z, 0.3, pitch);
            expect(solve()).to.equal(LegChange.leg);
            expect(distance(at(2), [0, y, z])).to.be.below(1e-9);
            expect(Math.abs(pose.rotations.subarray(8, 12).reduce((sum, part, i) => sum + part * quat('x', pitch)[i], 0))).to.be.closeTo(1, 1e-12);
            expect(distance(at(0), at(1))).to.be.closeTo(BONE, 1e-12);
            expect(distance(at(1), at(2))).to.be.closeTo(BONE, 1e-12);
            expect(at(1)[0]).to.be.closeTo(0, 1e-12);
            // ahead of the line from hip to ankle
            const [[, hipY, hipZ], [, kneeY, kneeZ], [, ankleY, ankleZ]] = [at(0), at(1), at(2)];
            const t = (kneeY - hipY) / (ankleY - hipY);
            expect(kneeZ).to.be.above(hipZ + t * (ankleZ - hipZ));
        }
    });

    it('leaves a leg alone that is where it shall be', () => {
        expect(reaching(0, ANKLE, 0).solve()).to.equal(LegChange.none);
    });

    it('brings a foot that does not reach short of its goal: straight up, at the full length of its leg', () => {
        const { foot, hip, solve, at } = reaching(0, ANKLE, 0.3);
        foot.contact.heelShare = 0;
        foot.clip.timeToRelease = Infinity;
        solve();
        const [, y, z] = at(2);
        expect(z).to.be.closeTo(0.3, 1e-9);
        expect(y).to.be.closeTo(hip[1] - Math.sqrt((0.999 * LENGTH) ** 2 - 0.09), 1e-4);
    });

    it('says of a foot that walks on that its leg is too short, from four percent of its length on', () => {
        const reach = (share: number) => {
            const { foot, hip, solve } = reaching(0, ANKLE, 0);
            foot.contact.heelShare = 0;
            foot.clip.timeToRelease = 0.1;
            const needed = (0.999 + share) * LENGTH;
            foot.target.goal[2] = Math.sqrt(needed * needed - (hip[1] - ANKLE) ** 2);
            solve();
            return foot.leg.isTooShort;
        };
        expect(reach(0.035)).to.equal(false);
        expect(reach(0.045)).to.equal(true);
    });

    it('lifts the heel of a foot that trails about its ball, until the leg reaches it', () => {
        const { foot, pose, hip, solve, at } = reaching(0, ANKLE, -0.42, 0.15);
        foot.contact.heelShare = 1;
        foot.clip.timeToRelease = 0.05;
        solve();
        const lift = foot.leg.heelLift;
        expect(lift).to.be.within(0.05, Math.PI / 4);
        // the ball, as the foot was and as it is
        const before = carried([0, ANKLE, -0.42], quat('x', 0), BALL), after = carried(at(2), pose.rotations.subarray(8, 12), BALL);
        expect(distance(before, after)).to.be.below(0.006);
        expect(distance(at(2), hip)).to.be.below(LENGTH);
        expect(distance(at(2), hip)).to.be.above(0.96 * LENGTH);
    });

    it('lets a lifted heel come down in the air by half in 40 ms', () => {
        const { foot, solve } = reaching(0, 0.2, 0);
        foot.contact.isDown = false;
        foot.leg.heelLift = 0.4;
        solve();
        expect(foot.leg.heelLift).to.be.closeTo(0.4 * 0.5 ** (DT / 0.04), 1e-12);
    });

    it('asks of the pelvis what a circle about the foot allows', () => {
        const { foot, frame, pose, hip } = reaching(0, ANKLE - 0.2, 0.3);
        see(foot, pose, frame);
        foot.contact.load = 1;
        foot.contact.heelShare = 0;
        foot.target.lift = -0.2;
        const range = createPelvisRange();
        addPelvisRange(range, foot, pose, frame, settings, 0);
        const longest = 0.97 * LENGTH;
        expect(range.high).to.be.closeTo(Math.sqrt(longest * longest - 0.09) - (hip[1] - (ANKLE - 0.2)), 1e-12);
        expect(range.lift).to.equal(-0.2);
        // a foot that has handed its load on asks for nothing
        const free = createPelvisRange();
        addPelvisRange(free, foot, pose, frame, settings, 1);
        expect(free.high).to.equal(Infinity);
    });
});
