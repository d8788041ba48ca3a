import { Entity, type AppBase } from 'playcanvas';

import { createRigidState, type RigidState } from '../../scripts/core/rigid-state';
import type { ActiveRagdoll } from '../../scripts/index';
import { BodyGroup } from '../../scripts/physics/body-group';
import { MANNEQUIN } from '../support/characters';
import { BUILDS, type Build } from '../support/physics-app';
import { RagdollStage } from '../support/ragdoll-stage';

// The cost of activeRagdoll: npx tsx test/bench/ragdoll.ts [--gate]
//
// Characters walk beside each other on a floor. Passive is the same bodies with weights 0. A step's JavaScript is the time in the script's
// own functions before a step; what the frame's pose takes stands beside it. Rounds alternate, figures are medians of rounds.

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes, and what is private */

/** Characters, rounds and frames of a round. */
const COUNT = 10;
const ROUNDS = 7;
const FRAMES = 120;

/** What is promised, and gated with --gate. */
const GATES = { scriptShare: 0.25, activeOverPassive: 1.3, readBack: 20 };

interface Round {
    /** Milliseconds of a frame's physics, for one character. */
    physics: number;
    /** Of it, in the script's own functions. */
    script: number;
    /** The script's part of the frame's pose. */
    pose: number;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Adds up the time that is spent in a method. */
function timed(object: Record<string, any>, method: string, total: { time: number }) {
    const original = object[method].bind(object);
    object[method] = (...args: unknown[]) => {
        const start = performance.now();
        const answer = original(...args);
        total.time += performance.now() - start;
        return answer;
    };
}

function measure(app: AppBase, ragdolls: ActiveRagdoll[], weight: number, step: number): Round {
    const system = app.systems.rigidbody as any;
    system.fixedTimeStep = step;
    for (const ragdoll of ragdolls) Object.assign(ragdoll, { active: false });
    for (let i = 0; i < 30; i++) app.update(1 / 60);
    for (const ragdoll of ragdolls) Object.assign(ragdoll, { active: true, rotationWeight: weight, translationWeight: weight });
    for (let i = 0; i < 20; i++) app.update(1 / 60);
    const [script, pose, physics] = [{ time: 0 }, { time: 0 }, { time: 0 }];
    for (const ragdoll of ragdolls as any[]) {
        timed(ragdoll.ragdoll, 'beforeStep', script);
        timed(ragdoll.ragdoll, 'beforeSteps', script);
        timed(ragdoll, 'postUpdate', pose);
    }
    timed(system.dynamicsWorld, 'stepSimulation', physics);
    for (let i = 0; i < FRAMES; i++) app.update(1 / 60);
    delete system.dynamicsWorld.stepSimulation;
    for (const ragdoll of ragdolls as any[]) delete ragdoll.postUpdate;
    const each = COUNT * FRAMES;
    return { physics: physics.time / each, script: script.time / each, pose: pose.time / each };
}

/** How many times faster places and velocities are read from memory than through Ammo's getters. */
function compareReading(ragdoll: any): number {
    const group: BodyGroup = ragdoll.ragdoll.bodies;
    const bodies = (group as any).bodies.slice(0, 15);
    const state: RigidState = createRigidState(bodies.length);
    const part = Object.assign(Object.create(BodyGroup.prototype), group, { addresses: (group as any).addresses.slice(0, 15) });
    const byGetters = () => bodies.forEach((body: any, i: number) => {
        const transform = body.getWorldTransform();
        const origin = transform.getOrigin();
        state.positions.set([origin.x(), origin.y(), origin.z()], 3 * i);
        const rotation = transform.getRotation();
        state.rotations.set([rotation.x(), rotation.y(), rotation.z(), rotation.w()], 4 * i);
        const linear = body.getLinearVelocity();
        state.linear.set([linear.x(), linear.y(), linear.z()], 3 * i);
        const angular = body.getAngularVelocity();
        state.angular.set([angular.x(), angular.y(), angular.z()], 3 * i);
    });
    const time = (work: () => void) => {
        for (let i = 0; i < 20000; i++) work();
        const start = performance.now();
        for (let i = 0; i < 20000; i++) work();
        return performance.now() - start;
    };
    return median(Array.from({ length: 7 }, () => time(byGetters) / time(() => part.read(state))));
}

async function bench(build: Build) {
    const stage = new RagdollStage({ name: 'walk', file: MANNEQUIN, clipFile: MANNEQUIN, clip: 'walk' }, build);
    await stage.open();
    stage.addFloor();
    const ragdolls = Array.from({ length: COUNT }, (_, i) => {
        const holder: Entity = stage.addEntity();
        holder.setPosition(2 * i, 0, 0);
        return stage.add(holder).play().add({ active: false });
    });
    const rows = [];
    for (const step of [1 / 60, 1 / 120]) {
        const rounds: Record<'active' | 'passive', Round[]> = { active: [], passive: [] };
        for (let round = 0; round < ROUNDS; round++) {
            rounds.passive.push(measure(stage.app, ragdolls, 0, step));
            rounds.active.push(measure(stage.app, ragdolls, 1, step));
        }
        const of = (kind: 'active' | 'passive', what: keyof Round) => median(rounds[kind].map(round => round[what]));
        rows.push({
            build, step: `1/${Math.round(1 / step)}`,
            'passive, ms': of('passive', 'physics'), 'active, ms': of('active', 'physics'), 'script, ms': of('active', 'script'), 'pose, ms': of('active', 'pose'),
            scriptShare: median(rounds.active.map(({ script, physics }) => script / physics)),
            activeOverPassive: median(rounds.active.map(({ physics }, i) => physics / rounds.passive[i].physics)),
            readBack: compareReading(ragdolls[0])
        });
    }
    stage.close();
    return rows;
}

const results = [];
for (const build of BUILDS) results.push(...await bench(build));
console.table(results.map(row => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? value.toFixed(3) : value]))));
const missed = results.filter(({ build }) => build === 'ammojs-typed').flatMap(({ step, scriptShare, activeOverPassive, readBack }) => [
    ...(scriptShare <= GATES.scriptShare ? [] : [`step ${step}: the script takes ${scriptShare.toFixed(2)} of a step; the gate is ${GATES.scriptShare}.`]),
    ...(activeOverPassive <= GATES.activeOverPassive ? [] : [`step ${step}: active takes ${activeOverPassive.toFixed(2)} of passive; the gate is ${GATES.activeOverPassive}.`]),
    ...(readBack >= GATES.readBack ? [] : [`step ${step}: reading back is ${readBack.toFixed(0)} times faster; the gate is ${GATES.readBack}.`])
]);
for (const sentence of missed) console.log(`Gate missed: ${sentence}`);
process.exit(process.argv.includes('--gate') && missed.length > 0 ? 1 : 0);
