import type { ScriptType } from 'playcanvas';

// Problems of a user's set-up: sentences that say what, where and how to fix it, each of them printed once.

/** The sentences that a script has for its user. */
export class Problems {
    /** Sentences of the set-up, found when it was read. */
    private readonly found: string[] = [];

    /** Sentences about states that come and go, by the name of the state. */
    private readonly states = new Map<string, string>();

    /** Sentences about values of attributes, by the attribute. */
    private readonly values = new Map<string, string>();

    private readonly printed = new Set<string>();

    /**
     * @param script - Registered name of the script.
     * @param entity - Something with the name of the entity that the script stands on.
     */
    constructor(private readonly script: string, private readonly entity: { readonly name: string }) {}

    /** Forgets the current sentences about the set-up, before the set-up is read again. What was printed is not printed again. */
    clear() {
        this.found.length = 0;
        this.states.clear();
    }

    /**
     * Adds a sentence about the character, which several scripts may have: it is printed once.
     *
     * @param character - A node of it.
     */
    share(sentence: string, character: object) {
        const told = toldOf.get(character) ?? new Set();
        toldOf.set(character, told);
        this.found.push(told.has(sentence) ? this.place(sentence) : this.print(sentence));
        told.add(sentence);
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

    /** Sets the sentence about the value of an attribute; with an empty one there is none any more. */
    setValue(attribute: string, sentence: string) {
        if (sentence !== '') this.values.set(attribute, this.print(sentence));
        else if (this.values.size > 0) this.values.delete(attribute);
    }

    /** A copy of the current sentences. */
    list(): string[] {
        return [...this.values.values(), ...this.found, ...this.states.values()];
    }

    private place(sentence: string): string {
        return `[${this.script}] "${this.entity.name}": ${sentence}`;
    }

    private print(sentence: string): string {
        const text = this.place(sentence);
        if (!this.printed.has(text)) {
            this.printed.add(text);
            console.warn(text);
        }
        return text;
    }
}

/** What has been printed of each character. */
const toldOf = new WeakMap<object, Set<string>>();

const byScript = new WeakMap<ScriptType, Problems>();

/**
 * The sentences of a script. There are some before its constructor has run: values of attributes are checked when the engine sets them.
 *
 * @param script - The script.
 * @param name - Its registered name.
 */
export function problemsOf(script: ScriptType, name: string): Problems {
    let problems = byScript.get(script);
    if (!problems) {
        problems = new Problems(name, script.entity);
        byScript.set(script, problems);
    }
    return problems;
}
