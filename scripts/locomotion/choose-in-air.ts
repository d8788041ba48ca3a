import type { Air } from './air';
import type { Played } from './choose-gait';
import type { ClipKind } from '../anim/kinds/clip-kinds';

// What plays between ground and ground: the jump while it rises, the fall, and before it lands what plays on the ground, so that the legs are where
// the ground is when it comes.

/** Seconds before it lands in which a pose of the air goes over into one of the ground; seconds in the air after which it falls. */
const SOON = 0.2;
const FALLS = 0.15;

/** Speed in heights a second from which on a standing character lands with a clip for it. */
export const HARD = 2;

/** The clip for one in the air; null: what plays on the ground. */
export function chooseInAir(air: Air, others: ReadonlyMap<ClipKind, Played>, playing: Played | null, isGoing: boolean, height: number): Played | null {
    const jump = others.get('jump') ?? null;
    if (air.isRising && air.isJump && jump) return jump;
    if (air.timeLeft < SOON) return air.landingSpeed > HARD * height && !isGoing ? others.get('land') ?? null : null;
    const isLow = air.time < FALLS && playing !== jump;
    return isLow ? playing : others.get('fall') ?? null;
}
