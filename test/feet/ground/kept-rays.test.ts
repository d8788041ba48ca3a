import { expect } from 'chai';

import { RAY, type Ground, type GroundBody } from '../../../scripts/core/ground/ground';
import { KeptRays, placeRay, type ProbeLimits } from '../../../scripts/feet/ground/kept-rays';

describe('rays that are kept', () => {
    const limits: ProbeLimits = {
        up: Float64Array.of(0, 1, 0), plane: new Float64Array(3), normal: Float64Array.of(0, 1, 0), climb: new Float64Array(1), top: 0.5, bottom: -0.5, maxStep: 0.4, minCosine: 0.5, size: 1.75
    };
    const ray = new Float64Array(RAY);
    const through = (x: number) => {
        placeRay(ray, limits, Float64Array.of(x, 0, 0), 0);
        return ray;
    };

    /** A floor at a height that rises along x, with a lift from x = 5 on. */
    class Floor implements Ground {
        version: number | undefined;

        readonly lift = {
            height: 0.2, version: undefined as number | undefined, isThere: () => true, readPlace: (out: Float64Array) => out.set([0, this.lift.height, 0, 0, 0, 0, 1])
        };

        cast(hit: Parameters<Ground['cast']>[0], { 0: x }: Parameters<Ground['cast']>[1]): boolean {
            hit.point.set([x, x < 5 ? x / 100 : this.lift.height, 0]);
            hit.normal.set([0, 1, 0]);
            hit.body = x < 5 ? null : this.lift as GroundBody;
            return x >= 0;
        }
    }

    it('have answers of their own', () => {
        const rays = new KeptRays(4), floor = new Floor();
        for (let i = 0; i < 4; i++) rays.cast(i, through(2 * i), floor);
        for (let i = 0; i < 4; i++) {
            const point = rays.pointOf(i);
            expect(rays.isValid(i, through(2 * i), floor, limits)).to.equal(true);
            expect([...rays.rows.slice(point, point + 6)]).to.deep.equal([2 * i, i < 3 ? 2 * i / 100 : 0.2, 0, 0, 1, 0]);
            expect([...rays.rows.slice(rays.rayOf(i), rays.rayOf(i) + RAY)]).to.deep.equal([2 * i, 0.5, 0, -0, -1, -0, 1]);
            expect(rays.bodyOf(i)).to.equal(i < 3 ? null : floor.lift);
        }
        rays.forgetOne(1);
        expect([0, 1, 2, 3].map(i => rays.isValid(i, through(2 * i), floor, limits))).to.deep.equal([true, false, true, true]);
    });

    it('are asked again when they, their ground or their body move or change', () => {
        const floor = new Floor();
        const asked = (change: () => void, other?: Ground) => {
            const rays = new KeptRays(2);
            for (let i = 0; i < 2; i++) rays.cast(i, through(6 * i), floor);
            change();
            return [0, 1].map(i => !rays.isValid(i, through(6 * i), other ?? floor, limits));
        };
        expect(asked(() => {})).to.deep.equal([false, false]);
        expect(asked(() => { floor.version = 1; })).to.deep.equal([true, true]);
        expect(asked(() => {}, new Floor())).to.deep.equal([true, true]);
        expect(asked(() => { floor.lift.height += 0.01; })).to.deep.equal([false, true]);
        expect(asked(() => { floor.lift.version = 1; })).to.deep.equal([false, true]);
        const rays = new KeptRays(1);
        rays.cast(0, through(1), floor);
        expect(rays.isValid(0, through(1.0001), floor, limits)).to.equal(true);
        expect(rays.isValid(0, through(1.01), floor, limits)).to.equal(false);
    });

    it('do not keep that nothing was met: something may come up there', () => {
        const floor = new Floor(), rays = new KeptRays(1);
        rays.cast(0, through(-1), floor);
        expect(rays.hasFound(0)).to.equal(false);
        expect(rays.isValid(0, through(-1), floor, limits)).to.equal(false);
    });
});
