import type { HitReactions } from 'limber';

// What happens by itself until somebody acts: a light ball, a cannon ball that knocks the character over, getting up, and again.

/** Seconds on the page until the first ball, and those for which the character stands before the next. */
const FIRST = 0.3;
const STANDS = 0.9;

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

    /** Seconds until something happens, counted while the character stands or lies. */
    private wait = FIRST;

    constructor(private readonly script: HitReactions, private readonly acts: Acts) {
        script.on('state', () => { this.wait = script.state === 'settled' ? LIES : STANDS; });
    }

    /** One frame of so many seconds. */
    update(dt: number) {
        const { script, acts } = this;
        if (!this.isOn || (script.state !== 'animated' && script.state !== 'settled')) return;
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
