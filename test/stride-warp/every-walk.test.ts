import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { sayStepless } from '../../scripts/anim/stepless';
import type { StrideWarp } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';
import { feetOf } from '../../tools/check-rig/feet-of';
import { RIGS } from '../support/characters';
import { contactsAt } from '../support/contacts';
import { boundOf, type Reached } from '../support/reached';
import { itFull, skipBecause } from '../support/skip';
import { Slip } from '../support/slip';
import { measureSole, Sole } from '../support/sole';

// strideWarp on every clip that is called a walk or a run: feet do not slide, or it says that it does nothing.

const FRAME = 1 / 60;

/** Speed as a share of the clip's own. */
const SHARE = 1.15;

/** Goal for the slide of a sole in one stance, millimetres on a person, and what is reached of it. */
const SLIDE = 10;
const REACHED: Reached = {
    'Husky.glb Gallop': 54, 'Zebra.glb Run': 19, 'Zebra.glb WalkSlow': 45, 'Fox.glb Walk': 12, 'Fox.glb Run': 66,
    'Guy.glb Run': 62, 'Guy.glb Run_Attack': 62, 'Guy.glb Run_Hold': 54, 'Guy.glb Walk': 72, 'Guy.glb Walk_Hold': 72,
    // not looked into: two dinosaurs whose clips stretch their legs past straight, a mech, and the robot whose feet part from its legs
    'Xbot.glb walk_Armature': 11, 'Apatosaurus.glb Apatosaurus_Run': 160, 'Apatosaurus.glb Apatosaurus_Walk': 171, 'Mech.glb Walk_Tall': 16.2,
    'RobotExpressive.glb Walking': 39, 'Triceratops.glb Triceratops_Run': 159, 'Triceratops.glb Triceratops_Walk': 31
};

/** Furthest that a sole slides in one stance, millimetres on a person; null where the script says that the clip makes no steps. */
function slideOf(character: Character, clip: Clip): number | null {
    character.clear();
    const actor = character.add();
    const carrier = character.addEntity();
    actor.model.reparent(carrier);
    const { forward, height } = character;
    const soles = feetOf(character).map((id) => {
        const foot = actor.nodes[character.placeOf(character.rig.limbs[id]!.bones.at(-1)!)] as Entity;
        return { sole: new Sole(measureSole(actor.model, foot, Vec3.UP, forward, height), node => node), slip: new Slip() };
    });
    actor.play(clip);
    const { contacts } = character.kinds.get(clip)!;
    const [x, y, z] = contacts?.groundVelocity ?? [0, 0, 0];
    const velocity = actor.model.getWorldTransform().transformVector(new Vec3(-x, -y, -z)).mulScalar(SHARE);
    actor.model.addComponent('script');
    const warp = actor.model.script!.create('strideWarp', { attributes: { speed: velocity.length() } }) as StrideWarp;
    const seen = { slide: 0 };
    for (let frame = 0; frame < 180; frame++) {
        carrier.translate(velocity.x * FRAME, 0, velocity.z * FRAME);
        character.step();
        if (warp.problems().length > 0) return null;
        const { animEvaluator } = (actor.model.anim!.baseLayer as unknown as { _controller: { animEvaluator: { clips: { time: number }[] } } })._controller;
        soles.forEach(({ sole, slip }, foot) => {
            const points = sole.read();
            if (!contactsAt(contacts!.feet[foot], animEvaluator.clips[0].time).isDown) slip.lift();
            else if (slip.follow(points, (all, v) => all[3 * v + 1], Vec3.UP, height / 1.75) && frame > 60) {
                seen.slide = Math.max(seen.slide, 1000 * slip.way.length() / height * 1.75);
            }
        });
    }
    return seen.slide;
}

describe('strideWarp on every walk and run', () => {
    itFull('lets no foot slide, or says that the clip makes no steps', async function () {
        this.timeout(600000);
        if (RIGS === '') skipBecause(this, 'needs the folder that LIMBER_RIGS names');
        const missed: string[] = [];
        let count = 0, silent = 0, unseen = 0;
        for (const folder of [RIGS, join(RIGS, 'more')]) {
            for (const file of readdirSync(folder).filter(name => name.endsWith('.glb'))) {
                const character = await Character.open(join(folder, file), [], true).catch(() => null);
                if (!character) continue;
                for (const clip of character.clips) {
                    if (sayStepless(clip.track, null) === null || feetOf(character).length < 2) continue;
                    count++;
                    const name = `${file} ${clip.name}`;
                    const slide = slideOf(character, clip);
                    if (slide === null) silent++;
                    // nothing is drawn on these feet
                    else if (Number.isNaN(slide)) unseen++;
                    else if (!(slide <= boundOf({ name }, SLIDE, REACHED))) missed.push(`${name} ${slide.toFixed(1)}`);
                }
                character.close();
            }
        }
        console.log(`        ${count} clips, of ${silent} it says that they make no steps, ${unseen} without a sole that could be measured; missed: ${missed.join(', ')}`);
        expect(missed).to.deep.equal([]);
        expect(count).to.be.at.least(40);
    });
});
