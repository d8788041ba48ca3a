import { expect } from 'chai';

import { IdleChannels } from '../../../scripts/core/idle/idle-channels';
import { RandomStream, seedOf } from '../../../scripts/core/idle/random-stream';
import { LOOK_DEGREES, MANNERS } from '../../../scripts/idle-randomizer/settings';
import { sampled } from '../../support/characters';
import { settingsOf } from '../../support/idle-settings';
import { itFull } from '../../support/skip';

// The channels against their tables: everything is counted from what they show, not from what they draw.

type Preset = Parameters<typeof settingsOf>[0];

/** Everything that the channels show, by name. */
const READ: Readonly<Record<string, (channels: IdleChannels) => number>> = {
    weight: channels => channels.weight,
    lookX: channels => channels.look.current[0],
    lookY: channels => channels.look.current[1],
    facial: channels => channels.facial.current[0],
    breath: channels => channels.breath.current,
    swayX: channels => channels.sway.current[0],
    swayY: channels => channels.sway.current[1],
    headX: channels => channels.saccades.head[0],
    headY: channels => channels.saccades.head[2]
};

/** What the channels show at a rate, one list a channel. */
function record(preset: Preset, seed: number, seconds: number, rate: number, read = READ, manner: Parameters<typeof settingsOf>[1] = 'alone') {
    const channels = new IdleChannels(seed, settingsOf(preset, manner));
    const curves = Object.fromEntries(Object.keys(read).map(name => [name, new Float64Array(Math.round(seconds * rate))]));
    for (let i = 0; i < Math.round(seconds * rate); i++) {
        channels.step(1 / rate, true);
        for (const name of Object.keys(read)) curves[name][i] = read[name](channels);
    }
    return { channels, curves };
}

function meanOf(values: ArrayLike<number>): number {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[i];
    return sum / values.length;
}

/** Autocorrelation of a curve at a lag in samples. */
function correlation(curve: Float64Array, lag: number): number {
    const mean = meanOf(curve);
    let same = 0, apart = 0;
    for (let i = 0; i < curve.length; i++) {
        same += (curve[i] - mean) ** 2;
        if (i + lag < curve.length) apart += (curve[i] - mean) * (curve[i + lag] - mean);
    }
    return same > 0 ? apart / same : 0;
}

describe('channels of an idle', () => {
    /** Mean seconds of the preset's table: weight shift, look, face, fidget. Blinks and breaths come 17 and 14 times a minute. */
    const TABLE: Readonly<Record<'game' | 'original' | 'realistic', readonly number[]>> = {
        game: [9.4, 6.55, 8.75, 28], original: [7.5, 6, 7, 0], realistic: [199, 9.3, 15, 49]
    };

    for (const [preset, [shift, look, face, fidget]] of Object.entries(TABLE)) {
        it(`${preset}: means are those of the table within 5 %, over so long that their standard error is below 1 %`, function () {
            this.timeout(600000);
            // the deviation of no interval is above its mean, of shifts 0.75: 10 000 intervals
            const count = sampled(10000, 2500);
            const meanInterval = (mean: number, read: (channels: IdleChannels) => number) => {
                let events = 0, seconds = 0;
                for (let seed = 1; events < count; seed++) {
                    const channels = new IdleChannels(seed, settingsOf(preset as Preset));
                    const before = read(channels);
                    const hours = Math.max(1000, 60 * mean);
                    for (let time = 0; time < hours; time += 0.5) channels.step(0.5, true);
                    events += read(channels) - before;
                    seconds += hours;
                }
                return seconds / events / mean;
            };
            expect(meanInterval(shift, channels => channels.weightShift.moves), 'shifts').to.be.closeTo(1, 0.05);
            expect(meanInterval(look, channels => channels.look.moves), 'looks').to.be.closeTo(1, 0.05);
            expect(meanInterval(face, channels => channels.facial.moves), 'faces').to.be.closeTo(1, 0.05);
            expect(meanInterval(60 / 17, channels => channels.blinks.count), 'blinks').to.be.closeTo(1, 0.05);
            expect(meanInterval(60 / 14, channels => channels.breath.count), 'breaths').to.be.closeTo(1, 0.05);
            if (fidget > 0) expect(meanInterval(fidget, channels => channels.fidgets), 'fidgets').to.be.closeTo(1, 0.05);
            else expect(new IdleChannels(1, settingsOf('original')).fidgets).to.equal(0);
        });
    }

    it('the original\'s ranges: goals fill them and never leave them, and moves and rests take the times of its source', () => {
        const channels = new IdleChannels(3, settingsOf('original'));
        const found = { shift: [1, -1], x: [1, -1], y: [1, -1], face: [1, 0] };
        const take = (pair: number[], value: number) => {
            pair[0] = Math.min(pair[0], value);
            pair[1] = Math.max(pair[1], value);
        };
        for (let i = 0; i < 200000; i++) {
            channels.step(0.05, true);
            take(found.shift, channels.weight);
            take(found.x, channels.look.current[0]);
            take(found.y, channels.look.current[1]);
            take(found.face, channels.facial.current[0]);
        }
        const asked = { shift: [-0.8, 0.8], x: [-0.8, 0.8], y: [-0.15, 0.15], face: [0, 1] };
        for (const [name, [low, high]] of Object.entries(asked) as [keyof typeof found, number[]][]) {
            expect(found[name][0], name).to.be.within(low, low + 0.02 * (high - low));
            expect(found[name][1], name).to.be.within(high - 0.02 * (high - low), high);
        }
    });

    for (const preset of ['game', 'original', 'realistic', 'still'] as const) {
        itFull(`${preset}: place and speed are continuous at 600 Hz, the head is never faster than 60 degrees a second`, () => {
            let fastest = 0;
            for (let seed = 1; seed <= sampled(10, 3); seed++) {
                const { curves } = record(preset, seed, 300, 600);
                for (const [name, curve] of Object.entries(curves)) {
                    let peak = 0, step = 0, before = 0;
                    for (let i = 1; i < curve.length; i++) {
                        const speed = curve[i] - curve[i - 1];
                        peak = Math.max(peak, Math.abs(speed));
                        if (i > 1) step = Math.max(step, Math.abs(speed - before));
                        before = speed;
                    }
                    if (peak > 0) expect(step / peak, `${name}, seed ${seed}`).to.be.below(0.02);
                }
                for (let i = 1; i < curves.lookX.length; i++) {
                    const turn = (look: Float64Array, head: Float64Array, degrees: number) => degrees * (look[i] - look[i - 1]) + head[i] - head[i - 1];
                    fastest = Math.max(fastest, 600 * Math.hypot(turn(curves.lookX, curves.headX, LOOK_DEGREES[0]), turn(curves.lookY, curves.headY, LOOK_DEGREES[1])));
                }
            }
            expect(fastest).to.be.within(1, 60);
        });
    }

    it('the weight with its stirs stays between the legs, in all presets, whichever way they go', () => {
        let most = 0;
        for (const preset of ['game', 'original', 'realistic'] as const) {
            for (let seed = 1; seed <= 6; seed++) {
                const settings = settingsOf(preset);
                settings.weightShift.range.set([-1, 1]);
                settings.fidgetTime.fill(3);
                const channels = new IdleChannels(seed, settings);
                for (let i = 0; i < 10 * 1800; i++) {
                    channels.step(0.1, true);
                    most = Math.max(most, Math.abs(channels.weight));
                }
            }
        }
        expect(most).to.be.within(0.95, 1);
    });

    itFull('nothing turns back but for a new goal: between two targets shift, look and face go one way only', () => {
        for (const preset of ['game', 'original'] as const) {
            const channels = new IdleChannels(5, settingsOf(preset));
            const moving = [channels.weightShift, channels.look, channels.facial];
            const before = moving.map(({ current, moves }) => ({ value: current[0], moves, sign: 0 }));
            for (let i = 0; i < 60000; i++) {
                channels.step(1 / 60, true);
                for (const [k, { current, moves }] of moving.entries()) {
                    const last = before[k];
                    const change = moves === last.moves ? Math.sign(current[0] - last.value) : 0;
                    if (moves !== last.moves) last.sign = 0;
                    if (change !== 0 && last.sign !== 0) expect(change, `channel ${k}`).to.equal(last.sign);
                    if (change !== 0) last.sign = change;
                    last.value = current[0];
                    last.moves = moves;
                }
            }
        }
    });

    for (const preset of ['game', 'original'] as const) {
        it(`${preset}: in half an hour no channel repeats itself: autocorrelation at lags of 20 to 120 s below 0.2, mean of 6 seeds`, () => {
            const runs = [1, 2, 3, 4, 5, 6].map(seed => record(preset, seed, 1800, 2).curves);
            for (const name of Object.keys(READ)) {
                for (let lag = 20; lag <= 120; lag += sampled(0.5, 2)) {
                    const mean = meanOf(runs.map(curves => correlation(curves[name], Math.round(2 * lag))));
                    expect(Math.abs(mean), `${name} at ${lag} s`).to.be.below(0.2);
                }
            }
        });
    }

    it('no two breaths have the same length; their deviation is 5 % of the mean at least', () => {
        const { curves } = record('game', 4, 3600, 100, { breath: READ.breath });
        const starts: number[] = [];
        for (let i = 1; i < curves.breath.length; i++) if (curves.breath[i - 1] === 0 && curves.breath[i] > 0) starts.push(i / 100);
        const lengths = starts.slice(1).map((start, i) => start - starts[i]);
        const mean = meanOf(lengths);
        const deviation = Math.sqrt(meanOf(lengths.map(length => (length - mean) ** 2))) / mean;
        expect(60 / mean).to.be.closeTo(14, 0.7);
        expect(deviation).to.be.within(0.13, 0.19);
    });

    it('20, 60 and 144 Hz show the same within 1 % RMS, and the same seed the same numbers', () => {
        for (const preset of ['game', 'original'] as const) {
            const [slow, usual, fast, again] = [20, 60, 144, 60].map(rate => record(preset, 9, 600, rate).curves);
            for (const name of Object.keys(READ)) {
                expect(again[name], name).to.deep.equal(usual[name]);
                for (const [other, rate] of [[slow, 20], [fast, 144]] as const) {
                    let error = 0, size = 0;
                    // moments that all rates have: every quarter of a second
                    for (let quarter = 1; quarter < 4 * 600; quarter++) {
                        const value = usual[name][15 * quarter - 1];
                        error += (other[name][quarter * rate / 4 - 1] - value) ** 2;
                        size += value ** 2;
                    }
                    expect(Math.sqrt(error / size), `${name} at ${rate} Hz`).to.be.below(0.01);
                }
            }
        }
    });

    it('every seed has another motion, also neighbours', () => {
        for (const name of Object.keys(READ)) {
            const [a, b] = [100, 101].map(seed => record('game', seed, 1800, 2).curves[name]);
            const [meanA, meanB] = [meanOf(a), meanOf(b)];
            let both = 0, ownA = 0, ownB = 0;
            for (let i = 0; i < a.length; i++) {
                both += (a[i] - meanA) * (b[i] - meanB);
                ownA += (a[i] - meanA) ** 2;
                ownB += (b[i] - meanB) ** 2;
            }
            expect(Math.abs(both / Math.sqrt(ownA * ownB)), name).to.be.below(0.2);
        }
    });
});

describe('gaze of an idle', () => {
    for (const [manner, share] of [['alone', 0], ['listening', 0.75], ['talking', 0.41]] as const) {
        it(`${manner}: jumps of 7 ± 1 degrees that take 25 ms and 2.4 ms a degree, within a frame; ${100 * share} ± 3 % of the time with the partner`, () => {
            const rate = 250, seconds = sampled(40000, 8000);
            const channels = new IdleChannels(2, settingsOf('game', manner));
            const { saccades } = channels;
            let mutual = 0, sum = 0, count = 0, seen = 0, worst = 0, moved = 0, start = [0, 0];
            for (let i = 0; i < seconds * rate; i++) {
                const [x, y] = saccades.gaze;
                saccades.step(1 / rate, MANNERS[manner]);
                if (saccades.isMutual) mutual++;
                const isMoving = saccades.gaze[0] !== x || saccades.gaze[1] !== y;
                if (saccades.count !== seen) {
                    seen = saccades.count;
                    start = [x, y];
                    moved = 0;
                }
                if (isMoving) moved++;
                else if (moved > 0) {
                    const size = Math.hypot(x - start[0], y - start[1]);
                    sum += size;
                    count++;
                    // frames that a jump touches: one more than it fills
                    worst = Math.max(worst, Math.abs((moved - 1) / rate - (0.025 + 0.0024 * size)));
                    moved = 0;
                }
            }
            expect(sum / count, 'mean size').to.be.within(6, 8);
            expect(worst, 'duration').to.be.below(1 / rate);
            expect(mutual / seconds / rate, 'share').to.be.closeTo(share, 0.03);
        });
    }

    it('the eyes alone turn up to 15 degrees, and the head brings what is beyond', () => {
        const channels = new IdleChannels(7, settingsOf('game', 'talking'));
        const { saccades } = channels;
        let followed = 0;
        for (let i = 0; i < 200000; i++) {
            channels.step(1 / 60, true);
            const { gaze, head } = saccades;
            const aside = Math.hypot(gaze[0], gaze[1]);
            if (saccades.since < 3) continue;
            expect(Math.hypot(head[0], head[2]), 'head').to.be.closeTo(Math.max(0, aside - 15), 0.1);
            if (aside > 16) followed++;
        }
        expect(followed).to.be.above(10);
    });

    it('far jumps bring blinks with them, and the rate of blinks stays', () => {
        const channels = new IdleChannels(11, settingsOf('game', 'talking'));
        let far = 0, withBlink = 0, jumps = 0, seconds = 0;
        for (let i = 0; i < 20 * 3600 * 5; i++) {
            const { count } = channels.blinks;
            channels.step(0.05, true);
            seconds += 0.05;
            if (channels.saccades.count === jumps) continue;
            jumps = channels.saccades.count;
            if (channels.saccades.size <= 20) continue;
            far++;
            if (channels.blinks.count > count) withBlink++;
        }
        expect(withBlink / far).to.be.above(0.25);
        expect(60 * channels.blinks.count / seconds).to.be.closeTo(26, 1.3);
    });
});

describe('random numbers of an idle', () => {
    it('are uniform, and log-normal with the mean and deviation that are asked', () => {
        const stream = new RandomStream(42, 0);
        const bins = new Float64Array(100);
        for (let i = 0; i < 100000; i++) bins[Math.floor(100 * stream.next())]++;
        const chi = bins.reduce((sum, bin) => sum + (bin - 1000) ** 2 / 1000, 0);
        // 99 degrees of freedom: 134.6 at p = 0.01
        expect(chi).to.be.within(60, 134.6);
        const values = Float64Array.from({ length: 200000 }, () => stream.logNormal(199, 148));
        const mean = meanOf(values);
        expect(mean).to.be.closeTo(199, 2);
        expect(Math.sqrt(meanOf(values.map(value => (value - mean) ** 2)))).to.be.closeTo(148, 5);
        expect(Math.min(...values.slice(0, 1000))).to.be.above(0);
    });

    it('give neighbouring seeds, fractions and streams sequences of their own, and equal texts equal seeds', () => {
        const firsts = new Set<number>();
        for (let seed = 0; seed < 100; seed++) for (let stream = 0; stream < 10; stream++) firsts.add(new RandomStream(seed, stream).next());
        for (let i = 1; i < 100; i++) firsts.add(new RandomStream(i / 1000, 0).next());
        expect(firsts.size).to.equal(1099);
        expect(seedOf('hero')).to.equal(seedOf('hero')).and.not.equal(seedOf('herp'));
    });
});
