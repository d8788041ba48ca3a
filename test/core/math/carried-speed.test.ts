import { expect } from 'chai';

import {
    addCarriedSpeed, createCarriedSpeed, cutJump, gatherCarriedSpeed, startCarriedSpeed, type CarriedSpeed
} from '../../../scripts/core/math/carried-speed';

const DEGREES = 180 / Math.PI;

describe('CarriedSpeed', () => {
    const at = (carried: CarriedSpeed, elapsed: number) => {
        const out = new Float64Array(6);
        addCarriedSpeed(out, { ...carried, elapsed });
        return [Math.hypot(out[0], out[1], out[2]) * DEGREES, Math.hypot(out[3], out[4], out[5]) * DEGREES];
    };

    function make(fast: number, slow: number) {
        const carried = createCarriedSpeed(2);
        carried.rates.set([0.6 * fast / DEGREES, 0.8 * fast / DEGREES, 0, 0, 0, slow / DEGREES]);
        startCarriedSpeed(carried, 17);
        return carried;
    }

    it('begins with its speed, goes on by 7 degrees at most, and dies out', () => {
        for (const speed of [100, 400, 3600]) {
            const carried = make(speed, 50);
            expect(at(carried, 1e-6)[0] / 1e-6).to.be.closeTo(speed, 1e-3 * speed);
            const way = Array.from({ length: 4000 }, (_, i) => at(carried, i / 10_000));
            expect(Math.max(...way.map(([fast]) => fast))).to.be.closeTo(Math.min(7, speed / Math.E / 17), 0.01);
            // the slow one goes as far as a spring of that rate lets it
            expect(Math.max(...way.map(([, slow]) => slow))).to.be.closeTo(50 / Math.E / 17, 0.01);
            expect(Math.max(...at(carried, carried.duration - 1e-9))).to.be.below(1e-5);
            expect(at(carried, carried.duration)).to.deep.equal([0, 0]);
        }
    });

    it('goes the same way when it is gathered in between, and is no further beyond when a speed is added', () => {
        const [whole, cut] = [make(900, 50), make(900, 50)];
        for (let i = 0; i < 5; i++) {
            cut.elapsed = 0.004;
            gatherCarriedSpeed(cut);
        }
        at(cut, 0.01).forEach((value, i) => expect(value).to.be.closeTo(at(whole, 0.03)[i], 1e-9));
        const before = at(cut, 0)[0];
        cut.rates[0] += 2000 / DEGREES;
        startCarriedSpeed(cut, 17);
        for (let i = 0; i < 100; i++) expect(at(cut, i / 1000)[0]).to.be.below(before + 7.01);
    });

    it('takes a step for no speed that is more than twice as fast as the one before, and 300 degrees a second', () => {
        const cut = (speed: number, before: number) => {
            const vector = Float64Array.of(0, speed / DEGREES, 0);
            cutJump(vector, 0, before / DEGREES);
            return vector[1] * DEGREES;
        };
        expect(cut(290, 0)).to.be.closeTo(290, 1e-9);
        expect(cut(3600, 0)).to.be.closeTo(300, 1e-9);
        expect(cut(3600, 1000)).to.be.closeTo(2300, 1e-9);
        expect(cut(1500, 1000)).to.be.closeTo(1500, 1e-9);
    });
});
