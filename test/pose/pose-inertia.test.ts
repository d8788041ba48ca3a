import { expect } from 'chai';
import { GraphNode, Quat, Vec3 } from 'playcanvas';

import { PoseInertia } from '../../scripts/pose/pose-inertia';
import { PoseRecord } from '../../scripts/pose/pose-record';
import { turnBetween } from '../support/geometry';

/** A motion of one bone, degrees and metres. */
interface Motion { turn(time: number): Quat; place(time: number): Vec3 }

const euler = (x: number, y: number, z: number) => new Quat().setFromEulerAngles(x, y, z);

const SWAY: Motion = {
    turn: time => euler(30 * Math.sin(3 * time), 40 + 50 * Math.sin(2 * time + 1), 10 * Math.cos(4 * time)),
    place: time => new Vec3(0.2 * Math.sin(2 * time), 1 + 0.1 * Math.cos(5 * time), 0.5 * time)
};
const NOD: Motion = {
    turn: time => euler(-60 + 25 * Math.cos(3.5 * time), -70 + 15 * Math.sin(time), 25),
    place: time => new Vec3(-0.4, 0.8 + 0.05 * Math.sin(6 * time), 0.2 + 0.1 * Math.sin(3 * time))
};
/** The first one, leaning by 30 degrees. */
const LEAN: Motion = { turn: time => euler(0, 0, 30).mul(SWAY.turn(time)), place: SWAY.place };
const REST: Motion = { turn: () => euler(10, 20, 30), place: () => new Vec3(0, 1, 0) };
const OTHER: Motion = { turn: () => euler(10, 60, 0), place: () => new Vec3(0.3, 1, 0) };

/** The turn from one rotation to another as a vector in the parent's space, degrees. */
function turnVector(from: Quat, to: Quat): Vec3 {
    const turn = to.clone().mul(from.clone().conjugate());
    if (turn.w < 0) turn.set(-turn.x, -turn.y, -turn.z, -turn.w);
    const sine = Math.hypot(turn.x, turn.y, turn.z);
    const angle = 2 * Math.atan2(sine, turn.w) * 180 / Math.PI;
    return new Vec3(turn.x, turn.y, turn.z).mulScalar(sine > 0 ? angle / sine : 0);
}

describe('PoseInertia', () => {
    function stand(rate: number) {
        const bone = new GraphNode('bone');
        const still = new GraphNode('still');
        const record = PoseRecord.of(bone);
        record.retain();
        const inertia = new PoseInertia(record, [bone, still], [bone]);
        let frame = 0;
        let time = 0;
        /** A frame in which the animation writes the bone first. Answers what is shown. */
        const step = (motion: Motion, dt = 1 / rate) => {
            time += dt;
            bone.setLocalRotation(motion.turn(time));
            bone.setLocalPosition(motion.place(time));
            record.begin(++frame);
            inertia.step(dt);
            return { turn: bone.getLocalRotation().clone(), place: bone.getLocalPosition().clone() };
        };
        const shift = () => bone.getLocalPosition().distance(NOD.place(time));
        return { bone, still, record, inertia, step, shift, now: () => time, skip: () => { frame++; } };
    }

    const WAYS: [string, (inertia: PoseInertia) => void][] = [
        ['a duration', inertia => inertia.start(0.3)],
        ['a half-life', inertia => inertia.startHalfLife(0.1)]
    ];

    for (const [way, start] of WAYS) {
        for (const rate of [30, 60, 144]) {
            it(`goes on exactly in place, and within 2 percent in velocity, at ${rate} Hz with ${way}`, () => {
                const { inertia, step, now } = stand(rate);
                for (let i = 0; i < rate; i++) step(SWAY);
                const [first, before] = [step(SWAY), step(SWAY)];
                start(inertia);
                const shown = step(NOD);
                // the speed of the last two frames goes on in the first one after them
                const speed = turnVector(first.turn, before.turn);
                expect(turnVector(before.turn, shown.turn).distance(speed)).to.be.below(0.02 * speed.length());
                const move = before.place.clone().sub(first.place);
                expect(shown.place.clone().sub(before.place).distance(move)).to.be.below(0.02 * move.length());
                // and is the true one, up to what the motion curves within a frame
                const straight = SWAY.turn(now());
                expect(turnBetween(shown.turn, straight)).to.be.below(1.1 * turnVector(first.turn, before.turn).distance(turnVector(before.turn, straight)));
            });
        }
    }

    it('has the velocity of what was shown after the switch too, measured in frames that are short against its time', () => {
        for (const start of [(inertia: PoseInertia) => inertia.start(0.3), (inertia: PoseInertia) => inertia.startHalfLife(1)]) {
            const { inertia, step } = stand(1000);
            for (let i = 0; i < 100; i++) step(SWAY);
            const [first, before] = [step(SWAY), step(SWAY)];
            const speed = turnVector(first.turn, before.turn);
            const move = before.place.clone().sub(first.place);
            start(inertia);
            const shown = step(NOD);
            const next = step(NOD);
            expect(turnVector(shown.turn, next.turn).distance(speed)).to.be.below(0.02 * speed.length());
            expect(next.place.clone().sub(shown.place).distance(move)).to.be.below(0.02 * move.length());
        }
    });

    for (const rate of [30, 60, 144]) {
        it(`has half left after a half-life, within 1 percent, at ${rate} Hz`, () => {
            const { inertia, step } = stand(rate);
            for (let i = 0; i < 5; i++) step(REST);
            inertia.startHalfLife(0.2);
            const left = () => {
                const { turn, place } = step(OTHER);
                return [turnBetween(turn, OTHER.turn(0)), place.distance(OTHER.place(0))];
            };
            const start = left();
            const frames = 0.2 * rate;
            let [before, now] = [start, start];
            for (let i = 0; i < Math.ceil(frames); i++) [before, now] = [now, left()];
            // between two frames where the half-life ends between them
            const part = Math.ceil(frames) - frames;
            now.forEach((value, i) => expect((value + (before[i] - value) * part) / start[i]).to.be.closeTo(0.5, 0.005));
        });

        it(`has nothing left after its duration at ${rate} Hz, and then writes nothing`, () => {
            const { bone, inertia, step } = stand(rate);
            for (let i = 0; i < 5; i++) step(REST);
            inertia.start(0.25);
            expect(turnBetween(step(OTHER).turn, REST.turn(0))).to.be.below(1e-3);
            for (let time = 0; time < 0.25 - 1.5 / rate; time += 1 / rate) step(OTHER);
            expect(inertia.running).to.equal(true);
            for (let i = 0; i < 3; i++) step(OTHER);
            expect(inertia.running).to.equal(false);
            expect(bone.getLocalRotation().equals(OTHER.turn(0))).to.equal(true);
            expect(bone.getLocalPosition().equals(OTHER.place(0))).to.equal(true);
        });
    }

    it('goes from rest to rest without a jump in place or speed, as fast as the polynomial at most', () => {
        const { inertia, step } = stand(60);
        for (let i = 0; i < 5; i++) step(REST);
        inertia.start(0.5);
        const whole = turnBetween(REST.turn(0), OTHER.turn(0));
        let [before, speed, peak, most] = [REST.turn(0), 0, 0, 0];
        for (let i = 0; i < 32; i++) {
            const now = step(OTHER).turn;
            const moved = turnBetween(before, now) * 60;
            peak = Math.max(peak, moved);
            most = Math.max(most, Math.abs(moved - speed));
            [before, speed] = [now, moved];
        }
        expect(peak).to.be.closeTo(1.875 * whole / 0.5, 3);
        expect(most).to.be.below(0.12 * peak);
    });

    for (const [way, start] of WAYS) {
        for (const [rate, motion] of [[60, LEAN], [144, LEAN], [480, NOD]] as const) {
            it(`adds no jump of more than 0.1 degrees when it is switched 20 times a second at ${rate} Hz, with ${way}`, () => {
                const { inertia, step } = stand(rate);
                const motions = [SWAY, motion];
                const every = Math.round(rate / 20);
                let [first, before] = [step(SWAY), step(SWAY)];
                let [own, jump] = [0, 0];
                for (let i = 0; i < 5 * rate; i++) {
                    if (i % every === 0) start(inertia);
                    const now = step(motions[Math.floor(i / every) % 2]);
                    const bend = turnVector(first.turn, before.turn).distance(turnVector(before.turn, now.turn));
                    // a switch shows in its frame and in the next one; the others are the motion, with what dies out of earlier switches
                    if (i % every < 2) jump = Math.max(jump, bend);
                    else own = Math.max(own, bend);
                    [first, before] = [before, now];
                }
                expect(jump).to.be.below(own + 0.1);
            });
        }
    }

    it('stays near the motions when it is switched in every frame, also between frames of one motion', () => {
        for (const [, start] of WAYS) {
            for (const [a, b] of [[SWAY, NOD], [SWAY, SWAY]]) {
                const { inertia, step, now } = stand(60);
                for (let i = 0; i < 5; i++) step(a);
                let most = 0;
                for (let i = 0; i < 600; i++) {
                    start(inertia);
                    const { turn } = step(i % 2 ? a : b);
                    const apart = turnBetween(a.turn(now()), b.turn(now()));
                    most = Math.max(most, Math.min(turnBetween(turn, a.turn(now())), turnBetween(turn, b.turn(now()))) - apart);
                }
                expect(most).to.be.below(45);
            }
        }
    });

    it('adds up what is left of a switch and a further one', () => {
        const { inertia, step } = stand(60);
        for (let i = 0; i < 5; i++) step(REST);
        inertia.start(0.5);
        let shown = step(OTHER);
        for (let i = 0; i < 10; i++) shown = step(OTHER);
        const before = shown;
        shown = step(OTHER);
        const speed = turnVector(before.turn, shown.turn);
        inertia.start(0.5);
        const next = step(REST);
        expect(turnVector(shown.turn, next.turn).distance(speed)).to.be.below(0.15 * speed.length());
        for (let i = 0; i < 31; i++) step(REST);
        expect(inertia.running).to.equal(false);
    });

    it('changes next to nothing when the switch changes nothing: what the motion curves within a frame', () => {
        for (const [, start] of WAYS) {
            const { inertia, step, now } = stand(60);
            for (let i = 0; i < 20; i++) step(SWAY);
            start(inertia);
            for (let i = 0; i < 20; i++) {
                const { turn, place } = step(SWAY);
                expect(turnBetween(turn, SWAY.turn(now()))).to.be.below(0.7);
                expect(place.distance(SWAY.place(now()))).to.be.below(2e-3);
            }
        }
    });

    it('goes on from what the bones show when it is made, without a frame before', () => {
        const bone = new GraphNode('bone');
        const record = PoseRecord.of(bone);
        bone.setLocalRotation(REST.turn(0));
        record.begin(1);
        const inertia = new PoseInertia(record, [bone]);
        inertia.start(0.3);
        bone.setLocalRotation(OTHER.turn(0));
        record.begin(2);
        inertia.step(1 / 60);
        expect(turnBetween(bone.getLocalRotation(), REST.turn(0))).to.be.below(1e-6);
    });

    it('writes through the record: a bone that nobody animates gets back what it had', () => {
        const { still, record, inertia, step } = stand(60);
        still.setLocalRotation(REST.turn(0));
        for (let i = 0; i < 3; i++) step(REST);
        inertia.start(0.5);
        still.setLocalRotation(OTHER.turn(0));
        for (let i = 0; i < 4; i++) step(REST);
        expect(turnBetween(still.getLocalRotation(), OTHER.turn(0))).to.be.above(10);
        record.begin(1000);
        expect(still.getLocalRotation().equals(OTHER.turn(0))).to.equal(true);
    });

    it('forgets what was shown over a gap, and when it is cancelled; a switch within no more than a frame is seen at once', () => {
        const gap = stand(60);
        for (let i = 0; i < 3; i++) gap.step(REST);
        gap.skip();
        gap.inertia.start(0.3);
        expect(gap.step(OTHER).turn.equals(OTHER.turn(0))).to.equal(true);

        const cancelled = stand(60);
        for (let i = 0; i < 3; i++) cancelled.step(REST);
        cancelled.inertia.start(0.3);
        cancelled.step(OTHER);
        expect(cancelled.inertia.running).to.equal(true);
        cancelled.inertia.cancel();
        expect(cancelled.inertia.running).to.equal(false);
        expect(cancelled.step(OTHER).turn.equals(OTHER.turn(0))).to.equal(true);

        const never = stand(60);
        expect([never.step(REST).turn.equals(REST.turn(0)), never.inertia.running]).to.deep.equal([true, false]);

        for (const time of [0, -1, NaN, 1 / 60]) {
            const { inertia, step } = stand(60);
            for (let i = 0; i < 3; i++) step(REST);
            inertia.start(time);
            expect(step(OTHER).turn.equals(OTHER.turn(0))).to.equal(true);
            expect(inertia.running).to.equal(false);
        }
    });

    it('goes on through frames without time', () => {
        const { inertia, step } = stand(60);
        for (let i = 0; i < 5; i++) step(SWAY);
        const [first, before] = [step(SWAY), step(SWAY)];
        step(SWAY, 0);
        inertia.start(0.3);
        expect(turnBetween(step(NOD, 0).turn, before.turn)).to.be.below(1e-6);
        const next = step(NOD);
        expect(turnBetween(before.turn, next.turn)).to.be.below(2 * turnBetween(first.turn, before.turn));
        for (let i = 0; i < 30; i++) step(NOD);
        expect(inertia.running).to.equal(false);
    });

    it('goes over to other bones: what is in both goes on, what is no longer there dies out first', () => {
        const { bone, still, record, inertia, step } = stand(60);
        for (let i = 0; i < 3; i++) step(REST);
        inertia.start(0.3);
        step(OTHER);
        const shown = step(OTHER);
        const next = inertia.withBones([still]);
        expect(next.bones).to.deep.equal([still, bone]);
        expect(next.moved).to.deep.equal([bone]);
        bone.setLocalRotation(OTHER.turn(0));
        bone.setLocalPosition(OTHER.place(0));
        record.begin(record.frame + 1);
        next.step(1 / 60);
        expect(turnBetween(bone.getLocalRotation(), shown.turn)).to.be.below(1);
        expect(bone.getLocalPosition().distance(shown.place)).to.be.below(0.02);
        expect(turnBetween(bone.getLocalRotation(), OTHER.turn(0))).to.be.above(10);
        next.cancel();
        expect(next.withBones([still]).bones).to.deep.equal([still]);
    });
});
