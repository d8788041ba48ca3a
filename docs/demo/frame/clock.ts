import type { AppBase } from 'playcanvas';

// The time of the stage: it runs, runs slowly, or stands still and goes on by single frames.

/** Seconds of a single frame. */
export const FRAME_SECONDS = 1 / 60;

/** Share of its speed at which time runs slowly. */
const SLOW = 0.2;

/** Share of a frame that may be missing. */
const DUE = 1e-6;

export class Clock {
    private paused = false;

    private slow = false;

    /** Seconds for which time still runs slowly by itself. */
    private slowLeft = 0;

    private ownRate = 0;

    /** Share of a frame of the own rate that has passed since the last one. */
    private due = 0;

    constructor(private readonly app: AppBase) {
        const update = app.update.bind(app);
        app.update = dt => this.pass(dt, update);
    }

    /** Frames a second in which time goes on, whatever the display shows; 0: the display's. */
    set rate(rate: number) {
        if ((rate > 0) !== (this.ownRate > 0)) this.app.autoRender = !(rate > 0);
        this.ownRate = rate;
        this.due = 0;
    }

    get rate(): number {
        return this.ownRate;
    }

    set isPaused(paused: boolean) {
        this.paused = paused;
        this.apply();
    }

    get isPaused(): boolean {
        return this.paused;
    }

    set isSlow(slow: boolean) {
        this.slow = slow;
        this.slowLeft = 0;
        this.apply();
    }

    get isSlow(): boolean {
        return this.slow;
    }

    /**
     * Lets time run slowly for a moment, unless the user has paused or slowed it.
     *
     * @param seconds - Of the stage.
     */
    slowFor(seconds: number) {
        if (this.app.timeScale !== 1) return;
        this.isSlow = true;
        this.slowLeft = seconds;
    }

    /** Stops time, and lets a single frame pass. */
    step() {
        if (!this.paused) this.isPaused = true;
        this.app.update(FRAME_SECONDS);
    }

    /**
     * Real seconds of a frame, for what the user moves while time is slow or stands still.
     *
     * @param dt - Seconds of the stage.
     */
    realSeconds(dt: number): number {
        if (this.paused) return FRAME_SECONDS;
        return this.slow ? dt / SLOW : dt;
    }

    /** Passes time in frames of the own rate: none, one or several within one of the display's. */
    private pass(dt: number, update: (dt: number) => void) {
        const { app, ownRate } = this;
        if (this.slowLeft > 0) {
            this.slowLeft -= dt;
            if (!(this.slowLeft > 0)) this.isSlow = false;
        }
        if (!(ownRate > 0) || !(dt > 0)) {
            update(dt);
            app.renderNextFrame ||= ownRate > 0;
            return;
        }
        this.due += dt * ownRate;
        // a frame that is due but for rounding is due
        for (; this.due > 1 - DUE; this.due--) {
            update(1 / ownRate);
            app.renderNextFrame = true;
        }
    }

    private apply() {
        this.app.timeScale = this.paused ? 0 : this.slow ? SLOW : 1;
    }
}
