import { expect } from 'chai';

import { loadGlb } from '../support/app';
import { FULL } from '../support/characters';
import { FootStage } from '../support/foot-stage';
import { boundOf, type Reached } from '../support/reached';
import { requireRig } from '../support/skip';
import { WalkAbout } from '../support/walk-about';

// Characters that have no clip to go with: they take the pack's own motions, and feet that stand on the floor do not slide.

const TWO = ['leftFoot', 'rightFoot'];
const FOUR = [...TWO, 'leftHand', 'rightHand'];

const FILES = [
    { name: 'rpm', file: 'rpm.glb', clips: ['idle'], feet: TWO }, { name: 'avatar', file: 'avatar.vrm', clips: ['idle'], feet: TWO },
    { name: 'Pug', file: 'Pug.glb', clips: ['idle'], feet: FOUR }
];

/** Slide of planted feet at pace, in curves and in turns on the spot; goals: 15 mm on a person. */
const REACHED_PACE: Reached = {};
const REACHED_CURVE: Reached = { Pug: 52 };
const REACHED_SPOT: Reached = { Pug: 36 };

/** Heights a second of a walk and a run. */
const WALK = 0.7;
const RUN = 1.7;

for (const source of FILES) {
    describe(`locomotion without clips: ${source.name}`, () => {
        const stage = new FootStage({ ...source, clipFiles: source.name === 'Pug' ? [source.file] : [] });
        before(async function () {
            requireRig(source.file, this);
            await stage.open();
            for (const file of ['motions-people.glb', 'motions-animals.glb']) await loadGlb(stage.app, `templates/${file}`);
        });
        afterEach(() => stage.clear());
        after(() => stage.close());

        const about = () => new WalkAbout(stage, {}, stage.clip('idle') ? ['idle'] : []);

        it('walks and runs as it is moved, and stands', () => {
            const hero = about();
            expect(hero.script.kind).to.equal('idle');
            for (const [speed, kind] of [[WALK, 'walk'], [RUN, 'run']] as const) {
                hero.go(1, speed * stage.height);
                expect(hero.script.kind).to.equal(kind);
            }
            hero.hold(0.5);
            expect(hero.script.kind).to.equal('idle');
        });

        for (const turning of [0, 90]) {
            it(`does not let planted feet slide at ${turning} degrees a second`, () => {
                const hero = about();
                hero.byClip = true;
                for (const speed of FULL ? [0.3, 0.7, 1] : [0.7]) {
                    hero.go(1.5, speed * stage.height, 0, turning);
                    hero.forget();
                    hero.go(2.5, speed * stage.height, 0, turning);
                    expect(Math.min(...hero.feet.map(({ steps }) => steps))).to.be.above(0);
                    expect(hero.slide, `${speed}`).to.be.below(boundOf(stage, 15, turning > 0 ? REACHED_CURVE : REACHED_PACE));
                }
            });
        }

        for (const angle of [30, 90, 180]) {
            it(`turns by ${angle} degrees in place by steps`, () => {
                const hero = about();
                hero.go(angle / 150, 0, 0, 150);
                hero.hold(1.2);
                expect(hero.turned).to.be.below(5);
                expect(hero.slide).to.be.below(boundOf(stage, 15, REACHED_SPOT));
            });
        }
    });
}
