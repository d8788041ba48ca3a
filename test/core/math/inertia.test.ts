import { expect } from 'chai';

import {
    addLeft, createInertia, endInertia, gatherLeft, isDyingOut, startDuration, startHalfLife, type Inertia
} from '../../../scripts/core/math/inertia';

const STEP = 1e-5;

describe('Inertia', () => {
    const WAYS: [string, (inertia: Inertia) => void][] = [
        ['a duration', inertia => startDuration(inertia, 0.4)],
        ['a half-life', inertia => startHalfLife(inertia, 0.1)]
    ];

    function leftAt(inertia: Inertia, time: number): number[] {
        const out = new Float64Array(inertia.values.length);
        const before = inertia.elapsed;
        inertia.elapsed = time;
        addLeft(out, 0, inertia);
        inertia.elapsed = before;
        return [...out];
    }

    const rateAt = (inertia: Inertia, time: number) => {
        const [after, before] = [leftAt(inertia, time + STEP), leftAt(inertia, Math.max(0, time - STEP))];
        return after.map((value, i) => (value - before[i]) / (STEP + Math.min(time, STEP)));
    };

    function make(start: (inertia: Inertia) => void): Inertia {
        const inertia = createInertia(2);
        inertia.values.set([2, -1]);
        inertia.rates.set([-3, 5]);
        start(inertia);
        return inertia;
    }

    for (const [name, start] of WAYS) {
        it(`starts with the given values and rates, with ${name}`, () => {
            const inertia = make(start);
            expect(leftAt(inertia, 0)).to.deep.equal([2, -1]);
            rateAt(inertia, 0).forEach((rate, i) => expect(rate).to.be.closeTo([-3, 5][i], 0.02));
        });

        it(`goes on in place and speed when what is left is gathered for a new start, with ${name}`, () => {
            const inertia = make(start);
            inertia.elapsed = 0.15;
            const [left, rate] = [leftAt(inertia, 0.15), rateAt(inertia, 0.15)];
            gatherLeft(inertia);
            start(inertia);
            expect(leftAt(inertia, 0)).to.deep.equal(left);
            inertia.rates.forEach((value, i) => expect(value).to.be.closeTo(rate[i], 1e-3));
        });

        it(`leaves nothing at the end, and says when that is, with ${name}`, () => {
            const inertia = make(start);
            expect(isDyingOut(inertia)).to.equal(true);
            inertia.elapsed = inertia.duration - STEP;
            expect(isDyingOut(inertia)).to.equal(true);
            for (const value of leftAt(inertia, inertia.elapsed)) expect(Math.abs(value)).to.be.below(1e-6);
            inertia.elapsed += STEP;
            expect(isDyingOut(inertia)).to.equal(false);
            expect(leftAt(inertia, inertia.elapsed)).to.deep.equal([0, 0]);
        });
    }

    it('is gone after its duration, and not before', () => {
        const inertia = make(WAYS[0][1]);
        expect(inertia.duration).to.equal(0.4);
        expect(Math.abs(leftAt(inertia, 0.3)[0])).to.be.above(0.01);
    });

    it('from rest is half after the half-life', () => {
        const inertia = make(WAYS[1][1]);
        inertia.rates.fill(0);
        expect(leftAt(inertia, 0.1)[0]).to.be.closeTo(1, 1e-9);
    });

    it('with a half-life may be started anew at any moment: it goes the same way', () => {
        const [whole, cut] = [make(WAYS[1][1]), make(WAYS[1][1])];
        for (let i = 0; i < 7; i++) {
            cut.elapsed = 0.01;
            gatherLeft(cut);
            WAYS[1][1](cut);
        }
        leftAt(whole, 0.07).forEach((value, i) => expect(cut.values[i]).to.be.closeTo(value, 1e-9));
    });

    it('is over at once without time, stays for an infinite one, and ends when it is told to', () => {
        for (const time of [0, -1, NaN]) {
            for (const start of [startDuration, startHalfLife]) {
                const inertia = make(made => start(made, time));
                expect([isDyingOut(inertia), ...leftAt(inertia, 0)]).to.deep.equal([false, 0, 0]);
            }
        }
        const staying = make(inertia => startDuration(inertia, Infinity));
        expect(leftAt(staying, 100)).to.deep.equal([2, -1]);
        const ended = make(WAYS[0][1]);
        endInertia(ended);
        expect(isDyingOut(ended)).to.equal(false);
    });
});
