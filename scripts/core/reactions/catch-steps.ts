import { copyVec, type Flat } from '../math/flat-math';
import { smoothstep } from '../math/scalars';

// Steps that catch a push.
//
// A body that is pushed comes to a stop where its extrapolated centre of mass is: the centre, further by its velocity over the frequency of the
// inverted pendulum (Hof, Gazendam, Sinke, The condition for dynamic stability, 2005). Feet that are put there, one after the other, stop it; on the
// way the body goes like the pendulum does, half of what is left in each ln 2 of its time. The foot that is furthest from its place goes first, and the
// next one when it is down.

/** Seconds of a step. */
const SWING = 0.3;

/** How high a foot is lifted, of the leg's length. */
const LIFT = 0.08;

/** How far from its place a foot is when it begins a step, of the leg's length: a person's foot goes back by less without one. */
const OFF = 0.012;

/** Longest step against the foot's place under the body, of the leg's length. */
const LONGEST = 0.55;

/** A foot that steps. */
export interface SteppingFoot {
    /** Where it is, and where it was when it was lifted: the world places of its joint. */
    readonly place: Float64Array;
    readonly from: Float64Array;
    /** Seconds since it was lifted; below 0: it stands. */
    swing: number;
}

export class CatchSteps {
    readonly feet: readonly SteppingFoot[];

    /** Way on the level that is left for the body to go, x and z, metres. */
    readonly left = new Float64Array(2);

    /** Steps that may be taken yet. */
    private steps = 0;

    isOn = false;

    constructor(count: number) {
        this.feet = Array.from({ length: count }, () => ({ place: new Float64Array(3), from: new Float64Array(3), swing: -1 }));
    }

    /**
     * Begins.
     *
     * @param x - How far the extrapolated centre of mass is from the animation's on the world's x axis, metres.
     * @param z - The same on its z axis.
     * @param steps - How many steps may be taken.
     * @param places - World places of the feet, three numbers each; null while steps are taken already.
     */
    begin(x: number, z: number, steps: number, places: Flat | null) {
        this.left[0] = x;
        this.left[1] = z;
        if (!this.isOn) this.steps = steps;
        this.isOn = true;
        if (!places) return;
        this.feet.forEach((foot, i) => {
            copyVec(foot.place, 0, places, 3 * i);
            foot.swing = -1;
        });
    }

    end() {
        this.isOn = false;
        this.left.fill(0);
    }

    /** Writes the way of the body in a frame of dt seconds, x and z; `time` is that of the pendulum, seconds. */
    move(out: Flat, time: number, dt: number) {
        const share = 1 - Math.exp(-dt / time);
        for (let i = 0; i < 2; i++) {
            out[i] = this.left[i] * share;
            this.left[i] -= out[i];
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
        let inAir = 0, furthest = -1, most = OFF * length;
        for (let i = 0; i < feet.length; i++) {
            const foot = feet[i];
            if (foot.swing >= 0) {
                inAir++;
                this.swing(foot, own, 3 * i, length, dt);
            }
            const x = own[3 * i] + left[0] - foot.place[0], z = own[3 * i + 2] + left[1] - foot.place[2];
            const away = Math.sqrt(x * x + z * z);
            if (foot.swing >= 0 || !(away > most)) continue;
            most = away;
            furthest = i;
        }
        // of two feet one is in the air, of four two
        if (furthest >= 0 && this.steps > 0 && inAir < Math.max(1, feet.length >> 1)) {
            const foot = feet[furthest];
            foot.swing = 0;
            copyVec(foot.from, 0, foot.place, 0);
            this.steps--;
        } else if (inAir === 0 && Math.abs(left[0]) + Math.abs(left[1]) < OFF * length) this.isOn = false;
    }

    private swing(foot: SteppingFoot, own: Flat, o: number, length: number, dt: number) {
        const { left } = this;
        foot.swing += dt;
        const share = smoothstep(Math.min(1, foot.swing / SWING));
        // where the body will stand, as far as the leg reaches
        const way = Math.sqrt(left[0] * left[0] + left[1] * left[1]);
        const reach = way > LONGEST * length ? LONGEST * length / way : 1;
        foot.place[0] = foot.from[0] + (own[o] + reach * left[0] - foot.from[0]) * share;
        foot.place[1] = foot.from[1] + (own[o + 1] - foot.from[1]) * share + LIFT * length * Math.sin(Math.PI * Math.min(1, foot.swing / SWING));
        foot.place[2] = foot.from[2] + (own[o + 2] + reach * left[1] - foot.from[2]) * share;
        if (foot.swing >= SWING) foot.swing = -1;
    }
}
