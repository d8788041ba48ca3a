import type { GraphNode } from 'playcanvas';

import { PoseMemory, type PoseHistory } from './pose-memory';
import type { PoseRecord } from './pose-record';
import {
    addCarriedSpeed, createCarriedSpeed, gatherCarriedSpeed, startCarriedSpeed, type CarriedSpeed
} from '../core/math/carried-speed';
import { copyVec, multiplyQuat, type Flat } from '../core/math/flat-math';
import {
    addLeft, createInertia, endInertia, gatherLeft, halfLifeShares, isDyingOut, startDuration, startHalfLife, type Inertia
} from '../core/math/inertia';
import { nearestVector, rotationVector, vectorRotation } from '../core/math/rotation-vector';
import { SPRING_HALF_LIFE } from '../core/math/spring';

// Keeps the shown pose continuous while its source is switched.
//
// It stands behind whatever makes a script's pose, and sees that pose in each frame. Told of a switch, it compares the pose with where the
// frames before were heading: the difference, and in the frame after that the difference of the velocities, is laid on top of the new pose
// and dies out (inertia.ts). So nothing needs to be known of the new motion beforehand, and what is shown keeps its place and velocity.
//
// What is measured is the jump of the incoming pose, not of what is shown. So further switches add to what is left of earlier ones, and a
// switch that changes nothing changes nothing, however often one is announced.
//
// An offset knows nothing of where the new pose goes: laid on a limb that comes back by itself, it would push it as far beyond. With a
// half-life it gives way to that: what the new pose turns towards what was shown is taken off what is left (giveWay). And the velocities
// die out by themselves, so that none of them goes far (carried-speed.ts). So limbs stay near the poses of the clips however often the
// animation is switched.
//
// Where the animation goes on and only what a script makes of it is switched, that part alone is compared: what the script turns the
// animated bones by. It is known for both poses of a frame, so that nothing is guessed about a motion that may be fast.
//
// Offsets are rotation vectors in the parent's space, and shifts in the parent's units.

/** Groups of switches that die out side by side, each with its clock; and the share of its time in which a group takes up further ones. */
const GROUPS = 4;
const OPEN = 0.25;

/** Share of a half-life, squared, after which an offset gives way by half to the new pose's own motion: at once it would be a jump in speed. */
const YIELDING = 0.0064;

const identity: Flat = Float64Array.of(0, 0, 0, 1);
const turn: Flat = new Float64Array(4);
const rest: Flat = new Float64Array(4);
const now: Flat = new Float64Array(4);
const vector: Flat = new Float64Array(3);

/** Bones whose pose keeps its place and velocity when it is switched. */
export class PoseInertia {
    private readonly memory: PoseMemory;

    /** The jumps of the last switch, and all that is left in this frame: three numbers a node. */
    private readonly jumps: Flat;

    private readonly left: Flat;

    private readonly groups: readonly Inertia[];

    /** The velocities of turns that die out by half-lives. */
    private readonly carried: CarriedSpeed;

    private newest = 0;

    /** Seconds since the newest group took up its first switch. */
    private age = -0;

    /** The switch that the next step sees: its time in seconds, a duration or a half-life; NaN: none. */
    private time = NaN;

    private isHalfLife = false;

    /** Seconds of a half-life that have passed when the switch is seen. */
    private passed = -0;

    /** Share of the last jump that was left in its frame, and how fast that changed. */
    private readonly seen: Flat = Float64Array.of(1, 0);

    /** Angle in radians that no bone is off by more: what is left of all switches. */
    private maxAngle = Infinity;

    /** Whether the last step has seen a switch, so that the next one can tell the velocities. */
    private hasSwitched = false;

    /** Whether anything was left in the last step. */
    private isShowing = false;

    /** Whether the switch comes with a jump of what the bones hang on. */
    private isCarried = false;

    /**
     * @param record - The skeleton's record of writes.
     * @param bones - Bones whose rotations are kept.
     * @param moved - Bones whose positions are kept, such as the root.
     * @param isRelative - Whether the animation goes on through the switches; {@link begin} is called in each frame then.
     */
    constructor(
        readonly record: PoseRecord, readonly bones: readonly GraphNode[], readonly moved: readonly GraphNode[] = [],
        private readonly isRelative = false
    ) {
        this.memory = new PoseMemory(record, bones, moved, isRelative);
        const size = 3 * this.memory.nodes.length;
        this.jumps = new Float64Array(size);
        this.left = new Float64Array(size);
        this.groups = Array.from({ length: GROUPS }, () => createInertia(size));
        this.carried = createCarriedSpeed(bones.length);
        this.restart();
    }

    /** Whether anything of a switch is left to show, or one is announced. */
    get running(): boolean {
        return this.time >= 0 || this.isShowing;
    }

    /**
     * Announces a switch: from the next step on, what was shown goes on and dies out within a time.
     *
     * @param duration - Seconds; no more than a frame: this switch is seen at once.
     */
    start(duration: number) {
        this.time = duration > 0 ? duration : 0;
        this.isHalfLife = false;
        this.passed = 0;
        this.maxAngle = Infinity;
    }

    /**
     * The same, but half is left after each half-life.
     *
     * @param halfLife - Seconds.
     * @param maxAngle - Radians: what a bone is off by is cut to it.
     * @param passed - Seconds that have passed when the switch is seen: those of its frame, where the time counts from the frame before.
     */
    startHalfLife(halfLife: number, maxAngle = Infinity, passed = 0) {
        this.time = halfLife > 0 ? halfLife : 0;
        this.isHalfLife = true;
        this.passed = passed;
        this.maxAngle = maxAngle;
    }

    /** Follows the path of what some bones hang on, the topmost ones, so that {@link carry} can be called. */
    followParent(tops: readonly GraphNode[], parent: GraphNode) {
        this.memory.followParent(tops, parent);
    }

    /** The switch that was announced comes with a jump of what the bones hang on: what was shown goes on in the world. */
    carry() {
        this.isCarried = true;
    }

    /** Forgets what was shown, and what is left of all switches. */
    cancel() {
        for (let i = 0; i < GROUPS; i++) endInertia(this.groups[i]);
        this.carried.duration = 0;
        this.time = NaN;
        this.hasSwitched = false;
        this.isShowing = false;
        this.memory.forget();
    }

    /** Begins anew, for a script that has not been stepped for some frames: with what the bones show now, or with the animation, as if that had been the last frame. */
    restart() {
        this.cancel();
        this.memory.restart();
    }

    /** Takes up the frames before this one, in place of steps in them: before the first step of a switch. Not where it compares with the animation. */
    recall(history: PoseHistory) {
        this.memory.recall(history);
    }

    /** Starts a frame, after the record has begun it and before the script writes: remembers the animated pose. */
    begin() {
        this.memory.begin();
    }

    /**
     * One frame, after everything else of the script has written the bones: remembers them, adds what is left of the switches, and writes
     * that. To be called in every frame in which a switch may come within the next two, or with {@link recall} before a switch and as long as
     * something is left of it; the record has begun the frame.
     *
     * @param dt - Seconds since the last frame.
     * @returns Whether the bones hold numbers: else all is forgotten, and the pose is left as it is.
     */
    step(dt: number): boolean {
        const { memory, groups, carried } = this;
        memory.enter(this.record.frame);
        const { isKnown } = memory;
        const isSwitch = this.time >= 0;
        const isSettling = !isSwitch && this.hasSwitched;
        if (this.isCarried && (isSwitch || isSettling)) this.carryOn(isSettling);
        if (isSwitch) memory.predict(dt);
        else if (isSettling) memory.goOn(dt);
        else this.isCarried = false;
        if (!memory.remember(dt, isSwitch)) {
            this.cancel();
            return false;
        }
        if (!isSwitch && !this.isShowing) return true;

        this.age += dt;
        for (let i = 0; i < GROUPS; i++) groups[i].elapsed += dt;
        carried.elapsed += dt;
        this.findLeft();
        if (!isSwitch && !isSettling) this.giveWay();
        if (this.hasSwitched) this.settle(isKnown && !isSwitch ? dt : 0);
        // what dies out within the frame is over in it
        this.hasSwitched = isSwitch && isKnown && this.time > (this.passed > 0 ? 0 : dt);
        if (this.hasSwitched) this.takeUp();
        this.time = NaN;
        this.isShowing = this.hasSwitched || this.isAnyLeft();
        if (this.isShowing) this.write();
        return true;
    }

    /**
     * The same with other bones, as after a change of a script's lists: bones that are in both go on as they are, and those that are no
     * longer in the lists stay until nothing is left.
     */
    withBones(bones: readonly GraphNode[], moved: readonly GraphNode[] = []): PoseInertia {
        const isRunning = this.running;
        const join = (before: readonly GraphNode[], now: readonly GraphNode[]) => [...new Set(isRunning ? [...now, ...before] : now)];
        const next = new PoseInertia(this.record, join(this.bones, bones), join(this.moved, moved), this.isRelative);
        const copy = (to: Flat, from: Flat, i: number, old: number) => to.set(from.subarray(3 * old, 3 * old + 3), 3 * i);
        next.memory.nodes.forEach((node, i) => {
            const isTurned = i < next.bones.length;
            const old = isTurned ? this.bones.indexOf(node) : this.moved.indexOf(node) + this.bones.length;
            if (old < (isTurned ? 0 : this.bones.length)) return;
            next.memory.takeNode(i, this.memory, old);
            copy(next.jumps, this.jumps, i, old);
            if (isTurned) {
                copy(next.carried.values, this.carried.values, i, old);
                copy(next.carried.rates, this.carried.rates, i, old);
                next.carried.stiffness[i] = this.carried.stiffness[old];
            }
            next.groups.forEach((group, g) => {
                copy(group.values, this.groups[g].values, i, old);
                copy(group.rates, this.groups[g].rates, i, old);
            });
        });
        next.groups.forEach((group, g) => {
            const { elapsed, duration, stiffness } = this.groups[g];
            Object.assign(group, { elapsed, duration, stiffness });
        });
        next.carried.elapsed = this.carried.elapsed;
        next.carried.duration = this.carried.duration;
        next.memory.continue(this.memory);
        next.seen.set(this.seen);
        const { newest, age, time, isHalfLife, passed, maxAngle, hasSwitched, isShowing } = this;
        return Object.assign(next, { newest, age, time, isHalfLife, passed, maxAngle, hasSwitched, isShowing });
    }

    /** Brings what is known from before a jump of what the bones hang on into its place now. */
    private carryOn(isSettling: boolean) {
        this.memory.carry(isSettling);
        if (isSettling) return;
        for (const { values, rates } of this.groups) {
            this.memory.carryVectors(values);
            this.memory.carryVectors(rates);
        }
        this.memory.carryVectors(this.carried.values);
        this.memory.carryVectors(this.carried.rates);
    }

    private isAnyLeft(): boolean {
        const { groups } = this;
        for (let i = 0; i < GROUPS; i++) if (isDyingOut(groups[i])) return true;
        return this.carried.elapsed < this.carried.duration;
    }

    /** Writes what is left of all groups. */
    private findLeft() {
        const { groups, left } = this;
        left.fill(0);
        for (let i = 0; i < GROUPS; i++) if (isDyingOut(groups[i])) addLeft(left, 0, groups[i]);
        addCarriedSpeed(left, this.carried);
    }

    /** Takes off what is left of a half-life by what the new pose itself turns that way. */
    private giveWay() {
        const { left, memory, bones, carried } = this;
        const { values, rates, elapsed, stiffness } = this.groups[this.newest];
        if (!(stiffness > 0)) return;
        const time = elapsed * stiffness / SPRING_HALF_LIFE;
        const share = time * time / (time * time + YIELDING);
        for (let i = 0; i < bones.length; i++) {
            const o = 3 * i;
            const square = left[o] * left[o] + left[o + 1] * left[o + 1] + left[o + 2] * left[o + 2];
            if (!(square > 0)) continue;
            memory.readStep(vector, 0, i);
            const along = vector[0] * left[o] + vector[1] * left[o + 1] + vector[2] * left[o + 2];
            if (!(along > 0)) continue;
            const kept = 1 - share * Math.min(1, along / square);
            for (let k = o; k < o + 3; k++) {
                values[k] *= kept;
                rates[k] *= kept;
                carried.values[k] *= kept;
                carried.rates[k] *= kept;
                left[k] *= kept;
            }
        }
    }

    /** Writes a node's difference between where it was heading and where it is, with what is left of earlier switches on both. */
    private measure(i: number) {
        const { memory, left, bones } = this;
        const o = 3 * i;
        if (i >= bones.length) {
            memory.readShift(vector, 0, i);
        } else {
            memory.readTurn(turn, 0, i);
            vectorRotation(rest, 0, left, o);
            multiplyQuat(turn, 0, rest, 0, turn, 0);
            rotationVector(vector, 0, identity, 0, turn, 0);
            nearestVector(vector, 0, left, o);
            for (let k = 0; k < 3; k++) vector[k] -= left[o + k];
        }
        // a clip that is not a number leaves nothing behind
        if (!Number.isFinite(vector[0] + vector[1] + vector[2])) vector.fill(0);
    }

    /** Takes up the jumps of a switch in the newest group, or in the next one when that has taken up switches for long enough. */
    private takeUp() {
        const { jumps, left, seen } = this;
        const { nodes } = this.memory;
        const { duration, stiffness } = this.groups[this.newest];
        const isOpen = isDyingOut(this.groups[this.newest]) && (this.age < OPEN * duration || (this.isHalfLife && stiffness > 0));
        if (!isOpen) {
            this.newest = (this.newest + 1) % GROUPS;
            this.age = 0;
        }
        const group = this.groups[this.newest];
        gatherLeft(group);
        gatherCarriedSpeed(this.carried);
        if (this.isHalfLife) startHalfLife(group, this.time);
        else startDuration(group, this.time);
        halfLifeShares(seen, this.passed > 0 ? this.time : 0, this.passed);
        for (let i = 0; i < nodes.length; i++) {
            this.measure(i);
            copyVec(jumps, 3 * i, vector, 0);
            for (let k = 0; k < 3; k++) left[3 * i + k] += seen[0] * vector[k];
        }
    }

    /** Gives the jumps of the last switch to their group, with their velocities when the time of this frame is above 0. */
    private settle(dt: number) {
        const { jumps, seen, carried, bones } = this;
        const { nodes } = this.memory;
        const { values, rates, stiffness } = this.groups[this.newest];
        for (let i = 0; i < nodes.length; i++) {
            if (dt > 0) this.measure(i);
            for (let k = 0; k < 3; k++) {
                const o = 3 * i + k;
                values[o] += seen[0] * jumps[o];
                rates[o] += seen[1] * jumps[o];
                if (!(dt > 0)) continue;
                const goesAlone = stiffness > 0 && i < bones.length;
                (goesAlone ? carried.rates : rates)[o] += (vector[k] - jumps[o]) / dt;
            }
        }
        if (stiffness > 0) startCarriedSpeed(carried, stiffness);
        this.findLeft();
    }

    /** Cuts what is left of a turn to the largest angle. */
    private limit(o: number) {
        const { left, maxAngle } = this;
        const angle = Math.sqrt(left[o] * left[o] + left[o + 1] * left[o + 1] + left[o + 2] * left[o + 2]);
        if (angle > maxAngle) for (let k = o; k < o + 3; k++) left[k] *= maxAngle / angle;
    }

    /** Writes the bones with what is left. */
    private write() {
        const { left, bones, memory, record } = this;
        const { nodes, states } = memory;
        for (let i = 0; i < nodes.length; i++) {
            // most positions are the same in all clips
            if (left[3 * i] === 0 && left[3 * i + 1] === 0 && left[3 * i + 2] === 0) continue;
            memory.readNode(now, 0, i);
            if (i < bones.length) {
                this.limit(3 * i);
                vectorRotation(turn, 0, left, 3 * i);
                multiplyQuat(now, 0, turn, 0, now, 0);
                record.write(states[i], now, 0);
            } else {
                for (let k = 0; k < 3; k++) now[k] += left[3 * i + k];
                record.writePosition(states[i], now, 0);
            }
        }
    }
}
