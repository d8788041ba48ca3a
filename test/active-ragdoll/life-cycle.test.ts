import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { SubstepScheduler } from '../../scripts/physics/substep-scheduler';
import { BUILDS } from '../support/physics-app';
import { differenceOf, exactPose, onEachStage, RagdollStage, STANDING, WALKING } from '../support/ragdoll-stage';
import { itFull, skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// The life of the script: what it leaves in the world, what it leaves alone, and what others may do to it.

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes */

onEachStage('the life of the script', (stage) => {
    catchWarnings();
    const system = () => stage.app.systems.rigidbody as any;

    it('leaves nothing in the world: neither a body nor a hook', () => {
        const world = system().dynamicsWorld;
        let [bodies, joints] = [0, 0];
        const count = (name: string, change: (by: number) => void, by: number) => {
            const original = world[name];
            world[name] = function counted(...args: unknown[]) {
                change(by);
                return original.apply(this, args);
            };
            return () => { delete world[name]; };
        };
        const restore = [
            count('addRigidBody', (by) => { bodies += by; }, 1), count('removeRigidBody', (by) => { bodies += by; }, -1),
            count('addConstraint', (by) => { joints += by; }, 1), count('removeConstraint', (by) => { joints += by; }, -1)
        ];
        const actor = stage.add().play();
        const ragdoll = actor.add({});
        for (const off of [() => { ragdoll.active = false; }, () => { ragdoll.enabled = false; }, () => { actor.model.enabled = false; }, () => actor.model.destroy()]) {
            stage.run(0.1);
            expect(bodies).to.equal(actor.bodies.length);
            expect(joints).to.equal(bodies - 1);
            off();
            expect([bodies, joints]).to.deep.equal([0, 0]);
            expect(Object.hasOwn(world, 'stepSimulation')).to.equal(false);
            stage.run(0.1);
            Object.assign(ragdoll, { active: true, enabled: true });
            if (actor.model.script) actor.model.enabled = true;
        }
        for (const back of restore) back();
    });

    it('gives the bones back to the animation when the script or its entity is disabled', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 0 });
        stage.run(0.3);
        expect(differenceOf(actor, twin).turn).to.be.above(5);
        ragdoll.enabled = false;
        stage.step();
        expect(exactPose(actor)).to.deep.equal(exactPose(twin));
        ragdoll.enabled = true;
        stage.run(0.3);
        expect(differenceOf(actor, twin).turn).to.be.above(5);
    });

    it('may be disabled or destroyed in the middle of a step, by what it hits', () => {
        for (const end of ['disable', 'destroy', 'remove'] as const) {
            const floor = stage.addFloor();
            const actor = stage.add().play();
            const ragdoll = actor.add({ rotationWeight: 0 });
            let hit = false;
            const onFirst = () => {
                if (hit) return;
                hit = true;
                if (end === 'disable') ragdoll.enabled = false;
                else if (end === 'remove') actor.model.script!.destroy('activeRagdoll');
                else actor.model.destroy();
            };
            if (stage.build === 'ammo.js') {
                // that build cannot report contacts: ended by a script that runs between steps
                stage.run(0.5);
                onFirst();
            } else {
                floor.collision!.on('contact', onFirst);
                stage.run(1);
            }
            expect(hit).to.equal(true);
            stage.run(0.2);
            stage.clear();
        }
    });

    itFull('leaves the bodies of the project as they are: a falling box moves and is shown bit for bit as without a ragdoll', async () => {
        for (const rate of [30, 50, 60, 144]) {
            const runs: number[][] = [];
            for (const withRagdoll of [false, true]) {
                // each on an app of its own: what one leaves over of a step is not the other's
                const fresh = new RagdollStage(stage.source, stage.build);
                await fresh.open();
                const ragdoll = fresh.add().play().add({ active: withRagdoll, rotationWeight: 0.5, translationWeight: 0.5 });
                const box = fresh.addBox(new Vec3(0.2, 0.3, 0.4), new Vec3(20, 5, 0), { type: 'dynamic', mass: 3 });
                const places: number[] = [];
                for (let frame = 0; frame < rate - 2; frame++) {
                    box.rigidbody!.applyForce(4, 1, 0);
                    box.rigidbody!.applyTorque(0.3, 0, 0.1);
                    fresh.step(1 / rate);
                    const { x, y, z } = box.getPosition();
                    places.push(x, y, z);
                }
                expect(Boolean(ragdoll.getBoneState('hips'))).to.equal(withRagdoll);
                runs.push(places);
                fresh.close();
            }
            const largest = Math.max(...runs[0].map((value, i) => Math.abs(value - runs[1][i])));
            // in parts, a frame's time is added up in another order
            if (stage.build === 'ammo.js') expect(largest, `${rate} Hz`).to.be.below(1e-5);
            else expect(largest, `${rate} Hz`).to.equal(0);
        }
    });

    it('gives the solver more iterations in the steps of a limp body, and leaves the project its own', () => {
        const { dynamicsWorld: world } = stage.app.systems.rigidbody as any;
        const info = world.getSolverInfo();
        if (!info.get_m_numIterations) return;
        const usual = info.get_m_numIterations();
        const seen = new Set<number>();
        const listener = { beforeSteps() {}, beforeStep() { seen.add(info.get_m_numIterations()); }, iterations: 0 };
        const scheduler = SubstepScheduler.of(stage.app)!;
        const ragdoll = stage.add().play().add({ rotationWeight: 1, translationWeight: 1 });
        scheduler.add(listener);
        stage.run(0.2);
        expect([...seen]).to.deep.equal([usual]);
        seen.clear();
        Object.assign(ragdoll, { rotationWeight: 0, translationWeight: 0 });
        for (let frame = 0; frame < 10; frame++) {
            stage.step();
            expect(info.get_m_numIterations()).to.equal(usual);
        }
        expect(Math.max(...seen)).to.be.above(usual);
        scheduler.remove(listener);
    });

    it('passes through the colliders of its own character, also when they are made anew', () => {
        const holder = stage.addEntity('hero');
        holder.addComponent('collision', { type: 'capsule', radius: 0.35, height: 1.9 });
        holder.addComponent('rigidbody', { type: 'kinematic' });
        holder.setPosition(0, 0.95, 0);
        const [actor, twin] = [stage.add(holder).play(), stage.add().play()];
        actor.model.setLocalPosition(0, -0.95, 0);
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1, maxForce: 1000 });
        const check = () => {
            stage.run(0.4);
            expect(differenceOf(actor, twin).turn).to.be.below(1);
            expect(ragdoll.getBoneState('spine1')!.positionError).to.be.below(0.02);
        };
        check();
        holder.rigidbody!.type = 'static';
        check();
        holder.rigidbody!.type = 'kinematic';
        check();
        holder.removeComponent('rigidbody');
        check();
        ragdoll.active = false;
        stage.run(0.1);
    });

    it('is found by the engine\'s rays as the bone that is hit', function hits() {
        if (stage.build === 'ammo.js') skipBecause(this, 'the engine casts no rays with this build');
        const actor = stage.add();
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.2);
        const { position } = ragdoll.getBoneState('head')!;
        const hit = system().raycastFirst(new Vec3(position.x, position.y + 0.08, position.z + 3), new Vec3(position.x, position.y + 0.08, position.z - 3));
        expect((hit.entity as Entity).name).to.include('Head');
    });

    it('takes up other settings while it runs: refresh, bones, masses, self collision', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.2);
        for (const change of [{ totalMass: 40 }, { massPreset: 'anatomical' as const }, { selfCollision: true }, { collisionMask: 2 }]) {
            Object.assign(ragdoll, change);
            stage.run(0.2);
            expect(ragdoll.getBoneState('hips'), JSON.stringify(change)).to.not.equal(null);
            // arms that brush the trunk are kept off it
            expect(differenceOf(actor, twin).turn, JSON.stringify(change)).to.be.below('selfCollision' in change ? 15 : 0.5);
            ragdoll.selfCollision = false;
            // what it has pushed away fades
            stage.run(0.4);
        }
    });

    it('waits for the bodies with a push that comes with the switch', () => {
        const actor = stage.add();
        const ragdoll = actor.add({ active: false, rotationWeight: 0 });
        stage.run(0.1);
        ragdoll.active = true;
        ragdoll.addImpulse('head', actor.nodes.find(({ name }) => name.includes('Head'))!.getPosition(), new Vec3(0, 0, 30));
        stage.run(0.1);
        expect(ragdoll.getBoneState('head')!.linearVelocity.z).to.be.above(0.5);
    });

    it('goes on under another gravity and another step', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.2);
        for (const [gravity, step] of [[-3, 1 / 60], [5, 1 / 90], [-9.81, 1 / 200], [-9.81, 1 / 60]]) {
            system().gravity.set(0, gravity, 0);
            system().fixedTimeStep = step;
            stage.run(0.3);
            expect(differenceOf(actor, twin).turn, `${gravity} ${step}`).to.be.below(0.5);
            expect(ragdoll.getBoneState('hips')!.positionError).to.be.below(0.005);
        }
    });

    it('survives its model: a new one is taken up by refresh', () => {
        const holder = stage.addEntity();
        const old = stage.add(holder).play();
        holder.addComponent('script');
        const ragdoll = holder.script!.create('activeRagdoll', { attributes: { active: true } }) as any;
        stage.run(0.1);
        old.model.destroy();
        stage.run(0.1);
        expect(ragdoll.problems()).to.have.length(1);
        const actor = stage.add(holder).play();
        ragdoll.refresh();
        stage.run(0.1);
        expect(ragdoll.problems()).to.deep.equal([]);
        expect(actor.nodes).to.include(ragdoll.getBoneState('hips').bone);
    });

    it('takes calls while it is disabled from the start, and works when it is enabled', () => {
        const actor = stage.add().play();
        actor.model.addComponent('script');
        const ragdoll = actor.model.script!.create('activeRagdoll', { enabled: false, attributes: { active: true } }) as any;
        ragdoll.refresh();
        ragdoll.setBoneWeights('head', 0, 0);
        ragdoll.rotationWeight = 0.5;
        stage.run(0.1);
        expect(ragdoll.getBoneState('hips')).to.equal(null);
        ragdoll.enabled = true;
        stage.run(0.1);
        expect(ragdoll.getBoneState('hips')).to.not.equal(null);
        expect(ragdoll.problems()).to.deep.equal([]);
    });
}, [WALKING]);

/** Most that JavaScript's heap may differ by, bytes: compiled code and what the engines of the tests keep; 0.5 to 1 MB are seen after 6000 switches. */
const NOISE = 1.25e6;

/** Bytes of a block that no hole of the heap takes, and what its head takes. */
const BLOCK = 2 ** 19;
const ROUNDING = 1024;

onEachStage('memory', (stage) => {
    itFull('is as much after many ragdolls as after ten: the place of a block behind all others in Ammo\'s heap, and JavaScript\'s heap', function switches() {
        this.timeout(600000);
        setFlagsFromString('--expose-gc');
        const collect = runInNewContext('gc') as () => void;
        const ammo = (globalThis as any).Ammo;
        /** Wrappers that Ammo keeps in JavaScript. */
        const wrappers = () => ['btRigidBody', 'btConeTwistConstraint', 'btPoint2PointConstraint', 'btTransform', 'btVector3', 'btCapsuleShape', 'btBoxShape', 'btQuaternion']
        .map(name => Object.keys(ammo.getCache(ammo[name])).length);
        const actor = stage.add();
        const ragdoll = actor.add({ active: false, rotationWeight: 0 });
        const cycle = (count: number) => {
            for (let i = 0; i < count; i++) {
                ragdoll.active = true;
                // of both kinds: a ragdoll that is driven has switches of its own
                ragdoll.rotationWeight = i % 2;
                for (let frame = 0; frame < 4; frame++) stage.step();
                expect(ragdoll.getBoneState('hips')).to.not.equal(null);
                ragdoll.active = false;
            }
            collect();
        };
        // until most of it is compiled
        cycle(150);
        // a block lies where the largest free one begins: at its end is the end of the heap. The first one fills a hole
        ammo._malloc(BLOCK);
        cycle(10);
        const first = ammo._malloc(BLOCK);
        const [size, kept, used] = [ammo.HEAPF32.length, wrappers(), process.memoryUsage().heapUsed];
        cycle(1000);
        expect(ammo._malloc(BLOCK) - first, 'what the largest free block begins later by').to.be.within(BLOCK, BLOCK + ROUNDING);
        expect(ammo.HEAPF32.length).to.equal(size);
        expect(wrappers()).to.deep.equal(kept);
        expect(process.memoryUsage().heapUsed - used, 'bytes of JavaScript').to.be.below(NOISE);
    });
}, [STANDING], BUILDS);
