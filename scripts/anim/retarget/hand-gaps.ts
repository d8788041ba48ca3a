import type { Flat } from '../../core/math/flat-math';
import { smoothstep } from '../../core/math/scalars';
import { wrap } from '../../core/math/smoothing';

// What a hand is moved by between its contacts: it goes from one to the next where they are near in time, else dies out.

/** Seconds in which it dies out. */
const EASE = 0.35;

/**
 * Replaces the offsets of frames in which nothing touches.
 *
 * @param offsets - Three numbers a frame.
 * @param distances - How near the hand is in each frame.
 * @param touch - Up to which it touches.
 */
export function findGaps(offsets: Flat, distances: Flat, touch: number, rate: number, isLoop: boolean): void {
    const count = distances.length;
    const ease = Math.max(1, Math.round(EASE * rate));
    const touches = Array.from(distances, distance => distance < touch);
    if (!touches.includes(true)) {
        offsets.fill(0);
        return;
    }
    const kept = offsets.slice();
    /** The next frame that touches in a direction, up to as far as anything goes on. */
    const next = (frame: number, step: number) => {
        for (let k = 1; k < 2 * ease; k++) {
            const at = isLoop ? wrap(frame + step * k, count) : frame + step * k;
            if (at < 0 || at >= count) return null;
            if (touches[at]) return { at, k };
        }
        return null;
    };
    for (let frame = 0; frame < count; frame++) {
        if (touches[frame]) continue;
        const [before, after] = [next(frame, -1), next(frame, 1)];
        const gap = before && after && before.k + after.k < 2 * ease ? before.k + after.k : null;
        for (let k = 0; k < 3; k++) {
            const last = before ? kept[3 * before.at + k] : 0;
            const first = after ? kept[3 * after.at + k] : 0;
            offsets[3 * frame + k] = gap !== null ?
                last + (first - last) * smoothstep(before!.k / gap) :
                last * (1 - smoothstep(Math.min(1, (before?.k ?? ease) / ease))) + first * (1 - smoothstep(Math.min(1, (after?.k ?? ease) / ease)));
        }
    }
}
