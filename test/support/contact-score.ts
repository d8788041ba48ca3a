import { contactsAt } from './contacts';
import type { FootContacts } from '../../scripts/anim/contacts/foot-contacts';

// How well contacts agree with labels: F1, the harmonic mean of precision and recall.

/** Seconds from strike to release; the release before the strike where the stance goes on over the seam. */
type Interval = readonly [strike: number, release: number];

/** Hits, and what either side has beyond them. */
export interface Score {
    hits: number;
    extra: number;
    missed: number;
}

export function f1({ hits, extra, missed }: Score): number {
    return hits + extra + missed === 0 ? 1 : 2 * hits / (2 * hits + extra + missed);
}

/** Seconds between two times of a loop, the short way, later positive. */
export function around(a: number, b: number, duration: number): number {
    const difference = (a - b) / duration;
    return (difference - Math.round(difference)) * duration;
}

/** Strikes and releases of the labels; a foot that is always down has none. */
function eventsOf(intervals: readonly Interval[], duration: number, end: 0 | 1): number[] {
    return intervals.filter(([strike, release]) => release - strike < 0.999 * duration).map(interval => interval[end]);
}

/**
 * Compares strikes and releases. Each is found at most once.
 *
 * @param tolerance - Seconds.
 * @param misses - Gets the seconds by which each found event is late.
 */
export function scoreEvents(found: FootContacts, labels: readonly Interval[], tolerance: number, late: number[] = []): Score {
    const { duration } = found;
    const score = { hits: 0, extra: 0, missed: 0 };
    for (const end of [0, 1] as const) {
        const expected = eventsOf(labels, duration, end);
        const open = eventsOf(found.stances.map(({ strike, release }) => [strike, release]), duration, end);
        for (const time of expected) {
            const delays = open.map(candidate => around(candidate, time, duration));
            const nearest = delays.reduce((a, b, i) => (Math.abs(b) < Math.abs(delays[a] ?? Infinity) ? i : a), -1);
            if (nearest >= 0 && Math.abs(delays[nearest]) <= tolerance) {
                score.hits++;
                late.push(delays[nearest]);
                open.splice(nearest, 1);
            } else {
                score.missed++;
            }
        }
        score.extra += open.length;
    }
    return score;
}

/** Compares moment by moment, a thousand times a second. Being down is what is to be found. */
export function scoreSamples(found: FootContacts, labels: readonly Interval[]): Score {
    const { duration } = found;
    const score = { hits: 0, extra: 0, missed: 0 };
    for (let time = 0; time < duration; time += 0.001) {
        const expected = labels.some(([strike, release]) => {
            return release > strike ? time >= strike && time < release : time >= strike || time < release;
        });
        const isDown = contactsAt(found, time).isDown;
        if (expected && isDown) score.hits++;
        else if (isDown) score.extra++;
        else if (expected) score.missed++;
    }
    return score;
}

export function addScore(sum: Score, { hits, extra, missed }: Score): void {
    sum.hits += hits;
    sum.extra += extra;
    sum.missed += missed;
}
