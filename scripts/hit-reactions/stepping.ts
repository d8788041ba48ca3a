import type { RagdollScript } from './ragdoll-script';
import { captureLimb, createLimb, reachWithLimb, type Limb } from '../core/limb/limb';
import { addLeg, clearPelvisRange, createLegRange, createPelvisRange, pelvisHeight, placeLeg } from '../core/limb/pelvis-height';
import { comeShort, createReach, setReach, type Reach } from '../core/limb/reach';
import { copyQuat, copyVec, distanceVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { updateWorld } from '../core/pose/flat-pose';
import { shiftBone } from '../core/pose/move-bone';
import { CatchSteps } from '../core/reactions/catch-steps';
import { FootChanges } from '../feet/foot-changes';
import { BoneSet, ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// The feet of a character that catches itself, in what is shown: they stand where they stood, or swing to where they are needed, while the body goes
// on above them, as low as straight legs need. When the last one is in its place the animation has them again.

/** Seconds within which the animation gets the feet back: by then what the bodies have done to the pose has died out. */
const BACK = 0.3;

/** Largest distance by which the hips go down, in leg lengths. */
const DOWN = 0.15;

const UP = Float64Array.of(0, 1, 0);
const hip = new Float64Array(3);
const shift = new Float64Array(3);

export class Stepping {
    readonly steps: CatchSteps;

    private readonly set: BoneSet;

    private readonly limbs: readonly Limb[];

    /** Where the animation has the feet, and where they are shown: the legs of a ragdoll that was hit lag behind. */
    private readonly own: Flat;

    private readonly shown: Flat;

    /** The feet in the ragdoll's animated pose. */
    private readonly animated: readonly number[];

    /** Where they are to be. */
    private readonly goals: Flat;

    /** Place, rotation and swivel of a foot. */
    private readonly goal = new Float64Array(8);

    /** What scripts below are told of the feet, and those above of the way. */
    readonly told: FootChanges;

    private readonly pelvis: number;

    private readonly range = createPelvisRange();

    private readonly leg = createLegRange();

    private readonly reaches: readonly Reach[];

    /** What is left of the steps, 1: all. */
    private weight = 0;

    /** Length of a leg, metres. */
    readonly length: number;

    constructor(rig: Rig, record: PoseRecord, height: number, private readonly ragdoll: RagdollScript) {
        const { nodes, rotations } = rig.skeleton;
        const legs = rig.feet.flatMap((name) => {
            const limb = rig.limbs[name];
            return limb && limb.bones.length > 2 ? [limb] : [];
        });
        const pelvis = ragdoll.control.bones[0];
        // a character without legs that bend takes no steps
        this.set = new BoneSet([pelvis, ...legs.flatMap(limb => limb.bones.map(bone => nodes[bone]))], record);
        this.pelvis = this.set.indexOf(pelvis);
        this.limbs = legs.map(({ bones }) => {
            const pole = new Float64Array(3);
            rotateVecInverse(pole, 0, rotations, 4 * bones[0], rig.forward, 0);
            return createLimb(bones.map(bone => this.set.indexOf(nodes[bone])), pole);
        });
        this.animated = legs.map(({ bones }) => ragdoll.control.animatedIndex(nodes[bones[bones.length - 1]]));
        this.own = new Float64Array(3 * legs.length);
        this.shown = new Float64Array(3 * legs.length);
        this.goals = new Float64Array(3 * legs.length);
        this.reaches = legs.map(createReach);
        this.told = FootChanges.of(record);
        this.steps = new CatchSteps(legs.length);
        this.length = legs.length > 0 ? legs[0].length * height / rig.height : 0;
    }

    get isRunning(): boolean {
        return this.steps.isOn || this.weight > 0;
    }

    /** Begins to step to where the extrapolated centre of mass is off the animation's, x and z; `time` is that of the pendulum. Answers whether it can. */
    begin(goal: Flat, time: number, count: number): boolean {
        if (this.limbs.length < 2) return false;
        this.steps.begin(goal, time, count, !this.isRunning);
        this.weight = 1;
        return true;
    }

    end() {
        this.steps.end();
        this.weight = 0;
    }

    /**
     * One frame, after the ragdoll has written the bones.
     *
     * @param dt - Seconds.
     * @param isHeld - Whether the feet stay with the animation although no step is taken: the body above them reacts.
     */
    show(dt: number, isHeld: boolean) {
        const { steps, set, limbs, own, shown, goals, goal } = this;
        if (!(isHeld || this.isRunning) || !this.read()) return;
        if (!this.isRunning) {
            steps.stand(own);
            this.weight = 1;
        }
        if (steps.isOn) {
            steps.step(own, this.length, dt);
        } else {
            steps.goAlong(own);
            if (!isHeld) this.weight = Math.max(0, this.weight - dt / BACK);
        }
        for (let i = 0; i < shown.length; i++) goals[i] = shown[i] + (steps.feet[Math.floor(i / 3)].place[i % 3] - shown[i]) * this.weight;
        for (const limb of limbs) captureLimb(limb, set.pose);
        this.lower();
        for (let i = 0; i < limbs.length; i++) {
            const limb = limbs[i];
            copyVec(goal, 0, goals, 3 * i);
            copyQuat(goal, 3, limb.capturedRotations, 4 * (limb.bones.length - 1));
            goal[7] = 0;
            copyVec(hip, 0, set.pose.positions, 3 * limb.bones[0]);
            comeShort(goal, hip, UP, this.reaches[i]);
            reachWithLimb(limb, set.pose, goal);
            updateWorld(set.pose);
            for (let k = 0; k < limb.bones.length; k++) set.writeRotation(limb.bones[k]);
            const foot = steps.feet[i], wait = steps.waitOf(foot);
            if (steps.isOn && wait >= 0) this.told.sayStep(set.bones[limb.bones[limb.bones.length - 1]], foot.landing, wait);
        }
    }

    /** Lets the hips down as far as the legs need to reach their feet. */
    private lower() {
        const { set: { pose }, limbs, goals, goal, reaches, range, leg, pelvis, length } = this;
        clearPelvisRange(range);
        for (let i = 0; i < limbs.length; i++) {
            const { bones, capturedPositions, length: whole } = limbs[i];
            copyVec(hip, 0, pose.positions, 3 * bones[0]);
            copyVec(goal, 0, goals, 3 * i);
            placeLeg(leg, hip, goal, UP);
            setReach(reaches[i], whole, distanceVec(capturedPositions, 3 * (bones.length - 1), capturedPositions, 0));
            leg.longest = reaches[i].soft;
            addLeg(range, leg);
        }
        const down = Math.max(-DOWN * length, pelvisHeight(range));
        if (!(down < 0)) return;
        shift[1] = down;
        shiftBone(pose, pelvis, shift);
        updateWorld(pose);
        this.set.writePosition(pelvis);
    }

    private read(): boolean {
        const { set, limbs, own, shown, animated, ragdoll } = this;
        if (set.read() !== ReadStatus.ok) return false;
        for (let i = 0; i < limbs.length; i++) {
            const foot = limbs[i].bones[limbs[i].bones.length - 1];
            copyVec(shown, 3 * i, set.pose.positions, 3 * foot);
            if (!ragdoll.control.animatedPlace(own, 3 * i, animated[i])) copyVec(own, 3 * i, shown, 3 * i);
        }
        return true;
    }
}
