import { resultOf, type Figure } from './figures';
import { COMPLAINTS, judge, missedFigures, type Finding } from './verdict';

// What a user sees of a system on a character, in a few words; how far its figures are off is told elsewhere.

/** Smallest value, by unit, that a user sees where a figure misses: 1 % of a person's height for lengths. Counts are seen at once. */
const SEEN: Readonly<Record<string, number>> = { 'mm': 17.5, 'degrees': 3, '%': 2, '': 0 };

const IMAGE = 'an image that is not exact';
const TOLD = 'what the script says of it';
const LEGS = 'legs, if there are any, that no script moves';

/** What is seen where a figure misses, by its name; those that are not listed show nothing by themselves. */
const FIGURES: Readonly<Record<string, string>> = {
    'hips': 'hips that no script moves',
    'bones of the spine': 'a trunk that does not bend',
    'legs': LEGS,
    'hind legs': LEGS,
    'fore legs': LEGS,
    'arms': 'arms that no script moves',
    'skin that the bones carry': 'skin that no script moves',
    'gaze from targets in reach': 'a gaze beside its target',
    'bones beyond limit or clip': 'a head that turns too far',
    'feet from their place, hips turned 45 degrees': 'feet that slide as the hips turn',
    'feet that stand in some clip': 'feet that never stand',
    'foot sizes from those of the vertices': 'soles above the ground or in it',
    'planted soles over it, beyond the clip': 'soles above the ground',
    'planted soles into a slope, beyond the clip': 'soles in a slope',
    'ankles from their place over a step, in reach': 'feet beside a step',
    'legs beyond 99.9 % or the clip': 'knees that are straight',
    'drift of planted soles': 'feet that slide',
    'palms from targets in reach': 'hands beside their targets',
    'elbows from those of the clips, median': 'elbows where people have none',
    'bodies from the turn to their parent': 'bodies that lag behind the clip',
    'bodies from their place': 'bodies that lag behind the clip',
    'joints apart': 'joints that open',
    'skin from the reflection of the clip': IMAGE,
    'left bones not paired with the right ones': IMAGE,
    'bones neither paired nor in the middle': IMAGE,
    'asymmetry of the bind pose': IMAGE
};

/** What is seen where a script says a sentence. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
    [/one bone without a mark/, 'legs that stay as they are animated'],
    [/legs are of one bone, /, 'legs that do not bend'],
    [/legs have no feet/, 'soles that do not turn to a slope'],
    [/make no steps that could be found/, 'feet that slide'],
    [/below the (?:soles|lowest body)/, 'parts that go through the ground'],
    [/legs have no bodies/, 'legs, if there are any, without bodies'],
    [/is not symmetric/, IMAGE],
    [/it is guessed/, 'a front that may be its back']
];

/** All that a user may see. */
export const SIGHTS: ReadonlySet<string> = new Set([...Object.values(FIGURES), ...SENTENCES.map(([, sight]) => sight), TOLD]);

/** Whether a figure that misses is seen. */
function isSeen({ measured, bound, unit }: Figure): boolean {
    return bound === 'at least' || !(measured! <= SEEN[unit]);
}

/** What a user sees of a system: `works`, with what may be seen beside, or `does not`. */
export function sightOf(finding: Finding): string {
    const { word } = judge(finding);
    if (word === 'does not work') return 'does not';
    if (word === 'nothing to measure') return word;
    const complains = finding.figures.some(figure => figure.what === COMPLAINTS && resultOf(figure) === 'missed');
    const said = complains ? SENTENCES.filter(([pattern]) => finding.problems.some(problem => pattern.test(problem))).map(([, sight]) => sight) : [];
    const shown = missedFigures(finding).filter(figure => figure.what in FIGURES && isSeen(figure)).map(({ what }) => FIGURES[what]);
    const sights = [...new Set([...said, ...shown])];
    if (complains && sights.length === 0) sights.push(TOLD);
    return sights.length > 0 ? `works, and you may see ${sights.slice(0, 2).join(' and ')}` : 'works';
}
