// What was done, so that it can be taken back.

interface Deed {
    /** What is left in the project when it cannot be taken back, as a noun. */
    readonly what: string;
    undo(): Promise<unknown>;
}

export class TakingBack {
    private readonly deeds: Deed[] = [];

    /** Notes how something is taken back, before it is done. */
    note(what: string, undo: () => Promise<unknown>) {
        this.deeds.push({ what, undo });
    }

    /** Takes everything back, the last deed first; answers what could not be. */
    async all(): Promise<string[]> {
        const left: string[] = [];
        for (const { what, undo } of this.deeds.reverse()) {
            try {
                await undo();
            } catch {
                left.push(what);
            }
        }
        return left;
    }
}
