// A file to count: four constants, one long list of parameters, one hidden parameter.

export const FASTEST = -3;

export const TABLE = { near: 1, far: 2 * 5, name: 'x', inner: { most: 4 } } as const;

/** Written by `measure`, read by `answer`. */
const hidden = new Float64Array(3);

/** Written and read by `answer` alone. */
const scratch = new Float64Array(3);

/** Written by no function. */
const ZERO = new Float64Array(3);

export function measure(value: number) {
    hidden[0] = value;
}

export function answer(a: number, b: number, c: number, d: number, e: number, f: number): number {
    scratch.set(ZERO);
    scratch[1] += a + b + c + d + e + f;
    return hidden[0] + scratch[1];
}
