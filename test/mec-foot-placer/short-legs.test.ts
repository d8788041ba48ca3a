import { expect } from 'chai';

import type { StrideWarp } from '../../scripts/index';
import { CourseWalk, stairCourse } from '../support/feet-course';
import { itFull } from '../support/skip';
import { describeWalker, VARIANT_WALKERS, walkOf, WALKERS } from '../support/walkers';

// Legs that are too short for the stairs: steps as high as the leg is long, made for somebody twice as tall.

/** How much larger than its own the stairs are, and their treads on a person, metres. */
const LARGE = 2;
const TREAD = 0.29;

/** How deep a sole may be in a tread, as a share of the height: a foot that tips forward under a nose does so faster than it goes back. */
const DEEP = 0.04;

/** Share of the clip's speed: nobody climbs such stairs at a march. */
const SLOW = 0.6;

/** Seconds that a foot has been down when its tread counts. */
const STANDS = 0.1;

const SHORT = [...WALKERS, ...VARIANT_WALKERS].filter(({ name }) => ['Knight', 'SkeletonMinion', 'mannequin with short legs'].includes(name));

SHORT.forEach((walker) => {
    describeWalker('legs too short for the stairs', walker, (character) => {
        for (const direction of ['up', 'down'] as const) {
            const test = walker.make && direction === 'up' ? it : itFull;
            test(`with strideWarp both feet come onto each tread ${direction}, and no sole is in one`, () => {
                const course = stairCourse(direction, 4, LARGE * character().height / 1.75);
                const tread = TREAD * LARGE * character().height / 1.75;
                const falls = new Map<number, Set<string>>();
                const since = new Map<string, number>();
                const walk = new CourseWalk(character(), walkOf(character(), walker), course, {
                    share: SLOW,
                    before: (actor, speed) => {
                        actor.model.addComponent('script');
                        actor.model.script!.create('strideWarp', { attributes: { speed } as Partial<StrideWarp> });
                    },
                    each: ({ feet, placer, soleOf }) => {
                        for (const id of feet) {
                            const before = since.get(id) ?? 0;
                            const stands = placer.isDown(id) ? before + 1 / 60 : 0;
                            since.set(id, stands);
                            if (!(stands >= STANDS && before < STANDS)) continue;
                            const points = soleOf(id).read();
                            let middle = 0;
                            for (let v = 2; v < points.length; v += 3) middle += points[v] / (points.length / 3);
                            const on = Math.floor(middle / tread);
                            falls.set(on, (falls.get(on) ?? new Set()).add(id));
                        }
                    }
                });
                const { deep, note } = walk.run();
                expect(deep, note.deep).to.be.at.most(DEEP);
                for (const on of [0, 1, 2]) expect([...falls.get(on) ?? []], `feet on tread ${on}`).to.have.length(2);
            });
        }
    });
});
