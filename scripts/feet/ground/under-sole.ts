import type { Obstacles } from './obstacles';
import { SAMPLES, type MovingFoot, type Strip } from './strip';
import { addVec, copyVec, dotVec, subtractVec, type Flat } from '../../core/math/flat-math';

// What is below a sole that stands, of what its foot has seen on its way there: where the ground ends, where it falls away without a step, and what of it is
// highest, where none of the sole's rays may have met it.
//
// Reads: the strip, and where the foot stands. Writes itself alone.

const spot = new Float64Array(3);
const between = new Float64Array(3);

/** A foot that has come down. */
export interface StandingFoot extends Pick<MovingFoot, 'up' | 'settings'> {
    /** Where its ankle stands flat, and where it points. */
    readonly plant: { readonly base: Flat; readonly heading: Flat };
}

export class UnderSole {
    /** How far before the ankle the ground ends on which it stands, and how much deeper it is beyond; Infinity: it does not. */
    overhang = Infinity;

    drop = 0;

    /** How much deeper it gets per distance beyond that, where it is a kink and no edge. */
    fall = 0;

    /** The point of the ground that carries the sole, and whether it is known. */
    readonly support = new Float64Array(3);

    hasSupport = false;

    /** Distance of the ankle along the strip. */
    private ankle = 0;

    /** Knows of nothing. */
    forget() {
        this.hasSupport = false;
        this.overhang = Infinity;
    }

    /**
     * Finds it for a foot that comes down.
     *
     * @param plane - The plane on which it stands: a world point and the unit normal.
     */
    read(strip: Readonly<Strip>, way: Readonly<Obstacles>, plane: Flat, foot: StandingFoot) {
        const { plant: { base, heading }, settings: { heel } } = foot;
        const { origin, direction } = strip;
        subtractVec(between, 0, base, 0, origin, 0);
        this.ankle = dotVec(between, 0, direction, 0);
        this.hasSupport = Math.abs(dotVec(between, 0, strip.side, 0)) <= strip.spacing && this.findSupport(strip, plane, foot);
        this.overhang = Infinity;
        this.drop = this.fall = 0;
        const end = this.findEnd(strip, way, foot);
        if (!(end < Infinity)) {
            this.findFall(strip, plane, foot);
            return;
        }
        for (let i = 0; i < 3; i++) between[i] = origin[i] + end * direction[i] - base[i];
        const before = dotVec(between, 0, heading, 0);
        // what was under its heel as it came down may be behind it as it lies flat
        if (before > -heel) this.overhang = before;
    }

    /** Finds the highest point over a plane of the ground that is known under the foot; false where none is. */
    private findSupport(strip: Readonly<Strip>, plane: Flat, { settings: { length, heel } }: StandingFoot): boolean {
        const { edgeFrom, edgeTo } = strip, { ankle } = this;
        let highest = -Infinity;
        for (let i = 0; i < SAMPLES - 1; i++) {
            const place = strip.distanceOf(i), to = strip.fallsAfter(i) ? edgeFrom[i] : place, from = strip.risesBefore(i) ? edgeTo[i - 1] : place;
            if (strip.standAt(i) === -Infinity || to < ankle - heel || from > ankle + length) continue;
            addVec(spot, 0, strip.origin, 0, strip.places, 3 * i);
            subtractVec(between, 0, spot, 0, plane, 0);
            const height = dotVec(between, 0, plane, 3);
            if (!(height > highest)) continue;
            highest = height;
            copyVec(this.support, 0, spot, 0);
        }
        return highest > -Infinity;
    }

    /** Finds where the tread ends on which the foot comes down, along the strip, and how far below it the highest ground is that the foot reaches beyond. */
    private findEnd(strip: Readonly<Strip>, { landing, end }: Readonly<Obstacles>, { settings: { length, heel } }: StandingFoot): number {
        const { heights, levels, slope, edgeFrom, steep } = strip;
        const last = strip.indexAt(landing + length);
        let overhang = Infinity;
        for (let i = strip.indexAt(landing - heel); i <= last; i++) {
            const top = levels[i] - slope * (strip.distanceOf(i) - landing);
            if (!strip.fallsAfter(i) || edgeFrom[i] <= landing - heel || top < end - steep / 2) continue;
            overhang = edgeFrom[i];
            this.drop = Infinity;
            for (let j = i + 1; j <= last + 1; j++) if (heights[j] > -Infinity) this.drop = Math.min(this.drop, heights[i] - heights[j]);
        }
        // it lies on both sides of a gap
        return this.drop > steep ? overhang : Infinity;
    }

    /** Finds where the ground begins to fall away below the plane without a step. */
    private findFall(strip: Readonly<Strip>, plane: Flat, { up, settings: { length, heel } }: StandingFoot) {
        const { ankle } = this, steepness = dotVec(up, 0, plane, 3);
        let before = NaN, from = 0, fall = 0;
        this.drop = 0;
        for (let i = strip.indexAt(ankle); i < SAMPLES - 1 && strip.distanceOf(i) <= ankle + length; i++) {
            if (strip.stepsAfter(i)) return;
            if (!(strip.heights[i + 1] > -Infinity)) break;
            addVec(spot, 0, strip.origin, 0, strip.places, 3 * i + 3);
            subtractVec(between, 0, plane, 0, spot, 0);
            const depth = dotVec(between, 0, plane, 3) / steepness, place = strip.distanceOf(i + 1) - ankle;
            if (fall > 0) {
                // a hollow comes up again
                fall = Math.min(fall, depth / (place - from));
                if (!(fall > 0)) return;
            } else if (before > strip.steep / 8) {
                fall = (depth - before) / strip.spacing;
                from = place - depth / fall;
            }
            before = depth;
        }
        // what begins behind its heel is a step of all that it stands on
        if (!(fall > 0 && from > -heel)) return;
        this.overhang = from;
        this.fall = fall;
    }
}
