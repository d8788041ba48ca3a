import { expect } from 'chai';

import { LIMIT_SIZE, SOFT, limitSwing, setSwingLimit, softDistance, softenLimit, swingRatio, widenLimit } from '../../../scripts/core/gaze/swing-limit';
import { seededRandom } from '../../support/geometry';

const SIDE = 1.2, UP = 0.5, DOWN = 0.8;

function makeLimit(soft = 1): Float64Array {
    const limit = new Float64Array(LIMIT_SIZE);
    setSwingLimit(limit, 0, SIDE, UP, DOWN);
    limit[SOFT] = soft;
    return limit;
}

function limited(limit: Float64Array, x: number, y: number): Float64Array {
    const heading = Float64Array.of(x, y);
    limitSwing(limit, 0, heading, new Float64Array(2), 0);
    return heading;
}

/** Nearest point of the ellipse by trying a lot of them. */
function nearestByTrying(x: number, y: number): number {
    let nearest = Infinity;
    for (let i = 0; i < 20000; i++) {
        const angle = 2 * Math.PI * i / 20000;
        const [ex, ey] = [SIDE * Math.cos(angle), (angle < Math.PI ? UP : DOWN) * Math.sin(angle)];
        nearest = Math.min(nearest, Math.hypot(x - ex, y - ey));
    }
    return nearest;
}

function ratioOf(limit: Float64Array, heading: Float64Array): number {
    return swingRatio(limit, 0, heading, 0);
}

describe('limitSwing', () => {
    const random = seededRandom(1);
    const headings = Array.from({ length: 300 }, () => [3 * (2 * random() - 1), 3 * (2 * random() - 1)]);

    it('leaves what is inside alone', () => {
        for (const [x, y] of headings.map(pair => pair.map(value => value / 10))) expect([...limited(makeLimit(), x, y)]).to.deep.equal([x, y]);
    });

    it('brings what is outside to the nearest point of an ellipse with halves for up and down', () => {
        for (const [x, y] of headings) {
            if (ratioOf(makeLimit(), Float64Array.of(x, y)) <= 1) continue;
            const heading = limited(makeLimit(), x, y);
            const [ratioX, ratioY] = [heading[0] / SIDE, heading[1] / (heading[1] < 0 ? DOWN : UP)];
            expect(Math.hypot(ratioX, ratioY)).to.be.closeTo(1, 1e-9);
            expect(Math.hypot(x - heading[0], y - heading[1])).to.be.closeTo(nearestByTrying(x, y), 1e-4);
        }
    });

    it('moves no further along the border than what it is asked for', () => {
        for (const soft of [1, 0.85, 0.5]) {
            for (const [x, y] of headings) {
                const angle = 2 * Math.PI * random();
                const step = 1e-4;
                const [a, b] = [limited(makeLimit(soft), x, y), limited(makeLimit(soft), x + step * Math.cos(angle), y + step * Math.sin(angle))];
                expect(Math.hypot(a[0] - b[0], a[1] - b[1]) / step).to.be.below(1.05);
            }
        }
    });

    it('slows down from the soft share on without a kink, and ends exactly at the limit', () => {
        for (const angle of [0, 0.7, 1.57, 2.5, 4, 5.5]) {
            const at = (distance: number) => Math.hypot(...limited(makeLimit(0.85), distance * Math.cos(angle), distance * Math.sin(angle)));
            let before = at(0.001);
            let rate = 1;
            for (let distance = 0.002; distance < 3; distance += 0.001) {
                const now = at(distance);
                const nextRate = (now - before) / 0.001;
                expect(nextRate).to.be.closeTo(rate, 0.1);
                before = now;
                rate = nextRate;
            }
            const end = limited(makeLimit(0.85), 3 * Math.cos(angle), 3 * Math.sin(angle));
            expect(ratioOf(makeLimit(), end)).to.be.closeTo(1, 1e-9);
        }
    });

    it('says what it holds back: with that added, the same heading follows', () => {
        for (const [x, y] of headings) {
            const held = new Float64Array(2);
            const once = Float64Array.of(x, y);
            limitSwing(makeLimit(0.7), 0, once, held, 0);
            const again = Float64Array.of(once[0] + held[0], once[1] + held[1]);
            limitSwing(makeLimit(0.7), 0, again, new Float64Array(2), 0);
            expect(Math.hypot(once[0] - again[0], once[1] - again[1])).to.be.below(1e-3);
        }
    });

    it('is widened to what the pose has, and leaves that pose alone', () => {
        for (const [x, y] of headings) {
            const limit = makeLimit();
            const posed = Float64Array.of(x, y);
            softenLimit(limit, 0, 0.85);
            widenLimit(limit, 0, posed, 0);
            expect([...limited(limit, x, y)].map((value, i) => Math.abs(value - posed[i])).every(error => error < 1e-9)).to.equal(true);
            expect(ratioOf(limit, posed)).to.be.below(1 + 1e-9);
        }
    });

    it('holds a limit of 0', () => {
        const limit = new Float64Array(LIMIT_SIZE);
        setSwingLimit(limit, 0, 0, 0, 0);
        const heading = limited(limit, 0.5, -0.3);
        expect(Math.hypot(heading[0], heading[1])).to.be.below(1e-6);
    });
});

describe('softDistance', () => {
    it('is the distance at first, all of the width at twice the width, and never more', () => {
        expect(softDistance(0.001, 1)).to.be.closeTo(0.001, 1e-6);
        expect(softDistance(2, 1)).to.equal(1);
        expect(softDistance(5, 1)).to.equal(1);
        expect(softDistance(3, 0)).to.equal(0);
    });
});
