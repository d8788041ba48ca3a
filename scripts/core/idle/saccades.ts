import type { RandomStream } from './random-stream';
import type { Flat } from '../math/flat-math';
import { clamp, smootherstep } from '../math/scalars';
import { stepSpring } from '../math/spring';

// The gaze: on the partner or away, in jumps, with the head following what is far aside.
//
// Sizes, directions and durations of the jumps, and the shares of gaze at the partner: Lee, Badler and Badler, Eyes Alive, 2002. Directions
// in degrees, to the side and up; 0, 0 is the partner, or straight ahead.

/** The person that the character is with. */
export interface GazeManner {
    /** Share of the time in which the partner is looked at, 0..1; 0: there is none. */
    readonly mutualShare: number;
    /** Mean seconds of a look at the partner. */
    readonly mutualTime: number;
    /** Largest jump in degrees. */
    readonly largest: number;
    /** Blinks a minute. */
    readonly blinks: number;
}

/** Size of a jump in degrees: -SCALE ln(P / TOP), P uniform up to LIMIT. */
const SCALE = 6.9;
const TOP = 15.7;
const LIMIT = 15;

/** Seconds of a jump: so many, and so many for each degree. */
const LATENCY = 0.025;
const SECONDS_PER_DEGREE = 0.0024;

/** Percent of the jumps in each direction, from the right on against the clock in steps of 45 degrees. */
const DIRECTIONS = [15.5, 6.46, 17.7, 7.89, 16.8, 7.79, 20.4, 7.46];

/** How much a direction is preferred for each degree by which it leads back to the middle. */
const HOMING = 0.16;

/** Mean and deviation in seconds of a rest of the gaze while it is away: twice as long as people's, which look like twitches on a character. */
const REST = 1.6;
const REST_DEVIATION = 1;
const SHORTEST_REST = 0.2;

/** Deviation of the times with the partner and away, as a share of their mean. */
const PHASE_DEVIATION = 0.5;

/** Degrees that the eyes turn alone, and those that the head turns at the most. */
export const EYES_ALONE = 15;
const HEAD_MOST = 25;

/** Half-life in seconds of the head's turn: 12 degrees begin no faster than 13 degrees a second. */
const HEAD_HALF_LIFE = 0.6;

export class Saccades {
    /** Direction of the gaze in degrees. */
    readonly gaze: Flat = new Float64Array(2);

    /** What the head turns of it: side, its rate, up, its rate. */
    readonly head: Flat = new Float64Array(4);

    /** Whether the partner is looked at. */
    isMutual = false;

    /** Jumps that have begun; degrees of the last one, and seconds since it began. */
    count = 0;

    size = -0;

    since = -0;

    private readonly from: Flat = new Float64Array(2);

    private readonly goal: Flat = new Float64Array(2);

    private readonly headGoal: Flat = new Float64Array(2);

    private readonly weights: Flat = new Float64Array(DIRECTIONS.length);

    /** Seconds that the jump takes; until the next one; and until the partner is looked at or left. */
    private duration = -0;

    private untilJump = 0.5;

    private untilPhase = 0.5;

    constructor(private readonly stream: RandomStream) {}

    /** Goes on by a time in seconds. */
    step(dt: number, manner: GazeManner) {
        let left = dt;
        const isAlone = !(manner.mutualShare > 0);
        for (;;) {
            // a jump that is on its way ends first
            const until = Math.min(this.untilJump, isAlone ? Infinity : Math.max(this.untilPhase, this.duration - this.since));
            if (!(until <= left)) break;
            this.pass(until, isAlone);
            left -= until;
            if (!isAlone && this.untilPhase <= 0 && this.since >= this.duration) this.changePhase(manner);
            else this.jumpAway(manner);
        }
        this.pass(left, isAlone);
        const share = this.since < this.duration ? smootherstep(this.since / this.duration) : 1;
        for (let i = 0; i < 2; i++) this.gaze[i] = this.from[i] + (this.goal[i] - this.from[i]) * share;
    }

    private pass(time: number, isAlone: boolean) {
        this.untilJump -= time;
        if (!isAlone) this.untilPhase -= time;
        else this.isMutual = false;
        this.since += time;
        for (let i = 0; i < 2; i++) stepSpring(this.head, 2 * i, this.headGoal[i], HEAD_HALF_LIFE, time);
    }

    private changePhase(manner: GazeManner) {
        const { stream } = this;
        const { mutualShare, mutualTime } = manner;
        this.isMutual = !this.isMutual;
        const mean = this.isMutual ? mutualTime : mutualTime * (1 - mutualShare) / mutualShare;
        this.untilPhase = stream.logNormal(mean, PHASE_DEVIATION * mean);
        if (this.isMutual) {
            this.jump(0, 0);
            this.untilJump = Infinity;
        } else {
            this.jumpAway(manner);
        }
    }

    private jumpAway({ largest }: GazeManner) {
        const { stream, goal } = this;
        const size = Math.min(largest, -SCALE * Math.log((1 - stream.next()) * LIMIT / TOP));
        const angle = this.drawDirection(size) * Math.PI / 4;
        this.jump(goal[0] + size * Math.cos(angle), goal[1] + size * Math.sin(angle));
        this.untilJump = SHORTEST_REST + stream.logNormal(REST - SHORTEST_REST, REST_DEVIATION);
    }

    /** Draws one of the eight directions; those that lead back to the middle are likelier the farther the gaze is aside. */
    private drawDirection(size: number): number {
        const { stream, goal, weights } = this;
        const now = Math.hypot(goal[0], goal[1]);
        let sum = 0;
        for (let i = 0; i < DIRECTIONS.length; i++) {
            const angle = i * Math.PI / 4;
            const away = Math.hypot(goal[0] + size * Math.cos(angle), goal[1] + size * Math.sin(angle)) - now;
            weights[i] = DIRECTIONS[i] * Math.exp(-HOMING * away);
            sum += weights[i];
        }
        let at = stream.next() * sum;
        for (let i = 0; i < DIRECTIONS.length - 1; i++) {
            at -= weights[i];
            if (at < 0) return i;
        }
        return DIRECTIONS.length - 1;
    }

    /** Begins a jump. */
    private jump(x: number, y: number) {
        const { from, goal, headGoal } = this;
        from[0] = goal[0];
        from[1] = goal[1];
        goal[0] = x;
        goal[1] = y;
        this.size = Math.hypot(x - from[0], y - from[1]);
        this.duration = LATENCY + SECONDS_PER_DEGREE * this.size;
        this.since = 0;
        this.count++;
        const aside = Math.hypot(x, y);
        const share = aside > EYES_ALONE ? clamp(aside - EYES_ALONE, 0, HEAD_MOST) / aside : 0;
        headGoal[0] = x * share;
        headGoal[1] = y * share;
    }
}
