import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { onEachBiped, type FootStage } from '../support/foot-stage';
import { headingBetween, Walk, Worst } from '../support/foot-walk';
import { angleOf } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { box, scene, slope } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** Goals: penetration and gap that a planted sole may have, millimetres on a person. */
const PENETRATION = 2;
const GAP = 3;

/** Penetration that is reached with levelled soles: toes that the clip bends are in it while they are straightened. */
const REACHED_FLAT: Reached = { bitmoji: 2.6 };

/** The same on the edge of a step; and the gap that is left under a heel that the clip lifts when the ball is beyond the edge. */
const EDGE = 15;
const EDGE_GAP = 22;

/** Turn of the heading and tilt of the sole, degrees. */
const HEADING = 0.5;
const TILT = 2;

/** Extension short of its limit in which a walking leg surely reaches: planting moves ankles by some millimetres. */
const SURELY = 0.005;

/** Penetration or gap, not less than none. */
const some = (depth: number) => Math.max(0, depth);

const PLANES = [[0, 0], [15, 0], [15, 180], [25, 90], [40, 0], [40, 180], [40, 90], [40, 45], [40, -135], [30, -90]];

onEachBiped('a planted sole', (stage: FootStage) => {
    catchWarnings();
    const clips = () => [stage.standing, 'walk'];
    const millimetres = (length: number) => 1000 * length / stage.size;

    function walkOn([angle, heading]: number[], clip: string, settings: object) {
        const plane = slope(angle, heading);
        const walk = new Walk(stage, plane, { clip, settings: { adjustPelvisVertically: true, dampPelvis: true, ...settings } });
        walk.run(1);
        const reaches = (id: string) => {
            // a foot that walks is planted some way from where its clip has it: there the leg itself tells
            if (clip !== stage.standing && !walk.reaches(walk.foot(id))) return false;
            const limit = Math.max(1 - 0.03, walk.twin.extension(id));
            return walk.needed(id, plane.normal) < limit + (clip === stage.standing ? 2e-4 : -SURELY);
        };
        return { plane, walk, reaches, seconds: clip === stage.standing ? sampled(1, 0.5) : sampled(2.2, 1.2) * stage.clip('walk').duration };
    }

    for (const plane of PLANES) {
        it(`goes no deeper into a plane of ${plane[0]} degrees towards ${plane[1]} than into the clip's own ground, and leaves no gap at heel and toe`, function () {
            const [deep, heel, toe] = [new Worst(), new Worst(), new Worst()];
            const count = { planted: 0, reached: 0 };
            for (const clip of clips()) {
                const { walk, reaches, seconds } = walkOn(plane, clip, {});
                walk.run(seconds, () => {
                    for (const id of stage.feet) {
                        const foot = walk.foot(id);
                        if (!foot.isPlanted) continue;
                        count.planted++;
                        const note = `${clip} ${id} at ${walk.twin.time.toFixed(3)} s, extended ${foot.extension.toFixed(3)} of ${foot.twinExtension.toFixed(3)}`;
                        deep.see(millimetres(some(-foot.lowest) - some(-foot.twinLowest)), note);
                        if (!reaches(id)) continue;
                        count.reached++;
                        heel.see(millimetres(some(foot.heel) - some(foot.twinHeel)), note);
                        toe.see(millimetres(some(foot.toe) - some(foot.twinToe)), note);
                    }
                });
                stage.clear();
            }
            this.test!.title += ` (${[deep, heel, toe].map(({ value }) => value.toFixed(1)).join(', ')} mm)`;
            expect(count.reached).to.be.above(0.15 * count.planted);
            expect(deep.value, `penetration, ${deep.note}`).to.be.at.most(PENETRATION);
            expect(heel.value, `gap at the heel, ${heel.note}`).to.be.at.most(GAP);
            expect(toe.value, `gap at the toes, ${toe.note}`).to.be.at.most(GAP);
        });
    }

    it('lies flat with levelSole 1, on level ground and on slopes, where the leg reaches', function () {
        const [deep, heel, toe] = [new Worst(), new Worst(), new Worst()];
        for (const plane of PLANES.filter((_, i) => i % 3 === 0 || i === 5)) {
            for (const clip of clips()) {
                const { walk, reaches, seconds } = walkOn(plane, clip, { levelSole: 1 });
                const since = new Map<string, number>();
                walk.run(seconds, () => {
                    for (const id of stage.feet) {
                        const foot = walk.foot(id);
                        since.set(id, foot.isPlanted ? (since.get(id) ?? 0) + 1 : 0);
                        if (!foot.isPlanted) continue;
                        const note = `${clip} ${id} on ${plane} at ${walk.twin.time.toFixed(3)} s`;
                        deep.see(millimetres(some(-foot.lowest)), note);
                        // it comes down in a tenth of a second, and is away from its ground before it is let go
                        if (clip === 'walk' && (since.get(id)! < 8 || walk.twinTilt(id) > 20) || !reaches(id)) continue;
                        heel.see(millimetres(some(foot.heel)), note);
                        toe.see(millimetres(some(foot.toe)), note);
                    }
                });
                stage.clear();
            }
        }
        this.test!.title += ` (${[deep, heel, toe].map(({ value }) => value.toFixed(1)).join(', ')} mm)`;
        expect(deep.value, `penetration, ${deep.note}`).to.be.at.most(boundOf(stage, PENETRATION, REACHED_FLAT));
        expect(heel.value, `gap at the heel, ${heel.note}`).to.be.at.most(GAP);
        expect(toe.value, `gap at the toes, ${toe.note}`).to.be.at.most(GAP);
    });

    it('keeps the heading about the up vector that the animation has, and takes over the tilt of the ground', function () {
        const [heading, tilt] = [new Worst(), new Worst()];
        for (const plane of sampled(PLANES.length, 3) > 3 ? PLANES : PLANES.slice(6, 9)) {
            for (const clip of clips()) {
                const { walk, plane: { normal }, reaches, seconds } = walkOn(plane, clip, {});
                for (const id of stage.feet) walk.placer.setPlantBlendWeight(id, 0);
                walk.run(seconds, () => {
                    for (const id of stage.feet) {
                        if (!walk.placer.isDown(id) || !reaches(id)) continue;
                        const turned = walk.turned(id);
                        const note = `${clip} ${id} on ${plane} at ${walk.twin.time.toFixed(3)} s`;
                        heading.see(headingBetween(turned.heading, turned.twin), note);
                        tilt.see(angleOf(turned.up, normal), note);
                    }
                });
                stage.clear();
            }
        }
        this.test!.title += ` (${heading.value.toFixed(2)} and ${tilt.value.toFixed(2)} degrees)`;
        expect(heading.value, heading.note).to.be.at.most(HEADING);
        expect(tilt.value, tilt.note).to.be.at.most(TILT);
    });

    it('turns with the ground as far as the limit lets, and no further', () => {
        const { walk } = walkOn([40, 0], clips()[0], {});
        walk.placer.feet = walk.placer.feet.map(row => ({ ...row, footRotationLimit: 15 })) as never;
        for (const id of stage.feet) walk.placer.setPlantBlendWeight(id, 0);
        walk.run(1);
        walk.run(0.5, () => {
            for (const id of stage.feet) {
                const { up } = walk.turned(id);
                // a lifted heel is the ladder's, not the ground's
                if (walk.placer.isDown(id) && walk.needed(id, slope(40).normal) < 0.96) expect(angleOf(up, Vec3.UP)).to.be.within(14, 15.1);
            }
        });
    });

    const EDGES: [string, number[]][] = [['ahead of it or behind', [0, 25, 180, 205]], ['beside it', [90, -70]]];
    for (const [where, turns] of EDGES) {
        it(`lies on the edge of a step wherever the edge is, without going in: ${where}`, function () {
            const clip = clips()[0];
            const deep = new Worst(), off = new Worst();
            for (const rise of [0.1, 0.17, 0.25]) {
                for (let i = 0; i < sampled(24, 6); i++) {
                    const at = (-0.1 + 0.34 * i / sampled(23, 5)) * stage.size;
                    const turn = [0, 25, 90, 180, 205, -70][i % 6];
                    if (!turns.includes(turn)) continue;
                    const h = rise * stage.size;
                    // a block whose edge runs under the feet at a place ahead of the ankles
                    const along = new Vec3(Math.sin(turn * Math.PI / 180), 0, Math.cos(turn * Math.PI / 180));
                    const middle = along.clone().mulScalar(at + 2).add(new Vec3(0, h / 2 - 0.5, 0));
                    const steps = scene([box([0, -0.5, 0], [10, 1, 10]), box([middle.x, middle.y, middle.z], [10, h + 1, 4], [0, turn, 0])]);
                    const walk = new Walk(stage, steps, { clip, rate: 0, rootHeight: () => 0, settings: { adjustPelvisVertically: true } });
                    walk.run(1);
                    for (const id of stage.feet) {
                        const foot = walk.foot(id);
                        const note = `${id} on a step of ${h.toFixed(2)} m, ${at.toFixed(3)} m ahead, turned ${turn}`;
                        deep.see(millimetres(some(-foot.lowest) - some(-foot.twinLowest)), note);
                        if (walk.reaches(foot)) off.see(millimetres(some(foot.lowest) - some(foot.twinLowest)), note);
                    }
                    stage.clear();
                }
            }
            this.test!.title += ` (${deep.value.toFixed(1)} and ${off.value.toFixed(1)} mm)`;
            expect(deep.value, `penetration, ${deep.note}`).to.be.at.most(EDGE);
            expect(off.value, `gap, ${off.note}`).to.be.at.most(EDGE_GAP);
        });
    }
});
