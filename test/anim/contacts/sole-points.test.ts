import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { findSolePoints, type SolePoints } from '../../../scripts/anim/contacts/sole-points';
import { rotateVec } from '../../../scripts/core/math/flat-math';
import type { Rig } from '../../../scripts/rig/rig';
import { readSkin } from '../../../scripts/skin/skin';
import { createApp } from '../../support/app';
import { CLIPS, feetOf, loadActor } from '../../support/clips';
import { seededRandom } from '../../support/geometry';

// The points of a foot stand for its whole skin, however the foot is pitched and rolled.

/** Largest gap between the lowest of the points and the lowest vertex, as a share of the character's height: a third of what counts as contact. */
const TOLERANCE = 0.0015;

/** Single precision of the points, as a share of the height. */
const ROUNDING = 1e-6;

/** Degrees. */
const STEEPEST_PITCH = 60;
const STEEPEST_ROLL = 20;

const models = CLIPS.filter(([model], i) => CLIPS.findIndex(other => other[0] === model) === i);

/** The points in model space, in the reference pose. */
function placesOf({ skeleton }: Rig, { nodes, points }: SolePoints): Float64Array {
    const places = new Float64Array(points.length);
    nodes.forEach((node, i) => {
        rotateVec(places, 3 * i, skeleton.rotations, 4 * node, points, 3 * i);
        const scale = Math.hypot(...skeleton.matrices.subarray(12 * node, 12 * node + 3));
        for (let axis = 0; axis < 3; axis++) places[3 * i + axis] = skeleton.positions[3 * node + axis] + scale * places[3 * i + axis];
    });
    return places;
}

/** How far the points reach in a direction. */
function reach(points: ArrayLike<number>, direction: number[]): number {
    let furthest = -Infinity;
    for (let o = 0; o < points.length; o += 3) {
        furthest = Math.max(furthest, points[o] * direction[0] + points[o + 1] * direction[1] + points[o + 2] * direction[2]);
    }
    return furthest;
}

describe('findSolePoints', () => {
    let app: AppBase;

    beforeEach(() => { app = createApp(); });
    afterEach(() => app.destroy());

    models.forEach((source) => {
        it(`stands for the skin of every foot: ${source[0].split('/').pop()}`, async () => {
            const { rig } = await loadActor(app, source);
            const skin = readSkin(rig.skeleton);
            const random = seededRandom(11);
            const { up, forward } = rig;
            const left = [0, 1, 2].map(axis => up[(axis + 1) % 3] * forward[(axis + 2) % 3] - up[(axis + 2) % 3] * forward[(axis + 1) % 3]);
            for (const foot of feetOf(rig)) {
                const sole = findSolePoints(rig, foot, skin);
                expect(sole.foot).to.equal(foot);
                const places = placesOf(rig, sole);
                const blended = Array.from(sole.partners.keys()).filter(i => sole.partners[i] >= 0);
                const again = placesOf(rig, { ...sole, nodes: sole.partners.map((partner, i) => (partner < 0 ? sole.nodes[i] : partner)), points: sole.partnerPoints });
                for (let i = 0; i < places.length; i++) expect(again[i]).to.be.closeTo(places[i], ROUNDING * rig.height);
                for (const i of blended) {
                    expect(sole.partners[i]).to.be.within(foot, rig.skeleton.ends[foot] - 1);
                    expect(sole.shares[i]).to.be.within(0, 0.5);
                }
                const isBetween = (i: number) => [0, 1, 2, 3].filter((slot) => {
                    const node = skin.nodes[4 * i + slot];
                    return skin.weights[4 * i + slot] > 0.1 && node >= foot && node < rig.skeleton.ends[foot];
                }).length > 1;
                if (Array.from(skin.holders.keys()).some(isBetween)) expect(blended).to.not.have.length(0);
                const own = Array.from(skin.holders).flatMap((holder, i) => {
                    return holder >= foot && holder < rig.skeleton.ends[foot] ? Array.from(skin.points.subarray(3 * i, 3 * i + 3)) : [];
                });
                for (let i = 0; i < 100; i++) {
                    const pitch = (2 * random() - 1) * STEEPEST_PITCH * Math.PI / 180;
                    const roll = (2 * random() - 1) * STEEPEST_ROLL * Math.PI / 180;
                    const down = [0, 1, 2].map((axis) => {
                        return Math.sin(pitch) * forward[axis] + Math.cos(pitch) * (Math.sin(roll) * left[axis] - Math.cos(roll) * up[axis]);
                    });
                    expect((reach(own, down) - reach(places, down)) / rig.height).to.be.within(-ROUNDING, TOLERANCE);
                }
            }
        });
    });

    it('lets the joints down to the floor where there is no skin', async () => {
        const { rig } = await loadActor(app, CLIPS[0]);
        const bare = { ...rig, skeleton: { ...rig.skeleton, meshInstances: [] } };
        for (const foot of feetOf(rig)) {
            const sole = findSolePoints(bare, foot);
            const places = placesOf(rig, sole);
            expect(Array.from(sole.nodes)).to.include(foot);
            const heights = Array.from(sole.nodes, (_, i) => places[3 * i] * rig.up[0] + places[3 * i + 1] * rig.up[1] + places[3 * i + 2] * rig.up[2]);
            for (const height of heights) expect(height).to.be.closeTo(Math.min(...heights), ROUNDING * rig.height);
        }
    });
});
