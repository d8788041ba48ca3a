import type { GraphNode, Vec3 } from 'playcanvas';

import { findArms } from './arms';
import { totalMass } from './balance-watch';
import type { RigidState } from '../core/dynamics/rigid-state';
import type { BodyTree, SteeredBodies } from '../core/dynamics/steering';
import { addVec, distanceVec, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { clamp, smoothstep } from '../core/math/scalars';
import type { Chain } from '../core/reactions/aim-chain';
import { reachPoint } from '../core/reactions/reach-point';
import type { Rig } from '../rig/rig';

// The hand that goes to where a heavy hit was. It is a target of the arm's joints, as long as they are driven; the body under it is for the physics.

/** Change of the whole body's velocity by a hit from which on it hurts, and at which the hand goes there wholly, m/s. */
const HURTS = 1.4;
const WHOLLY = 1.8;

/** Cosine of the angle to the front from which on a blow goes: it comes from behind, where no hand gets. */
const BEHIND = 0.5;

/** Seconds until the hand is there, for which it stays, and until it is back. */
const COMES = 0.45;
const STAYS = 1.2;
const GOES = 0.5;

/** Distance from the shoulder at which a hand holds best, of the arm's length, and the longest at which it does. */
const BEST = 0.7;
const REACH = 1.05;

/** Share of its pins that an arm gives up while it holds: without any, further hits would pull its joints apart. */
const FREED = 0.5;

const place = new Float64Array(3);
const shoulder = new Float64Array(3);
const elbowPlace = new Float64Array(3);
const front = new Float64Array(3);
const rotation = new Float64Array(4);

/** Writes where something on a body is in the world. */
function writePlace(out: Flat, { positions, rotations }: RigidState, body: number, own: Flat, o: number): void {
    rotateVec(out, 0, rotations, 4 * body, own, o);
    addVec(out, 0, out, 0, positions, 3 * body);
}

export class Wound {
    private readonly arms: readonly Chain[];

    /** The arm that holds it; null: there is none. */
    private arm: Chain | null = null;

    /** The body that was hit, and where, in its own frame. */
    private body = 0;

    private readonly point = new Float64Array(3);

    /** Where the elbow of a straight arm goes, in the frame of what the arm hangs on. */
    private readonly elbow = new Float64Array(3);

    /** How much of the hold there is when the hand is there, 0..1. */
    private strength = 0;

    /** Seconds since the hit. */
    private time = 0;

    /**
     * @param rig - The character.
     * @param bones - Its bones with bodies, the pelvis first.
     */
    constructor(private readonly rig: Rig, private readonly bones: readonly GraphNode[]) {
        this.arms = findArms(rig, bones).filter(({ first, middle }) => middle !== first);
    }

    /** Whether a hand is on its way, there, or on its way back. */
    get isHeld(): boolean {
        return this.arm !== null;
    }

    reset() {
        this.arm = null;
    }

    /** How much of the pins an arm has while it holds, 0..1: it is where its joints bring it. */
    pinsOf(body: number): number {
        return this.arm?.all.includes(body) ? 1 - FREED * this.weight : 1;
    }

    /**
     * Takes a hit, and chooses the hand for it.
     *
     * @param bodies - At the moment of the hit.
     * @param body - The body that is hit.
     * @param at - World point.
     * @param impulse - Newton seconds.
     */
    hurt({ state, tree }: SteeredBodies, body: number, at: Vec3, impulse: Vec3) {
        const length = impulse.length();
        const strength = clamp((length / totalMass(tree) - HURTS) / (WHOLLY - HURTS), 0, 1);
        if (strength === 0 || this.arms.length === 0) return;
        this.findFront(tree.parents[this.arms[0].first]);
        if (impulse.x * front[0] + impulse.y * front[1] + impulse.z * front[2] > BEHIND * length) return;
        place[0] = at.x;
        place[1] = at.y;
        place[2] = at.z;
        const arm = this.choose(state, tree, body);
        if (!arm) return;
        // a second hit takes no hand away from where it is
        if (arm !== this.arm) this.time = 0;
        else this.time = Math.min(this.time, COMES);
        this.arm = arm;
        this.body = body;
        this.strength = strength;
        subtractVec(this.point, 0, place, 0, state.positions, 3 * body);
        rotateVecInverse(this.point, 0, state.rotations, 4 * body, this.point, 0);
        const base = tree.parents[arm.first];
        // down, and away from the front
        for (let i = 0; i < 3; i++) this.elbow[i] = -front[i];
        this.elbow[1] -= 1;
        rotateVecInverse(this.elbow, 0, state.rotations, 4 * base, this.elbow, 0);
    }

    /** Time passes, seconds. */
    step(h: number) {
        if (!this.arm) return;
        this.time += h;
        if (this.time >= COMES + STAYS + GOES) this.arm = null;
    }

    /** Bends the arm in what the joints are driven to; `share` is how much of it. */
    aim({ state, tree }: SteeredBodies, goal: RigidState, share: number) {
        if (!this.arm) return;
        writePlace(place, state, this.body, this.point, 0);
        reachPoint(goal, state, tree, this.arm, place, this.elbow, share * this.weight);
    }

    private get weight(): number {
        const { time } = this;
        const share = time < COMES ? time / COMES : Math.min(1, (COMES + STAYS + GOES - time) / GOES);
        return this.strength * smoothstep(clamp(share, 0, 1));
    }

    /** The arm that reaches `place` best, but for one that is hit itself. */
    private choose(state: RigidState, tree: BodyTree, body: number): Chain | null {
        let best: Chain | null = null, least = Infinity;
        for (const arm of this.arms) {
            if (arm.all.includes(body)) continue;
            const away = this.distanceFrom(arm, state, tree);
            if (away > REACH || Math.abs(away - BEST) >= least) continue;
            least = Math.abs(away - BEST);
            best = arm;
        }
        return best;
    }

    /** Distance of `place` from a shoulder, in lengths of the arm. */
    private distanceFrom({ first, middle, last }: Chain, state: RigidState, { anchors }: BodyTree): number {
        writePlace(shoulder, state, first, anchors, 3 * first);
        const away = distanceVec(shoulder, 0, place, 0);
        writePlace(elbowPlace, state, middle, anchors, 3 * middle);
        const length = distanceVec(shoulder, 0, elbowPlace, 0) + distanceVec(elbowPlace, 0, state.positions, 3 * last);
        return away / length;
    }

    /** Writes where the front of a body is. */
    private findFront(body: number) {
        const { nodes, rotations } = this.rig.skeleton;
        const bone = this.bones[body];
        rotateVecInverse(front, 0, rotations, 4 * nodes.indexOf(bone), this.rig.forward, 0);
        const { x, y, z, w } = bone.getRotation();
        rotation[0] = x;
        rotation[1] = y;
        rotation[2] = z;
        rotation[3] = w;
        rotateVec(front, 0, rotation, 0, front, 0);
    }
}
