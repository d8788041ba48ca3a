import { expect } from 'chai';
import { Vec3, Entity, type AppBase } from 'playcanvas';

import { findAmmo } from '../../scripts/physics/ammo';
import { heapLayoutOf } from '../../scripts/physics/heap-layout';
import { SubstepScheduler, type SubstepListener } from '../../scripts/physics/substep-scheduler';
import { BUILDS, createPhysicsApp, loadAmmo } from '../support/physics-app';
import { skipBecause } from '../support/skip';

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes */

for (const build of BUILDS) {
    describe(`Ammo's memory: ${build}`, () => {
        it('holds the numbers of a body where they were found', async () => {
            const ammo: any = await loadAmmo(build);
            const layout = heapLayoutOf(ammo)!;
            const vector = new ammo.btVector3(1, 2, 3);
            const shape = new ammo.btSphereShape(1);
            const body = new ammo.btRigidBody(new ammo.btRigidBodyConstructionInfo(2, null, shape, vector));
            const read = (place: number) => Array.from({ length: 3 }, (_, i) => ammo.HEAPF32[(ammo.getPointer(body) >> 2) + place + i]);
            body.setLinearVelocity(new ammo.btVector3(4, 5, 6));
            body.setAngularVelocity(new ammo.btVector3(7, 8, 9));
            expect(read(layout.linearVelocity)).to.deep.equal([4, 5, 6]);
            expect(read(layout.angularVelocity)).to.deep.equal([7, 8, 9]);
            ammo.HEAPF32[(ammo.getPointer(body) >> 2) + layout.linearVelocity] = -3;
            expect(body.getLinearVelocity().x()).to.equal(-3);
            const transform = new ammo.btTransform();
            transform.setIdentity();
            transform.setOrigin(new ammo.btVector3(10, 11, 12));
            body.setCenterOfMassTransform(transform);
            expect(read(layout.origin)).to.deep.equal([10, 11, 12]);
            expect(read(layout.basis)).to.deep.equal([1, 0, 0]);
        });
    });

    describe(`the scheduler: ${build}`, () => {
        let app: AppBase;
        before(async () => { app = await createPhysicsApp(build); });
        after(() => app.destroy());

        /** Steps of the clock, by what it says. */
        class Counter implements SubstepListener {
            readonly steps: number[][] = [];

            frames = 0;

            constructor(private readonly scheduler: SubstepScheduler) {}

            readonly iterations = 0;

            beforeSteps() { this.frames++; }

            beforeStep() { this.steps.push([this.scheduler.clock[0], this.scheduler.clock[1]]); }
        }

        it('calls the callback before steps that the project has, whenever it was set, and gives it its place back', function chains() {
            const scheduler = SubstepScheduler.of(app)!;
            const ammo: any = findAmmo();
            const { world } = scheduler as any;
            if (!ammo.addFunction) skipBecause(this, 'this build hides its functions');
            const calls = [0, 0];
            const own = calls.map((_, i) => ammo.addFunction(() => { calls[i]++; }, 'vif'));
            const run = (frames: number) => { for (let frame = 0; frame < frames; frame++) app.update(1 / 60); };
            world.setInternalTickCallback(own[0], 0, true);
            const counter = new Counter(scheduler);
            scheduler.add(counter);
            run(10);
            expect(calls[0]).to.be.within(9, 11);
            expect(counter.steps.length).to.equal(calls[0]);
            world.setInternalTickCallback(own[1], 0, true);
            run(10);
            expect(calls[0]).to.be.within(9, 11);
            expect(calls[1]).to.be.within(9, 11);
            expect(counter.steps.length).to.equal(calls[0] + calls[1]);
            scheduler.remove(counter);
            run(10);
            expect(calls[1]).to.be.within(19, 21);
            // a build that hides its table: not called, and that is known
            const { asm } = ammo;
            ammo.asm = {};
            scheduler.add(counter);
            expect(scheduler.isBlocking).to.equal(true);
            run(10);
            expect(calls[1]).to.be.within(19, 21);
            scheduler.remove(counter);
            ammo.asm = asm;
            world.setInternalTickCallback(0, 0, true);
        });

        it('calls once before each step, with its end as a share of the frame', () => {
            const scheduler = SubstepScheduler.of(app)!;
            for (const rate of [20, 30, 60, 100, 144]) {
                const counter = new Counter(scheduler);
                scheduler.add(counter);
                for (let frame = 0; frame < rate; frame++) app.update(1 / rate);
                scheduler.remove(counter);
                expect(counter.steps.length, `${rate} Hz`).to.be.within(59, 61);
                for (const [h, share] of counter.steps) {
                    expect(h).to.be.closeTo(1 / 60, 1e-8);
                    expect(share).to.be.at.least(0).and.at.most(1);
                }
                if (rate === 30) {
                    const shares = counter.steps.map(([, share]) => share);
                    for (let i = 2; i < shares.length; i++) expect(shares[i]).to.be.closeTo(shares[i - 2], 1e-3);
                    expect(Math.abs(shares[1] - shares[0])).to.be.closeTo(0.5, 1e-3);
                }
            }
        });

        it('is one for an application, and leaves its world as it was', () => {
            expect(SubstepScheduler.of(app)).to.equal(SubstepScheduler.of(app));
            const { world } = SubstepScheduler.of(app)!;
            expect(Object.hasOwn(world, 'stepSimulation')).to.equal(false);
        });

        it('puts off what changes the world to the end of the steps', () => {
            const scheduler = SubstepScheduler.of(app)!;
            const heard: string[] = [];
            const listener = { iterations: 0, beforeSteps() {}, beforeStep: () => { scheduler.afterStep(() => heard.push('after')); heard.push('before'); } };
            scheduler.add(listener);
            app.update(1 / 60);
            scheduler.remove(listener);
            expect(heard).to.deep.equal(['before', 'after']);
            scheduler.afterStep(() => heard.push('now'));
            expect(heard.pop()).to.equal('now');
        });

        it('keeps a force of the project up through all steps of a frame', () => {
            const scheduler = SubstepScheduler.of(app)!;
            const speeds = [false, true].map((withListener) => {
                const counter = new Counter(scheduler);
                if (withListener) scheduler.add(counter);
                const box = new Entity('box', app);
                app.root.addChild(box);
                box.addComponent('collision', { type: 'box', halfExtents: new Vec3(0.5, 0.5, 0.5) });
                box.addComponent('rigidbody', { type: 'dynamic', mass: 2, linearDamping: 0 });
                for (let frame = 0; frame < 15; frame++) {
                    box.rigidbody!.applyForce(10, 0, 0);
                    app.update(1 / 15);
                }
                const speed = box.rigidbody!.linearVelocity.x;
                box.destroy();
                if (withListener) scheduler.remove(counter);
                return speed;
            });
            expect(speeds[1]).to.be.closeTo(speeds[0], 0.1).and.closeTo(5, 0.2);
        });

        it('finds the library that is loaded', () => {
            expect(findAmmo()).to.not.equal(null);
        });
    });
}
