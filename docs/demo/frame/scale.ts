// How large a page builds what stands around a character.

/** Sizes of characters, as heights over that of a person, among which things keep the size that they have for people. */
const AS_IT_IS = [0.25, 4];

/**
 * Metres of the scene for a metre of a person: 1, but for characters of another order of magnitude.
 *
 * @param unit - Height of the character over that of a person.
 */
export function sceneScale(unit: number): number {
    return unit >= AS_IT_IS[0] && unit <= AS_IT_IS[1] ? 1 : unit;
}
