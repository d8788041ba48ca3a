import { expect } from 'chai';
import { Entity, Quat, type AppBase } from 'playcanvas';

import { bytesOf, NOISE } from '../support/allocation';
import { randomRotation, seededRandom } from '../support/geometry';
import { createSpringApp, hangChain } from '../support/spring-stage';

/** Bytes of six boxed numbers. */
const BOXED = 6 * 16;

/** Joints of the chain. */
const JOINTS = 8;

describe('a frame of springChain', () => {
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    const random = seededRandom(17);
    // whole numbers cost less
    const turns = Float64Array.from(Array.from({ length: 16 }, () => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
    const swung = Array.from({ length: 16 }, (_, i) => new Quat().setFromEulerAngles(7 * Math.sin(i), 11 * Math.sin(2 * i), 13 * Math.cos(i)));

    /** Bytes that the engine needs: each bone is given its rotation. */
    const bytesOfWrites = (bones: readonly Entity[], each: (frame: number) => void = () => {}) => bytesOf((frame) => {
        each(frame);
        for (let i = 0; i < bones.length; i++) {
            const o = 4 * ((frame + i) & 15);
            bones[i].setLocalRotation(turns[o], turns[o + 1], turns[o + 2], turns[o + 3]);
        }
    });

    (['vrm', 'rod'] as const).forEach(model => it(`allocates nothing above what the engine needs to be told the same rotations: ${model}`, function () {
        const [chain, other] = [0, 1].map(() => hangChain(app, {
            windTurbulence: 0.5, groundCollision: true, chains: [{ boneName: 'bone0', model, inertia: 0.7, gravity: 0.3, limit: 'cone', limitAngle: 80 }]
        }, JOINTS));
        const ball = new Entity('ball');
        ball.setLocalPosition(0.05, 0.7, 0);
        chain.root.addChild(ball);
        chain.script.colliders = ['sphere', 'capsule', 'plane'].map(shape => ({ bone: ball, shape, radius: 0.1, tail: [0, 0.1, 0] })) as never;
        chain.script.wind.set(3, 0.5, 1);
        const { script, root } = chain;
        const clock = app as unknown as { frame: number };
        const whole = bytesOf((frame) => {
            clock.frame++;
            root.setLocalRotation(swung[frame & 15]);
            script.postUpdate(1 / 60);
        });
        const engine = bytesOfWrites(other.bones, frame => other.root.setLocalRotation(swung[frame & 15]));
        this.test!.title += ` (${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)})`;
        expect(engine).to.be.above(64 * JOINTS - NOISE);
        // in a process that has run pendulums before, a few numbers of a rod's step are boxed
        expect(whole).to.be.below(engine + NOISE + (model === 'rod' ? BOXED : 0));
    }));

    it('allocates no more while it is asleep', function () {
        const { script, bones } = hangChain(app, {}, JOINTS);
        const clock = app as unknown as { frame: number };
        const work = () => {
            clock.frame++;
            script.postUpdate(1 / 60);
        };
        for (let frame = 0; frame < 600; frame++) work();
        const whole = bytesOf(work);
        const engine = bytesOfWrites(bones);
        this.test!.title += ` (${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)})`;
        expect(whole).to.be.below(engine + NOISE);
    });
});
