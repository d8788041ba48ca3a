// When one foot is on the ground in a clip, to be asked at any time of it.
//
// Times are seconds of the clip and may lie outside of it: the clip is taken as a loop. Nothing is searched for or allocated: a foot has
// one or two stances in a loop.

/** One time that a foot is on the ground. */
export interface Stance {
    /** Seconds from 0 to the duration: the foot comes down. */
    readonly strike: number;
    /** Seconds, later than the strike: the foot leaves the ground. Beyond the duration when the stance goes on over the loop's seam. */
    readonly release: number;
    /** The same as shares of the clip. */
    readonly strikePhase: number;
    readonly releasePhase: number;
    /** The foot's joint at the strike, in the space of the animation component's entity. */
    readonly place: Float64Array;
}

export class FootContacts {
    /** Share of the clip that the foot is down: 1 always, 0 never. */
    readonly share: number;

    /**
     * @param duration - Of the clip, in seconds.
     * @param stances - In the order of their strikes. A foot that is always down has one, as long as the clip.
     */
    constructor(readonly duration: number, readonly stances: readonly Stance[]) {
        this.share = stances.reduce((sum, { strike, release }) => sum + release - strike, 0) / duration;
    }

    /** Whether the foot never leaves the ground. */
    get isAlwaysDown(): boolean {
        return this.stances.length > 0 && !(this.share < 1);
    }

    isDown(time: number): boolean {
        return this.timeToRelease(time) > 0;
    }

    /** Seconds until the foot leaves the ground; 0 while it is in the air, Infinity when it never leaves. */
    timeToRelease(time: number): number {
        if (this.isAlwaysDown) return Infinity;
        const now = this.wrap(time);
        for (let i = 0; i < this.stances.length; i++) {
            const { strike, release } = this.stances[i];
            if (now >= strike && now < release) return release - now;
            if (now + this.duration < release) return release - now - this.duration;
        }
        return 0;
    }

    /** Seconds until the foot comes down the next time, also while it is down; Infinity when it never does. */
    timeToStrike(time: number): number {
        const next = this.nextStance(time);
        if (next < 0) return Infinity;
        const wait = this.stances[next].strike - this.wrap(time);
        return wait > 0 ? wait : wait + this.duration;
    }

    /** Index of the stance that begins next; -1 when none does, because the foot is always or never down. */
    nextStance(time: number): number {
        if (this.stances.length === 0 || this.isAlwaysDown) return -1;
        const now = this.wrap(time);
        for (let i = 0; i < this.stances.length; i++) {
            if (this.stances[i].strike > now) return i;
        }
        return 0;
    }

    private wrap(time: number): number {
        return time - Math.floor(time / this.duration) * this.duration;
    }
}
