// How a body goes up and down, and to and fro, over feet that push: twice the integral of the force on them. While no foot is down that is a
// parabola, as for anything that is thrown.
//
// Force of a foot over its time on the ground after Alexander and Jayes, Fourier analysis of forces exerted in walking and running, Journal of
// Biomechanics 13, 1980: cos(x) - q cos(3x) from -90 to 90 degrees; with q 0 one hump, as in a run, with more two, as in a walk.

/** Metres per second squared. */
export const GRAVITY = 9.81;

/** A foot on the ground: phases at which it comes down and for how long, the share of the weight that it bears, its shape. */
export interface Push {
    readonly from: number;
    readonly stance: number;
    readonly share: number;
    readonly q: number;
    /** Most of its force to and fro, in shares of its most upwards: it brakes, then drives. */
    readonly brake: number;
}

/** What a body does under these pushes, by phase. */
export interface Bounce {
    /** Height and place ahead against its mean, metres. */
    height(phase: number): number;
    ahead(phase: number): number;
    /** Force upwards in weights. */
    force(phase: number): number;
}

const STEPS = 2400;

/** Force of a foot at a share of its time on the ground, the impulse over that time being 1 on average. */
function pushAt(q: number, s: number): number {
    const x = Math.PI * (s - 0.5);
    return (Math.cos(x) - q * Math.cos(3 * x)) / (2 / Math.PI * (1 + q / 3));
}

/** A periodic curve whose second derivative by time is given, with mean 0. */
function integrateTwice(second: Float64Array, duration: number): (phase: number) => number {
    const dt = duration / STEPS;
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / STEPS;
    const integral = (values: Float64Array) => {
        const level = mean(values);
        const out = new Float64Array(STEPS);
        for (let i = 1; i < STEPS; i++) out[i] = out[i - 1] + dt * ((values[i - 1] + values[i]) / 2 - level);
        return out;
    };
    const place = integral(integral(second));
    const level = mean(place);
    return (phase) => {
        const at = (phase - Math.floor(phase)) * STEPS;
        const i = Math.floor(at);
        const [a, b] = [place[i % STEPS], place[(i + 1) % STEPS]];
        return a + (b - a) * (at - i) - level;
    };
}

/** The way of the centre of mass over feet that push, once in `duration` seconds each. */
export function bounce(pushes: readonly Push[], duration: number): Bounce {
    const whole = pushes.reduce((sum, { share }) => sum + share, 0);
    const sum = (phase: number, each: (push: Push, share: number) => number) => pushes.reduce((total, push) => {
        const s = (phase - push.from - Math.floor(phase - push.from)) / push.stance;
        return s < 1 ? total + push.share / whole / push.stance * each(push, s) : total;
    }, 0);
    const force = (phase: number) => sum(phase, ({ q }, s) => pushAt(q, s));
    const drive = (phase: number) => sum(phase, ({ brake }, s) => -brake * Math.PI / 2 * Math.sin(2 * Math.PI * s));
    const sampled = (curve: (phase: number) => number) => Float64Array.from({ length: STEPS }, (_, i) => GRAVITY * curve(i / STEPS));
    return { force, height: integrateTwice(sampled(force), duration), ahead: integrateTwice(sampled(drive), duration) };
}
