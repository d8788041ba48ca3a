import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { dampingShare, turnTowards } from '../../scripts/core/damping';
import { createGaze, followTarget, forgetGaze } from '../../scripts/core/gaze';
import { angleOf } from '../support/geometry';

const UP = Float64Array.of(0, 1, 0);
const vectorOf = (flat: Float64Array) => new Vec3(flat[0], flat[1], flat[2]);

/** A direction in the horizontal plane, degrees to the left of forward. */
const heading = (degrees: number) => Float64Array.of(Math.sin(degrees * Math.PI / 180), 0, Math.cos(degrees * Math.PI / 180));

describe('dampingShare', () => {
    it('is 1 - exp(-speed * dt), and nothing for what is not above 0', () => {
        expect(dampingShare(5, 0.1)).to.equal(1 - Math.exp(-0.5));
        for (const [speed, dt] of [[0, 1], [-1, 1], [5, 0], [5, -1], [NaN, 1], [5, NaN]]) expect(dampingShare(speed, dt)).to.equal(0);
        expect(dampingShare(1e9, 1)).to.equal(1);
    });
});

describe('turnTowards', () => {
    it('follows an exponential on the great circle, however the time is cut', () => {
        for (const steps of [1, 6, 12, 29]) {
            const direction = heading(0);
            for (let i = 0; i < steps; i++) turnTowards(direction, heading(60), dampingShare(5, 0.2 / steps), UP);
            const left = angleOf(vectorOf(direction), vectorOf(heading(60)));
            expect(left).to.be.closeTo(60 * Math.exp(-5 * 0.2), 1e-4);
            expect(direction[1]).to.be.closeTo(0, 1e-12);
        }
    });

    it('goes around the pole to a goal straight behind', () => {
        const direction = heading(0);
        turnTowards(direction, heading(180), 0.5, UP);
        expect(direction[1]).to.be.closeTo(0, 1e-9);
        expect(angleOf(vectorOf(direction), vectorOf(heading(0)))).to.be.closeTo(90, 1e-4);
    });
});

describe('followTarget', () => {
    const animated = heading(0);

    it('starts at the animated gaze and meets the target', () => {
        const gaze = createGaze();
        const eye = new Float64Array(3);
        const target = Float64Array.of(2, 0, 0);
        followTarget(gaze, eye, animated, target, UP, 5, 0);
        expect(angleOf(vectorOf(gaze.point), vectorOf(animated))).to.be.below(1e-4);
        for (let i = 0; i < 300; i++) followTarget(gaze, eye, animated, target, UP, 5, 1 / 60);
        expect(vectorOf(gaze.point).distance(vectorOf(target))).to.be.below(1e-6);
    });

    it('does not lag behind a target that it has met when the eye moves', () => {
        const gaze = createGaze();
        const target = Float64Array.of(0.5, 1, 1);
        for (let i = 0; i < 600; i++) {
            const eye = Float64Array.of(0.05 * Math.sin(i / 5), 0.03 * Math.cos(i / 3), 0);
            followTarget(gaze, eye, animated, target, UP, 5, 1 / 60);
        }
        expect(vectorOf(gaze.point).distance(vectorOf(target))).to.be.below(1e-6);
    });

    it('fades out after the target has gone, and is over in finite time', () => {
        const gaze = createGaze();
        const eye = new Float64Array(3);
        for (let i = 0; i < 60; i++) followTarget(gaze, eye, animated, Float64Array.of(1, 0, 1), UP, 5, 1 / 60);
        expect(gaze.presence).to.equal(1);
        followTarget(gaze, eye, animated, null, UP, 5, 0.1);
        expect(gaze.presence).to.be.closeTo(Math.exp(-0.5), 1e-9);
        for (let i = 0; i < 120; i++) followTarget(gaze, eye, animated, null, UP, 5, 1 / 60);
        expect(gaze.presence).to.equal(0);
    });

    it('starts from the animation again when it was told to forget', () => {
        const gaze = createGaze();
        const eye = new Float64Array(3);
        const target = Float64Array.of(2, 0, 0);
        followTarget(gaze, eye, animated, target, UP, 1e9, 1);
        forgetGaze(gaze);
        followTarget(gaze, eye, animated, target, UP, 5, 0);
        expect(angleOf(vectorOf(gaze.point), vectorOf(animated))).to.be.below(1e-4);
    });

    it('keeps its gaze when the target is in the eye', () => {
        const gaze = createGaze();
        const eye = new Float64Array(3);
        followTarget(gaze, eye, animated, Float64Array.of(1, 0, 0), UP, 1e9, 1);
        const before = gaze.point.slice();
        followTarget(gaze, eye, animated, new Float64Array(3), UP, 5, 0.1);
        expect([...gaze.point]).to.deep.equal([...before]);
    });
});
