// Curves through keys.

/** A key: phase of the cycle in [0, 1) and a value. */
export type Key = readonly [phase: number, value: number];

/**
 * A closed curve through keys that never overshoots them: flat where neighbours are equal or on both sides of a peak.
 * Cubic Hermite with the tangents of Fritsch and Carlson 1980.
 */
export function cycle(keys: readonly Key[]): (phase: number) => number {
    const n = keys.length;
    const at = (i: number): Key => {
        const [phase, value] = keys[(i + n) % n];
        return [phase + Math.floor(i / n), value];
    };
    const slope = (i: number) => (at(i + 1)[1] - at(i)[1]) / (at(i + 1)[0] - at(i)[0]);
    const tangents = keys.map((_, i) => {
        const before = slope(i - 1);
        const after = slope(i);
        return before * after <= 0 ? 0 : 2 * before * after / (before + after);
    });
    return (phase) => {
        let p = phase - Math.floor(phase);
        if (p < keys[0][0]) p += 1;
        let i = n - 1;
        while (i > 0 && keys[i][0] > p) i--;
        return hermite(at(i), at(i + 1), tangents[i], tangents[(i + 1) % n], p);
    };
}

/** Cubic between two keys with given slopes there. */
export function hermite(from: Key, to: Key, fromSlope: number, toSlope: number, phase: number): number {
    const span = to[0] - from[0];
    const t = (phase - from[0]) / span;
    const rest = 1 - t;
    return (1 + 2 * t) * rest * rest * from[1] + t * rest * rest * span * fromSlope +
        t * t * (3 - 2 * t) * to[1] - t * t * rest * span * toSlope;
}

/** A smooth curve through keys, with given slopes at both ends and Catmull-Rom slopes between. */
export function path(keys: readonly Key[], startSlope: number, endSlope: number): (phase: number) => number {
    const slopes = keys.map((_, i) => {
        if (i === 0) return startSlope;
        if (i === keys.length - 1) return endSlope;
        return (keys[i + 1][1] - keys[i - 1][1]) / (keys[i + 1][0] - keys[i - 1][0]);
    });
    return (phase) => {
        let i = keys.length - 2;
        while (i > 0 && keys[i][0] > phase) i--;
        return hermite(keys[i], keys[i + 1], slopes[i], slopes[i + 1], phase);
    };
}

/** A wave of `times` periods in a cycle that is at its top at `peak`. */
export function wave(phase: number, peak: number, times = 1): number {
    return Math.cos(2 * Math.PI * times * (phase - peak));
}

/** Several numbers by phase. */
export type Keyed = (phase: number) => number[];

/** Smooth curves through keys of several numbers each, at rest at both ends and without overshoot. Phases from 0 to 1. */
export function keyed(keys: readonly (readonly [phase: number, values: readonly number[]])[]): Keyed {
    const curves = keys[0][1].map((_, i) => rising(keys.map(([phase, values]): Key => [phase, values[i]])));
    return phase => curves.map(curve => curve(phase));
}

/** A curve through keys that never overshoots them, flat at both ends and beyond. */
function rising(keys: readonly Key[]): (phase: number) => number {
    const slope = (i: number) => (keys[i + 1][1] - keys[i][1]) / (keys[i + 1][0] - keys[i][0]);
    const slopes = keys.map((_, i) => {
        if (i === 0 || i === keys.length - 1) return 0;
        const [before, after] = [slope(i - 1), slope(i)];
        return before * after <= 0 ? 0 : 2 * before * after / (before + after);
    });
    const last = keys.length - 1;
    return (phase) => {
        if (phase <= keys[0][0]) return keys[0][1];
        if (phase >= keys[last][0]) return keys[last][1];
        let i = last - 1;
        while (keys[i][0] > phase) i--;
        return hermite(keys[i], keys[i + 1], slopes[i], slopes[i + 1], phase);
    };
}
