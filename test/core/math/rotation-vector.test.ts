import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { rotationVector } from '../../../scripts/core/math/rotation-vector';
import { randomDirection, randomRotation, seededRandom } from '../../support/geometry';

describe('rotationVector', () => {
    it('is the axis times the angle of the shorter way, about axes of the world', () => {
        const random = seededRandom(3);
        const out = new Float64Array(3);
        const numbers = ({ x, y, z, w }: Quat) => Float64Array.of(x, y, z, w);
        for (const angle of [0, 1e-9, 1e-4, 0.05, 0.19, 0.21, 1, 2, 3.1]) {
            for (let i = 0; i < 20; i++) {
                const axis = randomDirection(random);
                const from = randomRotation(random);
                const to = new Quat().setFromAxisAngle(axis, angle * 180 / Math.PI).mul(from);
                // q and -q are one rotation
                if (i % 2) to.set(-to.x, -to.y, -to.z, -to.w);
                rotationVector(out, 0, numbers(from), 0, numbers(to), 0);
                expect(new Vec3(out[0], out[1], out[2]).distance(axis.mulScalar(angle))).to.be.below(1e-7);
            }
        }
    });
});
