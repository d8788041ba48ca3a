import { expect } from 'chai';

import { findCarried } from '../../scripts/anim/contacts/contacts';
import type { FootTrack } from '../../scripts/anim/contacts/foot-tracks';
import { AHEAD, AHEAD_FLAT } from '../../scripts/anim/contacts/gait-stances';

// Which samples of a foot's track are a stance: by height, by how fast it goes over the ground, and by how flat it lies.

const LIMIT = 0.02;
const FLOOR = 0.1;
/** How high the foot's upper side is over its sole when it lies flat. */
const THICK = 0.08;

/** A sample: height of the lowest point over the floor, of the highest over the lowest beyond a flat foot's, and speed ahead over the ground in paces. */
type Sample = readonly [height: number, tilt: number, ahead: number];

const GROUND = Float64Array.of(0, 0, -1.5);
/** The body goes the other way at the pace: two metres a second here. */
const TRAVEL = Float64Array.of(0, 0, 2);

function carriedOf(samples: readonly Sample[]): number[] {
    // the first one lies flat, and tells how flat that is
    const all: Sample[] = [[0, 0, 0], ...samples];
    const track = {
        heights: Float64Array.from(all, ([height]) => FLOOR + height),
        tops: Float64Array.from(all, ([height, tilt]) => FLOOR + height + THICK + tilt),
        velocities: Float64Array.from(all.flatMap(([, , ahead]) => [7, 0, GROUND[2] + 2 * ahead]))
    } as unknown as FootTrack;
    return [...findCarried(track, FLOOR, LIMIT, GROUND, TRAVEL)].slice(1);
}

describe('a foot that the ground carries', () => {
    it('is no higher than the limit, however deep', () => {
        expect(carriedOf([[0.019, 0, 0], [0.021, 0, 0], [-0.5, 0, 0]])).to.deep.equal([1, 0, 1]);
    });

    it('goes ahead of the ground by its share of the pace at most: as a tip less than flat', () => {
        for (const [tilt, most] of [[0, AHEAD_FLAT], [0.019, AHEAD_FLAT], [0.021, AHEAD], [0.2, AHEAD]]) {
            expect(carriedOf([[0, tilt, most - 0.01], [0, tilt, most + 0.01], [0, tilt, -9]]), `${tilt}`).to.deep.equal([1, 0, 1]);
        }
    });

    it('lies flat only on its floor: a level foot below it is a tip', () => {
        expect(carriedOf([[-0.021, 0, AHEAD + 0.1], [-0.019, 0, AHEAD + 0.1]])).to.deep.equal([0, 1]);
    });
});
