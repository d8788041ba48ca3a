// The FNV hash (Fowler, Noll and Vo), taken of whole words: a number that is another one when the words are.

/** Where a digest begins. */
export const DIGEST = 2166136261;

/** The digest with further whole numbers. */
export function addToDigest(digest: number, words: ArrayLike<number>): number {
    let hash = digest;
    for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 16777619);
    return hash;
}

/** The digest with the letters of a text. */
export function addTextToDigest(digest: number, text: string): number {
    let hash = digest;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
    return hash;
}
