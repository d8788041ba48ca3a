/**
 * A script whose letters are all ASCII: a page that does not name its charset reads the bytes of others as something else, inside a
 * regular expression as a syntax error. Escapes mean the same in texts, regular expressions and names; no line moves.
 */
export function escapeLetters(script: string): string {
    return script.replace(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
