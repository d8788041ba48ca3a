import { expect } from 'chai';

import { FULL } from '../support/characters';
import { onEachCharacter, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { isUnsupported, WIDE_FEET, type Unsupported } from '../support/unsupported';
import { WalkAbout } from '../support/walk-about';

// A character with one gait goes in every direction, straight on and in curves: planted feet do not slide.

/** Share of the clip's speed, degrees to the left of the look, and degrees of a turn a second. */
type Way = readonly [share: number, direction: number, turning: number];

const WAYS: readonly Way[] = FULL ? [[0.7, 45, 0], [0.7, 90, 0], [0.7, 180, 0], [1.2, 45, 0], [0.7, 45, 90], [0.3, 0, 90], [1.2, 0, 90]] : [[0.7, 45, 90]];

/** The largest slide on all ways, millimetres on a person. */
const SLIDE = 15;

/** Legs that do not reach round. */
const UNSUPPORTED: Unsupported = ['Knight', 'SkeletonMinion'];

function rows(stage: FootStage, walk: string) {
    for (const [share, direction, turning] of WAYS) {
        it(`${share} times its speed, ${direction} degrees aside, ${turning} degrees a second`, () => {
            const about = new WalkAbout(stage, {}, ['idle', walk]);
            const speed = share * stage.speedOf(walk);
            about.byClip = about.mayStepOff = true;
            about.go(1.5, speed, direction, turning);
            about.forget();
            about.go(2.5, speed, direction, turning);
            expect(Math.min(...about.feet.map(({ steps }) => steps))).to.be.above(0);
            if (!isUnsupported(stage, UNSUPPORTED, WIDE_FEET, about.script.problems())) expect(about.slide).to.be.below(SLIDE);
            expect(about.turned).to.be.below(5);
        });
    }
}

onEachCharacter('locomotion in all directions', stage => rows(stage, 'walk'));

onStrangersInStride('locomotion in all directions, strangers', (stage, walk) => {
    if (stage.name !== 'hound') rows(stage, walk);
});
