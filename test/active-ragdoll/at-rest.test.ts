import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { FULL, HOUND, MANNEQUIN } from '../support/characters';
import { differenceOf, onEachStage, type Actor, type RagdollStage, type Source } from '../support/ragdoll-stage';
import { catchWarnings } from '../support/warnings';

// Limp characters that lie still: they do nothing any more but show where they lie, until something concerns them.

const source = (file: string): Source => ({ name: file, file, clipFile: file, clip: 'walk' });

/* eslint-disable @typescript-eslint/no-explicit-any -- what is private */
const simulationOf = ({ ragdoll }: Actor) => (ragdoll as any).control.simulation;

const isAsleep = (actor: Actor) => simulationOf(actor).ragdoll.bodies.bodies.every((body: any) => !body.isActive());

/** Counts calls of a method from now on. */
function counted(object: any, method: string): () => number {
    let count = 0;
    const original = object[method].bind(object);
    object[method] = (...values: unknown[]) => {
        count++;
        return original(...values);
    };
    return () => count;
}

/** Waits until all bodies sleep: three seconds as a rule, and 8 for the hound in the older Ammo. */
function fallAsleep(stage: RagdollStage, actor: Actor) {
    stage.run(1);
    for (let seconds = 1; seconds < 12 && !isAsleep(actor); seconds++) stage.run(1);
    expect(isAsleep(actor), 'asleep').to.equal(true);
}

/** A character that has fallen over and sleeps, and a twin that plays the same clip. */
function lying(stage: RagdollStage): { actor: Actor; twin: Actor } {
    stage.addFloor();
    const twin = stage.add(stage.addEntity('other')).play();
    const actor = stage.add(stage.addEntity('holder')).play();
    const ragdoll = actor.add({ active: false, rotationWeight: 0, translationWeight: 0 });
    stage.run(0.1);
    ragdoll.active = true;
    fallAsleep(stage, actor);
    return { actor, twin };
}

const places = (actor: Actor) => actor.bodies.map(bone => bone.getPosition().clone());

const farthest = (a: readonly Vec3[], b: readonly Vec3[]) => Math.max(...a.map((place, i) => place.distance(b[i])));

onEachStage('who lies still', (stage) => {
    catchWarnings();

    it('reads neither its bodies nor the animation, solves nothing, and is seen where it was, whatever the clip does', () => {
        const { actor } = lying(stage);
        const before = places(actor);
        const { ragdoll, shown } = simulationOf(actor);
        const { animated } = (actor.ragdoll as any).control.built;
        const work = [[ragdoll.bodies, 'read'], [ragdoll.bodies, 'writeVelocities'], [animated, 'read'], [shown, 'write'], [ragdoll.targets, 'next']]
        .map(([object, method]) => counted(object, method));
        let off = 0;
        stage.run(1, 60, () => { off = Math.max(off, farthest(places(actor), before)); });
        expect(work.map(count => count())).to.deep.equal([0, 0, 0, 0, 0]);
        expect(off).to.be.below(1e-5);
    });

    const AWAKES: Record<string, (actor: Actor) => void> = {
        'a ball': (actor) => {
            const ball = stage.addBox(new Vec3(0.1, 0.1, 0.1), actor.ragdoll.getBoneState('hips')!.position.clone().add(new Vec3(0, 0.5, 0)), { type: 'dynamic', mass: 5 });
            ball.rigidbody!.linearVelocity = new Vec3(0, -3, 0);
        },
        'addImpulse': (actor) => {
            actor.ragdoll.addImpulse('hips', actor.ragdoll.getBoneState('hips')!.position, new Vec3(0, 150, 0));
        },
        'something kinematic that comes': (actor) => {
            const { x, y, z } = actor.ragdoll.getBoneState('hips')!.position;
            const sledge = stage.addBox(new Vec3(0.5, 0.2, 0.2), new Vec3(x - 2, y, z), { type: 'kinematic' });
            const way = () => sledge.translate(2 / 60, 0, 0);
            stage.app.on('update', way);
            sledge.once('destroy', () => stage.app.off('update', way));
        },
        'teleport()': (actor) => {
            const { x, y, z } = actor.model.getPosition();
            actor.ragdoll.teleport(new Vec3(x, y + 1, z));
        }
    };
    for (const [what, act] of Object.entries(AWAKES)) {
        it(`is moved by ${what}, and comes to rest again`, () => {
            const { actor } = lying(stage);
            const before = places(actor);
            act(actor);
            let moved = 0;
            stage.run(2, 60, () => { moved = Math.max(moved, farthest(places(actor), before)); });
            expect(moved, 'metres').to.be.above(0.02);
            if (what.includes('kinematic')) return;
            fallAsleep(stage, actor);
            // not in the air
            expect(actor.ragdoll.getBoneState('hips')!.position.y).to.be.below(0.3);
        });
    }

    it('is seen by the animation as soon as a mapping weight says so, and lies where it lay after that', () => {
        const { actor, twin } = lying(stage);
        const before = places(actor);
        actor.ragdoll.mappingWeight = 0;
        stage.run(1);
        expect(differenceOf(actor, twin).turn, 'degrees').to.be.below(1);
        actor.ragdoll.mappingWeight = 1;
        stage.run(1);
        expect(farthest(places(actor), before)).to.be.below(1e-4);
        expect(isAsleep(actor)).to.equal(true);
    });

    it('stays where it is in the world when its entity goes', () => {
        const { actor } = lying(stage);
        const before = places(actor);
        let off = 0;
        stage.run(0.5, 60, () => {
            actor.model.parent!.translate(0.02, 0, 0.01);
            stage.app.update(0);
            off = Math.max(off, farthest(places(actor), before));
        });
        expect(off).to.be.below(1e-4);
    });

    it('comes back to where the animation is by now when weights say so, without a leap', () => {
        const { actor } = lying(stage);
        Object.assign(actor.ragdoll, { rotationWeight: 1, translationWeight: 1 });
        let before = places(actor);
        let fastest = 0;
        stage.run(1.5, 60, () => {
            const now = places(actor);
            fastest = Math.max(fastest, 60 * farthest(now, before));
            before = now;
        });
        const states = actor.bodies.map(bone => actor.ragdoll.getBoneState(bone)!);
        expect(Math.max(...states.map(({ positionError }) => positionError))).to.be.below(0.02);
        expect(fastest).to.be.below(10);
    });
}, [MANNEQUIN, ...(FULL ? [HOUND] : [])].map(source));
