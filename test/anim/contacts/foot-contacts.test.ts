import { expect } from 'chai';

import { contactsAt, makeContacts } from '../../support/contacts';

// What a foot's contacts answer at any time of the loop.

const DURATION = 2;

describe('FootContacts', () => {
    const wrapping = makeContacts(DURATION, [0.5, 0.9], [1.6, 2.3]);

    const cases: [time: number, isDown: boolean, toRelease: number, toStrike: number, next: number][] = [
        [0, true, 0.3, 0.5, 0],
        [0.29, true, 0.01, 0.21, 0],
        [0.31, false, 0, 0.19, 0],
        [0.5, true, 0.4, 1.1, 1],
        [0.8, true, 0.1, 0.8, 1],
        [0.95, false, 0, 0.65, 1],
        [1.7, true, 0.6, 0.8, 0]
    ];

    cases.forEach(([time, isDown, toRelease, toStrike, next]) => {
        [0, DURATION, -3 * DURATION].forEach((rounds) => {
            it(`knows at ${time} s and ${rounds} s whether it is down, and what comes next`, () => {
                const found = contactsAt(wrapping, time + rounds);
                expect(found.isDown).to.equal(isDown);
                expect(found.timeToRelease).to.be.closeTo(toRelease, 1e-9);
                expect(found.timeToStrike).to.be.closeTo(toStrike, 1e-9);
                expect(found.next).to.equal(next);
            });
        });
    });

    it('knows its share of the loop', () => {
        expect(wrapping.share).to.be.closeTo((0.4 + 0.7) / DURATION, 1e-12);
        expect(wrapping.isAlwaysDown).to.equal(false);
    });

    it('never leaves the ground when it is always down', () => {
        const standing = makeContacts(DURATION, [0, DURATION]);
        expect(standing.isAlwaysDown).to.equal(true);
        expect(contactsAt(standing, 1.234)).to.deep.equal({ isDown: true, timeToRelease: Infinity, timeToStrike: Infinity, next: -1 });
    });

    it('never comes down when it is always in the air', () => {
        const flying = makeContacts(DURATION);
        expect(flying.share).to.equal(0);
        expect(flying.isAlwaysDown).to.equal(false);
        expect(contactsAt(flying, 1)).to.deep.equal({ isDown: false, timeToRelease: 0, timeToStrike: Infinity, next: -1 });
    });
});
