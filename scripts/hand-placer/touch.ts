import { createPlace, palmInPose } from './grip';
import { createGroundHit, RAY, type Ground } from '../core/ground/ground';
import type { ArmSolver } from '../core/limb/arm';
import {
    arcQuat, copyVec, distanceVec, dotVec, lengthVec, multiplyQuat, normalizeVec, rotateVec, slerpQuat, subtractVec, type Flat
} from '../core/math/flat-math';
import { smoothstep } from '../core/math/scalars';
import type { FlatPose } from '../core/pose/flat-pose';
import { ROTATION } from '../core/pose/transform';

// A hand that lies on what the character passes: on a wall at the height of the shoulder, or on the top of what is lower, such as a railing.
//
// It goes to a place that the character passes next, stays on it while the body goes on, and goes on to another one, or back to where the animation has it: a hand
// is always between two places. On a wall the fingers point up, and away from the shoulder: pointing down, no wrist lays the palm on a wall aside. On a top they
// point away from the shoulder alone.

/** Seconds from when a hand comes to a place until that is beside the shoulder, and arm's lengths by which the body goes on meanwhile at most. */
const BEFORE = 0.08;
const FASTEST = 2;

/** Seconds over which the velocity of the body, and where its shoulder is on the mean, are measured. */
const MEASURED = 0.3;

/** How near and how far a place is from the shoulder beside it, distance from which on a hand lets go, also straight behind, as shares of the arm's length. */
const NEAR = 0.3;
const FAR = 0.9;
const LETS_GO = 1;
const BEHIND = 0.5;

/** Height from the shoulder at which walls are touched, how far below it tops are found, and how far off a hand is on its way, in the same shares. */
const ABOVE = 0.3;
const BELOW = -1;
const OFF = 0.2;

/** Step of the distance at which a top is looked for, as a share of the range from near to far, around and around: the golden section leaves no gap. */
const NEXT = 0.618;

/** Rays with which a hand that goes on looks for the next top. */
const TRIES = 6;

/** How much the fingers point up on a wall, in the same shares. */
const UP = 0.4;

/** Least cosine between the normal of a wall or a top and the direction in which it is looked for. */
const FACES = 0.7;

const FINGERS: Flat = Float64Array.of(0, 0, -1);
const BACK: Flat = Float64Array.of(0, 1, 0);
const IDENTITY: Flat = Float64Array.of(0, 0, 0, 1);

const way = new Float64Array(3);
const line = new Float64Array(3);
const end = new Float64Array(3);
const turned = new Float64Array(4);
const share = new Float64Array(1);
const place = createPlace();

/** Touching by one hand. */
export class Touch {
    /** Whether the hand is on a place, or on its way to one or back. */
    isOn = false;

    /** Where the hand lies, and the way out of it. */
    private readonly contact = new Float64Array(3);

    private readonly normal = new Float64Array(3);

    /** Where it comes from. */
    private readonly from = createPlace();

    /** Whether it comes from where the animation has the palm. */
    private begins = false;

    /** Whether it goes back there. */
    private ends = false;

    /** Where the animation has the palm. */
    private readonly animated = createPlace();

    /** How much of the solved arm is shown. */
    weight = -0;

    private age = -0;

    /** Seconds in which it goes to a place. */
    private seconds = -0;

    /** Outwards, up and ahead of the body. */
    private readonly axes = new Float64Array(9);

    private readonly shoulder = new Float64Array(3);

    /** Where it is from the body on the mean. */
    private readonly mean = new Float64Array(3);

    /** Place and velocity of the body. */
    private readonly body = new Float64Array(3);

    private readonly velocity = new Float64Array(3);

    private isKnown = false;

    /** Where the shoulder will be, and the ray with which something is looked for from there: a place, a direction and a length. */
    private readonly beside = new Float64Array(3);

    private readonly ray = new Float64Array(RAY);

    /** Distance aside at which a top is looked for, 0 near to 1 far. */
    private aside = 0.5;

    private readonly hit = createGroundHit();

    /**
     * @param arm - The arm of the hand.
     * @param own - Outwards, up and ahead in the frame of the pose's base.
     */
    constructor(private readonly arm: ArmSolver, private readonly own: Flat) {}

    /** Whether the hand lies on its place. */
    get lies(): boolean {
        return this.isOn && !this.ends && this.age >= this.seconds;
    }

    /** Finds where the palm shall be, for a hand that goes to a place in so many seconds. */
    look(pose: FlatPose, ground: Ground, dt: number, seconds: number) {
        const { arm: { bones, goal, shape }, from, contact, normal, animated } = this;
        const { positions } = pose;
        const length = distanceVec(positions, 3 * bones.upper, positions, 3 * bones.forearm) + distanceVec(positions, 3 * bones.forearm, positions, 3 * bones.hand);
        this.follow(pose, dt);
        palmInPose(animated, pose, bones.hand, shape);
        this.seconds = seconds;
        if (this.ends && this.age > seconds) this.isOn = false;
        else if (!this.isOn || (!this.ends && this.isPassed(length))) {
            this.begins = !this.isOn;
            this.isOn = this.find(ground, length);
            this.ends = !this.begins && !this.isOn;
            this.isOn ||= this.ends;
            this.age = 0;
            from.set(goal);
            // from the surface to the middle of the hand
            for (let k = 0; this.isOn && !this.ends && k < 3; k++) contact[k] += pose.scales[bones.hand] * shape.depth * normal[k];
        }
        if (this.isOn) this.go(length, dt);
        else this.ends = false;
    }

    /** Reads where the shoulder is and how fast the body goes. */
    private follow({ base, positions, rotations }: FlatPose, dt: number) {
        const { arm: { bones }, shoulder, mean, body, velocity, axes, own } = this;
        const part = 1 - Math.exp(-dt / MEASURED);
        copyVec(shoulder, 0, positions, 3 * bones.upper);
        for (let k = 0; k < 3; k++) {
            const at = positions[3 * base + k], from = shoulder[k] - at;
            if (this.isKnown && dt > 0) velocity[k] += part * ((at - body[k]) / dt - velocity[k]);
            mean[k] = this.isKnown ? mean[k] + part * (from - mean[k]) : from;
            body[k] = at;
        }
        this.isKnown = true;
        for (let i = 0; i < 9; i += 3) rotateVec(axes, i, rotations, 4 * base, own, i);
    }

    /** Whether the body has gone on from where the hand lies. */
    private isPassed(length: number): boolean {
        const { contact, shoulder, axes } = this;
        subtractVec(way, 0, contact, 0, shoulder, 0);
        return this.age > this.seconds && (dotVec(way, 0, axes, 6) < -BEHIND * length || lengthVec(way, 0) > LETS_GO * length);
    }

    /** Finds a place for the hand beside where the shoulder will be; answers whether there is one. */
    private find(ground: Ground, length: number): boolean {
        const { mean, body, velocity, axes, contact, normal, beside, hit, ray } = this;
        if (!(lengthVec(velocity, 0) * this.seconds < FASTEST * length)) return false;
        // without the ups and downs of a walk
        const rising = dotVec(velocity, 0, axes, 3);
        for (let k = 0; k < 3; k++) beside[k] = body[k] + mean[k] + (this.seconds + BEFORE) * (velocity[k] - rising * axes[3 + k]);
        const found = this.cast(ground, 0, 0, length) ? distanceVec(hit.point, 0, ray, 0) > NEAR * length && this.isWithin(length) : this.findTop(ground, length);
        if (!found) return false;
        copyVec(contact, 0, hit.point, 0);
        copyVec(normal, 0, hit.normal, 0);
        return true;
    }

    /** Looks for a top, first where the last one was: a hand that goes on looks all the way out, one that hangs at one distance in a frame. */
    private findTop(ground: Ground, length: number): boolean {
        for (let i = this.isOn ? TRIES : 1; i > 0; i--) {
            if (this.cast(ground, NEAR + this.aside * (FAR - NEAR), 3, length) && this.isWithin(length)) return true;
            this.aside = (this.aside + NEXT) % 1;
        }
        return false;
    }

    /** Whether what a ray has met faces it, and is in reach. */
    private isWithin(length: number): boolean {
        const { hit, ray, beside } = this;
        return dotVec(hit.normal, 0, ray, 3) < -FACES && distanceVec(hit.point, 0, beside, 0) < (this.isOn ? LETS_GO : FAR) * length;
    }

    /** Casts a ray from above the shoulder, so far aside: outwards along the first axis, or down along the second. */
    private cast(ground: Ground, aside: number, axis: 0 | 3, length: number): boolean {
        const { axes, beside, hit, ray } = this;
        for (let k = 0; k < 3; k++) {
            ray[k] = beside[k] + length * (aside * axes[k] + ABOVE * axes[3 + k]);
            ray[3 + k] = axis === 0 ? axes[k] : -axes[3 + k];
        }
        ray[6] = (axis === 0 ? FAR : ABOVE - BELOW) * length;
        return ground.cast(hit, ray);
    }

    /** Brings the goal of the arm to the place, or back: around the shoulder, and off what is touched. */
    private go(length: number, dt: number) {
        const { arm: { goal, turn }, from, normal, animated, axes, shoulder, begins, ends } = this;
        this.age += dt;
        const part = this.age < this.seconds ? this.age / this.seconds : 1;
        const there = begins ? part : ends ? 1 - part : 1;
        share[0] = smoothstep(part);
        // on the half of the way nearer to the animation its arm is gone over from, on the other the hand turns, which never turns all about to its forearm then
        this.weight = smoothstep(Math.min(1, 2 * there));
        turn[0] = smoothstep(Math.max(0, 2 * there - 1));
        if (ends) {
            place.set(from);
            copyVec(place, 0, animated, 0);
        } else {
            this.lay(length, (1 - part) * this.seconds);
            if (begins) from.set(place);
            if (begins) copyVec(from, 0, animated, 0);
        }
        slerpQuat(goal, ROTATION, from, ROTATION, place, ROTATION, share, 0);
        subtractVec(line, 0, from, 0, shoulder, 0);
        subtractVec(end, 0, place, 0, shoulder, 0);
        const reach = lengthVec(line, 0) + share[0] * (lengthVec(end, 0) - lengthVec(line, 0));
        normalizeVec(line, 0);
        normalizeVec(end, 0);
        arcQuat(turned, 0, line, 0, end, 0, axes, 3);
        slerpQuat(turned, 0, IDENTITY, 0, turned, 0, share, 0);
        rotateVec(line, 0, turned, 0, line, 0);
        for (let k = 0; k < 3; k++) {
            goal[k] = shoulder[k] + reach * line[k];
            way[k] = normal[k] - axes[k];
        }
        normalizeVec(way, 0);
        // as far out of the surface as on the straight way; what is below the top of a railing goes up first, and comes down last
        const before = this.heightOf(from), after = this.heightOf(place);
        const rise = 2 * share[0] * (share[0] - 1) * (Math.min(0, before) + Math.min(0, after));
        const more = before + share[0] * (after - before) + rise - this.heightOf(goal), off = OFF * length * Math.sin(Math.PI * part);
        for (let k = 0; k < 3; k++) goal[k] += more * normal[k] + off * way[k];
    }

    /** How far out of the surface something is. */
    private heightOf(at: Flat): number {
        return dotVec(at, 0, this.normal, 0) - dotVec(this.contact, 0, this.normal, 0);
    }

    /** Writes how the hand lies on the place: away from where the shoulder will be. */
    private lay(length: number, left: number) {
        const { contact, normal, shoulder, velocity, axes } = this;
        for (let k = 0; k < 3; k++) {
            place[k] = contact[k];
            way[k] = contact[k] - shoulder[k] - left * velocity[k] + UP * length * axes[3 + k];
        }
        const away = dotVec(way, 0, normal, 0);
        for (let k = 0; k < 3; k++) way[k] -= away * normal[k];
        normalizeVec(way, 0);
        arcQuat(place, ROTATION, BACK, 0, normal, 0, FINGERS, 0);
        rotateVec(line, 0, place, ROTATION, FINGERS, 0);
        arcQuat(turned, 0, line, 0, way, 0, normal, 0);
        multiplyQuat(place, ROTATION, turned, 0, place, ROTATION);
    }
}
