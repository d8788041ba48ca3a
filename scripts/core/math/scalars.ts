// Arithmetic of single numbers, and what units are made of.

/** Radians in a degree. */
export const RADIANS = Math.PI / 180;

/** Degrees in a radian. */
export const DEGREES = 180 / Math.PI;

/** Height in metres of the person that default lengths and speeds are meant for: those at their defaults scale with the character's height over it. */
export const PERSON_HEIGHT = 1.75;

/** A length in metres that scales with a character's height while it is at its default. */
export function scaledDefault(value: number, field: { readonly default: number }, height: number): number {
    return value === field.default ? value * height / PERSON_HEIGHT : value;
}

/** A value kept between two bounds. NaN stays NaN. */
export function clamp(value: number, low: number, high: number): number {
    return Math.min(high, Math.max(low, value));
}

/** The cubic from 0 to 1 that starts and ends level; x in 0..1. */
export function smoothstep(x: number): number {
    return x * x * (3 - 2 * x);
}

/** The quintic from 0 to 1 that starts and ends level and uncurved; x in 0..1. */
export function smootherstep(x: number): number {
    return x * x * x * (10 - x * (15 - x * 6));
}
