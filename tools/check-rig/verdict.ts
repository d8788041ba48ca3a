import { limitText, measuredText, resultOf, type Figure } from './figures';

// What a system of the pack can do on a character, in a word and a reason.

/** What a system of the pack has found. */
export interface Finding {
    readonly system: string;
    readonly figures: readonly Figure[];
    /** Sentences of the system for the user. */
    readonly problems: readonly string[];
}

/** How well a system works on the character, and why not better; empty where it works. */
export interface Verdict {
    readonly word: 'works' | 'works in part' | 'does not work' | 'nothing to measure';
    readonly why: string;
}

/** What counts the sentences that say that a script cannot do all of its work; it stands first. */
export const COMPLAINTS = 'complaints of the script';

/** A figure that misses, in one phrase. */
export function missText(figure: Figure): string {
    const pose = figure.pose === '' ? '' : `${figure.pose}: `;
    return `${pose}${figure.what}, ${measuredText(figure)}, limit ${limitText(figure)}`;
}

/** All figures that miss. */
export function missedFigures({ figures }: Finding): Figure[] {
    return figures.filter(figure => resultOf(figure) === 'missed');
}

/** The script's sentence without its own name and the entity's. */
function bare(sentence: string): string {
    return sentence.replace(/^\[\w+\] (?:"[^"]*": )?/, '');
}

/** Judges what a system has found. */
export function judge(finding: Finding): Verdict {
    const { figures, problems } = finding;
    const missed = missedFigures(finding).filter(({ what }) => what !== COMPLAINTS);
    const complains = figures.some(figure => figure.what === COMPLAINTS && resultOf(figure) === 'missed');
    const judged = figures.filter(figure => figure.what !== COMPLAINTS && resultOf(figure) !== 'none');
    if (complains && judged.length === 0) return { word: 'does not work', why: bare(problems[0] ?? '') };
    if (judged.length === 0) return { word: 'nothing to measure', why: '' };
    const reasons = [
        ...complains && problems.length > 0 ? [bare(problems[0])] : [],
        ...missed.length > 0 ? [`${missed.length} of ${judged.length} figures miss, first ${missText(missed[0])}`] : []
    ];
    return reasons.length > 0 ? { word: 'works in part', why: reasons.join(' ') } : { word: 'works', why: '' };
}
