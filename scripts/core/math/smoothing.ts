import type { Flat } from './flat-math';

// Smoothing of values that are sampled evenly over a clip, all of it known.

/** Standard deviations up to which a Gaussian is counted. */
const WIDE = 3;

/**
 * The mean around each sample, weighted by a Gaussian of the distance and by the samples' own weights: where these are 0 the values on
 * both sides are led into one another (normalized convolution; Knutsson and Westin 1993).
 *
 * @param weights - One for each sample, above 0 somewhere.
 * @param sigma - Standard deviation in samples.
 * @param isLoop - Whether the first sample follows the last.
 */
export function smoothWeighted(values: Flat, weights: Flat, sigma: number, isLoop: boolean): Flat {
    const count = values.length;
    const reach = Math.ceil(WIDE * sigma);
    return values.map((_, i) => {
        let sum = 0, total = 0;
        for (let k = -reach; k <= reach; k++) {
            const at = isLoop ? wrap(i + k, count) : i + k;
            if (at < 0 || at >= count) continue;
            const weight = weights[at] * Math.exp(-k * k / (2 * sigma * sigma));
            sum += weight * values[at];
            total += weight;
        }
        return total > 0 ? sum / total : 0;
    });
}

/** A smooth curve that is nowhere below some values: the largest around each sample, then the mean of those as far around. */
export function smoothAbove(values: Flat, reach: number, isLoop: boolean): Flat {
    const count = values.length;
    const around = (from: Flat, i: number, join: (a: number, b: number) => number) => {
        let result = from[i];
        for (let k = -reach; k <= reach; k++) {
            const at = isLoop ? wrap(i + k, count) : Math.min(count - 1, Math.max(0, i + k));
            if (k !== 0) result = join(result, from[at]);
        }
        return result;
    };
    const largest = values.map((_, i) => around(values, i, Math.max));
    return largest.map((_, i) => around(largest, i, (a, b) => a + b) / (2 * reach + 1));
}

/** An index within a loop. */
export function wrap(i: number, count: number): number {
    return (i % count + count) % count;
}
