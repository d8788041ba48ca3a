import type { GroundProbe } from './ground-probe';
import { KeptRays, placeRay, type ProbeLimits } from './kept-rays';
import { RAY, type Ground } from '../../core/ground/ground';
import { writeHeightOver } from '../../core/ground/sole-plane';
import type { Flat } from '../../core/math/flat-math';
import { OUTLINE_POINTS } from '../outline-points';

// What lies under the outline of a sole that stands: an edge beside the foot is between the three rays of the foot, toes and heel's corner.
//
// These rays are cast once a stance, as many a frame as are left. A straight edge that cuts a sole off has a point of its outline on its
// side, so the outline is enough; the sole is raised until none of it is in the ground. Where all is known, one ray a frame is looked at again.
//
// Without it soles are 15 to 36 mm in a step beside them (soles.test.ts).

/** Height that may reach over the plane of a sole, as a share of the character's height: 3 mm of 1.75 m. */
const UNEVEN = 0.0017;

const ray = new Float64Array(RAY);
const heights = new Float64Array(OUTLINE_POINTS);

export class SoleOutline {
    private readonly rays = new KeptRays(OUTLINE_POINTS, true);

    private readonly met = new Uint8Array(OUTLINE_POINTS);

    private readonly known = new Uint8Array(OUTLINE_POINTS);

    /** Whether all points are known and stay where they are, and which of them is looked at again next. */
    private isComplete = false;

    private next = 0;

    /** Whether what is known is another than in the last frame. */
    hasChanged = true;

    /** Goes along with what the foot stands on. */
    follow(probe: GroundProbe): void {
        this.rays.follow(probe);
        this.isComplete = false;
    }

    forget(): void {
        this.rays.forget();
        this.isComplete = false;
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
        if (isNew) this.isComplete = false;
        this.hasChanged = !this.isComplete;
        this.next = (this.next + 1) % OUTLINE_POINTS;
        let casts = 0;
        if (this.isComplete) {
            casts += this.ask(this.next, ground, limits, spots, most, false);
            this.isComplete = this.isKnown(this.next);
            return casts;
        }
        this.isComplete = true;
        for (let i = 0; i < OUTLINE_POINTS; i++) {
            casts += this.ask(i, ground, limits, spots, most - casts, isNew);
            this.isComplete &&= this.isKnown(i);
        }
        return casts;
    }

    /** Looks at one point. Answers how many rays were cast. */
    private ask(index: number, ground: Ground, limits: ProbeLimits, spots: Flat, most: number, isNew: boolean): number {
        const { rays } = this;
        if (isNew && !rays.hasFound(index)) rays.forgetOne(index);
        placeRay(ray, limits, spots, 3 * index);
        let isKnown = rays.isValid(index, ray, ground, limits);
        const casts = !isKnown && most > 0 ? 1 : 0;
        if (casts > 0) {
            rays.cast(index, ray, ground);
            isKnown = true;
        }
        const met = isKnown && rays.carries(index, limits) ? 1 : 0;
        if (casts > 0 || !isKnown || met !== this.met[index]) this.hasChanged = true;
        this.known[index] = isKnown ? 1 : 0;
        this.met[index] = met;
        return casts;
    }

    /** Whether a point has been looked at. */
    isKnown(index: number): boolean {
        return this.known[index] === 1;
    }

    /** Writes the heights of the ground under all points over a plane along the up vector; -Infinity without any. */
    writeHeights(out: Flat, plane: Flat, up: Flat): void {
        for (let i = 0; i < OUTLINE_POINTS; i++) {
            if (this.met[i]) writeHeightOver(out, i, this.rays.rows, this.rays.pointOf(i), plane, up);
            else out[i] = -Infinity;
        }
    }

    /**
     * Writes how far a plane has to be raised along the up vector so that none of the sole on it is in the ground.
     *
     * @param out - Receives the height in its only element.
     * @param plane - Point and unit normal.
     * @param over - Heights of the outline over the sole.
     * @param limits - The up vector, and the height of the character.
     */
    writeRise(out: Flat, plane: Flat, over: Flat, { up, size }: ProbeLimits): void {
        this.writeHeights(heights, plane, up);
        out[0] = UNEVEN * size;
        for (let i = 0; i < OUTLINE_POINTS; i++) out[0] = Math.max(out[0], heights[i] - over[i]);
        if (!(out[0] > UNEVEN * size)) out[0] = 0;
    }
}
