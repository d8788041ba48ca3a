// What is said about a character.

/** The part of the body that a sentence is about: a script that does not use the part leaves the sentence out. `body` is all of it. */
export type BodyPart = 'body' | 'trunk' | 'head' | 'legs' | 'arms';

/** What is wrong with a character: what, where and how to fix it. */
export interface Sentence {
    readonly about: readonly BodyPart[];
    readonly says: string;
}

/** A part that is not sure, with the nodes that may be it as well. */
export interface Doubt {
    readonly part: 'legs' | 'head';
    readonly likely: readonly number[];
    readonly other: readonly number[];
}
