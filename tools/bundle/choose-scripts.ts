import { limberScripts } from '../../scripts/index';

/**
 * The scripts that a build shall hold. Throws a sentence for a name that no script has.
 *
 * @param list - Registered names with commas between them; without it all.
 */
export function chooseScripts(list?: string): string[] {
    const known = limberScripts.map(({ name }) => name);
    if (list === undefined) return known;
    const chosen = list.split(',').map(name => name.trim()).filter(name => name !== '');
    const unknown = chosen.filter(name => !known.includes(name));
    if (chosen.length === 0 || unknown.length > 0) {
        const what = unknown.length > 0 ? `There is no script ${unknown.map(name => `"${name}"`).join(' and no ')}` : 'No script is named';
        throw new Error(`${what}. Name some of ${known.join(', ')}, with commas between them.`);
    }
    // in the order of effect, whatever the order of the names
    return known.filter(name => chosen.includes(name));
}
