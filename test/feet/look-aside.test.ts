import { join } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { HeightGround, type MecFootPlacer } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { feetOf } from '../../tools/check-rig/feet-of';
import { FULL, HOUND, RIGS } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { skipBecause } from '../support/skip';

// An animal that stands and looks around itself, with all that works on feet: neck first, the trunk as far as standing legs allow.

const FRAME = 1 / 60;

/** Seconds in which what it looks at goes around it, and until then it stands. */
const AROUND = 4;
const SETTLE = 1;

/** Furthest turn of a bone of a leg in a frame beyond the clip's, degrees, as the look goes back behind it; how far a paw may leave its place, as a share of the height. */
const TURN = 9.5;
const PLACE = 0.02;

/** How much of the turn of the head the trunk may have, where the neck can do it. */
const TRUNK = 0.5;

const COMPANY = { none: [], all: ['animationMirror', 'poseTransition', 'idleRandomizer', 'strideWarp'] } as const;

function look(character: Character, clipName: string, company: readonly string[]) {
    character.clear();
    const clip = character.clips.find(({ name }) => name === clipName)!;
    const instances = [character.add(), character.add()];
    const [actor, twin] = instances;
    for (const instance of instances) instance.play(clip);
    const { forward, height } = character;
    const right = new Vec3().cross(forward, Vec3.UP);
    const ball = character.addEntity();
    const { model } = actor;
    model.addComponent('script');
    for (const name of company) model.script!.create(name, { attributes: name === 'idleRandomizer' ? { seed: 3 } : {} });
    (model.script!.create('mecFootPlacer') as MecFootPlacer).setGround(new HeightGround(() => 0));
    model.script!.create('perfectLookAt', { attributes: { targetObject: ball } });
    const legs = feetOf(character).map((id) => {
        const places = character.rig.limbs[id]!.bones.map(bone => character.placeOf(bone));
        return { id, own: places.map(place => actor.nodes[place] as Entity), clip: places.map(place => twin.nodes[place] as Entity) };
    });
    // shoulders hang on the chest
    const fore = legs.filter(({ id }) => id === 'leftHand').flatMap(({ own, clip: other }) => [own[0], other[0]]);
    const last = new Map(legs.flatMap(({ own, clip: other }) => [...own, ...other]).map(bone => [bone, bone.getRotation().clone()]));
    const seen = { turn: 0, turnNote: '', place: 0, placeNote: '', trunk: 0, head: 0 };
    let fastest = 0;
    for (let time = 0; time < SETTLE + AROUND; time += FRAME) {
        const angle = Math.PI * (1 - Math.cos(Math.PI * Math.max(0, time - SETTLE) / AROUND)) / 2;
        // from ahead to behind, over its right side
        const way = forward.clone().mulScalar(Math.cos(angle)).add(right.clone().mulScalar(Math.sin(angle))).mulScalar(3 * height);
        ball.setPosition(way.x, height, way.z);
        character.step();
        for (const { id, own, clip: other } of legs) {
            for (const [bones, isOwn] of [[own, true], [other, false]] as const) {
                for (const bone of bones) {
                    const turn = turnBetween(last.get(bone)!, bone.getRotation());
                    last.get(bone)!.copy(bone.getRotation());
                    if (time < SETTLE) continue;
                    if (!isOwn) fastest = Math.max(fastest, turn);
                    else if (turn > seen.turn) Object.assign(seen, { turn, turnNote: `${bone.name} at ${(angle * 180 / Math.PI).toFixed(0)} degrees` });
                }
            }
            const place = own.at(-1)!.getPosition().distance(other.at(-1)!.getPosition()) / height;
            if (time > SETTLE && place > seen.place) Object.assign(seen, { place, placeNote: `${id} at ${(angle * 180 / Math.PI).toFixed(0)} degrees` });
        }
        // as it looks aside
        if (angle > Math.PI / 3 && seen.head === 0) {
            const [head, chest] = [instances.map(instance => instance.bone('head')!), fore.map(bone => bone.parent as Entity)];
            seen.head = turnBetween(head[0].getRotation(), head[1].getRotation());
            seen.trunk = turnBetween(chest[0].getRotation(), chest[1].getRotation());
        }
    }
    return { ...seen, turn: seen.turn - fastest };
}

function describeAnimal(name: string, file: string, clip: string) {
    describe(`an animal that looks around itself: ${name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && name !== 'hound') skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(file, [], true);
        });

        after(() => character?.close());

        Object.entries(COMPANY).filter(([one]) => FULL || one === 'all').forEach(([others, company]) => {
            it(`turns its neck first, keeps its paws where they are and no leg races, company: ${others}`, function () {
                const seen = look(character, clip, company);
                this.test!.title += ` (${seen.turn.toFixed(1)} degrees a frame, ${(100 * seen.place).toFixed(1)} percent, trunk ${seen.trunk.toFixed(0)} of ${seen.head.toFixed(0)} degrees)`;
                expect(seen.turn, seen.turnNote).to.be.at.most(TURN);
                expect(seen.place, seen.placeNote).to.be.at.most(PLACE);
                expect(seen.head, 'the head turns').to.be.above(15);
                expect(seen.trunk / seen.head, 'share of the trunk').to.be.at.most(TRUNK);
            });
        });
    });
}

describeAnimal('hound', HOUND, 'idle');
describeAnimal('Husky', join(RIGS, 'Husky.glb'), 'Idle');
describeAnimal('Cow', join(RIGS, 'Cow.glb'), 'Idle');
describeAnimal('Fox', join(RIGS, 'more/Fox.glb'), 'Survey');
