import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { rollBetween } from '../../../scripts/core/reactions/roll-angle';

// The turn about a body's length that brings one of its sides up.

const flat = ({ x, y, z }: Vec3) => Float64Array.of(x, y, z);

describe('the roll between two directions', () => {
    it('is the turn about the axis that brings the one over the other, however far both lean along it', () => {
        const axis = new Vec3(1, 2, -0.5).normalize();
        const side = new Vec3(0.3, -0.2, 1).normalize();
        for (const degrees of [-170, -90, -10, 0, 35, 120]) {
            const turned = new Quat().setFromAxisAngle(axis, degrees).transformVector(side);
            expect(rollBetween(flat(axis), flat(side), flat(turned)) * 180 / Math.PI).to.be.closeTo(degrees, 1e-3);
            turned.add(axis.clone().mulScalar(0.4));
            expect(rollBetween(flat(axis), flat(side), flat(turned)) * 180 / Math.PI).to.be.closeTo(degrees, 1e-3);
        }
    });

    it('is none about an axis that one of them points along', () => {
        expect(rollBetween(Float64Array.of(0, 1, 0), Float64Array.of(0, 1, 0), Float64Array.of(1, 0, 0))).to.equal(0);
    });
});
