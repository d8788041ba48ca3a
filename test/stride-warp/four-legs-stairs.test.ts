import { expect } from 'chai';

import type { Character } from '../../tools/check-rig/character';
import { CourseWalk, stairCourse } from '../support/feet-course';
import { describeWalker, walkOf, WALKERS, type Walker } from '../support/walkers';

// Animals on stairs with mecFootPlacer: how many treads each foot goes on a stride.

const COUNT = 12;
const TREAD = 0.29;

/** Treads from one fall of a foot to its next one. */
function climb(character: Character, walker: Walker, direction: 'up' | 'down', share: number, isFitting: boolean): number[] {
    const course = stairCourse(direction, COUNT, character.height / 1.75);
    const tread = TREAD * character.height / 1.75;
    const down = new Map<string, number>();
    const last = new Map<string, number>();
    const strides: number[] = [];
    new CourseWalk(character, walkOf(character, walker), course, {
        share, from: -1,
        before(actor, speed) {
            actor.model.addComponent('script');
            actor.model.script!.create('strideWarp', { attributes: { speed, stairs: isFitting } });
        },
        each(walk) {
            for (const id of walk.feet) {
                const before = down.get(id) ?? 0;
                const since = walk.placer.isDown(id) ? before + 1 / 60 : 0;
                down.set(id, since);
                if (!(since >= 0.05 && before < 0.05)) continue;
                const points = walk.soleOf(id).read();
                let low = Infinity, high = -Infinity;
                for (let v = 2; v < points.length; v += 3) {
                    low = Math.min(low, points[v] / tread);
                    high = Math.max(high, points[v] / tread);
                }
                const middle = (low + high) / 2;
                const isOn = middle > 2 && middle < COUNT - 3;
                const from = last.get(id);
                if (isOn && from !== undefined) strides.push(middle - from);
                if (isOn) last.set(id, middle);
                else last.delete(id);
            }
        }
    }).run();
    return strides;
}

for (const name of ['hound', 'Husky', 'Cow', 'Zebra']) {
    const walker = WALKERS.find(one => one.name === name)!;
    describeWalker('strideWarp on stairs', walker, (character) => {
        it('strides as its clip does without Stairs', () => {
            const strides = climb(character(), walker, 'up', 1, false);
            expect(Math.max(...strides.map(stride => Math.abs(stride - 2 * Math.round(stride / 2))))).to.be.above(0.25);
        });

        for (const [direction, share] of [['up', 1], ['down', 1], ['up', 0.5]] as const) {
            it(`goes on by an even number of treads with each foot ${direction} at ${share} times its pace`, () => {
                const strides = climb(character(), walker, direction, share, true);
                const note = strides.map(stride => stride.toFixed(2)).join(' ');
                const off = strides.map(stride => Math.abs(stride - 2 * Math.round(stride / 2)));
                expect(off.length, note).to.be.above(2);
                expect(off.at(-1), note).to.be.below(0.08);
                // the first ones on the stairs may still be shorter or longer
                expect(off.filter(one => one < 0.2).length / off.length, note).to.be.at.least(0.5);
            });
        }
    });
}
