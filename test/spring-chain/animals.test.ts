import { join } from 'node:path';

import { expect } from 'chai';
import { Entity, Quat, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import type { SpringChain } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { loadGlb } from '../support/app';
import { HOUND } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { requireRig } from '../support/skip';
import { createSpringApp } from '../support/spring-stage';

// What is found on animals, over a course beside the clips alone: it stands, starts, gallops, stops, turns, jumps, is put elsewhere, and walks.

const ANIMALS = [
    'hound', 'Cat.glb', 'Cow.glb', 'Husky.glb', 'Zebra.glb',
    ...['Apatosaurus', 'Bird', 'Donkey', 'Dragon', 'Fox', 'Triceratops'].map(name => join('more', `${name}.glb`))
];

/** Degrees that a joint may turn more in a sixtieth of a second than in its clips, and that none turns by itself. */
const MORE = 8;
const WHIP = 25;

/** Metres a second of a gallop and of a walk, for a person's size, and seconds of starts and stops. */
const GALLOP = 4.5;
const WALK = 1.2;
const CHANGE = 0.25;

type Gait = 'idle' | 'walk' | 'gallop' | 'jump';

const NAMES: Readonly<Record<Gait, readonly RegExp[]>> = {
    idle: [/^idle$/i, /idle|survey|fly|swim/i], walk: [/^walk$/i, /walk/i], gallop: [/^gallop$/i, /^run/i, /gallop|run/i, /walk/i], jump: [/jump/i, /idle/i]
};

/** When the stop begins, the tail is at rest again, and the course ends, seconds. */
const STOP = 2;
const REST = STOP + CHANGE + 1.9;
const END = 7.5;

/** Degrees of a swing that is seen, and that is rest. */
const SEEN = 10;
const STILL = 1.5;

/** Whose tail is seen to swing after the stop. */
const SWINGING = ['hound', 'Cat.glb', 'Cow.glb', 'Husky.glb', 'Zebra.glb', join('more', 'Donkey.glb'), join('more', 'Fox.glb')];

/** How far a swing goes from each turning point to the next. */
function halvesOf(path: readonly number[]): number[] {
    const ends = path.filter((angle, i) => i === 0 || i === path.length - 1 || (angle - path[i - 1]) * (path[i + 1] - angle) <= 0);
    return ends.slice(1).map((end, i) => Math.abs(end - ends[i]));
}

/** Where it is at a time: metres of a person ahead, up and aside, and degrees; and what it plays. */
function courseAt(time: number): { ahead: number, up: number, aside: number, turn: number, gait: Gait } {
    const ramp = (from: number) => {
        const passed = Math.max(0, time - from);
        return passed < CHANGE ? passed ** 2 / 2 / CHANGE : passed - CHANGE / 2;
    };
    const turned = Math.min(1, Math.max(0, (time - 4.2) / 0.35));
    const flown = Math.min(1, Math.max(0, time - 5));
    return {
        ahead: GALLOP * (ramp(0.5) - ramp(STOP)) + WALK * ramp(6.5),
        up: 5 * flown * (1 - flown),
        aside: time > 6.2 ? 100 : 0,
        turn: 180 * turned * turned * (3 - 2 * turned),
        gait: time < 0.5 ? 'idle' : time < STOP ? 'gallop' : time < 5 ? 'idle' : time < 6 ? 'jump' : time < 6.5 ? 'idle' : 'walk'
    };
}

/** Degrees that a bone leans further ahead than its twin. */
function leanAhead(bone: GraphNode, twin: GraphNode, forward: Vec3): number {
    const turn = bone.getRotation().clone().mul(twin.getRotation().clone().invert());
    const side = new Vec3().cross(Vec3.UP, forward);
    const sign = turn.w < 0 ? -1 : 1;
    return 2 * Math.atan2(sign * (turn.x * side.x + turn.y * side.y + turn.z * side.z), sign * turn.w) * 180 / Math.PI;
}

for (const file of ANIMALS) {
    describe(`springChain over a course: ${file}`, () => {
        let app: AppBase, path: string;

        before(function () {
            path = file === 'hound' ? HOUND : requireRig(file, this);
            app = createSpringApp();
        });

        after(() => app?.destroy());

        [30, 60, 144].forEach((rate) => {
            it(`whips nowhere, and bends no further than it may: ${rate} Hz`, async function () {
                const { instantiate, clips } = await loadGlb(app, path);
                const find = (gait: Gait): AnimTrack => {
                    for (const name of NAMES[gait]) for (const clip of clips.values()) if (name.test(clip.name.split('|').at(-1)!)) return clip;
                    return [...clips.values()][0];
                };
                const models = [0, 1].map(() => {
                    const holder = new Entity('Hero', app);
                    const model = instantiate();
                    app.root.addChild(holder);
                    holder.addChild(model);
                    model.addComponent('anim', { activate: true });
                    for (const gait of ['idle', 'walk', 'gallop', 'jump'] as const) model.anim!.assignAnimation(gait, find(gait), undefined, 1, true);
                    return { holder, model };
                });
                const [{ holder, model }, twin] = models;
                const character = findCharacter(model)!;
                const size = character.height / 1.75 * (character.skeleton.space?.getWorldTransform().getScale().x ?? 1);
                holder.addComponent('script');
                const script = holder.script!.create('springChain') as SpringChain;
                expect(script.problems()).deep.equal([]);
                const forward = (character.skeleton.space?.getRotation() ?? Quat.IDENTITY).transformVector(new Vec3(...character.forward), new Vec3());
                forward.y = 0;
                forward.normalize();
                const aside = new Vec3(forward.z, 0, -forward.x);
                const nodes = model.find(() => true), twins = twin.model.find(() => true);
                const joints = script.chains.flatMap(({ rootBone, maxBend, boneName }) => rootBone!.find(() => true).map((bone) => {
                    const other = twins[nodes.indexOf(bone)];
                    const base = rootBone!.parent!, otherBase = twins[nodes.indexOf(base as Entity)] ?? base;
                    return {
                        bone, other, base, otherBase, maxBend, boneName, path: [] as Quat[], pathOfOther: [] as Quat[], most: 0, mostOther: 0, whips: 0, bend: 0, swing: [] as number[]
                    };
                }));
                // frames of a sixtieth of a second and more
                const span = Math.ceil(rate / 60);
                let gait = '';
                for (let frame = 0; frame < END * rate; frame++) {
                    const at = courseAt(frame / rate);
                    for (const one of models) {
                        const place = forward.clone().mulScalar(at.ahead * size).add(aside.clone().mulScalar(at.aside * size));
                        one.holder.setPosition(place.x, at.up * size, place.z);
                        one.holder.setEulerAngles(0, at.turn, 0);
                        if (at.gait !== gait) one.model.anim!.baseLayer!.transition(at.gait, gait === '' ? 0 : 0.2);
                    }
                    gait = at.gait;
                    app.update(1 / rate);
                    for (const joint of joints) {
                        const { bone, other, base, otherBase } = joint;
                        joint.path.push(bone.getLocalRotation().clone());
                        joint.pathOfOther.push(other.getLocalRotation().clone());
                        const leaned = base.getRotation().clone().invert().mul(bone.getRotation());
                        joint.bend = Math.max(joint.bend, turnBetween(leaned, otherBase.getRotation().clone().invert().mul(other.getRotation())));
                        if (frame / rate >= STOP && frame / rate < 4.2) joint.swing.push(leanAhead(bone, other, forward));
                        if (frame < 2 + span) continue;
                        const [step, stepOther] = [joint.path, joint.pathOfOther].map(path => turnBetween(path[frame - span], path[frame]) * rate / 60 / span);
                        joint.most = Math.max(joint.most, step);
                        joint.mostOther = Math.max(joint.mostOther, stepOther);
                        if (step > WHIP && stepOther <= WHIP - MORE) joint.whips++;
                    }
                }
                for (const one of models) one.holder.destroy();
                const worst = Math.max(...joints.map(({ most, mostOther }) => most - mostOther));
                const bend = Math.max(...joints.map(joint => joint.bend));
                this.test!.title += ` (${script.chains.map(({ boneName }) => boneName).join()}: ${worst.toFixed(1)}° above the clip, bends ${bend.toFixed(0)}°)`;
                for (const joint of joints) {
                    expect(joint.most, joint.bone.name).below(joint.mostOther + MORE);
                    expect(joint.whips, joint.bone.name).equal(0);
                    expect(joint.bend, joint.bone.name).below(joint.maxBend + 1);
                }
                if (!SWINGING.includes(file)) return;
                const { swing } = joints.filter(({ boneName }) => boneName === 'tail').at(-1)!;
                const halves = halvesOf(swing).filter(half => half >= SEEN);
                this.test!.title += ` half swings after the stop ${halves.map(half => `${half.toFixed(0)}°`).join()}`;
                expect(halves.length).least(2);
                for (const angle of swing.slice(Math.round((REST - STOP) * rate))) expect(Math.abs(angle)).below(STILL);
            });
        });
    });
}

([
    [join('more', 'Shark.glb'), 'the tail that it swims by'], [join('more', 'Snake.glb'), 'the tail that it crawls by'],
    ['Pug.glb', 'the rump'], [join('more', 'Frog.glb'), 'the rump']
] as const).forEach(([file, part]) => it(`springChain leaves ${file} ${part}`, async function () {
    const path = requireRig(file, this);
    const app = createSpringApp();
    const model = (await loadGlb(app, path)).instantiate();
    app.root.addChild(model);
    model.addComponent('script');
    const script = model.script!.create('springChain') as SpringChain;
    expect(script.chains).length(0);
    expect(script.problems()).length(1);
    app.destroy();
}));
