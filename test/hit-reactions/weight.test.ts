import { expect } from 'chai';

import { FULL, sampled } from '../support/characters';
import { onHitStage, STANDING, STANDING_HOUND, type HitSource, type HitStage } from '../support/hit-stage';
import { watchPush, type Push } from '../support/pushed';

// A push is answered by mass: the trunk leans with it for a while, comes back without swinging, and the character stays where it stepped.

/** Seconds from the push to the largest lean, and until the lean is gone, of a person; of others by the root of their size. */
const PEAK = [0.15, 0.3] as const;
const BACK = [0.6, 1.2] as const;

/** Lean that a push of 40 N s gives at least, degrees: of who has a trunk upright on its hips, and of who stands on four legs. */
const LEAST = { 2: 5, 4: 1 } as const;

/** Metres of a person by which a foot is off its place at the end. */
const OFF = 0.02;

/** Newton seconds that nobody falls from. */
const STANDS = 60;

const IMPULSES = [60, 40, 100, 20];

function answersPushes(stage: HitStage) {
    it('leans for 0.15 to 0.3 s, is back within 1.2 s with one sway at most, and stays where it stepped', function () {
        this.timeout(400000);
        const pushes: Push[] = Array.from({ length: sampled(32, 2) }, (_, i) => ({ impulse: IMPULSES[i % 4], degrees: 22.5 * 7 * i, rate: [60, 144, 30][i % 3] }));
        for (const push of pushes) {
            stage.addFloor();
            const { legs, falls, peak, peakAt, back, sways, steps, way, off, slid, metre } = watchPush(stage, push);
            stage.clear();
            const told = `${push.impulse} N s at ${push.degrees % 360} degrees, ${push.rate} Hz: lean ${peak.toFixed(1)} degrees after ${peakAt.toFixed(2)} s, back after ${back.toFixed(2)} s, ${sways} sways, ${steps} steps, ${way.toFixed(2)} m, off ${(1000 * off).toFixed(0)} mm, slid ${(1000 * slid).toFixed(0)} mm${falls ? ', falls' : ''}`;
            if (FULL) console.log(`      ${told}`);
            if (push.impulse <= STANDS) expect(falls, told).to.equal(false);
            if (falls) continue;
            expect(peak, told).to.be.above(LEAST[legs] * push.impulse / 40);
            expect(peakAt / Math.sqrt(metre), told).to.be.within(...PEAK);
            expect(back / Math.sqrt(metre), told).to.be.within(...BACK);
            expect(sways, told).to.be.at.most(1);
            expect(off, told).to.be.below(OFF);
            expect(slid, told).to.be.below(OFF);
        }
    });
}

onHitStage('a push beside mecFootPlacer', (stage) => {
    for (const placer of ['above', 'below'] as const) {
        it(`is stepped through to where the feet then stay, with the placer ${placer}`, function () {
            this.timeout(100000);
            stage.addFloor();
            const { steps, way, off, slid } = watchPush(stage, { impulse: 60, degrees: 180, placer });
            expect(steps).to.be.at.least(2);
            expect(way).to.be.above(0.1);
            expect(off).to.be.below(OFF);
            expect(slid).to.be.below(OFF);
        });
    }
}, STANDING.filter(({ name }) => ['mannequin', 'Xbot', 'Knight'].includes(name)));

const COW: HitSource = { name: 'Cow', file: 'Cow.glb', clipFile: 'Cow.glb', clip: 'Idle' };

onHitStage('a push that is answered by mass', answersPushes, [...STANDING.filter(source => source !== STANDING_HOUND), COW]);
onHitStage('a push that is answered by mass', answersPushes, [STANDING_HOUND]);
