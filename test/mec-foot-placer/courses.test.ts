import { join } from 'node:path';

import { expect } from 'chai';

import { Character } from '../../tools/check-rig/character';
import { FULL, HOUND, MANNEQUIN, RIGS } from '../support/characters';
import { CourseWalk, kerbCourse, rampCourse, rubbleCourse, stairCourse, type Course, type CourseFigures } from '../support/feet-course';
import { boundOf, type Reached } from '../support/reached';
import { skipBecause } from '../support/skip';

// Whoever walks over whatever: soles on the ground on the way, and nothing left of it afterwards.

interface Walker { readonly name: string; readonly file: string; readonly clips?: readonly string[]; readonly clip: string; readonly inSample?: readonly string[] }

const further = (file: string) => join(RIGS, file);

const WALKERS: readonly Walker[] = [
    { name: 'mannequin', file: MANNEQUIN, clip: 'walk' },
    { name: 'hound', file: HOUND, clip: 'walk' },
    { name: 'Fox', file: further('more/Fox.glb'), clip: 'Walk', inSample: ['5 stairs up', 'ramp of 15 degrees'] },
    { name: 'Cow', file: further('Cow.glb'), clip: 'Walk', inSample: ['one step up', 'one step down'] },
    { name: 'Donkey', file: further('more/Donkey.glb'), clip: 'Walk', inSample: ['one step up'] }
];

/** A course, and whether the character is put up and down in steps. */
const COURSES: readonly [course: (size: number) => Course, isSnapped: boolean][] = [
    [size => stairCourse('up', 1, size), true],
    [size => stairCourse('down', 1, size), true],
    [size => stairCourse('up', 5, size), false],
    [size => stairCourse('down', 5, size), false],
    [size => rampCourse(15, size), false],
    [size => rampCourse(25, size), false],
    [size => rampCourse(-15, size), false],
    [size => rampCourse(-25, size), false],
    [kerbCourse, true],
    [size => rubbleCourse(7, size), false]
];

/** Goals, as shares of the height, and of the clip's fastest joint. */
const GOALS = { afterSole: 0.01, afterHips: 0.015, deep: 0.03, over: 0.03, joint: 2.5, stretch: 0.001 };

type Figure = keyof typeof GOALS;

/** What is reached of these, by the character and its course. */
const REACHED: Partial<Record<Figure, Reached>> = {
    afterSole: { 'Fox, 5 stairs up': 0.012, 'Fox, ramp of 15 degrees': 0.013 },
    deep: { 'Fox, 5 stairs up': 0.1 },
    joint: { 'Fox, 5 stairs up': 5.7, 'Fox, ramp of 15 degrees': 4 }
};

/** The larger of the figures of walks at the clip's pace and at half of it. */
function walkOver(character: Character, walker: Walker, course: Course, isSnapped: boolean): CourseFigures[] {
    const clip = character.clips.find(({ name }) => name === walker.clip)!;
    return (FULL ? [1, 0.5] : [1]).map(rate => new CourseWalk(character, clip, course, { rate, isSnapped }).run());
}

/** Expects the goals, or what is reached of them. */
function expectGoals(character: Character, walker: Walker, make: (size: number) => Course, isSnapped: boolean) {
    const course = make(character.height / 1.75);
    for (const figures of walkOver(character, walker, course, isSnapped)) {
        console.log(`        ${Object.keys(GOALS).map(key => `${key} ${figures[key as Figure].toFixed(3)}`).join(', ')}`);
        for (const [figure, goal] of Object.entries(GOALS) as [Figure, number][]) {
            const bound = boundOf({ name: `${walker.name}, ${course.name}` }, goal, REACHED[figure]);
            expect(figures[figure], `${figure}: ${figures.note[figure]}`).to.be.at.most(bound);
        }
    }
}

function describeWalks(walker: Walker) {
    describe(`a walk over courses: ${walker.name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && !walker.file.startsWith('templates')) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(walker.file, walker.clips ?? [], true);
        });

        after(() => character?.close());

        const isInSample = (name: string) => FULL || (walker.inSample ?? []).includes(name);
        COURSES.filter(([make]) => isInSample(make(1).name)).forEach(([make, isSnapped]) => {
            it(`${make(1).name}: soles on the ground on the way, all as on the flat after it, no joint that races`, () => expectGoals(character, walker, make, isSnapped));
        });
    });
}

WALKERS.forEach(describeWalks);
