// The tips of the original, by their number, and what changes where one is switched off.

export type Tip = 'overlay' | 'turn' | 'pace' | 'windows' | 'continuation' | 'context' | 'cloth' | 'ragdoll';

/** Those that are on. */
export type Tips = ReadonlySet<Tip>;

export const TIPS: readonly (readonly [name: Tip, title: string, hint: string])[] = [
    ['overlay', '1 Additive overlays', 'additiveOverlay shows the landing over whatever plays, and arms that wheel at an edge; off: the landing is a clip of its own, and the player waits for it'],
    ['turn', '2 Instant turn', 'instantTurn: faces about in the frame of the key; off: it slides and turns at leisure'],
    ['pace', '3 Slower enemies', 'animationPace on the others; off: they are as fast as the player'],
    ['windows', '4 Cancel windows', 'Windows and Input Buffer of actionPlayer; off: an attack plays to its end, and what is pressed before is lost'],
    ['continuation', '5 Continuous animations', 'An action goes on where pose and velocity fit; off: it fades to the idle, and the run begins anew'],
    ['context', '6 Context', 'The attack fits stance, speed and distance; off: one attack for everything, and it stops the run'],
    ['cloth', '7 Cloth', 'springChain on the scarf, or on what the character has to swing'],
    ['ragdoll', '8 Tense ragdoll', 'hitReactions at once, without a cross-fade; off: a hit fades to a clip']
];
