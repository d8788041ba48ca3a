import { expect } from 'chai';

import { ANKLE, BALL, carried, DT, formulaFoot, formulaFrame, HEEL, legPose, putGround, quat, SIZE } from '../../support/formula-foot';

// Where a foot shall be, against planes: its animation carried over to the ground.

/** A foot on ground that it has long known. */
function settled(height: number, slope: number, pitch = 0) {
    const pose = legPose(0.3), frame = formulaFrame();
    pose.rotations.set(quat('x', pitch), 8);
    const foot = formulaFoot(pose, frame);
    const step = () => {
        foot.target.aim(foot, frame);
        foot.target.place(foot, frame);
    };
    putGround(foot, height, slope);
    foot.target.jump();
    step();
    return { foot, frame, step };
}

describe('the stage of targets', () => {
    for (const degrees of [0, 10, 25, -20]) {
        it(`lays a sole that is flat in the clip flat on a slope of ${degrees} degrees, at the place that the clip has`, () => {
            const slope = Math.tan(degrees * Math.PI / 180);
            const { foot: { target: { goal, weight } } } = settled(0.2, slope);
            expect(weight).to.equal(1);
            expect(goal[0]).to.be.closeTo(0, 1e-12);
            expect(goal[2]).to.be.closeTo(0, 1e-12);
            for (const z of [HEEL, BALL]) {
                const [, y, at] = carried(goal, goal.subarray(3), z);
                expect((y - 0.2 - slope * at) / Math.hypot(1, slope)).to.be.closeTo(0, 1e-9);
            }
        });
    }

    it('keeps over a slope what the clip has over its floor: a heel that is lifted stays lifted', () => {
        const slope = 0.3, pitch = 0.4;
        const { foot: { target: { goal }, seen } } = settled(0, slope, pitch);
        // the ball is lowest, the ankle is as high over it as in the clip
        const over = (z: number) => {
            const [, y, at] = carried(goal, goal.subarray(3), z);
            return (y - slope * at) / Math.hypot(1, slope);
        };
        const own = (z: number) => carried([0, seen.ankleHeight, 0], quat('x', pitch), z)[1];
        for (const z of [HEEL, BALL]) expect(over(z)).to.be.closeTo(own(z), 1e-9);
    });

    it('takes ground over in its transition time, half of it in half of that', () => {
        const { foot, frame } = settled(0.2, 0);
        foot.target.restart();
        const heights: number[] = [];
        for (let time = DT; time < foot.settings.transitionTime + DT / 2; time += DT) {
            foot.target.aim(foot, frame);
            foot.target.place(foot, frame);
            heights.push(foot.target.goal[1] - ANKLE);
        }
        expect(heights[heights.length / 2 - 1]).to.be.closeTo(0.1, 1e-9);
        expect(heights.at(-1)).to.be.closeTo(0.2, 1e-9);
        heights.forEach((height, i) => expect(height, `frame ${i}`).to.be.within(heights[i - 1] ?? 0, 0.2 + 1e-12));
    });

    it('makes up for a step of the ground in time: not faster than its height a second, and wholly', () => {
        const { foot, step } = settled(0, 0);
        putGround(foot, 0.15);
        let last = foot.target.lift;
        for (let i = 0; i < 60; i++) {
            step();
            expect(foot.target.lift - last, `frame ${i}`).to.be.within(-1e-9, SIZE * DT + 1e-9);
            last = foot.target.lift;
        }
        expect(last).to.be.closeTo(0.15, 1e-4);
    });

    it('turns no further with the ground than its limit', () => {
        const { foot: { target: { normal }, settings } } = settled(0, Math.tan(1.3));
        expect(Math.acos(normal[1])).to.be.closeTo(settings.rotationLimit, 1e-9);
    });
});
