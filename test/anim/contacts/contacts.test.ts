import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';
import { Entity, type AnimTrack, type AppBase } from 'playcanvas';

import { ClipSampler } from '../../../scripts/anim/clips/clip-sampler';
import { findContacts, type ClipContacts } from '../../../scripts/anim/contacts/contacts';
import { feetOf as knownFeet, KnownContacts } from '../../../scripts/anim/contacts/known-contacts';
import { findSolePoints } from '../../../scripts/anim/contacts/sole-points';
import { sayStepless } from '../../../scripts/anim/contacts/stepless';
import { findCharacter } from '../../../scripts/rig/character';
import { RUN_SPEED } from '../../../tools/characters/mannequin/run';
import { WALK_SPEED } from '../../../tools/characters/mannequin/walk';
import { createApp, loadGlb } from '../../support/app';
import { furtherRig, MANNEQUIN, RIGS } from '../../support/characters';
import { analyse, CLIPS, feetOf, HOUND, loadActor, makeTrack, resample, type Actor, type ClipSource } from '../../support/clips';
import { addScore, around, f1, scoreEvents, scoreSamples, type Score } from '../../support/contact-score';
import { contactsAt } from '../../support/contacts';
import { seededRandom } from '../../support/geometry';
import { skipBecause } from '../../support/skip';
import { CONTACT_LABELS, type ContactLabels } from '../contact-labels';

// Contacts found by analysing a clip, against what people see and against what programs have written.

/** Seconds within which a strike or release is right, and the F1 to reach. */
const TOLERANCE = 0.03;
const GOOD = 0.95;

/** What is reached: Guy's feet slow down long before they leave, and a boot in a strafe comes down ahead of where it goes furthest. */
const REACHED: Readonly<Partial<Record<string, number>>> = { 'Guy walk': 0.5, 'Knight strafe': 0.75, 'Zebra slow walk': 0.87 };

/**
 * Clips that are called a walk or a run in which no steps are found: one stands still for half of its time, in one paws hardly come down, one is a roll, in one the
 * fore feet are the ends of legs of one bone; two were not looked into.
 */
const STEPLESS: readonly string[] = ['Zebra.glb Walk', 'Cat.glb Run', 'Boxman.glb drop_running_roll', 'HorseBones.glb Horse-Walk', 'ManBones.glb anim.run', 'ManBones.glb anim.walk'];

const WALK: ClipSource = [MANNEQUIN, MANNEQUIN, 'walk'];
const RUN: ClipSource = [MANNEQUIN, MANNEQUIN, 'run'];
const IDLE: ClipSource = [MANNEQUIN, MANNEQUIN, 'idle'];
const SIT_DOWN: ClipSource = ['templates/motions-people.glb', 'templates/motions-people.glb', 'sit-down'];
const HOUND_IDLE: ClipSource = [HOUND, HOUND, 'idle'];
const HOUND_WALK: ClipSource = [HOUND, HOUND, 'walk'];

/** Share of the stride that each foot of a written walk or run is down. */
const WALK_STANCE = 0.62;
const RUN_STANCE = 0.36;

const emptyScore = (): Score => ({ hits: 0, extra: 0, missed: 0 });

describe('findContacts', () => {
    let app: AppBase;

    beforeEach(() => { app = createApp(); });
    afterEach(() => app.destroy());

    /** Expects the stances of one clip at the same shares of another, moved by a share. */
    function expectSame(found: ClipContacts, expected: ClipContacts, moved = 0, tolerance = TOLERANCE) {
        found.feet.forEach((foot, i) => {
            const other = expected.feet[i];
            expect(foot.stances.length, `stances of foot ${i}`).to.equal(other.stances.length);
            foot.stances.forEach(({ strikePhase, releasePhase }, k) => {
                expect(around(strikePhase, other.stances[k].strikePhase + moved, 1) * found.duration, `strike of foot ${i}`).to.be.closeTo(0, tolerance);
                expect(around(releasePhase, other.stances[k].releasePhase + moved, 1) * found.duration, `release of foot ${i}`).to.be.closeTo(0, tolerance);
            });
        });
    }

    describe('against labels by eye', () => {
        const scores = new Map<string, { events: Score, samples: Score, late: number[] }>();

        before(async function () {
            if (!furtherRig('Xbot.glb') || !furtherRig('bitmoji.glb')) {
                skipBecause(this, 'needs Xbot.glb and bitmoji.glb in the folder that LIMBER_RIGS names');
            }
            const stage = createApp();
            for (const [name, labels] of Object.entries(CONTACT_LABELS)) {
                const score = furtherRig(labels.model) && furtherRig(labels.file) ? await scoreClip(stage, labels) : null;
                if (score) scores.set(name, score);
            }
            stage.destroy();
        });

        /** Null where the character's feet are not known. */
        async function scoreClip(stage: AppBase, { model, file, clip, left, right, leftFore, rightFore }: ContactLabels) {
            const actor = await loadActor(stage, [furtherRig(model)!, furtherRig(file)!, clip]);
            if (actor.rig.legs === 0) return null;
            const { feet } = analyse(actor)!;
            const score = { events: emptyScore(), samples: emptyScore(), late: [] };
            [left, right, leftFore, rightFore].forEach((labels, i) => {
                if (!labels) return;
                addScore(score.events, scoreEvents(feet[i], labels, TOLERANCE, score.late));
                addScore(score.samples, scoreSamples(feet[i], labels));
            });
            return score;
        }

        for (const name of Object.keys(CONTACT_LABELS)) {
            it(`finds at least ${GOOD} of the strikes and releases within ${1000 * TOLERANCE} ms: ${name}`, function () {
                if (!scores.has(name)) skipBecause(this, 'its clips are not in the folder that LIMBER_RIGS names');
                const { events, samples, late } = scores.get(name)!;
                const delays = late.map(delay => Math.round(1000 * delay)).join(' ');
                console.log(`        F1 of events ${f1(events).toFixed(3)}, of moments ${f1(samples).toFixed(3)}; late by ms: ${delays}`);
                expect(f1(events)).to.be.at.least(REACHED[name] ?? GOOD);
            });
        }

        it(`is right at least ${GOOD} of all moments, also without the clips that stand still`, () => {
            const [events, samples, moving] = [emptyScore(), emptyScore(), emptyScore()];
            for (const score of scores.values()) {
                addScore(events, score.events);
                addScore(samples, score.samples);
                if (score.late.length > 0) addScore(moving, score.samples);
            }
            console.log(`        F1 of events ${f1(events).toFixed(3)} (${events.hits}), of moments ${f1(samples).toFixed(3)}, of clips with steps ${f1(moving).toFixed(3)}`);
            expect(events.hits).to.be.at.least(130);
            expect(f1(events)).to.be.at.least(GOOD);
            expect(f1(moving)).to.be.at.least(GOOD);
        });
    });

    describe('against what programs have written', () => {
        function expectStances({ feet, duration }: ClipContacts, strikes: number[], stance: number) {
            feet.forEach(({ stances }, i) => {
                expect(stances.length).to.equal(1);
                const [{ strikePhase, releasePhase }] = stances;
                expect(around(strikePhase, strikes[i], 1) * duration, 'strike').to.be.closeTo(0, TOLERANCE / 2);
                expect(around(releasePhase, strikes[i] + stance, 1) * duration, 'release').to.be.closeTo(0, TOLERANCE / 2);
            });
        }

        it('finds the walk of the mannequin, and how fast its floor passes', async () => {
            const contacts = analyse(await loadActor(app, WALK))!;
            expectStances(contacts, [0, 0.5], WALK_STANCE);
            expect(contacts.groundVelocity[2]).to.be.closeTo(-WALK_SPEED, 0.02 * WALK_SPEED);
            // along the floor
            expect(contacts.groundVelocity[1]).to.equal(0);
            expect(contacts.groundSpeed).to.be.closeTo(WALK_SPEED, 0.02 * WALK_SPEED);
            expect(contacts.pace).to.be.closeTo(WALK_SPEED, 0.02 * WALK_SPEED);
            expect(contacts.floor).to.be.closeTo(0, 0.004);
            expect(contacts.airTime).to.equal(0);
        });

        it('finds the run of the mannequin, and its two flights', async () => {
            const contacts = analyse(await loadActor(app, RUN))!;
            expectStances(contacts, [0, 0.5], RUN_STANCE);
            expect(contacts.groundSpeed).to.be.closeTo(RUN_SPEED, 0.02 * RUN_SPEED);
            expect(contacts.airTime).to.be.closeTo((1 - 2 * RUN_STANCE) * contacts.duration, 2 * TOLERANCE);
        });

        it('finds the walk of the hound: left hind, left fore, right hind, right fore', async () => {
            const contacts = analyse(await loadActor(app, HOUND_WALK))!;
            expectStances(contacts, [0, 0.5, 0.25, 0.75], 0.625);
            expect(contacts.feet.map(({ share }) => Math.round(100 * share) / 100)).to.satisfy((shares: number[]) => shares.every(share => share > 0.6 && share < 0.67));
        });

        it('finds all feet down, always, in the idles', async () => {
            // who sits down goes backwards with his hips alone
            for (const source of [IDLE, HOUND_IDLE, SIT_DOWN]) {
                const contacts = analyse(await loadActor(app, source))!;
                expect(contacts.feet.every(foot => foot.isAlwaysDown && foot.share === 1), source[0]).to.equal(true);
                expect(contacts.pace).to.be.lessThan(0.02);
                expect(contacts.airTime).to.equal(0);
            }
        });

        it('says where the foot is at its strike', async () => {
            const actor = await loadActor(app, WALK);
            const { feet } = analyse(actor)!;
            const sampler = new ClipSampler(actor.track, actor.entity, actor.rig.skeleton);
            feetOf(actor.rig).forEach((foot, i) => {
                const [{ strike, place }] = feet[i].stances;
                const bone = sampler.first + foot;
                expect(place).to.deep.equal(sampler.sample(strike).positions.slice(3 * bone, 3 * bone + 3));
                // ahead of the body
                expect(place[2]).to.be.greaterThan(0.2);
            });
        });
    });

    describe('of the same movement in another clip', () => {
        const sources: ClipSource[] = [WALK, RUN, HOUND_WALK];
        async function compareAll(change: (actor: Actor) => AnimTrack, compare: (found: ClipContacts, expected: ClipContacts) => void) {
            for (const source of sources) {
                const actor = await loadActor(app, source);
                compare(analyse(actor, change(actor))!, analyse(actor)!);
            }
        }

        const other = (...steps: Parameters<typeof compareAll>) => () => compareAll(...steps);

        for (const rate of [24, 60]) {
            it(`is the same with ${rate} keys a second`, other(actor => resample(actor, { rate }), (found, expected) => expectSame(found, expected)));
        }

        for (const speed of [0.5, 2]) {
            it(`is the same at ${speed} of the speed, with the ground's speed to match`, other(
                actor => resample(actor, { duration: actor.track.duration / speed, rate: 60 * speed }),
                (found, expected) => {
                    expectSame(found, expected, 0, TOLERANCE / Math.min(speed, 1));
                    expect(found.groundSpeed).to.be.closeTo(speed * expected.groundSpeed, 0.03 * speed * expected.groundSpeed);
                }
            ));
        }

        for (const offset of [0.3, 0.77]) {
            it(`moves along when the loop starts at ${offset} of it`, other(
                ({ entity, rig, track }) => resample({ entity, rig, track }, { time: share => (share + offset) % 1 * track.duration }),
                (found, expected) => expectSame(found, expected, -offset)
            ));
        }

        it('is the same with root motion, where the ground stands still', other(
            (actor) => {
                const { groundVelocity, duration } = analyse(actor)!;
                const scale = 1 / actor.entity.getLocalScale().x;
                return resample(actor, { shift: share => Array.from(groundVelocity, value => -value * share * duration * scale) });
            },
            (found, expected) => {
                expectSame(found, expected);
                expect(found.groundSpeed).to.be.lessThan(0.03 * expected.groundSpeed);
                expect(found.pace).to.be.closeTo(expected.pace, 0.03 * expected.pace);
            }
        ));

        it('is turned round when the clip runs backwards', other(
            actor => resample(actor, { time: share => (1 - share) * actor.track.duration }),
            ({ feet, groundVelocity, duration }, expected) => {
                feet.forEach(({ stances }, i) => {
                    const [{ strikePhase, releasePhase }] = expected.feet[i].stances;
                    expect(around(stances[0].strikePhase, 1 - releasePhase, 1) * duration).to.be.closeTo(0, TOLERANCE);
                    expect(around(stances[0].releasePhase, 1 - strikePhase, 1) * duration).to.be.closeTo(0, TOLERANCE);
                });
                expect(groundVelocity[2]).to.be.closeTo(-expected.groundVelocity[2], 0.03 * expected.groundSpeed);
            }
        ));

        it('has one stance a foot when the body trembles by 2 mm', other(
            (actor) => {
                const random = seededRandom(5);
                return resample(actor, { shift: () => [0.002 * random() - 0.001, 0.002 * random() - 0.001, 0.002 * random() - 0.001] });
            },
            (found, expected) => expectSame(found, expected)
        ));

        it('keeps the standing foot down where nothing moves before the first key', async () => {
            const delay = 0.3;
            const actor = await loadActor(app, WALK);
            // the clip starts in the middle of the left foot's stance
            const start = 0.4;
            const time = (share: number) => (share + start) % 1 * actor.track.duration;
            const { feet } = analyse(actor, resample(actor, { time, delay }))!;
            expect(feet.map(({ stances }) => stances.length)).to.deep.equal([1, 1]);
            expect(contactsAt(feet[0], 0).timeToRelease).to.be.closeTo(delay + (WALK_STANCE - start) * actor.track.duration, TOLERANCE);
        });

        it('is the same on a reference pose that leans', async () => {
            const actor = await loadActor(app, WALK);
            const lean = 8 * Math.PI / 180;
            const rig = { ...actor.rig, up: Float64Array.of(0, Math.cos(lean), Math.sin(lean)) };
            const { entity, track } = actor;
            const soles = feetOf(rig).map(foot => findSolePoints(actor.rig, foot));
            expectSame(findContacts(new ClipSampler(track, entity, rig.skeleton), rig, soles)!, analyse(actor)!, 0, 0.001);
        });

        it('is the same below a node that turns and scales, in the space above it', async () => {
            const actor = await loadActor(app, WALK);
            const expected = analyse(actor)!;
            const above = new Entity('above');
            app.root.addChild(above);
            above.addChild(actor.entity);
            actor.entity.setLocalEulerAngles(90, 0, 0);
            actor.entity.setLocalScale(2, 2, 2);
            const found = analyse({ ...actor, entity: above })!;
            expectSame(found, expected, 0, 0.001);
            // what was up is forward now, and what was forward is down
            const { groundVelocity } = expected;
            [groundVelocity[0], -groundVelocity[2], groundVelocity[1]].forEach((value, axis) => {
                expect(found.groundVelocity[axis]).to.be.closeTo(2 * value, 1e-3);
            });
            expect(found.floor).to.be.closeTo(2 * expected.floor, 1e-5);
        });

        it('is the same wherever the entity stands, however it is turned and scaled', async () => {
            const actor = await loadActor(app, WALK);
            const expected = analyse(actor)!;
            actor.entity.setLocalScale(3, 3, 3);
            actor.entity.setPosition(4, 50, 6);
            actor.entity.setEulerAngles(30, 70, 100);
            expect(analyse(actor)).to.deep.equal(expected);
        });
    });

    describe('of odd clips', () => {
        it('has the standing foot down, always, and the other never, when a step is frozen', async () => {
            const actor = await loadActor(app, WALK);
            // the right foot is in the middle of its swing
            const { feet, groundSpeed, pace } = analyse(actor, resample(actor, { time: () => 0.3 * actor.track.duration }))!;
            expect(feet[0].isAlwaysDown).to.equal(true);
            expect(feet[1].stances).to.deep.equal([]);
            expect([groundSpeed, pace]).to.deep.equal([0, 0]);
        });

        it('has all feet down when no curve moves them', async () => {
            const actor = await loadActor(app, IDLE);
            const head = actor.rig.skeleton.nodes[actor.rig.bones.get('head')!];
            const track = makeTrack(1, Float32Array.of(0, 1), [{ bone: head, property: 'localRotation', values: Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0) }]);
            const { feet, airTime } = analyse(actor, track)!;
            expect(feet.every(foot => foot.isAlwaysDown)).to.equal(true);
            expect(airTime).to.equal(0);
        });

        it('has one key', async () => {
            const actor = await loadActor(app, IDLE);
            const hips = actor.rig.skeleton.nodes[0];
            const { x, y, z } = hips.getLocalPosition();
            const track = makeTrack(1, Float32Array.of(0), [{ bone: hips, property: 'localPosition', values: Float32Array.of(x, y, z) }]);
            expect(analyse(actor, track)!.feet.every(foot => foot.isAlwaysDown)).to.equal(true);
        });

        it('is null for the clip of another skeleton, and for one without length', async () => {
            const actor = await loadActor(app, IDLE);
            const other = await loadActor(app, HOUND_WALK);
            expect(analyse(actor, other.track)).to.equal(null);
            expect(analyse(actor, makeTrack(0, Float32Array.of(0), [{ bone: actor.rig.skeleton.nodes[0], property: 'localPosition', values: new Float32Array(3) }]))).to.equal(null);
        });

        it('is null when its numbers are broken', async () => {
            const actor = await loadActor(app, IDLE);
            const values = Float32Array.of(NaN, NaN, NaN, 0, 1, 0);
            const track = makeTrack(1, Float32Array.of(0, 1), [{ bone: actor.rig.skeleton.nodes[0], property: 'localPosition', values }]);
            expect(analyse(actor, track)).to.equal(null);
        });

        it('has no feet when none are asked for', async () => {
            const { entity, rig, track } = await loadActor(app, WALK);
            const contacts = findContacts(new ClipSampler(track, entity, rig.skeleton), rig, []);
            expect(contacts).to.equal(null);
        });
    });

    it('finds steps in every clip of both folders that is called a walk or a run, and says where not', async function () {
        if (RIGS === '') skipBecause(this, 'needs the folder that LIMBER_RIGS names');
        let count = 0;
        const stepless: string[] = [];
        for (const folder of [RIGS, join(RIGS, 'more')]) {
            for (const file of readdirSync(folder).filter(name => name.endsWith('.glb'))) {
                const model = await loadGlb(app, join(folder, file)).catch(() => null);
                const entity = model?.instantiate();
                if (!model || !entity) continue;
                app.root.addChild(entity);
                const rig = findCharacter(entity);
                const known = rig && knownFeet(rig).length > 0 ? new KnownContacts(rig, knownFeet(rig)) : null;
                for (const track of known ? model.clips.values() : []) {
                    if (sayStepless(track, null) === null) continue;
                    count++;
                    if (sayStepless(track, known!.of(track, entity)) !== null) stepless.push(`${file} ${track.name.split('|').pop()}`);
                }
                entity.destroy();
            }
        }
        console.log(`        ${count} clips, without steps: ${stepless.join(', ')}`);
        expect(count).to.be.at.least(50);
        expect(STEPLESS).to.include.members(stepless);
    });

    it('finds the floor below feet without skin too', async () => {
        const { entity, rig, track } = await loadActor(app, WALK);
        const bare = { ...rig, skeleton: { ...rig.skeleton, meshInstances: [] } };
        const soles = feetOf(rig).map(foot => findSolePoints(bare, foot));
        const contacts = findContacts(new ClipSampler(track, entity, rig.skeleton), rig, soles)!;
        expectSame(contacts, findContacts(new ClipSampler(track, entity, rig.skeleton), rig, feetOf(rig).map(foot => findSolePoints(rig, foot)))!, 0, 2 * TOLERANCE);
    });

    it('takes every clip of every character', async () => {
        for (const source of CLIPS) expect(analyse(await loadActor(app, source)), source.join(' ')).to.not.equal(null);
    });
});
