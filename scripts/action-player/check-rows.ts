import type { ActionPlayerAttributes, WindowRow } from './attributes';
import { findGaps } from './context-grid';

// What is wrong with the lists, before anything is asked for.

/** Whether two windows of one action are open for the same action at the same time. */
function areOverlapping(a: WindowRow, b: WindowRow): boolean {
    const isShared = a.cancelledBy.length === 0 || b.cancelledBy.length === 0 || a.cancelledBy.some(name => b.cancelledBy.includes(name));
    const endOf = ({ end }: WindowRow) => (end === 0 ? Infinity : end);
    return isShared && a.action === b.action && a.start < endOf(b) && b.start < endOf(a);
}

/**
 * Says what is wrong with the lists of an actionPlayer.
 *
 * @param report - Takes the sentences.
 * @param hasState - Whether the animation has a state; says so where it has not.
 * @returns The windows that can open.
 */
export function checkRows({ actions, windows, continuations }: Pick<ActionPlayerAttributes, 'actions' | 'windows' | 'continuations'>, report: (sentence: string) => void, hasState: (state: string, place: string) => boolean): WindowRow[] {
    const names = new Set(actions.map(({ name }) => name));
    actions.forEach(({ name, state, after }, i) => {
        const place = `action ${i + 1}${name && ` ("${name}")`}`;
        if (name === '') report(`${place} has no name. Give it one that request() is called with, then call refresh().`);
        hasState(state, place);
        if (after !== '' && !names.has(after)) report(`${place} comes after "${after}", which is no action. Choose one of ${[...names].join(', ')}, then call refresh().`);
    });
    for (const kind of new Set(actions.map(row => row.kind))) {
        if (kind !== '') findGaps(kind, actions.filter(row => row.kind === kind)).forEach(report);
    }
    continuations.forEach(({ from, to, fromPhase }, i) => {
        const place = `continuation ${i + 1}`;
        hasState(from, place);
        hasState(to, place);
        if (!(fromPhase.y >= fromPhase.x)) report(`${place}: its phases end at ${fromPhase.y} and start at ${fromPhase.x}. Set the second one to at least the first, then call refresh().`);
    });
    const open = windows.filter(({ action, start, end, cancelledBy }, i) => {
        const place = `window ${i + 1}`;
        for (const name of [action, ...cancelledBy]) {
            if (!names.has(name)) report(`${place} names "${name}", which is no action. Choose one of ${[...names].join(', ')}, then call refresh().`);
        }
        if (end === 0 || end > start) return true;
        report(`${place} of "${action}" ends at ${end} s and starts at ${start} s, so it never opens. Set its end after its start, then call refresh().`);
        return false;
    });
    open.forEach((row, i) => {
        const other = open.slice(0, i).find(above => areOverlapping(row, above));
        if (other) report(`two windows of "${row.action}" overlap from ${Math.max(row.start, other.start)} s on. Make one of them, or move them apart, then call refresh().`);
    });
    return open;
}
