import { expect } from 'chai';

import type { Foot } from '../../scripts/feet/placing/foot';
import { Character } from '../../tools/check-rig/character';
import { MANNEQUIN } from '../support/characters';
import { CourseWalk, stairCourse } from '../support/feet-course';

// A pelvis that is adjusted lets a foot that is left behind hand its load on. One that is not any more leaves each foot its load.

describe('adjustPelvisVertically off at run time', () => {
    let character: Character;

    before(async () => {
        character = await Character.open(MANNEQUIN, [], true);
    });

    after(() => character?.close());

    it('while a foot hands its load on: it has it again, and leaves the ground when its clip does', () => {
        const clip = character.clips.find(({ name }) => name === 'walk')!;
        const walk = new CourseWalk(character, clip, stairCourse('up', 9, character.height / 1.75), { rate: 0.5 });
        const { feet } = (walk.placer as unknown as { footing: { feet: readonly Foot[] } }).footing;
        const mostRelief = () => Math.max(...feet.map(({ contact }) => contact.relief));
        for (let i = 0; i < 600 && !(mostRelief() > 0.9); i++) walk.run(1);
        expect(mostRelief(), 'handed on').to.be.above(0.9);
        walk.placer.adjustPelvisVertically = false;
        walk.run(1);
        expect(mostRelief()).to.equal(0);
    });
});
