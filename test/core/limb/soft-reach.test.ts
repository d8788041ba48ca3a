import { expect } from 'chai';

import { softenReach } from '../../../scripts/core/limb/soft-reach';

describe('softenReach', () => {
    it('leaves what is short of its start, never passes the most, and rises evenly', () => {
        let [before, slope] = [0, 1];
        for (let distance = 0; distance < 1.3; distance += 0.001) {
            const reached = softenReach(distance, 0.97, 0.999);
            if (distance <= 0.97) expect(reached).to.equal(distance);
            expect(reached).to.be.at.most(0.999).and.at.least(before - 1e-15);
            const now = (reached - before) / 0.001;
            if (distance > 0.002) {
                expect(now, 'no slope changes at once').to.be.closeTo(slope, 0.06);
                slope = now;
            }
            before = reached;
        }
        expect(softenReach(5, 0.97, 0.999)).to.equal(0.999);
    });

    it('lags by no more than 6 mm at the full length of a person\'s leg', () => {
        const length = 0.85;
        expect(length - softenReach(length, 0.97 * length, 0.999 * length)).to.be.at.most(0.006);
    });

    it('without a zone is hard', () => {
        expect(softenReach(0.9, 1, 1)).to.equal(0.9);
        expect(softenReach(1.2, 1, 1)).to.equal(1);
    });
});
