import { captureLimb, createLimb, reachWithLimb, type Limb } from '../core/limb/limb';
import { copyQuat, copyVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { updateWorld } from '../core/pose/flat-pose';
import { CatchSteps } from '../core/reactions/catch-steps';
import { BoneSet, ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// The feet of a character that catches itself, in what is shown: they stand where they stood, or swing to where they are needed, while the body goes
// on above them. When the last one is in its place the animation has them again.

/** Passes of FABRIK for legs of more than three bones. */
const ITERATIONS = 10;

/** Seconds within which the animation gets the feet back. */
const BACK = 0.2;

export class Stepping {
    readonly steps: CatchSteps;

    private readonly set: BoneSet;

    private readonly limbs: readonly Limb[];

    /** Where the animation has the feet. */
    private readonly own: Flat;

    /** Place, rotation and swivel of a foot. */
    private readonly goal = new Float64Array(8);

    /** What is left of the steps, 1: all. */
    private weight = 0;

    /** Length of a leg, metres. */
    readonly length: number;

    constructor(rig: Rig, record: PoseRecord, height: number) {
        const { nodes, rotations } = rig.skeleton;
        const legs = rig.feet.flatMap((name) => {
            const limb = rig.limbs[name];
            return limb && limb.bones.length > 2 ? [limb] : [];
        });
        const bones = legs.flatMap(limb => limb.bones.map(bone => nodes[bone]));
        // who has no legs that bend takes no steps
        this.set = new BoneSet(bones.length > 0 ? bones : nodes.slice(0, 1), record);
        this.limbs = legs.map(({ bones }) => {
            const pole = new Float64Array(3);
            rotateVecInverse(pole, 0, rotations, 4 * bones[0], rig.forward, 0);
            return createLimb(bones.map(bone => this.set.indexOf(nodes[bone])), pole);
        });
        this.own = new Float64Array(3 * legs.length);
        this.steps = new CatchSteps(legs.length);
        this.length = legs.length > 0 ? legs[0].length * height / rig.height : 0;
    }

    get isRunning(): boolean {
        return this.steps.isOn || this.weight > 0;
    }

    /** Begins to step: the extrapolated centre of mass is off the animation's by so much. */
    begin(x: number, z: number, count: number) {
        if (this.limbs.length < 2) return;
        this.steps.begin(x, z, count, !this.isRunning);
        this.weight = 1;
    }

    end() {
        this.steps.end();
        this.weight = 0;
    }

    /** One frame, after the ragdoll has written the bones. */
    show(dt: number) {
        const { steps, set, limbs, own, goal } = this;
        if (!this.isRunning || !this.read()) return;
        if (steps.isOn) {
            steps.step(own, this.length, dt);
        } else {
            steps.goAlong(own);
            this.weight = Math.max(0, this.weight - dt / BACK);
        }
        for (let i = 0; i < limbs.length; i++) {
            const limb = limbs[i];
            const foot = limb.bones[limb.bones.length - 1];
            captureLimb(limb, set.pose);
            for (let k = 0; k < 3; k++) goal[k] = own[3 * i + k] + (steps.feet[i].place[k] - own[3 * i + k]) * this.weight;
            copyQuat(goal, 3, set.pose.rotations, 4 * foot);
            goal[7] = 0;
            reachWithLimb(limb, set.pose, goal, ITERATIONS);
            updateWorld(set.pose);
            for (let k = 0; k < limb.bones.length; k++) set.writeRotation(limb.bones[k]);
        }
    }

    private read(): boolean {
        const { set, limbs, own } = this;
        if (set.read() !== ReadStatus.ok) return false;
        for (let i = 0; i < limbs.length; i++) copyVec(own, 3 * i, set.pose.positions, 3 * limbs[i].bones[limbs[i].bones.length - 1]);
        return true;
    }
}
