import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { FULL, HOUND, MANNEQUIN } from '../support/characters';
import { backwards, hingesOf, shownBackwards } from '../support/hinges';
import { onEachStage, type Actor, type RagdollStage, type Source } from '../support/ragdoll-stage';
import { boundOf, type Reached } from '../support/reached';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Limp characters that are dropped: hinges do not bend the wrong way, bodies come to rest, sleep and wake again.

const source = (file: string, clip: string, clipFile = file): Source => ({ name: file, file, clipFile, clip });
const CHARACTERS = [
    source(MANNEQUIN, 'walk'), source(HOUND, 'walk'), source('Xbot.glb', 'walk'), source('bitmoji.glb', '', 'bitmoji-walk.glb'), source('Husky.glb', 'Walk'),
    source('Knight.glb', 'Walk'), source('Soldier.glb', 'Walk')
];

/** The wrong way shown, degrees: its clip holds the straight knee 4 degrees aside, so that the axis of the clip is not quite that of the joint. */
const REACHED_SHOWN: Reached = { 'bitmoji.glb': 3.3 };

/* eslint-disable @typescript-eslint/no-explicit-any -- what is private */
const isAsleep = (actor: Actor) => (actor.ragdoll as any).control.simulation.ragdoll.bodies.bodies.every((body: any) => !body.isActive());

function drop(stage: RagdollStage, height: number, turn = 20): Actor {
    const holder = stage.addEntity('holder');
    const actor = stage.add(holder).play();
    holder.setPosition(0, height, 0);
    holder.setEulerAngles(0, turn, 0);
    actor.add({ active: false, rotationWeight: 0, translationWeight: 0 });
    return actor;
}

function shown(actor: Actor): Vec3[] {
    return actor.bodies.map(bone => bone.getPosition().clone());
}

onEachStage('a limp character that is dropped from 1 m', (stage) => {
    catchWarnings();

    it('sleeps within 5 s, is still then to 0.01 mm, and is woken by a touch', () => {
        stage.addFloor();
        const actor = drop(stage, 1);
        actor.ragdoll.active = true;
        stage.run(5);
        expect(isAsleep(actor), 'asleep').to.equal(true);
        const before = shown(actor);
        stage.run(0.5);
        shown(actor).forEach((place, i) => expect(place.distance(before[i])).to.be.below(1e-5));
        const { position } = actor.ragdoll.getBoneState('hips')!;
        stage.addBox(new Vec3(0.15, 0.15, 0.15), position.clone().add(new Vec3(0, 0.8, 0)), { type: 'dynamic', mass: 10 });
        let wasAwake = false;
        stage.run(1, 60, () => { wasAwake ||= !isAsleep(actor); });
        expect(wasAwake, 'awake').to.equal(true);
    });

    for (const step of FULL ? [1 / 60, 1 / 120] : [1 / 60]) {
        it(`bends knees and elbows the wrong way by at most 10 degrees, and shows at most 2 beyond its clips: steps of 1/${Math.round(1 / step)}`, () => {
            (stage.app.systems.rigidbody as any).fixedTimeStep = step;
            stage.addFloor();
            const actor = drop(stage, 1);
            actor.ragdoll.active = true;
            stage.run(0.05);
            actor.ragdoll.active = false;
            stage.run(0.5);
            const hinges = hingesOf(actor);
            // what the clip itself has
            const own = hinges.map(() => 0);
            stage.run(2, 60, () => {
                hinges.forEach((hinge, i) => { own[i] = Math.max(own[i], shownBackwards(hinge)); });
            });
            actor.ragdoll.active = true;
            stage.run(0.05);
            let [body, seen] = [0, 0];
            stage.run(3, 60, () => {
                hinges.forEach((hinge, i) => {
                    const state = (bone: Entity) => actor.ragdoll.getBoneState(bone)!.rotation;
                    body = Math.max(body, backwards(hinge, state(hinge.upper), state(hinge.lower)) - own[i]);
                    seen = Math.max(seen, shownBackwards(hinge) - own[i]);
                });
            });
            expect(body, 'bodies').to.be.at.most(10);
            expect(seen, 'shown').to.be.at.most(boundOf({ name: stage.source.file }, 2, REACHED_SHOWN));
            (stage.app.systems.rigidbody as any).fixedTimeStep = 1 / 60;
        });
    }
}, CHARACTERS);

/** A ball against a shin from in front, where a knee does not bend: kilograms, metres, metres per second. */
const SHIN_BALL = { mass: 4, radius: 0.11, speed: 11 };

/**
 * The wrong way of bodies, degrees, and pictures in which it is above that of limp ones: joints of driven bodies have no stops, only the solver's limits,
 * which give way to a hit of a few steps.
 */
const DRIVEN = 25;
const PICTURES = 8;

onEachStage('a ball on the shin', (stage) => {
    catchWarnings();
    for (const weight of [0, 0.1, 1]) {
        it(`bends the knee the wrong way for a moment alone, and shows at most 2 degrees beyond its clip: weights ${weight}`, function () {
            const actor = drop(stage, 0, 0);
            actor.ragdoll.active = true;
            stage.run(0.05);
            actor.ragdoll.active = false;
            stage.run(0.5);
            const knee = hingesOf(actor).find(({ name }) => name === 'leftKnee')!;
            let own = 0;
            stage.run(2, 60, () => { own = Math.max(own, shownBackwards(knee)); });
            stage.addFloor();
            Object.assign(actor.ragdoll, { active: true, rotationWeight: weight, translationWeight: weight });
            stage.run(0.05);
            const state = (bone: Entity) => actor.ragdoll.getBoneState(bone)!;
            const { radius, mass, speed } = SHIN_BALL;
            const from = state(knee.lower).position.clone().add(new Vec3(0, 0, 0.6));
            const ball = stage.addBox(new Vec3(radius, radius, radius), from, { type: 'dynamic', mass });
            Object.assign(ball.collision!, { type: 'sphere', radius });
            ball.rigidbody!.linearVelocity = new Vec3(0, 0, -speed);
            let [body, seen, pictures] = [0, 0, 0];
            stage.run(1, 60, () => {
                const wrong = backwards(knee, state(knee.upper).rotation, state(knee.lower).rotation) - own;
                if (wrong > 10) pictures++;
                body = Math.max(body, wrong);
                seen = Math.max(seen, shownBackwards(knee) - own);
            });
            expect(ball.rigidbody!.linearVelocity.z, 'it has hit').to.be.above(-0.8 * speed);
            this.test!.title += ` (${body.toFixed(1)} degrees, ${pictures} pictures)`;
            expect(body, 'bodies').to.be.at.most(weight > 0 ? DRIVEN : 10);
            expect(pictures, 'pictures').to.be.at.most(PICTURES);
            expect(seen, 'shown').to.be.at.most(2);
        });
    }
}, CHARACTERS.filter(({ file }) => file === MANNEQUIN || file === 'Xbot.glb' || file === 'Soldier.glb'));

onEachStage('a pile', (stage) => {
    catchWarnings();
    itFull('of five limp characters sleeps within 12 s', () => {
        stage.addFloor();
        const actors = [0, 1, 2, 3, 4].map(i => drop(stage, 1 + 0.8 * i, 70 * i));
        for (const actor of actors) actor.ragdoll.active = true;
        stage.run(12);
        expect(actors.filter(actor => !isAsleep(actor))).to.have.length(0);
    });
}, [CHARACTERS[0], CHARACTERS[2]]);
