import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { bytesOf, NOISE } from '../support/allocation';
import { MANNEQUIN } from '../support/characters';
import { randomRotation, seededRandom, turnBetween } from '../support/geometry';
import { HandStage } from '../support/hand-stage';
import { createPhysicsApp } from '../support/physics-app';

/** Bones that two hands with the body's help write. */
const WRITTEN = ['spine', 'spine1', 'spine2', 'neck', ...['left', 'right'].flatMap(side => ['Clavicle', 'UpperArm', 'Forearm', 'Hand'].map(part => side + part))];

describe('a frame of handPlacer', () => {
    const stage = new HandStage();
    before(() => stage.open(MANNEQUIN));
    after(() => stage.close());

    it('allocates nothing above what the engine needs to be told the same rotations', function () {
        const [reacher, other] = [stage.add(), stage.add()];
        const targets = [stage.addTarget(), stage.addTarget()];
        const places = Array.from({ length: 16 }, (_, i) => new Vec3(0.2 * Math.sin(i), 1.2 + 0.2 * Math.sin(7 * i), 0.4 + 0.1 * Math.cos(i)));
        reacher.hands.reach('left', targets[0]);
        reacher.hands.reach('right', targets[1]);
        reacher.hands.hands[1].turn = 1;
        stage.step();
        const clock = stage.app as unknown as { frame: number };
        const arrange = (frame: number) => {
            clock.frame++;
            for (const target of targets) target.setPosition(places[frame & 15]);
        };
        const script = (frame: number) => {
            arrange(frame);
            reacher.hands.postUpdate(1 / 60);
        };
        const random = seededRandom(91);
        const rotations = Float64Array.from(Array.from({ length: 16 }, () => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const bones = WRITTEN.map(role => other.roles.get(role)!);
        const before = Float64Array.from(bones.map(bone => bone.getLocalRotation()).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const writes = (frame: number) => {
            arrange(frame);
            for (let i = 0; i < bones.length; i++) bones[i].setLocalRotation(before[4 * i], before[4 * i + 1], before[4 * i + 2], before[4 * i + 3]);
            for (let i = 0; i < bones.length; i++) {
                const o = 4 * ((frame + i) & 15);
                bones[i].setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
            }
            for (const target of targets) target.getRotation();
        };
        const [engine, whole] = [bytesOf(writes), bytesOf(script)];
        this.test!.title += ` (${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)})`;
        expect(engine).to.be.above(64 * bones.length - NOISE);
        // each of both arms may have its boxed numbers
        expect(whole).to.be.below(engine + 2 * NOISE);
    });

    it('allocates no more than that where hands touch a wall', async function () {
        const touching = new HandStage();
        await touching.open(MANNEQUIN, await createPhysicsApp('ammojs-typed'));
        const reacher = touching.add({ blendTime: 0.2, hands: [{ hand: 'left', touch: true, bodyShare: 0 }] });
        const wall = touching.addTarget(reacher.fromShoulder('left', 0.55 * reacher.armLength('left') / reacher.height + 0.03, 0, 0));
        wall.addComponent('collision', { type: 'box', halfExtents: new Vec3(0.05, 3, 4000) });
        wall.addComponent('rigidbody', { type: 'static' });
        touching.step();
        const clock = touching.app as unknown as { frame: number };
        const walk = () => {
            clock.frame++;
            reacher.model.translateLocal(0, 0, 0.02);
        };
        const { hand } = reacher.arm('left')!;
        // those that turn: the arm, and joints of the fingers
        const all = reacher.arm('left')!.shoulder.find(() => true) as GraphNode[];
        const rest = reacher.pose();
        for (let i = 0; i < 120; i++) {
            walk();
            reacher.hands.postUpdate(1 / 60);
        }
        const pose = reacher.pose();
        const bones = all.filter(bone => turnBetween(pose[reacher.nodes.indexOf(bone)], rest[reacher.nodes.indexOf(bone)]) > 1e-4);
        const near = wall.getPosition().x - 0.2;
        let touched = 0;
        const whole = bytesOf(() => {
            walk();
            reacher.hands.postUpdate(1 / 60);
            if (hand.getPosition().x > near) touched++;
        });
        const random = seededRandom(92);
        const rotations = Float64Array.from(bones.map(() => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const engine = bytesOf((frame) => {
            walk();
            for (let times = 0; times < 2; times++) {
                for (let i = 0; i < bones.length; i++) {
                    const o = 4 * ((frame + times + i) % bones.length);
                    bones[i].setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
                }
            }
        });
        touching.close();
        this.test!.title += ` (${bones.length} bones, ${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)}; touched ${touched})`;
        expect(touched).to.be.above(1000);
        expect(whole).to.be.below(engine + NOISE);
    });
});
