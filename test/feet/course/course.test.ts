import { expect } from 'chai';
import { GraphNode } from 'playcanvas';

import type { GroundBody } from '../../../scripts/core/ground/ground';
import { Course } from '../../../scripts/feet/course/course';
import type { PoseRecord } from '../../../scripts/pose/pose-record';
import type { Rig } from '../../../scripts/rig/rig';

// How a character goes: velocity, turn, climb, jump, and what carries it, whoever asks first.

const HEIGHT = 1.75;
const RATES = [30, 60, 144];
const STEP_UP = 0.17;
const WALK = 1.4;

/** Frames from a step to the next. */
const BETWEEN = 12;

class Walker {
    readonly node = new GraphNode();

    private readonly record = { frame: 0 };

    readonly course: Course;

    constructor(readonly rate = 60, readonly size = 1) {
        const rig = { height: HEIGHT * size, up: [0, 1, 0], skeleton: { space: null, nodes: [new GraphNode()] } } as unknown as Rig;
        this.course = Course.of(this.record as PoseRecord, rig, this.node);
    }

    /** A frame, after which it is further by this, and turned by degrees. */
    go(x: number, y: number, z: number, turn = 0): Course {
        const { node, course, record, rate, size } = this;
        node.setPosition(node.getPosition().clone().add({ x: x * size, y: y * size, z: z * size } as never));
        node.rotate(0, turn, 0);
        record.frame++;
        course.read(1 / rate);
        return course;
    }

    stay(frames: number): Course {
        for (let i = 0; i < frames; i++) this.go(0, 0, 0);
        return this.course;
    }
}

/** A platform that shifts and turns. */
class Platform implements GroundBody {
    readonly node = new GraphNode();

    readPlace(out: Float64Array) {
        const { x, y, z } = this.node.getPosition(), turn = this.node.getRotation();
        out.set([x, y, z, turn.x, turn.y, turn.z, turn.w]);
    }

    isThere() { return true; }
}

describe('the course of a character', () => {
    for (const rate of RATES) {
        for (const size of [0.01, 1, 100]) {
            it(`has the velocity that it moves with, at ${rate} Hz, ${size} times as large`, () => {
                const walker = new Walker(rate, size);
                walker.stay(3);
                for (let i = 0; i < rate; i++) walker.go(0.6 / rate, 0.3 / rate, 1.2 / rate);
                const { velocity, speed, smooth, slope, turnRate } = walker.go(0.6 / rate, 0.3 / rate, 1.2 / rate);
                expect([...velocity].map(v => v / size)).to.satisfy((v: number[]) => Math.hypot(v[0] - 0.6, v[1], v[2] - 1.2) < 1e-4, 'velocity');
                expect(speed / size).to.be.closeTo(Math.hypot(0.6, 1.2), 1e-4);
                expect(Math.hypot(...smooth) / size).to.be.closeTo(Math.hypot(0.6, 1.2), 1e-3);
                expect(walker.course.rising / size).to.be.closeTo(0.3, 1e-3);
                expect(slope).to.be.closeTo(0.3 / Math.hypot(0.6, 1.2), 0.01);
                expect(turnRate).to.be.closeTo(0, 1e-6);
            });
        }
    }

    it('is read once a frame: whoever asks second finds the same', () => {
        const walker = new Walker();
        walker.stay(3);
        const { velocity } = walker.go(0, 0, 0.02);
        const before = [...velocity];
        walker.course.read(1 / 60);
        expect([...velocity]).to.deep.equal(before);
    });

    it('takes leaps as from a network, ten a second, for even motion, and stands when the next one is late', () => {
        const walker = new Walker();
        walker.stay(30);
        for (let leap = 0; leap < 5; leap++) {
            expect(walker.go(0, 0, 0.5).hasJumped).to.equal(false);
            expect(walker.course.speed, `leap ${leap}`).to.be.closeTo(5, 0.01);
            for (let k = 1; k < 6; k++) expect(walker.go(0, 0, 0).speed, 'between').to.be.closeTo(5, 0.01);
        }
        expect(walker.stay(8).speed).to.equal(0);
    });

    it('turns by what it turns, and a turn about in one frame is none', () => {
        const walker = new Walker();
        walker.stay(2);
        for (let i = 0; i < 60; i++) expect(walker.go(0, 0, 0, 2).turn).to.be.closeTo(2 * Math.PI / 180, 1e-4);
        expect(walker.course.turnRate).to.be.closeTo(120 * Math.PI / 180, 0.01);
        const { turn, hasTurnedAtOnce } = walker.go(0, 0, 0, 90);
        expect([turn, hasTurnedAtOnce]).to.deep.equal([0, true]);
    });

    for (const rate of RATES) {
        it(`tells what nothing makes in one frame from the fastest run, at ${rate} Hz`, () => {
            const walker = new Walker(rate);
            walker.stay(rate);
            for (let i = 0; i < rate; i++) expect(walker.go(0, 0, 12 / rate).hasJumped, 'a runner').to.equal(false);
            walker.stay(rate);
            const { hasJumped, speed, velocity } = walker.go(3, 0, 0);
            expect(hasJumped).to.equal(true);
            expect([speed, ...velocity]).to.deep.equal([0, 0, 0, 0]);
            expect(walker.go(0, 0, 0).hasJumped).to.equal(false);
        });
    }

    it('knows nothing of frames in which nothing has asked', () => {
        const walker = new Walker();
        walker.stay(5);
        const { record } = walker as unknown as { record: { frame: number } };
        record.frame += 20;
        const { hasJumped, speed } = walker.go(30, 0, 0);
        expect([hasJumped, speed]).to.deep.equal([false, 0]);
    });

    it('goes along with what carries it: that is no motion, and no turn is left out', () => {
        const walker = new Walker(), platform = new Platform();
        walker.node.setPosition(1, 0, 0);
        walker.stay(2);
        for (let i = 0; i < 60; i++) {
            walker.course.standsOn(platform);
            platform.node.rotate(0, 1, 0);
            platform.node.translate(0, 0.02, 0.05);
            const turned = platform.node.getRotation().transformVector({ x: 1, y: 0, z: 0 } as never);
            const at = platform.node.getPosition();
            walker.node.setPosition(at.x + turned.x, at.y + turned.y, at.z + turned.z);
            const { speed, rising, carried } = walker.go(0, 0, 0);
            expect(speed).to.be.closeTo(0, 1e-6);
            expect(rising).to.be.closeTo(0, 1e-6);
            expect(carried[1]).to.be.closeTo(0.02, 1e-6);
        }
        // whoever no longer tells is not carried
        platform.node.translate(0, 0, 0.05);
        walker.stay(1);
        expect([...walker.go(0, 0, 0).carried]).to.deep.equal([0, 0, 0]);
    });
});

/** Some steps up; answers who has just taken the last one. */
function climb(steps: number, rise = STEP_UP): Walker {
    const walker = new Walker();
    for (let i = 0; i < 6; i++) walker.go(0, 0, WALK / 60);
    for (let i = 0; i < steps; i++) {
        expect(walker.go(0, rise, WALK / 60).climb.step, 'the step').to.be.closeTo(rise, 1e-6);
        if (i < steps - 1) for (let k = 1; k < BETWEEN; k++) expect(walker.go(0, 0, WALK / 60).climb.step, 'no step').to.equal(0);
    }
    return walker;
}

describe('steps of a controller', () => {
    it('have the speed of their height over the time between them, up and down', () => {
        for (const rise of [STEP_UP, -STEP_UP]) expect(climb(4, rise).go(0, 0, WALK / 60).climb.stepSpeed).to.be.closeTo(rise / (BETWEEN / 60), 1e-5);
    });

    it('keep it until the next one is late, and lose half of it in 50 ms then', () => {
        const walker = climb(4);
        const whole = STEP_UP / (BETWEEN / 60);
        const speeds = Array.from({ length: 40 }, () => walker.go(0, 0, WALK / 60).climb.stepSpeed);
        const late = Math.floor(1.2 * BETWEEN);
        for (let k = 0; k < late; k++) expect(speeds[k], `frame ${k + 1}`).to.be.closeTo(whole, 1e-5);
        for (let k = late; k < 40; k++) expect(speeds[k], `frame ${k + 1}`).to.be.closeTo(whole * 2 ** (-(k + 1 - late) / 60 / 0.05), 1e-5);
    });

    it('count into the speed from the second one on, and none does on the spot', () => {
        const alone = climb(1), two = climb(3), spot = new Walker();
        alone.go(0, 0, WALK / 60);
        two.go(0, 0, WALK / 60);
        expect(alone.course.climb.speed, 'nothing says that others follow').to.be.closeTo(0, 1e-6);
        expect(two.course.climb.speed).to.be.closeTo(STEP_UP / (BETWEEN / 60), 1e-5);
        expect(two.course.speed).to.be.closeTo(WALK, 1e-4);
        spot.stay(6);
        const { climb: { step, stepSpeed } } = spot.go(0, STEP_UP, 0);
        expect(step).to.be.closeTo(STEP_UP, 1e-6);
        expect(stepSpeed).to.equal(0);
    });
});
