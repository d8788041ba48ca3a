// What of a clip does not go over to a body that is built otherwise than its source: one sentence for all clips of a character.

const SENTENCES = {
    feet: 'feet do not stay where they stand',
    hands: 'hands do not reach what they touch',
    joints: 'joints turn much faster than the source\'s',
    legs: 'legs in the air point elsewhere than the source\'s',
    soles: 'soles are beside the floor, as the scale above the bones differs from axis to axis,'
};

/** What of a clip does not go over. */
export interface RetargetMiss {
    readonly clip: string;
    readonly what: keyof typeof SENTENCES;
}

/**
 * Says what of some clips does not go over; empty where all does.
 *
 * @param name - Of the entity that holds the character.
 */
export function tellMisses(name: string, misses: readonly RetargetMiss[]): string {
    const parts = Object.entries(SENTENCES).flatMap(([what, sentence]) => {
        const clips = new Set(misses.flatMap(miss => (miss.what === what ? `"${miss.clip}"` : [])));
        return clips.size > 0 ? `${sentence} in ${[...clips].join(', ')}` : [];
    });
    return parts.length > 0 ? `limbs of "${name}" are built otherwise than the source's and come as near as they can: ${parts.join('; ')}. Choose clips of a body that is more like it.` : '';
}
