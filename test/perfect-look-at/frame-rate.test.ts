import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { directionBeside } from '../support/chain';
import { seededRandom, turnBetween } from '../support/geometry';
import { onEachCharacter, sampled } from '../support/look-at-stage';

/** What poses at equal times may differ by, degrees. */
const SAME = 0.5;

/** Sixths of a second are whole frames at all three rates. */
const COMMON = 1 / 6;

const SECONDS = 1.5;

onEachCharacter('the frame rate', (stage) => {
    /** Poses at each sixth of a second after the target has jumped, the frames cut by `frames`. */
    function record(clip: string, from: Vec3, to: Vec3, frames: (sixth: number) => number[]): Quat[][] {
        const actor = stage.add();
        const target = stage.addEntity(from);
        actor.addLook({ targetObject: target, lookAtBlendSpeed: 5 });
        actor.play(clip).seek(0).run();
        for (let i = 0; i < 2 * 60; i++) stage.step(1 / 60);
        target.setPosition(to);
        const poses: Quat[][] = [];
        for (let sixth = 0; sixth < SECONDS / COMMON; sixth++) {
            for (const dt of frames(sixth)) stage.step(dt);
            poses.push(actor.pose());
        }
        stage.clear();
        return poses;
    }

    const at = (rate: number) => () => new Array(Math.round(rate * COMMON)).fill(1 / rate);

    /** 60 Hz with one frame of 250 ms: the second sixth is over within it, and half of the third. */
    function hitch(sixth: number): number[] {
        if (sixth === 1) return [];
        return sixth === 2 ? [0.25, ...new Array(5).fill(1 / 60)] : at(60)();
    }

    it('does not matter to the poses at equal times after the target has jumped by up to 60 degrees', function () {
        const random = seededRandom(61);
        let worst = 0;
        for (let i = 0; i < sampled(40, 3); i++) {
            const clip = stage.clips[i % stage.clips.length];
            const before = directionBeside(stage.forward, 60 * random(), 360 * random());
            const after = directionBeside(before, 60 * Math.sqrt(random()), 360 * random());
            const [from, to] = [before.mulScalar(1 + 4 * random()), after.mulScalar(1 + 4 * random())].map(way => way.add(stage.eyePoint));
            const reference = record(clip, from, to, at(60));
            for (const frames of [at(30), at(144), hitch]) {
                for (const [sixth, pose] of record(clip, from, to, frames).entries()) {
                    if (frames === hitch && sixth === 1) continue;
                    worst = Math.max(worst, ...pose.map((rotation, bone) => turnBetween(rotation, reference[sixth][bone])));
                }
            }
        }
        this.test!.title += ` (largest difference ${worst.toFixed(3)} degrees)`;
        expect(worst).to.be.below(SAME);
    });

    it('does not matter to how much of the way is done: 1 - exp(-speed * time), also changed on the way', () => {
        const actor = stage.add();
        const target = stage.addEntity();
        const look = actor.addLook({ targetObject: target, lookAtBlendSpeed: 3 });
        const head = actor.bone('head');
        look.lookAtBones = [{ boneName: 'head', rotationLimit: 180 }] as never;
        const way = directionBeside(stage.forward, 50, 70);
        target.setPosition(way.mulScalar(1000).add(stage.eyePoint));
        let exponent = 0;
        for (const dt of [1 / 60, 1 / 144, 0.25, 1 / 30, 0, 0.1]) {
            look.lookAtBlendSpeed = 2 + 10 * dt;
            stage.step(dt);
            exponent += look.lookAtBlendSpeed * dt;
            expect(actor.gazeError(head, target.getPosition())).to.be.closeTo(50 * Math.exp(-exponent), 0.05);
        }
        look.lookAtBlendSpeed = 0;
        const held = actor.pose();
        for (let i = 0; i < 5; i++) stage.step();
        expect(turnBetween(head.getLocalRotation(), held[actor.nodes.indexOf(head)])).to.be.below(0.001);
    });
});
