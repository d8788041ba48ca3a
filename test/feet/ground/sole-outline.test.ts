import { expect } from 'chai';

import type { Ground } from '../../../scripts/core/ground/ground';
import type { ProbeLimits } from '../../../scripts/feet/ground/kept-rays';
import { SoleOutline } from '../../../scripts/feet/ground/sole-outline';
import { OUTLINE_POINTS } from '../../../scripts/feet/outline-points';

describe('what lies around a sole that stands', () => {
    const limits: ProbeLimits = {
        up: Float64Array.of(0, 1, 0), plane: new Float64Array(3), normal: Float64Array.of(0, 1, 0), top: 0.5, bottom: -0.5, maxStep: 0.4, minCosine: 0.5, size: 1.75
    };
    const spots = Float64Array.from({ length: 3 * OUTLINE_POINTS }, (_, k) => [Math.cos(k - k % 3), 0, Math.sin(k - k % 3)][k % 3] / 10);
    const flat = new Float64Array(OUTLINE_POINTS);

    /** A floor at height 0 with a block below one point, and the rays that it has answered. */
    class Block implements Ground {
        version = 0;

        casts = 0;

        constructor(public block: number, public height: number) {}

        cast({ point, normal }: Parameters<Ground['cast']>[0], ray: Parameters<Ground['cast']>[1]): boolean {
            this.casts++;
            const isOn = Math.hypot(ray[0] - spots[3 * this.block], ray[2] - spots[3 * this.block + 2]) < 0.01;
            point.set([ray[0], isOn ? this.height : 0, ray[2]]);
            normal.set([0, 1, 0]);
            return true;
        }
    }

    const raisedBy = (outline: SoleOutline) => {
        const rise = new Float64Array(1);
        outline.writeRise(rise, Float64Array.of(0, 0, 0, 0, 1, 0), flat, limits);
        return rise[0];
    };

    it('is asked once, with as many rays a frame as are left, and raises the sole by what reaches over it', () => {
        const outline = new SoleOutline(), ground = new Block(5, 0.06);
        for (let frame = 0; frame < 20; frame++) expect(outline.sense(ground, limits, spots, 3, false)).to.be.at.most(3);
        expect(ground.casts).to.equal(OUTLINE_POINTS);
        expect(raisedBy(outline)).to.be.closeTo(0.06, 1e-12);
        expect(raisedBy(outline), 'another plane, the same rise').to.be.closeTo(0.06, 1e-12);
    });

    it('that changes is seen within a frame for each point', () => {
        const outline = new SoleOutline(), ground = new Block(5, 0.06);
        for (let frame = 0; frame < 4; frame++) outline.sense(ground, limits, spots, OUTLINE_POINTS, false);
        ground.height = 0.1;
        ground.version++;
        for (let frame = 0; frame < OUTLINE_POINTS; frame++) outline.sense(ground, limits, spots, OUTLINE_POINTS, false);
        expect(raisedBy(outline)).to.be.closeTo(0.1, 1e-12);
    });
});
