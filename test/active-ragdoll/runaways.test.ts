import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { furtherRig } from '../support/characters';
import { BUILDS } from '../support/physics-app';
import { onEachStage, SOURCES, type Actor, type RagdollStage } from '../support/ragdoll-stage';
import { catchWarnings } from '../support/warnings';

// Bodies never leave the rest: those that begin in the ground are put on top of it, none is faster than anything that falls or is hit, and
// one that is torn away is put back.

const LIMP = { rotationWeight: 0, translationWeight: 0 };

/** Metres a second that no body exceeds. */
const FASTEST = 30;

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo's own getters */
const bodiesOf = ({ ragdoll }: Actor): any[] => (ragdoll as any).control.simulation?.ragdoll.bodies.bodies ?? [];

/** Speed of the fastest body, as Ammo has it. */
function fastest(actor: Actor): number {
    return Math.max(0, ...bodiesOf(actor).map((body) => {
        const v = body.getLinearVelocity();
        return Math.hypot(v.x(), v.y(), v.z());
    }));
}

/** Height of the head over the feet. */
const heightOf = ({ model }: Actor) => findCharacter(model)!.height;

/** A limp character whose feet are a share of its height below the top of a slab. */
function buried(stage: RagdollStage, share: number, thickness: number): { actor: Actor; depth: number } {
    const actor = stage.add(stage.addEntity('holder')).play();
    const depth = share * heightOf(actor);
    stage.addBox(new Vec3(20, thickness / 2, 20), new Vec3(0, depth - thickness / 2, 0), { type: 'static', friction: 0.6 });
    actor.add(LIMP);
    return { actor, depth };
}

onEachStage('bodies that begin in the ground', (stage) => {
    catchWarnings();

    for (const [share, thickness] of [[0.1, 1], [0.4, 1], [0.7, 20]]) {
        it(`${share} of the height deep in a floor of ${thickness} m are put on top of it before the first step, and come to lie there`, () => {
            const { actor, depth } = buried(stage, share, thickness);
            stage.run(2 / 60);
            const centres = actor.bodies.map(bone => actor.ragdoll.getBoneState(bone)!.position.y);
            expect(centres).to.have.length.above(5);
            expect(Math.min(...centres), 'lowest centre over the floor').to.be.above(depth);
            let speed = 0;
            stage.run(3, 60, () => { speed = Math.max(speed, fastest(actor)); });
            expect(speed, 'as in any fall').to.be.below(10);
            expect((actor.ragdoll.getBoneState('hips')!.position.y - depth) / heightOf(actor), 'hips over the floor').to.be.within(0.02, 0.4);
        });
    }

    it('are seen to come out of it, and not to leap', () => {
        const { actor } = buried(stage, 0.3, 1);
        stage.step();
        const hips = findCharacter(actor.model)!.skeleton.nodes[findCharacter(actor.model)!.bones.get('hips')!];
        let before = hips.getPosition().y;
        let leap = 0;
        stage.run(0.5, 60, () => {
            const { y } = hips.getPosition();
            leap = Math.max(leap, Math.abs(y - before));
            before = y;
        });
        expect(leap, 'metres in a frame').to.be.below(0.1);
    });

    it('stay where they are below a ceiling, on a floor, and where the animation holds them', () => {
        stage.addFloor();
        stage.addBox(new Vec3(3, 0.1, 3), new Vec3(0, 2.2, 0), { type: 'static' });
        const actor = stage.add(stage.addEntity('holder')).play();
        actor.add(LIMP);
        stage.run(3 / 60);
        expect(actor.ragdoll.getBoneState('hips')!.positionError).to.be.below(0.02);
        stage.clear();
        const { actor: pinned } = buried(stage, 0.3, 1);
        pinned.ragdoll.translationWeight = 1;
        pinned.ragdoll.rotationWeight = 1;
        stage.run(3 / 60);
        expect(pinned.ragdoll.getBoneState('head')!.positionError).to.be.below(0.02);
    });
}, [SOURCES[0], SOURCES[4]], BUILDS);

onEachStage('no body runs away', (stage) => {
    const warnings = catchWarnings();

    it('under pushes that nobody could give', () => {
        stage.addFloor();
        const actor = stage.add(stage.addEntity('holder')).play();
        const ragdoll = actor.add(LIMP);
        stage.run(0.2);
        let speed = 0;
        const watch = () => { speed = Math.max(speed, fastest(actor)); };
        for (const [bone, impulse] of [['leftHand', new Vec3(10000, 0, 0)], ['head', new Vec3(0, 5000, 0)], ['hips', new Vec3(0, -1e5, 3e4)]] as const) {
            ragdoll.addImpulse(bone, ragdoll.getBoneState(bone)!.position, impulse);
            stage.run(1, 60, watch);
        }
        expect(speed).to.be.within(5, FASTEST + 0.01);
    });

    it('and who falls off a train goes on as fast as it', () => {
        const train = stage.addEntity('train');
        const actor = stage.add(train).play();
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        let way = 0;
        // no faster than what counts as motion and not as a jump
        stage.run(0.5, 60, () => { train.setPosition(0, 0, way += 40 / 60); });
        Object.assign(ragdoll, LIMP);
        stage.run(0.5);
        expect(ragdoll.getBoneState('hips')!.linearVelocity.z).to.be.within(38, 42);
    });

    it('one that is torn away is put back with all others, with one sentence and one event', () => {
        stage.addFloor();
        const actor = stage.add(stage.addEntity('holder')).play();
        const ragdoll = actor.add(LIMP);
        let restored = 0;
        ragdoll.on('restored', () => { restored++; });
        stage.run(1);
        const { Ammo } = globalThis as any;
        const body = bodiesOf(actor)[actor.bodies.indexOf(ragdoll.getBoneState('head')!.bone as never)];
        const place = new Ammo.btTransform();
        place.setIdentity();
        place.setOrigin(new Ammo.btVector3(0, 40, 0));
        body.setWorldTransform(place);
        stage.run(2 / 60);
        expect(restored).to.equal(1);
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.match(/the body of ".*[hH]ead" was torn far away.*put back/);
        for (const bone of actor.bodies) expect(ragdoll.getBoneState(bone)!.position.length()).to.be.below(3);
        expect(fastest(actor)).to.be.below(10);
    });
}, [SOURCES[0]], BUILDS);

const ROBOT = furtherRig('more/RobotExpressive.glb');

onEachStage('a robot whose shapes are guessed', (stage) => {
    catchWarnings();

    it('has none that is thicker than it is long, and lies still after a fall', () => {
        stage.addFloor();
        const actor = stage.add(stage.addEntity('holder')).play();
        const ragdoll = actor.add(LIMP) as any;
        stage.run(2 / 60);
        const { build } = ragdoll.control.built;
        const thicknessOf = ({ radius, half }: any) => 2 * (radius || Math.min(...half));
        build.plans.forEach(({ points, length, name }: any, i: number) => {
            if (points.length === 0 && length > 0) expect(thicknessOf(build.shapes[i]), name).to.be.at.most(length * 1.001);
        });
        let speed = 0;
        stage.run(5, 60, () => { speed = Math.max(speed, fastest(actor)); });
        expect(speed).to.be.below(FASTEST);
        expect(bodiesOf(actor).every(body => !body.isActive()), 'asleep').to.equal(true);
    });
}, ROBOT ? [{ name: 'RobotExpressive', file: ROBOT, clipFile: ROBOT, clip: 'Idle' }] : []);

onEachStage('methods that are called with nothing, or with nonsense', (stage) => {
    const warnings = catchWarnings();

    const NONSENSE: unknown[] = [undefined, null, NaN, 'hips', {}, new Vec3(NaN, 0, 0), new Vec3(0, Infinity, 0), new Quat(NaN, 0, 0, 1), []];
    const METHODS = ['addImpulse', 'teleport', 'setBoneWeights', 'getBoneState'] as const;

    it('do nothing but say so', () => {
        stage.addFloor();
        const [actor, twin] = [stage.add(stage.addEntity('holder')).play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 }) as any;
        stage.run(0.2);
        for (const method of METHODS) {
            expect(() => ragdoll[method](), method).not.to.throw();
            for (const one of NONSENSE) for (const other of NONSENSE) ragdoll[method](one, other, other);
            stage.step();
        }
        stage.run(0.2);
        expect(actor.node('mixamorig:Head').getPosition().distance(twin.node('mixamorig:Head').getPosition())).to.be.below(0.01);
        expect(warnings.some(text => text.includes('addImpulse() was called with what is no number'))).to.equal(true);
    });

    it('on a script that is gone do nothing at all', () => {
        const actor = stage.add(stage.addEntity('holder')).play();
        const ragdoll = actor.add({}) as any;
        stage.run(0.1);
        actor.model.removeComponent('script');
        ragdoll.refresh();
        ragdoll.totalMass = 50;
        ragdoll.bones = [];
        ragdoll.addImpulse('hips', new Vec3(), Vec3.UP);
        ragdoll.teleport(Vec3.ZERO);
        stage.run(0.1);
    });

    for (const scale of [0, NaN, Infinity]) {
        it(`a character of the scale ${scale} is said to have none`, () => {
            const holder = stage.addEntity('holder');
            const actor = stage.add(holder).play();
            holder.setLocalScale(scale, scale, scale);
            const ragdoll = actor.add({});
            stage.run(0.1);
            expect(ragdoll.problems()).to.have.length(1);
            expect(ragdoll.problems()[0]).to.match(/size|scale|number/);
        });
    }
}, [SOURCES[0]]);
