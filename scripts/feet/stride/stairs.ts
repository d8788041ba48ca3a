import type { StrideFoot } from './stride-foot';
import type { StrideFrame } from './stride-frame';
import type { Ground } from '../../core/ground/ground';
import { Treads } from '../../core/ground/treads';
import { dotVec, normalizeVec } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { FootChanges } from '../foot-changes';
import type { ShownGait } from '../shown-gait';

// Stairs: which tread each foot comes down on, and how fast the clip is played so that it gets there when the body does.
//
// Steps that are too high for that take both feet, one after the other.
//
// A person takes one tread a step, with the body midway between two treads as a foot comes down. So the foot that comes down next goes to
// the middle of the tread after the one on which the other foot stands, and the clip is played so that its strike and the body's arrival are at one
// time. That fits the stride's length and its phase at once.
//
// On four legs the clip is played so that a step takes a whole number of treads, and each foot goes to the tread on which it would come down anyway, clear of
// its edges.

/** What the script uses of mecFootPlacer. */
export interface FootPlacing {
    enabled: boolean;
    getGround(): Ground | null;
}

/** Depth of a tread, as shares of the character's height: 0.18 to 0.5 m. Deeper ones are walked on. */
const NARROW = 0.1;
const DEEP = 0.285;

/** Distances that toes keep from a riser ahead, a heel from one behind, and a ball from a nose, as shares of the height: 8, 3 and 2 cm. */
const BEFORE_RISER = 0.045;
const BEHIND_RISER = 0.018;
const BEFORE_NOSE = 0.0115;

/** Playing rates on stairs: what is faster takes two treads a step. */
const SLOWEST = 0.4;
const FASTEST = 1.5;

/** Height of a step from which on it takes both feet before the next one, as a share of the leg's length: a knee would be at the chest. */
const HIGH = 0.45;

/** Seconds before a strike in which the rate stays as it is: a foot comes down soon whatever the rate. */
const SOON = 0.08;

/** Share of what a foot comes down ahead of the hip that is left going down: the body goes over it before it drops. */
const OVER = 0.4;

/** Treads by which a foot would come down beyond the next edge from which on one is left out. */
const CATCH_UP = 3;

/** Speed in heights of the character a second below which it does not go anywhere. */
const WALKING = 0.05;

const offset = new Float64Array(3);

export class Stairs {
    /** Rate at which the clip shall be played; NaN: there are no stairs. */
    rate = NaN;

    private readonly treads = new Treads();

    private readonly course = new Float64Array(3);

    /** The tread to which the foot that comes down next goes: which foot, and the place of its middle; NaN: wherever its path has it. */
    private next = -1;

    private goal = NaN;

    /** Of each foot of four the middle of its sole when it comes down, NaN while it is on the ground, -Infinity: wherever its path has it; and the depth of its tread where that is narrow. */
    private readonly goals = new Float64Array(4).fill(NaN);

    private readonly depths = new Float64Array(4);

    /** Depth of the deepest tread that takes one foot, or two on high steps, as a share of the character's height. */
    private deep = DEEP;

    forget() {
        this.treads.forget();
        this.next = -1;
        this.goals.fill(NaN);
        this.depths.fill(0);
        this.rate = NaN;
    }

    /**
     * Plans the next footfall.
     *
     * @param placer - Whose ground it is; null: none is looked at.
     * @param applied - Share of the playing rate that is this script's.
     */
    plan(placer: FootPlacing | null, feet: readonly StrideFoot[], gait: ShownGait, frame: StrideFrame, applied: number) {
        const { course, treads } = this;
        const { up, stride, height, velocity, root } = frame;
        const ground = placer?.enabled ? placer.getGround() : null;
        const rise = dotVec(stride, 0, up, 0);
        for (let k = 0; k < 3; k++) course[k] = stride[k] - rise * up[k];
        const speed = normalizeVec(course, 0) ? dotVec(velocity, 0, course, 0) : 0;
        if (!ground || !(speed > WALKING * height)) {
            this.forget();
            return;
        }
        treads.look(ground, root, course, up, height);
        const stepTime = gait.stepTime;
        if (feet.length > 2) {
            this.planFour(feet, gait, height, speed * stepTime, applied);
            return;
        }
        this.takeNext(feet, height, speed * stepTime * applied);
        if (!(this.goal > -Infinity)) {
            this.rate = NaN;
            return;
        }
        const foot = feet[this.next];
        const middle = foot.span.middle * height;
        this.findRate(foot, feet[1 - this.next], frame, speed, stepTime * gait.speed, applied);
        const short = this.goal - treads.along(foot.footfall.strike) - middle;
        for (let k = 0; k < 3; k++) offset[k] = short * course[k];
        foot.footfall.move(offset, course);
    }

    /** Fits the steps of four legs to treads: `step` is the distance of one as the clip is played. */
    private planFour(feet: readonly StrideFoot[], gait: ShownGait, height: number, step: number, applied: number) {
        const { treads, goals, depths, course } = this;
        let depth = 0, count = 0;
        for (let i = 0; i < feet.length; i++) {
            const { footfall, span } = feet[i];
            const middle = span.middle * height;
            if (gait.isDown(i) || !(footfall.timeLeft < Infinity)) {
                goals[i] = NaN;
            } else {
                const natural = treads.along(footfall.strike) + middle;
                if (Number.isNaN(goals[i])) {
                    const tread = treads.treadAt(natural);
                    depths[i] = this.isNarrow(tread, height) ? this.depth(tread) : 0;
                    const isOnStairs = depths[i] > 0 || this.isNarrow(tread + 1, height) || this.isNarrow(tread - 1, height);
                    goals[i] = isOnStairs ? this.placeClear(tread, natural, feet[i], height) : -Infinity;
                }
                if (goals[i] > -Infinity) {
                    for (let k = 0; k < 3; k++) offset[k] = (goals[i] - natural) * course[k];
                    footfall.move(offset, course);
                }
            }
            if (!(depths[i] > 0)) continue;
            depth += depths[i];
            count++;
        }
        depth /= count;
        this.rate = count > 0 ? clamp(step * applied / (depth * Math.max(1, Math.round(step / depth))), SLOWEST, FASTEST) : NaN;
    }

    /** Place of the middle of a sole on its tread that is nearest to another one, clear of risers and noses. */
    private placeClear(tread: number, natural: number, foot: StrideFoot, height: number): number {
        const { places, rises, count } = this.treads;
        const { half, ball } = foot.span;
        const from = tread === 0 ? -Infinity : places[tread - 1] + (rises[tread - 1] > 0 ? BEFORE_NOSE - ball : half + BEHIND_RISER) * height;
        const to = tread >= count ? Infinity : this.placeBefore(tread, foot, height);
        return from < to ? clamp(natural, from, to) : (from + to) / 2;
    }

    /** Tells the feet below where they come down. */
    tell(changes: FootChanges, feet: readonly StrideFoot[]) {
        for (let i = 0; i < feet.length; i++) if (feet[i].footfall.timeLeft < Infinity) changes.sayLanding(feet[i].node, feet[i].footfall.strike);
    }

    private takeNext(feet: readonly StrideFoot[], height: number, stepDistance: number) {
        const { treads } = this;
        const next = feet[0].footfall.timeLeft < feet[1].footfall.timeLeft ? 0 : 1;
        // a foot in the air goes where it was going
        if (next === this.next && !feet[next].path.isDown) return;
        this.next = next;
        this.goal = NaN;
        const other = feet[1 - next];
        const middle = feet[next].span.middle * height;
        const from = treads.along(other.footfall.struck) + middle;
        const natural = treads.along(feet[next].footfall.strike) + middle;
        const stands = treads.treadAt(from);
        if (stands >= treads.count) return;
        this.deep = DEEP * (this.isHigh(stands + 1, feet[next]) || this.isHigh(stands, feet[next]) ? 2 : 1);
        const isNarrow = this.isNarrow(stands, height);
        if (!isNarrow && !this.isNarrow(stands + 1, height)) return;
        const depth = isNarrow ? this.depth(stands) : this.depth(stands + 1);
        if (!isNarrow) {
            // on the floor: before the first edge, or onto the first tread, whichever is nearer
            const before = this.placeBefore(stands, feet[next], height);
            if (natural < before - depth) return;
            if (natural - before < this.placeOn(stands + 1, depth, feet[next], height) - natural) {
                this.goal = Math.min(natural, before);
                return;
            }
        }
        const own = treads.treadAt(treads.along(feet[next].footfall.struck) + middle);
        const joins = own < stands && this.isHigh(stands, feet[next]);
        let target = joins ? stands : stands + 1;
        // a body that is far ahead of its feet
        if (natural > treads.places[stands] + CATCH_UP * depth) target = Math.max(target, treads.treadAt(natural) - 1);
        if (stepDistance > FASTEST * depth && !this.isHigh(target, feet[next]) && this.isNarrow(target, height)) target++;
        this.goal = this.placeOn(target, depth, feet[next], height);
    }

    /** Place of the middle of a sole on a tread: in its middle, but clear of the riser, and with the ball before the nose. */
    private placeOn(target: number, depth: number, foot: StrideFoot, height: number): number {
        const { half, ball } = foot.span;
        const { places, rises } = this.treads;
        const from = places[target - 1];
        const isLast = !this.isNarrow(target, height);
        const to = isLast ? from + depth : places[target];
        const middle = (from + to) / 2;
        if (rises[target - 1] > 0) return isLast ? middle : Math.max(Math.min(middle, this.placeBefore(target, foot, height)), from + (BEFORE_NOSE - ball) * height);
        const ahead = Math.max(middle, from + (half + BEHIND_RISER) * height);
        return isLast ? ahead : Math.min(ahead, this.placeBefore(target, foot, height));
    }

    /** Furthest place of the middle of a sole before an edge. */
    private placeBefore(edge: number, { span: { half, ball } }: StrideFoot, height: number): number {
        const { places, rises } = this.treads;
        return places[edge] - (rises[edge] > 0 ? half + BEFORE_RISER : BEFORE_NOSE + ball) * height;
    }

    /** Depth of a tread: the first one is behind the first edge. */
    private depth(tread: number): number {
        const { places } = this.treads;
        return places[tread] - places[tread - 1];
    }

    /** Whether the step up or down to a tread is too high to be taken in one stride. */
    private isHigh(tread: number, foot: StrideFoot): boolean {
        const { count, rises } = this.treads;
        return tread >= 1 && tread <= count && Math.abs(rises[tread - 1]) > HIGH * foot.leg.length;
    }

    /** Whether a tread lies between two steps in the same direction, and takes one foot only. */
    private isNarrow(tread: number, height: number): boolean {
        const { count, rises } = this.treads;
        if (tread < 1 || tread >= count || !(rises[tread] * rises[tread - 1] > 0)) return false;
        const depth = this.depth(tread);
        return depth > NARROW * height && depth < this.deep * height;
    }

    /** Finds the rate with which the foot comes down when the body is midway. */
    private findRate(foot: StrideFoot, other: StrideFoot, { height, stride, root: place }: StrideFrame, speed: number, stepLength: number, applied: number) {
        const { treads } = this;
        const wait = foot.footfall.timeLeft * applied;
        if (wait < SOON && this.rate > 0) return;
        const middle = foot.span.middle * height;
        const share = (this.goal - treads.along(other.footfall.struck) - middle) / stepLength;
        // how far ahead of the body the foot comes down in a stride of this length
        const root = treads.along(place), hip = treads.along(foot.footfall.hip) - root;
        const reach = treads.along(foot.footfall.strike) - speed * foot.footfall.timeLeft - root - hip;
        const isDown = treads.rises[Math.min(treads.treadAt(this.goal), treads.count) - 1] < 0;
        const ahead = hip + (isDown ? OVER : 1) * reach * share / Math.sqrt(dotVec(stride, 0, stride, 0));
        const left = this.goal - middle - ahead - root;
        this.rate = left > 0 ? clamp(wait * speed / left, SLOWEST, FASTEST) : FASTEST;
    }
}
