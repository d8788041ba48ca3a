import type { GraphNode } from 'playcanvas';

import { riseBones, type RiseBone } from './rise-bones';
import { copyQuat, copyVec, distanceVec, multiplyInverseQuat, normalizeVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { SPRING_HALF_LIFE } from '../core/math/spring';
import { updateWorld } from '../core/pose/flat-pose';
import { LEVEL_TURN, putTogether, raiseTo, takeApart } from '../core/pose/level-turns';
import { ReadStatus, type BoneSet } from '../pose/bone-set';
import { PoseInertia } from '../pose/pose-inertia';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// The path of a body from how it lay into the clip that gets up.
//
// What the lying pose is off the clip's is taken apart bone by bone, about the vertical (level-turns.ts), and dies out like a critically damped
// spring. So limbs slide over the ground in place of swinging through it: no joint goes lower than the lower one of where it lay and
// where the clip has it by now. How long that takes is planned so that no joint is faster than people are. Fingers, toes and all that is not
// between the pelvis and an end of the body go over by themselves (pose-inertia.ts).

/** Metres per second of a person that the offset gives to a joint at most; the clip's own motion comes on top. */
const FASTEST = 4;

/** Height of a person, metres. */
const PERSON = 1.75;

/** Longest half-life that is planned, seconds: by then the clip stands. */
const LONGEST = 0.7;

/** The largest rate of a critically damped spring from rest, in its own rate. */
const PEAK = Math.exp(-1);

/** How often the speed of the offset is looked at. */
const LOOKS = 12;

/** Share of the offset below which it is over. */
const OVER = 1e-4;

const shift = new Float64Array(3);
const root = new Float64Array(3);

/** A pose as it was seen, in the world. */
interface SeenPose {
    readonly rotations: Flat;
    /** Heights of the joints at the bones' ends. */
    readonly heights: Flat;
    /** Place of the pelvis. */
    readonly root: Flat;
}

function createSeen(count: number): SeenPose {
    return { rotations: new Float64Array(4 * count), heights: new Float64Array(count), root: new Float64Array(3) };
}

export class Rise {
    private readonly set: BoneSet;

    /** All other bones. */
    private readonly rest: PoseInertia;

    /** The bones that take part, parents first; the first is the pelvis. */
    private readonly bones: readonly RiseBone[];

    /** Directions of the bones in their own frames. */
    private readonly axes: Flat;

    private readonly lying: SeenPose;

    private readonly clip: SeenPose;

    /** What the lying pose is off the clip's: turns of the bones, and the offset of the pelvis. */
    private readonly turns: Flat;

    private readonly offset = new Float64Array(3);

    /** Seconds since the clip has begun; NaN: it has not. */
    private time = NaN;

    /** Half-life in seconds of what is left. */
    private halfLife = 0;

    private isKnown = false;

    /**
     * @param rig - The character.
     * @param bodies - Its bones with bodies, the pelvis first.
     * @param record - The skeleton's record of writes.
     * @param height - Height of the character, metres.
     */
    constructor(rig: Rig, bodies: readonly GraphNode[], record: PoseRecord, private readonly height: number) {
        const { set, bones } = riseBones(rig, bodies, record);
        this.set = set;
        this.bones = bones;
        const { nodes } = rig.skeleton;
        const pelvis = bodies[0];
        const turned = new Set(bones.map(({ bone }) => set.bones[bone]));
        this.rest = new PoseInertia(record, nodes.filter(node => !turned.has(node)), nodes.filter(node => node !== pelvis && pelvis.isDescendantOf(node)));
        this.axes = new Float64Array(3 * bones.length);
        this.turns = new Float64Array(LEVEL_TURN * bones.length);
        this.lying = createSeen(bones.length);
        this.clip = createSeen(bones.length);
    }

    /** Whether something of the lying pose is left. */
    get isRunning(): boolean {
        return this.isKnown && (Number.isNaN(this.time) || this.share > OVER);
    }

    /** Sees how the body lies. */
    start() {
        this.isKnown = this.see(this.lying);
        this.time = NaN;
        this.rest.restart();
    }

    /**
     * Lays what is left of the lying pose on that of the clip.
     *
     * @param halfLife - Seconds in which half of the offset is to be gone, at least.
     * @param dt - Seconds since the last frame.
     */
    step(halfLife: number, dt: number) {
        const { set, bones, rest } = this;
        this.isKnown &&= this.see(this.clip);
        if (this.isKnown && Number.isNaN(this.time)) this.plan(halfLife);
        rest.step(dt);
        if (!this.isKnown || set.read() !== ReadStatus.ok) return;
        this.time += dt;
        const lift = this.pose(this.share, 0);
        if (lift > 0) this.pose(this.share, lift);
        set.writePosition(bones[0].bone);
        for (let i = 0; i < bones.length; i++) set.writeRotation(bones[i].bone);
    }

    /** Nothing of it is shown any more. */
    cancel() {
        this.isKnown = false;
        this.rest.cancel();
    }

    /** Share of the offset that is left. */
    private get share(): number {
        const passed = this.halfLife > 0 ? SPRING_HALF_LIFE * this.time / this.halfLife : Infinity;
        return passed < Infinity ? (1 + passed) * Math.exp(-passed) : 0;
    }

    private see(out: SeenPose): boolean {
        const { set, bones } = this;
        if (set.read() !== ReadStatus.ok) return false;
        const { rotations, positions } = set.pose;
        for (let i = 0; i < bones.length; i++) {
            copyQuat(out.rotations, 4 * i, rotations, 4 * bones[i].bone);
            out.heights[i] = positions[3 * bones[i].end + 1];
        }
        copyVec(out.root, 0, positions, 3 * bones[0].bone);
        return true;
    }

    /** Finds the offset from the lying pose to the first one of the clip, and how long it takes. */
    private plan(halfLife: number) {
        const { set: { pose }, bones, axes, turns, offset, lying, clip } = this;
        for (let i = 0; i < bones.length; i++) {
            const { bone, end, above } = bones[i];
            subtractVec(axes, 3 * i, pose.positions, 3 * end, pose.positions, 3 * above);
            rotateVecInverse(axes, 3 * i, pose.rotations, 4 * bone, axes, 3 * i);
            if (!normalizeVec(axes, 3 * i)) axes[3 * i + 1] = 1;
            takeApart(turns, LEVEL_TURN * i, clip.rotations, 4 * i, lying.rotations, 4 * i, axes, 3 * i);
        }
        subtractVec(offset, 0, lying.root, 0, clip.root, 0);
        const least = this.length() * PEAK * SPRING_HALF_LIFE / (FASTEST * this.height / PERSON);
        this.halfLife = Math.max(halfLife, Math.min(least, LONGEST));
        this.time = 0;
        this.rest.startHalfLife(this.halfLife);
    }

    /** The longest distance that a joint goes for a share of all, metres. */
    private length(): number {
        const { set: { pose: { positions } }, bones } = this;
        const before = new Float64Array(positions.length);
        let longest = 0;
        for (let look = 0; look <= LOOKS; look++) {
            before.set(positions);
            this.pose(look / LOOKS, 0);
            if (look === 0) continue;
            for (let i = 0; i < bones.length; i++) longest = Math.max(longest, LOOKS * distanceVec(positions, 3 * bones[i].end, before, 3 * bones[i].end));
        }
        return longest;
    }

    /** Lays a share of the offset on the clip's pose. Answers how far the whole pose is to be lifted besides, as its trunk is too low. */
    private pose(share: number, lifted: number): number {
        const { set: { pose }, bones, axes, turns, offset, lying, clip } = this;
        const { positions, rotations, localPositions, parents, scales } = pose;
        const { bone: pelvis } = bones[0];
        const above = parents[pelvis];
        for (let i = 0; i < 3; i++) root[i] = clip.root[i] + offset[i] * share;
        root[1] += lifted;
        subtractVec(shift, 0, root, 0, positions, 3 * above);
        rotateVecInverse(shift, 0, rotations, 4 * above, shift, 0);
        for (let i = 0; i < 3; i++) localPositions[3 * pelvis + i] = shift[i] / scales[above];
        let lift = 0;
        for (let i = 0; i < bones.length; i++) {
            const { bone, end, isLimb } = bones[i];
            putTogether(rotations, 4 * bone, clip.rotations, 4 * i, turns, LEVEL_TURN * i, axes, 3 * i, share);
            this.turn(bone);
            const low = Math.min(lying.heights[i], clip.heights[i]) - positions[3 * end + 1];
            if (!(low > 0)) continue;
            if (!isLimb) {
                lift = Math.max(lift, low);
            } else if (end !== bone) {
                subtractVec(shift, 0, positions, 3 * end, positions, 3 * bone);
                raiseTo(rotations, 4 * bone, shift, 0, shift[1] + low);
                this.turn(bone);
            }
        }
        return lift;
    }

    /** Takes the world rotation of a bone over into its own, and moves what hangs on it. */
    private turn(bone: number) {
        const { pose } = this.set;
        multiplyInverseQuat(pose.localRotations, 4 * bone, pose.rotations, 4 * pose.parents[bone], pose.rotations, 4 * bone);
        updateWorld(pose);
    }
}
