// A character between ground and ground: that it has left it, and when and how fast it lands.
//
// It leaves the ground where that is clearly further below than a stair, or where it rises and the distance grows with it: on slopes and stairs
// that stays. It has landed when the ground is there, or near and the fall has been stopped. When that will be follows from the height, the
// velocity, and how that has changed so far: whatever pulls it down.

/** What is measured of a character in a frame. Lengths in scene units. */
export interface Flight {
    /** How far the ground is below the soles; Infinity: none is near. */
    readonly distance: number;
    /** How fast the character rises, a second. */
    readonly rising: number;
    readonly height: number;
}

/** Shares of the height at which the ground is left, also when rising, and is there again. */
const LEFT = 0.12;
const LIFTED = 0.015;
const THERE = 0.01;

/** Speeds in heights a second from which on a rise is a jump, and a fall one that is stopped by the ground. */
const JUMPS = 0.6;
const FALLS = 0.25;

/** Speed in heights a second below which a height stays, and seconds after which one that stays is stood on, whatever is below: a floor without a body. */
const STAYS = 0.03;
const STOOD = 0.3;

/** Share of a fall's speed that is left of one that the ground has stopped. */
const STOPPED = 0.3;

/** Seconds in which the pull downwards is followed. */
const FOLLOW = 0.05;

export class Air {
    /** Whether the character is off the ground, and for how many seconds. */
    isAirborne = false;

    time = -0;

    /** Seconds until it lands; Infinity: no ground is near. */
    timeLeft = Infinity;

    /** Whether it has jumped, and still rises; and the speed at which it will land as it falls now. */
    isJump = false;

    isRising = false;

    landingSpeed = -0;

    /** Whether it has jumped off in this frame; and the speed at which it has landed in this frame, NaN: it has not. */
    hasJumped = false;

    landed = NaN;

    /** How fast it fell in the last frame, how far the ground was, and the pull downwards. */
    private falling = -0;

    private distance = -0;

    private pull = -0;

    /** Seconds for which the height has stayed. */
    private still = -0;

    forget() {
        this.isAirborne = false;
        this.time = 0;
        this.timeLeft = Infinity;
        this.falling = 0;
        this.distance = 0;
    }

    /** One frame. */
    step({ distance, rising, height }: Flight, dt: number) {
        this.hasJumped = false;
        this.landed = NaN;
        if (!(dt > 0)) return;
        this.still = Math.abs(rising) < STAYS * height ? this.still + dt : 0;
        const stands = this.still > STOOD;
        if (stands) this.isAirborne = false;
        const recedes = (distance - this.distance) / dt;
        if (this.isAirborne) {
            this.goOn(distance, rising, height, dt);
        } else if ((distance > LEFT * height && !stands) || (distance > LIFTED * height && rising > JUMPS * height && recedes > JUMPS * height / 2)) {
            this.isAirborne = true;
            this.hasJumped = rising > JUMPS * height;
            this.isJump = this.hasJumped;
            this.time = 0;
            this.pull = 0;
        }
        this.isRising = rising > 0;
        this.timeLeft = this.isAirborne ? this.untilContact(distance, rising) : Infinity;
        this.landingSpeed = this.timeLeft < Infinity ? this.pull * this.timeLeft - rising : 0;
        this.falling = -rising;
        this.distance = distance;
    }

    private goOn(distance: number, rising: number, height: number, dt: number) {
        const { falling } = this;
        this.time += dt;
        const pulled = (rising + falling) / -dt;
        this.pull = this.pull > 0 ? this.pull + (1 - Math.exp(-dt / FOLLOW)) * (pulled - this.pull) : pulled;
        const isStopped = falling > FALLS * height && -rising < STOPPED * falling;
        if (!(distance < LEFT * height && isStopped) && !(distance < THERE * height && rising < JUMPS * height)) return;
        this.isAirborne = false;
        this.landed = Math.max(0, falling, -rising);
    }

    private untilContact(distance: number, rising: number): number {
        if (this.pull > 0) return (rising + Math.sqrt(rising * rising + 2 * this.pull * Math.max(0, distance))) / this.pull;
        return rising < 0 ? distance / -rising : Infinity;
    }
}
