// Random numbers with a seed: the same everywhere, and independent from stream to stream.
//
// sfc32 (Doty-Humphrey, PractRand), its state filled by the mixer of SplitMix (Steele, Lea, Flood, OOPSLA 2014), so that seeds that
// follow one another have nothing in common.

/** Values thrown away until the state is mixed. */
const WARM_UP = 12;

/** The next state of SplitMix's counter; and what it makes of a state. */
const GOLDEN = 0x9E3779B9;

function mix(value: number): number {
    let z = value | 0;
    z = Math.imul(z ^ z >>> 16, 0x85EBCA6B);
    z = Math.imul(z ^ z >>> 13, 0xC2B2AE35);
    return z ^ z >>> 16;
}

/** A seed from a text, such as the id of an entity: FNV-1a. */
export function seedOf(text: string): number {
    let hash = 0x811C9DC5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return hash >>> 0;
}

export class RandomStream {
    private readonly state = new Int32Array(4);

    /**
     * @param seed - Any finite number; its whole part counts, and the first 32 bits of its fraction.
     * @param stream - Number of the stream: streams of one seed are independent.
     */
    constructor(seed: number, stream: number) {
        const { state } = this;
        const whole = Math.floor(seed);
        const bits = mix(mix(whole) ^ Math.floor((seed - whole) * 0x100000000) ^ Math.imul(stream + 1, GOLDEN));
        for (let i = 0; i < 3; i++) state[i] = mix(bits + Math.imul(i + 1, GOLDEN));
        state[3] = 1;
        for (let i = 0; i < WARM_UP; i++) this.next();
    }

    /** Uniform in 0..1, 1 left out. */
    next(): number {
        const { state } = this;
        const sum = state[0] + state[1] + state[3] | 0;
        state[3] = state[3] + 1 | 0;
        state[0] = state[1] ^ state[1] >>> 9;
        state[1] = state[2] + (state[2] << 3) | 0;
        state[2] = (state[2] << 21 | state[2] >>> 11) + sum | 0;
        return (sum >>> 0) / 4294967296;
    }

    /** Uniform between two bounds. */
    between(low: number, high: number): number {
        return low + (high - low) * this.next();
    }

    /** Of the normal distribution with mean 0 and deviation 1: Box and Muller, 1958. */
    normal(): number {
        return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    }

    /**
     * Of the log-normal distribution: above 0, most values below the mean, a few far above.
     *
     * @param mean - Its mean; not above 0: 0.
     * @param deviation - Its standard deviation.
     */
    logNormal(mean: number, deviation: number): number {
        if (!(mean > 0)) return 0;
        const ratio = deviation / mean;
        const variance = Math.log(1 + ratio * ratio);
        return mean * Math.exp(Math.sqrt(variance) * this.normal() - variance / 2);
    }
}
