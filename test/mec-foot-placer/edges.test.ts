import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { HeightGround } from '../../scripts/index';
import { sampled } from '../support/characters';
import { onEachBiped } from '../support/foot-stage';
import { Walk, Worst } from '../support/foot-walk';
import { box, scene, slope, type Scenery } from '../support/scenery';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

/** Goal: what the script's part of a foot's place may change in a frame, millimetres on a person. */
const STEP = 37;

/**
 * Height of a ridge in the way of a foot, as a share of the character's: 12 cm of 1.75 m; how far the foot may go in, millimetres on a person:
 * the samples of the way are 6 cm apart, and the top of the ridge is between two.
 */
const RIDGE = 0.07;
const IN_RIDGE = 15;

/** A floor that goes over into a slope at z = 0. */
function bent(angle: number): Scenery {
    const rise = Math.tan(angle * Math.PI / 180);
    const heightAt = (_x: number, z: number) => (z < 0 ? 0 : rise * z);
    return { ground: new HeightGround(heightAt), heightAt, distanceTo: (x, y, z) => y - heightAt(x, z) };
}

onEachBiped('beside an edge', (stage) => {
    catchWarnings();
    const size = () => stage.size;

    /** A floor with a hole or a drop: boxes in metres on a person. */
    const cases: [string, () => Scenery][] = [
        ['a drop of 1 m', () => scene([
            box([0, -0.5 * size(), -5 * size()], [4 * size(), size(), 10 * size()]), box([0, -1.5 * size(), 5 * size()], [4 * size(), size(), 10 * size()])
        ])],
        ['a drop without ground below', () => scene([box([0, -0.5 * size(), -5 * size()], [4 * size(), size(), 10 * size()])])],
        ['a hole under one foot', () => scene([
            box([0, -0.5 * size(), -5 * size()], [4 * size(), size(), 10 * size()]), box([0, -0.5 * size(), 5.4 * size()], [4 * size(), size(), 10 * size()]),
            box([-1 * size(), -0.5 * size(), 0], [2 * size(), size(), 2 * size()])
        ])],
        ['a wall of 0.8 m', () => scene([
            box([0, -0.5 * size(), 0], [4 * size(), size(), 20 * size()]), box([0, 0.3 * size(), 5 * size()], [4 * size(), size(), 10 * size()])
        ])],
        ['ground that falls by 60 degrees', () => bent(-60)],
        ['ground that rises by 60 degrees', () => bent(60)]
    ];

    for (const [name, make] of cases) {
        it(`a walk up to and over ${name} keeps the feet within the largest step, and moves them evenly`, function () {
            const scenery = make();
            const far = new Worst(), jump = new Worst();
            for (const start of [-1.1, -1.35]) {
                const walk = new Walk(stage, scenery, { from: start * stage.size, rootHeight: () => 0, settings: { adjustPelvisVertically: true } });
                walk.run(0.6);
                const before = new Map<string, Vec3>();
                walk.run((1.6 * stage.size) / walk.speed, () => {
                    for (const id of stage.feet) {
                        const off = walk.hero.foot(id).getPosition().clone().sub(walk.twin.foot(id).getPosition());
                        const note = `${id} at ${walk.twin.time.toFixed(3)} s, way ${walk.way.toFixed(2)}`;
                        far.see(Math.abs(off.y) / stage.size, note);
                        const last = before.get(id);
                        if (last && !walk.atSeam) jump.see(1000 * off.distance(last) / stage.size, note);
                        before.set(id, off);
                    }
                });
                stage.clear();
            }
            this.test!.title += ` (${far.value.toFixed(2)} m, ${jump.value.toFixed(1)} mm a frame)`;
            expect(far.value, far.note).to.be.at.most(0.5);
            expect(jump.value, jump.note).to.be.at.most(STEP);
        });
    }

    itFull('a foot in the air goes over a ridge that is too steep to stand on', function () {
        const deep = new Worst();
        const crossings: string[] = [];
        const count = sampled(6, 2);
        for (let i = 0; i < count; i++) {
            const [middle, half, rise] = [0.9 * i / count * stage.size, RIDGE * stage.size / Math.tan(Math.PI / 3), Math.tan(Math.PI / 3)];
            const heightAt = (_x: number, z: number) => rise * Math.max(0, half - Math.abs(z - middle));
            const ridge: Scenery = { ground: new HeightGround(heightAt), heightAt, distanceTo: (x, y, z) => (y - heightAt(x, z)) * Math.cos(Math.PI / 3) };
            const walk = new Walk(stage, ridge, { from: -1.5 * stage.size, rootHeight: () => 0, settings: { adjustPelvisVertically: true } });
            /** Where a foot stood last, and how deep it has been since. */
            const stood = new Map<string, number>(), since = new Map<string, Worst>();
            walk.run((3 * stage.size) / walk.speed, () => {
                for (const id of stage.feet) {
                    const { points } = walk.hero.sole(id);
                    const ends = [Infinity, -Infinity];
                    for (let v = 2; v < points.length; v += 3) {
                        ends[0] = Math.min(ends[0], points[v]);
                        ends[1] = Math.max(ends[1], points[v]);
                    }
                    if (walk.placer.isDown(id)) {
                        // the whole foot was before the ridge, and is beyond it
                        if ((stood.get(id) ?? Infinity) < middle - half && ends[0] > middle + half) {
                            crossings.push(id);
                            deep.see(since.get(id)!.value, since.get(id)!.note);
                        }
                        stood.set(id, ends[1]);
                        since.set(id, new Worst());
                    } else if (since.has(id)) {
                        for (let v = 0; v < points.length; v += 3) {
                            const inside = -ridge.distanceTo(points[v], points[v + 1], points[v + 2]) - Math.max(0, -walk.foot(id).twinLowest);
                            since.get(id)!.see(1000 * inside / stage.size, `${id} at ${walk.twin.time.toFixed(3)} s, ridge at ${middle.toFixed(2)}`);
                        }
                    }
                }
            });
            stage.clear();
        }
        this.test!.title += ` (${deep.value.toFixed(1)} mm in, ${crossings.length} times)`;
        expect(crossings).to.have.length.of.at.least(count);
        expect(deep.value, deep.note).to.be.at.most(IN_RIDGE);
    });

    it('a foot that stands over a hole, or on what is too steep, keeps its animation, and the other one its ground', () => {
        for (const bottom of [-3, -0.7]) {
            const right = stage.add().foot('rightFoot').getPosition().x;
            stage.clear();
            // ground only under the right half, lifted by 5 cm
            const side = Math.sign(right);
            const scenery = scene([
                box([side * size(), -0.45 * size(), 0], [2 * size(), size(), 4 * size()]), box([-side * size(), (bottom - 0.5) * size(), 0], [2 * size(), size(), 4 * size()])
            ]);
            const walk = new Walk(stage, scenery, { clip: stage.standing, rate: 0, rootHeight: () => 0 });
            walk.run(1);
            const off = (id: string) => walk.hero.foot(id).getPosition().distance(walk.twin.foot(id).getPosition()) / stage.size;
            expect(off('leftFoot')).to.be.below(1e-4);
            expect(off('rightFoot')).to.be.closeTo(0.05, 0.003);
            stage.clear();
        }
    });

    it('the largest step and the steepest slope are the designer\'s', () => {
        const clip = stage.standing;
        const lift = (settings: object, scenery: Scenery, rootHeight: () => number) => {
            const walk = new Walk(stage, scenery, { clip, rate: 0, rootHeight, settings });
            walk.run(1);
            const found = walk.hero.foot('leftFoot').getPosition().y - walk.twin.foot('leftFoot').getPosition().y - rootHeight();
            stage.clear();
            return Math.abs(found) / stage.size;
        };
        const block = scene([box([0, 0, 0], [4, 0.3 * stage.size, 4])]);
        expect(lift({ maxStep: 0.2 * stage.size }, block, () => 0)).to.be.above(0.1);
        expect(lift({ maxStep: 0.1 * stage.size }, block, () => 0)).to.be.below(1e-3);
        const hill = slope(30, 90);
        expect(lift({ maxSlope: 35 }, hill, () => 0)).to.be.above(0.02);
        expect(lift({ maxSlope: 25 }, hill, () => 0)).to.be.below(1e-3);
    });
});
