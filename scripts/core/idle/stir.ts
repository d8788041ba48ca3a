import type { RandomStream } from './random-stream';
import { smootherstep } from '../math/scalars';

// A small move of the weight to one side and back: the fidget of a character that has no clips for it. In prolonged standing the weight
// moves and returns every 49 s on the mean (Duarte and Zatsiorsky, 1999).

/** How far, and seconds there, at rest and back: smallest and largest. */
const FAR = [0.1, 0.2];
const OUT = [0.9, 1.6];
const STAY = [0.3, 1.5];
const BACK = [1, 2];

export class Stir {
    /** How far the weight is moved: a share of a whole shift, to the right above 0. */
    current = -0;

    private far = -0;

    private out = -0;

    private stay = -0;

    private back = -0;

    private since = Infinity;

    constructor(private readonly stream: RandomStream) {}

    /**
     * Begins one, towards the middle; nothing is done while another is on its way.
     *
     * @param ago - Seconds that have passed since.
     * @param weight - Where the weight is, -1..1.
     */
    begin(ago: number, weight: number) {
        const { stream } = this;
        if (this.since < this.out + this.stay + this.back) return;
        this.far = stream.between(FAR[0], FAR[1]) * (weight > 0 ? -1 : 1);
        this.out = stream.between(OUT[0], OUT[1]);
        this.stay = stream.between(STAY[0], STAY[1]);
        this.back = stream.between(BACK[0], BACK[1]);
        this.since = ago;
    }

    /** Goes on by a time in seconds. */
    step(dt: number) {
        this.since += dt;
        const { since, out, stay, back } = this;
        if (since < out) this.current = this.far * smootherstep(since / out);
        else if (since < out + stay) this.current = this.far;
        else this.current = since < out + stay + back ? this.far * (1 - smootherstep((since - out - stay) / back)) : 0;
    }
}
