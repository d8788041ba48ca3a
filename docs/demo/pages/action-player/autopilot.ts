import type { Course } from './course';
import type { Opponent } from './opponents';
import type { Press } from './pad';
import { EDGE, type Runner } from './runner';

// Plays while nobody else does: to and fro over the course, with a jump where it goes up, and a blow for everybody on the way.

/** Metres of a person: how far ahead it looks for a block, from where it strikes or leaps over who it cannot strike, and how near the ends it turns. */
const AHEAD = 0.55;
const STRIKE = 1.35;
const LEAP_OVER = 0.8;
const END = 0.9;

/** Seconds between two presses, and after which it turns where it comes no further. */
const PAUSE = 0.35;
const STUCK = 1.2;

/** Seconds for which it stands at an edge, and how deep it goes down there, metres of a person. */
const BALANCE = 1.1;
const DROP = 0.3;

/** Every so many blows are made in the air. */
const LEAP = 3;

export class Autopilot {
    private direction: 1 | -1 = 1;

    /** Seconds that are left of a stop at an edge; and whether the last edge was stopped at. */
    private stops = 0;

    private hasStopped = false;

    private waited = 0;

    private stuck = 0;

    private blows = 0;

    private readonly met = new Set<Opponent>();

    /**
     * @param fights - Whether there is something to strike with; else it leaps over the others.
     * @param act - Takes what it presses.
     */
    constructor(
        private readonly runner: Runner, private readonly course: Course, private readonly scale: number, private readonly fights: boolean,
        private readonly act: (press: Press) => void
    ) {}

    /** Where it wants to go: -1, 0, 1. */
    get wish(): number {
        return this.stops > 0 ? 0 : this.direction;
    }

    step(dt: number, opponents: readonly Opponent[]) {
        const { runner, course, scale } = this;
        const { x, y } = runner.mover.getPosition();
        this.waited += dt;
        this.stops -= dt;
        const isAtEdge = runner.isGrounded && course.top(x + this.direction * EDGE * scale) < y - DROP * scale;
        if (isAtEdge && !this.hasStopped) this.stops = BALANCE;
        this.hasStopped = isAtEdge || (this.hasStopped && !runner.isGrounded);
        if (this.stops > 0) return;
        this.stuck = Math.abs(runner.way.x) < 0.1 * scale * dt ? this.stuck + dt : 0;
        if (x * this.direction > course.end - END * scale || this.stuck > STUCK) this.turn();
        if (this.waited < PAUSE) return;
        const ahead = x + this.direction * AHEAD * scale;
        if (runner.isGrounded && course.top(ahead) > y + 0.1 * scale) {
            this.press('jump');
            return;
        }
        const foe = opponents.find((one) => {
            const way = (one.entity.getPosition().x - x) * this.direction;
            return !this.met.has(one) && one.isUp && way > 0 && way < (this.fights ? STRIKE * (this.isLeaping ? 1.6 : 1) : LEAP_OVER) * scale;
        });
        if (!foe) return;
        if ((this.isLeaping || !this.fights) && runner.isGrounded) {
            this.press('jump');
            return;
        }
        this.met.add(foe);
        if (!this.fights) return;
        this.blows++;
        this.press('attack');
    }

    private get isLeaping(): boolean {
        return this.blows % LEAP === LEAP - 1;
    }

    private turn() {
        this.direction = this.direction === 1 ? -1 : 1;
        this.stuck = 0;
        this.met.clear();
        this.press(this.direction === 1 ? 'right' : 'left');
    }

    private press(press: Press) {
        this.waited = 0;
        this.act(press);
    }
}
