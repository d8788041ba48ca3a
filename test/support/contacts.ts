import { FootContacts, TO_RELEASE, TO_STRIKE } from '../../scripts/anim/contacts/foot-contacts';

/** A foot that is down between the given times of a loop, seconds. */
export function makeContacts(duration: number, ...intervals: [strike: number, release: number][]): FootContacts {
    const stances = intervals.map(([strike, release]) => {
        return { strike, release, strikePhase: strike / duration, releasePhase: release / duration, place: new Float64Array(3) };
    });
    return new FootContacts(duration, stances, intervals.reduce((sum, [strike, release]) => sum + release - strike, 0) / duration);
}

/** What the contacts of a foot say at a time. */
export function contactsAt(foot: FootContacts, time: number): { isDown: boolean; timeToRelease: number; timeToStrike: number; next: number } {
    const out = new Float64Array(2);
    const next = foot.read(out, Float64Array.of(time));
    return { isDown: out[TO_RELEASE] > 0, timeToRelease: out[TO_RELEASE], timeToStrike: out[TO_STRIKE], next };
}
