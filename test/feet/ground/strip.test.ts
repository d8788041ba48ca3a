import { expect } from 'chai';

import { createGroundHit } from '../../../scripts/core/ground/ground';
import { lookAlong, Profile } from '../../support/ground-profile';

// The ground along the path of a foot, against steps and slopes whose heights are formulas.

describe('the ground ahead of a foot', () => {
    it('is asked once: more frames cast no more rays', () => {
        const ground = new Profile(() => 0);
        const { ahead } = lookAlong(ground);
        expect(ahead.hasEdges).to.equal(false);
        // one each six centimetres from the heel to the tip of the toes, where it comes down
        expect(ground.casts).to.be.within(16, 20);
    });

    it('tells the ground under a place that it has seen, without a ray', () => {
        const slope = 0.2, ground = new Profile(z => slope * z, slope);
        const { ahead } = lookAlong(ground), hit = createGroundHit(), { casts } = ground;
        for (const z of [0, 0.17, 0.33, 0.6]) {
            expect(ahead.read(hit, Float64Array.of(0, 0.3, z), ground), `at ${z}`).to.equal(true);
            // the plane through the point
            expect(hit.point[1] + slope * (z - hit.point[2])).to.be.closeTo(slope * z, 1e-9);
            expect(-hit.normal[2] / hit.normal[1]).to.be.closeTo(slope, 1e-9);
        }
        expect(ground.casts).to.equal(casts);
    });

    it('does not tell it where it steps, beside its path, where it has not looked, or where it may have moved', () => {
        const hit = createGroundHit();
        const step = new Profile(z => (z >= 0.3 ? 0.15 : 0));
        expect(lookAlong(step).ahead.read(hit, Float64Array.of(0, 0.1, 0.1), step), 'before a step').to.equal(false);
        const level = new Profile(() => 0), { ahead } = lookAlong(level);
        const at = (x: number, z: number) => ahead.read(hit, Float64Array.of(x, 0.1, z), level);
        expect([at(0, 0.1), at(0.1, 0.1), at(0, 1.6)]).to.deep.equal([true, false, false]);
        level.version++;
        expect(at(0, 0.1), 'another ground').to.equal(false);
        const moving = new Profile(() => 0);
        moving.body = { readPlace: out => out.fill(0), isThere: () => true };
        expect(lookAlong(moving).ahead.read(hit, Float64Array.of(0, 0.1, 0.1), moving), 'a body').to.equal(false);
    });
});
