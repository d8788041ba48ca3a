// A figure: something measured, and the limit that it must keep.

/** Something measured on the character. */
export interface Figure {
    /** What was measured, in a few words. */
    readonly what: string;
    /** The clip, or `rest pose`; empty where it does not depend on a pose. */
    readonly pose: string;
    /** The worst value that was met; null where there was nothing to measure. */
    readonly measured: number | null;
    /** The measured value is at most, or at least, this. */
    readonly bound: 'at most' | 'at least';
    readonly limit: number;
    /** Unit of both; empty for counts. */
    readonly unit: string;
}

/** How a figure stands to its limit; `none`: there was nothing to measure. */
export type Result = 'good' | 'missed' | 'none';

/** Judges a figure; what is not a number misses. */
export function resultOf({ measured, bound, limit }: Figure): Result {
    if (measured === null) return 'none';
    return (bound === 'at most' ? measured <= limit : measured >= limit) ? 'good' : 'missed';
}

/** Digits behind the point: two more than the limit has; counts have none. */
function digitsOf({ limit, unit }: Figure): number {
    return unit === '' ? 0 : Math.max(0, 2 - Math.floor(Math.log10(limit)));
}

/** The measured value as text. */
export function measuredText(figure: Figure): string {
    const { measured, unit } = figure;
    if (measured === null) return '–';
    if (!Number.isFinite(measured)) return 'no number';
    const digits = digitsOf(figure);
    if (unit === '') return measured.toFixed(digits);
    const least = 10 ** -digits;
    return measured > 0 && measured < least ? `< ${least.toFixed(digits)} ${unit}` : `${measured.toFixed(digits)} ${unit}`;
}

/** The limit as text. */
export function limitText({ bound, limit, unit }: Figure): string {
    return `${bound} ${limit}${unit === '' ? '' : ` ${unit}`}`;
}
