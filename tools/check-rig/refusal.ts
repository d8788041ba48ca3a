/** A file that cannot be checked; the message is one sentence or two with what, where and how to fix it. */
export class Refusal extends Error {}
