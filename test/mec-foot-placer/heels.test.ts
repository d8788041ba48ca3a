import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { FeetStand, slopeAlong } from '../../tools/check-rig/systems/feet-stand';
import { angleOf } from '../support/geometry';
import { hasLegs } from '../support/legs';
import { skipBecause } from '../support/skip';
import { onEveryCharacter } from '../support/strangers';

/** Distance by which a standing character goes on over its feet, as a share of its height: less than the one at which they are let go. */
const PUSH = 0.18;
const LET_GO = 0.3;

/** Slopes on which legs come to their limit, degrees. */
const SLOPES = [25, -25];

/** Largest tilt of a foot against what its clip has over the ground, degrees. */
const OFF = 0.01;

onEveryCharacter('the heels of who stands', (character) => {
    it('stay down where a leg does not reach, on slopes and when it is pushed over its feet', function () {
        const { poses, kinds, forward } = character();
        const clips = poses.filter(clip => clip && kinds.get(clip)!.kind === 'standing');
        if (!hasLegs(character()) || clips.length === 0) {
            skipBecause(this, 'nothing stands');
        }
        const found = { worst: 0, note: '', tooShort: 0 };
        const { height } = character();
        const stands = clips.flatMap(clip => [
            ...SLOPES.map(angle => ({ clip, angle, push: new Vec3() })),
            { clip, angle: 0, push: forward.clone().mulScalar(PUSH * height / 2) }
        ]);
        for (const { clip, angle, push } of stands) {
            const floor = slopeAlong(forward, angle);
            const stand = new FeetStand(character(), clip, floor, push, true, {});
            stand.placer.feet = stand.placer.feet.map(row => ({ ...row, disablePlantFromDistance: LET_GO * height })) as never;
            stand.run(1);
            stand.run(1, () => {
                for (const id of stand.feet) {
                    if (!stand.planted.has(id)) continue;
                    if (!stand.reaches(id)) found.tooShort++;
                    const [own, twin] = [stand.actor, stand.twin].map(instance => stand.legOf(instance, id)[2].getRotation());
                    // what was up in the clip is the normal of the slope
                    const up = own.clone().mul(twin.clone().invert()).transformVector(Vec3.UP, new Vec3());
                    const off = angleOf(up, floor.normal);
                    if (off <= found.worst) continue;
                    found.worst = off;
                    found.note = `${id} in ${clip!.name} on ${angle} degrees`;
                }
            });
        }
        const { worst, note, tooShort } = found;
        this.test!.title += ` (${worst.toFixed(3)} degrees, ${note}; ${tooShort} legs too short)`;
        expect(worst, note).to.be.at.most(OFF);
    });
});
