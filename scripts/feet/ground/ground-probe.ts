import type { AppBase } from 'playcanvas';

import { createGroundHit, type Ground, type GroundBody, type GroundHit } from '../../core/ground/ground';
import { CORNER, createSoleSamples, fitSolePlane, FOOT, TOE } from '../../core/ground/sole-plane';
import { addVec, copyVec, dotVec, multiplyQuatInverse, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';

// Where the ground is under one foot: rays from above along the up vector, under the foot, the toes and the heel's corner. Without the corner, heels are up to
// 58 mm in a tread (stairs.test.ts).
//
// An answer is kept as long as the ray and the body that it has met stay where they are.

/** Distance by which a ray may move aside, and along itself where it has met nothing, before it is cast again, as shares of the character's height. */
const SAME_RAY = 1e-4;
const SAME_RAY_ALONG = 0.01;

/** Height that may reach over the plane of a sole, as a share of the character's height: 3 mm of 1.75 m. */
const UNEVEN = 0.0017;

/** Rays of a foot. */
export const RAYS = 3;

/** Position and rotation of a body. */
const PLACE = 7;

/** What counts as ground for a foot in this frame. */
export interface ProbeLimits {
    /** World unit vector away from the ground. */
    readonly up: Flat;
    /** A point of the plane on which the character stands in the animation. */
    readonly plane: Flat;
    /** Unit normal of the plane on which it stands on the real ground. */
    readonly normal: Flat;
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

const ray = new Float64Array(7);
const between = new Float64Array(3);
const place = new Float64Array(PLACE);
const samples = createSoleSamples();

/** Writes the ray through a world point into `ray`. */
export function placeRay({ up, plane, top, bottom }: ProbeLimits, spot: Flat, o: number): void {
    const above = top - (spot[o] - plane[0]) * up[0] - (spot[o + 1] - plane[1]) * up[1] - (spot[o + 2] - plane[2]) * up[2];
    for (let i = 0; i < 3; i++) {
        ray[i] = spot[o + i] + up[i] * above;
        ray[3 + i] = -up[i];
    }
    ray[6] = top - bottom;
}

function isNumber({ point, normal }: GroundHit): boolean {
    return Number.isFinite(point[0] + point[1] + point[2] + normal[0] + normal[1] + normal[2]);
}

/** Whether a point is no step too far above or below what the character stands on. */
function isWithinStep(point: Flat, { up, plane, normal, maxStep }: ProbeLimits): boolean {
    const x = normal[0], y = normal[1], z = normal[2];
    const height = (point[0] - plane[0]) * x + (point[1] - plane[1]) * y + (point[2] - plane[2]) * z;
    return Math.abs(height) <= maxStep * (x * up[0] + y * up[1] + z * up[2]);
}

/** Whether what a ray has met can carry a foot. */
export function isGround({ point, normal }: GroundHit, limits: ProbeLimits): boolean {
    const { up } = limits;
    return isWithinStep(point, limits) && normal[0] * up[0] + normal[1] * up[1] + normal[2] * up[2] >= limits.minCosine;
}

/**
 * Finds the height of the ground at one place, also where it is too steep to stand on or too high.
 *
 * @param out - Receives the height above a point along the up vector, -Infinity without ground, and whether it is flat enough to stand on: 1 or 0.
 * @param hit - Receives what is met.
 * @param ground - The ground.
 * @param limits - Where the ray starts, and how steep ground may be.
 * @param over - By how much the plane of the limits is higher there, and the height above it at which the ray starts.
 * @param spot - World point through which the ray goes.
 * @param origin - World point from which the height counts.
 */
export function castDown(out: Flat, hit: GroundHit, ground: Ground, limits: ProbeLimits, over: Flat, spot: Flat, origin: Flat): void {
    placeRay(limits, spot, 0);
    const higher = over[0] + over[1] - limits.top;
    for (let i = 0; i < 3; i++) ray[i] += higher * limits.up[i];
    ray[6] = over[1] - limits.bottom;
    out[0] = -Infinity;
    out[1] = 0;
    hit.body = null;
    if (!ground.cast(hit, ray) || !isNumber(hit)) return;
    subtractVec(between, 0, hit.point, 0, origin, 0);
    out[0] = dotVec(between, 0, limits.up, 0);
    out[1] = dotVec(hit.normal, 0, limits.up, 0) >= limits.minCosine ? 1 : 0;
}

/** One ray with its last answer. */
export class CachedRay {
    readonly hit = createGroundHit();

    /** Where it started, and how far it went; see {@link Ground.cast}. */
    readonly ray = new Float64Array(7);

    /** Where the body was. */
    readonly place = new Float64Array(PLACE);

    found = false;

    /** Version of the body. */
    private bodyVersion: number | undefined;

    private isKnown = false;

    private version: number | undefined;

    private ground: Ground | null = null;

    /**
     * @param keepsMiss - Whether it is an answer too that nothing was met: else something may come up there.
     */
    constructor(private readonly keepsMiss = false) {}

    /** Whether the ray in `ray` would be answered as before. */
    isValid(ground: Ground, { size }: ProbeLimits): boolean {
        if (!this.isKnown || ground !== this.ground || ground.version !== this.version) return false;
        subtractVec(between, 0, ray, 0, this.ray, 0);
        const along = dotVec(between, 0, ray, 3), asideSquared = dotVec(between, 0, between, 0) - along * along;
        if (!(asideSquared <= (SAME_RAY * size) ** 2)) return false;
        if (!(this.found ? this.isMet() : Math.abs(along) <= SAME_RAY_ALONG * size && Math.abs(ray[6] - this.ray[6]) <= SAME_RAY_ALONG * size)) return false;
        for (let i = 3; i < 6; i++) if (ray[i] !== this.ray[i]) return false;
        const { body } = this.hit;
        if (!body) return true;
        if (!body.isThere() || body.version !== this.bodyVersion) return false;
        body.readPlace(place);
        for (let i = 0; i < PLACE; i++) if (place[i] !== this.place[i]) return false;
        return true;
    }

    /** Whether the ray in `ray` still ends at what was met. */
    private isMet(): boolean {
        subtractVec(between, 0, this.hit.point, 0, ray, 0);
        const along = dotVec(between, 0, ray, 3);
        return along >= 0 && along <= ray[6];
    }

    /** Casts the ray in `ray`. */
    castNow(ground: Ground): void {
        this.ray.set(ray);
        this.ground = ground;
        this.version = ground.version;
        this.hit.body = null;
        this.found = ground.cast(this.hit, ray);
        const body = this.hit.body as GroundBody | null;
        if (this.found && body) {
            body.readPlace(this.place);
            this.bodyVersion = body.version;
        }
        this.isKnown = this.found || this.keepsMiss;
    }

    /** Goes along with the body that it has met. */
    follow(probe: GroundProbe): void {
        if (!this.found || this.hit.body !== probe.body) return;
        probe.carryPoint(this.ray, 0);
        probe.carryPoint(this.hit.point, 0);
        probe.carryDirection(this.hit.normal, 0);
        probe.body!.readPlace(this.place);
    }

    forget(): void {
        this.found = this.isKnown = false;
    }
}

export class GroundProbe {
    /** Whether there is ground. */
    found = false;

    /** The plane of the ground in world space: a point and the unit normal. */
    readonly plane = Float64Array.of(0, 0, 0, 0, 1, 0);

    /** Its normal. */
    readonly normal = this.plane.subarray(3);

    /** What the foot stands on when it can move. */
    body: GroundBody | null = null;

    /** Whether the foot's ray has met anything, in reach or not. */
    isSensed = false;

    /** What it has met. */
    readonly sensedPoint = new Float64Array(3);

    /** Rays that were cast in this frame. */
    casts = 0;

    /** Whether the foot's own ray was one of them. */
    isNew = false;

    /** Which rays have met ground in this frame. */
    readonly met = new Uint8Array(RAYS);

    /** Whether the ground has answered with what is not a number. */
    isBroken = false;

    private readonly rays = Array.from({ length: RAYS }, () => new CachedRay());

    /** Whether all rays of a foot that stands are known, and nothing has moved; which of them is asked again next; and the plane that they gave. */
    private isSettled = false;

    private next = 0;

    private readonly fitted = new Float64Array(6);

    private readonly lastPlace = new Float64Array(PLACE);

    /** Turn of the body since the last frame. */
    private readonly turn = new Float64Array(4);

    /** Hands the foot's rays that have met ground to something that draws them. */
    draw(app: AppBase, drawRay: (app: AppBase, index: number, ray: Flat, point: Flat) => void): void {
        for (let i = FOOT; i <= CORNER; i++) if (this.met[i]) drawRay(app, i, this.rays[i].ray, this.rays[i].hit.point);
    }

    /**
     * Looks for ground.
     *
     * @param ground - The ground.
     * @param limits - What counts.
     * @param spots - World points through which the rays go: foot, toe and heel's corner, three numbers each.
     * @param count - How many of them are asked for.
     * @param stands - Whether the foot stands: its rays stay where they are, so one a frame is enough.
     */
    sense(ground: Ground, limits: ProbeLimits, spots: Flat, count: number, stands: boolean): void {
        this.casts = 0;
        this.isNew = false;
        this.next = (this.next + 1) % RAYS;
        if (stands && this.isSettled && this.ask(ground, limits, spots, this.next) && this.casts === 0) {
            this.plane.set(this.fitted);
            return;
        }
        this.isBroken = false;
        this.isSensed = false;
        for (let i = 0; i < RAYS; i++) this.met[i] = i < count && this.ask(ground, limits, spots, i) ? 1 : 0;
        this.fit(limits, spots);
        this.fitted.set(this.plane);
        this.isSettled = stands && this.casts === 0 && this.met[FOOT] + this.met[TOE] + this.met[CORNER] === RAYS;
    }

    /** Takes over what is known of the ground under a foot already, without a ray. */
    take(known: GroundHit, limits: ProbeLimits): void {
        this.casts = 0;
        this.isNew = this.isBroken = false;
        this.isSensed = true;
        this.met.fill(0);
        this.body = null;
        copyVec(this.sensedPoint, 0, known.point, 0);
        this.found = isGround(known, limits);
        if (!this.found) return;
        copyVec(this.plane, 0, known.point, 0);
        copyVec(this.plane, 3, known.normal, 0);
    }

    /** Raises the plane by a height along a direction, in its only element: an edge beside the rays carries the sole. */
    raise(height: Flat, up: Flat): void {
        for (let i = 0; i < 3; i++) this.plane[i] += height[0] * up[i];
    }

    /** Carries points on the body along with it: call it once a frame before anything else. Answers whether it has moved. */
    follow(): boolean {
        const { body, turn, lastPlace } = this;
        if (!body || !body.isThere()) return false;
        body.readPlace(place);
        let moved = false;
        for (let i = 0; i < PLACE; i++) moved ||= place[i] !== lastPlace[i];
        if (!moved) return false;
        this.isSettled = false;
        multiplyQuatInverse(turn, 0, place, 3, lastPlace, 3);
        return true;
    }

    /** Carries a world point along with the body, after {@link follow}. */
    carryPoint(point: Flat, o: number): void {
        subtractVec(between, 0, point, o, this.lastPlace, 0);
        rotateVec(between, 0, this.turn, 0, between, 0);
        addVec(point, o, between, 0, place, 0);
    }

    /** Turns a world direction along with the body, after {@link follow}. */
    carryDirection(direction: Flat, o: number): void {
        rotateVec(direction, o, this.turn, 0, direction, o);
    }

    /** Ends the frame: the body is seen from where it is now. */
    settle(): void {
        if (this.body?.isThere()) this.body.readPlace(this.lastPlace);
    }

    /** Forgets everything. */
    forget(): void {
        this.found = false;
        this.isSensed = false;
        this.isSettled = false;
        this.body = null;
        for (const ray of this.rays) ray.forget();
    }

    private ask(ground: Ground, limits: ProbeLimits, spots: Flat, index: number): boolean {
        placeRay(limits, spots, 3 * index);
        const cached = this.rays[index];
        if (!cached.isValid(ground, limits)) {
            cached.castNow(ground);
            this.casts++;
            this.isNew ||= index === FOOT;
        }
        if (!cached.found) return false;
        if (isNumber(cached.hit)) {
            if (index === FOOT) {
                this.isSensed = true;
                copyVec(this.sensedPoint, 0, cached.hit.point, 0);
            }
            return isGround(cached.hit, limits);
        }
        this.isBroken = true;
        return false;
    }

    /** Lays the plane through what was met. */
    private fit(limits: ProbeLimits, spots: Flat): void {
        const { rays } = this;
        for (let i = FOOT; i <= CORNER; i++) {
            samples.found[i] = this.met[i];
            copyVec(samples.points, 3 * i, this.met[i] ? rays[i].hit.point : spots, this.met[i] ? 0 : 3 * i);
            copyVec(samples.normals, 3 * i, rays[i].hit.normal, 0);
        }
        samples.tolerance = UNEVEN * limits.size;
        this.found = fitSolePlane(this.plane, samples, limits.up);
        const carrier = this.met[FOOT] ? FOOT : this.met[TOE] ? TOE : CORNER;
        this.body = this.found ? rays[carrier].hit.body : null;
    }
}
