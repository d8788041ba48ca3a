import { expect } from 'chai';
import { Entity } from 'playcanvas';

import { FootChanges } from '../../scripts/feet/foot-changes';
import { PoseRecord } from '../../scripts/pose/pose-record';
import { createApp } from '../support/app';

// What scripts say of feet holds for one frame.

describe('what scripts say of feet', () => {
    function start(frame: number) {
        const root = new Entity('hips', createApp());
        const record = PoseRecord.of(root);
        record.begin(frame);
        return { root, record, changes: FootChanges.of(record) };
    }

    it('is one for all scripts on a skeleton', () => {
        const { record, changes } = start(7);
        expect(FootChanges.of(record)).to.equal(changes);
    });

    it('holds in the frame in which it was said: landings, lifts, a pose on its way', () => {
        const { root, record, changes } = start(7);
        changes.sayLanding(root, Float64Array.of(1, 2, 3));
        changes.sayLifted(root);
        changes.sayOnTheWay(0.2);
        expect(Array.from(changes.landingOf(root)!)).to.deep.equal([1, 2, 3]);
        expect([changes.isLifted(root), changes.timeLeft]).to.deep.equal([true, 0.2]);
        record.begin(8);
        expect([changes.landingOf(root), changes.isLifted(root), changes.timeLeft]).to.deep.equal([null, false, 0]);
    });

    it('a jump of the character holds in the next frame, said between two or within one', () => {
        const { record, changes } = start(7);
        expect(changes.hasJumped).to.equal(false);
        changes.sayJumped();
        expect(changes.hasJumped, 'in the frame before').to.equal(false);
        record.begin(8);
        expect(changes.hasJumped).to.equal(true);
        expect(changes.hasJumped, 'asked twice').to.equal(true);
        record.begin(9);
        expect(changes.hasJumped).to.equal(false);
    });

    it('a foot that steps has seconds until it comes down, one that is told its landing alone has none', () => {
        const { root, record, changes } = start(7);
        changes.sayStep(root, Float64Array.of(1, 2, 3), 0.2);
        expect([Array.from(changes.landingOf(root)!), changes.waitOf(root)]).to.deep.equal([[1, 2, 3], 0.2]);
        changes.sayLanding(root, Float64Array.of(1, 2, 3));
        expect(changes.waitOf(root)).to.deep.equal(NaN);
        changes.sayStep(root, Float64Array.of(1, 2, 3), 0.2);
        record.begin(8);
        expect(changes.waitOf(root), 'a frame later').to.deep.equal(NaN);
    });

    it('a place that is not a number is none', () => {
        const { root, changes } = start(7);
        changes.sayLanding(root, Float64Array.of(1, NaN, 3));
        expect(changes.landingOf(root)).to.equal(null);
    });
});
