import type { EventHandler } from 'playcanvas';

// How hitReactions limits actions: a hit ends the one that plays, and none begins during a fall or a get-up.

/** What is used of the script. */
export interface FeltHits {
    readonly state: string;
    readonly moments: EventHandler;
}

/** States in which the character can do nothing, with what is said about them. */
const HELPLESS: Readonly<Record<string, string>> = {
    falling: 'the character is falling', settled: 'the character lies on the ground', gettingUp: 'the character is getting up'
};

export class Reactions {
    private script: FeltHits | null = null;

    /**
     * @param findReactions - Finds the script; null: there is none.
     * @param hit - Hears that the character was hit or is falling, with the reason in words.
     */
    constructor(private readonly findReactions: () => FeltHits | null, private readonly hit: (reason: string) => void) {}

    /** Looks whether there is such a script, and listens to it. */
    find() {
        const script = this.findReactions();
        if (script === this.script) return;
        this.release();
        this.script = script;
        script?.moments.on('hit', this.onHit, this);
        script?.moments.on('state', this.onState, this);
    }

    /** Why no action can begin; null: one can. */
    get obstacle(): string | null {
        return this.script ? HELPLESS[this.script.state] ?? null : null;
    }

    release() {
        this.script?.moments.off('hit', this.onHit, this);
        this.script?.moments.off('state', this.onState, this);
        this.script = null;
    }

    private onHit() {
        this.hit('the character was hit');
    }

    private onState(state: string) {
        if (state in HELPLESS) this.hit(HELPLESS[state]);
    }
}
