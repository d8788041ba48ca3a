import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import type { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';
import { FeetStand, levelAt, slopeAlong, type Floor } from '../../tools/check-rig/systems/feet-stand';
import { FULL } from '../support/characters';
import { angleOf } from '../support/geometry';
import { describeWalker, WALKERS } from '../support/walkers';

// Whoever stands on whatever: soles lie on the slope as they do on the flat, and the body stands as still as in the clip.

/** Steepest slope, degrees; and height of a step, metres on a person. */
const STEEP = 30;
const STEP = 0.17;

/** Angle of a sole to the ground beyond the clip's, degrees; and how much further the hips may move than in the clip, millimetres on a person. */
const SOLE = 3;
const HIPS = 15;

/** Seconds until it stands, and for how long it is watched. */
const SETTLE = 1.2;
const WATCH = 1.5;

/** Ground that is a step lower on the right. */
function stepBeside(character: Character): Floor {
    const right = new Vec3().cross(character.forward, Vec3.UP);
    const step = STEP * character.height / 1.75;
    const heightAt = (x: number, z: number) => (x * right.x + z * right.z > 0 ? -step : 0);
    return { ...levelAt(0), heightAt, ground: { cast(hit, ray) {
        const height = heightAt(ray[0], ray[2]);
        if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
        hit.point.set([ray[0], height, ray[2]]);
        hit.normal.set([0, 1, 0]);
        return true;
    } } };
}

const FLOORS: readonly [name: string, make: (character: Character) => Floor][] = [
    ['uphill', ({ forward }) => slopeAlong(forward, STEEP)],
    ['downhill', ({ forward }) => slopeAlong(forward, -STEEP)],
    ['across', ({ forward }) => slopeAlong(new Vec3().cross(forward, Vec3.UP), STEEP)],
    ['a step lower on one side', stepBeside]
];

/** What was the worst: degrees, and millimetres on a person. */
function watch(character: Character, clip: Clip | null, floor: Floor) {
    const stand = new FeetStand(character, clip, floor, new Vec3(), false, { adjustPelvisVertically: true });
    stand.run(SETTLE);
    const hips = [stand.actor, stand.twin].map(instance => ({ bone: instance.bone('hips')!, low: new Vec3(Infinity, Infinity, Infinity), high: new Vec3(-Infinity, -Infinity, -Infinity) }));
    const turn = new Quat(), up = new Vec3();
    let sole = 0, note = '';
    stand.run(WATCH, () => {
        for (const { bone, low, high } of hips) {
            low.min(bone.getPosition());
            high.max(bone.getPosition());
        }
        for (const id of stand.feet) {
            if (!stand.planted.has(id)) continue;
            const [own, clips] = [stand.actor, stand.twin].map(instance => stand.legOf(instance, id)[2].getRotation());
            turn.copy(own).mul(clips.clone().invert()).transformVector(Vec3.UP, up);
            const angle = angleOf(up, floor.normal);
            if (angle > sole) [sole, note] = [angle, id];
        }
    });
    const [own, clips] = hips.map(({ low, high }) => low.distance(high));
    return { sole, note, hips: 1000 * (own - clips) / (character.height / 1.75), planted: stand.planted.size };
}

WALKERS.forEach((walker) => {
    describeWalker('standing on steep ground', walker, (character) => {
        const isBuiltIn = walker.file.startsWith('templates');
        for (const [name, make] of FLOORS.filter(([name]) => FULL || (isBuiltIn && !/downhill|across/.test(name)))) {
            it(`${name}: soles within 3 degrees of the ground, hips as still as in the clip`, function () {
                const { kinds } = character();
                const clip = [...kinds].find(([{ name }, { kind }]) => kind === 'standing' && /idle|stand/i.test(name))?.[0] ?? null;
                const worst = watch(character(), clip, make(character()));
                this.test!.title += ` (${worst.sole.toFixed(1)} degrees, ${worst.hips.toFixed(1)} mm)`;
                expect(worst.planted, 'feet that stand').to.be.at.least(1);
                expect(worst.sole, worst.note).to.be.at.most(SOLE);
                expect(worst.hips).to.be.at.most(HIPS);
            });
        }
    });
});
