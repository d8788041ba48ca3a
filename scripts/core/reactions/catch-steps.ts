import { copyVec, type Flat } from '../math/flat-math';
import { clamp, smoothstep } from '../math/scalars';

// Steps that catch a push.
//
// A body that is pushed comes to a stop where its extrapolated centre of mass is: the centre, further by its velocity over the frequency of the
// inverted pendulum (Hof, Gazendam, Sinke, The condition for dynamic stability, 2005). Feet that are put there, one after the other, stop it; on the
// way the body goes like the pendulum does, half of what is left in each ln 2 of its time. The foot that is furthest from its place goes first, of two that
// are as far the one ahead, so that legs do not cross; the next one when it is down.
//
// In a walk feet step anyway: those land where they are needed, and one that stands in the clip stands.

/** Shortest duration of a step, seconds; a large body takes the time of its pendulum. */
const SHORTEST = 0.3;

/** Duration of a step for a time of the pendulum, seconds. */
export function stepTime(time: number): number {
    return Math.max(SHORTEST, time);
}

/** How high a foot is lifted, of the leg's length. */
const LIFT = 0.08;

/** How far from its place a foot is when it begins a step, of the leg's length: a person's foot goes back by less without one. */
const OFF = 0.012;

/** How far the body is from where it stops when it is there, of the leg's length. */
const THERE = 0.002;

/** Longest step against the foot's place under the body, of the leg's length. */
const LONGEST = 0.55;

/** Speeds of a foot in its clip, of the leg's length a second, between which it stands, is rolled off, and swings. */
const STANDS = 0.3;
const ROLLS = 0.7;
const SWINGS = 2;

/** Seconds within which a foot that swings in its clip comes to where it is needed. */
const HOMING = 0.09;

/** Seconds after a swing of the clip for which the character walks. */
const STRIDE = 0.7;

/** Distance that a foot which swings in its clip keeps from the others, of the leg's length: legs do not cross. */
const APART = 0.16;

/** How much more than its distance to go it counts that a foot is ahead. */
const AHEAD = 0.5;

/** A foot that steps. */
export interface SteppingFoot {
    /** Where it is, and where it was when it was lifted: the world places of its joint. */
    readonly place: Float64Array;
    readonly from: Float64Array;
    /** Where it comes down, on the level. */
    readonly landing: Float64Array;
    /** Seconds since it was lifted; below 0: it stands. */
    swing: number;
    /** Where the clip had it a frame ago. */
    readonly before: Float64Array;
}

export class CatchSteps {
    readonly feet: readonly SteppingFoot[];

    /** Distance on the level that is left for the body to go, x and z, metres. */
    readonly left = new Float64Array(2);

    /** Time of the pendulum, seconds. */
    private time = 0;

    /** Steps that may be taken yet. */
    private steps = 0;

    /** Shift of the body in this frame, x and z, metres. */
    private readonly shift = new Float64Array(2);

    /** Whether the feet are yet to begin. */
    private isNew = false;

    /** Seconds for which the character counts as walking. */
    private walks = 0;

    isOn = false;

    constructor(count: number) {
        this.feet = Array.from({ length: count }, () => ({ place: new Float64Array(3), from: new Float64Array(3), landing: new Float64Array(3), before: new Float64Array(3), swing: -1 }));
    }

    /**
     * Begins.
     *
     * @param goal - How far the extrapolated centre of mass is from the animation's, x and z, metres.
     * @param time - Of the pendulum, seconds.
     * @param steps - How many steps may be taken; of four feet two go at a step.
     * @param isNew - Whether the feet begin where the animation has them; not while they are on their way back from other steps.
     */
    begin(goal: Flat, time: number, steps: number, isNew: boolean) {
        for (let i = 0; i < 2; i++) this.left[i] = goal[i];
        this.time = time;
        if (!this.isOn) this.steps = steps * Math.max(1, this.feet.length >> 1);
        this.isOn = true;
        this.isNew ||= isNew;
    }

    end() {
        this.isOn = this.isNew = false;
        this.left.fill(0);
    }

    /** Writes the shift of the body in a frame of dt seconds, x and z. */
    move(out: Flat, dt: number) {
        const share = 1 - Math.exp(-dt / this.time);
        for (let i = 0; i < 2; i++) {
            out[i] = this.left[i] * share;
            this.left[i] -= out[i];
            this.shift[i] = out[i];
        }
    }

    /**
     * Steps for one frame.
     *
     * @param own - Where the animation under the moving body has the feet, three numbers each.
     * @param length - Of a leg, metres.
     * @param dt - Seconds.
     */
    step(own: Flat, length: number, dt: number) {
        const { feet, left } = this;
        if (this.isNew) {
            // how fast feet are is known in the next frame
            this.isNew = false;
            this.stand(own);
            return;
        }
        this.walks = Math.max(0, this.walks - dt);
        let inAir = 0, isOff = false, next = -1, most = 0;
        for (let i = 0; i < feet.length; i++) {
            const foot = feet[i];
            const speed = this.follow(i, own, length, dt);
            if (speed > SWINGS * length) this.walks = STRIDE;
            if (foot.swing >= 0) this.swing(foot, own, 3 * i, length, dt);
            if (foot.swing >= 0 || speed > ROLLS * length) inAir++;
            const x = own[3 * i] + left[0] - foot.place[0], z = own[3 * i + 2] + left[1] - foot.place[2];
            const away = Math.sqrt(x * x + z * z);
            if (foot.swing >= 0 || !(away > OFF * length)) continue;
            isOff = true;
            const value = away + AHEAD * this.ahead(i);
            if (next >= 0 && value <= most) continue;
            most = value;
            next = i;
        }
        this.shift.fill(0);
        // of two feet one is in the air, of four two
        if (next >= 0 && this.steps > 0 && this.walks === 0 && inAir < Math.max(1, feet.length >> 1)) {
            const foot = feet[next];
            foot.swing = 0;
            copyVec(foot.from, 0, foot.place, 0);
            this.steps--;
        } else if ((inAir === 0 || !isOff) && !(isOff && this.walks > 0) && Math.abs(left[0]) + Math.abs(left[1]) < THERE * length) this.isOn = false;
    }

    /** Seconds until a foot in the air comes down; NaN: it stands. */
    waitOf({ swing }: SteppingFoot): number {
        return swing >= 0 ? stepTime(this.time) - swing : NaN;
    }

    /** Puts the feet where the animation has them. */
    stand(own: Flat) {
        for (let i = 0; i < this.feet.length; i++) {
            const foot = this.feet[i];
            copyVec(foot.place, 0, own, 3 * i);
            copyVec(foot.before, 0, own, 3 * i);
            foot.swing = -1;
        }
    }

    /** Takes the feet along with the animation, for a frame in which no step is taken. */
    goAlong(own: Flat) {
        for (let i = 0; i < this.feet.length; i++) {
            const { place, before } = this.feet[i];
            for (let k = 0; k < 3; k++) place[k] += own[3 * i + k] - before[k];
            copyVec(before, 0, own, 3 * i);
        }
    }

    /** How far a foot is ahead of the others, metres. */
    private ahead(i: number): number {
        const { feet, left } = this;
        const length = Math.sqrt(left[0] * left[0] + left[1] * left[1]);
        if (!(length > 0)) return 0;
        let sum = 0;
        for (let k = 0; k < feet.length; k++) {
            sum += (feet[i].place[0] - feet[k].place[0]) * left[0] + (feet[i].place[2] - feet[k].place[2]) * left[1];
        }
        return sum / (length * (feet.length - 1));
    }

    /** Takes a foot that stands along with its clip as far as it moves there by itself; answers how fast that is, m/s. */
    private follow(i: number, own: Flat, length: number, dt: number): number {
        const { left, shift, feet } = this;
        const foot = feet[i], o = 3 * i;
        const { place, before } = foot;
        const x = own[o] - before[0] - shift[0], z = own[o + 2] - before[2] - shift[1];
        copyVec(before, 0, own, o);
        const speed = dt > 0 ? Math.sqrt(x * x + z * z) / dt : 0;
        if (foot.swing >= 0) return speed;
        // a standing body sways above its feet
        const moves = this.walks > 0 ? 1 : clamp((speed / length - STANDS) / (ROLLS - STANDS), 0, 1);
        const homes = clamp((speed / length - ROLLS) / (SWINGS - ROLLS), 0, 1) * (1 - Math.exp(-dt / HOMING));
        place[0] += moves * x;
        place[2] += moves * z;
        const free = homes > 0 ? this.freeShare(i, own, APART * length) : 0;
        place[0] += (own[o] + free * left[0] - place[0]) * homes;
        place[1] = own[o + 1];
        place[2] += (own[o + 2] + free * left[1] - place[2]) * homes;
        return speed;
    }

    /** Share of the distance to go by which a foot may be ahead of its clip, and keeps a distance in metres from the other feet. */
    private freeShare(i: number, own: Flat, apart: number): number {
        const { left, feet } = this;
        const squared = left[0] * left[0] + left[1] * left[1];
        let share = 1;
        for (let k = 0; k < feet.length; k++) {
            if (k === i) continue;
            const x = feet[k].place[0] - own[3 * i], z = feet[k].place[2] - own[3 * i + 2];
            const nearest = (x * left[0] + z * left[1]) / squared;
            const within = apart * apart - x * x - z * z + nearest * nearest * squared;
            if (nearest > 0 && within > 0) share = Math.min(share, Math.max(0, nearest - Math.sqrt(within / squared)));
        }
        return share;
    }

    private swing(foot: SteppingFoot, own: Flat, o: number, length: number, dt: number) {
        const { left } = this;
        foot.swing += dt;
        const done = Math.min(1, foot.swing / stepTime(this.time)), share = smoothstep(done);
        // where the body will stand, as far as the leg reaches
        const distance = Math.sqrt(left[0] * left[0] + left[1] * left[1]);
        const reach = distance > LONGEST * length ? LONGEST * length / distance : 1;
        foot.landing[0] = own[o] + reach * left[0];
        foot.landing[2] = own[o + 2] + reach * left[1];
        foot.place[0] = foot.from[0] + (foot.landing[0] - foot.from[0]) * share;
        foot.place[1] = foot.from[1] + (own[o + 1] - foot.from[1]) * share + LIFT * length * Math.sin(Math.PI * done);
        foot.place[2] = foot.from[2] + (foot.landing[2] - foot.from[2]) * share;
        if (done === 1) foot.swing = -1;
    }
}
