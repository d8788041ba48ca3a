import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { DETACHED, sampled } from '../support/characters';
import { FRAME, onEachBiped } from '../support/foot-stage';
import { Worst } from '../support/foot-walk';
import { OriginalFootPlacement } from '../support/original-foot-placement';
import { rubble, slope, stairs, type Scenery } from '../support/scenery';
import { itFull, skipBecause } from '../support/skip';
import { Slip } from '../support/slip';
import { catchWarnings } from '../support/warnings';

// The script and the original's own way in the same scenes.

/** How much deeper and faster than with the original's way feet may be, millimetres on a person. */
const NO_WORSE = 1;

onEachBiped('beside the original\'s own way', (stage) => {
    catchWarnings();

    /** Largest penetration beyond the twin's, drift of carrying soles, and step of the feet's correction in a frame: millimetres on a person. */
    function measure(own: boolean, scenery: Scenery & { normal?: Vec3 }, clip: string, seconds: number) {
        const hero = stage.add().play(clip), twin = stage.add().play(clip);
        const sole = hero.sole(stage.feet[0]);
        const original = own ? null : new OriginalFootPlacement(hero, scenery.ground, { length: sole.length, halfWidth: sole.halfWidth, height: sole.depth }, true);
        if (own) hero.place({ adjustPelvisVertically: true, dampPelvis: true }, scenery.ground);
        const deep = new Worst(), step = new Worst();
        const drifts: number[] = [];
        const slips = new Map(stage.feet.map(id => [id, new Slip()]));
        const before = new Map<string, Vec3>();
        const heightOf = (points: Float64Array, v: number) => scenery.distanceTo(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
        let clipTime = 0;
        for (let i = 1; i < seconds / FRAME; i++) {
            const z = stage.speedOf(clip) * i * FRAME;
            hero.holder.setPosition(0, scenery.heightAt(0, z), z);
            twin.holder.setPosition(0, 0, z);
            stage.step();
            original?.update(FRAME);
            const seam = twin.time < clipTime;
            clipTime = twin.time;
            if (i * FRAME < 0.6) continue;
            for (const id of stage.feet) {
                const points = hero.sole(id).read(), others = twin.sole(id).read();
                let lowest = 0, twinLowest = Infinity;
                for (let v = 0; v < points.length / 3; v++) {
                    lowest = Math.min(lowest, heightOf(points, v));
                    twinLowest = Math.min(twinLowest, others[3 * v + 1]);
                }
                deep.see(1000 * (-lowest - Math.max(0, -twinLowest)) / stage.size);
                const off = hero.foot(id).getPosition().clone().sub(twin.foot(id).getPosition());
                if (before.has(id) && !seam) step.see(1000 * Math.abs(off.y - before.get(id)!.y) / stage.size);
                before.set(id, off);
                const slip = slips.get(id)!;
                if (!stage.isDown(clip, id, twin.time) || seam) {
                    if (slip.way.length() > 0) drifts.push(1000 * slip.way.length() / stage.size);
                    slip.lift();
                } else slip.follow(points, heightOf, scenery.normal ?? Vec3.UP, stage.size);
            }
        }
        stage.clear();
        drifts.sort((a, b) => a - b);
        return { deep: deep.value, step: step.value, drift: drifts[drifts.length >> 1] ?? 0 };
    }

    const scenes: [string, () => Scenery & { normal?: Vec3 }, string][] = [
        ['uphill', () => slope(20), 'walk'], ['downhill', () => slope(20, 180), 'walk'], ['across', () => slope(30, 90), 'walk'],
        ['on stairs', () => stairs(0.17, 0.29, 12, stage.size), 'walk'], ['standing on rubble', () => rubble(11, stage.size), 'stand']
    ];
    for (const [name, make, clip] of scenes) {
        itFull(`${name} soles go less deep, and feet jump less`, function () {
            // the original turns bones alone: feet that hang elsewhere do not come along with its legs
            if (DETACHED) skipBecause(this, 'not with detached feet');
            const played = clip === 'stand' ? stage.standing : clip;
            const [own, original] = [true, false].map(which => measure(which, make(), played, sampled(3, 2.2)));
            const show = ({ deep, step, drift }: typeof own) => `${deep.toFixed(0)} mm deep, ${drift.toFixed(1)} mm drift, ${step.toFixed(0)} mm a frame`;
            this.test!.title += ` (${show(own)}; the original ${show(original)})`;
            expect(own.deep - original.deep).to.be.at.most(NO_WORSE);
            expect(own.step - original.step).to.be.at.most(NO_WORSE);
        });
    }
});
