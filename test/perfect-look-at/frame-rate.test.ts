import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { directionBeside } from '../support/chain';
import { sampled } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { leftOfWay, onEachCharacter } from '../support/look-at-stage';

/** What poses at equal times may differ by, degrees. */
const SAME = 0.5;

/** Sixths of a second are whole frames at all three rates. */
const COMMON = 1 / 6;

const SECONDS = 1.5;

/** Distance of a target that is seen in the same direction from all places of the eye, metres, and frames in which it goes round by 50 degrees. */
const FAR = 1000;
const SLIDE = 1000;

onEachCharacter('the frame rate', (stage) => {
    /** Poses at each sixth of a second after the target has jumped or another one is looked at, the frames cut by `frames`. */
    function record(isNew: boolean, clip: string, from: Vec3, to: Vec3, frames: (sixth: number) => number[]): Quat[][] {
        const actor = stage.add();
        const target = stage.addEntity(from);
        const look = actor.addLook({ targetObject: target, lookAtBlendSpeed: 5 });
        actor.play(clip).seek(0).run();
        for (let i = 0; i < 2 * 60; i++) stage.step(1 / 60);
        if (isNew) look.targetObject = stage.addEntity(to);
        else target.setPosition(to);
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

    for (const isNew of [false, true]) {
        it(`does not matter to the poses at equal times after ${isNew ? 'a switch to a target' : 'the target has jumped'} up to 60 degrees away`, function () {
            const random = seededRandom(61);
            let worst = 0;
            for (let i = 0; i < sampled(6, 3); i++) {
                const clip = stage.clips[i % stage.clips.length];
                const before = directionBeside(stage.forward, 60 * random(), 360 * random());
                const after = directionBeside(before, 60 * Math.sqrt(random()), 360 * random());
                const [from, to] = [before.mulScalar(1 + 4 * random()), after.mulScalar(1 + 4 * random())].map(way => way.add(stage.eyePoint));
                const reference = record(isNew, clip, from, to, at(60));
                for (const frames of [at(30), at(144), hitch]) {
                    for (const [sixth, pose] of record(isNew, clip, from, to, frames).entries()) {
                        if (frames === hitch && sixth === 1) continue;
                        worst = Math.max(worst, ...pose.map((rotation, bone) => turnBetween(rotation, reference[sixth][bone])));
                    }
                }
            }
            this.test!.title += ` (largest difference ${worst.toFixed(3)} degrees)`;
            expect(worst).to.be.below(SAME);
        });
    }

    /** A head that looks straight ahead, and a place 50 degrees beside that. */
    function standLookingAhead() {
        const actor = stage.add();
        const target = stage.addEntity(stage.forward.clone().mulScalar(FAR).add(stage.eyePoint));
        const look = actor.addLook({ targetObject: target, lookAtBones: [{ boneName: 'head', rotationLimit: 180 }] });
        stage.step();
        return { actor, target, look, head: actor.bone('head'), beside: directionBeside(stage.forward, 50, 70).mulScalar(FAR).add(stage.eyePoint) };
    }

    it('does not matter to how much of the way to a new target is done: all of it in 3 / speed seconds, eased in and out', () => {
        const { actor, look, head, beside } = standLookingAhead();
        look.lookAtBlendSpeed = 4;
        look.targetObject = stage.addEntity(beside);
        let time = 0;
        for (const dt of [1 / 60, 1 / 144, 0.25, 1 / 30, 0, 0.1, 0.2, 0.1, 0.1, 0.1]) {
            stage.step(dt);
            time += dt;
            expect(actor.gazeError(head, beside)).to.be.closeTo(50 * leftOfWay(time / 0.75), 0.05);
        }
        expect(time).to.be.above(0.75);
    });

    it('does not matter to how much of the way after a target is done: 1 - exp(-speed * time), also changed on the way', () => {
        const { actor, target, look, head } = standLookingAhead();
        // a target that is put elsewhere is a new one: it goes there while the gaze is held
        look.lookAtBlendSpeed = 0;
        for (let i = 1; i <= SLIDE; i++) {
            target.setPosition(directionBeside(stage.forward, 50 * i / SLIDE, 70).mulScalar(FAR).add(stage.eyePoint));
            stage.step();
        }
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
