import type { Flat } from './flat-math';

// The exact step of a damped oscillator, x'' = -stiffness x - damping x', stiffness and damping per inertia.
//
// Stable and step-independent at any stiffness, because it is no approximation: what Bullet's explicit forces are for small steps only.

/** Difference of the decay rates, as a share of the larger one, below which the oscillator counts as critically damped. */
const CRITICAL = 1e-6;

/**
 * Writes how place and velocity after a step follow from those before: four factors, place from place, place from velocity, velocity from
 * place, velocity from velocity.
 *
 * @param out - Takes four numbers.
 * @param stiffness - 1/s², 0 or above.
 * @param damping - 1/s, 0 or above.
 * @param h - The step in seconds.
 */
export function oscillatorStep(out: Flat, stiffness: number, damping: number, h: number): void {
    const rate = damping / 2;
    const squared = stiffness - rate * rate;
    const decay = Math.exp(-rate * h);
    const limit = CRITICAL * Math.max(stiffness, rate * rate);
    let cosine = decay;
    // sine over frequency
    let sine = decay * h;
    if (squared > limit) {
        const frequency = Math.sqrt(squared);
        cosine = decay * Math.cos(frequency * h);
        sine = decay * Math.sin(frequency * h) / frequency;
    } else if (squared < -limit) {
        // two exponentials, neither of which grows: a large decay times a large hyperbolic function would
        const spread = Math.sqrt(-squared);
        const slow = Math.exp((spread - rate) * h);
        const fast = Math.exp(-(spread + rate) * h);
        cosine = (slow + fast) / 2;
        sine = (slow - fast) / (2 * spread);
    }
    out[0] = cosine + rate * sine;
    out[1] = sine;
    out[2] = -stiffness * sine;
    out[3] = cosine - rate * sine;
}
