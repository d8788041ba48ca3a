import type { Locomotion } from '../anim/contacts/locomotion';
import type { ClipKind } from '../anim/kinds/clip-kinds';

// Which gait fits a speed and a direction.

/** A clip that plays while the character is where it is for. */
export interface Played {
    readonly kind: ClipKind;
    /** Its state in the base layer. */
    readonly state: string;
    /** Seconds. */
    readonly duration: number;
    /** Seconds of the clip at which a jump leaves the ground and a landing meets it; of others where they begin. */
    readonly mark: number;
}

/** A clip that goes in steps. */
export interface PlayedGait extends Played {
    /** Speed at which it is chosen, scene units a second, and direction against the look, degrees to the left. */
    readonly speed: number;
    readonly direction: number;
    /** Speed at which its feet do not slide. */
    readonly ownSpeed: number;
    readonly steps: Locomotion;
    /** Whether there are moments without a foot on the ground. */
    readonly flies: boolean;
    /** Seconds of the clip at which each of its first two feet is lifted. */
    readonly lifts: readonly number[];
}

/** Difference in direction that counts 1, in degrees. */
const ANGLE = 20;

/** Difference in speed that counts 1, as the logarithm of the factor. */
const SPEED = Math.log(1.6);

/** Advantage of the gait that plays. */
const KEEP = 0.25;

/** Difference in speed beyond which the cost grows linearly. */
const STEEP = 2;

/** The gait that is nearest to a speed and a direction in degrees; the one that plays stays until another one is clearly nearer. */
export function chooseGait(gaits: readonly PlayedGait[], speed: number, direction: number, playing: Played | null): PlayedGait | null {
    let best: PlayedGait | null = null;
    let least = Infinity;
    for (let i = 0; i < gaits.length; i++) {
        const gait = gaits[i];
        let aside = Math.abs(direction - gait.direction) % 360;
        if (aside > 180) aside = 360 - aside;
        const faster = Math.abs(Math.log(Math.max(speed, Number.MIN_VALUE) / gait.speed)) / SPEED;
        const off = (aside / ANGLE) ** 2 + (faster < STEEP ? faster * faster : STEEP * (2 * faster - STEEP)) - (gait === playing ? KEEP : 0);
        if (!(off < least)) continue;
        least = off;
        best = gait;
    }
    return best;
}
