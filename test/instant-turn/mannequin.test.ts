import { expect } from 'chai';
import { Asset, Entity, Vec3, type AnimTrack, type AppBase } from 'playcanvas';

import { HeightGround, registerLimber, type AdditiveOverlay, type InstantTurn, type MecFootPlacer } from '../../scripts/index';
import { RUN_SPEED } from '../../tools/characters/mannequin/run';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { FULL, MANNEQUIN, sampled } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { PosedMannequin, type Moment } from '../support/posed-mannequin';
import { itFull } from '../support/skip';
import { playGraph } from '../support/state-graphs';

// The mannequin's own clips in the scripts that they were made for: a run with a turn back, and a landing.

/** Seconds of the run at which its turn fits. */
const TURN_FROM = 1 / 15;

/** Height below which a point of a foot is down, metres. */
const DOWN = 0.002;

describe('the mannequin\'s clips', () => {
    let app: AppBase, model: LoadedCharacter, clips: Map<string, AnimTrack>, reader: PosedMannequin;

    beforeEach(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadGlb(app, MANNEQUIN);
        ({ clips } = await loadGlb(app, 'templates/mannequin-actions.glb'));
        reader = new PosedMannequin(app, model, 60);
    });

    afterEach(() => app.destroy());

    /** A mannequin that runs ahead and can turn; each step shows a frame. */
    function addRunner(rate: number) {
        const dt = 1 / rate;
        const run = model.clips.get('run')!;
        const player = new Entity('Player');
        app.root.addChild(player);
        const body = model.instantiate();
        player.addChild(body);
        const anim = playGraph(body, [{ states: { Run: run, Turn: clips.get('turn')! }, once: ['Turn'] }]);
        player.addComponent('script');
        const watch = reader.watch(body);
        const shown: Moment[] = [];
        const step = () => {
            player.translateLocal(0, 0, RUN_SPEED * dt);
            app.update(dt);
            shown.push(watch(0));
        };
        return { player, anim, run, dt, shown, watch, step };
    }

    function turnBack(rate: number, isMirrored: boolean) {
        const { player, anim, run, dt, shown, watch, step } = addRunner(rate);
        const script = player.script!.create('instantTurn', { attributes: { turnClipLeftFoot: 'Turn' } }) as InstantTurn;
        expect(script.problems()).to.deep.equal([]);
        app.update(0);
        anim.baseLayer!.activeStateCurrentTime = run.duration + TURN_FROM - 3 * dt - (isMirrored ? run.duration / 2 : 0);

        for (let i = 0; i < 3; i++) step();
        const facing = player.getRotation().clone();
        const before = watch(0);
        script.turn();
        expect(turnBetween(player.getRotation(), facing)).to.be.closeTo(180, 1e-3);
        expect(anim.baseLayer!.activeState).to.equal(isMirrored ? 'Turn mirrored' : 'Turn');
        app.update(0);
        const after = watch(0);
        for (const bone of reader.bones) expect(after.place(bone).distance(before.place(bone)), bone).to.be.below(0.01);
        const frames = Math.ceil(0.9 * rate);
        for (let i = 0; i < frames; i++) step();
        expect(anim.baseLayer!.activeState).to.equal('Run');

        for (const side of ['Left', 'Right']) {
            for (let point = 0; point < 3; point++) {
                let planted: Vec3 | null = null;
                for (const moment of shown.slice(2)) {
                    const { x, y, z } = reader.soles(moment, side)[point];
                    const place = new Vec3(x, 0, z);
                    planted = y < DOWN ? planted ?? place : null;
                    if (planted) expect(planted.distance(place), `${side} ${point}`).to.be.below(0.02);
                }
            }
        }
    }

    /** Turns back at a moment of the run, below poseTransition, and with mecFootPlacer if wanted. Answers what is shown from three frames before it on. */
    function turnAt(phase: number, rate: number, hasFeet: boolean): Moment[] {
        const { player, anim, run, dt, shown, step } = addRunner(rate);
        player.script!.create('poseTransition', { attributes: { halfLife: 0.06 } });
        const script = player.script!.create('instantTurn', { attributes: { turnClipLeftFoot: 'Turn' } }) as InstantTurn;
        if (hasFeet) (player.script!.create('mecFootPlacer') as MecFootPlacer).setGround(new HeightGround(() => 0));
        app.update(0);
        // a whole run before it, so that feet that are down stand where they came down
        const before = Math.ceil(run.duration * rate);
        anim.baseLayer!.activeStateCurrentTime = run.duration * (2 + phase) - before * dt;
        for (let i = 0; i < before; i++) step();
        script.turn();
        for (let i = 0; i < 0.75 * rate; i++) step();
        player.destroy();
        return shown.slice(before - 4);
    }

    itFull('below poseTransition no joint is faster than in the run, at whatever moment of it it is asked for', function () {
        const jumps = Array.from({ length: 9 }, (_, i) => {
            const shown = turnAt(i / 9, 60, false).slice(0, 7);
            const distances = shown.slice(1).map((now, k) => Math.max(...reader.bones.map(bone => now.place(bone).distance(shown[k].place(bone)))));
            return { own: Math.max(...distances.slice(0, 3)), turning: Math.max(...distances.slice(3)) };
        });
        // beyond the fastest that the run is
        const jump = Math.max(...jumps.map(({ turning }) => turning)) - Math.max(...jumps.map(({ own }) => own));
        this.test!.title += ` (${(1000 * jump).toFixed(0)} mm)`;
        expect(jump).to.be.below(0);
    });

    itFull('with mecFootPlacer the foot that is down stays there and on the ground, at whatever moment of the run it is asked for', function () {
        let most = 0, least = 0;
        for (const rate of FULL ? [30, 60, 144] : [30, 60]) {
            const count = sampled(12, 6);
            for (let i = 0; i < count; i++) {
                // a foot that comes down in that very moment comes down where it is then heading
                const phase = (i + 0.1) / count;
                if (phase % 0.5 > 0.42) continue;
                const shown = turnAt(phase, rate, true);
                for (const side of ['Left', 'Right']) {
                    for (let point = 0; point < 3; point++) {
                        let planted: Vec3 | null = null;
                        for (const moment of shown) {
                            const { x, y, z } = reader.soles(moment, side)[point];
                            const place = new Vec3(x, 0, z);
                            planted = y < 2 * DOWN ? planted ?? place : null;
                            most = Math.max(most, planted?.distance(place) ?? 0);
                            least = Math.min(least, y);
                        }
                    }
                }
            }
        }
        this.test!.title += ` (${(1000 * most).toFixed(0)} mm, ${(-1000 * least).toFixed(0)} mm below)`;
        expect(most).to.be.below(0.02);
        expect(-least).to.be.below(0.01);
    });

    it('takes the clip of the foot that is down, or that comes down first, the other one half a run later', () => {
        const run = model.clips.get('run')!;
        const chosen = (time: number) => {
            const body = model.instantiate();
            app.root.addChild(body);
            const anim = playGraph(body, [{ states: { Run: run, Turn: clips.get('turn')! }, once: ['Turn'] }]);
            body.addComponent('script');
            const script = body.script!.create('instantTurn', { attributes: { turnClipLeftFoot: 'Turn' } }) as InstantTurn;
            app.update(0);
            anim.baseLayer!.activeStateCurrentTime = time;
            app.update(0);
            script.turn();
            const { activeState } = anim.baseLayer!;
            body.destroy();
            return activeState;
        };
        // down from 0 to 0.25 s, then a flight until the right foot comes down at 0.35 s
        for (const time of [0.02, 0.1, 0.2]) {
            expect(chosen(time), `${time} s`).to.equal('Turn');
            expect(chosen(time + run.duration / 2), `${time} s and half a run`).to.equal('Turn mirrored');
        }
        for (const time of [0.28, 0.33]) {
            expect(chosen(time), `${time} s`).to.equal('Turn mirrored');
            expect(chosen(time + run.duration / 2), `${time} s and half a run`).to.equal('Turn');
        }
    });

    function landOnRun(rate: number) {
        const dt = 1 / rate;
        const add = () => {
            const entity = model.instantiate();
            app.root.addChild(entity);
            const anim = playGraph(entity, [{ states: { Run: model.clips.get('run')! } }]);
            return { entity, anim, watch: reader.watch(entity) };
        };
        const [twin, runner] = [add(), add()];
        const land = new Asset('land', 'animation', { url: 'land.glb' });
        land.resource = clips.get('land') as never;
        land.loaded = true;
        app.assets.add(land);
        runner.entity.addComponent('script');
        const script = runner.entity.script!.create('additiveOverlay', { attributes: { overlays: [{ name: 'land', clip: land, boneMask: 'spine' }] } }) as AdditiveOverlay;
        expect(script.problems()).to.deep.equal([]);
        for (let i = 0; i < 3; i++) app.update(dt);
        script.play('land');
        const bent: number[] = [];
        for (let i = 0; i < Math.ceil(rate); i++) {
            app.update(dt);
            const [a, b] = [twin, runner].map(({ watch }) => watch(0).turn('Spine2').transformVector(new Vec3(0, 1, 0)));
            bent.push(Math.atan2(b.z, b.y) - Math.atan2(a.z, a.y));
            expect(runner.anim.baseLayer!.activeStateCurrentTime).to.equal(twin.anim.baseLayer!.activeStateCurrentTime);
        }
        const degrees = bent.map(angle => angle * 180 / Math.PI);
        const peak = degrees.indexOf(Math.max(...degrees));
        expect(degrees[peak]).to.be.above(8);
        expect((peak + 1) * dt).to.be.at.most(1 / 30 + dt / 2);
        const end = Math.round(0.7 * rate);
        for (const later of degrees.slice(end + 1)) expect(Math.abs(later)).to.be.below(0.01);
        // how fast it goes in the last tenth of a second, degrees a second
        for (let i = Math.round(0.6 * rate); i < end + 2; i++) expect(Math.abs(degrees[i] - degrees[i - 1]) * rate).to.be.below(20);
    }

    for (const [rate, isMirrored] of [[30, false], [60, false], [144, false], [60, true]] as const) {
        it(`turn back at ${rate} Hz on the ${isMirrored ? 'right' : 'left'} foot: at once, no joint jumps by 10 mm, no foot slides by 20 mm`, () => turnBack(rate, isMirrored));
    }

    for (const rate of [30, 60, 144]) {
        it(`land at ${rate} Hz over a run: deepest a 30th of a second later, gone without a step, the run as it was`, () => landOnRun(rate));
    }
});
