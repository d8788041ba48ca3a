import { basename } from 'node:path';

import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { findLocomotion, phaseAt, timeAtPhase } from '../../../scripts/anim/contacts/locomotion';
import { findCharacter } from '../../../scripts/rig/character';
import { RUN_SPEED } from '../../../tools/characters/mannequin/run';
import { WALK_SPEED } from '../../../tools/characters/mannequin/walk';
import { createApp } from '../../support/app';
import { MANNEQUIN } from '../../support/characters';
import { analyse, CLIPS, HOUND, loadActor, resample, type ClipSource } from '../../support/clips';
import { makeContacts } from '../../support/contacts';
import { onEachBiped } from '../../support/foot-stage';

const WALK: ClipSource = [MANNEQUIN, MANNEQUIN, 'walk'];
const RUN: ClipSource = [MANNEQUIN, MANNEQUIN, 'run'];

/** Share of a speed by which it may be off: the clips slide a little by themselves. */
const EXACT = 0.03;

/** The same where a clip slides by centimetres a step, so that what stands still differs from point to point of a sole. */
const SLIDING = 0.05;

describe('findLocomotion', () => {
    it('begins with the strike of the first foot, and has the second at half a stride, wherever that is in time', () => {
        const steps = findLocomotion([makeContacts(2, [0.5, 1.2]), makeContacts(2, [1.7, 2.4])], 1.5, [0, 2])!;
        expect([steps.strides, steps.strideTime, steps.strideLength]).to.deep.equal([1, 2, 3]);
        for (const [time, phase] of [[0.5, 0], [1.1, 0.25], [1.7, 0.5], [2.1, 0.75], [0.1, 0.75], [-0.3, 0.5], [6.5, 0]]) {
            expect(phaseAt(steps, time), `at ${time} s`).to.be.closeTo(phase, 1e-9);
            const back = (timeAtPhase(steps, phase) - time) / 2;
            expect(back - Math.round(back), `back from ${phase}`).to.be.closeTo(0, 1e-9);
        }
        expect(timeAtPhase(steps, -0.25)).to.be.closeTo(0.1, 1e-9);
    });

    it('counts from the first foot also where the second comes down earlier in the clip', () => {
        const steps = findLocomotion([makeContacts(1, [0.6, 0.9]), makeContacts(1, [0.1, 0.4])], 1, [0, 1])!;
        for (const [time, phase] of [[0.6, 0], [0.85, 0.25], [0.1, 0.5], [0.35, 0.75]]) {
            expect(phaseAt(steps, time), `at ${time} s`).to.be.closeTo(phase, 1e-9);
            expect(timeAtPhase(steps, phase)).to.be.closeTo(time, 1e-9);
        }
    });

    it('has several strides in a clip, each with all phases', () => {
        const steps = findLocomotion([makeContacts(2, [0, 0.6], [1, 1.6]), makeContacts(2, [0.5, 1.1], [1.5, 2.1])], 2, [0, 2])!;
        expect([steps.strides, steps.strideTime, steps.strideLength]).to.deep.equal([2, 1, 2]);
        expect(phaseAt(steps, 0.25)).to.be.closeTo(phaseAt(steps, 1.25), 1e-9);
        expect(timeAtPhase(steps, 0.25)).to.be.closeTo(0.25, 1e-9);
        expect(timeAtPhase(steps, 0.25, 1)).to.be.closeTo(1.25, 1e-9);
    });

    it('is null where feet do not come down in turn', () => {
        const [left, right, always] = [makeContacts(1, [0, 0.2], [0.3, 0.5]), makeContacts(1, [0.6, 0.9]), makeContacts(1, [0, 1])];
        expect(findLocomotion([left, right], 1, [0, 2])).to.equal(null);
        expect(findLocomotion([right, always], 1, [0, 2])).to.equal(null);
        expect(findLocomotion([right, makeContacts(1)], 1, [0, 2])).to.equal(null);
        expect(findLocomotion([right], 1, [0, 2])).to.equal(null);
    });

    describe('of clips', () => {
        let app: AppBase;

        beforeEach(() => { app = createApp(); });
        afterEach(() => app.destroy());

        const stepsOf = async (source: ClipSource) => analyse(await loadActor(app, source))!;

        for (const [source, speed] of [[WALK, WALK_SPEED], [RUN, RUN_SPEED]] as const) {
            it(`is what has been written: ${source[2]}`, async () => {
                const { locomotion, duration } = await stepsOf(source);
                expect(locomotion!.speed).to.be.closeTo(speed, EXACT * speed);
                expect(locomotion!.strides).to.equal(1);
                expect(locomotion!.strideLength).to.be.closeTo(speed * duration, EXACT * speed * duration);
                // the left foot comes down at 0, the right one in the middle
                expect(Math.abs(Math.sin(Math.PI * phaseAt(locomotion!, 0)))).to.be.below(0.05);
                expect(phaseAt(locomotion!, 0.5 * duration)).to.be.closeTo(0.5, 0.02);
            });
        }

        it('is the same with root motion, and twice as many strides in a clip of two rounds', async () => {
            const actor = await loadActor(app, WALK);
            const { groundVelocity, duration } = analyse(actor)!;
            const moved = resample(actor, { shift: share => Array.from(groundVelocity, value => -value * share * duration) });
            expect(analyse(actor, moved)!.locomotion!.speed).to.be.closeTo(WALK_SPEED, EXACT * WALK_SPEED);
            const twice = analyse(actor, resample(actor, { duration: 2 * duration, time: share => 2 * share % 1 * duration }))!.locomotion!;
            expect([twice.strides, Math.round(100 * twice.strideTime)]).to.deep.equal([2, Math.round(100 * duration)]);
        });

        it('is there for every walk and run of every character, and for no clip that stands', async () => {
            for (const source of CLIPS) {
                const { locomotion } = analyse(await loadActor(app, source))!;
                const name = `${basename(source[1])} ${source[2]}`;
                if (/idle|agree/.test(name)) expect(locomotion, source.join(' ')).to.equal(null);
                else if (/walk|run/.test(name)) expect(locomotion!.strides, source.join(' ')).to.equal(1);
            }
        });

        it('has the hind feet of the hound as its pair', async () => {
            const { locomotion, feet } = analyse(await loadActor(app, [HOUND, HOUND, 'walk']))!;
            expect(phaseAt(locomotion!, feet[0].stances[0].strike)).to.be.closeTo(0, 1e-9);
            expect(phaseAt(locomotion!, feet[1].stances[0].strike)).to.be.closeTo(0.5, 1e-9);
        });
    });
});

onEachBiped('the speed of a clip', (stage) => {
    it('is that at which the drawn soles stand still', function () {
        const actor = stage.add();
        const { locomotion } = analyse({ entity: actor.model, rig: findCharacter(actor.model)!, track: stage.clip('walk') })!;
        const speed = locomotion!.speed * actor.model.getWorldTransform().getScale().x;
        this.test!.title += ` (${speed.toFixed(3)} m/s, soles ${stage.speedOf('walk').toFixed(3)})`;
        expect(speed).to.be.closeTo(stage.speedOf('walk'), SLIDING * speed);
    });
});
