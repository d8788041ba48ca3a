// Moves that are no motion: something has put a character elsewhere.

/** Distance in a frame that is a jump, in heights of the character, and heights a second on top: nothing runs as fast. */
const JUMP = 0.4;
const JUMP_SPEED = 9;

/**
 * Distance from which on a move is a jump, in units of the height.
 *
 * @param height - Of the character.
 * @param seconds - Since it has moved last.
 */
export function jumpDistance(height: number, seconds: number): number {
    return (JUMP + JUMP_SPEED * seconds) * height;
}

/** Distance that a character runs at most in some seconds, in units of its height. */
export function runDistance(height: number, seconds: number): number {
    return JUMP_SPEED * seconds * height;
}
