/**
 * What characters reach of a goal that they miss, in the goal's unit, with a margin of 10 to 20 percent; a character that is not named
 * reaches the goal. Figures in such a list may only get better.
 */
export type Reached = Readonly<Partial<Record<string, number>>>;

/** What a figure must keep on a character: its goal, or what is reached of it. */
export function boundOf({ name }: { name: string }, goal: number, reached: Reached = {}): number {
    return reached[name] ?? goal;
}
