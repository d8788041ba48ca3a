import { expect } from 'chai';

import type { Character } from '../../tools/check-rig/character';
import { FULL } from '../support/characters';
import { CourseWalk, kerbCourse, platformCourse, rampCourse, rubbleCourse, stairCourse, type Course, type CourseFigures } from '../support/feet-course';
import { describeWalker, VARIANT_WALKERS, walkOf, WALKERS, type Walker } from '../support/walkers';

// Whoever walks over whatever: soles on the ground on the way, and nothing left of it afterwards.

/** A course, whether the character is put up and down in steps, and whether full counts go over it at half the clip's pace too. */
const COURSES: readonly [course: (size: number) => Course, isSnapped: boolean, isSlowToo?: boolean][] = [
    [size => stairCourse('up', 1, size), true],
    [size => stairCourse('down', 1, size), true],
    [size => stairCourse('up', 5, size), false, true],
    [size => stairCourse('down', 5, size), false, true],
    [size => rampCourse(15, size), false],
    [size => rampCourse(25, size), false],
    [size => rampCourse(-15, size), false],
    [size => rampCourse(-25, size), false],
    [kerbCourse, true],
    [size => rubbleCourse(7, size), false],
    [size => platformCourse('slides', size), false],
    [size => platformCourse('turns', size), false],
    [size => platformCourse('lifts', size), false]
];

/** Goals, as shares of the height, and of the clip's fastest joint. */
const GOALS = { afterSole: 0.01, afterHips: 0.015, deep: 0.033, over: 0.034, joint: 2.75, stretch: 0.001 };

type Figure = keyof typeof GOALS;

/** Who misses a goal, on which courses, what is reached there with a margin of a tenth, and why. */
interface Miss { readonly who: string; readonly on: RegExp; readonly figure: Figure; readonly bound: number; readonly why: string }

const MISSES: readonly Miss[] = [
    { who: 'mannequin', on: /step down|stairs|ramp of (15|25)/, figure: 'joint', bound: 3.2, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'Xbot', on: /step up|stairs|ramp|kerb/, figure: 'joint', bound: 3.7, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'Xbot', on: /stairs up|ramp of 25/, figure: 'over', bound: 0.053, why: 'the leg that is left behind does not reach to its lift-off, its heel is up as far as it goes' },
    { who: 'bitmoji', on: /stairs|ramp of -25/, figure: 'joint', bound: 4.2, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'Knight', on: /step up|stairs down|ramp of -25/, figure: 'joint', bound: 3.7, why: 'legs of 0.3 heights fold to half of their length' },
    { who: 'SkeletonMinion', on: /stairs up/, figure: 'over', bound: 0.041, why: 'a foot that was late at a riser of a third of its leg slides on onto its tread for 0.08 s' },
    { who: 'SkeletonMinion', on: /rubble/, figure: 'deep', bound: 0.037, why: 'not looked into' },
    { who: 'KnightQ', on: /step down|stairs/, figure: 'joint', bound: 3.3, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'Orc', on: /step down|stairs/, figure: 'joint', bound: 3.2, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'Orc', on: /rubble/, figure: 'deep', bound: 0.039, why: 'not looked into' },
    { who: 'Guy', on: /./, figure: 'joint', bound: 10.4, why: 'the clip stretches the knee past straight for two frames: the bent one follows to that side' },
    { who: 'Guy', on: /down/, figure: 'over', bound: 0.086, why: 'the clip says that a foot is down whose sole is 6 percent of the height up' },
    { who: 'Husky', on: /./, figure: 'joint', bound: 4.1, why: 'paws rise over an edge that is right before them in 0.08 s' },
    { who: 'Husky', on: /stairs up/, figure: 'over', bound: 0.058, why: 'hind feet that slide in the clip by 0.2 heights are let go, and are in the next riser' },
    { who: 'Husky', on: /stairs down/, figure: 'deep', bound: 0.052, why: 'hind feet that slide in the clip by 0.2 heights are let go, and are in the next riser' },
    { who: 'Zebra', on: /stairs down|ramp of 25/, figure: 'over', bound: 0.046, why: 'not looked into' },
    { who: 'Fox', on: /./, figure: 'afterSole', bound: 0.012, why: 'feet that are down for 0.1 s are where their smoothed ground was' },
    { who: 'Triceratops', on: /down/, figure: 'deep', bound: 0.046, why: 'feet of four fifths of a tread' },
    { who: 'Triceratops', on: /stairs|rubble/, figure: 'over', bound: 0.071, why: 'feet of four fifths of a tread' },
    { who: 'Apatosaurus', on: /./, figure: 'afterSole', bound: 0.023, why: 'not looked into' },
    { who: 'Apatosaurus', on: /stairs up/, figure: 'afterHips', bound: 0.024, why: 'a foreleg that the clip stretches past straight at its seam' },
    { who: 'Apatosaurus', on: /stairs/, figure: 'deep', bound: 0.053, why: 'not looked into' },
    { who: 'Apatosaurus', on: /stairs/, figure: 'over', bound: 0.066, why: 'not looked into' },
    { who: 'Apatosaurus', on: /./, figure: 'joint', bound: 4.1, why: 'the clip stretches its elbows past straight' },
    { who: 'mannequin with short legs', on: /step down|stairs|ramp of -?25/, figure: 'joint', bound: 4.2, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'mannequin with a long body', on: /step up|stairs|kerb/, figure: 'joint', bound: 3.6, why: 'not looked into' },
    { who: 'mannequin with a long body', on: /stairs up/, figure: 'over', bound: 0.05, why: 'the leg that is left behind does not reach to its lift-off, its heel is up as far as it goes' },
    { who: 'mannequin with noise in its keys', on: /stairs up|ramp of 15/, figure: 'joint', bound: 3.3, why: 'a knee that the clip keeps nearly straight folds over the edge' },
    { who: 'mannequin with noise in its keys', on: /stairs up/, figure: 'over', bound: 0.041, why: 'the leg that is left behind does not reach to its lift-off, its heel is up as far as it goes' },
    { who: 'mannequin with few keys', on: /./, figure: 'joint', bound: 4.5, why: 'between keys of 0.13 s the clip is slow, and contacts are late: not looked into' }
];

/** What a figure must keep: its goal, or what is reached of it. */
function boundOf(who: string, course: string, figure: Figure): number {
    const bounds = MISSES.filter(miss => miss.who === who && miss.figure === figure && miss.on.test(course)).map(({ bound }) => bound);
    return Math.max(GOALS[figure], ...bounds);
}

/** The figures of walks at the clip's pace, and at half of it. */
function walkOver(character: Character, walker: Walker, course: Course, isSnapped: boolean, isSlowToo: boolean): CourseFigures[] {
    const clip = walkOf(character, walker);
    return (FULL && isSlowToo ? [1, 0.5] : [1]).map(rate => new CourseWalk(character, clip, course, { rate, isSnapped }).run());
}

/** Expects the goals, or what is reached of them. */
function expectGoals(character: Character, walker: Walker, [make, isSnapped, isSlowToo = false]: typeof COURSES[number]) {
    const course = make(character.height / 1.75);
    const missed = walkOver(character, walker, course, isSnapped, isSlowToo).flatMap(figures => (Object.keys(GOALS) as Figure[])
    .filter(figure => !(figures[figure] <= boundOf(walker.name, course.name, figure)))
    .map(figure => `${figure} ${figures[figure].toFixed(3)}: ${figures.note[figure]}`));
    expect(missed.join('\n')).to.equal('');
}

[...WALKERS, ...VARIANT_WALKERS].forEach((walker) => {
    describeWalker('a walk over courses', walker, (character) => {
        const isInSample = (name: string) => FULL || (walker.inSample ?? []).includes(name);
        COURSES.filter(([make]) => isInSample(make(1).name)).forEach((course) => {
            it(`${course[0](1).name}: soles on the ground on the way, all as on the flat after it, no joint that races`, () => expectGoals(character(), walker, course));
        });
    });
});
