import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { angleOf } from '../support/geometry';
import { addDefaultLook, around, carrierOf, headingOf } from '../support/look-at-motion';
import { FRAME, onEachCharacter } from '../support/look-at-stage';

/** Largest speed of the gaze as set, and what single precision adds, degrees per second. */
const MAX_SPEED = 360;
const ROUNDING = 1;

/** Heading in degrees up to which the gaze is in front, and from which it is on one side. */
const FRONT = 90;
const ASIDE = 45;

/** What a run with a moving target shows. */
interface Run {
    /** Most times that the gaze changed its side between two crossings of the target behind the back. */
    changes: number;
    /** Largest speed of the gaze in the world, and in the frame of the body below the chain, degrees per second. */
    speed: number;
    bodySpeed: number;
    /** Whether the gaze changed its side elsewhere than in front. */
    throughBack: boolean;
}

onEachCharacter('a target behind', (stage) => {
    const seconds = sampled(12, 8);

    /** Runs with a target at a heading in degrees that is a function of time. */
    function run(clip: string | null, giveUpAngle: number, headingAt: (time: number) => number): Run {
        const actor = stage.add();
        if (clip) actor.play(clip).seek(0).run();
        const target = stage.addEntity(around(actor, headingAt(0)));
        const look = addDefaultLook(actor, { targetObject: target, giveUpAngle, maxTurnSpeed: MAX_SPEED });
        const first = look.lookAtBones[0].bone!;
        const carrier = carrierOf(actor, look);
        const found: Run = { changes: 0, speed: 0, bodySpeed: 0, throughBack: false };
        let [gaze, ownGaze, heading, side, changes] = [new Vec3(), new Vec3(), 0, 0, 0];
        for (let i = 0; i * FRAME < seconds; i++) {
            const wanted = headingAt(i * FRAME);
            if (Math.floor((wanted + 180) / 360) !== Math.floor((headingAt((i - 1) * FRAME) + 180) / 360)) changes = 0;
            target.setPosition(around(actor, wanted));
            stage.step();
            const nextGaze = actor.forwardOf(first);
            const nextOwnGaze = carrier.getRotation().clone().invert().transformVector(nextGaze, new Vec3());
            const [nextHeading] = headingOf(nextGaze, actor.forwardOf(carrier), Vec3.UP);
            if (i > 0) {
                found.speed = Math.max(found.speed, angleOf(gaze, nextGaze) / FRAME);
                found.bodySpeed = Math.max(found.bodySpeed, angleOf(ownGaze, nextOwnGaze) / FRAME);
                found.throughBack ||= heading * nextHeading < 0 && Math.abs(nextHeading) > FRONT;
            }
            const nextSide = Math.abs(nextHeading) > ASIDE ? Math.sign(nextHeading) : side;
            // past the front together with the target is no change
            const isBehind = Math.cos(wanted * Math.PI / 180) < 0;
            if (side !== 0 && nextSide !== side && isBehind) found.changes = Math.max(found.changes, ++changes);
            [gaze, ownGaze, heading, side] = [nextGaze, nextOwnGaze, nextHeading, nextSide];
        }
        stage.clear();
        return found;
    }

    const orbit = (time: number) => 90 * time;
    const tremble = (time: number) => 180 + 5 * Math.sin(9 * time);

    for (const [name, headingAt] of [['goes round at 90 degrees a second', orbit], ['trembles by 5 degrees straight behind', tremble]] as const) {
        for (const giveUpAngle of [180, 150]) {
            it(`that ${name} never takes the gaze through the back, given up at ${giveUpAngle}`, function () {
                const runs = [null, ...stage.clips].map(clip => ({ clip, ...run(clip, giveUpAngle, headingAt) }));
                const figures = runs.map(({ clip, speed, bodySpeed }) => `${clip ?? 'still'} ${speed.toFixed(0)}/${bodySpeed.toFixed(0)}`);
                this.test!.title += ` (degrees per second in the world and against the body: ${figures.join(', ')})`;
                for (const { clip, changes, speed, bodySpeed, throughBack } of runs) {
                    const where = clip ?? 'at rest';
                    expect(throughBack, where).to.equal(false);
                    expect(changes, where).to.be.at.most(1);
                    // what the animation adds is not the gaze's own: where the body moves, the slower of both counts
                    // and a run throws the spine about at its limits by more than the gaze turns
                    if (clip !== 'run') expect(Math.min(speed, bodySpeed), where).to.be.below(MAX_SPEED + ROUNDING);
                }
            });
        }
    }

    it('is followed past the front to its side when it has come out there', () => {
        const actor = stage.add();
        const target = stage.addEntity();
        const look = addDefaultLook(actor, { targetObject: target, giveUpAngle: 180 });
        const heading = () => headingOf(actor.forwardOf(look.lookAtBones[0].bone!), stage.forward, Vec3.UP)[0];
        for (const [wanted, side] of [[150, 1], [175, 1], [-165, 1], [-150, -1], [-175, -1], [170, -1], [150, 1]]) {
            target.setPosition(around(actor, wanted));
            for (let i = 0; i < 240; i++) stage.step();
            expect(Math.sign(heading()), `${wanted} degrees`).to.equal(side);
            expect(Math.abs(heading())).to.be.above(FRONT);
        }
    });

    it('is looked for beside, not above, by a body that leans', () => {
        const across = new Vec3().cross(Vec3.UP, stage.forward);
        for (const lean of [-25, 25]) {
            const actor = stage.add();
            const target = stage.addEntity();
            const hips = actor.bone('hips');
            hips.setRotation(new Quat().setFromAxisAngle(across, lean).mul(hips.getRotation()));
            const look = addDefaultLook(actor, { targetObject: target, giveUpAngle: 180 });
            for (const wanted of [150, -150]) {
                target.setPosition(around(actor, wanted));
                for (let i = 0; i < 240; i++) {
                    stage.step();
                    const [left, up] = headingOf(actor.forwardOf(look.lookAtBones[0].bone!), stage.forward, Vec3.UP);
                    expect(Math.abs(up), `looks up or down by ${up} at ${left} to the left`).to.be.below(60);
                }
            }
        }
    });
});
