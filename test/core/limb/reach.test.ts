import { expect } from 'chai';

import { allowedLift, comeShort, createReach, isTooFar, setReach, softenReach } from '../../../scripts/core/limb/reach';
import { seededRandom } from '../../support/geometry';

const UP = Float64Array.of(0, 1, 0);

/** Angle between the line from a goal to its hip and the up vector. */
function tilt(hip: Float64Array, goal: Float64Array): number {
    return Math.atan2(Math.hypot(hip[0] - goal[0], hip[2] - goal[2]), hip[1] - goal[1]);
}

describe('the reach of a leg', () => {
    const reach = createReach();

    it('is as long as its bones on one line nearly, and as its clip has it where that is more', () => {
        setReach(reach, 0.8, 0.7);
        expect([reach.soft, reach.full]).to.deep.equal([0.985 * 0.8, 0.999 * 0.8]);
        setReach(reach, 0.8, 0.7, 0.97);
        expect(reach.soft).to.equal(0.97 * 0.8);
        setReach(reach, 0.8, 0.795);
        expect([reach.soft, reach.full]).to.deep.equal([0.795, 0.999 * 0.8]);
        setReach(reach, 0.8, 0.8);
        expect([reach.soft, reach.full]).to.deep.equal([0.8, 0.8]);
    });

    it('lifts no heel under the hip or ahead of it, and 45 degrees of one that trails by a fifth of the leg', () => {
        const hip = Float64Array.of(0, 0.8, 0), ahead = Float64Array.of(0, 0, 1);
        const lift = (z: number) => allowedLift(hip, Float64Array.of(0, 0, z), ahead, 0.8) * 180 / Math.PI;
        expect([0.3, 0, -0.04].map(lift)).to.deep.equal([0, 0, 0]);
        expect(lift(-0.1)).to.be.closeTo(22.5, 1e-9);
        for (const z of [-0.16, -0.6]) expect(lift(z)).to.be.closeTo(45, 1e-9);
    });

    it('is too short for a foot from four percent of its length beyond the full distance on', () => {
        setReach(reach, 0.8, 0.7);
        expect([0.7, 0.8, 0.83, 0.832].map(distance => isTooFar(distance, 0.8, reach))).to.deep.equal([false, false, false, true]);
    });

    it('leaves a goal that is near enough where it is', () => {
        setReach(reach, 0.8, 0);
        const goal = Float64Array.of(0.1, 0.05, -0.2, 0, 0, 0, 1, 0), before = [...goal];
        comeShort(goal, Float64Array.of(0, 0.8, 0), UP, reach);
        expect([...goal]).to.deep.equal(before);
    });

    it('brings any goal between its soft and its full distance, for any hip, up vector or scale', () => {
        const random = seededRandom(7);
        for (let i = 0; i < 500; i++) {
            const scale = [0.01, 1, 100][i % 3];
            const part = () => scale * (2 * random() - 1);
            setReach(reach, scale * (0.2 + random()), 0);
            const hip = Float64Array.of(part(), part(), part()), goal = Float64Array.of(part(), part(), part());
            const up = Float64Array.of(part(), part(), part());
            const size = Math.hypot(...up);
            for (let k = 0; k < 3; k++) up[k] /= size;
            const wanted = Math.hypot(...hip.map((each, k) => each - goal[k]));
            comeShort(goal, hip, up, reach);
            const got = Math.hypot(...hip.map((each, k) => each - goal[k]));
            if (wanted > reach.soft) expect(got).to.be.within(reach.soft * (1 - 1e-9), reach.full * (1 + 1e-9));
            else expect(got).to.equal(wanted);
        }
    });

    it('pulls a foot below its hip straight up, so that it does not slide', () => {
        setReach(reach, 0.8, 0);
        const hip = Float64Array.of(0, 0.85, 0), goal = Float64Array.of(0.05, 0, -0.3);
        expect(Math.cos(tilt(hip, goal))).to.be.above(0.8);
        comeShort(goal, hip, UP, reach);
        expect([goal[0], goal[2]]).to.deep.equal([0.05, -0.3]);
        expect(goal[1]).to.be.above(0);
    });

    it('pulls a foot far aside towards its hip', () => {
        setReach(reach, 0.8, 0);
        const hip = Float64Array.of(0, 0.5, 0), goal = Float64Array.of(0, 0, -1), before = tilt(hip, goal);
        comeShort(goal, hip, UP, reach);
        expect(tilt(hip, goal)).to.be.closeTo(before, 1e-12);
        expect(Math.hypot(goal[1] - 0.5, goal[2])).to.be.closeTo(0.999 * 0.8, 1e-12);
    });
});

describe('softenReach', () => {
    it('leaves what is short of its start, never passes the most, and rises evenly', () => {
        let [before, slope] = [0, 1];
        for (let distance = 0; distance < 1.3; distance += 0.001) {
            const reached = softenReach(distance, 0.97, 0.999);
            if (distance <= 0.97) expect(reached).to.equal(distance);
            expect(reached).to.be.at.most(0.999).and.at.least(before - 1e-15);
            const now = (reached - before) / 0.001;
            if (distance > 0.002) {
                expect(now, 'no slope changes at once').to.be.closeTo(slope, 0.06);
                slope = now;
            }
            before = reached;
        }
        expect(softenReach(5, 0.97, 0.999)).to.equal(0.999);
    });

    it('lags by no more than 6 mm at the full length of a person\'s leg', () => {
        const length = 0.85;
        expect(length - softenReach(length, 0.97 * length, 0.999 * length)).to.be.at.most(0.006);
    });

    it('without a zone is hard', () => {
        expect(softenReach(0.9, 1, 1)).to.equal(0.9);
        expect(softenReach(1.2, 1, 1)).to.equal(1);
    });
});
