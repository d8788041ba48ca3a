import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { sampled } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { describeFull, itFull, skipBecause } from '../support/skip';
import { CHANGING, setTransitionStage, type TransitionStage } from '../support/transition-stage';

// What is asked of every switch, on every character: place and velocity go on, nothing swings out, and what is left halves.

const DEGREES = 180 / Math.PI;

const MODES = ['inertialize', 'deadBlend'] as const;

/** Degrees beyond 1.2 times the reach of the clips, asked: 10; with every pair of clips, also such as have no pose in common. */
const BEYOND: Readonly<Record<typeof MODES[number], Reached>> = { inertialize: { Knight: 14 }, deadBlend: {} };

/** The turn from one rotation to another about axes of the parent, degrees. */
function turnVector(from: Quat, to: Quat): Vec3 {
    const turn = to.clone().mul(from.clone().conjugate());
    const sign = turn.w < 0 ? -1 : 1;
    const sine = Math.hypot(turn.x, turn.y, turn.z);
    const angle = 2 * Math.atan2(sine, Math.abs(turn.w)) * DEGREES;
    return new Vec3(turn.x, turn.y, turn.z).mulScalar(sine > 1e-12 ? sign * angle / sine : 2 * sign * DEGREES);
}

const run = (stage: TransitionStage, frames: number, dt?: number) => { for (let i = 0; i < frames; i++) stage.frame(dt); };

function testSwitches(name: string, mode: typeof MODES[number]) {
    let stage: TransitionStage;
    let states: string[];

    beforeEach(async function () {
        const set = await setTransitionStage(name, { mode });
        if (!set) skipBecause(this, `needs ${name}.glb in the folder that LIMBER_RIGS names`);
        stage = set;
        states = [...stage.tracks.keys()];
    });

    afterEach(() => stage?.app.destroy());

    /** The pose that an entity shows; a foot of Husky's that hangs on the root belongs to the leg that it is the end of. */
    const inLimbs = (entity: Entity) => stage.pose(entity).map(({ name: joint, turn }) => {
        const [, leg, side] = /^IK(Front|Back)Leg(\..)$/.exec(joint) ?? [];
        const shin = leg ? entity.findByName(`${leg}LowerLeg${side}`)! : null;
        return { name: joint, turn: shin ? shin.getRotation().clone().invert().mul(entity.findByName(joint)!.getRotation()) : turn };
    });
    const go = (state: string, offset = 0) => stage.both(({ anim }) => anim!.baseLayer!.transition(state, 0, offset));
    const shown = () => stage.pose(stage.entity);
    const animated = () => stage.pose(stage.twin);
    const next = (dt: number) => {
        stage.frame(dt);
        return shown();
    };
    const setSpeed = (speed: number) => stage.both(({ anim }) => { anim!.speed = speed; });

    it('keeps the velocity of every joint through a switch, within 2 percent of the fastest, and its place', () => {
        const dt = 1 / 9600;
        for (const [i, from] of states.entries()) {
            const to = states[(i + 1) % states.length];
            go(from);
            run(stage, 150);
            const frames = Array.from({ length: 4 }, () => next(dt));
            go(to, 0.3);
            for (let k = 0; k < 6; k++) {
                stage.frame(dt);
                frames.push(shown());
            }
            const speed = (joint: number, k: number) => turnVector(frames[k - 1][joint].turn, frames[k][joint].turn).mulScalar(1 / dt);
            // the middle of each step is half a frame from its ends; the old motion ends in frame 3
            const before = (joint: number) => speed(joint, 3).mulScalar(1.5).sub(speed(joint, 2).mulScalar(0.5));
            const after = (joint: number) => speed(joint, 7).mulScalar(4.5).sub(speed(joint, 8).mulScalar(3.5));
            const joints = frames[0].map((_, joint) => joint);
            const goal = animated();
            stage.frame(dt);
            const fastest = Math.max(...animated().map(({ turn }, joint) => Math.max(before(joint).length(), turnBetween(goal[joint].turn, turn) / dt)));
            for (const joint of joints) {
                const jump = before(joint).distance(after(joint));
                expect(jump, `${from} to ${to}, ${frames[0][joint].name}`).to.be.below(0.02 * fastest + 0.01);
                const step = turnBetween(frames[3][joint].turn, frames[4][joint].turn);
                expect(step, `${from} to ${to}, ${frames[0][joint].name}`).to.be.below(1.1 * fastest * dt + 1e-3);
            }
        }
    });

    it('goes on with the old motion in the first frame, and does not stand', () => {
        for (const rate of [30, 60, 144]) {
            go(states[1]);
            run(stage, 2 * rate, 1 / rate);
            const first = shown();
            stage.frame(1 / rate);
            const last = shown();
            go(states[2], 0.3);
            stage.frame(1 / rate);
            const now = shown();
            const target = animated();
            // what a spring from rest has let go in one frame
            const rest = 1.678347 / 0.1 / rate;
            const gone = 1 - (1 + rest) * Math.exp(-rest);
            last.forEach(({ turn, name: joint }, i) => {
                // ends of IK that hang elsewhere are kept against the limb that they belong to
                if (joint.startsWith('IK')) return;
                const heading = turn.clone().mul(first[i].turn.clone().conjugate()).mul(turn);
                const [step, off] = [turnBetween(first[i].turn, turn), turnBetween(heading, target[i].turn)];
                expect(turnBetween(now[i].turn, heading), `${joint} at ${rate} Hz`).to.be.below(gone * off + 0.35 * step + 0.01);
            });
        }
    });

    const expectHalf = (rate: number) => {
        go(states[1]);
        run(stage, 100);
        setSpeed(0);
        run(stage, 3, 1 / rate);
        const last = shown();
        const frames = Math.ceil(0.1 * rate - 1e-9);
        go(states[2], 0.3);
        run(stage, frames - 1, 1 / rate);
        const before = shown();
        stage.frame(1 / rate);
        const now = shown();
        const target = animated();
        // between two frames where the half-life ends between them
        const share = frames - 0.1 * rate;
        let count = 0;
        target.forEach(({ turn, place, name: joint }, i) => {
            if (joint.startsWith('IK')) return;
            const whole = turnBetween(last[i].turn, turn), reach = last[i].place.distance(place);
            const left = [before, now].map(pose => [turnBetween(pose[i].turn, turn), pose[i].place.distance(place)]);
            const part = (k: number) => left[1][k] + (left[0][k] - left[1][k]) * share;
            if (whole > 5 && whole < 170) expect(part(0) / whole, joint).to.be.closeTo(0.5, 0.005);
            if (reach > 1e-3) expect(part(1) / reach, joint).to.be.closeTo(0.5, 0.005);
            if (whole > 5) count++;
        });
        expect(count).to.be.above(5);
    };

    for (const rate of [30, 60, 144]) {
        it(`has half of every offset left after a half-life, counted from the last frame before the switch, at ${rate} Hz`, () => expectHalf(rate));
    }

    it('leaves the pose bit for bit when nothing is switched, long after a switch, without auto detect, and switched off', () => {
        const expectSame = () => {
            const now = shown();
            animated().forEach(({ turn, place, name: joint }, i) => {
                expect([turn.x, turn.y, turn.z, turn.w, place.x, place.y, place.z], joint)
                .to.deep.equal([now[i].turn.x, now[i].turn.y, now[i].turn.z, now[i].turn.w, now[i].place.x, now[i].place.y, now[i].place.z]);
            });
        };
        for (let i = 0; i < 30; i++) {
            stage.frame();
            expectSame();
        }
        go(states[1]);
        run(stage, 200);
        expectSame();
        stage.script.autoDetect = false;
        go(states[2]);
        stage.frame();
        expectSame();
        stage.script.autoDetect = true;
        go(states[0]);
        run(stage, 2);
        expect(expectSame).to.throw();
        stage.script.enabled = false;
        expectSame();
        go(states[1]);
        stage.frame();
        expectSame();
        stage.script.enabled = true;
        stage.frame();
        expectSame();
    });

    itFull('does not swing out when it is switched 20 times a second', () => {
        const worst = { by: -Infinity, note: '' };
        const random = seededRandom(7);
        const pairs = states.slice(1).map((state, i) => [states[i], state]);
        for (const [a, b] of pairs.slice(0, sampled(pairs.length, 2))) {
            // the middle and the reach of both clips
            const samples: ReturnType<typeof inLimbs>[] = [];
            for (const state of [a, b]) {
                const frames = Math.ceil(stage.tracks.get(state)!.duration * 60);
                go(state);
                for (let k = 0; k < frames; k++) {
                    stage.frame(1 / 60);
                    samples.push(inLimbs(stage.twin));
                }
            }
            const middles = samples[0].map((_, i) => {
                const sum = new Vec3();
                const base = samples[0][i].turn;
                for (const sample of samples) sum.add(turnVector(base, sample[i].turn));
                const mean = sum.mulScalar(1 / samples.length);
                return new Quat().setFromAxisAngle(mean.clone().normalize(), mean.length()).mul(base);
            });
            const reaches = middles.map((middle, i) => Math.max(...samples.map(sample => turnBetween(middle, sample[i].turn))));
            for (let k = 0; k < 20 * sampled(6, 3); k++) {
                go(k % 2 === 0 ? a : b, random());
                for (let f = 0; f < 3; f++) {
                    stage.frame(1 / 60);
                    for (const [i, { turn, name: joint }] of inLimbs(stage.entity).entries()) {
                        const by = turnBetween(middles[i], turn) - 1.2 * reaches[i];
                        if (by > worst.by) Object.assign(worst, { by, note: `${a} and ${b}, ${joint}` });
                    }
                }
            }
        }
        expect(worst.by, worst.note).to.be.below(boundOf({ name }, 12.2, BEYOND[mode]));
    });
}

for (const name of Object.keys(CHANGING)) {
    for (const mode of MODES) {
        (name === 'hound' ? describeFull : describe)(`poseTransition on ${name} by ${mode}`, () => testSwitches(name, mode));
    }
}
