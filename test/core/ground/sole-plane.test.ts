import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { createSoleSamples, fitSolePlane } from '../../../scripts/core/ground/sole-plane';
import { angleOf, randomDirection, seededRandom } from '../../support/geometry';

describe('fitSolePlane', () => {
    const samples = createSoleSamples();
    samples.tolerance = 0.003;
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
            expect(fitSolePlane(plane, samples, up)).to.equal(true);
            expect(angleOf(new Vec3(plane[3], plane[4], plane[5]), normal)).to.be.below(1e-6);
            expect(heightAt(0.1, 0.1)).to.be.closeTo(at(0.1, 0.1), 1e-9);
        }
    });

    it('lies on the highest part of a step, so that no point goes in', () => {
        for (const heights of [[0, 0.1, 0], [0.1, 0, 0], [0, 0, 0.1], [0.1, 0.1, 0], [0, 0.1, 0.1]]) {
            put(heights, level);
            fitSolePlane(plane, samples, up);
            for (const [x, z, height] of [[0, 0, heights[0]], [0, 0.2, heights[1]], [0.05, -0.06, heights[2]]]) {
                expect(heightAt(x, z)).to.be.at.least(height - 0.0031);
            }
            expect(angleOf(new Vec3(plane[3], plane[4], plane[5]), Vec3.UP)).to.be.below(45);
        }
    });

    it('goes on with what was found, and says when there is nothing', () => {
        put([0.05, 0.07, 9], level, [1, 0, 0]);
        expect(fitSolePlane(plane, samples, up)).to.equal(true);
        expect(heightAt(0, 0.2)).to.be.closeTo(0.05, 1e-9);
        put([9, 9, 9], level, [0, 0, 0]);
        expect(fitSolePlane(plane, samples, up)).to.equal(false);
    });

    it('lies in a hollow on all three points', () => {
        const tilted = (x: number, z: number) => new Vec3(x, 1, z).normalize();
        // toe rises, heel's corner rises, the foot is in the middle of a valley
        put([0, 0.08, 0.03], [Vec3.UP, tilted(0, -0.8), tilted(-0.5, 0.8)]);
        fitSolePlane(plane, samples, up);
        for (const [x, z, height] of [[0, 0, 0], [0, 0.2, 0.08], [0.05, -0.06, 0.03]]) expect(heightAt(x, z)).to.be.at.least(height - 0.0031);
    });
});
