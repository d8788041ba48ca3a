import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { FRAME, onEachBiped } from '../support/foot-stage';
import { Worst } from '../support/foot-walk';
import { Counted, rubble, slope } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** What a foot's movement in an idle may exceed the animation's by, millimetres on a person. */
const STILL = 0.5;

/** Most rays of a frame on two legs. */
const RAYS = 8;

/** Range of the places and the largest step between two of them, metres. */
function movement(places: Vec3[]): { range: number; step: number } {
    const low = new Vec3(Infinity, Infinity, Infinity), high = new Vec3(-Infinity, -Infinity, -Infinity);
    let step = 0;
    places.forEach((place, i) => {
        low.min(place);
        high.max(place);
        if (i > 0) step = Math.max(step, place.distance(places[i - 1]));
    });
    return { range: high.distance(low), step };
}

onEachBiped('standing', (stage) => {
    catchWarnings();

    it('for ten seconds on rubble moves no foot further or faster than the animation does', function () {
        const range = new Worst(), step = new Worst();
        for (const seed of [11, 12, 13, 14].slice(0, sampled(4, 1))) {
            for (const plantFoot of [true, false]) {
                const scenery = rubble(seed, stage.size);
                const [hero, twin] = [stage.add().play(stage.standing), stage.add().play(stage.standing)];
                const placer = hero.place({ adjustPelvisVertically: true }, scenery.ground);
                placer.feet = placer.feet.map(row => ({ ...row, plantFoot })) as never;
                for (let i = 0; i < 90; i++) stage.step();
                const places = new Map(stage.feet.map(id => [id, { hero: [] as Vec3[], twin: [] as Vec3[] }]));
                for (let i = 0; i < 10 / FRAME; i++) {
                    stage.step();
                    for (const [id, place] of places) {
                        place.hero.push(hero.foot(id).getPosition().clone());
                        place.twin.push(twin.foot(id).getPosition().clone());
                    }
                }
                for (const [id, place] of places) {
                    const [own, clip] = [movement(place.hero), movement(place.twin)];
                    const note = `${id} on rubble ${seed}${plantFoot ? ', planted' : ''}`;
                    range.see(1000 * (own.range - clip.range) / stage.size, note);
                    step.see(1000 * (own.step - clip.step) / stage.size, note);
                }
                stage.clear();
            }
        }
        this.test!.title += ` (${range.value.toFixed(2)} and ${step.value.toFixed(2)} mm)`;
        expect(range.value, range.note).to.be.at.most(STILL);
        expect(step.value, step.note).to.be.at.most(STILL);
    });

    it('asks the ground for nothing while foot and ground are still, and again when the ground says that it has changed', () => {
        const counted = new Counted(slope(12).ground);
        const hero = stage.add().play(stage.standing, 0);
        hero.place({ adjustPelvisVertically: true }, counted);
        for (let i = 0; i < 60; i++) stage.step();
        counted.casts = 0;
        for (let i = 0; i < 60; i++) stage.step();
        expect(counted.casts).to.equal(0);
        (slope(0).ground as { version?: number }).version = 0;
        const changed = counted as unknown as { inner: { version: number } };
        changed.inner.version++;
        stage.step();
        expect(counted.casts).to.be.within(1, RAYS);
    });

    it('asks for nothing while an idle plays on planted feet', () => {
        const counted = new Counted(slope(12).ground);
        const hero = stage.add().play(stage.standing);
        hero.place({ adjustPelvisVertically: true }, counted);
        for (let i = 0; i < 60; i++) stage.step();
        counted.casts = 0;
        for (let i = 0; i < 120; i++) stage.step();
        // a clip that shifts its feet asks now and then
        expect(counted.casts).to.be.at.most(30);
    });

    it('or walking asks for eight rays a frame at the most', function () {
        let most = 0;
        for (const clip of [stage.standing, 'walk']) {
            const counted = new Counted(slope(12).ground);
            const hero = stage.add().play(clip);
            hero.place({ adjustPelvisVertically: true }, counted);
            for (let i = 0; i < 180; i++) {
                counted.casts = 0;
                hero.holder.setPosition(0, 0, stage.speedOf('walk') * i * FRAME);
                stage.step();
                most = Math.max(most, counted.casts);
            }
            stage.clear();
        }
        this.test!.title += ` (${most})`;
        expect(most).to.be.within(1, RAYS);
    });
});
