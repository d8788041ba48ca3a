import type { TwoHalves } from './two-halves';
import { copyVec, dotVec, lengthVec, normalizeVec, type Flat } from '../../core/math/flat-math';
import { clamp, smoothstep } from '../../core/math/scalars';

// A hind leg under a body that lies.
//
// Files simplify animals' legs: where thigh and shank are one bone, hip and hock are as far from one another as when the animal stands. With the hip near the floor
// such a thigh has to lie down. So the foot goes back along the floor until the hock is above it.

/** Height of a hock over the floor, as a share of the hips' height. */
const HOCK = 0.05;

/** Share of the hip's height by which a hock is below it at most: a hip may be nearer to the floor than that. */
const LOW = 0.8;

/** Shares of the least and of the largest distance from hip to foot that the leg has. */
const FOLDED = 1.03;
const STRETCHED = 0.97;

/** Halvings of the interval in which the place of the foot is looked for. */
const HALVINGS = 12;

/** How much up the trunk's back is: up to here the body lies on its side with its legs beside it, and from here on it is upright. */
const ASIDE = 0.3;
const UPRIGHT = 0.95;

const to = new Float64Array(3);
const side = new Float64Array(3);
const place = new Float64Array(3);
const ahead = new Float64Array(3);
const up = new Float64Array(3);

export class LyingLeg {
    /** Height that a hock has at least over the floor. */
    private readonly least: number;

    /** @param height - That of the hips as the animal stands. */
    private constructor(private readonly limb: TwoHalves, height: number) {
        this.least = HOCK * height;
    }

    /** What keeps the hock of a leg above the floor; null where its thigh and its shank are two bones. */
    static of(limb: TwoHalves, height: number): LyingLeg | null {
        return limb.isHock ? new LyingLeg(limb, height) : null;
    }

    /**
     * Moves the foot back until the hock is above the floor.
     *
     * @param reach - From the hip to the foot, three numbers at `o`; changed in place.
     * @param upper - Length of the upper half, and of the lower one.
     * @param height - That of the hip over the floor.
     * @param rotations - With the rotation of the bone that the leg hangs on at `r`.
     */
    fit(reach: Flat, o: number, upper: number, lower: number, height: number, rotations: Flat, r: number): void {
        const { limb } = this;
        const depth = Math.max(height - this.least, LOW * height);
        // a thigh that does not reach the floor does not go through it
        if (!(depth > 0) || depth > upper) return;
        limb.turnOf(ahead, up, rotations, r);
        const share = smoothstep(clamp((up[1] - ASIDE) / (UPRIGHT - ASIDE), 0, 1));
        ahead[1] = 0;
        if (share === 0 || !normalizeVec(ahead, 0)) return;
        const isClear = (distance: number) => {
            for (let axis = 0; axis < 3; axis++) place[axis] = reach[o + axis] - distance * ahead[axis];
            return this.hockHeight(upper, lower, rotations, r) > -depth;
        };
        if (isClear(0)) return;
        const along = dotVec(reach, o, ahead, 0);
        const most = STRETCHED * (upper + lower);
        let near = 0, far = along + Math.sqrt(Math.max(0, most * most - lengthVec(reach, o) ** 2 + along * along));
        for (let halving = 0; halving < HALVINGS; halving++) {
            const middle = (near + far) / 2;
            if (isClear(middle)) far = middle; else near = middle;
        }
        for (let axis = 0; axis < 3; axis++) reach[o + axis] -= share * Math.max(0, far) * ahead[axis];
    }

    /** Height of the hock over the hip with the foot at `place`, or in that direction where the leg does not fold as far. */
    private hockHeight(upper: number, lower: number, rotations: Flat, r: number): number {
        const distance = Math.max(lengthVec(place, 0), FOLDED * Math.abs(upper - lower));
        copyVec(to, 0, place, 0);
        if (!normalizeVec(to, 0)) return -upper;
        this.limb.findPole(side, to, rotations, r);
        const along = dotVec(side, 0, to, 0);
        for (let axis = 0; axis < 3; axis++) side[axis] -= along * to[axis];
        normalizeVec(side, 0);
        const cosine = clamp((upper * upper + distance * distance - lower * lower) / (2 * upper * distance), -1, 1);
        return upper * (cosine * to[1] + Math.sqrt(1 - cosine * cosine) * side[1]);
    }
}
