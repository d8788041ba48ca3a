import { expect } from 'chai';

import type { FrameSettings } from '../../../scripts/feet/placing/foot-settings';
import { MotionTracker } from '../../../scripts/feet/placing/motion-tracker';

// The speed that steps have: their height over the time between them, which goes when the next one is late.

const FRAME = 1 / 60;
const RISE = 0.17;
const WALK = 1.4;

/** Frames from a step to the next. */
const BETWEEN = 12;

class Climb {
    private readonly tracker = new MotionTracker();

    private readonly step = new Float64Array(2);

    private readonly frame = {
        dt: FRAME, size: 1.75, root: new Float64Array(3), rootUp: Float64Array.of(0, 1, 0), lastRoot: new Float64Array(3), velocity: new Float64Array(3)
    };

    /** A frame ahead, with a rise. Answers the step that is seen, and the speed of steps. */
    go(rise: number, walk = WALK): readonly [step: number, speed: number] {
        this.frame.root[1] += rise;
        this.frame.root[2] += walk * FRAME;
        this.tracker.step(this.step, this.frame as unknown as FrameSettings);
        return [this.step[0], this.step[1]];
    }

    get velocity(): number[] {
        return [...this.frame.velocity];
    }
}

/** Some steps up; answers the climb just after the last one. */
function climb(steps: number, rise = RISE): Climb {
    const walker = new Climb();
    for (let i = 0; i < 6; i++) walker.go(0);
    for (let i = 0; i < steps; i++) {
        const [step] = walker.go(rise);
        expect(step, 'the step').to.be.closeTo(rise, 1e-9);
        if (i < steps - 1) for (let k = 1; k < BETWEEN; k++) expect(walker.go(0)[0], 'no step').to.equal(0);
    }
    return walker;
}

describe('steps of a controller', () => {
    it('have the speed of their height over the time between them, up and down', () => {
        for (const rise of [RISE, -RISE]) {
            const [, speed] = climb(4, rise).go(0);
            expect(speed).to.be.closeTo(rise / (BETWEEN * FRAME), 1e-9);
        }
    });

    it('keep it until the next one is late, and lose half of it in 50 ms then', () => {
        const walker = climb(4);
        const whole = RISE / (BETWEEN * FRAME);
        const speeds = Array.from({ length: 40 }, () => walker.go(0)[1]);
        const late = Math.floor(1.2 * BETWEEN);
        for (let k = 0; k < late; k++) expect(speeds[k], `frame ${k + 1}`).to.be.closeTo(whole, 1e-9);
        for (let k = late; k < 40; k++) expect(speeds[k], `frame ${k + 1}`).to.be.closeTo(whole * 2 ** (-(k + 1 - late) * FRAME / 0.05), 1e-9);
    });

    it('count into the velocity from the second one on, and none does on the spot', () => {
        const alone = climb(1), two = climb(3), spot = new Climb();
        alone.go(0);
        two.go(0);
        expect(alone.velocity[1], 'nobody knows that others follow').to.be.closeTo(0, 1e-9);
        expect(two.velocity[1]).to.be.closeTo(RISE / (BETWEEN * FRAME), 1e-9);
        expect(two.velocity[2]).to.be.closeTo(WALK, 1e-9);
        for (let i = 0; i < 6; i++) spot.go(0, 0);
        expect(spot.go(RISE, 0)).to.deep.equal([RISE, 0]);
    });
});
