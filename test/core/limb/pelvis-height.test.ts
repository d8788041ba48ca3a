import { expect } from 'chai';

import { addLeg, clearPelvisRange, createPelvisRange, heightNear, joinRanges, pelvisHeight } from '../../../scripts/core/limb/pelvis-height';
import { seededRandom } from '../../support/geometry';

describe('pelvisHeight', () => {
    const range = createPelvisRange();

    /** Legs as height of the hip over the goal, distance aside, shortest, longest; load; lift. */
    function height(...legs: [number, number, number, number, number, number][]): number {
        clearPelvisRange(range);
        for (const [over, aside, shortest, longest, load, lift] of legs) addLeg(range, { height: over, aside, shortest, longest, load, lift });
        return pelvisHeight(range);
    }

    it('stays when all legs reach on level ground', () => {
        expect(height([0.8, 0.1, 0.4, 0.84, 1, 0], [0.8, 0.1, 0.4, 0.84, 1, 0])).to.equal(0);
        expect(height()).to.equal(0);
    });

    it('comes down until the longest leg reaches, by brute force', () => {
        const random = seededRandom(12);
        for (let i = 0; i < 300; i++) {
            const legs = Array.from({ length: 2 + (i % 3) }, () => {
                return [0.75 + 0.25 * random(), 0.3 * random(), 0.35, 0.84, 1, -0.2 * random()] as [number, number, number, number, number, number];
            });
            // the highest height not above the animated one at which every leg is short enough
            let best = -Infinity;
            for (let h = 0; h >= -0.7; h -= 1e-4) {
                if (legs.every(([over, aside, , longest]) => Math.hypot(over + h, aside) <= longest)) {
                    best = h;
                    break;
                }
            }
            expect(height(...legs)).to.be.closeTo(best, 2e-4);
        }
    });

    it('goes up where all feet stand higher, and a leg that would be crushed comes before one that does not reach', () => {
        expect(height([0.6, 0, 0.4, 0.84, 1, 0.2], [0.6, 0, 0.4, 0.84, 1, 0.2])).to.be.closeTo(0.2, 1e-9);
        expect(height([0.6, 0, 0.4, 0.84, 1, 0.2], [0.75, 0, 0.4, 0.84, 1, 0.05])).to.be.at.most(0.09001);
        // one foot far below, one far above: the crushed one wins
        expect(height([1.2, 0, 0.4, 0.84, 1, -0.4], [0.3, 0, 0.4, 0.84, 1, 0.5])).to.be.closeTo(0.1, 1e-9);
    });

    it('does not ask feet in the air, and asks those that come down bit by bit', () => {
        expect(height([0.8, 0, 0.4, 0.84, 1, 0], [1.2, 0, 0.4, 0.84, 0, -0.4])).to.equal(0);
        const found = [0, 0.25, 0.5, 0.75, 1].map(load => height([0.8, 0, 0.4, 0.84, 1, 0], [1, 0, 0.4, 0.84, load, -0.2]));
        for (let i = 1; i < found.length; i++) expect(found[i]).to.be.at.most(found[i - 1]);
        expect(found[4]).to.be.closeTo(-0.16, 1e-9);
    });

    it('goes to another height that is wanted, as far as all legs reach it', () => {
        const range = createPelvisRange();
        addLeg(range, { height: 0.8, aside: 0, shortest: 0.4, longest: 0.9, load: 1, lift: Infinity });
        expect([-0.6, -0.2, 0.05, 0.3].map(wanted => heightNear(range, wanted).toFixed(6))).to.deep.equal(['-0.400000', '-0.200000', '0.050000', '0.100000']);
    });

    it('keeps the two ends of a body within a distance, each at what its own legs reach', () => {
        const made = (low: number, high: number) => ({ low, high, lift: Infinity });
        const heights = (a: ReturnType<typeof made>, b: ReturnType<typeof made>, most: number) => {
            joinRanges(a, b, most);
            return [heightNear(a, 0), heightNear(b, 0)].map(height => Number(height.toFixed(9)));
        };
        expect(heights(made(-1, 0.5), made(-1, -0.1), 0.2)).to.deep.equal([0, -0.1]);
        expect(heights(made(-1, 0.5), made(-1, -0.3), 0.2)).to.deep.equal([-0.1, -0.3]);
        expect(heights(made(-1, -0.3), made(-1, 0.5), 0)).to.deep.equal([-0.3, -0.3]);
        // a leg that would be crushed lifts the other end too
        expect(heights(made(0.4, 0.5), made(-1, 0.5), 0.1)).to.deep.equal([0.4, 0.3]);
    });
});
