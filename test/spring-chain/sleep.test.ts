import { expect } from 'chai';
import { Entity, Quat, Vec3, type AppBase } from 'playcanvas';

import { createSpringApp, degreesBetween, directionTo, hangChain, type HangingChain, type SpringValues } from '../support/spring-stage';

// While everything rests nothing is read or written; whatever happens then must be noticed in the same frame.

const down = new Vec3(0, -1, 0);

/** How far the chain hangs from the animated pose, degrees: it has gravity to the side. */
const SIDE = { boneName: 'bone0', gravity: 0.5, gravityDirection: [1, 0, 0] };

describe('springChain asleep', () => {
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    /** Writes on a bone in a frame. */
    function writesOn(bone: Entity, act: () => void): number {
        let count = 0;
        const { setLocalRotation } = bone;
        bone.setLocalRotation = function (this: Entity, x: number | Quat, ...rest: number[]) {
            count++;
            return (setLocalRotation as (...values: unknown[]) => void).call(this, x, ...rest);
        };
        act();
        bone.setLocalRotation = setLocalRotation;
        return count;
    }

    const bend = ({ bones }: HangingChain) => degreesBetween(directionTo(bones[0], bones[1]), down);

    /** A chain that hangs aside by gravity, and sleeps. */
    function sleeping(values: SpringValues = {}, parent?: Entity): HangingChain {
        const chain = hangChain(app, { chains: [SIDE], ...values }, 5, parent);
        for (let i = 0; i < 300; i++) app.update(1 / 60);
        expect(bend(chain)).closeTo(26.57, 0.05);
        return chain;
    }

    it('writes nothing, and shows what it did', () => {
        const chain = sleeping();
        expect(writesOn(chain.bones[0], () => app.update(1 / 60))).equal(0);
        expect(bend(chain)).closeTo(26.57, 0.05);
        const awake = sleeping({ sleepSpeed: 0 });
        expect(writesOn(awake.bones[0], () => app.update(1 / 60))).above(0);
    });

    const wakes: [string, (chain: HangingChain, app: AppBase) => void][] = [
        ['its entity moves', ({ root }) => root.translate(0.1, 0, 0)],
        ['what is above it moves', ({ root }) => root.parent!.translate(0.1, 0, 0)],
        ['a bone is moved', ({ bones }) => bones[0].translateLocal(0.1, 0, 0)],
        ['a bone is turned', ({ bones }) => bones[0].setLocalEulerAngles(0, 0, -10)],
        ['a bone is scaled', ({ bones }) => bones[1].setLocalScale(1.5, 1.5, 1.5)],
        ['wind blows', ({ script }) => { script.wind = new Vec3(40, 0, 0); }],
        ['it is pushed', ({ script }) => script.addImpulse(new Vec3(2, 0, 0))],
        ['its weight changes', ({ script }) => { script.weight = 0.5; }],
        ['its collider moves', ({ root }) => root.findByName('ball')!.setLocalPosition(0.05, 0.8, 0)],
        ['its center moves', () => app.root.findByName('car')!.translate(0.2, 0, 0)]
    ];
    wakes.forEach(([name, act]) => {
        it(`wakes in the frame in which ${name}`, () => {
            const stand = new Entity('stand'), ball = new Entity('ball'), car = new Entity('car');
            app.root.addChild(stand);
            app.root.addChild(car);
            const chain = hangChain(app, { chains: [SIDE], center: name.includes('center') ? car : null }, 5, stand);
            chain.root.addChild(ball);
            ball.setLocalPosition(0, 5, 0);
            chain.script.colliders = [{ bone: ball, radius: 0.1 }] as never;
            for (let i = 0; i < 300; i++) app.update(1 / 60);
            expect(writesOn(chain.bones[0], () => app.update(1 / 60))).equal(0);
            const places = () => chain.bones.map(bone => chain.root.getWorldTransform().clone().invert().transformPoint(bone.getPosition()));
            const before = places();
            act(chain, app);
            expect(writesOn(chain.bones[0], () => app.update(1 / 60))).above(0);
            for (let i = 0; i < 3; i++) app.update(1 / 60);
            expect(Math.max(...places().map((place, i) => place.distance(before[i])))).above(1e-3);
        });
    });

    it('takes the animated pose as its rest when it wakes, not what it has shown itself', () => {
        const chain = sleeping();
        const bends = () => chain.bones.slice(0, 4).map((bone, i) => degreesBetween(directionTo(bone, chain.bones[i + 1]), down));
        const before = bends();
        chain.root.translate(0.1, 0, 0);
        for (let i = 0; i < 300; i++) app.update(1 / 60);
        bends().forEach((angle, i) => expect(angle).closeTo(before[i], 0.05));
    });

    it('gives the bones back when it is switched off, destroyed or refreshed', () => {
        const chain = sleeping();
        chain.script.enabled = false;
        app.update(1 / 60);
        chain.bones.forEach(bone => expect(bone.getLocalRotation().equals(Quat.IDENTITY)).equal(true));
        chain.script.enabled = true;
        for (let i = 0; i < 300; i++) app.update(1 / 60);
        expect(bend(chain)).closeTo(26.57, 0.05);
        chain.script.chains = [{ ...SIDE, boneName: 'bone2' }] as never;
        app.update(1 / 60);
        expect(bend(chain)).below(1e-3);
        for (let i = 0; i < 300; i++) app.update(1 / 60);
        chain.root.script!.destroy('springChain');
        app.update(1 / 60);
        chain.bones.forEach(bone => expect(bone.getLocalRotation().equals(Quat.IDENTITY)).equal(true));
    });

    it('draws while it is asleep', () => {
        const chain = sleeping({ drawDebugSprings: true });
        let lines = 0;
        app.drawLine = () => { lines++; };
        app.update(1 / 60);
        expect(lines).above(8);
        expect(bend(chain)).closeTo(26.57, 0.05);
    });
});
