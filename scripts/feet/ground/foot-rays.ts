import type { ProbeLimits } from './kept-rays';
import { POINTS } from '../../core/ground/sole-plane';
import { copyVec, crossVec, dotVec, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { Contact } from '../placing/contact';
import type { FootParts, FrameSettings, ToldFoot } from '../placing/foot-settings';
import type { ObservedFoot } from '../placing/observed-foot';
import type { Plant } from '../placing/plant';

// Where the rays of a foot go: through which points, from how high, how far down, and from which plane steps are counted.

/** Speed in heights of the character per second above which it goes somewhere, and the steepest climb that counts. */
const WALKING = 0.1;
const MOST_CLIMB = 1;

const across = new Float64Array(3);

/** What this stage reads of a foot. */
interface ProbedFoot extends Pick<FootParts, 'up' | 'settings'> {
    readonly told: Readonly<ToldFoot>;
    readonly seen: Readonly<ObservedFoot>;
    readonly contact: Readonly<Contact>;
    readonly plant: Readonly<Plant>;
    /** Where it points with its plant's turn. */
    readonly target: { readonly heading: Flat };
    /** How it was moved off its path through the air. */
    readonly swing: { readonly path: { readonly lagOffset: Flat } };
}

/** Height that the character gains per distance walked; 0 while it does not go anywhere. */
function climbOf(up: Flat, { velocity, size }: FrameSettings): number {
    const rise = dotVec(velocity, 0, up, 0);
    const along = Math.sqrt(Math.max(0, dotVec(velocity, 0, velocity, 0) - rise * rise));
    return along > WALKING * size ? clamp(rise / along, -MOST_CLIMB, MOST_CLIMB) : 0;
}

export class FootRays {
    /** What counts as ground for the foot in this frame. */
    readonly limits: ProbeLimits;

    /** World points through which rays go: foot, toe, heel's corners. */
    readonly spots = new Float64Array(3 * POINTS);

    /** How many of them are asked for. */
    count = POINTS;

    constructor({ up }: FootParts) {
        this.limits = { up, plane: new Float64Array(3), normal: new Float64Array(3), climb: new Float64Array(1), top: 0, bottom: 0, maxStep: 0, minCosine: 0, size: 1 };
    }

    /**
     * Aims the rays of this frame.
     *
     * @param looksAhead - Whether what is ahead of the foot counts: it is in the air.
     */
    aim(foot: ProbedFoot, frame: FrameSettings, looksAhead: boolean) {
        this.writeLimits(foot, frame, looksAhead);
        this.writeSpots(foot);
        this.count = looksAhead ? 1 : POINTS;
    }

    private writeLimits(foot: ProbedFoot, frame: FrameSettings, looksAhead: boolean) {
        const { limits } = this;
        const { up, settings, settings: { spread }, seen: { height, standsOnPlane, ankle }, told: { extraRayStance, extraRaySwing } } = foot;
        limits.size = frame.size;
        limits.minCosine = frame.minCosine;
        limits.climb[0] = climbOf(up, frame);
        const isNear = foot.contact.isDown || (standsOnPlane && (frame.predictSwing || height < settings.nearGround));
        // how far below the sole ground is still found
        let below = settings.extraRay;
        if (extraRayStance > 0 || extraRaySwing > 0) below = isNear ? extraRayStance : extraRaySwing;
        else if (settings.automatic) below = isNear ? settings.extraRayMax : settings.extraRayMin;
        if (standsOnPlane) {
            copyVec(limits.plane, 0, frame.root, 0);
            copyVec(limits.normal, 0, frame.bodyNormal, 0);
            limits.top = Math.max(settings.height, height) + settings.offsetDist + spread;
            limits.bottom = -below - spread;
            if (!foot.plant.isPlanted && !looksAhead) limits.bottom += Math.max(0, height - settings.height);
            limits.maxStep = frame.maxStep + spread;
        } else {
            copyVec(limits.plane, 0, ankle, 0);
            copyVec(limits.normal, 0, up, 0);
            limits.top = settings.offsetDist;
            limits.bottom = -settings.height - below;
            limits.maxStep = Infinity;
        }
    }

    private writeSpots({ plant, seen: { ankle }, settings, swing, up, target }: ProbedFoot) {
        const { spots } = this;
        // where a foot stands does not move with what its animation does meanwhile
        const { heading } = plant.stands ? plant : target;
        if (plant.stands) copyVec(spots, 0, plant.base, 0);
        else for (let i = 0; i < 3; i++) spots[i] = ankle[i] + plant.weight * plant.shift[i] + swing.path.lagOffset[i];
        crossVec(across, 0, heading, 0, up, 0);
        for (let i = 0; i < 3; i++) {
            spots[3 + i] = spots[i] + heading[i] * settings.rayLength;
            spots[6 + i] = spots[i] - heading[i] * settings.cornerBehind + across[i] * settings.cornerAside;
            spots[9 + i] = spots[i] - heading[i] * settings.cornerBehind - across[i] * settings.otherAside;
        }
    }
}
