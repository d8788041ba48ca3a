import { TO_RELEASE, TO_STRIKE, type FootContacts } from '../../scripts/anim/foot-contacts';

/** What the contacts of a foot say at a time. */
export function contactsAt(foot: FootContacts, time: number): { isDown: boolean; timeToRelease: number; timeToStrike: number; next: number } {
    const out = new Float64Array(2);
    const next = foot.read(out, Float64Array.of(time));
    return { isDown: out[TO_RELEASE] > 0, timeToRelease: out[TO_RELEASE], timeToStrike: out[TO_STRIKE], next };
}
