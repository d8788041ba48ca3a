import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import type { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';
import { FeetStand } from '../../tools/check-rig/systems/feet-stand';
import { hasLegs } from '../support/legs';
import { skipBecause } from '../support/skip';
import { onEveryCharacter } from '../support/strangers';

// Feet whose landing does not come: they do not stay at the height of a ground that is gone.

/** Height by which the ground comes up, and what a foot may be off it in the middle of its frames, as shares of the character's height. */
const RISE = 0.06;
const OFF = 0.01;

/** Clips that do not stand. */
const isMoving = (character: Character, clip: Clip) => character.kinds.get(clip)!.kind === 'walking';

onEveryCharacter('a foot whose landing does not come', (character) => {
    /**
     * A character on the spot whose ground comes up with it. Answers how far each foot is off what its clip has over its ground, in half of
     * the frames in which it is in the air, as a share of the height.
     *
     * @param rateAt - Speed of the clip at a time.
     */
    function climb(clip: Clip, rateAt: (time: number) => number): number[] {
        let height = 0;
        const ground = {
            version: 0,
            cast(hit: { point: Float64Array; normal: Float64Array }, ray: Float64Array) {
                if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
                hit.point.set([ray[0], height, ray[2]]);
                hit.normal.set([0, 1, 0]);
                return true;
            }
        };
        const stand = new FeetStand(character(), clip, { ground: ground as never, normal: Vec3.UP, heightAt: () => height }, new Vec3(), true, {});
        const off = new Map(stand.feet.map(id => [id, [] as number[]]));
        let time = 0;
        const run = (seconds: number, each = () => {}) => stand.run(seconds, () => {
            time += 1 / 60;
            for (const { model } of [stand.actor, stand.twin]) model.anim!.speed = rateAt(time);
            each();
        });
        run(1);
        height = RISE * character().height;
        ground.version++;
        run(1.5);
        run(1, () => {
            for (const id of stand.feet) {
                // rays under a foot that stands are kept until something moves
                if (stand.placer.isDown(id)) continue;
                const [sole, twin] = stand.solesOf(id);
                let [own, other] = [Infinity, Infinity];
                for (let v = 0; v < sole.count; v++) {
                    own = Math.min(own, sole.points[3 * v + 1] - height);
                    other = Math.min(other, twin.points[3 * v + 1]);
                }
                off.get(id)!.push(Math.abs(own - other) / character().height);
            }
        });
        return [0, ...[...off.values()].filter(values => values.length > 0).map(values => values.sort((a, b) => a - b)[values.length >> 1])];
    }

    for (const [what, rateAt] of Object.entries<(time: number) => number>({
        'as it is': () => 1,
        'at four times its speed': () => 4,
        'that stops in the middle of a step': time => (time < 0.9 ? 1 : 0)
    })) {
        it(`is back at plain placing on a clip ${what}`, function () {
            const { poses } = character();
            const clips = poses.filter((clip): clip is Clip => clip !== null && isMoving(character(), clip));
            if (!hasLegs(character()) || clips.length === 0) {
                skipBecause(this, 'nothing walks');
            }
            const worst = clips.map(clip => ({ clip, off: Math.max(...climb(clip, rateAt)) })).sort((a, b) => b.off - a.off)[0];
            this.test!.title += ` (${(100 * worst.off).toFixed(2)} % of the height on ${worst.clip.name})`;
            expect(worst.off).to.be.at.most(OFF);
        });
    }
});
