/**
 * What characters reach of a goal that they miss, in the goal's unit, with a margin of 10 to 20 percent; a character that is not named
 * reaches the goal. Figures in such a list may only get better.
 */
export type Reached = Readonly<Partial<Record<string, number>>>;

/** With LIMBER_GOALS=1 every character is held to the goal: what fails tells its figure, what passes needs no bound. */
const IS_GOAL_ALONE = process.env.LIMBER_GOALS === '1';

/** What a figure must keep on a character: its goal, or what is reached of it. */
export function boundOf({ name }: { name: string }, goal: number, reached: Reached = {}): number {
    return (IS_GOAL_ALONE ? null : reached[name]) ?? goal;
}
