/**
 * What is said of a character, in the order of importance and nothing twice: first what is wrong with itself, then what scripts add to that.
 *
 * @param own - Sentences of the character.
 * @param further - Sentences of scripts, which tell those of the character too, behind their name.
 */
export function listSentences(own: readonly string[], further: readonly string[]): string[] {
    return [...new Set([...own, ...further.filter(sentence => !own.some(said => sentence.endsWith(said)))])];
}
