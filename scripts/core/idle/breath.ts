import type { RandomStream } from './random-stream';
import { smootherstep } from '../math/scalars';

// Breath: in, out, a pause; no two of the same length or depth. At rest an adult takes 12 to 20 breaths a minute.

/** Shares of a breath in which the chest rises and falls; the rest is the pause. */
const IN = 0.4;
const OUT = 0.48;

/** How far the depth of breaths varies, as a share of the mean. */
const DEPTH_DEVIATION = 0.12;

export interface BreathSettings {
    /** Breaths a minute; not above 0: none. */
    readonly breathing: number;
    /** Standard deviation of their length, as a share of the mean. */
    readonly breathingVariation: number;
}

export class Breath {
    /** How far the chest is raised: 0 empty, 1 as deep as on the mean. */
    current = -0;

    /** Breaths that have begun. */
    count = 0;

    private elapsed = -0;

    private length = -0;

    private depth = -0;

    constructor(private readonly stream: RandomStream, private readonly settings: BreathSettings) {}

    /** Goes on by a time in seconds. */
    step(dt: number) {
        const { settings } = this;
        this.elapsed += dt;
        while (this.elapsed >= this.length) {
            if (!(settings.breathing > 0)) {
                this.elapsed = this.length = this.current = 0;
                return;
            }
            this.elapsed -= this.length;
            const mean = 60 / settings.breathing;
            this.length = this.stream.logNormal(mean, mean * settings.breathingVariation);
            this.depth = this.stream.logNormal(1, DEPTH_DEVIATION);
            this.count++;
        }
        const part = this.elapsed / this.length;
        if (part < IN) this.current = this.depth * smootherstep(part / IN);
        else if (part < IN + OUT) this.current = this.depth * (1 - smootherstep((part - IN) / OUT));
        else this.current = 0;
    }
}
