import type { AppBase } from 'playcanvas';

import { isGround, KeptRays, PLACE, placeRay, type ProbeLimits } from './kept-rays';
import { RAY, type Ground, type GroundBody, type GroundHit } from '../../core/ground/ground';
import { createSoleSamples, fitSolePlane, FOOT, POINTS } from '../../core/ground/sole-plane';
import { addVec, copyVec, dotVec, multiplyQuatInverse, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';

// Where the ground is under one foot: rays under the foot, the toes and the heel's corners. Without the first corner, heels are up to 58 mm in a tread
// (stairs.test.ts); without the other, soles are up to 36 mm in a step beside them (soles.test.ts).

/** Height that may reach over the plane of a sole, as a share of the character's height: 3 mm of 1.75 m. */
const UNEVEN = 0.0017;

const ray = new Float64Array(RAY);
const met = new Float64Array(6);
const between = new Float64Array(3);
const place = new Float64Array(PLACE);
const samples = createSoleSamples();

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

    /** Which rays have met ground in this frame. */
    readonly met = new Uint8Array(POINTS);

    /** Whether the ground has answered with what is not a number. */
    isBroken = false;

    private readonly rays = new KeptRays(POINTS);

    /** Whether all rays of a foot that stands are known, and nothing has moved; which of them is asked again next; and the plane that they gave. */
    private isSettled = false;

    private next = 0;

    private readonly fitted = new Float64Array(6);

    private readonly lastPlace = new Float64Array(PLACE);

    /** Turn of the body since the last frame. */
    private readonly turn = new Float64Array(4);

    /** Hands the foot's rays that have met ground to something that draws them. */
    draw(app: AppBase, drawRay: (app: AppBase, index: number, points: Flat, from: number, to: number) => void): void {
        const { rays } = this;
        for (let i = 0; i < POINTS; i++) if (this.met[i]) drawRay(app, i, rays.rows, rays.rayOf(i), rays.pointOf(i));
    }

    /**
     * Looks for ground.
     *
     * @param ground - The ground.
     * @param limits - What counts.
     * @param spots - World points through which the rays go: foot, toe, heel's corners, three numbers each.
     * @param count - How many of them are asked for.
     * @param stands - Whether the foot stands: its rays stay where they are, so one a frame is enough.
     */
    sense(ground: Ground, limits: ProbeLimits, spots: Flat, count: number, stands: boolean): void {
        this.casts = 0;
        this.next = (this.next + 1) % POINTS;
        if (stands && this.isSettled && this.ask(ground, limits, spots, this.next) && this.casts === 0) {
            this.plane.set(this.fitted);
            return;
        }
        this.isBroken = false;
        this.isSensed = false;
        for (let i = 0; i < POINTS; i++) this.met[i] = i < count && this.ask(ground, limits, spots, i) ? 1 : 0;
        this.fit(limits, spots);
        this.fitted.set(this.plane);
        this.isSettled = stands && this.casts === 0 && !this.met.includes(0);
    }

    /** Takes over what is known of the ground under a foot already, without a ray. */
    take(known: GroundHit, limits: ProbeLimits): void {
        this.casts = 0;
        this.isBroken = false;
        this.isSensed = true;
        this.met.fill(0);
        this.body = null;
        copyVec(this.sensedPoint, 0, known.point, 0);
        copyVec(met, 0, known.point, 0);
        copyVec(met, 3, known.normal, 0);
        this.found = isGround(met, 0, limits);
        if (this.found) this.plane.set(met);
    }

    /** Raises the plane to a point between the rays that carries the sole. */
    raiseTo(point: Flat, up: Flat): void {
        const { plane } = this;
        subtractVec(between, 0, point, 0, plane, 0);
        const rise = dotVec(between, 0, plane, 3) / dotVec(up, 0, plane, 3);
        if (rise > 0) for (let i = 0; i < 3; i++) plane[i] += rise * up[i];
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
        this.rays.forget();
    }

    private ask(ground: Ground, limits: ProbeLimits, spots: Flat, index: number): boolean {
        const { rays } = this;
        placeRay(ray, limits, spots, 3 * index);
        if (!rays.isValid(index, ray, ground, limits)) {
            rays.cast(index, ray, ground);
            this.casts++;
        }
        if (!rays.hasFound(index)) return false;
        if (!rays.areNumbers(index)) {
            this.isBroken = true;
            return false;
        }
        if (index === FOOT) {
            this.isSensed = true;
            copyVec(this.sensedPoint, 0, rays.rows, rays.pointOf(index));
        }
        return rays.carries(index, limits);
    }

    /** Lays the plane through what was met. */
    private fit(limits: ProbeLimits, spots: Flat): void {
        const { rays } = this;
        for (let i = 0; i < POINTS; i++) {
            samples.found[i] = this.met[i];
            const point = rays.pointOf(i);
            copyVec(samples.points, 3 * i, this.met[i] ? rays.rows : spots, this.met[i] ? point : 3 * i);
            copyVec(samples.normals, 3 * i, rays.rows, point + 3);
        }
        samples.tolerance = UNEVEN * limits.size;
        this.found = fitSolePlane(this.plane, samples, limits.up);
        this.body = this.found ? rays.bodyOf(this.met.indexOf(1)) : null;
    }
}
