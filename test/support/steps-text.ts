// What the steps of the documentation name: boxes with their places and sizes.

export interface StepBox {
    readonly name: string;
    readonly position: number[];
    readonly scale: number[];
}

/** The numbers of a list with commas. */
export function numbersOf(text: string): number[] {
    return text.split(',').map(Number);
}

/** Rows of the table of boxes in a text. */
export function boxesOf(text: string): StepBox[] {
    return [...text.matchAll(/^ +\| (\w[\w ]*) \| ([-\d., ]+) \| ([-\d., ]+) \|$/gm)].map(([, name, position, scale]) => ({ name, position: numbersOf(position), scale: numbersOf(scale) }));
}

/** The place that a sentence gives to an entity. */
export function placeOf(text: string, name: string): number[] {
    return numbersOf(new RegExp(`\`${name}\` at ([-\\d., ]+),`).exec(text)![1]);
}
