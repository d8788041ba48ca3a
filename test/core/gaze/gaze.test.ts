import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { createGaze, createGazeInput, forgetGaze, stepGaze } from '../../../scripts/core/gaze/gaze';
import { angleOf, seededRandom } from '../../support/geometry';

const DEGREES = 180 / Math.PI;

/** A point at a heading and a height around the head, degrees. */
function around(heading: number, pitch = 0, distance = 2): Vec3 {
    const [h, p] = [heading / DEGREES, pitch / DEGREES];
    return new Vec3(Math.sin(h) * Math.cos(p), Math.sin(p), Math.cos(h) * Math.cos(p)).mulScalar(distance);
}

/** A head at the origin that is animated to look along +z. */
function makeHead(settings: Partial<ReturnType<typeof createGazeInput>> = {}) {
    const gaze = createGaze();
    const input = Object.assign(createGazeInput(), { duration: 0.6, speed: 5 }, settings);
    let last: object | null = null;
    return {
        gaze,
        input,
        /** Steps with a target, which counts as new when its name changes. */
        step(target: Vec3 | null, dt = 1 / 60, name: object | null = target && input): Vec3 {
            input.hasTarget = target !== null;
            if (target) input.target.set([target.x, target.y, target.z]);
            input.isNew = name !== last;
            last = name;
            input.dt = dt;
            stepGaze(gaze, input);
            const [x, y, z] = gaze.point;
            return new Vec3(x, y, z).sub(new Vec3(input.eye[0], input.eye[1], input.eye[2])).normalize();
        }
    };
}

describe('stepGaze', () => {
    it('leaves the gaze to the animation while there is no target', () => {
        const head = makeHead();
        for (let i = 0; i < 10; i++) head.step(null);
        expect(head.gaze.active).to.equal(false);
    });

    it('comes to a new target in the given time, without a jump in place or speed', () => {
        const head = makeHead();
        const target = around(60);
        let before = head.step(null);
        let speed = 0;
        let peak = 0;
        let worst = 0;
        for (let i = 0; i < 45; i++) {
            const gaze = head.step(target, 1 / 60);
            const moved = angleOf(before, gaze) * 60;
            peak = Math.max(peak, moved);
            worst = Math.max(worst, Math.abs(moved - speed));
            if (i === 0) expect(moved / 60).to.be.below(0.5);
            speed = moved;
            before = gaze;
        }
        expect(angleOf(before, target)).to.be.below(1e-6);
        // the polynomial's largest acceleration is 5.77 times its way over the time squared
        expect(worst).to.be.below(1.02 * 5.774 * 60 / 0.6 ** 2 / 60);
        expect(peak).to.be.closeTo(1.875 * 60 / 0.6, 2);
    });

    it('goes on with its speed when the target changes on the way', () => {
        const head = makeHead();
        for (let i = 0; i < 18; i++) head.step(around(60));
        const before = [head.step(around(60)), head.step(around(60))];
        const speed = angleOf(before[0], before[1]) * 60;
        const after = head.step(around(-20, 20), 1 / 60, {});
        expect(angleOf(before[1], after) * 60).to.be.closeTo(speed, 0.1 * speed);
    });

    it('follows a target that moves exponentially, exact in time', () => {
        const shown = [30, 60, 144].map((rate) => {
            const head = makeHead();
            for (let i = 0; i < rate; i++) head.step(around(0), 1 / rate);
            for (let i = 0; i < rate / 2; i++) head.step(around(50, 10), 1 / rate);
            return head.step(around(50, 10), 0);
        });
        const left = angleOf(around(0), around(50, 10)) * Math.exp(-5 * 0.5);
        for (const gaze of shown) {
            expect(angleOf(gaze, around(50, 10))).to.be.closeTo(left, 0.3);
            expect(angleOf(gaze, shown[0])).to.be.below(0.01);
        }
    });

    it('holds a target that it has reached without lag while the head is moved', () => {
        const head = makeHead();
        const target = new Vec3(0.5, 0.3, 1);
        for (let i = 0; i < 300; i++) {
            head.input.eye.set([0.05 * Math.sin(i / 5), 0.03 * Math.cos(i / 3), 0]);
            head.input.animated.set([Math.sin(0.1 * Math.sin(i / 4)), 0, Math.cos(0.1 * Math.sin(i / 4))]);
            const gaze = head.step(target);
            const eye = new Vec3(head.input.eye[0], head.input.eye[1], head.input.eye[2]);
            if (i > 60) expect(angleOf(gaze, target.clone().sub(eye))).to.be.below(0.01);
        }
    });

    it('stays on a target that it has reached when its speed is set to 0', () => {
        const head = makeHead();
        for (let i = 0; i < 120; i++) head.step(around(60));
        Object.assign(head.input, { speed: 0, duration: Infinity });
        for (let i = 0; i < 10; i++) expect(angleOf(head.step(around(60)), around(60))).to.be.below(0.01);
    });

    it('goes back to the animation in the given time when the target is gone, and is over then', () => {
        const head = makeHead();
        for (let i = 0; i < 60; i++) head.step(around(60));
        let before = head.step(around(60));
        for (let i = 0; i < 40; i++) {
            const gaze = head.step(null);
            expect(angleOf(before, gaze)).to.be.below(1.9 * 60 / 0.6 / 60);
            before = gaze;
        }
        expect(head.gaze.active).to.equal(false);
    });

    it('is never faster than its largest speed', () => {
        const random = seededRandom(1);
        const head = makeHead({ maxSpeed: 100 / DEGREES, speed: 50 });
        let before = head.step(around(0));
        for (let i = 0; i < 3000; i++) {
            const name = random() < 0.02 ? {} : undefined;
            const gaze = head.step(around(120 * Math.sin(i / 7), 60 * Math.sin(i / 11), 0.3 + random()), 1 / 60, name);
            expect(angleOf(before, gaze) * 60).to.be.below(100.5);
            before = gaze;
        }
    });

    it('keeps a target behind on its side, and leads to the other side through the front', () => {
        const head = makeHead({ maxSpeed: 360 / DEGREES });
        const headings: number[] = [];
        const crossings: number[] = [];
        for (let i = 0; i < 16 * 60; i++) {
            const gaze = head.step(around(90 * i / 60));
            headings.push(Math.atan2(gaze.x, gaze.z) * DEGREES);
        }
        for (let i = 1; i < headings.length; i++) {
            expect(Math.abs(headings[i] - headings[i - 1]), `frame ${i}`).to.be.below(360 / 60 + 0.1);
            if (headings[i] * headings[i - 1] < 0) crossings.push(headings[i]);
        }
        // four rounds: to the other side once a round behind the back, and past the front once a round
        expect(crossings.length).to.be.within(7, 9);
        crossings.forEach(heading => expect(Math.abs(heading)).to.be.below(10));
    });

    it('stays on one side of a target that trembles behind', () => {
        const head = makeHead({ maxSpeed: 360 / DEGREES });
        for (let i = 0; i < 60; i++) head.step(around(170));
        for (let i = 0; i < 600; i++) expect(head.step(around(180 + 5 * Math.sin(i / 3))).x).to.be.above(-1e-3);
    });

    it('gives up beyond the angle, and comes back 15 degrees nearer', () => {
        const head = makeHead({ giveUpAngle: 100 / DEGREES, giveUpTime: 0.3, maxSpeed: 0 });
        const settle = (heading: number) => {
            for (let i = 0; i < 90; i++) head.step(around(heading));
            return head.gaze.active;
        };
        expect(settle(95)).to.equal(true);
        expect(settle(103)).to.equal(false);
        expect(settle(95)).to.equal(false);
        expect(settle(87)).to.equal(false);
        expect(settle(83)).to.equal(true);
        for (let i = 0; i < 17; i++) head.step(around(120));
        expect(head.gaze.active).to.equal(true);
        head.step(around(120));
        head.step(around(120));
        expect(head.gaze.active).to.equal(false);
    });

    it('keeps the motion of the animation on top at stabilization 0, and none at 1', () => {
        for (const stabilization of [0, 0.5, 1]) {
            const head = makeHead({ stabilization });
            const target = around(30);
            const shown: number[] = [];
            for (let i = 0; i < 1200; i++) {
                const sway = 5 * Math.sin(2 * Math.PI * i / 60) / DEGREES;
                head.input.animated.set([Math.sin(sway), 0, Math.cos(sway)]);
                const gaze = head.step(target);
                if (i >= 600) shown.push(Math.atan2(gaze.x, gaze.z) * DEGREES);
            }
            const swing = (Math.max(...shown) - Math.min(...shown)) / 2;
            expect(swing).to.be.closeTo(5 * (1 - stabilization), 0.1);
        }
    });

    it('makes no step for a target in the eye, and stays finite for all others', () => {
        const random = seededRandom(2);
        const head = makeHead({ maxSpeed: 360 / DEGREES, giveUpAngle: 150 / DEGREES, giveUpTime: 0.6, stabilization: 0.5 });
        const odd = [new Vec3(), new Vec3(0, 1e-12, 0), around(180), around(0, 90), around(0, -90), new Vec3(1e9, 1e9, -1e9)];
        for (let i = 0; i < 5000; i++) {
            const target = random() < 0.1 ? null : odd[Math.floor(random() * 8)] ?? around(720 * random(), 180 * random() - 90, 5 * random());
            const gaze = head.step(target, 0.25 * random() * (random() < 0.1 ? 0 : 1), random() < 0.1 ? {} : undefined);
            expect(gaze.length()).to.be.closeTo(1, 1e-6);
        }
    });

    it('starts from the animation again when it was told to forget', () => {
        const head = makeHead();
        for (let i = 0; i < 60; i++) head.step(around(60));
        forgetGaze(head.gaze);
        expect(angleOf(head.step(around(60)), around(0))).to.be.below(0.5);
    });

    it('holds the gaze at speed 0', () => {
        const head = makeHead({ speed: 0, duration: Infinity });
        for (let i = 0; i < 60; i++) expect(angleOf(head.step(around(60)), around(0))).to.be.below(1e-4);
    });
});
