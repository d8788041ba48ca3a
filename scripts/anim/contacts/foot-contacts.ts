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

/** What {@link FootContacts.read} writes where. */
export const TO_RELEASE = 0;
export const TO_STRIKE = 1;

export class FootContacts {
    /**
     * @param duration - Of the clip, in seconds.
     * @param stances - In the order of their strikes. A foot that is always down has one, as long as the clip.
     * @param share - Share of the time in which the clip moves that the foot is down: 1 always, 0 never.
     */
    constructor(readonly duration: number, readonly stances: readonly Stance[], readonly share: number) {}

    /** Whether the foot never leaves the ground. */
    get isAlwaysDown(): boolean {
        return this.stances.length > 0 && !(this.share < 1);
    }

    /**
     * Tells what is known of the foot at a time.
     *
     * @param out - Receives the seconds until the foot leaves the ground, 0 while it is in the air, Infinity when it never leaves; and the
     * seconds until it comes down the next time, also while it is down, Infinity when it never does.
     * @param time - The time in seconds, in its only element.
     * @returns Index of the stance that begins next; -1 when none does, because the foot is always or never down.
     */
    read(out: Float64Array, time: Float64Array): number {
        const { stances, duration } = this;
        out[TO_RELEASE] = this.isAlwaysDown ? Infinity : 0;
        out[TO_STRIKE] = Infinity;
        if (stances.length === 0 || this.isAlwaysDown) return -1;
        const now = time[0] - Math.floor(time[0] / duration) * duration;
        let next = -1;
        for (let i = 0; i < stances.length; i++) {
            const { strike, release } = stances[i];
            if (now >= strike && now < release) out[TO_RELEASE] = release - now;
            // the last one may go on over the loop's seam
            else if (now + duration < release) out[TO_RELEASE] = release - now - duration;
            if (next < 0 && strike > now) next = i;
        }
        out[TO_STRIKE] = next < 0 ? stances[0].strike - now + duration : stances[next].strike - now;
        return Math.max(0, next);
    }
}
