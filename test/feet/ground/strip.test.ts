import { expect } from 'chai';

import { createGroundHit, type Ground, type GroundBody } from '../../../scripts/core/ground/ground';
import type { ProbeLimits } from '../../../scripts/feet/ground/kept-rays';
import { Strip, type MovingFoot } from '../../../scripts/feet/ground/strip';

// The ground along the path of a foot, against stairs and slopes whose heights are formulas.

/** Rays a frame, and frames. */
const RAYS = 8;
const FRAMES = 12;

const SIZE = 1.75;

/** Ground whose height along z is a formula, and how often it was asked. */
class Profile implements Ground {
    casts = 0;

    body: GroundBody | null = null;

    version = 0;

    constructor(private readonly heightAt: (z: number) => number, private readonly slope = 0) {}

    cast(hit: Parameters<Ground['cast']>[0], ray: Parameters<Ground['cast']>[1]): boolean {
        this.casts++;
        const height = this.heightAt(ray[2]);
        if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
        const length = Math.hypot(1, this.slope);
        hit.point.set([ray[0], height, ray[2]]);
        hit.normal.set([0, 1 / length, -this.slope / length]);
        hit.body = this.body;
        return true;
    }
}

function look(ground: Ground, landing = 0.7) {
    const ahead = new Strip();
    const limits: ProbeLimits = {
        up: Float64Array.of(0, 1, 0), plane: new Float64Array(3), normal: Float64Array.of(0, 1, 0), top: 0.5, bottom: -0.5, maxStep: 0.45, minCosine: 0.5, size: SIZE
    };
    const foot: MovingFoot = {
        up: limits.up, settings: { length: 0.2, heel: 0.06 }, swing: { place: Float64Array.of(0, 0.1, 0) }, target: { normal: Float64Array.of(0, 1, 0) }
    };
    const strike = Float64Array.of(0, 0.1, landing), climb = new Float64Array(1);
    ahead.begin(foot, limits.plane, limits);
    for (let frame = 0; frame < FRAMES; frame++) {
        ahead.look(foot, strike, limits, climb, ground, RAYS);
    }
    return ahead;
}

describe('the ground ahead of a foot', () => {
    it('has the edges of stairs within 8 mm, with the heights of their treads and 20 mm over them', () => {
        const places = [0.2, 0.5, 0.8], rise = 0.15;
        const ahead = look(new Profile(z => rise * places.filter(place => z >= place).length));
        // a tip is round by a centimetre
        const seen = Array.from({ length: ahead.count }, (_, i) => ({ from: ahead.from[i] + 0.0105, top: ahead.topAt(i, 0) })).filter(({ top }) => top > 0.16);
        for (const [i, place] of places.slice(0, 2).entries()) {
            const edge = seen.find(({ from }) => from > place - 0.0081 && from <= place);
            expect(edge, `edge ${i + 1}`).to.not.equal(undefined);
            expect(edge!.top).to.be.closeTo(rise * (i + 1) + 0.02, 0.001);
        }
        expect(ahead.end, 'tip on the third').to.be.closeTo(3 * rise, 1e-9);
    });

    it('is asked once: more frames cast no more rays', () => {
        const ground = new Profile(() => 0);
        const ahead = look(ground);
        expect(ahead.hasEdges).to.equal(false);
        // one each six centimetres from the heel to the tip of the toes, where it comes down
        expect(ground.casts).to.be.within(16, 20);
    });

    it('comes down before a riser that its tip would graze, or beyond a nose on which its heel would be', () => {
        // the tip comes to 0.9, the heel to 0.64
        expect(look(new Profile(z => (z >= 0.89 ? 0.15 : 0))).landingShift, 'riser').to.be.closeTo(-0.04, 0.005);
        expect(look(new Profile(z => (z >= 0.66 ? -0.15 : 0))).landingShift, 'nose').to.be.closeTo(0.05, 0.005);
        expect(look(new Profile(z => (z >= 0.75 ? 0.15 : 0))).landingShift, 'a tread of its own').to.equal(0);
    });

    it('tells the ground under a place that it has seen, without a ray', () => {
        const slope = 0.2, ground = new Profile(z => slope * z, slope);
        const ahead = look(ground), hit = createGroundHit(), { casts } = ground;
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
        expect(look(step).read(hit, Float64Array.of(0, 0.1, 0.1), step), 'before a step').to.equal(false);
        const level = new Profile(() => 0), ahead = look(level);
        const at = (x: number, z: number) => ahead.read(hit, Float64Array.of(x, 0.1, z), level);
        expect([at(0, 0.1), at(0.1, 0.1), at(0, 1.6)]).to.deep.equal([true, false, false]);
        level.version++;
        expect(at(0, 0.1), 'another ground').to.equal(false);
        const moving = new Profile(() => 0);
        moving.body = { readPlace: out => out.fill(0), isThere: () => true };
        expect(look(moving).read(hit, Float64Array.of(0, 0.1, 0.1), moving), 'a body').to.equal(false);
    });
});
