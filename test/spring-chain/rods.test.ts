import { expect } from 'chai';
import { Curve, Entity, Vec3, type AppBase } from 'playcanvas';

import type { SpringChain } from '../../scripts/index';
import { seededRandom, turnBetween } from '../support/geometry';
import { createSpringApp, degreesBetween, directionTo } from '../support/spring-stage';
import { catchWarnings } from '../support/warnings';

// Chains as elastic rods, seen from outside: where bones are in a scene.

interface Tail { readonly root: Entity; readonly bones: readonly Entity[]; readonly script: SpringChain }

describe('a chain as a rod', () => {
    catchWarnings();
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    /** A tail that points back from a root; its last bone ends in a mark that does not swing. */
    function makeTail(lengths: readonly number[], row: object = {}, attributes: object = {}): Tail {
        const root = new Entity('root');
        app.root.addChild(root);
        const bones: Entity[] = [];
        for (let i = 0; i <= lengths.length; i++) {
            const bone = new Entity(i < lengths.length ? `bone${i}` : 'end');
            bone.setLocalPosition(0, i === 0 ? 1 : 0, i === 0 ? 0 : -lengths[i - 1]);
            (bones[i - 1] ?? root).addChild(bone);
            bones.push(bone);
        }
        root.addComponent('script');
        const chains = [{ boneName: 'bone0', exclude: ['end'], endLength: 0, ...row }];
        const script = root.script!.create('springChain', { attributes: { chains, sleepSpeed: 0, ...attributes } } as never) as SpringChain;
        return { root, bones, script };
    }

    const even = (count: number, length: number) => Array.from({ length: count }, () => length / count);

    /** Degrees that the tip points to the side. */
    const aside = ({ bones }: Tail) => {
        const { x, z } = directionTo(bones[bones.length - 2], bones[bones.length - 1]);
        return Math.atan2(x, -z) * 180 / Math.PI;
    };

    function expectFinite({ bones }: Tail) {
        for (const bone of bones) {
            const { x, y, z, w } = bone.getLocalRotation();
            expect(Number.isFinite(x + y + z + w), bone.name).equal(true);
        }
    }

    it('stays bent while time stands still', () => {
        const tail = makeTail(even(5, 0.5));
        app.update(1 / 60);
        for (let frame = 0; frame < 12; frame++) {
            tail.root.translateLocal(0.05, 0, 0);
            app.update(1 / 60);
        }
        const before = aside(tail);
        expect(Math.abs(before)).to.be.above(1);
        for (let frame = 0; frame < 3; frame++) {
            app.update(0);
            expect(aside(tail)).to.be.closeTo(before, 0.1);
        }
    });

    /** Largest turn of a bone from its rest in four seconds, degrees. */
    function largestLean(tail: Tail, dt: number): number {
        let most = 0;
        for (let time = 0; time < 4; time += dt) {
            app.update(dt);
            expectFinite(tail);
            most = Math.max(most, ...tail.bones.slice(0, -1).map(bone => turnBetween(bone.getRotation(), tail.root.getRotation())));
        }
        return most;
    }

    [1, 4, 10].forEach((count) => {
        ([[1.5, 0.1], [2.5, 0.4], [5, 0.2]] as const).forEach(([frequency, dampingRatio]) => {
            it(`swings as it is told: ${frequency} Hz, damping ratio ${dampingRatio}, ${count} bones`, function () {
                const tail = makeTail(even(count, 0.8), { frequency, dampingRatio });
                const rate = 240;
                app.update(1 / rate);
                tail.script.addImpulse(new Vec3(0.5, 0, 0));
                const path: number[] = [];
                for (let frame = 0; frame < 4 * rate; frame++) {
                    app.update(1 / rate);
                    path.push(aside(tail));
                }
                // higher swings have died out after the first crossing
                const crossings: number[] = [], peaks: number[] = [];
                let peak = 0;
                for (let i = 1; i < path.length; i++) {
                    peak = Math.max(peak, Math.abs(path[i]));
                    if (path[i] * path[i - 1] < 0) {
                        crossings.push((i - 1 + path[i - 1] / (path[i - 1] - path[i])) / rate);
                        peaks.push(peak);
                        peak = 0;
                    }
                }
                const half = crossings[2] - crossings[1];
                const decrement = Math.log(peaks[1] / peaks[2]);
                const ratio = decrement / Math.hypot(Math.PI, decrement);
                const measured = 1 / (2 * half * Math.sqrt(1 - ratio * ratio));
                this.test!.title += ` (${measured.toFixed(2)} Hz, ${ratio.toFixed(3)})`;
                expect(measured).closeTo(frequency, 0.05 * frequency);
                expect(ratio).closeTo(dampingRatio, 0.05 * dampingRatio);
            });
        });
    });

    it('swings the same cut into 4, 8 or 16 bones', function () {
        const tails = [4, 8, 16].map(count => makeTail(even(count, 1)));
        const paths = tails.map(() => [] as Vec3[]);
        for (let frame = 0; frame < 180; frame++) {
            const time = frame / 60;
            tails.forEach((tail) => {
                // to and fro, a stop, and a turn
                tail.root.setLocalPosition(time < 1 ? 0.4 * Math.sin(5 * time) : 0.4 * Math.sin(5), time < 1 ? 0.1 * Math.sin(17 * time) : 0.1 * Math.sin(17), 0);
                tail.root.setLocalEulerAngles(0, 120 * Math.min(1, Math.max(0, (time - 1.6) / 0.3)), 0);
                if (frame === 100) tail.script.addImpulse(new Vec3(1, 1, 0));
            });
            app.update(1 / 60);
            tails.forEach(({ root, bones }, i) => {
                const tip = new Vec3().sub2(bones[bones.length - 1].getPosition(), bones[0].getPosition());
                paths[i].push(root.getRotation().clone().invert().transformVector(tip, tip).add(Vec3.BACK));
            });
        }
        const swing = Math.sqrt(paths[2].reduce((sum, place) => sum + place.lengthSq(), 0));
        const off = paths.slice(0, 2).map(path => Math.sqrt(path.reduce((sum, place, i) => sum + place.distance(paths[2][i]) ** 2, 0)) / swing);
        this.test!.title += ` (RMS ${off.map(share => `${(100 * share).toFixed(1)} %`).join(' and ')} of the swing from 16)`;
        expect(Math.max(...paths[2].map(place => place.length()))).above(0.3);
        for (const share of off) expect(share).below(0.05);
    });

    it('gains no energy, however stiff, undamped, short or long its bones, and long the frames', () => {
        const random = seededRandom(71);
        for (let round = 0; round < 24; round++) {
            const lengths = Array.from({ length: 1 + Math.floor(12 * random()) }, () => 10 ** (-3 * random()));
            const stiff = new Curve([0, round % 3 === 0 ? 100 : 1, 1, round % 4 === 0 ? 100 : 1]);
            const dt = [1 / 60, 1 / 30, 0.25, 0.004 + 0.2 * random()][round % 4];
            const tail = makeTail(lengths, { frequency: round % 2 === 0 ? 20 : 4 * random(), dampingRatio: 0, maxBend: 360, stiffnessCurve: stiff });
            for (let i = 0; i < 20; i++) {
                tail.root.setLocalPosition(3 * random(), 3 * random(), 3 * random());
                tail.root.setLocalEulerAngles(200 * random(), 200 * random(), 200 * random());
                app.update(dt);
            }
            const first = largestLean(tail, dt);
            for (let i = 0; i < 3; i++) expect(largestLean(tail, dt), `round ${round}`).most(first * 1.02 + 0.01);
            tail.root.destroy();
        }
    });

    it('bends no further than Max Bend, and no joint faster than 8 degrees in a sixtieth of a second', () => {
        const random = seededRandom(3);
        for (const [count, maxBend] of [[1, 40], [4, 90], [9, 90], [16, 120]]) {
            const tail = makeTail(even(count, 0.6), { maxBend, dampingRatio: 0.1 });
            const last = tail.bones.map(bone => bone.getLocalRotation().clone());
            let bend = 0;
            for (let frame = 0; frame < 300; frame++) {
                tail.root.translateLocal(0.3 * random() - 0.15, 0.3 * random() - 0.15, 0.3 * random() - 0.15);
                tail.root.rotateLocal(40 * random() - 20, 40 * random() - 20, 0);
                app.update(1 / 60);
                tail.bones.forEach((bone, i) => {
                    expect(turnBetween(last[i], bone.getLocalRotation())).below(8);
                    last[i].copy(bone.getLocalRotation());
                });
                bend = Math.max(bend, turnBetween(tail.root.getRotation(), tail.bones[count - 1].getRotation()));
            }
            expect(bend, `${count} bones`).below(maxBend + 0.5).above(0.3 * maxBend);
        }
    });

    it('swings after a stop as it does where a cut moves its base to and fro in the same frames', () => {
        const [tail, twin] = [makeTail(even(5, 0.7)), makeTail(even(5, 0.7))];
        let peak = 0, peakOfTwin = 0;
        for (let frame = 0; frame < 120; frame++) {
            const speed = frame < 60 ? 5 : 0;
            for (const one of [tail, twin]) one.root.translateLocal(speed / 60, 0, 0);
            if (frame === 60) tail.root.translateLocal(0.3, 0, 0);
            if (frame === 61) tail.root.translateLocal(-0.3, 0, 0);
            app.update(1 / 60);
            if (frame < 60) continue;
            peak = Math.max(peak, Math.abs(aside(tail)));
            peakOfTwin = Math.max(peakOfTwin, Math.abs(aside(twin)));
        }
        expect(peakOfTwin).above(20);
        expect(peak).closeTo(peakOfTwin, 0.25 * peakOfTwin);
    });

    it('shows on and on what it shows through refresh(), and is at rest after reset()', () => {
        const [tail, twin] = [makeTail(even(6, 0.6), { gravity: 0.3 }), makeTail(even(6, 0.6), { gravity: 0.3 })];
        for (let frame = 0; frame < 120; frame++) {
            for (const { root } of [tail, twin]) root.setLocalPosition(0.3 * Math.sin(frame / 7), 0, 0.2 * Math.cos(frame / 5));
            if (frame % 5 === 0) tail.script.refresh();
            app.update(1 / 60);
            tail.bones.forEach((bone, i) => expect(turnBetween(bone.getLocalRotation(), twin.bones[i].getLocalRotation())).below(0.01));
        }
        for (let i = 0; i < 20; i++) tail.script.refresh();
        app.update(1 / 60);
        tail.bones.forEach((bone, i) => expect(turnBetween(bone.getLocalRotation(), twin.bones[i].getLocalRotation())).below(0.01));
        for (const { script } of [tail, twin]) script.reset();
        app.update(1 / 60);
        tail.bones.forEach((bone, i) => expect(turnBetween(bone.getLocalRotation(), twin.bones[i].getLocalRotation())).below(0.01));
    });

    it('shows the same at 30, 60 and 144 frames a second', () => {
        const shown = [30, 60, 144].map((rate) => {
            const tail = makeTail(even(6, 0.8));
            const places: Vec3[] = [];
            for (let frame = 1; frame <= 2 * rate; frame++) {
                const time = frame / rate;
                tail.root.setLocalPosition(0.5 * Math.min(1, time) ** 2, 0.1 * Math.sin(9 * time), 0);
                app.update(1 / rate);
                if (frame % (rate / 6) === 0) places.push(directionTo(tail.bones[0], tail.bones[6]));
            }
            tail.root.destroy();
            return places;
        });
        for (const places of shown) places.forEach((place, i) => expect(degreesBetween(place, shown[1][i])).below(1.5));
    });

    it('is finite with bones of no length', () => {
        const tail = makeTail([0.1, 0, 0.2, 0, 0, 0.1]);
        for (let frame = 0; frame < 60; frame++) {
            tail.root.setLocalPosition(Math.sin(frame / 4), 0, 0);
            app.update(1 / 60);
            expectFinite(tail);
        }
    });

    it('says a sentence about a second chain on its bone, and swings by the first', () => {
        const tail = makeTail(even(4, 0.4), {}, { chains: [{ boneName: 'bone0' }, { boneName: 'bone2', frequency: 9 }, { boneName: 'bone0' }] });
        expect(tail.script.problems().filter(sentence => /belongs to an earlier chain/.test(sentence))).length(2);
        for (let frame = 0; frame < 30; frame++) {
            tail.root.setLocalPosition(Math.sin(frame / 4), 0, 0);
            app.update(1 / 60);
            expectFinite(tail);
        }
    });

    it('is finite scaled, mirrored and animated at once', () => {
        const tail = makeTail(even(5, 0.5), { gravity: 0.5 });
        for (let frame = 0; frame < 120; frame++) {
            const size = 1 + 0.9 * Math.sin(frame / 6);
            tail.root.setLocalScale(-size, size, size);
            tail.bones[1].setLocalScale(size, size, size);
            tail.bones[2].setLocalEulerAngles(50 * Math.sin(frame / 3), 20, 0);
            tail.root.setLocalPosition(Math.sin(frame / 4), 0, 0);
            app.update(1 / 60);
            expectFinite(tail);
        }
    });

    it('is finite, and calm, where a collider swallows its root', () => {
        const tail = makeTail(even(5, 0.5), {}, { colliders: [{ boneName: 'root', offset: [0, 1, 0], radius: 0.3 }] });
        const last = tail.bones.map(bone => bone.getLocalRotation().clone());
        for (let frame = 0; frame < 120; frame++) {
            app.update(1 / 60);
            expectFinite(tail);
            tail.bones.forEach((bone, i) => {
                if (frame > 60) expect(turnBetween(last[i], bone.getLocalRotation())).below(8);
                last[i].copy(bone.getLocalRotation());
            });
        }
    });
});
