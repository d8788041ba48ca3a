// Problems of a user's set-up: sentences that say what, where and how to fix it, each of them printed once.

/** The sentences that a script has for its user. */
export class Problems {
    /** Sentences of the set-up, found when it was read. */
    private readonly found: string[] = [];

    /** Sentences about states that come and go, by the name of the state. */
    private readonly states = new Map<string, string>();

    private readonly printed = new Set<string>();

    /**
     * @param script - Registered name of the script.
     * @param entity - Something with the name of the entity that the script stands on.
     */
    constructor(private readonly script: string, private readonly entity: { readonly name: string }) {}

    /** Forgets the current sentences, before the set-up is read again. What was printed is not printed again. */
    clear() {
        this.found.length = 0;
        this.states.clear();
    }

    /** Adds a sentence about the set-up. */
    add(sentence: string) {
        this.found.push(this.print(sentence));
    }

    /** Sets the sentence of a state. */
    enter(state: string, sentence: string) {
        this.states.set(state, this.print(sentence));
    }

    /** Ends a state. */
    leave(state: string) {
        if (this.states.size > 0) this.states.delete(state);
    }

    /** A copy of the current sentences. */
    list(): string[] {
        return [...this.found, ...this.states.values()];
    }

    private print(sentence: string): string {
        const text = `[${this.script}] "${this.entity.name}": ${sentence}`;
        if (!this.printed.has(text)) {
            this.printed.add(text);
            console.warn(text);
        }
        return text;
    }
}
