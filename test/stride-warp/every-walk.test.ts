import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { sayStepless } from '../../scripts/anim/contacts/stepless';
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

/** Height of a sole over the lowest place of its stances up to which it is on the ground, metres on a person: one that is higher slides on nothing, whatever its clip says. */
const ON_GROUND = 0.015;

/** Goal for the slide of a sole in one stance, millimetres on a person, and what is reached of it. */
const SLIDE = 10;
const REACHED: Reached = {
    'Xbot.glb walk_Armature': 11, 'Zebra.glb Run': 17, 'Zebra.glb WalkSlow': 11, 'Guy.glb Walk': 16, 'Guy.glb Walk_Hold': 16,
    'Apatosaurus.glb Apatosaurus_Run': 14, 'Apatosaurus.glb Apatosaurus_Walk': 11, 'Triceratops.glb Triceratops_Run': 12, 'ManBones.glb walk': 20
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
        return new Sole(measureSole(actor.model, foot, Vec3.UP, forward, height), node => node);
    });
    actor.play(clip);
    const { contacts } = character.kinds.get(clip)!;
    const [x, y, z] = contacts?.groundVelocity ?? [0, 0, 0];
    const velocity = actor.model.getWorldTransform().transformVector(new Vec3(-x, -y, -z)).mulScalar(SHARE);
    actor.model.addComponent('script');
    const warp = actor.model.script!.create('strideWarp', { attributes: { speed: velocity.length() } }) as StrideWarp;
    const size = height / 1.75;
    const seen: { isDown: boolean, points: Float64Array, low: number }[][] = soles.map(() => []);
    for (let frame = 0; frame < 180; frame++) {
        carrier.translate(velocity.x * FRAME, 0, velocity.z * FRAME);
        character.step();
        if (warp.problems().length > 0) return null;
        const { animEvaluator } = (actor.model.anim!.baseLayer as unknown as { _controller: { animEvaluator: { clips: { time: number }[] } } })._controller;
        if (frame > 60) {
            soles.forEach((sole, foot) => {
                const points = sole.read().slice();
                const low = Math.min(...points.filter((_, k) => k % 3 === 1));
                seen[foot].push({ isDown: contactsAt(contacts!.feet[foot], animEvaluator.clips[0].time).isDown, points, low });
            });
        }
    }
    let slide = 0;
    for (const frames of seen) {
        const slip = new Slip(), floor = Math.min(...frames.map(({ low }) => low));
        for (const { isDown, points, low } of frames) {
            if (!isDown || low > floor + ON_GROUND * size) slip.lift();
            else if (slip.follow(points, (all, v) => all[3 * v + 1], Vec3.UP, size)) slide = Math.max(slide, 1000 * slip.way.length() / size);
        }
    }
    return slide;
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
