// What speaks for what is taken of a character, what against, and how sure that is.

/** What was asked of a character, and the answer that was taken. */
export interface Evidence {
    /** `up`, `forward`, `names`, or a detached part. */
    readonly question: string;
    /** What was taken, and why. */
    readonly answer: string;
    /** What says otherwise; empty where all agree. */
    readonly against: string;
    /** How sure it is, 0..1; below 0.5 it should be looked at. */
    readonly confidence: number;
}

/** One line for a reader. */
export function lineOf({ question, answer, against, confidence }: Evidence): string {
    return `${question}: ${answer}${against === '' ? '' : `, against ${against}`} (confidence ${confidence.toFixed(2)})`;
}
