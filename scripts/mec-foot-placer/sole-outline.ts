import { placeRay, isGround, CachedRay, type GroundProbe, type ProbeLimits } from './ground-probe';
import { OUTLINE_POINTS } from './outline-points';
import type { Ground } from '../core/ground/ground';
import { writeHeightOver } from '../core/ground/sole-plane';
import type { Flat } from '../core/math/flat-math';

// What lies under the outline of a sole that stands: an edge beside the foot is between the three rays of the foot, toes and heel's corner.
//
// These rays are cast once a stance, as many a frame as are left. A straight edge that cuts a sole off has a point of its outline on its
// side, so the outline is enough; the sole is raised until none of it is in the ground.

/** Height that may reach over the plane of a sole, as a share of the character's height: 3 mm of 1.75 m. */
const UNEVEN = 0.0017;

const heights = new Float64Array(OUTLINE_POINTS);

export class SoleOutline {
    private readonly rays = Array.from({ length: OUTLINE_POINTS }, () => new CachedRay(true));

    private readonly met = new Uint8Array(OUTLINE_POINTS);

    private readonly known = new Uint8Array(OUTLINE_POINTS);

    /** Goes along with what the foot stands on. */
    follow(probe: GroundProbe): void {
        for (const ray of this.rays) ray.follow(probe);
    }

    forget(): void {
        for (const ray of this.rays) ray.forget();
    }

    /**
     * Looks for ground.
     *
     * @param ground - The ground.
     * @param limits - What counts.
     * @param spots - World points through which the rays go, three numbers each.
     * @param most - Most rays that may be cast.
     * @param isNew - Whether what was not met before may be there now.
     * @returns Rays that were cast.
     */
    sense(ground: Ground, limits: ProbeLimits, spots: Flat, most: number, isNew: boolean): number {
        let casts = 0;
        for (let i = 0; i < OUTLINE_POINTS; i++) {
            const ray = this.rays[i];
            if (isNew && !ray.found) ray.forget();
            placeRay(limits, spots, 3 * i);
            let isKnown = ray.isValid(ground, limits);
            if (!isKnown && casts < most) {
                ray.castNow(ground);
                casts++;
                isKnown = true;
            }
            this.known[i] = isKnown ? 1 : 0;
            this.met[i] = isKnown && ray.found && isGround(ray.hit, limits) ? 1 : 0;
        }
        return casts;
    }

    /** Whether a point has been looked at. */
    isKnown(index: number): boolean {
        return this.known[index] === 1;
    }

    /** Writes the heights of the ground under all points over a plane along the up vector; -Infinity without any. */
    writeHeights(out: Flat, plane: Flat, up: Flat): void {
        for (let i = 0; i < OUTLINE_POINTS; i++) {
            if (this.met[i]) writeHeightOver(out, i, this.rays[i].hit.point, plane, up);
            else out[i] = -Infinity;
        }
    }

    /**
     * Raises a plane so far that none of the sole on it is in the ground.
     *
     * @param plane - Point and unit normal.
     * @param over - Heights of the outline over the sole.
     * @param up - The up vector.
     * @param size - Height of the character.
     */
    raise(plane: Flat, over: Flat, { up, size }: ProbeLimits): void {
        let most = UNEVEN * size;
        this.writeHeights(heights, plane, up);
        for (let i = 0; i < OUTLINE_POINTS; i++) most = Math.max(most, heights[i] - over[i]);
        if (most > UNEVEN * size) for (let i = 0; i < 3; i++) plane[i] += most * up[i];
    }
}
