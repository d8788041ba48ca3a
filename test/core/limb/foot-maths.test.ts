import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { createSoleSamples, fitSolePlane } from '../../../scripts/core/ground/sole-plane';
import { addLeg, clearPelvisRange, createPelvisRange, pelvisHeight } from '../../../scripts/core/limb/pelvis-height';
import { softenReach } from '../../../scripts/core/limb/soft-reach';
import { stepSpring } from '../../../scripts/core/math/spring';
import { angleOf, randomDirection, seededRandom } from '../../support/geometry';

describe('stepSpring', () => {
    const step = (state: Float64Array, goal: number, halfLife: number, dt: number) => stepSpring(state, 0, Float64Array.of(goal), Float64Array.of(halfLife, dt));

    it('does half of the way from rest in its half-life, and never goes over', () => {
        for (const halfLife of [0.02, 0.1, 1]) {
            const state = Float64Array.of(0, 0);
            step(state, 1, halfLife, halfLife);
            expect(state[0]).to.be.closeTo(0.5, 1e-12);
            const long = Float64Array.of(0, 0);
            let before = 0;
            for (let i = 0; i < 400; i++) {
                step(long, 1, halfLife, halfLife / 20);
                expect(long[0]).to.be.within(before, 1);
                before = long[0];
            }
        }
    });

    it('moves the same in one step and in many, also with a rate of its own', () => {
        const random = seededRandom(1);
        for (let i = 0; i < 50; i++) {
            const [x, v, goal, halfLife, time] = [random(), 4 * random() - 2, random(), 0.02 + random(), random()];
            const [one, many] = [Float64Array.of(x, v), Float64Array.of(x, v)];
            step(one, goal, halfLife, time);
            for (let k = 0; k < 64; k++) step(many, goal, halfLife, time / 64);
            expect(many[0]).to.be.closeTo(one[0], 1e-9);
            expect(many[1]).to.be.closeTo(one[1], 1e-8);
        }
    });

    it('follows the equation of a critically damped spring', () => {
        // x'' = -2 w x' - w^2 x, by small steps of another method
        const halfLife = 0.1, w = 1.6783469900166605 / halfLife;
        let [x, v] = [0.3, -2];
        const dt = 1e-6;
        for (let i = 0; i < 200000; i++) {
            const a = -2 * w * v - w * w * (x - 1);
            v += a * dt;
            x += v * dt;
        }
        const state = Float64Array.of(0.3, -2);
        step(state, 1, halfLife, 0.2);
        expect(state[0]).to.be.closeTo(x, 1e-4);
        expect(state[1]).to.be.closeTo(v, 1e-3);
    });

    it('without a half-life is there at once, without time stays', () => {
        const state = Float64Array.of(0.3, 5);
        step(state, 1, 0.1, 0);
        expect([...state]).to.deep.equal([0.3, 5]);
        step(state, 1, 0, 0.1);
        expect([...state]).to.deep.equal([1, 0]);
        step(state, 2, NaN, 0.1);
        expect([...state]).to.deep.equal([2, 0]);
    });
});

describe('softenReach', () => {
    const soften = (distance: number, start: number, most: number) => {
        const out = Float64Array.of(distance);
        softenReach(out, Float64Array.of(start, most));
        return out[0];
    };

    it('leaves what is short of its start, never passes the most, and rises evenly', () => {
        let [before, slope] = [0, 1];
        for (let distance = 0; distance < 1.3; distance += 0.001) {
            const reached = soften(distance, 0.97, 0.999);
            if (distance <= 0.97) expect(reached).to.equal(distance);
            expect(reached).to.be.at.most(0.999).and.at.least(before - 1e-15);
            const now = (reached - before) / 0.001;
            if (distance > 0.002) {
                expect(now, 'no slope changes at once').to.be.closeTo(slope, 0.06);
                slope = now;
            }
            before = reached;
        }
        expect(soften(5, 0.97, 0.999)).to.equal(0.999);
    });

    it('lags by no more than 6 mm at the full length of a person\'s leg', () => {
        const length = 0.85;
        expect(length - soften(length, 0.97 * length, 0.999 * length)).to.be.at.most(0.006);
    });

    it('without a zone is hard', () => {
        expect(soften(0.9, 1, 1)).to.equal(0.9);
        expect(soften(1.2, 1, 1)).to.equal(1);
    });
});

describe('fitSolePlane', () => {
    const TOLERANCE = Float64Array.of(0.003);

    const samples = createSoleSamples();
    const plane = new Float64Array(6);
    const up = Float64Array.of(0, 1, 0);
    const put = (heights: number[], normals: Vec3[], found = [1, 1, 1]) => {
        const places = [[0, 0], [0, 0.2], [0.05, -0.06]];
        heights.forEach((height, i) => {
            samples.points.set([places[i][0], height, places[i][1]], 3 * i);
            samples.normals.set([normals[i].x, normals[i].y, normals[i].z], 3 * i);
            samples.found[i] = found[i];
        });
    };
    const heightAt = (x: number, z: number) => plane[1] - (plane[3] * (x - plane[0]) + plane[5] * (z - plane[2])) / plane[4];
    const level = [Vec3.UP, Vec3.UP, Vec3.UP];

    it('takes ground that is one plane as it is', () => {
        const random = seededRandom(3);
        for (let i = 0; i < 200; i++) {
            const normal = randomDirection(random);
            normal.y = Math.abs(normal.y) + 0.9;
            normal.normalize();
            const at = (x: number, z: number) => 0.3 - (normal.x * x + normal.z * z) / normal.y;
            put([at(0, 0), at(0, 0.2), at(0.05, -0.06)], [normal, normal, normal]);
            expect(fitSolePlane(plane, samples, up, TOLERANCE)).to.equal(true);
            expect(angleOf(new Vec3(plane[3], plane[4], plane[5]), normal)).to.be.below(1e-6);
            expect(heightAt(0.1, 0.1)).to.be.closeTo(at(0.1, 0.1), 1e-9);
        }
    });

    it('lies on the highest part of a step, so that no point goes in', () => {
        for (const heights of [[0, 0.1, 0], [0.1, 0, 0], [0, 0, 0.1], [0.1, 0.1, 0], [0, 0.1, 0.1]]) {
            put(heights, level);
            fitSolePlane(plane, samples, up, TOLERANCE);
            for (const [x, z, height] of [[0, 0, heights[0]], [0, 0.2, heights[1]], [0.05, -0.06, heights[2]]]) {
                expect(heightAt(x, z)).to.be.at.least(height - 0.0031);
            }
            expect(angleOf(new Vec3(plane[3], plane[4], plane[5]), Vec3.UP)).to.be.below(45);
        }
    });

    it('goes on with what was found, and says when there is nothing', () => {
        put([0.05, 0.07, 9], level, [1, 0, 0]);
        expect(fitSolePlane(plane, samples, up, TOLERANCE)).to.equal(true);
        expect(heightAt(0, 0.2)).to.be.closeTo(0.05, 1e-9);
        put([9, 9, 9], level, [0, 0, 0]);
        expect(fitSolePlane(plane, samples, up, TOLERANCE)).to.equal(false);
    });

    it('lies in a hollow on all three points', () => {
        const tilted = (x: number, z: number) => new Vec3(x, 1, z).normalize();
        // toe rises, heel's corner rises, the foot is in the middle of a valley
        put([0, 0.08, 0.03], [Vec3.UP, tilted(0, -0.8), tilted(-0.5, 0.8)]);
        fitSolePlane(plane, samples, up, TOLERANCE);
        for (const [x, z, height] of [[0, 0, 0], [0, 0.2, 0.08], [0.05, -0.06, 0.03]]) expect(heightAt(x, z)).to.be.at.least(height - 0.0031);
    });
});

describe('pelvisHeight', () => {
    const range = createPelvisRange();
    const out = new Float64Array(1);

    /** Legs as height of the hip over the goal, way aside, shortest, longest; load; lift. */
    function height(...legs: [number, number, number, number, number, number][]): number {
        clearPelvisRange(range);
        for (const [over, aside, shortest, longest, load, lift] of legs) addLeg(range, Float64Array.of(over, aside, shortest, longest), Float64Array.of(load, lift, 1.75));
        pelvisHeight(out, range);
        return out[0];
    }

    it('stays when all legs reach on level ground', () => {
        expect(height([0.8, 0.1, 0.4, 0.84, 1, 0], [0.8, 0.1, 0.4, 0.84, 1, 0])).to.equal(0);
        expect(height()).to.equal(0);
    });

    it('comes down until the longest leg reaches, by brute force', () => {
        const random = seededRandom(12);
        for (let i = 0; i < 300; i++) {
            const legs = Array.from({ length: 2 + (i % 3) }, () => {
                return [0.75 + 0.25 * random(), 0.3 * random(), 0.35, 0.84, 1, -0.2 * random()] as [number, number, number, number, number, number];
            });
            // the highest height not above the animated one at which every leg is short enough
            let best = -Infinity;
            for (let h = 0; h >= -0.7; h -= 1e-4) {
                if (legs.every(([over, aside, , longest]) => Math.hypot(over + h, aside) <= longest)) {
                    best = h;
                    break;
                }
            }
            expect(height(...legs)).to.be.closeTo(best, 2e-4);
        }
    });

    it('goes up where all feet stand higher, and a leg that would be crushed comes before one that does not reach', () => {
        expect(height([0.6, 0, 0.4, 0.84, 1, 0.2], [0.6, 0, 0.4, 0.84, 1, 0.2])).to.be.closeTo(0.2, 1e-9);
        expect(height([0.6, 0, 0.4, 0.84, 1, 0.2], [0.75, 0, 0.4, 0.84, 1, 0.05])).to.be.at.most(0.09001);
        // one foot far below, one far above: the crushed one wins
        expect(height([1.2, 0, 0.4, 0.84, 1, -0.4], [0.3, 0, 0.4, 0.84, 1, 0.5])).to.be.closeTo(0.1, 1e-9);
    });

    it('does not ask feet in the air, and asks those that come down bit by bit', () => {
        expect(height([0.8, 0, 0.4, 0.84, 1, 0], [1.2, 0, 0.4, 0.84, 0, -0.4])).to.equal(0);
        const found = [0, 0.25, 0.5, 0.75, 1].map(load => height([0.8, 0, 0.4, 0.84, 1, 0], [1, 0, 0.4, 0.84, load, -0.2]));
        for (let i = 1; i < found.length; i++) expect(found[i]).to.be.at.most(found[i - 1]);
        expect(found[4]).to.be.closeTo(-0.16, 1e-9);
    });
});
