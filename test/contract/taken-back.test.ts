import { expect } from 'chai';

import { HeightGround, type Locomotion, type MecFootPlacer } from '../../scripts/index';
import { onMannequin } from '../support/foot-stage';
import { WalkAbout } from '../support/walk-about';
import { catchWarnings } from '../support/warnings';

// A wrong number in a row that is taken back after some frames leaves nothing behind: the character is as its twin, in which nothing was changed.

const WRONG: readonly unknown[] = [Infinity, NaN, -1, 1e9, 'x', null];

const SLOPE = new HeightGround((x, z) => 0.1 * x + 0.2 * z);

/** Largest difference of any number of the poses of two instances. */
function difference([a, b]: readonly { pose(): number[][] }[]): number {
    const other = b.pose().flat();
    return Math.max(...a.pose().flat().map((value, i) => Math.abs(value - other[i])));
}

onMannequin('a wrong number that is taken back', (stage) => {
    catchWarnings();

    for (const wrong of WRONG) {
        it(`Foot Height ${String(wrong)}`, () => {
            const heroes = [stage.add().play('walk', 0), stage.add().play('walk', 0)];
            const [placer] = heroes.map(hero => hero.place({ adjustPelvisVertically: true }, SLOPE));
            const run = (frames: number) => { for (let i = 0; i < frames; i++) stage.step(); };
            run(20);
            const row = placer.feet[0] as unknown as Record<keyof MecFootPlacer['feet'][number], unknown>;
            row.footHeight = wrong;
            run(10);
            row.footHeight = 0;
            run(120);
            expect(difference(heroes)).to.be.below(1e-6);
        });

        it(`Speed ${String(wrong)} of a clip that walks: the step goes on`, () => {
            const clips = [{ kind: 'walk', clipName: 'walk', speed: 0 }, { kind: 'idle', clipName: 'idle', speed: 0 }];
            const walkers = [new WalkAbout(stage, { clips }), new WalkAbout(stage, { clips })];
            const run = (frames: number) => {
                for (let i = 0; i < frames; i++) {
                    for (const { hero } of walkers) hero.holder.translate(0, 0, 1.3 / 60);
                    stage.step();
                }
            };
            run(60);
            const row = walkers[0].script.clips[0] as unknown as Record<keyof Locomotion['clips'][number], unknown>;
            row.speed = wrong;
            run(10);
            row.speed = 0;
            run(120);
            expect(difference(walkers.map(({ hero }) => hero))).to.be.below(1e-6);
        });
    }
});
