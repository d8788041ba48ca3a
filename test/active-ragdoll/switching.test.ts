import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { FULL } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { differenceOf, onEachStage, STEP, worse, NO_DIFFERENCE, WALKING, type Actor, type RagdollSettings, type RagdollStage } from '../support/ragdoll-stage';
import { itFull } from '../support/skip';

// Switching on, off and over: velocities are inherited, and no pose jumps.

/** Largest turn of a bone that a switch may add to a frame, degrees. */
const JUMP = 0.5;

const SPEED = 5;

/** Shares of its speed with which a bone goes on. */
const SPEEDS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Settings between which the script is switched over. */
const DEFAULTS = {
    active: true, drive: 'velocity', rotationWeight: 1, translationWeight: 1, mappingWeight: 1, maxTorque: 0, maxForce: 0, frequency: 8
} as const;
const STATES: Record<string, RagdollSettings> = {
    '1 and 1': {},
    '1 and 0.3': { translationWeight: 0.3 },
    '0.3 and 0.3': { rotationWeight: 0.3, translationWeight: 0.3 },
    '0.1 and 0': { rotationWeight: 0.1, translationWeight: 0 },
    limp: { rotationWeight: 0, translationWeight: 0 },
    spring: { drive: 'spring' },
    'scaled spring': { drive: 'springInertiaScaled' },
    'slow scaled spring': { drive: 'springInertiaScaled', frequency: 2, translationWeight: 0.3 },
    capped: { maxTorque: 60, maxForce: 60 },
    unmapped: { rotationWeight: 0.3, translationWeight: 0.3, mappingWeight: 0 },
    off: { active: false }
};
const ALL_PAIRS = Object.keys(STATES).flatMap(from => Object.keys(STATES).filter(to => to !== from).map(to => [from, to] as const));
const PAIRS = FULL ? ALL_PAIRS : ALL_PAIRS.filter(([from, to], i) => from === 'limp' || to === '1 and 1' || i % 9 === 0);

/** What is on the animation when it has taken over, and the largest part of the way to it that a frame goes. */
const EXACT = '1 and 1';
const LARGEST_PART = 0.25;

/** Mean velocity of the bodies, each by its share of the mass. */
function meanVelocity(actor: Actor): Vec3 {
    const { ragdoll } = actor;
    const { masses } = (ragdoll as unknown as { control: { built: { plan: { tree: { masses: Float64Array } } } } }).control.built.plan.tree;
    const bones = (ragdoll as unknown as { control: { built: { nodes: typeof actor.nodes } } }).control.built.nodes;
    const mean = new Vec3();
    bones.forEach((bone, i) => mean.add(ragdoll.getBoneState(bone)!.linearVelocity.clone().mulScalar(masses[i])));
    return mean.mulScalar(1 / masses.reduce((sum, mass) => sum + mass, 0));
}

/** How far the last of three poses, the newest first, is from the motion of the two before: what another drive does not follow, degrees. */
function unsteadiness([now, before, first]: Quat[][]): number {
    return Math.max(...now.map((turn, i) => turnBetween(turn, before[i].clone().mul(first[i].clone().invert()).mul(before[i]))));
}

function until(stage: RagdollStage, done: () => boolean, each = () => {}) {
    for (let frame = 0; frame < 10 && !done(); frame++) {
        each();
        stage.step();
    }
    expect(done()).to.equal(true);
}

onEachStage('switching', (stage) => {
    it('gives a limp body at 5 m/s its speed: the centre of mass within 5 percent in the next step', () => {
        const actor = stage.add().play();
        const ragdoll = actor.add({ active: false, rotationWeight: 0 });
        const move = () => actor.model.translate(SPEED * STEP, 0, 0);
        for (let frame = 0; frame < 20; frame++) {
            move();
            stage.step();
        }
        ragdoll.active = true;
        until(stage, () => ragdoll.getBoneState('hips') !== null, move);
        move();
        stage.step();
        const { x, y, z } = meanVelocity(actor);
        expect(x).to.be.closeTo(SPEED, 0.05 * SPEED);
        // one or two steps of falling, and the walk's own bobbing
        expect(Math.abs(y)).to.be.below(0.8);
        expect(Math.abs(z)).to.be.below(0.4);
    });

    it('adds no jump: on, off, over to other drives and weights', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ active: false, rotationWeight: 1, translationWeight: 1 });
        const switches: (() => void)[] = [
            () => { ragdoll.active = true; },
            () => { ragdoll.maxTorque = 2000; },
            () => { ragdoll.maxForce = 500; },
            () => { ragdoll.active = false; },
            () => { ragdoll.active = true; },
            () => { ragdoll.translationWeight = 0.5; },
            () => { ragdoll.rotationWeight = 0.5; },
            () => { ragdoll.active = false; },
            () => { ragdoll.drive = 'springInertiaScaled'; },
            () => { Object.assign(ragdoll, { active: true, rotationWeight: 1, translationWeight: 1 }); }
        ];
        for (const change of switches) {
            stage.run(0.5);
            const turns = [differenceOf(actor, twin).turn];
            stage.step();
            turns.push(differenceOf(actor, twin).turn);
            change();
            stage.step();
            turns.push(differenceOf(actor, twin).turn);
            // what is shown keeps its difference from the animation, or the difference goes on as it did
            const jump = Math.min(Math.abs(turns[2] - turns[1]), Math.abs(turns[2] - 2 * turns[1] + turns[0]));
            expect(jump, change.toString()).to.be.below(JUMP);
        }
    });

    for (const [from, to] of PAIRS) {
        itFull(`adds no jump: from ${from} to ${to}`, () => {
            const [actor, same, twin] = [stage.add().play(), stage.add().play(), stage.add().play()];
            same.model.setPosition(20, 0, 0);
            const [ragdoll, kept] = [actor, same].map(one => one.add({ ...DEFAULTS, ...STATES[from] }));
            const turns = () => same.nodes.map(node => node.getLocalRotation().clone());
            stage.run(0.45);
            const away = [differenceOf(actor, twin).turn];
            const poses = [turns()];
            stage.step();
            away.unshift(differenceOf(actor, twin).turn);
            poses.unshift(turns());
            const approach = Math.max(0, away[1] - away[0]);
            const start = away[0];
            Object.assign(ragdoll, DEFAULTS, STATES[to]);
            let hasDeparted = false;
            stage.run(0.5, 60, () => {
                away.unshift(differenceOf(actor, twin).turn);
                poses.unshift(turns());
                const departure = differenceOf(actor, same).turn;
                if (!hasDeparted && departure > 1e-3) {
                    hasDeparted = true;
                    expect(departure, 'first frame that shows the switch').to.be.below(JUMP + unsteadiness(poses));
                }
                if (to === EXACT) expect(away[1] - away[0], 'no frame goes a large part of the way').to.be.below(JUMP + LARGEST_PART * start + approach);
            });
            if (to === EXACT) expect(away[0]).to.be.below(1);
            expect(kept.active).to.equal(STATES[from].active ?? true);
        });
    }

    it('goes limp without a jump: what is shown turns on as it did', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.4);
        ragdoll.rotationWeight = 0;
        ragdoll.translationWeight = 0;
        stage.step();
        expect(differenceOf(actor, twin).turn).to.be.below(JUMP);
    });

    it('comes back from limp to the animation without a jump, and leaves no body', () => {
        stage.addFloor();
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 0 });
        stage.run(0.8);
        const bones = actor.bodies;
        const falling = bones.map(node => node.getLocalRotation().clone());
        stage.step();
        const lying = bones.map(node => node.getLocalRotation().clone());
        const walking = bones.map(node => twin.nodes[actor.nodes.indexOf(node)].getLocalRotation().clone());
        expect(differenceOf(actor, twin).turn).to.be.above(20);
        ragdoll.active = false;
        expect(ragdoll.getBoneState('hips')).to.equal(null);
        stage.step();
        bones.forEach((node, i) => {
            const walked = turnBetween(twin.nodes[actor.nodes.indexOf(node)].getLocalRotation(), walking[i]);
            // it goes on as it moved, and the animation goes on
            const goingOn = lying[i].clone().mul(falling[i].clone().invert()).mul(lying[i]);
            const moved = turnBetween(falling[i], lying[i]);
            // or slower, where it has just met the floor or a limit
            const away = Math.min(...SPEEDS.map(speed => turnBetween(node.getLocalRotation(), new Quat().slerp(lying[i], goingOn, speed))));
            expect(away, node.name).to.be.below(JUMP + walked + 0.1 * moved);
        });
        stage.run(0.5);
        expect(differenceOf(actor, twin).turn).to.be.below(1e-6);
        expect(differenceOf(actor, twin).distance).to.be.below(1e-12);
    });

    it('fires activate and deactivate, once each', () => {
        const actor = stage.add().play();
        const ragdoll = actor.add({ active: false });
        const heard: string[] = [];
        for (const event of ['activate', 'deactivate']) ragdoll.on(event, () => heard.push(event));
        stage.run(0.1);
        ragdoll.active = true;
        stage.run(0.1);
        ragdoll.active = false;
        stage.run(0.1);
        expect(heard).to.deep.equal(['activate', 'deactivate']);
    });

    it('teleports by a kilometre at 144 Hz: the pose to it stays within 0.01 degrees, and no body gets faster', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.5, 144);
        const speedBefore = Math.max(...actor.bodies.map(bone => ragdoll.getBoneState(bone)!.linearVelocity.length()));
        const [position, rotation] = [new Vec3(800, 0, -600), new Quat().setFromEulerAngles(0, 90, 0)];
        ragdoll.teleport(position, rotation);
        twin.model.setPosition(position);
        twin.model.setRotation(rotation);
        let worst = NO_DIFFERENCE;
        for (let frame = 0; frame < 12; frame++) {
            stage.step(1 / 144);
            worst = worse(worst, differenceOf(actor, twin));
            const speed = Math.max(...actor.bodies.map(bone => ragdoll.getBoneState(bone)!.linearVelocity.length()));
            expect(speed, `frame ${frame}`).to.be.below(2 * speedBefore + 0.5);
        }
        expect(worst.turn).to.be.below(0.01);
        expect(worst.distance).to.be.below(0.002);
    });

    it('puts a body that is no number back on the animation within a frame, with one event', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.5);
        let heard = 0;
        ragdoll.on('restored', () => heard++);
        /* eslint-disable @typescript-eslint/no-explicit-any -- Ammo's own setters */
        const { Ammo } = globalThis as any;
        const body = (ragdoll as any).control.simulation.ragdoll.bodies.bodies[3];
        for (const set of ['setLinearVelocity', 'setAngularVelocity']) {
            heard = 0;
            const broken = new Ammo.btVector3(NaN, 0, 0);
            body[set](broken);
            Ammo.destroy(broken);
            stage.step();
            expect(heard).to.equal(1);
            expect(differenceOf(actor, twin).turn).to.be.below(JUMP);
            stage.run(0.1);
            expect(heard).to.equal(1);
            expect(differenceOf(actor, twin).turn).to.be.below(JUMP);
        }
    });

    it('takes a push that nobody could give for the hardest that there is', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.5);
        ragdoll.addImpulse('leftHand', ragdoll.getBoneState('leftHand')!.position, new Vec3(0, 1e9, 0));
        stage.run(0.5, 60, () => {
            for (const bone of actor.bodies) expect(ragdoll.getBoneState(bone)!.positionError).to.be.below(1);
        });
        expect(differenceOf(actor, twin).turn).to.be.below(JUMP);
    });
}, [WALKING]);
