/** Something is wrong with a file that the user gave; the message is one sentence or two with what, where and how to fix it. */
export class FileProblem extends Error {}

/** Makes the sentence of one file: what is wrong with it, and what to do. */
export type Refuse = (what: string, advice: string) => never;
