import { expect } from 'chai';

import type { Foot } from '../../../scripts/feet/placing/foot';
import { BALL, carried, DT, formulaFoot, formulaFrame, HEEL, legPose, quat, see } from '../../support/formula-foot';

// A foot that stays where it stands, on a foot whose geometry is a few numbers.

const flat = quat('x', 0);
const up = Float64Array.of(0, 1, 0);
const level = new Float64Array(1);

/** A foot that stands flat at the origin, planted there. */
function planted() {
    const pose = legPose(0.3), frame = formulaFrame();
    const foot = formulaFoot(pose, frame);
    foot.plant.plant(foot, flat, level, foot.seen.heading);
    return { pose, frame, foot };
}

/** Where a point of the sole is shown, with the shift of the plant. */
function shown({ seen: { ankle }, plant: { shift } }: Foot, rotation: Float64Array, z: number) {
    return carried(ankle.map((part, i) => part + shift[i]), rotation, z);
}

describe('the stage of planted feet', () => {
    it('keeps the point of the sole on which it stands, wherever the animation takes the ankle, and however it pitches it', () => {
        const { foot } = planted();
        const pivot = foot.plant.pivot === 0 ? HEEL : BALL;
        for (const [x, z, pitch] of [[0.05, -0.12, 0], [0.02, 0.08, 0.4], [-0.1, 0.03, -0.25]]) {
            foot.seen.ankle.set([x, 0.1, z]);
            const rotation = quat('x', pitch);
            foot.seen.pivotPoint.set([0, -0.1, pivot]);
            foot.plant.stepShift(foot, rotation, up, level);
            const [atX, , atZ] = shown(foot, rotation, pivot);
            expect(atX).to.be.closeTo(0, 1e-12);
            expect(atZ).to.be.closeTo(pivot, 1e-12);
            expect(foot.plant.shift[1], 'height is the ground\'s matter').to.be.closeTo(0, 1e-12);
        }
    });

    it('shifts a foot across up alone, also on a slope', () => {
        const { foot } = planted();
        foot.seen.ankle.set([0.05, 0.2, -0.12]);
        foot.plant.stepShift(foot, flat, Float64Array.of(0, Math.cos(0.4), -Math.sin(0.4)), level);
        expect(foot.plant.shift[1]).to.be.closeTo(0, 1e-12);
        expect(foot.plant.shift[0]).to.be.closeTo(-0.05, 1e-12);
    });

    it('keeps its heading: turned back by what the animation turns the foot', () => {
        const { foot } = planted();
        for (const angle of [0.3, -0.7]) {
            foot.seen.heading.set([Math.sin(angle), 0, Math.cos(angle)]);
            foot.plant.stepTurn(foot);
            expect(foot.plant.turn).to.be.closeTo(-angle, 1e-12);
        }
    });

    it('rolls over to the point that has become the lowest, and does not move by that', () => {
        const { pose, frame, foot } = planted();
        // heel up: the ball is lowest
        pose.localRotations.set(quat('x', -0.3 + 0.5), 8);
        foot.plant.pivot = 0;
        pose.rotations.set(quat('x', 0.5), 8);
        see(foot, pose, frame);
        const rotation = quat('x', 0.5);
        foot.plant.stepShift(foot, rotation, up, level);
        const before = shown(foot, rotation, BALL);
        foot.plant.roll(foot, rotation, level, foot.settings.plant);
        expect(foot.plant.pivot).to.equal(1);
        foot.seen.pivotPoint.set([0, -0.1, BALL]);
        foot.plant.stepShift(foot, rotation, up, level);
        const after = shown(foot, rotation, BALL);
        for (const axis of [0, 2]) expect(after[axis]).to.be.closeTo(before[axis], 1e-12);
    });

    it('is let go where the animation is further off than it may, and planted anew only well within that', () => {
        const { foot } = planted();
        const { plant, settings: { plant: settings } } = foot;
        for (const [distance, isTooFar, isNear] of [[0.1, false, true], [0.11, false, false], [0.29, false, false], [0.31, true, false]] as const) {
            plant.shift.set([0, 0, distance]);
            expect([plant.isTooFar(settings), plant.isNear(settings)], `at ${distance}`).to.deep.equal([isTooFar, isNear]);
        }
        plant.hold();
        expect(plant.isTooFar(settings), 'held').to.equal(false);
    });

    it('eases back to its animation in its time, without a jump at the moment in which it is let go', () => {
        const { foot } = planted();
        const { plant, settings: { plant: settings } } = foot;
        plant.shift.set([0.04, 0, -0.06]);
        plant.turn = 0.2;
        plant.release(settings);
        const frames = Math.round(settings.time / DT);
        let last = Math.hypot(0.04, 0.06);
        for (let i = 1; i <= frames; i++) {
            plant.stepTurn(foot);
            const now = Math.hypot(...plant.shift);
            expect(last - now, `frame ${i}`).to.be.within(-1e-12, 0.3 * Math.hypot(0.04, 0.06));
            // shift and turn keep their ratio: they die out by one function
            expect(plant.turn / 0.2).to.be.closeTo(now / Math.hypot(0.04, 0.06), 1e-9);
            last = now;
        }
        expect(last).to.be.closeTo(0, 1e-9);
    });
});
