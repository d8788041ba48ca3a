import { expect } from 'chai';

import { Character } from '../../tools/check-rig/character';
import { HOUND, MANNEQUIN } from '../support/characters';
import { CourseWalk, rampCourse, type Course } from '../support/feet-course';

// What the feet ask of the ground: rays, counted.

/** Most rays a frame of a foot that walks over level ground, in the mean. */
const WALKING = 2;

/** Level ground that counts its rays. */
function countedGround(): Course & { casts: number } {
    const level = rampCourse(0, 1);
    const counted = {
        ...level, name: 'level ground', end: 0, casts: 0,
        ground: {
            cast(...[hit, ray]: Parameters<Course['ground']['cast']>) {
                counted.casts++;
                return level.ground.cast(hit, ray);
            }
        }
    };
    return counted;
}

for (const file of [MANNEQUIN, HOUND]) {
    describe(`rays of feet on level ground: ${file}`, () => {
        let character: Character;

        before(async () => {
            character = await Character.open(file, [], true);
        });

        after(() => character.close());

        /** Rays a frame and foot in three seconds of a clip, after one second of it. */
        function raysOf(name: string): number {
            const clip = character.clips.find(clip => clip.name === name)!;
            const course = countedGround();
            const walk = new CourseWalk(character, clip, course);
            walk.run(60);
            course.casts = 0;
            walk.run(180);
            return course.casts / 180 / walk.feet.length;
        }

        it('are two a foot at the most in a walk, and none while it stands', function () {
            const [walking, standing] = [raysOf('walk'), raysOf('idle')];
            this.test!.title += ` (${walking.toFixed(2)} and ${standing.toFixed(2)})`;
            expect(walking, 'walk').to.be.within(0.1, WALKING);
            expect(standing, 'idle').to.equal(0);
        });
    });
}
