import { expect } from 'chai';

import { loadGlb } from '../support/app';
import { FRAME, onEachCharacter, onMannequin, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { boundOf, type Reached } from '../support/reached';
import { FAR_FEET, isUnsupported, WIDE_FEET, type Unsupported } from '../support/unsupported';
import { WalkAbout } from '../support/walk-about';

// Somebody who is turned about as he walks: his entity brakes, turns by 180 degrees within 0.3 s, and goes on the other way. The free foot is planted, the body
// turns on it.

const SECONDS = 0.3;

/** Moments of the stride at which that begins, seconds. */
const MOMENTS = [0, 0.13, 0.26, 0.39];

/** Slide of feet that are down, millimetres on a person, from the beginning until a step later; goal: 15. */
const REACHED_SLIDE: Reached = { Soldier: 20 };

/** Legs that do not reach round, and animals whose feet are far from the middle. */
const UNSUPPORTED: Unsupported = ['Knight', 'SkeletonMinion'];
const LONG: Unsupported = ['Husky', 'Cow'];

/** Degrees by which the planted foot turns on its ball at most. */
const PIVOTS = 60;

function rows(stage: FootStage, walk: string) {
    const turnAbout = (hero: WalkAbout, moment: number) => {
        const speed = stage.speedOf(walk);
        const { holder } = hero.hero;
        hero.go(1.5 + moment, speed);
        hero.forget();
        const course = holder.getRotation().transformVector(stage.forward.clone()).clone();
        const kinds = new Set<string>();
        const frames = Math.round(SECONDS / FRAME);
        for (let i = 1; i <= 2 * frames; i++) {
            if (i <= frames) holder.rotate(0, 180 / frames, 0);
            const share = 1 - 2 * Math.min(1, i / frames);
            holder.setPosition(holder.getPosition().clone().add(course.clone().mulScalar(speed * share * FRAME)));
            hero.watch();
            kinds.add(hero.script.kind);
        }
        return kinds;
    };

    it('goes on in its gait, with steps that keep their place', function () {
        let slide = 0, turned = 0, steps = 0, problems: string[] = [];
        for (const moment of MOMENTS) {
            const hero = new WalkAbout(stage, {}, ['idle', walk]);
            hero.byClip = hero.mayStepOff = true;
            expect(turnAbout(hero, moment).size, 'kinds').to.equal(1);
            steps += hero.feet.reduce((sum, foot) => sum + foot.steps, 0);
            slide = Math.max(slide, hero.slide);
            turned = Math.max(turned, hero.turned);
            problems = hero.script.problems();
            stage.clear();
        }
        this.test!.title += ` (slide ${slide.toFixed(1)} mm, turn ${turned.toFixed(1)})`;
        expect(steps, 'steps').to.be.above(MOMENTS.length);
        const isLong = isUnsupported(stage, LONG, FAR_FEET, problems);
        if (!isUnsupported(stage, UNSUPPORTED, WIDE_FEET, problems) && !isLong) expect(slide).to.be.below(boundOf(stage, 15, REACHED_SLIDE));
        expect(turned).to.be.below(PIVOTS);
    });

    it('does not halt nor set out, where it has clips for that', async () => {
        for (const file of ['motions-people.glb', 'motions-animals.glb']) await loadGlb(stage.app, `templates/${file}`);
        const hero = new WalkAbout(stage, {}, ['idle', walk]);
        expect(turnAbout(hero, 0).size).to.equal(1);
    });
}

onEachCharacter('locomotion, turned about', stage => rows(stage, 'walk'));

onStrangersInStride('locomotion, turned about, strangers', (stage, walk) => {
    if (stage.name !== 'hound') rows(stage, walk);
});

onMannequin('locomotion, turned about', (stage) => {
    it('jumps all the same when the game says so', async () => {
        await loadGlb(stage.app, 'templates/motions-people.glb');
        const hero = new WalkAbout(stage, {}, ['idle', 'walk']);
        const speed = stage.speedOf('walk');
        hero.go(1.5, speed);
        hero.go(0.15, speed, 0, 600);
        hero.script.jump();
        hero.go(0.05, speed, 0, 600);
        expect(hero.script.kind).to.equal('jump');
    });
});
