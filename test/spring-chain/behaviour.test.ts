import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { createSpringApp, degreesBetween, directionTo, hangChain, type HangingChain } from '../support/spring-stage';

/** Steps an application for a time, moving things before each frame. */
function run(app: AppBase, seconds: number, each: (time: number) => void = () => {}, dt = 1 / 60): void {
    for (let frame = 1; frame * dt <= seconds + 1e-9; frame++) {
        each(frame * dt);
        app.update(dt);
    }
}

/** Shows how far the tip is bent from hanging straight down, degrees. */
const bend = ({ bones }: HangingChain) => degreesBetween(directionTo(bones[0], bones[4]), new Vec3(0, -1, 0));

describe('springChain', () => {
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    it('stays at rest', () => {
        const chain = hangChain(app, { sleepSpeed: 0 });
        run(app, 60);
        expect(bend(chain)).below(0.01);
        chain.bones.forEach(bone => expect(2 * Math.acos(Math.min(1, Math.abs(bone.getLocalRotation().w))) * 180 / Math.PI).below(0.01));
    });

    it('lies along stiffness times rest plus gravity at rest', () => {
        const chain = hangChain(app, { sleepSpeed: 0, chains: [{ boneName: 'bone0', stiffness: 1, gravity: 0.5, gravityDirection: [1, 0, 0] }] }, 1);
        run(app, 5);
        const axis = chain.bones[0].getRotation().transformVector(new Vec3(0, 1, 0), new Vec3());
        // a bone alone goes on as it hangs on the root: upwards
        expect(degreesBetween(axis, new Vec3(0.5, 1, 0).normalize())).below(0.05);
    });

    it('keeps bones at their lengths, and writes neither positions nor scales', () => {
        const { root, bones } = hangChain(app);
        const places = bones.map(bone => bone.getLocalPosition().clone());
        run(app, 2, time => root.setLocalPosition(Math.sin(9 * time), 0, Math.cos(7 * time)));
        bones.forEach((bone, i) => {
            expect(bone.getLocalPosition().equals(places[i])).equal(true);
            expect(bone.getLocalScale().equals(Vec3.ONE)).equal(true);
            if (i > 0) expect(bone.getPosition().distance(bones[i - 1].getPosition())).closeTo(0.1, 1e-4);
        });
    });

    ([['sphere', {}], ['capsule', { offset: [0, 0, -1], tail: [0, 0, 1] }], ['plane', { offset: [-0.04, 0, 0], tail: [1, 0, 0] }]] as const).forEach(([shape, place]) => {
        [1, 3, 6].forEach((speed) => {
            it(`is held off by a ${shape} at ${speed} m/s`, () => {
                const ball = new Entity('ball');
                const chain = hangChain(app, {
                    chains: [{ boneName: 'bone0', radius: 0.03 }], colliders: [{ boneName: 'ball', shape, radius: 0.1, ...place }]
                });
                chain.root.addChild(ball);
                chain.script.refresh();
                const sides: number[] = [];
                run(app, 1.2, (time) => {
                    const x = -1 + speed * time;
                    ball.setLocalPosition(Math.min(0.05, x), 0.7, 0);
                    if (x > 0.1) sides.push(chain.bones[4].getPosition().x);
                });
                const centre = ball.getPosition();
                for (const bone of chain.bones.slice(1)) {
                    const from = new Vec3().sub2(bone.getPosition(), centre);
                    if (shape === 'capsule') from.z = 0;
                    const distance = shape === 'plane' ? from.x + 0.04 : from.length() - 0.1;
                    expect(distance).above(0.03 - 1e-3);
                }
                // pushed along, never let through
                expect(Math.min(...sides)).above(-1e-6);
            });
        });
    });

    it('stays inside of a sphere and of a capsule', () => {
        for (const shape of ['insideSphere', 'insideCapsule']) {
            const chain = hangChain(app, {
                chains: [{ boneName: 'bone0', radius: 0.02 }], colliders: [{ boneName: 'bone0', shape, radius: 0.45, offset: [0, 0, 0], tail: [0, 0, 0] }]
            });
            chain.script.colliders[0].bone = chain.root;
            chain.script.colliders[0].offset = new Vec3(0, 1, 0);
            chain.script.colliders[0].tail = new Vec3(0, 0.9, 0);
            chain.script.colliders[0].radius = 0.25;
            chain.script.refresh();
            run(app, 3, time => chain.root.setLocalPosition(0.05 * Math.sin(9 * Math.min(time, 1)), 0, 0));
            const tip = chain.bones[4].getPosition();
            const near = new Vec3(0, shape === 'insideSphere' ? 1 : 0.9, 0).add(chain.root.getPosition());
            expect(tip.distance(near)).below(0.25 - 0.02 + 1e-3);
            chain.root.destroy();
        }
    });

    (['cone', 'hinge'] as const).forEach((limit) => {
        it(`keeps a ${limit}`, () => {
            const chain = hangChain(app, { chains: [{ boneName: 'bone0', limit, limitAngle: 25, limitAxis: [0, 0, 1] }] });
            let most = 0;
            for (let frame = 0; frame < 240; frame++) {
                const time = frame / 60;
                chain.root.setLocalPosition(0.5 * Math.sin(11 * time), 0, 0.5 * Math.cos(8 * time));
                app.update(1 / 60);
                for (const bone of chain.bones) {
                    const axis = bone.getLocalRotation().transformVector(new Vec3(0, -1, 0), new Vec3());
                    most = Math.max(most, degreesBetween(axis, new Vec3(0, -1, 0)));
                    if (limit === 'hinge' && bone !== chain.bones[4]) expect(Math.abs(axis.z)).below(2e-3);
                }
            }
            expect(most).below(25.1).above(20);
        });
    });

    it('does not feel a teleport of 100 m', () => {
        const [chain, twin] = [hangChain(app), hangChain(app)];
        run(app, 1.5, (time) => {
            chain.root.setLocalPosition(0.2 * Math.sin(5 * time) + (time > 1 ? 100 : 0), 0, 0);
            twin.root.setLocalPosition(0.2 * Math.sin(5 * time), 0, 0);
            expect(degreesBetween(directionTo(chain.bones[0], chain.bones[4]), directionTo(twin.bones[0], twin.bones[4]))).below(1);
        });
    });

    it('swings no further after a half turn in one frame than after one in 0.2 s', () => {
        const most = (turn: (time: number) => number) => {
            const chain = hangChain(app);
            chain.bones[0].setLocalPosition(0, 1, -0.15);
            let peak = 0;
            run(app, 1.5, (time) => {
                chain.root.setLocalEulerAngles(0, turn(time), 0);
                peak = Math.max(peak, bend(chain));
            });
            chain.root.destroy();
            return peak;
        };
        const slow = most(time => 180 * Math.min(1, Math.max(0, (time - 0.5) / 0.2)));
        expect(slow).above(5);
        expect(most(time => (time > 0.5 ? 180 : 0))).below(1.3 * slow);
    });

    it('has the same angles at every scale', () => {
        const bends = [1, 0.01, 100].map((scale) => {
            const chain = hangChain(app);
            chain.root.setLocalScale(scale, scale, scale);
            chain.script.refresh();
            app.update(1 / 60);
            const path: number[] = [];
            run(app, 1, (time) => {
                chain.root.setLocalPosition(0.2 * scale * Math.sin(6 * time), 0, 0);
                path.push(bend(chain));
            });
            chain.root.destroy();
            return path;
        });
        for (const path of bends.slice(1)) path.forEach((angle, i) => expect(angle).closeTo(bends[0][i], 0.5));
    });

    it('takes radius, end length and a collider\'s radius that are left as they are for a person\'s size, and others as they stand', () => {
        /** Places at rest beside a ball, in the scale's unit. */
        const places = (scale: number, row: object, radius: object) => {
            const chain = hangChain(app, { chains: [{ boneName: 'bone0', gravity: 1, gravityDirection: [1, 0, 0], ...row }], colliders: [] });
            chain.root.setLocalScale(scale, scale, scale);
            const tip = new Entity();
            tip.setLocalPosition(0, -0.07, 0);
            chain.bones[4].addChild(tip);
            chain.script.colliders = [{ boneName: 'root', offset: [0.16, 0.8, 0], ...radius }] as never;
            run(app, 3);
            const found = [chain.bones[1], chain.bones[4]].map(bone => bone.getPosition().clone().mulScalar(1 / scale));
            chain.root.destroy();
            return found;
        };
        const apart = (row: object, radius: object) => {
            const [one, large] = [1, 10].map(scale => places(scale, row, radius));
            return Math.max(...one.map((place, i) => place.distance(large[i])));
        };
        expect(apart({}, {})).below(1e-3);
        expect(apart({ radius: 0.03 }, {})).above(5e-3);
        expect(apart({}, { radius: 0.11 })).above(5e-3);

        const lengths = [1, 10].map((scale) => {
            const chain = hangChain(app, {}, 1);
            chain.root.setLocalScale(scale, scale, scale);
            chain.script.drawDebugSprings = true;
            let longest = 0;
            const { drawLine } = app;
            app.drawLine = (a: Vec3, b: Vec3) => {
                if (a.distance(chain.bones[0].getPosition()) < 1e-6) longest = Math.max(longest, a.distance(b));
            };
            chain.script.refresh();
            run(app, 0.1);
            app.drawLine = drawLine;
            chain.root.destroy();
            return longest;
        });
        expect(lengths[0]).closeTo(0.07, 1e-6);
        expect(lengths[1]).closeTo(0.7, 1e-6);
    });

    it('sleeps at rest, and wakes when something moves', () => {
        const chain = hangChain(app);
        const { springs } = (chain.script as unknown as { springs: { springs: { isAsleep: boolean } } }).springs;
        run(app, 1, time => chain.root.setLocalPosition(0.3 * Math.sin(9 * time), 0, 0));
        expect(springs.isAsleep).equal(false);
        run(app, 4);
        expect(springs.isAsleep).equal(true);
        expect(bend(chain)).below(0.1);
        chain.root.translateLocal(0.3, 0, 0);
        app.update(1 / 60);
        expect(bend(chain)).above(3);
    });

    it('starts from the pose that is shown when it is switched on, and gives the bones back when it is switched off', () => {
        const chain = hangChain(app);
        run(app, 0.5, time => chain.root.setLocalPosition(time, 0, 0));
        expect(bend(chain)).above(3);
        chain.script.enabled = false;
        app.update(1 / 60);
        expect(bend(chain)).below(1e-3);
        chain.bones[0].setLocalEulerAngles(0, 0, 30);
        chain.root.translateLocal(0.5, 0, 0);
        chain.script.enabled = true;
        app.update(1 / 60);
        expect(bend(chain)).closeTo(30, 0.01);
    });

    it('moves every branch, and each instance of a clone by itself', () => {
        const chain = hangChain(app);
        const twig = new Entity('twig');
        twig.setLocalPosition(0.05, -0.1, 0);
        chain.bones[2].addChild(twig);
        chain.script.refresh();
        const copy = chain.root.clone() as Entity;
        app.root.addChild(copy);
        run(app, 0.3, time => chain.root.setLocalPosition(2 * time, 0, 0));
        expect(Math.abs(twig.getLocalRotation().w)).below(0.9999);
        expect(Math.abs(copy.findByName('bone2')!.getLocalRotation().w)).closeTo(1, 1e-9);
    });
});
