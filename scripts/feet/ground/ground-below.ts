import { createGroundHit, RAY, writeRayDown, type Ground, type GroundBody } from '../../core/ground/ground';
import { rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';

// The ground below a character: whether it is there, and how it moves.

/** Share of the height from which a ray looks down, and how far below the soles it looks and still calls it ground. */
const ABOVE = 0.45;
const BELOW = 0.6;
const NEAR = 0.12;

const ray = new Float64Array(RAY);
const point = new Float64Array(3);
const place = new Float64Array(7);

export class GroundBelow {
    /** How far the ground is below the soles, scene units; Infinity: none is near. */
    distance = -0;

    /** What the ground has moved below the character since the last frame, world space. */
    readonly carried: Flat = new Float64Array(3);

    private readonly hit = createGroundHit();

    /** What may move below it; null: ground that stays, or none. */
    body: GroundBody | null = null;

    private readonly before: Flat = new Float64Array(7);

    /** Whether there is ground to stand on. */
    isNear(height: number): boolean {
        return this.distance < NEAR * height;
    }

    /**
     * One frame.
     *
     * @param ground - The ground to ask; null: none, and the character is taken to stand on ground that stays.
     * @param soles - World place below the character at the height of its soles.
     * @param up - Unit direction.
     * @param further - How much further below it looks, scene units.
     */
    look(ground: Ground | null, soles: Flat, up: Flat, height: number, further = 0) {
        const { hit, carried } = this;
        carried.fill(0);
        this.distance = 0;
        if (!ground) {
            this.body = null;
            return;
        }
        this.follow(soles);
        writeRayDown(ray, soles, 0, up, ABOVE * height, (ABOVE + BELOW) * height + further);
        const isMet = ground.cast(hit, ray);
        this.distance = Infinity;
        if (isMet) {
            this.distance = 0;
            for (let k = 0; k < 3; k++) this.distance += (soles[k] - hit.point[k]) * up[k];
        }
        const body = isMet && this.isNear(height) ? hit.body : null;
        if (body === this.body) return;
        this.body = body;
        body?.readPlace(this.before);
    }

    /** Finds where the body below has carried what stood on it. */
    private follow(soles: Flat) {
        const { body, before, carried } = this;
        if (!body) return;
        if (!body.isThere()) {
            this.body = null;
            return;
        }
        body.readPlace(place);
        for (let k = 0; k < 3; k++) point[k] = soles[k] - place[k];
        // where it stands now was there in the last frame
        rotateVecInverse(point, 0, place, 3, point, 0);
        rotateVec(point, 0, before, 3, point, 0);
        for (let k = 0; k < 3; k++) carried[k] = soles[k] - (point[k] + before[k]);
        before.set(place);
    }
}
