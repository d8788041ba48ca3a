import type { HitReactions } from 'limber';

// What happens by itself until somebody acts: a light ball, a cannon ball that knocks the character over, getting up, and again.

/** Seconds on the page until the first ball, and those until the next, once the character stands or only recovers. */
const FIRST = 0.3;
const STANDS = 1.2;

/** Seconds for which who has no clip to get up with lies, and within which it is drawn up. */
const LIES = 1.5;
const DRAWN_UP = 1;

/** What a page can do to the character. */
export interface Acts {
    /** Throws a ball that is caught. */
    throwLight(): void;
    /** Throws one that is not. */
    throwHeavy(): void;
}

export class Show {
    isOn = true;

    private isLight = true;

    /** Seconds until something happens, counted while the character stands or lies still. */
    private wait = FIRST;

    constructor(private readonly script: HitReactions, private readonly acts: Acts) {
        script.on('state', (_: unknown, before: unknown) => {
            if (script.state === 'settled') this.wait = LIES;
            else if (before === 'gettingUp') this.wait = STANDS;
        });
    }

    /** One frame of so many seconds. */
    update(dt: number) {
        const { script, acts } = this;
        if (!this.isOn || /staggering|falling|gettingUp/.test(script.state)) return;
        this.wait -= dt;
        if (this.wait > 0) return;
        this.wait = STANDS;
        if (script.state === 'settled') {
            script.recover(DRAWN_UP);
            return;
        }
        if (this.isLight) acts.throwLight();
        else acts.throwHeavy();
        this.isLight = !this.isLight;
    }
}
