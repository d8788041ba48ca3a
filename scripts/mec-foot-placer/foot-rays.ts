import type { Foot } from './foot';
import type { FrameSettings } from './foot-settings';
import { RAYS } from './ground-probe';
import { copyVec, crossVec, normalizeVec, subtractVec, writeDot, type Flat } from '../core/math/flat-math';
import { clamp } from '../core/math/scalars';

// Where the rays of a foot go: through which points, from how high, how far down, and from which plane steps are counted.

/** Speed in heights of the character per second above which it goes somewhere, and the steepest way that it goes. */
const WALKING = 0.1;
const MOST_CLIMB = 1;

const part = new Float64Array(1);
const parts = new Float64Array(2);
const across = new Float64Array(3);
const between = new Float64Array(3);

/** Writes the part of v across the unit vector up, at unit length. Answers false when there is none. */
export function writeHeading(out: Flat, v: Flat, up: Flat): boolean {
    writeDot(part, 0, v, 0, up, 0);
    for (let i = 0; i < 3; i++) out[i] = v[i] - part[0] * up[i];
    return normalizeVec(out, 0);
}

/** Writes the height that the character gains on its way, per distance; 0 while it does not go anywhere. */
function writeClimb(out: Flat, up: Flat, { velocity, size }: FrameSettings): void {
    writeDot(parts, 0, velocity, 0, up, 0);
    writeDot(parts, 1, velocity, 0, velocity, 0);
    const rise = parts[0];
    const along = Math.sqrt(Math.max(0, parts[1] - rise * rise));
    out[0] = along > WALKING * size ? clamp(rise / along, -MOST_CLIMB, MOST_CLIMB) : 0;
}

/** Writes the point beside the foot of the plane on which the character walks: a foot that trails on stairs is treads away from it. */
function writePlane(plane: Flat, { climb, up, ankle }: Foot, { root, velocity }: FrameSettings): void {
    copyVec(plane, 0, root, 0);
    if (climb[0] === 0 || !writeHeading(across, velocity, up)) return;
    subtractVec(between, 0, ankle, 0, root, 0);
    writeDot(part, 0, between, 0, across, 0);
    for (let i = 0; i < 3; i++) plane[i] += part[0] * (across[i] + climb[0] * up[i]);
}

/** Writes the distance below the sole at which ground is found, while the foot is near its ground and while it is not. */
function writeExtraRay(out: Flat, { settings, extraRayStance, extraRaySwing }: Foot, isNear: boolean): void {
    if (extraRayStance > 0 || extraRaySwing > 0) out[0] = isNear ? extraRayStance : extraRaySwing;
    else if (!settings.automatic) out[0] = settings.extraRay;
    else out[0] = isNear ? settings.extraRayMax : settings.extraRayMin;
}

/** Writes what counts as ground for a foot in this frame, and how steeply the character climbs. */
export function writeProbeLimits(foot: Foot, frame: FrameSettings): void {
    const { limits, settings, height, up } = foot;
    limits.size = frame.size;
    limits.minCosine = frame.minCosine;
    writeClimb(foot.climb, up, frame);
    const isNear = foot.contact.isDown || (foot.standsOnPlane && (frame.predictSwing || height < settings.nearGround));
    if (foot.standsOnPlane) {
        writePlane(limits.plane, foot, frame);
        writeExtraRay(part, foot, isNear);
        copyVec(limits.normal, 0, frame.bodyNormal, 0);
        limits.top = Math.max(settings.height, height) + settings.offsetDist;
        limits.bottom = -part[0];
        if (!foot.plant.isPlanted && !foot.swing.looksAhead(foot, frame)) limits.bottom += Math.max(0, height - settings.height);
        limits.maxStep = frame.maxStep;
    } else {
        writeExtraRay(part, foot, isNear);
        copyVec(limits.plane, 0, foot.ankle, 0);
        copyVec(limits.normal, 0, up, 0);
        limits.top = settings.offsetDist;
        limits.bottom = -settings.height - part[0];
        limits.maxStep = Infinity;
    }
}

/** Writes the points through which rays go: foot, toe and heel's corner, three numbers each. Answers how many of them are asked for. */
export function writeSpots(out: Flat, foot: Foot, frame: FrameSettings): number {
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
