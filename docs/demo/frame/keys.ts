// Keys of the gallery. They rest while somebody types.

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/**
 * Lets keys act.
 *
 * @param acts - What each key does, by its name as events have it, in lower case.
 */
export function listenToKeys(acts: Readonly<Record<string, () => void>>) {
    window.addEventListener('keydown', (event) => {
        // a character may be walking by this key
        if (event.defaultPrevented) return;
        if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key !== '.') return;
        if (event.target instanceof Element && event.target.matches(TYPING)) return;
        const act = acts[event.key.toLowerCase()];
        if (!act) return;
        event.preventDefault();
        act();
    });
}
