import { join } from 'node:path';

import { expect } from 'chai';
import type { Entity } from 'playcanvas';


import { findSteps } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { MANNEQUIN, RIGS } from '../support/characters';
import { contactsAt } from '../support/contacts';
import { CourseWalk, stairCourse } from '../support/feet-course';
import { boundOf, type Reached } from '../support/reached';
import { skipBecause } from '../support/skip';

// People up stairs, a tread a step: how high the hip is over the leg that stands alone, against a curve from treads and clip. On the flat the clip has that
// leg as long as it gets while it stands alone: over a tread the hip goes on a circle of that length about where the clip has its ankle over the ground.

const COUNT = 12;
const TREAD = 0.29;

/** What is reached of the mean, millimetres: heels begin to rise before the hip is past them. */
const REACHED: Reached = { mannequin: 19, Xbot: 34 };

/** Distances along the stairs between hip and ankle in which the body is over its leg, shares of the leg's length. */
const FROM = -0.01;
const TO = 0.05;

/** How far hips are off the curve while they pass over the ankle of a leg that stands alone, millimetres on a person: mean and largest over all such frames. */
function climb(character: Character, clipName: string, attributes = {}): { mean: number; most: number; count: number } {
    const clip = character.clips.find(({ name }) => name === clipName)!;
    const size = character.height / 1.75;
    const contacts = character.kinds.get(clip)!.contacts!;
    const course = stairCourse('up', COUNT, size);
    const { strideTime, speed } = findSteps(character.add().model, clip.track)!;
    const placesOf = (leg: readonly Entity[]) => leg.map(bone => bone.getPosition().clone());
    /** Longest that a leg of the clip is while it stands alone, and the ankle's height under the hip. */
    let longest = 0, ankleHeight = Infinity;
    const seen: { hip: number; across: number; tread: number }[] = [];
    new CourseWalk(character, clip, course, {
        share: TREAD * size / (strideTime / 2) / speed,
        attributes,
        before(actor, pace) {
            actor.model.addComponent('script');
            actor.model.script!.create('strideWarp', { attributes: { speed: pace } });
        },
        each(walk) {
            const alone = walk.feet.filter((_, foot) => contactsAt(contacts.feet[foot], walk.clipTime).isDown);
            if (alone.length === 1) {
                const [hip, , ankle] = placesOf(walk.legOf(walk.twin, alone[0]));
                longest = Math.max(longest, hip.distance(ankle));
                if (Math.abs(hip.z - ankle.z) < TO * size) ankleHeight = Math.min(ankleHeight, ankle.y);
            }
            const down = walk.feet.filter(id => walk.placer.isDown(id));
            if (walk.way < 0.25 * course.end || walk.way > 0.75 * course.end || down.length !== 1) return;
            const leg = placesOf(walk.legOf(walk.actor, down[0]));
            const [hip, knee, ankle] = leg;
            const trail = (hip.z - ankle.z) / (hip.distance(knee) + knee.distance(ankle));
            if (trail < FROM || trail > TO) return;
            const points = walk.soleOf(down[0]).read();
            let front = -Infinity;
            for (let v = 2; v < points.length; v += 3) front = Math.max(front, points[v]);
            // a heel may be over the tread behind
            seen.push({ hip: hip.y, across: Math.hypot(hip.x - ankle.x, hip.z - ankle.z), tread: course.heightAt(ankle.x, front - 0.05 * size) });
        }
    }).run();
    const off = seen.map(({ hip, across, tread }) => 1000 * Math.abs(hip - tread - ankleHeight - Math.sqrt(longest ** 2 - across ** 2)) / size);
    return { mean: off.reduce((sum, one) => sum + one, 0) / off.length, most: Math.max(...off), count: off.length };
}

for (const [name, file, clip] of [['mannequin', MANNEQUIN, 'walk'], ['Soldier', join(RIGS, 'Soldier.glb'), 'Walk'], ['Xbot', join(RIGS, 'Xbot.glb'), 'walk_Armature']]) {
    describe(`the pelvis over the leg that stands: ${name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && !file.startsWith('templates')) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(file, [], true);
        });

        after(() => character?.close());

        it('is near the curve from treads and clip, nearer than where it does not follow the feet', () => {
            const { mean, most, count } = climb(character, clip);
            const still = climb(character, clip, { adjustPelvisVertically: false });
            console.log(`        mean ${mean.toFixed(1)} mm, largest ${most.toFixed(1)} mm of ${count} frames; ${still.mean.toFixed(1)} mm where it does not follow`);
            expect(count).to.be.above(20);
            expect(mean).to.be.below(boundOf({ name }, 15, REACHED));
            expect(still.mean).to.be.above(1.1 * mean);
        });
    });
}
