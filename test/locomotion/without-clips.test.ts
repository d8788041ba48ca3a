import { expect } from 'chai';

import { loadGlb } from '../support/app';
import { FULL } from '../support/characters';
import { FootStage } from '../support/foot-stage';
import { requireRig } from '../support/skip';
import { isUnsupported, WIDE_FEET, type Unsupported } from '../support/unsupported';
import { WalkAbout } from '../support/walk-about';

// Characters that have no clip to go with: they take the pack's own motions, and feet that stand on the floor do not slide.

const TWO = ['leftFoot', 'rightFoot'];
const FOUR = [...TWO, 'leftHand', 'rightHand'];

const FILES = [
    { name: 'rpm', file: 'rpm.glb', clips: ['idle'], feet: TWO }, { name: 'avatar', file: 'avatar.vrm', clips: ['idle'], feet: TWO },
    { name: 'Pug', file: 'Pug.glb', clips: ['idle'], feet: FOUR }
];

/** Slide of planted feet at pace, in curves and in turns on the spot, millimetres on a person. */
const SLIDE = 15;

/** Legs that do not reach round in curves. */
const UNSUPPORTED: Unsupported = ['Pug'];

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
                    const isUnknown = isUnsupported(stage, UNSUPPORTED, WIDE_FEET, hero.script.problems()) && turning > 0;
                    if (!isUnknown) expect(hero.slide, `${speed}`).to.be.below(SLIDE);
                }
            });
        }

        for (const angle of [30, 90, 180]) {
            it(`turns by ${angle} degrees in place by steps`, () => {
                const hero = about();
                hero.go(angle / 150, 0, 0, 150);
                hero.hold(1.2);
                expect(hero.turned).to.be.below(5);
                expect(hero.slide).to.be.below(SLIDE);
            });
        }
    });
}
