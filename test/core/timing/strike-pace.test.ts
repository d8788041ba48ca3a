import { expect } from 'chai';

import { advanceStrikePace, planStrikePace } from '../../../scripts/core/timing/strike-pace';
import { seededRandom } from '../../support/geometry';

describe('the pace of a strike', () => {
    const random = seededRandom(3);
    const between = (low: number, high: number) => low + (high - low) * random();

    it('gives the strike its own time, the whole 1 / pace, and anticipation its share', () => {
        for (let i = 0; i < 200; i++) {
            const duration = between(0.5, 3), start = between(0.1, 0.5) * duration, end = start + between(0.05, 0.2) * duration;
            const pace = between(0.3, 1), anticipation = between(0.5, 3);
            const { before, after, fits } = planStrikePace(duration, start, end, pace, anticipation);
            expect(fits).to.equal(true);
            expect(before / after).to.be.closeTo(anticipation, 1e-9);
            expect(before * start + (end - start) + after * (duration - end)).to.be.closeTo(duration / pace, 1e-9);
        }
    });

    it('passes the same of the clip in any steps', () => {
        const plan = planStrikePace(1.2, 0.6, 0.75, 0.7, 1.5);
        for (let i = 0; i < 100; i++) {
            const from = between(0, 1.2), shown = between(0, 4);
            const whole = advanceStrikePace(plan, from, shown, true);
            let at = from, passed = 0;
            for (let k = 0; k < 50; k++) {
                const step = advanceStrikePace(plan, at, shown / 50, true);
                passed += step;
                at = (at + step) % 1.2;
            }
            expect(passed).to.be.closeTo(whole, 1e-9);
        }
    });

    it('goes at the pace throughout without a strike', () => {
        const plan = planStrikePace(2, 1, 1, 0.5, 3);
        expect(advanceStrikePace(plan, 0.3, 1, false)).to.be.closeTo(0.5, 1e-12);
    });

    it('lets the strike win where nothing is left, and says so', () => {
        const plan = planStrikePace(1, 0.1, 0.9, 4, 1);
        expect(plan.fits).to.equal(false);
        expect(advanceStrikePace(plan, 0.1, 0.4, false)).to.be.closeTo(0.4, 1e-12);
    });

    it('ends for a clip without length', () => {
        const plan = planStrikePace(0, 0, 0, 1, 1);
        expect(advanceStrikePace(plan, 0, 0.25, true)).to.equal(0.25);
    });
});
