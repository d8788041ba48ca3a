// What a bench is: the same work, done by the pack and by its peers.

/** Quality that a peer reaches, and bytes that are allocated per character and frame. */
export type Worth = Readonly<Record<string, number>> & {
    readonly bytes: number;
    /** The same for the bare writes of pose, target and chain; null where the library keeps them without allocating. */
    readonly writeBytes: number | null;
};

export interface Bench {
    /** What is done, as the table's head and for `--only`. */
    readonly name: string;
    readonly title: string;
    /** Peers by the file in `peers/`, with what they are; the first one is ours, against which the others are measured. */
    readonly peers: Readonly<Record<string, string>>;
    /** File that judges what comes out; see {@link Worth}. */
    readonly judge: string;
    /** What it tells, as columns. */
    readonly quality: string;
    /** Peers whose quality the judge cannot see: they do something else. */
    readonly unjudged?: readonly string[];
    readonly columns: Readonly<Record<string, (worth: Worth) => string>>;
    /** Characters at once, and the counts that are held against the gates. */
    readonly counts: readonly number[];
    readonly gated: readonly number[];
    /** How many times what ours adds to a frame has to fit into what a peer adds. */
    readonly gates: Readonly<Record<string, number>>;
    /** Makes what the peers need, and takes it away after the work. */
    prepare?(work: () => Promise<void>): Promise<void>;
}
