// Which of several targets a character looks at, and for how long.
//
// The interest in a target is its priority, less with its distance, none at its radius: the nearest and most important one wins. A
// target that is looked at keeps the gaze for its shortest time; after that a more interesting one takes over, and after its longest
// time any other one does. A target that has been looked at as long as that tires: its interest comes back within its longest time.

/** A target that a character may look at. Times in seconds. */
export interface TargetCandidate {
    /** How important it is; not above 0: it is not looked at. */
    priority: number;
    /** Distance at which there is no interest left, in world units. */
    radius: number;
    /** Shortest and longest time of a look. */
    minDwell: number;
    maxDwell: number;
    /** Distance from the eye in this frame; Infinity: it is not there. */
    distance: number;
    /** Time since the last look at it ended because it had taken its longest time; Infinity: never. */
    rested: number;
}

/** Where the gaze is. */
export interface Selection {
    /** Index of the target that is looked at; -1: none. */
    current: number;
    /** Time since it is looked at. */
    dwell: number;
}

/** How much more interesting another target must be to take over, as a factor: less is a matter of noise. */
const TAKEOVER_RATIO = 1.1;

/** Interest in a target now. */
export function interestIn(target: TargetCandidate): number {
    const nearness = 1 - target.distance / target.radius;
    const freshness = Math.min(1, target.rested / target.maxDwell);
    return nearness > 0 && target.priority > 0 ? target.priority * nearness * (freshness >= 0 ? freshness : 1) : 0;
}

/**
 * Chooses what to look at.
 *
 * @param attention - Where the gaze is; changed.
 * @param targets - All targets, their distances up to date; the time of rest is changed.
 * @param dt - Time in seconds.
 * @returns Index of the target to look at; -1: none is interesting.
 */
export function selectTarget(attention: Selection, targets: readonly TargetCandidate[], dt: number): number {
    let best = -1;
    let most = 0;
    for (let i = 0; i < targets.length; i++) {
        targets[i].rested += dt;
        if (i === attention.current) continue;
        const interest = interestIn(targets[i]);
        if (interest > most) {
            most = interest;
            best = i;
        }
    }
    const current = attention.current < targets.length ? targets[attention.current] : undefined;
    attention.dwell += dt;
    if (current && current.distance < Infinity) {
        const isTired = attention.dwell >= current.maxDwell && best >= 0;
        const isOutdone = attention.dwell >= current.minDwell && most > TAKEOVER_RATIO * interestIn(current);
        if (!isTired && !isOutdone) {
            if (attention.dwell < current.minDwell || interestIn(current) > 0) return attention.current;
        }
        if (isTired) current.rested = 0;
    }
    attention.current = best;
    attention.dwell = 0;
    return best;
}
