import { expect } from 'chai';

import { oscillatorStep } from '../../../scripts/core/math/oscillator';
import { PACE, shownFrequency, writePace } from '../../../scripts/core/springs/rod-pace';
import { seededRandom } from '../../support/geometry';

/** A swing whose squared frequency is a multiple of the lowest one's, as the pace carries it on: place and velocity. */
class Swing {
    private readonly pace = new Float64Array(PACE);

    constructor(frequency: number, ratio: number, seconds: number, private readonly multiple: number, public place: number, public velocity: number) {
        writePace(this.pace, 0, Float64Array.of(frequency, ratio, seconds));
    }

    step() {
        const [inertia, stiffness, speed, back] = this.pace;
        const next = ((inertia + back) * this.place + speed * this.velocity) / (inertia + stiffness * this.multiple);
        this.velocity = (next - this.place - back * next) / speed;
        this.place = next;
    }
}

describe('the pace of a rod', () => {
    const random = seededRandom(29);
    const cases = Array.from({ length: 200 }, () => {
        const seconds = 0.001 + 0.05 * random();
        return { seconds, frequency: shownFrequency(2 * Math.PI * 20 * random(), seconds), ratio: 2 * random() };
    });

    [...cases, { seconds: 1 / 60, frequency: 15, ratio: 1 }, { seconds: 1 / 60, frequency: 15, ratio: 0 }].forEach(({ seconds, frequency, ratio }, i) => {
        if (i % 20 > 0 && i < 200) return;
        it(`is exact for the lowest swing: ${(frequency / 2 / Math.PI).toFixed(1)} Hz, damping ratio ${ratio.toFixed(2)}, steps of ${(1000 * seconds).toFixed(0)} ms`, () => {
            const swing = new Swing(frequency, ratio, seconds, 1, 0.7, -2);
            const exact = new Float64Array(4);
            for (let step = 1; step <= 40; step++) {
                swing.step();
                oscillatorStep(exact, frequency * frequency, 2 * ratio * frequency, step * seconds);
                expect(swing.place).closeTo(0.7 * exact[0] - 2 * exact[1], 1e-9);
                expect(swing.velocity).closeTo(0.7 * exact[2] - 2 * exact[3], 1e-6);
            }
        });
    });

    it('takes no swing of half a circle or more in a step for a slower one', () => {
        for (const seconds of [1 / 30, 1 / 60, 1 / 144]) {
            expect(shownFrequency(1, seconds)).to.equal(1);
            for (const frequency of [Math.PI / seconds, 1e4 / seconds]) expect(shownFrequency(frequency, seconds) * seconds).to.be.within(2, Math.PI - 0.1);
        }
    });

    it('lets no higher swing grow, whatever the step', () => {
        for (const { seconds, frequency, ratio } of cases) {
            for (const multiple of [1.01, 9, 25, 400, 1e6]) {
                const swing = new Swing(frequency, ratio, seconds, multiple, 1, 0);
                let largest = 0, first = 0;
                for (let step = 0; step < 400; step++) {
                    swing.step();
                    largest = Math.max(largest, Math.abs(swing.place));
                    if (step === 100) first = largest;
                }
                expect(largest, `${frequency} ${ratio} ${seconds} ${multiple}`).most(first * (1 + 1e-9)).and.below(4);
            }
        }
    });
});
