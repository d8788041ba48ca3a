import { aimRay, isGround, KeptRay, type Foothold, type Reach } from './ground-probe';
import { OUTLINE } from './sole';
import type { Ground } from '../core/ground/ground';
import { writeHeightOver } from '../core/ground/sole-plane';
import type { Flat } from '../core/math/flat-math';

// What lies under the outline of a sole that stands: an edge beside the foot is between the three rays of the foot, toes and heel's corner.
//
// These rays are cast once a stance, as many a frame as are left. A straight edge that cuts a sole off has a point of its outline on its
// side, so the outline is enough; the sole is raised until none of it is in the ground.

/** Height that may reach over the plane of a sole, as a share of the character's height: 3 mm of 1.75 m. */
const UNEVEN = 0.0017;

const heights = new Float64Array(OUTLINE);

export class Outline {
    private readonly rays = Array.from({ length: OUTLINE }, () => new KeptRay(true));

    private readonly met = new Uint8Array(OUTLINE);

    private readonly known = new Uint8Array(OUTLINE);

    /** Goes along with what the foot stands on. */
    follow(foothold: Foothold): void {
        for (const kept of this.rays) kept.follow(foothold);
    }

    forget(): void {
        for (const kept of this.rays) kept.forget();
    }

    /**
     * Looks for ground.
     *
     * @param ground - The ground.
     * @param reach - What counts.
     * @param spots - World points through which the rays go, three numbers each.
     * @param most - Most rays that may be cast.
     * @param isNew - Whether what was not met before may be there now.
     * @returns Rays that were cast.
     */
    sense(ground: Ground, reach: Reach, spots: Flat, most: number, isNew: boolean): number {
        let casts = 0;
        for (let i = 0; i < OUTLINE; i++) {
            const kept = this.rays[i];
            if (isNew && !kept.found) kept.forget();
            aimRay(reach, spots, 3 * i);
            let isKnown = kept.isKept(ground, reach);
            if (!isKnown && casts < most) {
                kept.send(ground);
                casts++;
                isKnown = true;
            }
            this.known[i] = isKnown ? 1 : 0;
            this.met[i] = isKnown && kept.found && isGround(kept.hit, reach) ? 1 : 0;
        }
        return casts;
    }

    /** Whether a point has been looked at. */
    isKnown(index: number): boolean {
        return this.known[index] === 1;
    }

    /** Writes the heights of the ground under all points over a plane along the up vector; -Infinity without any. */
    writeHeights(out: Flat, plane: Flat, up: Flat): void {
        for (let i = 0; i < OUTLINE; i++) {
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
    raise(plane: Flat, over: Flat, { up, size }: Reach): void {
        let most = UNEVEN * size;
        this.writeHeights(heights, plane, up);
        for (let i = 0; i < OUTLINE; i++) most = Math.max(most, heights[i] - over[i]);
        if (most > UNEVEN * size) for (let i = 0; i < 3; i++) plane[i] += most * up[i];
    }
}
