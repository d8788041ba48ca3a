import type { AnimLink } from './anim-link';
import type { IdleRandomizerAttributes } from './attributes';
import { FidgetBag } from '../core/idle/fidget-bag';
import type { RandomStream } from '../core/idle/random-stream';

// The fidgets of an idle: which comes next is drawn from a bag, and it is played by the anim component. Without a list the weight moves and
// returns in their place.

type Rows = IdleRandomizerAttributes['fidgets'];

export class FidgetPlayer {
    /** Fidget that has begun that has not been announced yet, empty for the weight; null: none. */
    private begun: string | null = null;

    private rows: Rows = [];

    private bag: FidgetBag | null = null;

    constructor(private readonly link: AnimLink) {}

    /** Takes the list, and begins a new bag. */
    fill(stream: RandomStream, rows: Rows) {
        this.rows = rows;
        this.bag = new FidgetBag(stream, rows);
    }

    /** Says which rows cannot be played. */
    check(report: (sentence: string) => void) {
        this.rows.forEach(({ state }, i) => {
            const place = `row ${i + 1} of Fidgets`;
            if (state === '') report(`${place} has no state. Name a state or a clip of the anim component, then call refresh().`);
            else this.link.check(state, place);
        });
    }

    /** Plays one by its name, also one that is in no row; answers whether it is there. */
    play(name: string, now: number): boolean {
        if (!this.link.play(name)) return false;
        const row = this.rows.findIndex(({ state }) => state === name);
        if (row >= 0) this.bag?.note(row, now);
        this.begun = name;
        return true;
    }

    /** Plays the next one, or notes that the weight moves and returns in its place. */
    draw(now: number, tag: string) {
        const { rows, bag } = this;
        if (rows.length === 0) {
            this.begun = '';
            return;
        }
        const row = bag!.draw(now, tag);
        if (row >= 0 && this.link.play(rows[row].state)) this.begun = rows[row].state;
    }

    /** What has begun, handed out once. */
    takeBegun(): string | null {
        const { begun } = this;
        this.begun = null;
        return begun;
    }
}
