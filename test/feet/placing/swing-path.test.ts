import { expect } from 'chai';

import type { Ground } from '../../../scripts/core/ground/ground';
import type { ProbeLimits } from '../../../scripts/feet/ground/kept-rays';
import { SwingPath } from '../../../scripts/feet/placing/swing-path';
import { BALL, HEEL, SIZE } from '../../support/formula-foot';

// The path of a foot through the air, over ground whose heights are a formula: a clip that slides a flat foot along its floor at an even speed.

/** Distance and time of the swing. */
const DISTANCE = 0.7;
const TIME = 0.5;

/** Ground of flat treads. */
class Steps implements Ground {
    constructor(private readonly heightAt: (z: number) => number) {}

    cast(hit: Parameters<Ground['cast']>[0], ray: Parameters<Ground['cast']>[1]): boolean {
        const height = this.heightAt(ray[2]);
        if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
        hit.point.set([ray[0], height, ray[2]]);
        hit.normal.set([0, 1, 0]);
        hit.body = null;
        return true;
    }
}

interface Frame { clip: number; foot: number; height: number }

/** Swings over ground, and answers what was in each frame. */
function swing(heightAt: (z: number) => number, rate: number, slope = 0, shareAt = (time: number) => time, slant = 0, hurries = false) {
    const path = new SwingPath();
    const dt = 1 / rate;
    const root = new Float64Array(3), up = Float64Array.of(0, 1, 0);
    const limits: ProbeLimits = { up, plane: root, normal: up, climb: new Float64Array(1), top: 0.5, bottom: -0.5, maxStep: 0.45, minCosine: 0.5, size: SIZE };
    const foot = {
        up, settings: { length: BALL, heel: -HEEL }, swing: { place: new Float64Array(3), front: BALL, back: -HEEL, lowest: 0, low: BALL, slant },
        target: { normal: Float64Array.of(0, 1, -slope).map(part => part / Math.hypot(1, slope)) }, contact: { subFrameTime: dt, hurries }
    };
    const frame = { root, dt, size: SIZE };
    const strike = Float64Array.of(0, 0, DISTANCE), lift = Float64Array.of(heightAt(0));
    const ground = new Steps(heightAt);
    path.begin(foot, root, limits);
    // it has looked a moment before it is lifted
    for (let i = 0; i < 20; i++) {
        path.look(foot, strike, limits, ground, 16);
    }
    path.start(root, foot, lift, Float64Array.of(TIME));
    const seen: Frame[] = [];
    const left = new Float64Array(1);
    const count = Math.round(TIME * rate);
    for (let i = 1; i <= count; i++) {
        foot.swing.place[2] = DISTANCE * shareAt(i / count);
        left[0] = TIME * (1 - i / count);
        path.look(foot, strike, limits, ground, 16);
        path.step(foot, left, frame);
        seen.push({ clip: foot.swing.place[2], foot: foot.swing.place[2] + path.lagOffset[2], height: path.height });
    }
    return { path, seen };
}

const OVER_BOX = (z: number) => (z > 0.3 && z < 0.4 ? 0.12 : 0);
const UP = (z: number) => (z > 0.35 ? 0.17 : 0);
/** So near that a foot cannot be high enough in time: it waits before it. */
const NEAR = (z: number) => (z > 0.19 ? 0.2 : 0);
const DOWN = (z: number) => (z > 0.3 ? -0.17 : 0);

describe('the stage of the swing', () => {
    it('stays on level ground where that is level', () => {
        for (const { foot, clip, height } of swing(() => 0, 60).seen) {
            expect(height).to.be.closeTo(0, 1e-9);
            expect(foot).to.be.closeTo(clip, 1e-9);
        }
    });

    for (const [name, heightAt] of [['a box', OVER_BOX], ['a step up', UP], ['a riser before its toes', NEAR], ['a step down', DOWN]] as const) {
        for (const rate of [30, 60, 144]) {
            it(`brings heel and ball over ${name} at ${rate} Hz, and down where the foot shall stand`, () => {
                const { path, seen } = swing(heightAt, rate);
                for (const { foot, height } of seen) {
                    // each point of the sole, and the ground below it by its formula: up to the millimetres to which an edge is known
                    for (const z of [HEEL, BALL]) expect(height - Math.min(heightAt(foot + z), heightAt(foot + z - 0.005)), `at ${foot.toFixed(3)}`).to.be.above(-1e-3);
                }
                const last = seen.at(-1)!;
                expect(last.height).to.be.closeTo(heightAt(DISTANCE), 0.01);
                // one that has waited before an edge is behind, no more than it may be
                expect(DISTANCE + path.way.landingShift - last.foot).to.be.within(-1e-9, 0.08);
                seen.forEach(({ foot }, i) => expect(foot, 'never back').to.be.at.least((seen[i - 1]?.foot ?? 0) - SIZE / rate));
            });
        }
    }

    for (const slope of [-0.45, 0.45]) {
        it(`stays on a slope of ${slope} whose clip goes slowly at first`, () => {
            const heightAt = (z: number) => slope * z;
            for (const { foot, height } of swing(heightAt, 60, slope, time => time * time).seen) expect(height - heightAt(foot), `at ${foot.toFixed(3)}`).to.be.above(-1e-3);
        });
    }

    it('goes down as soon as its toes are over the edge where its heel is higher, and no point of it goes in', () => {
        const slant = 0.5;
        const [flat, onToes] = [0, slant].map(one => swing(DOWN, 144, 0, time => time, one).seen);
        const leaves = (frames: Frame[]) => frames.find(({ height }) => height < -0.02)!.foot;
        // the toes pass the edge at 0.3 m, the heel after them
        expect(leaves(onToes)).to.be.below(0.3 - HEEL - 0.02);
        expect(leaves(flat)).to.be.above(0.3 - HEEL);
        for (const { foot, height } of onToes) {
            for (const z of [HEEL, HEEL / 2, 0, BALL / 2, BALL]) {
                const over = height + slant * (BALL - z) - Math.min(DOWN(foot + z), DOWN(foot + z - 0.005));
                expect(over, `at ${foot.toFixed(3)}`).to.be.above(-1e-3);
            }
        }
    });

    it('is no higher than it needs to be: over a box by its clearance of 12 to 30 mm', () => {
        const most = Math.max(...swing(OVER_BOX, 60).seen.map(({ height }) => height));
        expect(most).to.be.within(0.12 + 0.012, 0.12 + 0.03);
    });

    for (const rate of [30, 60, 144]) {
        it(`goes on to its landing in its time where it hurries and its clip still stands, at ${rate} Hz`, () => {
            const waits = (time: number) => Math.max(0, 2 * time - 1);
            const [own, led] = [false, true].map(hurries => swing(() => 0, rate, 0, waits, 0, hurries).seen);
            for (const { foot, clip } of own) expect(foot).to.be.closeTo(clip, 1e-9);
            led.forEach(({ foot, clip }, i) => {
                const time = (i + 1) / led.length, smooth = time * time * (3 - 2 * time);
                expect(foot, `at ${time.toFixed(2)}`).to.be.closeTo(Math.max(clip, DISTANCE * smooth), 1e-6);
            });
        });
    }

    it('goes along the same string at 30 and at 144 Hz', () => {
        const at = (frames: Frame[], place: number) => {
            const next = frames.findIndex(({ foot }) => foot >= place);
            const [a, b] = [frames[Math.max(0, next - 1)], frames[next]];
            const share = b.foot > a.foot ? (place - a.foot) / (b.foot - a.foot) : 0;
            return a.height + share * (b.height - a.height);
        };
        const [slow, fast] = [30, 144].map(rate => swing(UP, rate).seen);
        for (const place of [0.1, 0.2, 0.4, 0.5, 0.6]) expect(at(slow, place), `at ${place}`).to.be.closeTo(at(fast, place), 0.012);
    });
});
