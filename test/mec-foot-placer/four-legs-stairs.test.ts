import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import type { Character } from '../../tools/check-rig/character';
import { CourseWalk, stairCourse } from '../support/feet-course';
import { describeWalker, walkOf, WALKERS, type Walker } from '../support/walkers';

// Animals on stairs against their twins on the flat: how steep the trunk is, how far legs are folded and forefeet lifted, and whether the hips are over the feet.

const RISE = 0.17;
const TREAD = 0.29;
const STAIRS = Math.atan2(RISE, TREAD);
const COUNT = 9;

interface Figures {
    /** Pitch of the line through the hips, as a share of that of the stairs: mean on the middle of the flight, and largest on the way. */
    pitch: number;
    steepest: number;
    /** Mean length of legs that are down on the middle of the flight, as a share of the twin's. */
    fore: number;
    hind: number;
    /** By how much a forefoot is higher over the treads below and before it than the twin's over the floor, as a share of the leg's length. */
    lifted: number;
    /** How far the hips are behind the twin's, as a share of the leg's length. */
    behind: number;
}

interface Leg { readonly isFore: boolean; readonly isDown: boolean; readonly own: readonly Entity[]; readonly twin: readonly Entity[] }

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const lengthOf = (leg: readonly Entity[]) => leg[0].getPosition().distance(leg.at(-1)!.getPosition());
const hip = (leg: readonly Entity[]) => leg[0].getPosition();

function measure(character: Character, walker: Walker, direction: 'up' | 'down'): Figures {
    const course = stairCourse(direction, COUNT, character.height / 1.75);
    const tread = TREAD * character.height / 1.75;
    const seen = { pitch: [] as number[], fore: [] as number[], hind: [] as number[], behind: [] as number[] };
    let steepest = 0, lifted = 0;
    new CourseWalk(character, walkOf(character, walker), course, {
        from: -1,
        each(walk) {
            const legs: Leg[] = walk.feet.map(id => ({ isFore: id.includes('Hand'), isDown: walk.placer.isDown(id), own: walk.legOf(walk.actor, id), twin: walk.legOf(walk.twin, id) }));
            const [fore, hind] = [true, false].map(isFore => legs.filter(leg => leg.isFore === isFore));
            const rise = (end: readonly Leg[]) => mean(end.map(({ own, twin }) => hip(own).y - hip(twin).y));
            const length = mean(fore.map(({ twin }) => hip(twin).z)) - mean(hind.map(({ twin }) => hip(twin).z));
            const pitch = (direction === 'up' ? 1 : -1) * Math.asin((rise(fore) - rise(hind)) / length) / STAIRS;
            steepest = Math.max(steepest, pitch);
            if (walk.way < 0.35 * course.end || walk.way > 0.75 * course.end) return;
            seen.pitch.push(pitch);
            const legLength = mean(legs.map(({ twin }) => twin.slice(1).reduce((sum, bone, i) => sum + bone.getPosition().distance(twin[i].getPosition()), 0)));
            seen.behind.push(mean(legs.map(({ own, twin }) => hip(twin).z - hip(own).z)) / legLength);
            for (const { isFore, isDown, own, twin } of legs) {
                if (isDown) seen[isFore ? 'fore' : 'hind'].push(lengthOf(own) / lengthOf(twin));
                const { x, y, z } = own.at(-1)!.getPosition();
                if (isFore) lifted = Math.max(lifted, (y - twin.at(-1)!.getPosition().y - Math.max(course.heightAt(x, z), course.heightAt(x, z + tread))) / legLength);
            }
        }
    }).run();
    return { pitch: mean(seen.pitch), steepest, fore: mean(seen.fore), hind: mean(seen.hind), lifted, behind: mean(seen.behind) };
}

/** Who walks: largest mean pitch up and down, and the least that hind legs have of their length down. Bodies that are long for their legs pitch more, and fold them more. */
const ANIMALS: readonly (readonly [name: string, up: number, down: number, hind: number])[] = [
    ['hound', 0.67, 0.92, 0.88], ['Husky', 0.67, 0.78, 0.82], ['Fox', 0.67, 0.77, 0.84], ['Cow', 0.72, 0.88, 0.8], ['Zebra', 0.85, 0.87, 0.74]
];

for (const [name, up, down, hind] of ANIMALS) {
    describeWalker('on stairs', WALKERS.find(walker => walker.name === name)!, (character) => {
        const say = (figures: Figures) => console.log(`        ${Object.entries(figures).map(([figure, value]) => `${figure} ${value.toFixed(2)}`).join(', ')}`);

        it('goes up with its hips near over its feet, its trunk less steep than the stairs, forefeet no higher than they need', () => {
            const figures = measure(character(), WALKERS.find(walker => walker.name === name)!, 'up');
            say(figures);
            expect(figures.pitch).to.be.within(0.5, up);
            expect(figures.steepest).to.be.below(0.9);
            expect(figures.behind).to.be.below(0.24);
            expect(figures.hind).to.be.above(0.95);
            expect(figures.lifted).to.be.below(0.16);
        });

        it('goes down on hind legs that are not folded more than they must be, its trunk less steep than the stairs', () => {
            const figures = measure(character(), WALKERS.find(walker => walker.name === name)!, 'down');
            say(figures);
            expect(figures.pitch).to.be.within(0.5, down);
            expect(figures.steepest).to.be.below(0.95);
            expect(figures.hind).to.be.above(hind);
        });
    });
}
