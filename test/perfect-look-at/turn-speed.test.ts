import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { turnBetween } from '../support/geometry';
import { addDefaultLook, around } from '../support/look-at-motion';
import { FRAME, onEachCharacter, type Actor } from '../support/look-at-stage';
import { itFull } from '../support/skip';

/** Largest turn of a bone in a frame at the default speed, degrees, and what single precision adds. */
const LONGEST = 360 * FRAME;
const ROUNDING = 0.06;

/** Angle to the target at which it counts as met, degrees. */
const MET = 0.1;

onEachCharacter('the largest turn of what is shown', (stage) => {
    /** Moves a target, and answers the largest turn of a bone of the chain in a frame, in the world, less what the clip itself turns it by. */
    function run(clip: string | null, settings: object, seconds: number, placeAt: (time: number, actor: Actor) => Vec3) {
        const [actor, twin] = [stage.add(), stage.add()];
        if (clip) for (const instance of [actor, twin]) instance.play(clip).seek(0).run();
        const target = stage.addEntity(placeAt(0, actor));
        const look = addDefaultLook(actor, { targetObject: target, ...settings });
        const bones = look.lookAtBones.map(({ bone }) => bone!);
        const own = bones.map(bone => twin.same(bone, actor));
        const read = (nodes: readonly Entity[]) => nodes.map(node => node.getRotation().clone());
        const last = { bones: read(bones), own: read(own) };
        let worst = 0;
        for (let i = 0; i * FRAME < seconds; i++) {
            target.setPosition(placeAt(i * FRAME, actor));
            stage.step();
            const [now, ownNow] = [read(bones), read(own)];
            const animated = Math.max(...own.map((_, b) => turnBetween(last.own[b], ownNow[b])));
            if (i > 0) worst = Math.max(worst, ...bones.map((_, b) => turnBetween(last.bones[b], now[b]) - animated));
            Object.assign(last, { bones: now, own: ownNow });
        }
        return { worst, error: actor.gazeError(bones[0], target.getPosition()), look };
    }

    /** A place on an orbit around the eyes that is tilted about an axis, at a heading in degrees. */
    function onOrbit(actor: Actor, heading: number, axis: Vec3, tilt: number): Vec3 {
        const turn = new Quat().setFromAxisAngle(axis, tilt);
        return turn.transformVector(around(actor, heading).sub(stage.eyePoint), new Vec3()).add(stage.eyePoint);
    }

    const axes = () => [stage.forward, new Vec3().cross(Vec3.UP, stage.forward)];

    for (const giveUpAngle of [180, 150]) {
        itFull(`is that of Max Turn Speed on tilted orbits, given up at ${giveUpAngle}, and the target is met again in front`, function () {
            let worst = 0, lost = 0;
            for (const clip of [null, 'walk']) {
                for (const axis of axes()) {
                    for (const tilt of [-60, -20, 30, 75]) {
                        // twice around at 90 degrees a second, then still in front
                        const found = run(clip, { giveUpAngle }, 11, (time, actor) => onOrbit(actor, 90 * Math.min(time, 8), axis, tilt > 30 && time > 8 ? 30 : tilt));
                        worst = Math.max(worst, found.worst);
                        lost = Math.max(lost, found.error);
                        stage.clear();
                    }
                }
            }
            this.test!.title += ` (${worst.toFixed(2)} degrees a frame, ${lost.toFixed(3)} off in the end)`;
            expect(worst).to.be.at.most(LONGEST + ROUNDING);
            expect(lost).to.be.at.most(MET);
        });
    }

    it('is that of Max Turn Speed when the look is given up and comes back, in any time', function () {
        let worst = 0;
        for (const giveUpTime of [0, 0.05, 0.6]) {
            for (const lookAtBlendSpeed of [5, 1000]) {
                const places = [[80, 0], [175, 10], [-80, 30], [-170, -20], [0, 60], [180, 40], [20, 0]];
                worst = Math.max(worst, run(null, { giveUpTime, lookAtBlendSpeed }, 7, (time, actor) => {
                    const [left, up] = places[Math.min(6, Math.floor(time))];
                    return around(actor, left, up);
                }).worst);
                stage.clear();
            }
        }
        this.test!.title += ` (${worst.toFixed(2)} degrees a frame)`;
        expect(worst).to.be.above(0.7 * LONGEST);
        expect(worst).to.be.at.most(LONGEST + ROUNDING);
    });

    it('a target that jumps is approached as a new one; one that moves fast is followed', () => {
        const place = (left: number) => around({ stage } as never, left, 0, 2.5);
        const gazes = (jump: (first: Entity, second: Entity) => Entity) => {
            const actor = stage.add();
            const [first, second] = [stage.addEntity(place(-20)), stage.addEntity(place(35))];
            const look = addDefaultLook(actor, { targetObject: first });
            for (let i = 0; i < 90; i++) stage.step();
            look.targetObject = jump(first, second);
            return Array.from({ length: 40 }, () => {
                stage.step();
                return actor.forwardOf(look.lookAtBones[0].bone!).clone();
            });
        };
        const other = gazes((_, second) => second);
        const same = gazes((first) => {
            first.setPosition(place(35));
            return first;
        });
        for (let i = 0; i < other.length; i++) expect(other[i].distance(same[i]), `frame ${i}`).to.be.below(1e-5);

        // 25 metres a second at 2 metres is no jump: the gaze is behind it at once by what its speed leaves
        const actor = stage.add();
        const ball = stage.addEntity(place(0));
        const look = addDefaultLook(actor, { targetObject: ball, maxTurnSpeed: 0 });
        for (let i = 0; i < 60; i++) stage.step();
        const side = new Vec3().cross(Vec3.UP, stage.forward).normalize().mulScalar(25 * FRAME);
        ball.translate(side);
        const before = actor.gazeError(look.lookAtBones[0].bone!, ball.getPosition());
        stage.step();
        const after = actor.gazeError(look.lookAtBones[0].bone!, ball.getPosition());
        expect(after / before).to.be.closeTo(Math.exp(-5 * FRAME), 0.02);
    });
});
