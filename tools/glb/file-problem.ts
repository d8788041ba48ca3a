/** Something is wrong with a file that the user gave; the message is one sentence or two with what, where and how to fix it. */
export class FileProblem extends Error {}
