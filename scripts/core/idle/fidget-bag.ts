import type { RandomStream } from './random-stream';

// Which fidget comes next: drawn from a bag that is filled as it is emptied, so that each comes as often as its share asks, never twice in
// a row, and not before it has cooled down.

/** Fidgets that the bag holds: with more, the order is freer and the shares are met later. */
const SIZE = 6;

/** Chance of a fidget of which none is in the bag: it comes only where nothing else may. */
const LEAST = 1e-6;

export interface Fidget {
    /** How often it comes against the others; not above 0: never. */
    readonly share: number;
    /** Seconds after which it may come again. */
    readonly coolDown: number;
    /** It comes only where this is asked for; empty: always. */
    readonly tag: string;
}

export class FidgetBag {
    /** How many of each are in the bag. */
    private readonly content: Float64Array;

    /** Moment in which each came last. */
    private readonly lastTimes: Float64Array;

    private last = -1;

    constructor(private readonly stream: RandomStream, private readonly fidgets: readonly Fidget[]) {
        this.content = new Float64Array(fidgets.length);
        this.lastTimes = new Float64Array(fidgets.length).fill(-Infinity);
    }

    /**
     * Draws the next one.
     *
     * @param now - The moment in seconds.
     * @param tag - Which tag is asked for.
     * @returns Its index; -1: none may come now.
     */
    draw(now: number, tag: string): number {
        const { fidgets, content } = this;
        this.fill(tag);
        let sum = 0;
        for (let i = 0; i < fidgets.length; i++) sum += this.chance(i, now, tag);
        if (!(sum > 0)) return -1;
        let at = this.stream.next() * sum;
        let drawn = -1;
        for (let i = 0; i < fidgets.length; i++) {
            const chance = this.chance(i, now, tag);
            if (!(chance > 0)) continue;
            drawn = i;
            at -= chance;
            if (at < 0) break;
        }
        content[drawn]--;
        this.note(drawn, now);
        return drawn;
    }

    /** Notes that one was played, by the bag or by game code. */
    note(index: number, now: number) {
        this.last = index;
        this.lastTimes[index] = now;
    }

    private chance(i: number, now: number, tag: string): number {
        const isBarred = i === this.last && this.fidgets.length > 1 || now < this.lastTimes[i] + this.fidgets[i].coolDown;
        return isBarred || !(this.shareOf(i, tag) > 0) ? 0 : Math.max(this.content[i], LEAST);
    }

    /** Fills the bag with those that may come. */
    private fill(tag: string) {
        const { fidgets, content } = this;
        let shares = 0, held = 0;
        for (let i = 0; i < fidgets.length; i++) {
            const share = this.shareOf(i, tag);
            shares += share;
            if (share > 0) held += content[i];
        }
        if (!(shares > 0)) return;
        for (let i = 0; i < fidgets.length; i++) content[i] += (SIZE - held) * this.shareOf(i, tag) / shares;
    }

    private shareOf(i: number, tag: string): number {
        const { share, tag: own } = this.fidgets[i];
        return share > 0 && (own === '' || own === tag) ? share : 0;
    }
}
