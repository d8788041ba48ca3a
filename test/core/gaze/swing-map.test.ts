import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { completeFrame, createSwingFrame, fromSwing, levelFrame, toSwing, type GazeFrame } from '../../../scripts/core/gaze/swing-map';
import { angleOf, randomDirection, randomRotation, seededRandom } from '../../support/geometry';

const flat = ({ x, y, z }: Vec3) => Float64Array.of(x, y, z);
const vec = ([x, y, z]: Float64Array) => new Vec3(x, y, z);

function turnedFrame(turn: Quat): GazeFrame {
    const frame = createSwingFrame();
    frame.forward.set(flat(turn.transformVector(Vec3.BACK, new Vec3())));
    frame.up.set(flat(turn.transformVector(Vec3.UP, new Vec3())));
    completeFrame(frame);
    return frame;
}

describe('headings', () => {
    const random = seededRandom(5);

    it('of a direction lead back to it, in any frame', () => {
        for (let i = 0; i < 500; i++) {
            const frame = turnedFrame(randomRotation(random));
            const direction = randomDirection(random);
            const heading = new Float64Array(3);
            const back = new Float64Array(3);
            toSwing(heading, 1, frame, flat(direction), 0);
            fromSwing(back, 0, frame, heading, 1);
            expect(angleOf(vec(back), direction)).to.be.below(1e-4);
            expect(Math.hypot(heading[1], heading[2]) * 180 / Math.PI).to.be.closeTo(angleOf(vec(frame.forward), direction), 1e-3);
        }
    });

    it('count to the side and up', () => {
        const heading = new Float64Array(2);
        toSwing(heading, 0, createSwingFrame(), Float64Array.of(1, 0, 0), 0);
        expect([...heading]).to.deep.equal([Math.PI / 2, 0]);
        toSwing(heading, 0, createSwingFrame(), Float64Array.of(0, 1, 0), 0);
        expect([...heading]).to.deep.equal([0, Math.PI / 2]);
    });

    it('are finite straight ahead and straight behind', () => {
        const heading = new Float64Array(2);
        toSwing(heading, 0, createSwingFrame(), Float64Array.of(0, 0, 1), 0);
        expect([...heading]).to.deep.equal([0, 0]);
        toSwing(heading, 0, createSwingFrame(), Float64Array.of(0, 0, -1), 0);
        expect([...heading]).to.deep.equal([Math.PI, 0]);
        const ahead = new Float64Array(3);
        fromSwing(ahead, 0, createSwingFrame(), Float64Array.of(0, 0), 0);
        expect([...ahead]).to.deep.equal([0, 0, 1]);
    });

    it('are never nearer to each other than the directions are', () => {
        const frame = createSwingFrame();
        const [a, b] = [new Float64Array(2), new Float64Array(2)];
        for (let i = 0; i < 500; i++) {
            const [one, other] = [randomDirection(random), randomDirection(random)];
            toSwing(a, 0, frame, flat(one), 0);
            toSwing(b, 0, frame, flat(other), 0);
            expect(angleOf(one, other) * Math.PI / 180).to.be.at.most(Math.hypot(a[0] - b[0], a[1] - b[1]) + 1e-5);
        }
    });
});

describe('levelFrame', () => {
    const level = Float64Array.of(0, 1, 0);
    const leaning = (degrees: number, aside = 0) => {
        const frame = turnedFrame(new Quat().setFromEulerAngles(degrees, 30, aside));
        levelFrame(frame, level);
        return frame;
    };

    it('takes the lean out of a body that stands, and keeps where it faces', () => {
        for (const [degrees, aside] of [[0, 0], [20, 5], [-30, -10], [45, 0]]) {
            const frame = leaning(degrees, aside);
            expect(angleOf(vec(frame.up), Vec3.UP)).to.be.below(1e-4);
            const faced = turnedFrame(new Quat().setFromEulerAngles(degrees, 30, aside)).forward;
            expect(angleOf(vec(frame.forward), new Vec3(faced[0], 0, faced[2]))).to.be.below(1e-4);
        }
    });

    it('leaves one that lies as it is', () => {
        for (const degrees of [85, 90, -95, 180]) {
            const frame = leaning(degrees);
            const own = turnedFrame(new Quat().setFromEulerAngles(degrees, 30, 0));
            expect(angleOf(vec(frame.up), vec(own.up))).to.be.below(1e-4);
        }
    });

    it('goes over without a jump, to axes of length 1 at right angles', () => {
        let before = leaning(0);
        for (let degrees = 0.5; degrees < 120; degrees += 0.5) {
            const frame = leaning(degrees);
            expect(angleOf(vec(frame.up), vec(before.up))).to.be.below(4);
            expect(angleOf(vec(frame.forward), vec(before.forward))).to.be.below(4);
            for (const axis of [frame.forward, frame.up, frame.side]) expect(vec(axis).length()).to.be.closeTo(1, 1e-6);
            expect(vec(frame.forward).dot(vec(frame.up))).to.be.closeTo(0, 1e-6);
            before = frame;
        }
    });
});
