import type { Flat } from '../math/flat-math';

// Wind whose strength and direction waver: sums of sines of time, so that the same moment has the same wind at every frame rate.

/** Frequencies of the waves in hertz, with no common measure: gusts of some seconds, and flutter on top. Their amplitudes add up to 1. */
const WAVES = [0.13, 0.31, 0.73, 1.71];
const AMPLITUDES = [0.4, 0.3, 0.2, 0.1];

/** Phases, in turns, by which the three axes differ. */
const PHASE = 0.37;

export class Wind {
    /** Its mean acceleration, metres per second squared. */
    readonly mean = new Float64Array(3);

    /** Largest deviation along each axis, as a share of the mean's length. */
    turbulence = 0;

    /** Seconds that it has blown. */
    seconds = 0;

    /**
     * @param seed - Different characters feel different gusts.
     */
    constructor(private readonly seed: number) {}

    /** Writes the acceleration of this moment. */
    read(out: Flat) {
        const { mean, turbulence, seconds, seed } = this;
        const strength = turbulence * Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
        for (let axis = 0; axis < 3; axis++) {
            out[axis] = mean[axis];
            if (!(strength > 0)) continue;
            let gust = 0;
            for (let i = 0; i < WAVES.length; i++) {
                gust += AMPLITUDES[i] * Math.sin(2 * Math.PI * (WAVES[i] * seconds + PHASE * axis * (i + 1) + seed * (i + 0.5)));
            }
            out[axis] += strength * gust;
        }
    }
}
