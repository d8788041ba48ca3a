import { expect } from 'chai';

import { sampled } from '../support/characters';
import { FRAME, onEachBiped } from '../support/foot-stage';
import { Walk, Worst } from '../support/foot-walk';
import { boundOf, type Reached } from '../support/reached';
import { stairs } from '../support/scenery';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

/** Stairs of a house: riser and tread in metres on a person. */
const RISE = 0.17;
const TREAD = 0.29;
const COUNT = sampled(16, 9);

/** Goals: what a swing foot may go in, and what it may be in an edge in the moment in which it passes that, millimetres on a person. */
const PENETRATION = 5;
const CLEARANCE = -15;

/** The same over risers that are higher than those of a house: a foot that swings at 7 m/s waits before one as long as it may, and is not up then. */
const HIGH_CLEARANCE = -30;

/** Goals: what the pelvis may move a frame over the line, and at its ends, millimetres on a person: the character on the treads, and on the line, where strides of three treads ask for 0.3 m. */
const PELVIS = { 'on the treads': [10, 22], 'on the line': [17.5, 14.5] };

/** Its speed over the stairs, metres per second; and what the clip may bob a frame itself to be judged by its pelvis, millimetres. */
const PELVIS_SPEED = 2;
const BOBS = 6;

/** The line is not straight over the first and last treads, and beyond the ends. */
const ENDS = 2;

/** Goal: how far a planted sole may be in its tread or over it, millimetres on a person; and frames in which a foot that lands on its ball or its heel comes to lie: a tenth of a second. */
const ON_TREAD = 8;
const LANDS = 6;
const REACHED_GAP: Reached = { bitmoji: 14.7 };

/** Distance to a nose within which what was planted there stood on it and passes nothing when it leaves, as a share of the height: 5 mm. */
const ON_NOSE = 0.003;

/** Largest share of the frames at rank 99 of 100. */
function ninetyNinth(values: number[]): number {
    const sorted = values.slice().sort((a, b) => a - b);
    return sorted[Math.floor(0.99 * (sorted.length - 1))];
}

onEachBiped('on stairs', (stage) => {
    catchWarnings();

    /** A walk up or down stairs; the character goes on the treads, or on the line over the noses. */
    function climb(direction: 'up' | 'down', carried: 'on the treads' | 'on the line', rise: number, options: { from?: number; speed?: number; settings?: object } = {}) {
        const up = stairs(rise, TREAD, COUNT, stage.size);
        const length = COUNT * up.tread;
        // down is the same flight, walked from its top: mirrored along z
        const scenery = direction === 'up' ? up : {
            ...up,
            ground: { cast: (hit: Parameters<typeof up.ground.cast>[0], ray: Parameters<typeof up.ground.cast>[1]) => {
                const mirrored = Float64Array.from(ray);
                mirrored[2] = length - ray[2];
                mirrored[5] = -ray[5];
                const met = up.ground.cast(hit, mirrored);
                hit.point[2] = length - hit.point[2];
                hit.normal[2] = -hit.normal[2];
                return met;
            } },
            heightAt: (x: number, z: number) => up.heightAt(x, length - z),
            distanceTo: (x: number, y: number, z: number) => up.distanceTo(x, y, length - z),
            line: (z: number) => up.line(length - z),
            noses: up.noses.map(z => length - z)
        };
        const rate = options.speed ? options.speed * stage.size / stage.speedOf('walk') : 1;
        const walk = new Walk(stage, scenery, {
            rate, from: (options.from ?? -1.2) * stage.size, rootHeight: carried === 'on the line' ? (_, z) => scenery.line(z) : scenery.heightAt,
            settings: { adjustPelvisVertically: true, dampPelvis: true, ...options.settings }
        });
        const seconds = (length + 1.5 * stage.size) / walk.speed;
        return { walk, scenery, seconds, length };
    }

    /** Penetrations of swinging feet, and how near they come to the edges that they pass. */
    function swing(direction: 'up' | 'down', carried: 'on the treads' | 'on the line', rise: number, settings = {}) {
        const deep: number[] = [], clearance = new Worst();
        for (let i = 0; i < sampled(8, 2); i++) {
            const { walk, scenery, seconds } = climb(direction, carried, rise, { from: -1.2 - 0.113 * i, settings });
            const before = new Map<string, Float64Array>();
            const stood = new Set<string>();
            const passed = new Map(stage.feet.map(id => [id, new Map<number, Worst>()]));
            walk.run(seconds, () => {
                for (const id of stage.feet) {
                    const { points } = walk.hero.sole(id);
                    const last = before.get(id);
                    if (walk.placer.isDown(id)) {
                        landOver(passed.get(id)!, walk.hero.sole(id), clearance);
                        stood.add(id);
                    } else {
                        let deepest = 0;
                        for (let v = 0; v < points.length; v += 3) deepest = Math.max(deepest, -scenery.distanceTo(points[v], points[v + 1], points[v + 2]));
                        // a clip may swing its feet through its own floor
                        deep.push(1000 * (deepest - Math.max(0, -walk.foot(id).twinLowest)) / stage.size);
                        if (last && !walk.atSeam) passEdges(points, last, stood.has(id) ? ON_NOSE * stage.size : 0, scenery, passed.get(id)!, `${id} at ${walk.twin.time.toFixed(3)} s, way ${walk.way.toFixed(2)}`);
                        stood.delete(id);
                    }
                    before.set(id, points.slice());
                }
            });
            stage.clear();
        }
        return { deep: ninetyNinth(deep), clearance: -clearance.value, note: clearance.note };
    }

    /**
     * Keeps the least height over each edge at which a vertex has passed it between two frames, as a negative number, millimetres on a person.
     * Vertices that were nearer to it than `on` stood on it, and leave it.
     */
    function passEdges(points: Float64Array, last: Float64Array, on: number, { noses, heightAt }: { noses: readonly number[]; heightAt(x: number, z: number): number }, passed: Map<number, Worst>, note: string) {
        for (const nose of noses) {
            const edge = Math.max(heightAt(0, nose - 1e-4), heightAt(0, nose + 1e-4));
            for (let v = 0; v < points.length; v += 3) {
                const [a, b] = [last[v + 2] - nose, points[v + 2] - nose];
                if (!(a < -on && b >= 0)) continue;
                const height = last[v + 1] + (points[v + 1] - last[v + 1]) * -a / (b - a) - edge;
                if (!passed.has(nose)) passed.set(nose, new Worst());
                passed.get(nose)!.see(-1000 * height / stage.size, `${note}, edge at ${nose.toFixed(2)}`);
            }
        }
    }

    /** A foot is down: it has gone over the edges behind its toes; into one that is ahead of them it has only been, which is penetration. */
    function landOver(passed: Map<number, Worst>, { toe, points }: { toe: readonly number[]; points: Float64Array }, clearance: Worst) {
        const toes = toe.reduce((sum, v) => sum + points[3 * v + 2], 0) / toe.length;
        for (const [nose, { value, note }] of passed) if (nose < toes) clearance.see(value, note);
        passed.clear();
    }

    for (const direction of ['up', 'down'] as const) {
        for (const carried of ['on the treads', 'on the line'] as const) {
            it(`a foot in the air goes ${direction} without touching them, the character ${carried}`, function () {
                const { deep, clearance, note } = swing(direction, carried, RISE);
                this.test!.title += ` (${deep.toFixed(1)} mm deep, ${clearance.toFixed(1)} mm clear)`;
                expect(deep).to.be.at.most(PENETRATION);
                expect(Math.round(clearance), note).to.be.at.least(CLEARANCE);
            });
        }
    }

    for (const rise of [0.12, 0.22]) {
        itFull(`a foot in the air clears risers of ${rise} m too`, function () {
            const { deep, clearance, note } = swing('up', 'on the line', rise);
            this.test!.title += ` (${deep.toFixed(1)} mm deep, ${clearance.toFixed(1)} mm clear)`;
            expect(deep).to.be.at.most(PENETRATION);
            expect(clearance, note).to.be.at.least(rise > RISE ? HIGH_CLEARANCE : CLEARANCE);
        });
    }

    it('without predictSwing it does not', () => {
        const { deep, clearance } = swing('up', 'on the line', RISE, { predictSwing: false });
        expect(deep > PENETRATION || clearance < CLEARANCE).to.equal(true);
    });

    for (const direction of ['up', 'down'] as const) {
        for (const carried of ['on the treads', 'on the line'] as const) {
            itFull(`the damped pelvis goes ${direction} along the line over the noses at 2 m/s, the character ${carried}`, function () {
                const { walk, scenery, seconds, length } = climb(direction, carried, RISE, { speed: PELVIS_SPEED });
                const own = new Worst();
                const places = [0, 1].map(() => ({ step: new Worst(), beyond: new Worst() }));
                let before = NaN, twinBefore = NaN;
                walk.run(seconds, () => {
                    const over = walk.hero.bone('hips').getPosition().y - scenery.line(walk.way);
                    const twin = walk.twin.bone('hips').getPosition().y;
                    if (walk.time > 0.5 && !walk.atSeam) {
                        const inside = Math.min(walk.way, length - walk.way) > ENDS * TREAD * stage.size;
                        const { step, beyond } = places[inside ? 0 : 1];
                        step.see(1000 * Math.abs(over - before) / stage.size, `at ${walk.time.toFixed(3)} s, way ${walk.way.toFixed(2)}`);
                        own.see(1000 * Math.abs(twin - twinBefore) / stage.size);
                        beyond.see(1000 * Math.abs(over - before - twin + twinBefore) / stage.size, step.note);
                    }
                    [before, twinBefore] = [over, twin];
                });
                // a clip that bobs by more at this pace has its own way
                const [flight, ends] = places.map(({ step, beyond }) => (own.value < BOBS ? step : beyond));
                this.test!.title += ` (${flight.value.toFixed(1)} mm a frame, ${ends.value.toFixed(1)} at the ends, the clip's own ${own.value.toFixed(1)})`;
                const [most, mostAtEnds] = PELVIS[carried];
                expect(flight.value, flight.note).to.be.at.most(most);
                expect(ends.value, ends.note).to.be.at.most(mostAtEnds);
            });
        }
    }

    it('planted feet are on the treads, not in them', function () {
        const deep = new Worst(), gap = new Worst();
        for (const direction of ['up', 'down'] as const) {
            const { walk, seconds } = climb(direction, 'on the line', RISE);
            const since = new Map<string, number>();
            walk.run(seconds, () => {
                for (const id of stage.feet) {
                    const foot = walk.foot(id);
                    since.set(id, foot.isPlanted ? (since.get(id) ?? 0) + 1 : 0);
                    if (!foot.isPlanted || walk.time < 0.5) continue;
                    const note = `${direction} ${id} at ${walk.twin.time.toFixed(3)} s, way ${walk.way.toFixed(2)}, planted for ${since.get(id)} frames, extended ${foot.extension.toFixed(3)} of ${foot.twinExtension.toFixed(3)}`;
                    deep.see(1000 * (Math.max(0, -foot.lowest) - Math.max(0, -foot.twinLowest)) / stage.size, note);
                    if (since.get(id)! > LANDS && walk.reaches(foot)) gap.see(1000 * (Math.max(0, foot.lowest) - Math.max(0, foot.twinLowest)) / stage.size, note);
                }
            });
            stage.clear();
        }
        this.test!.title += ` (${deep.value.toFixed(1)} mm deep, ${gap.value.toFixed(1)} mm away)`;
        expect(deep.value, deep.note).to.be.at.most(ON_TREAD);
        expect(gap.value, gap.note).to.be.at.most(boundOf(stage, ON_TREAD, REACHED_GAP));
    });
});

onEachBiped('the pelvis', (stage) => {
    catchWarnings();

    it('settles within half a second after a step of 0.2 m of the ground, without going over', function () {
        const clip = stage.standing;
        for (const sign of [-1, 1]) {
            const step = sign * 0.2 * stage.size;
            const scenery = { height: 0, version: 0 };
            const ground = { get version() { return scenery.version; }, cast: (hit: { point: Float64Array; normal: Float64Array; body: unknown }, ray: Float64Array) => {
                hit.point.set([ray[0], scenery.height, ray[2]]);
                hit.normal.set([0, 1, 0]);
                hit.body = null;
                return true;
            } };
            const hero = stage.add().play(clip, 0);
            hero.place({ adjustPelvisVertically: true, dampPelvis: true }, ground as never);
            for (let i = 0; i < 60; i++) stage.step();
            const hips = hero.bone('hips');
            const before = hips.getPosition().y;
            scenery.height = step;
            scenery.version++;
            const heights: number[] = [];
            for (let i = 0; i < 120; i++) {
                stage.step();
                heights.push(hips.getPosition().y - before);
            }
            const end = heights[119];
            const over = Math.max(...heights.map(height => sign * (height - end)));
            const late = Math.max(...heights.slice(Math.round(0.5 / FRAME)).map(height => Math.abs(height - end)));
            this.test!.title += ` (${sign > 0 ? 'up' : 'down'}: ${(1000 * end).toFixed(0)} mm, ${(1000 * over / stage.size).toFixed(2)} over, ${(1000 * late / stage.size).toFixed(2)} after 0.5 s)`;
            expect(Math.abs(end)).to.be.above(0.1 * stage.size);
            expect(1000 * over / stage.size).to.be.at.most(2);
            expect(1000 * late / stage.size).to.be.at.most(3);
            stage.clear();
        }
    });

    it('hides a snap of the character of 0.2 m, and the planted feet stay', function () {
        const clip = stage.standing;
        for (const sign of [1, -1]) {
            for (const dampPelvis of [true, false]) {
                const size = 0.2 * stage.size;
                // the ground stays where it is: the capsule is put up or down by itself
                const walk = new Walk(stage, { ground: { cast: (hit, ray) => {
                    hit.point.set([ray[0], 0, ray[2]]);
                    hit.normal.set([0, 1, 0]);
                    hit.body = null;
                    return true;
                } }, heightAt: () => 0, distanceTo: (_x, y) => y }, { clip, rate: 0, settings: { adjustPelvisVertically: true, dampPelvis } });
                walk.run(1);
                const read = () => [walk.hero.bone('hips'), ...stage.feet.map(id => walk.hero.foot(id))].map(bone => bone.getPosition().clone());
                const before = read();
                walk.hero.holder.setPosition(0, sign * size, 0);
                stage.step();
                const [hips, ...feet] = read().map((place, i) => 1000 * place.distance(before[i]) / stage.size);
                this.test!.title += ` (${hips.toFixed(1)}; ${Math.max(...feet).toFixed(2)} mm)`;
                expect(hips, 'pelvis').to.be.at.most(15);
                for (const foot of feet) expect(foot, 'foot').to.be.at.most(2);
                stage.clear();
            }
        }
    });
});
