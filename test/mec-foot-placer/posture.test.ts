import { join } from 'node:path';

import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { findSteps, type Role } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { HOUND, MANNEQUIN, RIGS } from '../support/characters';
import { CourseWalk, stairCourse } from '../support/feet-course';
import { itFull, skipBecause } from '../support/skip';

// The body over the feet on stairs, against its twin on the flat: how far it leans, and how it climbs.

/** Pitch of stairs of 0.17 by 0.29 m, degrees. */
const STAIRS = Math.atan2(0.17, 0.29) * 180 / Math.PI;

const COUNT = 12;

/** Turn of a bone of the walker from its twin's about the axis across the way, degrees: positive, where it leans ahead. */
function pitchOf(walk: CourseWalk, role: Role): number {
    const [own, twin] = [walk.actor, walk.twin].map(instance => instance.bone(role)!.getRotation());
    const { x, w } = own.clone().mul(twin.clone().invert());
    return 2 * Math.atan2(x, w) * 180 / Math.PI;
}

/** Mean of what is seen, NaN where it is not, while the character is in the middle of the flight, or on another part of it in shares of its length. */
function meanOn(character: Character, clipName: string, direction: 'up' | 'down', see: (walk: CourseWalk) => number, attributes = {}, [from, to] = [0.35, 0.75]): number {
    const clip = character.clips.find(({ name }) => name === clipName)!;
    const course = stairCourse(direction, COUNT, character.height / 1.75);
    let sum = 0, count = 0;
    new CourseWalk(character, clip, course, {
        attributes, isSnapped: from < 0,
        each(walk) {
            if (walk.way < from * course.end || walk.way > to * course.end) return;
            const seen = see(walk);
            if (Number.isNaN(seen)) return;
            sum += seen;
            count++;
        }
    }).run();
    return sum / count;
}

function describePosture(name: string, file: string, tests: (character: () => Character) => void) {
    describe(`posture on stairs: ${name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && !file.startsWith('templates')) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(file, [], true);
        });

        after(() => character?.close());

        tests(() => character);
    });
}

for (const [name, file, clip] of [['mannequin', MANNEQUIN, 'walk'], ['Soldier', join(RIGS, 'Soldier.glb'), 'Walk']]) {
    describePosture(name, file, (character) => {
        it('leans ahead by 5 to 10 degrees as it goes up, and hardly as it goes down', () => {
            const spine = (walk: CourseWalk) => pitchOf(walk, 'spine');
            expect(meanOn(character(), clip, 'up', spine)).to.be.within(5, 10);
            expect(meanOn(character(), clip, 'down', spine)).to.be.within(-1, 5);
        });

        it('does not with Posture 0', () => {
            expect(Math.abs(meanOn(character(), clip, 'up', walk => pitchOf(walk, 'spine'), { posture: 0 }))).to.be.below(0.5);
        });
    });
}

/** Walks up stairs, a tread a step, as strideWarp fits strides to them. Answers extensions as shares of a leg's length: the largest of each leg that stands alone, and that of the leg behind as the other foot comes down. */
function climb(character: Character, clipName: string, attributes = {}): { alone: number[]; behind: number[] } {
    const clip = character.clips.find(({ name }) => name === clipName)!;
    const size = character.height / 1.75;
    const course = stairCourse('up', COUNT, size);
    const { strideTime, speed } = findSteps(character.add().model, clip.track)!;
    const seen = { alone: [] as number[], behind: [] as number[] };
    let standing = '', most = 0;
    const wasDown = new Map<string, boolean>();
    new CourseWalk(character, clip, course, {
        attributes, share: 0.29 * size / (strideTime / 2) / speed,
        before(actor, pace) {
            actor.model.addComponent('script');
            actor.model.script!.create('strideWarp', { attributes: { speed: pace } });
        },
        each(walk) {
            if (walk.way < 0.2 * course.end || walk.way > 0.8 * course.end) return;
            const extensions = walk.feet.map((id) => {
                const leg = walk.legOf(walk.actor, id).map(bone => bone.getPosition());
                return leg[0].distance(leg[2]) / (leg[0].distance(leg[1]) + leg[1].distance(leg[2]));
            });
            const down = walk.feet.filter(id => walk.placer.isDown(id));
            const alone = down.length === 1 ? down[0] : '';
            if (standing !== '' && alone !== standing) seen.alone.push(most);
            if (alone !== '') most = Math.max(alone === standing ? most : 0, extensions[walk.feet.indexOf(alone)]);
            standing = alone;
            walk.feet.forEach((id, i) => {
                const isDown = walk.placer.isDown(id);
                if (isDown && wasDown.get(id) === false) seen.behind.push(extensions[1 - i]);
                wasDown.set(id, isDown);
            });
        }
    }).run();
    return seen;
}

for (const [name, file, clip] of [['mannequin', MANNEQUIN, 'walk'], ['Soldier', join(RIGS, 'Soldier.glb'), 'Walk'], ['Xbot', join(RIGS, 'Xbot.glb'), 'walk_Armature']]) {
    describePosture(name, file, (character) => {
        it('rises over each leg that stands until it is straight, and the one behind still is as the other foot comes down', () => {
            const { alone, behind } = climb(character(), clip);
            expect(alone.length).to.be.above(4);
            // the first of each may have begun before it was looked at
            expect(Math.min(...alone.slice(1))).to.be.above(0.97);
            expect(Math.min(...behind.slice(1))).to.be.above(0.93);
        });
    });
}

/** Mean length from hip to ankle of the legs that are down, as a share of the twin's, as the forelegs come onto the stairs before the hind legs do. */
function lengthOf(end: 'Hand' | 'Foot', character: Character, clipName: string): number {
    const lengthIn = (leg: readonly Entity[]) => leg[0].getPosition().distance(leg.at(-1)!.getPosition());
    return meanOn(character, clipName, 'up', (walk) => {
        const legs = walk.feet.filter(id => id.includes(end)).map(id => lengthIn(walk.legOf(walk.actor, id)) / lengthIn(walk.legOf(walk.twin, id)));
        return (legs[0] + legs[1]) / 2;
    }, {}, [-0.1, 0.15]);
}

for (const [name, file, clip] of [['hound', HOUND, 'walk'], ['Husky', join(RIGS, 'Husky.glb'), 'Walk'], ['Cow', join(RIGS, 'Cow.glb'), 'Walk']]) {
    describePosture(name, file, (character) => {
        it('does not crouch before stairs: its legs are folded by an eighth at most, forelegs and hind legs together', () => {
            const fore = lengthOf('Hand', character(), clip), hind = lengthOf('Foot', character(), clip);
            console.log(`        fore ${fore.toFixed(3)}, hind ${hind.toFixed(3)}`);
            expect((fore + hind) / 2).to.be.above(0.87);
        });
    });
}

for (const [name, file, clip] of [['hound', HOUND, 'walk'], ['Husky', join(RIGS, 'Husky.glb'), 'Walk'], ['Cow', join(RIGS, 'Cow.glb'), 'Walk']]) {
    describePosture(name, file, (character) => {
        it('does not go down on its hind legs: those that carry are folded by a tenth at most on the mean', () => {
            const lengthOf = (leg: readonly Entity[]) => leg[0].getPosition().distance(leg.at(-1)!.getPosition());
            const share = meanOn(character(), clip, 'down', (walk) => {
                const legs = walk.feet.filter(id => id.includes('Foot') && walk.placer.isDown(id)).map(id => lengthOf(walk.legOf(walk.actor, id)) / lengthOf(walk.legOf(walk.twin, id)));
                return legs.reduce((sum, one) => sum + one, 0) / legs.length;
            });
            console.log(`        hind legs ${share.toFixed(3)}`);
            expect(share).to.be.above(0.9);
        });
    });
}

for (const [name, file, clip] of [['hound', HOUND, 'walk'], ['Husky', join(RIGS, 'Husky.glb'), 'Walk']]) {
    describePosture(name, file, (character) => {
        for (const direction of ['up', 'down'] as const) {
            (direction === 'up' ? it : itFull)(`pitches its trunk by about 60 percent of the stairs, more going down, and its head by about 20, ${direction}`, () => {
                const sign = direction === 'up' ? -1 : 1;
                const share = (role: Role) => sign * meanOn(character(), clip, direction, walk => pitchOf(walk, role)) / STAIRS;
                const hips = share('hips'), head = share('head');
                console.log(`        trunk ${hips.toFixed(2)}, head ${head.toFixed(2)}`);
                expect(hips).to.be.within(0.45, direction === 'up' ? 0.71 : 0.85);
                expect(head).to.be.within(0.05, 0.3);
            });
        }
    });
}
