import { GroundLine, SAMPLES, type MovingFoot } from './ground-line';
import type { ProbeLimits } from './kept-rays';
import type { Ground } from '../../core/ground/ground';
import { writeDot, type Flat } from '../../core/math/flat-math';

// What of the ground along its path counts for a foot in this frame, and where it comes down.
//
// Rays are few. So they begin a moment before the foot is lifted, go first to where it will come down and to what is next to it, and close in on
// an edge before they go further. Whether what is known is in reach is judged in each frame, as the character may be put up or down by a whole step in between.

/** Most edges that count at a time. */
const EDGES = 12;

/** Distance by which a foot may be behind its clip, as a share of the character's height. */
export const MAX_LAG = 0.12;

/** Part of a foot, from its tip or its heel, that does not come down on a tread of its own, as a share of the character's height: 45 mm of 1.75 m. */
const GRAZE = 0.026;

/** Distance from an edge at which the foot comes down instead, and by how much further it goes on doing so, as shares of the same. */
const BESIDE = 0.017;
const HABIT = 0.009;

const ends = new Float64Array(2);

export class GroundAhead extends GroundLine {
    /** Whether another script has told where the foot comes down. */
    isTold = false;

    /** Distance from where the clip comes down to there: ahead of a nose on which the heel alone would be, or back before a riser. */
    landingShift = 0;

    /** Samples that count: from the heel of the foot to where its toes come down. */
    first = 0;

    last = 0;

    /** Samples of these on which the foot comes down. */
    landingFirst = 0;

    landingLast = 0;

    /** Samples where the middle of the foot comes down, under its heel, and a little before its toes. */
    private middle = 0;

    private under = 0;

    private next = 0;

    /** Heights of the ground at these, as it would be under the foot on ground with its slope; -Infinity: nothing in reach is known. */
    readonly levels = new Float64Array(SAMPLES);

    /** The steps that count: where they are, how high their upper side is, and whether they go up. */
    edgeCount = 0;

    readonly edgePlaces = new Float64Array(EDGES);

    readonly edgeTops = new Float64Array(EDGES);

    readonly edgeRises = new Uint8Array(EDGES);

    /** Where between a sample and the next one the ground steps to the next one's height; Infinity: an even slope between them. */
    readonly stepPlaces = new Float64Array(SAMPLES);

    /** Begins a path of a foot. Heights count from where the character is. */
    override begin(foot: MovingFoot, root: Flat, limits: ProbeLimits) {
        super.begin(foot, root, limits);
        this.landingShift = 0;
    }

    /**
     * Finds where the foot is on the path, and takes over what counts as ground in this frame.
     *
     * @param foot - The foot.
     * @param strike - World place of the ankle where it will come down.
     * @param limits - What counts as ground.
     * @param climb - Height that the character gains per distance walked, in its only element.
     * @returns False for a path without direction.
     */
    aim(foot: MovingFoot, strike: Flat, limits: ProbeLimits, climb: Flat): boolean {
        if (!this.lay(foot, strike, limits, climb)) return false;
        this.findSamples(foot, limits);
        return true;
    }

    /** Finds which samples count, and which are asked for first. */
    private findSamples({ settings: { length: toe, heel } }: MovingFoot, { size }: ProbeLimits) {
        ends[0] = this.landing + toe;
        ends[1] = this.landing;
        this.last = Math.min(SAMPLES - 1, this.indexAt(ends, 0) + 1);
        this.middle = Math.min(this.last, this.indexAt(ends, 1) + 1);
        ends[0] = this.position - heel - MAX_LAG * size;
        ends[1] = this.position - heel;
        this.first = Math.min(this.last, this.indexAt(ends, 0));
        this.under = Math.min(this.last, this.indexAt(ends, 1));
        ends[0] = this.position + toe;
        this.next = Math.min(this.last, this.indexAt(ends, 0) + 2);
    }

    /** Asks for ground that is not known yet, with some rays: where the foot comes down, under it and what is next, edges, then the rest. */
    look(foot: MovingFoot, ground: Ground, limits: ProbeLimits, rays: number) {
        this.startAsking(ground, rays);
        const { under, next, last } = this;
        this.ask(this.middle, foot, ground, limits);
        this.ask(last, foot, ground, limits);
        for (let i = next; i >= under; i--) this.ask(i, foot, ground, limits);
        for (let i = next; i < last && this.casts < rays; i++) this.ask(i, foot, ground, limits);
        this.closeIn(under, last, foot, ground, limits);
        this.findLanding(foot);
        this.settle(limits);
        this.turnAside(foot, limits);
        this.findLanding(foot);
    }

    /** Moves the landing off an edge that the foot would only graze. */
    private turnAside({ settings: { length: toe, heel } }: MovingFoot, { size }: ProbeLimits) {
        const tip = this.landing + toe, back = this.landing - heel;
        const least = BESIDE * size, most = GRAZE * size + (this.landingShift === 0 ? 0 : HABIT * size);
        let ahead = 0, before = 0;
        for (let i = 0; i < this.edgeCount; i++) {
            const edge = this.edgePlaces[i];
            if (this.edgeRises[i] === 1) {
                if (tip > edge - least && tip < edge + most) before = Math.max(before, tip + least - edge);
            } else if (back < edge + least && back > edge - most) {
                ahead = Math.max(ahead, edge + least - back);
            }
        }
        this.landingShift = ahead - before;
        this.landing += ahead - before;
    }

    /** Finds on which samples the foot comes down. */
    private findLanding({ settings: { length: toe, heel } }: MovingFoot) {
        ends[0] = this.landing - heel;
        ends[1] = this.landing + toe;
        this.landingFirst = Math.max(this.first, this.indexAt(ends, 0));
        this.landingLast = Math.min(this.last, this.indexAt(ends, 1));
        if (!this.isTold) return;
        // the heel is beyond the edge of the sample before it; a landing that is only foretold by the clip may end on that
        const { landingFirst } = this;
        if (landingFirst < this.landingLast && this.stepsAfter(landingFirst) && this.edgeTo[landingFirst] <= ends[0]) this.landingFirst++;
    }

    /** Whether a foot can stand at a sample that counts. */
    canStand(index: number): boolean {
        return this.carries[index] === 1 && this.levels[index] > -Infinity;
    }

    /** Whether the foot has to be over a sample: it can stand there, or comes down beyond. Ground that is too steep is not climbed. */
    isRelevant(index: number): boolean {
        return this.levels[index] > -Infinity && (this.carries[index] === 1 || index < this.landingFirst);
    }

    /** Judges what counts of what is known. */
    private settle({ maxStep }: ProbeLimits) {
        const { heights, levels, beside, stepPlaces, first, last, sideSlope, aside } = this;
        for (let i = first; i <= last; i++) {
            writeDot(beside, i, this.places, 3 * i, this.side, 0);
            const off = Math.abs(heights[i] - this.planeAt(i));
            levels[i] = off <= maxStep ? heights[i] + sideSlope * (aside - beside[i]) : -Infinity;
        }
        this.edgeCount = 0;
        for (let i = first; i < last; i++) {
            stepPlaces[i] = Infinity;
            if (!this.stepsAfter(i) || levels[i] === -Infinity || levels[i + 1] === -Infinity) continue;
            const rises = levels[i + 1] > levels[i];
            stepPlaces[i] = rises ? this.edgeFrom[i] : this.edgeTo[i];
            if (this.edgeCount === EDGES || !this.isRelevant(rises ? i + 1 : i)) continue;
            this.edgePlaces[this.edgeCount] = this.edgeFrom[i];
            this.edgeTops[this.edgeCount] = Math.max(levels[i], levels[i + 1]);
            this.edgeRises[this.edgeCount] = rises ? 1 : 0;
            this.edgeCount++;
        }
    }
}
