import { expect } from 'chai';
import { GraphNode, Quat } from 'playcanvas';

import { PoseFade } from '../../scripts/rig/pose-fade';
import { PoseRecord } from '../../scripts/rig/pose-record';
import { turnBetween } from '../support/geometry';

const FRAME = 1 / 60;

describe('PoseFade', () => {
    const shown = new Quat().setFromEulerAngles(10, 40, -5);
    const animated = new Quat().setFromEulerAngles(0, 0, 0);

    function stand(duration: number) {
        const bone = new GraphNode('bone');
        const record = PoseRecord.of(bone);
        record.retain();
        const fade = new PoseFade();
        bone.setLocalRotation(shown);
        fade.start([bone], duration);
        let frame = 0;
        /** A frame in which the animation writes the bone before the fade does. */
        const step = (dt = FRAME, rotation = animated) => {
            bone.setLocalRotation(rotation);
            record.begin(++frame);
            fade.step(record, dt);
            return bone.getLocalRotation().clone();
        };
        return { bone, record, fade, step };
    }

    it('goes from what was shown to what is given without a jump in place or speed, in its time', () => {
        const { fade, step } = stand(0.5);
        const whole = turnBetween(shown, animated);
        let [before, speed, peak, most] = [shown, 0, 0, 0];
        for (let i = 0; i < 30; i++) {
            const now = step();
            const moved = turnBetween(before, now) / FRAME;
            peak = Math.max(peak, moved);
            most = Math.max(most, Math.abs(moved - speed));
            [before, speed] = [now, moved];
            if (i === 0) expect(moved * FRAME).to.be.below(0.1);
        }
        expect(peak).to.be.closeTo(1.875 * whole / 0.5, 3);
        expect(most).to.be.below(0.12 * peak);
        expect(turnBetween(before, animated)).to.be.below(1e-3);
        step();
        expect(fade.running).to.equal(false);
    });

    it('lies on top of an animation that goes on', () => {
        const { step } = stand(0.5);
        for (let i = 0; i < 40; i++) {
            const rotation = new Quat().setFromEulerAngles(0, i, 0);
            const now = step(FRAME, rotation);
            if (i > 30) expect(turnBetween(now, rotation)).to.be.below(1e-3);
        }
    });

    it('writes through the record: a bone that nobody animates gets its rotation back', () => {
        const { bone, record, step } = stand(0.5);
        step();
        expect(turnBetween(bone.getLocalRotation(), animated)).to.be.above(10);
        record.begin(1000);
        expect(bone.getLocalRotation().equals(animated)).to.equal(true);
    });

    it('does nothing when it was never started, is over, or was cancelled', () => {
        const { fade, step } = stand(0.1);
        step();
        expect(fade.running).to.equal(true);
        fade.cancel();
        expect(fade.running).to.equal(false);
        expect(step().equals(animated)).to.equal(true);
        expect(new PoseFade().running).to.equal(false);
        const ended = stand(0.1);
        ended.step(0.2);
        expect(ended.step().equals(animated)).to.equal(true);
    });
});
