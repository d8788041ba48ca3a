import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { ELBOW, HINGE, solveTwoBone } from '../../../scripts/core/limb/two-bone';
import { angleOf, parents, randomDirection, seededRandom } from '../../support/geometry';

const THIGH = 0.43;
const SHIN = 0.41;

function vectorAt(points: Float64Array, joint: number): Vec3 {
    return new Vec3(points[3 * joint], points[3 * joint + 1], points[3 * joint + 2]);
}

function flat(...vectors: Vec3[]): Float64Array {
    return Float64Array.from(vectors.flatMap(({ x, y, z }) => [x, y, z]));
}

/** A leg that hangs down with its knee bent forwards by some angle. */
function leg(bend = 20): Vec3[] {
    const half = bend / 2 * Math.PI / 180;
    const knee = new Vec3(0, -THIGH * Math.cos(half), THIGH * Math.sin(half));
    return [new Vec3(), knee, knee.clone().add(new Vec3(0, -SHIN * Math.cos(half), -SHIN * Math.sin(half)))];
}

/** Lengths are kept; `tolerance` is what single-precision matrices of the test itself lose. */
function expectIntact(points: Float64Array, scale = 1, tolerance = 1e-9) {
    points.forEach(value => expect(value).to.be.finite);
    expect(vectorAt(points, 0).distance(vectorAt(points, 1))).to.be.closeTo(THIGH * scale, tolerance * scale);
    expect(vectorAt(points, 1).distance(vectorAt(points, 2))).to.be.closeTo(SHIN * scale, tolerance * scale);
}

describe('solveTwoBone', () => {
    const forward = flat(new Vec3(0, 0, 1));

    for (const parent of parents(seededRandom(1))) {
        it(`puts the end exactly on 500 reachable targets under a parent that is ${parent.name}`, () => {
            const random = seededRandom(2);
            for (let i = 0; i < 500; i++) {
                const distance = 0.03 + random() * (THIGH + SHIN - 0.031);
                const goal = parent.matrix.transformPoint(randomDirection(random).mulScalar(distance));
                const points = flat(...leg(20).map(joint => parent.matrix.transformPoint(joint)));
                const pole = flat(parent.rotation.transformVector(new Vec3(0, 0, 1)));
                solveTwoBone(points, flat(goal), pole, ELBOW);
                expect(vectorAt(points, 2).distance(goal)).to.be.below(1e-9);
                expectIntact(points, parent.scale, 1e-5);
            }
        });
    }

    it('keeps the plane in which the limb is bent', () => {
        const random = seededRandom(3);
        for (let i = 0; i < 200; i++) {
            const bendSide = randomDirection(random).mul(new Vec3(1, 0, 1)).normalize();
            const points = flat(new Vec3(), bendSide.clone().mulScalar(0.1).add(new Vec3(0, -0.4, 0)), new Vec3(0, -0.8, 0));
            const lengths = [vectorAt(points, 1).length(), vectorAt(points, 1).distance(vectorAt(points, 2))];
            solveTwoBone(points, flat(new Vec3(0, -0.6, 0)), forward, ELBOW);
            const knee = vectorAt(points, 1);
            expect(angleOf(new Vec3(knee.x, 0, knee.z), bendSide)).to.be.below(1e-4);
            expect(knee.length()).to.be.closeTo(lengths[0], 1e-9);
            expect(knee.distance(vectorAt(points, 2))).to.be.closeTo(lengths[1], 1e-9);
        }
    });

    it('bends a hinge further towards its pole, and keeps what it is bent already', () => {
        const random = seededRandom(3);
        for (let i = 0; i < 200; i++) {
            const bendSide = randomDirection(random).mul(new Vec3(1, 0, 1)).normalize();
            const place = (below: number) => {
                const points = flat(new Vec3(), bendSide.clone().mulScalar(0.1).add(new Vec3(0, -0.4, 0)), new Vec3(0, -0.8, 0));
                solveTwoBone(points, flat(new Vec3(0, -below, 0)), forward, HINGE);
                const knee = vectorAt(points, 1);
                return new Vec3(knee.x, 0, knee.z);
            };
            expect(angleOf(place(0.81), bendSide), 'longer').to.be.below(1e-4);
            const knee = place(0.6), more = knee.length() - 0.1;
            expect(angleOf(knee, bendSide.clone().mulScalar(0.1).add(new Vec3(0, 0, more))), 'shorter').to.be.below(1e-4);
        }
    });

    it('bends a straight limb towards the pole', () => {
        for (const side of [1, -1]) {
            const points = flat(new Vec3(), new Vec3(0, -THIGH, 0), new Vec3(0, -THIGH - SHIN, 0));
            solveTwoBone(points, flat(new Vec3(0, -0.7, 0)), flat(new Vec3(0, 0, side)), ELBOW);
            expect(side * points[5]).to.be.above(0.1);
            expectIntact(points);
        }
    });

    it('is straight at its full length and no sooner', () => {
        const points = flat(...leg(20));
        solveTwoBone(points, flat(new Vec3(0, -(THIGH + SHIN) * 0.9999, 0)), forward, ELBOW);
        expect(vectorAt(points, 2).y).to.be.closeTo(-(THIGH + SHIN) * 0.9999, 1e-12);
    });

    it('stretches towards a target that is too far: the nearest place', () => {
        const goal = new Vec3(0.6, -1.5, 0.3);
        const points = flat(...leg());
        solveTwoBone(points, flat(goal), forward, ELBOW);
        expect(vectorAt(points, 2).distance(goal)).to.be.closeTo(goal.length() - THIGH - SHIN, 1e-9);
        expect(angleOf(vectorAt(points, 2), goal)).to.be.below(1e-6);
        expectIntact(points);
    });

    it('folds towards a target that is too near: the nearest place', () => {
        const goal = new Vec3(0, -0.005, 0);
        const points = flat(...leg());
        solveTwoBone(points, flat(goal), forward, ELBOW);
        expect(vectorAt(points, 2).distance(goal)).to.be.closeTo(THIGH - SHIN - 0.005, 1e-9);
        expectIntact(points);
    });

    it('stays whole with the target on its root, and with a pole along the limb', () => {
        const onRoot = flat(...leg());
        solveTwoBone(onRoot, flat(new Vec3()), forward, ELBOW);
        expectIntact(onRoot);
        const alongPole = flat(new Vec3(), new Vec3(0, -THIGH, 0), new Vec3(0, -THIGH - SHIN, 0));
        solveTwoBone(alongPole, flat(new Vec3(0, -0.7, 0)), flat(new Vec3(0, 1, 0)), ELBOW);
        expectIntact(alongPole);
    });
});
