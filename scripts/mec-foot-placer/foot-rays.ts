import type { FrameSettings } from './foot-settings';
import type { FootSwing, SwingingFoot } from './foot-swing';
import { RAYS } from './ground-probe';
import { copyVec, crossVec, dotVec, normalizeVec, type Flat } from '../core/math/flat-math';
import { clamp } from '../core/math/scalars';

// Where the rays of a foot go: through which points, from how high, how far down, and from which plane steps are counted.

/** The foot whose rays these are. */
interface ProbedFoot extends SwingingFoot {
    /** Extra ray distances that a script has set; 0 for both: those of the settings. */
    readonly extraRayStance: number;
    readonly extraRaySwing: number;
    /** Height of the ankle above the plane on which the character stands. */
    readonly height: number;
    readonly swing: FootSwing;
}

/** Speed in heights of the character per second above which it goes somewhere, and the steepest climb that counts. */
const WALKING = 0.1;
const MOST_CLIMB = 1;

const across = new Float64Array(3);

/** Writes the part of v across the unit vector up, at unit length. Answers false when there is none. */
export function writeHeading(out: Flat, v: Flat, up: Flat): boolean {
    const along = dotVec(v, 0, up, 0);
    for (let i = 0; i < 3; i++) out[i] = v[i] - along * up[i];
    return normalizeVec(out, 0);
}

/** Height that the character gains per distance walked; 0 while it does not go anywhere. */
function climbOf(up: Flat, { velocity, size }: FrameSettings): number {
    const rise = dotVec(velocity, 0, up, 0);
    const along = Math.sqrt(Math.max(0, dotVec(velocity, 0, velocity, 0) - rise * rise));
    return along > WALKING * size ? clamp(rise / along, -MOST_CLIMB, MOST_CLIMB) : 0;
}

/** Writes what counts as ground for a foot in this frame, and how steeply the character climbs. */
export function writeProbeLimits(foot: ProbedFoot, frame: FrameSettings): void {
    const { limits, settings, settings: { spread }, height, up, extraRayStance, extraRaySwing } = foot;
    limits.size = frame.size;
    limits.minCosine = frame.minCosine;
    foot.climb[0] = climbOf(up, frame);
    const isNear = foot.contact.isDown || (foot.standsOnPlane && (frame.predictSwing || height < settings.nearGround));
    // how far below the sole ground is still found
    let below = settings.extraRay;
    if (extraRayStance > 0 || extraRaySwing > 0) below = isNear ? extraRayStance : extraRaySwing;
    else if (settings.automatic) below = isNear ? settings.extraRayMax : settings.extraRayMin;
    if (foot.standsOnPlane) {
        copyVec(limits.plane, 0, frame.root, 0);
        copyVec(limits.normal, 0, frame.bodyNormal, 0);
        limits.top = Math.max(settings.height, height) + settings.offsetDist + spread;
        limits.bottom = -below - spread;
        if (!foot.plant.isPlanted && !foot.swing.looksAhead(foot, frame)) limits.bottom += Math.max(0, height - settings.height);
        limits.maxStep = frame.maxStep + spread;
    } else {
        copyVec(limits.plane, 0, foot.ankle, 0);
        copyVec(limits.normal, 0, up, 0);
        limits.top = settings.offsetDist;
        limits.bottom = -settings.height - below;
        limits.maxStep = Infinity;
    }
}

/** Writes the points through which rays go: foot, toe and heel's corner, three numbers each. Answers how many of them are asked for. */
export function writeSpots(out: Flat, foot: ProbedFoot, frame: FrameSettings): number {
    const { plant, ankle, settings, swing, up, target } = foot;
    // where a foot stands does not move with what its animation does meanwhile
    const stands = plant.isPlanted && plant.weight === 1;
    if (!stands) target.turnHeading(foot);
    const { heading } = stands ? plant : target;
    if (stands) copyVec(out, 0, plant.base, 0);
    else for (let i = 0; i < 3; i++) out[i] = ankle[i] + plant.weight * plant.shift[i] + swing.path.lagOffset[i];
    crossVec(across, 0, heading, 0, up, 0);
    for (let i = 0; i < 3; i++) {
        out[3 + i] = out[i] + heading[i] * settings.rayLength;
        out[6 + i] = out[i] - heading[i] * settings.cornerBehind + across[i] * settings.cornerAside;
    }
    return swing.looksAhead(foot, frame) ? 1 : RAYS;
}
