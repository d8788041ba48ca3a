import { Entity, type AppBase } from 'playcanvas';

import { createRigidState, type RigidState } from '../../scripts/core/dynamics/rigid-state';
import type { ActiveRagdoll } from '../../scripts/index';
import { BodyGroup } from '../../scripts/physics/body-group';
import { MANNEQUIN } from '../support/characters';
import { BUILDS, type Build } from '../support/physics-app';
import { RagdollStage } from '../support/ragdoll-stage';

// The cost of activeRagdoll, in a process of its own: its answer is one line of JSON, see {@link RagdollOutcome}.
//
// Characters walk beside each other on a floor. Passive is the same bodies with weights 0. A step's JavaScript is the time in the script's
// own functions before a step; what the frame's pose takes stands beside it. Rounds alternate, figures are medians of rounds.

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes, and what is private */

/** Characters, rounds and frames of a round. */
const COUNT = 10;
const ROUNDS = 7;
const FRAMES = 120;

/** Rounds of reading back, and readings of each. */
const READ_ROUNDS = 60;
const READS = 3000;

/** What is promised. */
const GATES = { scriptShare: 0.25, activeOverPassive: 1.3, readBack: 20, frozenOverMoving: 0.1 };

/** Frames after which passive characters lie still, and rounds in which they do. */
const UNTIL_FROZEN = 600;
const FROZEN_ROUNDS = 3;

/** What came out for one build of Ammo and one step of the physics. */
export interface RagdollResult {
    readonly build: Build;
    readonly step: string;
    /** Milliseconds of a frame's physics for one character, passive and active; of the latter, in the script; and the script's part of the pose. */
    readonly passive: number;
    readonly active: number;
    readonly script: number;
    readonly pose: number;
    /** Share of a step that is the script's, active as a multiple of passive, and how much faster places are read from memory. */
    readonly scriptShare: number;
    readonly activeOverPassive: number;
    readonly readBack: number;
    /** Physics and pose of a character that has fallen and lies still as a multiple of those of one that falls. */
    readonly frozenOverMoving: number;
    /** The same of what is the script's in both. */
    readonly frozenScript: number;
}

/** All of it, and a sentence about each gate that is missed. */
export interface RagdollOutcome { readonly results: readonly RagdollResult[]; readonly missed: readonly string[] }

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

/** The bodies in the world. */
function worldOf(ragdoll: ActiveRagdoll): any {
    return (ragdoll as any).control.simulation.ragdoll;
}

function measure(app: AppBase, ragdolls: ActiveRagdoll[], weight: number, step: number, isFrozen = false): Round {
    const system = app.systems.rigidbody as any;
    system.fixedTimeStep = step;
    for (const ragdoll of ragdolls) Object.assign(ragdoll, { active: false });
    for (let i = 0; i < 30; i++) app.update(1 / 60);
    for (const ragdoll of ragdolls) Object.assign(ragdoll, { active: true, rotationWeight: weight, translationWeight: weight });
    for (let i = 0; i < 20; i++) app.update(1 / 60);
    const most = isFrozen ? UNTIL_FROZEN : 0;
    for (let i = 0; i < most && !ragdolls.every(ragdoll => worldOf(ragdoll).bodies.isAsleep); i++) app.update(1 / 60);
    const [script, pose, physics] = [{ time: 0 }, { time: 0 }, { time: 0 }];
    for (const ragdoll of ragdolls as any[]) {
        timed(worldOf(ragdoll), 'beforeStep', script);
        timed(worldOf(ragdoll), 'beforeSteps', script);
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
function compareReading(ragdoll: ActiveRagdoll): number {
    const group: BodyGroup = worldOf(ragdoll).bodies;
    const bodies = (group as any).bodies.slice(0, 15);
    const state: RigidState = createRigidState(bodies.length);
    const all = (group as any).addresses;
    (group as any).addresses = all.slice(0, bodies.length);
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
        const start = performance.now();
        for (let i = 0; i < READS; i++) work();
        return performance.now() - start;
    };
    // in turns, and the fastest of each: what else the machine does makes either slower, never faster
    const least = [Infinity, Infinity];
    for (let round = 0; round < READ_ROUNDS; round++) {
        least[0] = Math.min(least[0], time(byGetters));
        least[1] = Math.min(least[1], time(() => group.read(state)));
    }
    (group as any).addresses = all;
    return least[0] / least[1];
}

async function bench(build: Build): Promise<RagdollResult[]> {
    const stage = new RagdollStage({ name: 'walk', file: MANNEQUIN, clipFile: MANNEQUIN, clip: 'walk' }, build);
    await stage.open();
    stage.addFloor();
    const ragdolls = Array.from({ length: COUNT }, (_, i) => {
        const holder: Entity = stage.addEntity();
        holder.setPosition(2 * i, 0, 0);
        return stage.add(holder).play().add({ active: false });
    });
    const rows: RagdollResult[] = [];
    for (const step of [1 / 60, 1 / 120]) {
        const rounds: Record<'active' | 'passive' | 'frozen', Round[]> = { active: [], passive: [], frozen: [] };
        for (let round = 0; round < ROUNDS; round++) {
            rounds.passive.push(measure(stage.app, ragdolls, 0, step));
            rounds.active.push(measure(stage.app, ragdolls, 1, step));
            if (round < FROZEN_ROUNDS) rounds.frozen.push(measure(stage.app, ragdolls, 0, step, true));
        }
        const frozenOver = (cost: (round: Round) => number) => median(rounds.frozen.map((round, i) => cost(round) / cost(rounds.passive[i])));
        const of = (kind: keyof typeof rounds, what: keyof Round) => median(rounds[kind].map(round => round[what]));
        rows.push({
            build, step: `1/${Math.round(1 / step)}`,
            passive: of('passive', 'physics'), active: of('active', 'physics'), script: of('active', 'script'), pose: of('active', 'pose'),
            scriptShare: median(rounds.active.map(({ script, physics }) => script / physics)),
            activeOverPassive: median(rounds.active.map(({ physics }, i) => physics / rounds.passive[i].physics)),
            readBack: compareReading(ragdolls[0]),
            frozenOverMoving: frozenOver(({ physics, pose }) => physics + pose),
            frozenScript: frozenOver(({ script, pose }) => script + pose)
        });
    }
    stage.close();
    return rows;
}

const results: RagdollResult[] = [];
for (const build of BUILDS) results.push(...await bench(build));
const missed = results.filter(({ build }) => build === 'ammojs-typed').flatMap(({ step, scriptShare, activeOverPassive, readBack, frozenOverMoving }) => [
    ...(scriptShare <= GATES.scriptShare ? [] : [`ragdoll, step ${step}: the script takes ${scriptShare.toFixed(2)} of a step; the gate is ${GATES.scriptShare}.`]),
    ...(activeOverPassive <= GATES.activeOverPassive ? [] : [`ragdoll, step ${step}: active takes ${activeOverPassive.toFixed(2)} of passive; the gate is ${GATES.activeOverPassive}.`]),
    ...(readBack >= GATES.readBack ? [] : [`ragdoll, step ${step}: reading back is ${readBack.toFixed(0)} times faster; the gate is ${GATES.readBack}.`]),
    ...(frozenOverMoving <= GATES.frozenOverMoving ? [] : [`ragdoll, step ${step}: who lies still takes ${frozenOverMoving.toFixed(2)} of who falls; the gate is ${GATES.frozenOverMoving}.`])
]);
console.log(JSON.stringify({ results, missed } satisfies RagdollOutcome));
process.exit(0);
