import { join } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { HeightGround, type AnimationMirror, type MecFootPlacer, type StrideWarp } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { feetOf } from '../../tools/check-rig/feet-of';
import { MANNEQUIN, RIGS } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { skipBecause } from '../support/skip';
import { measureSole, Sole } from '../support/sole';

// Left and right exchanged above scripts that go by what feet do: they work as on the clip itself, with sides exchanged.

const FRAME = 1 / 60;

/** Share of the clip's speed at which the stride is warped. */
const FASTER = 1.2;

/** What the feet of a walk have done: shares of the height, and degrees a frame. */
interface Seen {
    /** Furthest that the lower of all soles was over the floor, deepest that any was in it, and furthest turn of a foot in a frame. */
    high: number;
    deep: number;
    turn: number;
}

/** Goals: what the mirror may add to a walk that is not mirrored, as a share of the height: 15 mm of 1.75 m; and as a factor of the turn. */
const ADDED = 0.0086;
const TURNED = 1.5;

function walk(character: Character, clipName: string, names: readonly string[], isMirrored: boolean): Seen {
    character.clear();
    const clip = character.clips.find(({ name }) => name === clipName)!;
    const actor = character.add();
    const carrier = character.addEntity();
    const { forward, height } = character;
    carrier.setEulerAngles(0, -Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
    actor.model.reparent(carrier);
    const soles = feetOf(character).map((id) => {
        const foot = actor.nodes[character.placeOf(character.rig.limbs[id]!.bones.at(-1)!)] as Entity;
        return { foot, sole: new Sole(measureSole(actor.model, foot, Vec3.UP, forward, height), node => node), last: foot.getRotation().clone() };
    });
    actor.play(clip);
    actor.model.addComponent('script');
    const script = actor.model.script!;
    const [x, y, z] = character.kinds.get(clip)!.contacts!.groundVelocity;
    let speed = actor.model.getWorldTransform().transformVector(new Vec3(-x, -y, -z)).z;
    if (names.includes('animationMirror')) (script.create('animationMirror') as AnimationMirror).mirror = isMirrored;
    if (names.includes('strideWarp')) {
        speed *= FASTER;
        (script.create('strideWarp') as StrideWarp).speed = speed;
    }
    if (names.includes('mecFootPlacer')) (script.create('mecFootPlacer') as MecFootPlacer).setGround(new HeightGround(() => 0));
    const seen = { high: 0, deep: 0, turn: 0 };
    for (let frame = 0; frame < 240; frame++) {
        carrier.translate(0, 0, speed * FRAME);
        character.step();
        let lowest = Infinity;
        for (const one of soles) {
            const points = one.sole.read();
            let low = Infinity;
            for (let v = 1; v < points.length; v += 3) low = Math.min(low, points[v]);
            lowest = Math.min(lowest, low);
            if (frame > 40) {
                seen.deep = Math.max(seen.deep, -low / height);
                seen.turn = Math.max(seen.turn, turnBetween(one.last, one.foot.getRotation()));
            }
            one.last.copy(one.foot.getRotation());
        }
        if (frame > 40) seen.high = Math.max(seen.high, lowest / height);
    }
    return seen;
}

function describeWalks(name: string, file: string, clip: string) {
    describe(`a mirrored walk: ${name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && name !== 'mannequin') skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(file, [], true);
        });

        after(() => character?.close());

        [['strideWarp'], ['mecFootPlacer'], ['strideWarp', 'mecFootPlacer']].forEach((others) => {
            it(`has its feet on the ground with ${others.join(' and ')} as without the mirror`, () => {
                const [plain, mirrored] = [false, true].map(isMirrored => walk(character, clip, ['animationMirror', ...others], isMirrored));
                expect(mirrored.high, 'high').to.be.at.most(plain.high + ADDED);
                expect(mirrored.deep, 'deep').to.be.at.most(plain.deep + ADDED);
                expect(mirrored.turn, 'turn').to.be.at.most(TURNED * plain.turn);
            });
        });
    });
}

describeWalks('mannequin', MANNEQUIN, 'walk');
describeWalks('Soldier', join(RIGS, 'Soldier.glb'), 'Walk');
describeWalks('Husky', join(RIGS, 'Husky.glb'), 'Walk');
