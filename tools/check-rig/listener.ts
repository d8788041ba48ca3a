/** Hears what a system does while it measures. */
export interface Listener {
    /** A step begins. */
    progress(step: string): void;
    /** The system has a sentence for the user. */
    problem(sentence: string): void;
}
