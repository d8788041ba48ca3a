// Work that takes longer than a frame has time for, in pieces: a generator that yields wherever it may wait.

/** Work in pieces, and what comes out of it. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all of some work at once. */
export function finish<Result>(steps: Steps<Result>): Result {
    for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
    }
}
