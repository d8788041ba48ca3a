import { expect } from 'chai';
import type { Entity, Vec3 } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { turnBetween } from '../support/geometry';
import { addDefaultLook, around, smoothness, type Smoothness } from '../support/look-at-motion';
import { filledRows, FRAME, onEachCharacter, type Actor, type Settings } from '../support/look-at-stage';

/** Largest turn of the gaze in the first frame at 60 Hz, degrees. */
const FIRST = 0.5;

/** Largest change of the angular velocity from one sample to the next, as a share of its peak. */
const KINK = 0.1;

/** Samples a second at which a smooth curve of 0.2 s stays well below that. */
const FINE = 480;

/** A speed at which a way takes 0.2 s, and what is put in place of the largest speed, which would make it longer. */
const FAST = 15;
const TRANSITION = 0.2;

interface Scene { actor: Actor; look: PerfectLookAt; left: Entity; right: Entity }

/** What is switched, on a look at the left target; some begin without one or switched off. */
const SWITCHES: [string, (scene: Scene) => void, (scene: Scene) => void][] = [
    ['another entity', () => {}, ({ look, right }) => { look.targetObject = right; }],
    ['no target', () => {}, ({ look }) => { look.targetObject = null; }],
    ['a first target', ({ look }) => { look.targetObject = null; }, ({ look, left }) => { look.targetObject = left; }],
    ['the list of targets in place of the target', ({ look, right }) => look.addTarget(right), ({ look }) => { look.targetObject = null; }],
    ['the script off', () => {}, ({ look }) => { look.enabled = false; }],
    ['the script on', ({ look }) => { look.enabled = false; }, ({ look }) => { look.enabled = true; }],
    ['other limits', () => {}, ({ look }) => { look.lookAtBones = filledRows(look).map(row => ({ ...row, rotationLimit: 1 })) as never; }],
    ['refresh after a change', () => {}, ({ look }) => { for (const row of look.lookAtBones) row.rotationLimit = 2; look.refresh(); }],
    ['enablePerfectLookAt', ({ look }) => look.setLookAtWeight(0), ({ look }) => look.enablePerfectLookAt(TRANSITION)],
    ['disablePerfectLookAt', () => {}, ({ look }) => look.disablePerfectLookAt(TRANSITION)]
];

onEachCharacter('a switch', (stage) => {
    function stand(clip: string | null, settings: Settings = {}): Scene {
        const actor = stage.add();
        if (clip) actor.play(clip).seek(0).run();
        const [left, right] = [stage.addEntity(around(actor, 30, 5)), stage.addEntity(around(actor, -30, 0))];
        const look = addDefaultLook(actor, { targetObject: left, lookAtBlendSpeed: FAST, maxTurnSpeed: 0, ...settings });
        return { actor, look, left, right };
    }

    /** The gaze, and each bone of the chain, from before a switch until after it. */
    function record(scene: Scene, rate: number, act: () => void): Vec3[] {
        const first = scene.look.lookAtBones[0].bone!;
        const gazes: Vec3[] = [];
        const step = () => {
            stage.step(1 / rate);
            gazes.push(scene.actor.forwardOf(first));
        };
        step();
        step();
        act();
        for (let i = 0; i < rate; i++) step();
        return gazes;
    }

    function settle(scene: Scene, before: (scene: Scene) => void, rate: number) {
        for (let i = 0; i < 10; i++) stage.step();
        before(scene);
        for (let i = 0; i < 120; i++) stage.step();
        for (let i = 0; i < 4; i++) stage.step(1 / rate);
    }

    /** Figures of a switch: the turn in the first frame at 60 Hz, and the smoothness at a fine rate. */
    function measure(clip: string | null, before: (scene: Scene) => void, act: (scene: Scene) => void, settings: Settings = {}): Smoothness {
        const run = (rate: number) => {
            const scene = stand(clip, settings);
            settle(scene, before, rate);
            const gazes = record(scene, rate, () => act(scene));
            stage.clear();
            return smoothness(gazes, 1 / rate);
        };
        const coarse = stand(clip, settings);
        settle(coarse, before, 1 / FRAME);
        const gazes = record(coarse, 1 / FRAME, () => act(coarse));
        stage.clear();
        return { ...run(FINE), first: smoothness(gazes.slice(1), FRAME).first };
    }

    for (const clip of [null, ...stage.clips.filter(name => name === 'idle')]) {
        const place = clip ?? 'a pose at rest';
        it(`goes over without a jump in place or speed, on ${place}`, function () {
            const kinks: string[] = [];
            for (const [name, before, act] of SWITCHES) {
                const { first, kink, peak } = measure(clip, before, act);
                kinks.push(`${name} ${(100 * kink).toFixed(1)} % ${first.toFixed(2)}°`);
                expect(peak, `${name}: moves`).to.be.above(20);
                expect(first, `${name}: first frame`).to.be.below(FIRST);
                expect(kink, `${name}: angular velocity`).to.be.below(KINK);
            }
            this.test!.title += ` (${kinks.join(', ')})`;
        });
    }

    it('goes over without a jump at the default speeds as well', () => {
        for (const [name, before, act] of SWITCHES) {
            const { first, kink } = measure(null, before, act, { lookAtBlendSpeed: 5, maxTurnSpeed: 360 });
            expect(first, `${name}: first frame`).to.be.below(FIRST);
            expect(kink, `${name}: angular velocity`).to.be.below(KINK);
        }
    });

    it('goes over without a jump when it comes in the middle of another one', () => {
        // a bone that leaves a limit of a degree or two in the middle of a way does so at once
        for (const [name, before, act] of SWITCHES.filter(([what]) => !/limits|refresh/.test(what))) {
            const scene = stand(null);
            settle(scene, before, FINE);
            const first = scene.look.lookAtBones[0].bone!;
            const gazes: Vec3[] = [];
            for (let i = 0; i < FINE; i++) {
                if (i === 10) act(scene);
                if (i === 50) scene.look.targetObject = scene.look.targetObject === scene.right ? scene.left : scene.right;
                stage.step(1 / FINE);
                gazes.push(scene.actor.forwardOf(first));
            }
            const { kink } = smoothness(gazes, 1 / FINE);
            stage.clear();
            expect(kink, name).to.be.below(KINK);
        }
    });

    it('to a new target takes 3 / lookAtBlendSpeed seconds, or longer where the largest speed asks for it', () => {
        for (const [maxTurnSpeed, seconds] of [[0, 0.2], [100, 1.875 * 60 / 80]]) {
            const scene = stand(null, { maxTurnSpeed });
            scene.look.lookAtBones = [{ boneName: 'head', rotationLimit: 120 }] as never;
            settle(scene, () => {}, 60);
            scene.look.targetObject = scene.right;
            let time = 0;
            do {
                stage.step(1 / FINE);
                time += 1 / FINE;
            } while (scene.look.residual > 0.02 && time < 5);
            expect(time).to.be.closeTo(seconds, 0.06 * seconds);
            stage.clear();
        }
    });

    it('of the script leaves the animation alone once it is over', () => {
        const scene = stand(stage.clips[0]);
        const twin = stage.add().play(stage.clips[0]).seek(0).run();
        for (let i = 0; i < 60; i++) stage.step();
        scene.look.enabled = false;
        stage.step();
        const head = scene.actor.bone('head');
        expect(turnBetween(head.getRotation(), twin.bone('head').getRotation())).to.be.above(1);
        for (let i = 0; i < 60; i++) stage.step();
        scene.actor.nodes.forEach((node, i) => {
            const [a, b] = [node.getLocalRotation(), twin.nodes[i].getLocalRotation()];
            expect([a.x, a.y, a.z, a.w]).to.deep.equal([b.x, b.y, b.z, b.w]);
        });
    });
});
