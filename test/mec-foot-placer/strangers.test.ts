import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import type { LimbName } from '../../scripts/rig/rig';
import type { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';
import { feetOf } from '../../tools/check-rig/feet-of';
import type { Instance } from '../../tools/check-rig/instance';
import { FeetStand, levelAt, slopeAlong, type Floor } from '../../tools/check-rig/systems/feet-stand';
import { turnBetween } from '../support/geometry';
import { skipBecause } from '../support/skip';
import { onEveryCharacter } from '../support/strangers';

// The feet of whatever has legs: soles on the ground, legs in one piece, and no joint that races.

/** Slope for what stands, degrees. */
const SLOPE = 15;

/** Height of soles in or over the ground beyond the clip's, as a share of the character's; and what legs may stretch by. */
const SOLE = 0.015;
const STRETCH = 0.001;

/** Largest speed of a joint against the largest of the clip's; and what is always allowed, degrees a frame. */
const RACE = 2;
const SLOW = 1;

/** What was the worst. */
interface Worst { sole: number; stretch: number; race: number }

/** Velocity with which the clip's feet stand. */
function paceOf(character: Character, clip: Clip | null): Vec3 {
    const contacts = clip && character.kinds.get(clip)?.contacts;
    if (!contacts) return new Vec3();
    const [x, y, z] = contacts.groundVelocity;
    const velocity = character.add().model.getWorldTransform().transformVector(new Vec3(-x, -y, -z));
    velocity.y = 0;
    return velocity;
}

/** Lets a clip run over a floor, and looks at every foot in every frame. */
function watch(character: Character, clip: Clip | null, floor: Floor): Worst {
    const stand = new FeetStand(character, clip, floor, paceOf(character, clip), true, { adjustPelvisVertically: true });
    const worst = { sole: 0, stretch: 0, race: 0 };
    let fastest = SLOW;
    const bonesOf = ({ nodes }: Instance, id: LimbName) => character.rig.limbs[id]!.bones.map(bone => nodes[character.placeOf(bone)]);
    const legs = stand.feet.map(id => ({ id, own: bonesOf(stand.actor, id), clip: bonesOf(stand.twin, id) }));
    const before = new Map(legs.flatMap(({ own, clip }) => [...own, ...clip]).map(bone => [bone, bone.getLocalRotation().clone()]));
    stand.run(1, () => {});
    for (const [bone, rotation] of before) rotation.copy(bone.getLocalRotation());
    stand.run(Math.min(2.5, 2 * (clip?.track.duration ?? 0.5)), () => {
        for (const { id, own, clip } of legs) {
            for (let i = 1; i < own.length; i++) {
                const length = clip[i].getPosition().distance(clip[i - 1].getPosition());
                worst.stretch = Math.max(worst.stretch, Math.abs(own[i].getPosition().distance(own[i - 1].getPosition()) / length - 1));
            }
            for (const bone of [...own, ...clip]) {
                const turn = turnBetween(before.get(bone)!, bone.getLocalRotation());
                if (!stand.atSeam && clip.includes(bone)) fastest = Math.max(fastest, turn);
                if (!stand.atSeam && own.includes(bone)) worst.race = Math.max(worst.race, turn);
                before.get(bone)!.copy(bone.getLocalRotation());
            }
            const [sole, twin] = stand.solesOf(id);
            if (!stand.planted.has(id) || sole.count === 0 || !stand.reaches(id)) continue;
            const low = (heightOf: (v: number) => number) => Array.from({ length: sole.count }, (_, v) => heightOf(v)).reduce((a, b) => Math.min(a, b), Infinity);
            const off = low(v => stand.overFloor(sole.points, v)) - low(v => twin.points[3 * v + 1]);
            worst.sole = Math.max(worst.sole, Math.abs(off) / character.height);
        }
    });
    return { ...worst, race: worst.race / fastest };
}

onEveryCharacter('the feet', (character) => {
    it('stand on the ground, legs in one piece, no joint faster than twice the clip\'s', function () {
        const { groundedPoses, kinds, forward } = character();
        if (feetOf(character()).length === 0) {
            skipBecause(this, 'no feet are found');
        }
        for (const clip of groundedPoses) {
            const kind = clip ? kinds.get(clip)!.kind : 'standing';
            const floors = kind === 'walking' ? [levelAt(0)] : [levelAt(0), slopeAlong(forward, SLOPE), slopeAlong(forward, -SLOPE)];
            for (const floor of floors) {
                const { sole, stretch, race } = watch(character(), clip, floor);
                const where = `${clip?.name ?? 'rest pose'}, floor ${floors.indexOf(floor)}`;
                expect(sole, `${where}, soles`).to.be.at.most(SOLE);
                expect(stretch, `${where}, stretch`).to.be.at.most(STRETCH);
                expect(race, `${where}, speed`).to.be.at.most(RACE);
            }
        }
    });
});
