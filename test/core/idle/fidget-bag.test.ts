import { expect } from 'chai';

import { FidgetBag, type Fidget } from '../../../scripts/core/idle/fidget-bag';
import { RandomStream } from '../../../scripts/core/idle/random-stream';

const row = (values: Partial<Fidget> = {}): Fidget => ({ share: 1, coolDown: 0, tag: '', ...values });

function drawMany(fidgets: readonly Fidget[], draws: number, { seed = 1, every = 10, tag = '' } = {}): number[] {
    const bag = new FidgetBag(new RandomStream(seed, 0), fidgets);
    return Array.from({ length: draws }, (_, i) => bag.draw(i * every, tag));
}

describe('bag of fidgets', () => {
    // chi-square at p = 0.01 for 1 to 6 degrees of freedom
    const CRITICAL = [6.63, 9.21, 11.34, 13.28, 15.09, 16.81];

    for (const shares of [[1, 1, 1], [3, 2, 1, 2], [0.4, 0.3, 0.2, 0.1], [5, 4, 3, 2, 1, 1, 1]]) {
        it(`shares of ${shares.join(' to ')}: as asked in 10 000 draws, and never one twice in a row`, () => {
            const drawn = drawMany(shares.map(share => row({ share })), 10000);
            drawn.forEach((index, i) => expect(index).to.be.at.least(0).and.not.equal(drawn[i - 1]));
            const sum = shares.reduce((all, share) => all + share, 0);
            const chi = shares.reduce((all, share, k) => {
                const wanted = drawn.length * share / sum;
                return all + (drawn.filter(index => index === k).length - wanted) ** 2 / wanted;
            }, 0);
            expect(chi).to.be.below(CRITICAL[shares.length - 2]);
        });
    }

    it('has no order that comes again: what follows a fidget is not always the same', () => {
        const drawn = drawMany([row(), row(), row()], 3000);
        const after = [0, 0, 0];
        drawn.forEach((index, i) => { if (index === 0 && i + 1 < drawn.length) after[drawn[i + 1]]++; });
        expect(after[0]).to.equal(0);
        expect(after[1] / (after[1] + after[2])).to.be.within(0.4, 0.6);
    });

    it('keeps each back until it has cooled down, and answers -1 where none may come', () => {
        const drawn = drawMany([row({ coolDown: 35 }), row({ coolDown: 35 }), row({ coolDown: 35 })], 1000);
        for (const k of [0, 1, 2]) {
            const times = drawn.flatMap((index, i) => (index === k ? [10 * i] : []));
            times.slice(1).forEach((time, i) => expect(time - times[i]).to.be.at.least(35));
        }
        expect(drawn.filter(index => index === -1).length).to.be.above(100);
    });

    it('gives those with a tag only where it is asked for, and has not saved them up', () => {
        const fidgets = [row(), row(), row({ tag: 'cold' })];
        expect(drawMany(fidgets, 500)).to.not.include(2);
        const bag = new FidgetBag(new RandomStream(5, 0), fidgets);
        for (let i = 0; i < 500; i++) bag.draw(i, '');
        const cold = Array.from({ length: 300 }, (_, i) => bag.draw(500 + i, 'cold')).filter(index => index === 2).length;
        expect(cold).to.be.within(80, 120);
    });

    it('plays a single fidget again and again, none of an empty list or with shares of 0 or NaN', () => {
        expect(drawMany([row()], 5)).to.deep.equal([0, 0, 0, 0, 0]);
        expect(drawMany([], 3)).to.deep.equal([-1, -1, -1]);
        expect(drawMany([row({ share: 0 }), row({ share: NaN }), row({ share: -1 })], 3)).to.deep.equal([-1, -1, -1]);
    });

    it('counts one that somebody else has played', () => {
        const bag = new FidgetBag(new RandomStream(1, 0), [row({ coolDown: 100 }), row()]);
        bag.note(0, 0);
        expect(bag.draw(50, '')).to.equal(1);
        expect(bag.draw(60, '')).to.equal(-1);
        expect(bag.draw(120, '')).to.equal(0);
    });
});
