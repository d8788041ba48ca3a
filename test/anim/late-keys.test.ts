import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_STEP, type AppBase } from 'playcanvas';

import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { halfCycleOn } from '../../scripts/anim/contacts/clip-stride';
import { phaseAt, timeAtPhase } from '../../scripts/anim/contacts/locomotion';
import { analyseTransition } from '../../scripts/anim/contacts/transition-analysis';
import { kindOf } from '../../scripts/anim/kinds/clip-kinds';
import { retargetTrack } from '../../scripts/anim/retarget/retarget-track';
import { createApp } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { analyse, HOUND, loadActor, resample, type Actor, type ClipSource } from '../support/clips';

// Clips of a time line that several share: nothing moves until their own motion begins, nor after it. That time is held, and counts as no walking.

/** Seconds in which nothing moves. */
const DELAY = 2;

/** Three ways in which exporters write it: keys that begin late; a key of what never moves at 0 besides; keys throughout. */
const WAYS: Readonly<Record<string, (track: AnimTrack) => AnimTrack>> = {
    'keys that begin late': track => track,
    'a key at 0 of what never moves': ({ name, duration, inputs, outputs, curves }) => {
        const still = new AnimCurve([{ ...curves[0].paths[0] as object, propertyPath: ['localScale'] } as never], inputs.length, outputs.length, INTERPOLATION_STEP);
        return new AnimTrack(name, duration, [...inputs, new AnimData(1, Float32Array.of(0))], [...outputs, new AnimData(3, Float32Array.of(1, 1, 1))], [...curves, still]);
    },
    'keys throughout, and a second after': ({ name, duration, inputs: [{ data }], outputs, curves }) => {
        const before = Array.from({ length: 60 }, (_, i) => i * DELAY / 60), after = [duration + 0.5, duration + 1];
        return new AnimTrack(name, duration + 1, [new AnimData(1, Float32Array.of(...before, ...data, ...after))], outputs.map(({ components, data: values }) => {
            const [first, last] = [[...values.slice(0, components)], [...values.slice(values.length - components)]];
            return new AnimData(components, Float32Array.of(...before.flatMap(() => first), ...values, ...after.flatMap(() => last)));
        }), curves);
    }
};

const WALKS: readonly ClipSource[] = [[MANNEQUIN, MANNEQUIN, 'walk'], [MANNEQUIN, MANNEQUIN, 'run'], [HOUND, HOUND, 'walk']];

describe('clips whose keys begin late', () => {
    let app: AppBase;
    const load = (source: ClipSource) => loadActor(app, source);

    before(async () => { app = await createApp(); });
    after(() => app.destroy());

    for (const [way, write] of Object.entries(WAYS)) {
        for (const source of WALKS) {
            describe(`${source[0]} ${source[2]}, ${way}`, () => {
                let actor: Actor, plain: AnimTrack, late: AnimTrack;

                before(async () => {
                    actor = await load(source);
                    plain = resample(actor, {});
                    late = write(resample(actor, { delay: DELAY }));
                });

                it('go as fast, with stances as long, held where they begin', () => {
                    const found = analyse(actor, late)!, own = analyse(actor, plain)!;
                    expect(found.groundSpeed).to.be.closeTo(own.groundSpeed, 0.01 * own.groundSpeed);
                    expect(found.locomotion!.speed).to.be.closeTo(own.locomotion!.speed, 0.01 * own.locomotion!.speed);
                    expect(found.locomotion!.strideLength).to.be.closeTo(own.locomotion!.strideLength, 0.01 * own.locomotion!.strideLength);
                    expect(found.airTime).to.be.closeTo(own.airTime, 0.02);
                    own.feet.forEach(({ stances, share, duration }, foot) => {
                        expect(found.feet[foot].share).to.be.closeTo(share, 0.02);
                        expect(found.feet[foot].stances).to.have.length(stances.length);
                        stances.forEach(({ strike, release }, i) => {
                            const other = found.feet[foot].stances[i];
                            expect(other.strike, `strike of ${foot}`).to.be.closeTo(strike > 0 ? strike + DELAY : 0, 0.02);
                            expect(other.release, `release of ${foot}`).to.be.closeTo(release + DELAY + (release > duration ? late.duration - duration : 0), 0.02);
                        });
                    });
                });

                it('are of the same kind', () => {
                    expect(kindOf(late, actor.entity, actor.rig).kind).to.equal(kindOf(plain, actor.entity, actor.rig).kind);
                });

                it('have the same phase, which stands still with them', () => {
                    const found = analyse(actor, late)!.locomotion!, own = analyse(actor, plain)!.locomotion!;
                    const apart = (a: number, b: number) => Math.abs(a - b - Math.round(a - b));
                    for (let i = 0; i < 20; i++) {
                        const time = (i + 0.5) / 20 * plain.duration;
                        expect(apart(phaseAt(found, DELAY + time), phaseAt(own, time)), `phase at ${time}`).to.be.below(0.03);
                        expect(timeAtPhase(found, phaseAt(found, DELAY + time))).to.be.closeTo(DELAY + time, 1e-6);
                        const half = halfCycleOn(actor.rig, actor.entity, late, DELAY + time);
                        const round = Math.abs(half - DELAY - halfCycleOn(actor.rig, actor.entity, plain, time));
                        expect(Math.min(round, plain.duration - round), `half a cycle after ${time}`).to.be.below(0.03);
                    }
                    expect(apart(phaseAt(found, 0.1), phaseAt(own, 0))).to.be.below(0.03);
                    expect(phaseAt(found, 0.1)).to.equal(phaseAt(found, DELAY - 0.1));
                });

                it('go over to another body as late as they are, and the same', () => {
                    const [found, own] = [late, plain].map(track => new ClipSampler(retargetTrack(track, actor.entity, actor.entity).track!, actor.entity, actor.rig.skeleton));
                    expect(found.begin).to.be.closeTo(DELAY, 0.05);
                    expect(found.duration).to.equal(late.duration);
                    let most = 0;
                    for (let i = 0; i <= 20; i++) {
                        const rotations = own.sample(i / 20 * plain.duration).localRotations.slice();
                        const other = found.sample(DELAY + i / 20 * plain.duration).localRotations;
                        for (let o = 0; o < other.length; o += 4) {
                            const dot = Math.abs(rotations[o] * other[o] + rotations[o + 1] * other[o + 1] + rotations[o + 2] * other[o + 2] + rotations[o + 3] * other[o + 3]);
                            most = Math.max(most, 2 * Math.acos(Math.min(1, dot)) * 180 / Math.PI);
                        }
                    }
                    expect(most, 'degrees').to.be.below(0.5);
                });
            });
        }
    }

    it('set out when their motion does', async () => {
        const actor = await loadActor(app, [MANNEQUIN, 'templates/motions-people.glb', 'walk-start']);
        const [late, own] = [resample(actor, { delay: DELAY }), resample(actor, {})].map(track => analyseTransition(track, actor.entity, actor.rig)!);
        const at = (seconds: number, { distances, duration }: typeof late) => distances[Math.round(seconds / duration * (distances.length - 1))];
        expect(at(DELAY - 0.1, late)).to.be.below(0.01);
        for (const time of [0.3, 0.6, own.duration]) expect(at(DELAY + time, late), `at ${time}`).to.be.closeTo(at(time, own), 0.04);
    });
});
