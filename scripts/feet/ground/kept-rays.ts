import { createGroundHit, RAY, writeRayDown, type Ground, type GroundBody } from '../../core/ground/ground';
import { areFinite, copyVec, dotVec, subtractVec, type Flat } from '../../core/math/flat-math';

// Rays from above along the up vector, each with its last answer, which is kept as long as the ray and the body that it has met stay where they are.
//
// The rays of one owner are rows of one array: with arrays of their own they were half of all that a character's feet keep in memory.

/** Distance by which a ray may move aside before it is cast again, as a share of the character's height. */
const SAME_RAY = 1e-4;

/** Numbers of a place: position and rotation of a body. */
export const PLACE = 7;

/** What a row holds: the ray, where the body was, point and normal that were met. */
const BODY = RAY;
const POINT = BODY + PLACE;
const NORMAL = POINT + 3;
/** Whether something was met; versions of the ground and of the body. */
const FOUND = NORMAL + 3;
const VERSION = FOUND + 1;
const BODY_VERSION = VERSION + 1;
const ROW = BODY_VERSION + 1;

/** Version of what has none. */
const NEVER_CHANGES = Infinity;

/** What counts as ground for a foot in this frame. */
export interface ProbeLimits {
    /** World unit vector away from the ground. */
    readonly up: Flat;
    /** A point of the plane on which the character stands in the animation. */
    readonly plane: Flat;
    /** Unit normal of the plane on which it stands on the real ground. */
    readonly normal: Flat;
    /** Height that the character gains per distance walked, in its only element; 0 while it does not go anywhere. */
    readonly climb: Flat;
    /** Height above that plane at which rays start, and the height down to which they go. */
    top: number;
    bottom: number;
    /** Largest height above or below the plane that is no step too far; Infinity: any. */
    maxStep: number;
    /** Cosine of the steepest slope. */
    minCosine: number;
    /** Height of the character. */
    size: number;
}

const between = new Float64Array(3);
const place = new Float64Array(PLACE);
const hit = createGroundHit();

/** Writes the ray through a world point. */
export function placeRay(ray: Flat, { up, plane, top, bottom }: ProbeLimits, spot: Flat, o: number): void {
    const above = top - (spot[o] - plane[0]) * up[0] - (spot[o + 1] - plane[1]) * up[1] - (spot[o + 2] - plane[2]) * up[2];
    writeRayDown(ray, spot, o, up, above, top - bottom);
}

/** Whether what was met can carry a foot: no step too far above or below what the character stands on, and not too steep. The world point, then the normal. */
export function isGround(met: Flat, o: number, { up, plane, normal, maxStep, minCosine }: ProbeLimits): boolean {
    const x = normal[0], y = normal[1], z = normal[2];
    const height = (met[o] - plane[0]) * x + (met[o + 1] - plane[1]) * y + (met[o + 2] - plane[2]) * z;
    return Math.abs(height) <= maxStep * (x * up[0] + y * up[1] + z * up[2]) && met[o + 3] * up[0] + met[o + 4] * up[1] + met[o + 5] * up[2] >= minCosine;
}

export class KeptRays {
    /** All that is known; see {@link rayOf} and {@link pointOf}. */
    readonly rows: Flat;

    private readonly bodies: (GroundBody | null)[];

    private ground: Ground | null = null;

    /**
     * @param count - How many rays.
     */
    constructor(count: number) {
        this.rows = new Float64Array(ROW * count);
        this.bodies = Array.from({ length: count }, () => null);
    }

    /** Where in the rows is the ray that was cast. */
    rayOf(index: number): number {
        return ROW * index;
    }

    /** Where in the rows is the world point that was met; its normal follows. */
    pointOf(index: number): number {
        return ROW * index + POINT;
    }

    /** Whether something was met. */
    hasFound(index: number): boolean {
        return this.rows[ROW * index + FOUND] === 1;
    }

    /** Whether what was met are numbers. */
    areNumbers(index: number): boolean {
        return areFinite(this.rows, ROW * index + POINT, 6);
    }

    /** Whether what was met can carry a foot. */
    carries(index: number, limits: ProbeLimits): boolean {
        return this.hasFound(index) && isGround(this.rows, ROW * index + POINT, limits);
    }

    /** The body that was met. */
    bodyOf(index: number): GroundBody | null {
        return this.bodies[index];
    }

    /** Whether a ray would be answered as before. */
    isValid(index: number, ray: Flat, ground: Ground, { size }: ProbeLimits): boolean {
        const { rows } = this;
        const o = ROW * index;
        if (rows[o + FOUND] === 0 || ground !== this.ground || (ground.version ?? NEVER_CHANGES) !== rows[o + VERSION]) return false;
        subtractVec(between, 0, ray, 0, rows, o);
        const along = dotVec(between, 0, ray, 3), asideSquared = dotVec(between, 0, between, 0) - along * along;
        if (!(asideSquared <= (SAME_RAY * size) ** 2)) return false;
        // it still ends at what was met
        subtractVec(between, 0, rows, o + POINT, ray, 0);
        const depth = dotVec(between, 0, ray, 3);
        if (!(depth >= 0 && depth <= ray[6])) return false;
        for (let i = 3; i < 6; i++) if (ray[i] !== rows[o + i]) return false;
        const body = this.bodies[index];
        if (!body) return true;
        if (!body.isThere() || (body.version ?? NEVER_CHANGES) !== rows[o + BODY_VERSION]) return false;
        body.readPlace(place);
        for (let i = 0; i < PLACE; i++) if (place[i] !== rows[o + BODY + i]) return false;
        return true;
    }

    /** Casts a ray. */
    cast(index: number, ray: Flat, ground: Ground): void {
        const { rows, bodies } = this;
        const o = ROW * index;
        if (ground !== this.ground) this.forget();
        this.ground = ground;
        hit.body = null;
        const isMet = ground.cast(hit, ray);
        const body = bodies[index] = hit.body as GroundBody | null;
        rows.set(ray, o);
        copyVec(rows, o + POINT, hit.point, 0);
        copyVec(rows, o + NORMAL, hit.normal, 0);
        rows[o + FOUND] = isMet ? 1 : 0;
        rows[o + VERSION] = ground.version ?? NEVER_CHANGES;
        if (!isMet || !body) return;
        body.readPlace(place);
        rows.set(place, o + BODY);
        rows[o + BODY_VERSION] = body.version ?? NEVER_CHANGES;
    }

    /** Forgets all answers. */
    forget(): void {
        for (let i = 0; i < this.bodies.length; i++) this.forgetOne(i);
    }

    forgetOne(index: number): void {
        this.rows[ROW * index + FOUND] = 0;
    }
}
