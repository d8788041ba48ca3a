import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { FRAME, onEachBiped } from '../support/foot-stage';
import { Worst } from '../support/foot-walk';
import { angleOf } from '../support/geometry';
import { Platform } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** What a planted foot may move in the platform's frame, millimetres on a person. */
const DRIFT = 2;

/** Extension from which on a leg is too short, and its foot does what it can. */
const AT_LIMIT = 0.9985;

onEachBiped('on a moving platform', (stage) => {
    catchWarnings();
    const clip = () => stage.standing;

    /** Rides on a platform; `carried` says whether the character goes along with it. */
    function ride(rate: number, move: (platform: Platform, time: number) => void, seconds: number, carried: boolean) {
        const platform = new Platform();
        const hero = stage.add().play(clip(), rate), twin = stage.add().play(clip(), rate);
        const placer = hero.place({ adjustPelvisVertically: true, softReach: 0 }, platform);
        const drift = new Worst();
        const planted = new Set<string>();
        let releases = 0;
        placer.on('foot:plant', (id: string) => planted.add(id));
        placer.on('foot:release', (id: string) => {
            planted.delete(id);
            releases++;
        });
        for (let i = 0; i < 40; i++) stage.step();
        const kept = new Map(stage.feet.map(id => [id, { place: platform.toLocal(hero.foot(id).getPosition()), forward: platform.rotation.clone().invert().transformVector(hero.forwardOf(id), new Vec3()) }]));
        const turn = new Worst();
        const frames = Math.round(seconds / FRAME);
        for (let i = 1; i <= frames; i++) {
            move(platform, i * FRAME);
            if (carried) {
                hero.holder.setPosition(platform.position);
                hero.holder.setRotation(platform.rotation);
            }
            stage.step();
            for (const [id, { place, forward }] of kept) {
                // carried along, legs reach as they do in the clip
                if (!planted.has(id) || (!carried && hero.extension(id) > Math.max(AT_LIMIT, twin.extension(id)) - 1e-6)) continue;
                drift.see(1000 * platform.toLocal(hero.foot(id).getPosition()).distance(place) / stage.size, `${id} in frame ${i}`);
                turn.see(angleOf(platform.rotation.clone().invert().transformVector(hero.forwardOf(id), new Vec3()), forward), id);
            }
        }
        if (carried) expect(drift.count).to.equal(stage.feet.length * frames);
        return { drift, turn, releases, planted: planted.size };
    }

    const turning = (platform: Platform, time: number) => {
        platform.rotation.setFromEulerAngles(0, 90 * time, 0);
    };
    const moving = (platform: Platform, time: number) => {
        platform.position.set(5 * stage.size * time, 0, 0);
        platform.rotation.setFromEulerAngles(0, 90 * time, 0);
    };
    const rising = (platform: Platform, time: number) => {
        platform.position.set(0, 2 * stage.size * time, 3 * stage.size * time);
    };
    const rocking = (platform: Platform, time: number) => {
        platform.rotation.setFromEulerAngles(8 * Math.sin(2 * time), 0, 6 * Math.sin(3 * time));
    };

    for (const [name, move] of [['turning at 90 degrees/s', turning], ['moving at 5 m/s and turning', moving], ['rising and going', rising]] as const) {
        it(`planted feet stay in its frame, ${name}, the character carried along`, function () {
            const { drift, turn, releases, planted } = ride(0, move, 2, true);
            this.test!.title += ` (${drift.value.toFixed(2)} mm)`;
            expect(planted).to.equal(stage.feet.length);
            expect(releases).to.equal(0);
            expect(drift.value, drift.note).to.be.at.most(DRIFT);
            expect(turn.value).to.be.at.most(0.5);
        });
    }

    it('planted feet go along with it although nobody carries the character, until they are too far', function () {
        const { drift, releases } = ride(0, (platform, time) => { platform.position.set(0, 0, 0.5 * stage.size * time); }, 0.5, false);
        this.test!.title += ` (${drift.value.toFixed(2)} mm)`;
        expect(releases).to.equal(0);
        expect(drift.value, drift.note).to.be.at.most(DRIFT);
    });

    for (const [rate, amplitude] of [[60, 0], [30, 0], [144, 0], [60, 0.012]]) {
        it(`hips stay over a lift whose capsule goes by steps of the physics of 20 ms${amplitude > 0 ? ', and shakes' : ''}, at ${rate} Hz`, function () {
            const height = (time: number) => 1.1 * stage.size * time;
            const platform = new Platform();
            const hero = stage.add().play(clip(), 0);
            hero.place({ adjustPelvisVertically: true, dampPelvis: true, softReach: 0 }, platform);
            for (let i = 0; i < 40; i++) stage.step();
            const off = () => hero.bone('hips').getPosition().y - platform.position.y;
            const rest = off();
            let last = rest, jump = 0, most = 0;
            for (let i = 1; i <= 2 * rate; i++) {
                platform.position.y = height(i / rate);
                const shake = amplitude * stage.size * (i % 2 - 0.5);
                hero.holder.setPosition(0, height(Math.floor(50 * i / rate + 1e-6) / 50) + shake, 0);
                stage.step(1 / rate);
                jump = Math.max(jump, 1000 * Math.abs(off() - last) / stage.size);
                most = Math.max(most, 1000 * Math.abs(off() - rest) / stage.size);
                last = off();
            }
            this.test!.title += ` (${jump.toFixed(1)} mm a frame)`;
            expect(jump, 'mm a frame').to.be.at.most(DRIFT);
            expect(most, 'mm off').to.be.at.most(10);
        });
    }

    it('a capsule that shakes on still ground does not drive the hips away', () => {
        const platform = new Platform();
        const hero = stage.add().play(clip(), 0);
        hero.place({ adjustPelvisVertically: true, dampPelvis: true, softReach: 0 }, platform);
        for (let i = 0; i < 40; i++) stage.step();
        const rest = hero.bone('hips').getPosition().y;
        let most = 0;
        for (let i = 1; i <= 120; i++) {
            hero.holder.setPosition(0, 0.01 * stage.size * (i % 2 ? 1 : -1), 0);
            stage.step();
            most = Math.max(most, Math.abs(hero.bone('hips').getPosition().y - rest) / stage.size);
        }
        expect(most, 'metres on a person').to.be.at.most(0.03);
    });

    it('a rocking one is followed by soles and heights', function () {
        const { drift, turn } = ride(0, rocking, 3, false);
        this.test!.title += ` (${drift.value.toFixed(1)} mm, ${turn.value.toFixed(2)} degrees)`;
        expect(drift.value, drift.note).to.be.at.most(DRIFT);
        expect(turn.value).to.be.at.most(2);
    });

    it('one that vanishes lets the feet go back to the animation in time, and one that comes again is found', () => {
        const platform = new Platform();
        platform.position.y = 0.1 * stage.size;
        const [hero, twin] = [stage.add().play(clip(), 0), stage.add().play(clip(), 0)];
        hero.place({ adjustPelvisVertically: false }, platform);
        const off = () => hero.foot('leftFoot').getPosition().distance(twin.foot('leftFoot').getPosition()) / stage.size;
        for (let i = 0; i < 40; i++) stage.step();
        expect(off()).to.be.closeTo(0.1, 0.005);
        platform.there = false;
        stage.step();
        expect(off()).to.be.above(0.09);
        for (let i = 0; i < 14; i++) stage.step();
        expect(off()).to.be.below(1e-4);
        platform.there = true;
        for (let i = 0; i < 20; i++) stage.step();
        expect(off()).to.be.closeTo(0.1, 0.005);
    });
});
