import type { AppBase } from 'playcanvas';

// The time of the stage: it runs, runs slowly, or stands still and goes on by single frames.

/** Seconds of a single frame. */
export const FRAME_SECONDS = 1 / 60;

/** Share of its speed at which time runs slowly. */
const SLOW = 0.2;

export class Clock {
    private paused = false;

    private slow = false;

    constructor(private readonly app: AppBase) {}

    set isPaused(paused: boolean) {
        this.paused = paused;
        this.apply();
    }

    get isPaused(): boolean {
        return this.paused;
    }

    set isSlow(slow: boolean) {
        this.slow = slow;
        this.apply();
    }

    get isSlow(): boolean {
        return this.slow;
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

    private apply() {
        this.app.timeScale = this.paused ? 0 : this.slow ? SLOW : 1;
    }
}
