import type { WindowRow } from './attributes';

// When an action may be cancelled, and by which others.

/** The windows of one action. Times are seconds of its clip. */
export class CancelWindows {
    /** @param rows - Its rows; none: it plays to its end. */
    constructor(private readonly rows: readonly WindowRow[]) {}

    /**
     * Time of the clip at which another action may start: the given one where a window is open, else the next start of one.
     *
     * @param by - Name of the other action.
     * @param time - Seconds of the clip from which it counts.
     * @returns Infinity where none opens any more.
     */
    opening(by: string, time: number): number {
        let earliest = Infinity;
        for (const { start, end, cancelledBy } of this.rows) {
            const isMeant = cancelledBy.length === 0 || cancelledBy.includes(by);
            if (isMeant && (end === 0 || time <= end)) earliest = Math.min(earliest, Math.max(time, start));
        }
        return earliest;
    }
}
