import { expect } from 'chai';

import { selectTarget, interestIn, type Selection, type TargetCandidate } from '../../../scripts/core/gaze/target-selector';
import { seededRandom } from '../../support/geometry';

const STEP = 0.05;

function interest(values: Partial<TargetCandidate> = {}): TargetCandidate {
    return { priority: 1, radius: 10, minDwell: 1, maxDwell: 4, distance: 2, rested: Infinity, ...values };
}

/** Chooses for some seconds; answers what is looked at in the end. */
function run(attention: Selection, targets: TargetCandidate[], seconds: number): number {
    let index = attention.current;
    for (let time = 0; time < seconds - STEP / 2; time += STEP) index = selectTarget(attention, targets, STEP);
    return index;
}

const begin = (): Selection => ({ current: -1, dwell: 0 });

describe('interestIn', () => {
    it('is the priority, less with distance, and none at the radius, beyond, or for what is not there', () => {
        expect(interestIn(interest({ priority: 3, distance: 0 }))).to.equal(3);
        expect(interestIn(interest({ distance: 5 }))).to.be.closeTo(0.5, 1e-9);
        for (const distance of [10, 12, Infinity, NaN]) expect(interestIn(interest({ distance }))).to.equal(0);
        for (const priority of [0, -1, NaN]) expect(interestIn(interest({ priority }))).to.equal(0);
    });

    it('comes back within the longest time after it has tired', () => {
        expect(interestIn(interest({ distance: 0, rested: 0 }))).to.equal(0);
        expect(interestIn(interest({ distance: 0, rested: 2 }))).to.be.closeTo(0.5, 1e-9);
        expect(interestIn(interest({ distance: 0, rested: 9 }))).to.equal(1);
        // without a longest time there is nothing to divide by
        expect(interestIn(interest({ distance: 0, rested: 0, maxDwell: 0 }))).to.equal(1);
    });
});

describe('chooseTarget', () => {
    it('takes the most interesting one, or none', () => {
        expect(selectTarget(begin(), [], STEP)).to.equal(-1);
        expect(selectTarget(begin(), [interest({ distance: 20 })], STEP)).to.equal(-1);
        expect(selectTarget(begin(), [interest({ distance: 5 }), interest({ distance: 3 })], STEP)).to.equal(1);
        expect(selectTarget(begin(), [interest({ distance: 5, priority: 2 }), interest({ distance: 3 })], STEP)).to.equal(0);
    });

    it('keeps the gaze for the shortest time, also when interest is lost', () => {
        const targets = [interest({ minDwell: 1 }), interest({ distance: 8 })];
        const attention = begin();
        expect(run(attention, targets, 0.5)).to.equal(0);
        targets[0].distance = 30;
        expect(run(attention, targets, 0.4)).to.equal(0);
        expect(run(attention, targets, 0.3)).to.equal(1);
    });

    it('leaves what is gone at once', () => {
        const targets = [interest(), interest({ distance: 8 })];
        const attention = begin();
        run(attention, targets, 0.2);
        targets[0].distance = Infinity;
        expect(selectTarget(attention, targets, STEP)).to.equal(1);
        targets[1].distance = Infinity;
        expect(selectTarget(attention, targets, STEP)).to.equal(-1);
    });

    it('does not go over for a little more interest', () => {
        const targets = [interest({ maxDwell: 100, distance: 3 }), interest({ distance: 4 })];
        const attention = begin();
        run(attention, targets, 2);
        targets[1].distance = 2.6;
        expect(run(attention, targets, 1)).to.equal(0);
        targets[1].distance = 1;
        expect(run(attention, targets, STEP)).to.equal(1);
    });

    it('goes on after the longest time, and comes back once it has rested', () => {
        const targets = [interest({ distance: 1, maxDwell: 2 }), interest({ distance: 8, maxDwell: 2 })];
        const attention = begin();
        expect(run(attention, targets, 1.9)).to.equal(0);
        expect(run(attention, targets, 0.3)).to.equal(1);
        expect(run(attention, targets, 2)).to.equal(0);
    });

    it('stays with the only one', () => {
        const attention = begin();
        expect(run(attention, [interest({ maxDwell: 1 })], 5)).to.equal(0);
        expect(attention.dwell).to.be.above(4);
    });

    it('never leaves one before its shortest time nor later than its longest, whatever moves', () => {
        const random = seededRandom(6);
        const targets = Array.from({ length: 6 }, () => interest({ minDwell: 0.5 + random(), maxDwell: 2 + 2 * random(), distance: 9 * random() }));
        const attention = begin();
        let [current, dwell] = [-1, 0];
        for (let i = 0; i < 20000; i++) {
            if (random() < 0.05) targets[Math.floor(6 * random())].distance = 9 * random();
            const next = selectTarget(attention, targets, STEP);
            dwell += STEP;
            if (next !== current) {
                if (current >= 0) expect(dwell).to.be.within(targets[current].minDwell - 1e-9, targets[current].maxDwell + STEP + 1e-9);
                [current, dwell] = [next, 0];
            }
        }
    });
});
