import type { GraphNode } from 'playcanvas';

import { chainOf, findArms } from './arms';
import type { RigidState } from '../core/dynamics/rigid-state';
import type { SteeredBodies } from '../core/dynamics/steering';
import { RADIANS, smoothstep } from '../core/math/scalars';
import { aimChain, type Chain } from '../core/reactions/aim-chain';
import type { Rig } from '../rig/rig';

// What a falling body does by itself: its hands go to where it will hit, ground or wall, and its head is drawn away from there.
//
// Where that is the motion of the trunk says, a moment on in its fall. The joints are driven there and nothing more: how far
// arms come and what they hold is for the physics. Animals on four legs have no hands to spare.

/** Seconds of fall that are looked ahead. */
const AHEAD = 0.15;

/** Speeds of the trunk, m/s, between which bracing comes in, and seconds within which it comes and goes. */
const SLOW = 0.4;
const FAST = 1.2;
const TIME = 0.08;

/** How far arms are kept apart, as a share of their reach. */
const APART = 0.35;

/** Radians by which a neck is bent at most, and an arm is turned. */
const NECK = 35 * RADIANS;
const ARM = 150 * RADIANS;

const motion = new Float64Array(3);
const away = new Float64Array(3);

export class Bracing {
    private readonly arms: readonly Chain[];

    private readonly neck: Chain | null;

    private weight = 0;

    /** Which bodies brace, 1. */
    readonly holds: Uint8Array;

    /**
     * @param rig - The character.
     * @param bones - Its bones with bodies, the pelvis first.
     */
    constructor(rig: Rig, bones: readonly GraphNode[]) {
        this.arms = findArms(rig, bones);
        const head = rig.bones.get('head');
        this.neck = head === undefined ? null : chainOf(rig, bones, [...rig.neck, head]);
        this.holds = new Uint8Array(bones.length);
        for (const chain of [...this.arms, ...this.neck ? [this.neck] : []]) for (const body of chain.all) this.holds[body] = 1;
    }

    reset() {
        this.weight = 0;
    }

    /**
     * Turns arms and neck in what the joints are driven to.
     *
     * @param goal - Where they are driven to.
     * @param bracing - How much of it, 0..1.
     * @param gravity - m/s², downwards.
     * @param h - Seconds.
     */
    aim({ state, tree }: SteeredBodies, goal: RigidState, bracing: number, gravity: number, h: number) {
        const { arms, neck } = this;
        const lead = arms.length > 0 ? arms[0] : neck;
        if (!lead) return;
        const o = 3 * tree.parents[lead.first];
        const { linear } = state;
        const speed = Math.sqrt(linear[o] * linear[o] + linear[o + 1] * linear[o + 1] + linear[o + 2] * linear[o + 2]);
        const wanted = bracing * smoothstep(Math.max(0, Math.min(1, (speed - SLOW) / (FAST - SLOW))));
        this.weight += (wanted - this.weight) * (1 - Math.exp(-h / TIME));
        if (!(this.weight > 0.001)) return;
        for (let i = 0; i < 3; i++) motion[i] = linear[o + i];
        motion[1] -= AHEAD * gravity;
        for (let i = 0; i < 3; i++) away[i] = -motion[i];
        for (let i = 0; i < arms.length; i++) aimChain(goal, state, tree, arms[i], motion, APART, this.weight, ARM);
        if (neck) aimChain(goal, state, tree, neck, away, 0, this.weight, NECK);
    }
}
