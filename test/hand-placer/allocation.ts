import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { bytesOf, NOISE } from '../support/allocation';
import { MANNEQUIN } from '../support/characters';
import { randomRotation, seededRandom } from '../support/geometry';
import { HandStage } from '../support/hand-stage';

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
});
