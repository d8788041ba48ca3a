import { clamp } from '../math/scalars';

// A clip at another pace: what leads to a strike and what follows it are stretched, the strike itself takes the time that it was made for.
//
// Times are seconds of the clip at the speed at which it was made to play; a stretch is seconds shown for one of them.

/** Least stretch: what must be shorter than this share of itself is not. */
const LEAST = 0.05;

/** How a clip is stretched. */
export interface StrikePace {
    /** Start and end of the strike; both are the length of the clip where there is none. */
    readonly start: number;
    readonly end: number;
    readonly duration: number;
    /** Seconds shown for one of the clip, before and after the strike. */
    readonly before: number;
    readonly after: number;
    /** Whether the whole clip takes `1 / pace` of its time; otherwise the strike alone takes longer. */
    readonly fits: boolean;
}

/**
 * Stretches a clip so that all of it takes `1 / pace` of its time.
 *
 * @param duration - Seconds of the clip.
 * @param start - Start of the strike, seconds.
 * @param end - End of the strike; not after its start: there is none.
 * @param pace - Speed of the whole, above 0.
 * @param anticipation - Stretch before the strike divided by the stretch after it, above 0.
 */
export function planStrikePace(duration: number, start: number, end: number, pace: number, anticipation: number): StrikePace {
    const from = clamp(start, 0, duration), to = clamp(end, 0, duration);
    if (!(to > from)) return { start: duration, end: duration, duration, before: 1 / pace, after: 1 / pace, fits: true };
    const left = duration / pace - (to - from);
    const lead = from, rest = duration - to;
    const after = left / (anticipation * lead + rest);
    const fits = after >= LEAST && anticipation * after >= LEAST;
    return { start: from, end: to, duration, before: Math.max(LEAST, anticipation * after), after: Math.max(LEAST, after), fits };
}

/**
 * Seconds of the clip that pass in a time, from a place in it on.
 *
 * @param time - Seconds of the clip where it is.
 * @param dt - Seconds shown.
 * @param isLooping - Whether it begins anew after its end.
 */
export function advanceStrikePace({ start, end, duration, before, after }: StrikePace, time: number, dt: number, isLooping: boolean): number {
    let at = time, left = dt, passed = 0;
    while (left > 0) {
        const border = at < start ? start : at < end ? end : duration;
        const stretch = at < start ? before : at < end ? 1 : after;
        const span = border - at;
        if (left < span * stretch || (border === duration && !isLooping)) return passed + left / stretch;
        passed += span;
        left -= span * stretch;
        at = border < duration ? border : 0;
        if (!(duration > 0)) return passed + left / stretch;
    }
    return passed;
}
