import type { PlantSettings } from './foot-settings';
import type { ObservedFoot } from './observed-foot';
import { copyVec, crossVec, rotateVec, writeDot, type Flat } from '../../core/math/flat-math';
import { addLeft, createInertia, endInertia, startDuration } from '../../core/math/inertia';
import { clamp } from '../../core/math/scalars';
import type { GroundProbe } from '../ground/ground-probe';
import { UnderSole } from '../ground/under-sole';

// A foot that stays where it stands. What is kept is the lowest point of its sole. So a foot rolls over them as its animation has it, and does not slide.

/** Share of the distance and angle of letting go within which a foot is planted anew. */
const REPLANT = 0.35;

/** How much lower another point must be to take over, as a share of the character's height: 0.4 mm of 1.75 m. */
const ROLL = 0.0002;

/** Smallest change of the correction that is kept, metres and radians: below it the foot is where its animation has it. */
const NOTHING = 1e-9;

const offset = new Float64Array(3);
const side = new Float64Array(3);
/** What is left of a shift and a turn. */
const left = new Float64Array(4);
/** Parts of two vectors along a third one. */
const parts = new Float64Array(2);

/** What this stage reads of a foot. */
interface PlantedFoot {
    readonly up: Flat;
    readonly sole: { readonly ahead: Flat; readonly aside: Flat };
    /** Lengths of the foot before and behind the ankle. */
    readonly settings: { readonly length: number; readonly heel: number };
    readonly seen: Readonly<ObservedFoot>;
    /** Seconds of this frame since it came down or was lifted. */
    readonly contact: { readonly subFrameTime: number };
}

/** The frame of the clock. */
interface Frame {
    /** Seconds since the last one. */
    readonly dt: number;
}

export class Plant {
    isPlanted = false;

    /** Whether it stays planted however far its animation leaves it, until that lifts it. */
    isHeld = false;

    /** Share of the planted place in what is shown, 0..1, where it is going, and how fast per second. */
    weight = 1;

    private weightGoal = 1;

    private weightSpeed = 0;

    /** Correction of the animated foot: a shift across the up vector, and a turn about it in radians. */
    readonly shift = new Float64Array(3);

    turn = 0;

    /** Where the ankle of the foot stands flat, for rays. */
    readonly base = new Float64Array(3);

    /** The point of the sole on which the foot is planted. */
    pivot = 0;

    /** What it has seen of the ground below it. */
    readonly under = new UnderSole();

    /** The kept point of the sole, and the kept heading. */
    private readonly anchor = new Float64Array(3);

    readonly heading = new Float64Array(3);

    /** Shift and turn of the frame before this one. */
    private readonly lastShift = new Float64Array(3);

    private lastTurn = 0;

    /** The correction of a foot that was let go: its shift, then its turn. */
    private readonly away = createInertia(4);

    /** Whether the foot stands in its planted place wholly: there it does not move with its animation. */
    get stands(): boolean {
        return this.isPlanted && this.weight === 1;
    }

    /** Whether it stands over an edge. */
    get isOverEdge(): boolean {
        return this.isPlanted && this.under.overhang < Infinity;
    }

    /** Keeps the foot planted however far its animation leaves it, until that lifts it. */
    hold() {
        this.isHeld = this.isPlanted;
    }

    /** Sets the weight at once. */
    setWeight(weight: number) {
        this.weight = this.weightGoal = weight;
    }

    /** Brings the weight to a goal. */
    fadeTo(goal: number, speed: number) {
        this.weightGoal = goal;
        this.weightSpeed = speed > 0 ? speed : 0;
    }

    /** Moves the weight on. */
    stepWeight({ dt }: Frame) {
        const difference = this.weightGoal - this.weight;
        const step = this.weightSpeed * dt;
        this.weight = Math.abs(difference) <= step ? this.weightGoal : this.weight + Math.sign(difference) * step;
    }

    /** Carries what is kept along with the ground. */
    follow(probe: GroundProbe) {
        if (!this.isPlanted) return;
        probe.carryPoint(this.anchor, 0);
        probe.carryPoint(this.base, 0);
        probe.carryPoint(this.under.support, 0);
        probe.carryDirection(this.heading, 0);
    }

    /** Goes along with a character that is moved by a shift, x and z, as far as the animation has taken the ankle along since the last frame. */
    goAside(shift: Flat, before: Flat, ankle: Flat) {
        const x = shift[0], z = shift[1];
        const squared = x * x + z * z;
        if (!this.isPlanted || !(squared > 0)) return;
        const share = clamp((x * (ankle[0] - before[0]) + z * (ankle[2] - before[2])) / squared, 0, 1);
        this.anchor[0] += share * x;
        this.anchor[2] += share * z;
        this.base[0] += share * x;
        this.base[2] += share * z;
        // what it has seen is under where it stood
        this.under.forget();
    }

    /** Finds the turn of this frame: to the kept heading, or what is left of the last one. */
    stepTurn(foot: PlantedFoot) {
        if (this.isPlanted) {
            crossVec(side, 0, foot.up, 0, foot.seen.heading, 0);
            writeDot(parts, 0, side, 0, this.heading, 0);
            writeDot(parts, 1, foot.seen.heading, 0, this.heading, 0);
            this.lastTurn = this.turn;
            this.turn = Math.atan2(parts[0], parts[1]);
            return;
        }
        this.away.elapsed += foot.contact.subFrameTime;
        left.fill(0);
        addLeft(left, 0, this.away);
        copyVec(this.shift, 0, left, 0);
        this.turn = left[3];
    }

    /**
     * Finds the shift that keeps the anchor.
     *
     * @param foot - The animated foot.
     * @param rotation - World rotation that the foot will have.
     * @param normal - World normal of the ground.
     * @param lift - Height over its animation that the ground gives the foot without a shift, in its only element.
     */
    stepShift(foot: PlantedFoot, rotation: Flat, normal: Flat, lift: Flat) {
        if (!this.isPlanted) return;
        const { shift } = this;
        const { up } = foot;
        copyVec(this.lastShift, 0, shift, 0);
        rotateVec(offset, 0, rotation, 0, foot.seen.pivotPoint, 0);
        for (let i = 0; i < 3; i++) shift[i] = this.anchor[i] - offset[i] - foot.seen.ankle[i] - lift[0] * up[i];
        // the point may rise over the ground, along its normal; what is left lies in the ground, and is seen along up
        removePart(shift, normal);
        removePart(shift, up);
    }

    /** Takes another shift over. */
    add(shift: Flat) {
        for (let i = 0; i < 3; i++) this.shift[i] += shift[i];
    }

    /** Whether the animation has left the planted foot by too much. */
    isTooFar({ maxDistance, maxAngle }: PlantSettings): boolean {
        writeDot(parts, 0, this.shift, 0, this.shift, 0);
        if (this.isHeld) return !Number.isFinite(parts[0]);
        return !(parts[0] <= maxDistance * maxDistance && Math.abs(this.turn) <= maxAngle);
    }

    /** Whether a foot that was let go is near enough to its animation to be planted again. */
    isNear({ maxDistance, maxAngle }: PlantSettings): boolean {
        writeDot(parts, 0, this.shift, 0, this.shift, 0);
        return parts[0] <= (REPLANT * maxDistance) ** 2 && Math.abs(this.turn) <= REPLANT * maxAngle;
    }

    /**
     * Plants the foot where it is shown now.
     *
     * @param rotation - World rotation of the foot.
     * @param lift - Height over its animation that it has, in its only element.
     * @param turned - Its heading.
     */
    plant(foot: PlantedFoot, rotation: Flat, lift: Flat, turned: Flat) {
        this.isPlanted = true;
        this.placeAnchor(foot, rotation, lift);
        copyVec(this.heading, 0, turned, 0);
        crossVec(side, 0, turned, 0, foot.up, 0);
        for (let i = 0; i < 3; i++) this.base[i] = this.anchor[i] - turned[i] * foot.sole.ahead[this.pivot] - side[i] * foot.sole.aside[this.pivot];
    }

    /** Lets another point of the sole take over when it is lower. */
    roll(foot: PlantedFoot, rotation: Flat, lift: Flat, { size }: PlantSettings) {
        if (!(foot.seen.pivotRise[0] > ROLL * size)) return;
        this.placeAnchor(foot, rotation, lift);
    }

    /** Goes back to the moment between the last frame and this one in which the foot is lifted. */
    rewind({ contact: { subFrameTime } }: PlantedFoot, { dt }: Frame) {
        const back = subFrameTime < dt ? subFrameTime / dt : 1;
        for (let i = 0; i < 3; i++) this.shift[i] += back * (this.lastShift[i] - this.shift[i]);
        this.turn += back * (this.lastTurn - this.turn);
    }

    /** Brings shift and turn back to where the foot is let go: ground that is faster than any character does not take it along. */
    limitShift({ maxDistance, maxAngle }: PlantSettings) {
        writeDot(parts, 0, this.shift, 0, this.shift, 0);
        const share = parts[0] < Infinity ? maxDistance / Math.max(maxDistance, Math.sqrt(parts[0])) : 0;
        for (let i = 0; i < 3; i++) this.shift[i] = share > 0 ? share * this.shift[i] : 0;
        this.turn = clamp(this.turn, -maxAngle, maxAngle);
    }

    /** Lets the foot go; it eases back to its animation. */
    release({ time }: PlantSettings) {
        const { values } = this.away;
        this.isPlanted = false;
        this.isHeld = false;
        copyVec(values, 0, this.shift, 0);
        values[3] = this.turn;
        writeDot(parts, 0, this.shift, 0, this.shift, 0);
        startDuration(this.away, parts[0] + Math.abs(this.turn) > NOTHING ? time : 0);
    }

    /** Forgets the correction at once. */
    forget() {
        this.isPlanted = false;
        this.isHeld = false;
        this.shift.fill(0);
        this.turn = 0;
        endInertia(this.away);
    }

    /** Puts the foot on the lowest point of its sole. */
    private placeAnchor(foot: PlantedFoot, rotation: Flat, lift: Flat) {
        this.pivot = foot.seen.lowest;
        rotateVec(offset, 0, rotation, 0, foot.seen.lowestPoint, 0);
        for (let i = 0; i < 3; i++) this.anchor[i] = foot.seen.ankle[i] + this.shift[i] + lift[0] * foot.up[i] + offset[i];
    }
}

/** Takes the part along a unit direction out of a vector. */
function removePart(v: Flat, direction: Flat): void {
    writeDot(parts, 0, v, 0, direction, 0);
    for (let i = 0; i < 3; i++) v[i] -= parts[0] * direction[i];
}
