import { join } from 'node:path';

import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { Character } from '../../tools/check-rig/character';
import { GNOME, MANNEQUIN, RIGS } from '../support/characters';
import { angleOf } from '../support/geometry';
import { skipBecause } from '../support/skip';

// A person whose target is low: he lowers his head, and his trunk stays upright.

/** Degrees by which the upper end of the trunk leans away from where the animation has it, at most. */
const UPRIGHT = 17;

/** A knight's trunk is turned to the side by its clip, and its chest looks where it looks. */
const TURNED: Readonly<Record<string, number>> = { Knight: 23 };

/** Degrees of the gaze from a target beside the eyes; a soldier's clip holds the rifle with a spine that stands at its limits. */
const ON_TARGET = 0.1;
const HELD: Readonly<Record<string, number>> = { Soldier: 5 };

/** Degrees from straight down that nobody comes near who looks for something behind him; a soldier's pelvis faces to the right. */
const DOWNWARDS = 40;
const FACES_ASIDE: Readonly<Record<string, number>> = { Soldier: 18 };

/** Seconds in which a look has surely arrived or is over. */
const SETTLE = 2.5;

/** Places on the ground or a little over it: ahead of the feet, left of them and up, metres of a person. */
const LOW = [
    [0.3, 0, 0.05], [0.1, 0.4, 0.05], [0, -1, 0.05], [0, 0, 0.05], [-0.3, 0.4, 0.05], [-0.3, 0, 0.05], [-0.5, 0, 0.3], [-1, 0, 0.7], [-1, 0.1, 0.7], [1, 0, 0.05]
] as const;

function describePerson(name: string, file: string, clipName: string) {
    describe(`who looks at something low: ${name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && !file.startsWith('templates')) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(file, [], true);
        });

        after(() => character?.close());

        function stand() {
            character.clear();
            const clip = character.clips.find(one => one.name === clipName) ?? null;
            const [actor, twin] = [character.add(), character.add()];
            for (const instance of [actor, twin]) if (clip) instance.play(clip);
            const target = character.addEntity();
            actor.model.addComponent('script');
            const look = actor.model.script!.create('perfectLookAt', { attributes: { targetObject: target } });
            const { forward, height, rig } = character;
            const left = new Vec3().cross(Vec3.UP, forward);
            const size = height / 1.75;
            const lookTo = (ahead: number, aside: number, up: number) => {
                target.setPosition(forward.clone().mulScalar(ahead * size).add(left.clone().mulScalar(aside * size)).add(new Vec3(0, up * size, 0)));
                character.step(SETTLE * 60);
                return target.getPosition();
            };
            const top = actor.nodes[character.placeOf(rig.spine.at(-1)!)] as Entity;
            /** How far the trunk's upper end leans from the animation. */
            const lean = () => {
                const other = twin.same(top, actor);
                const own = other.getRotation().clone().invert().transformVector(Vec3.UP, new Vec3());
                return angleOf(top.getRotation().transformVector(own, new Vec3()), Vec3.UP);
            };
            const headTurn = () => {
                const [own, other] = [actor, twin].map(instance => instance.bone('head')!.getRotation());
                return 2 * Math.acos(Math.min(1, Math.abs(new Quat().mul2(own.clone().invert(), other).w))) * 180 / Math.PI;
            };
            return { actor, look: look as never as { lookAtBones: { bone: Entity }[] }, lookTo, lean, headTurn };
        }

        it('keeps its trunk upright, wherever that is', function () {
            const { lookTo, lean } = stand();
            let most = 0;
            for (const [ahead, aside, up] of LOW) {
                lookTo(ahead, aside, up);
                most = Math.max(most, lean());
                expect(lean(), `${ahead} ahead, ${aside} aside, ${up} up`).to.be.at.most(TURNED[name] ?? UPRIGHT);
            }
            this.test!.title += ` (${most.toFixed(0)} degrees)`;
        });

        it('lowers its head to its feet, and does not look for what is behind between its legs', () => {
            const { actor, look, lookTo, headTurn } = stand();
            lookTo(0.3, 0, 0.05);
            expect(headTurn()).to.be.above(45);
            lookTo(-1, 0, 0.7);
            expect(angleOf(actor.forwardOf(look.lookAtBones[0].bone), Vec3.DOWN), 'of the gaze from straight down').to.be.above(FACES_ASIDE[name] ?? DOWNWARDS);
        });

        it('meets what is at the height of its eyes, to both sides', () => {
            const { actor, look, lookTo } = stand();
            const up = 1.75 * character.eyePoint.y / character.height;
            for (const [ahead, aside] of [[2, 0], [1, 2], [0.5, -2]]) {
                const point = lookTo(ahead, aside, up);
                expect(actor.gazeError(look.lookAtBones[0].bone, point), `${ahead} ahead, ${aside} aside`).to.be.at.most(HELD[name] ?? ON_TARGET);
            }
        });
    });
}

describePerson('mannequin', MANNEQUIN, 'idle');
describePerson('gnome', GNOME, 'idle');
describePerson('Soldier', join(RIGS, 'Soldier.glb'), 'Idle');
describePerson('Xbot', join(RIGS, 'Xbot.glb'), 'idle');
describePerson('Knight', join(RIGS, 'Knight.glb'), 'Idle');
