import type { AnimTrack, GraphNode } from 'playcanvas';

import { ClipSampler } from './clip-sampler';
import { clamp } from '../../core/math/scalars';
import type { Rig } from '../../rig/rig';

// The moment of a clip that goes on best from another one: the nearest pose, with the nearest velocities (motion matching's cost; Clavet,
// Motion Matching and The Road to Next-Gen Animation, GDC 2016).

/** Time between the poses that are tried, seconds. */
const SPACING = 1 / 60;

/** Seconds over which a velocity is measured: several keys, as a clip's speed jumps at each of them. */
const DIFFERENCE = 1 / 30;

/** Seconds by which velocities count as distances: so far apart do two joints come in this time. */
const HORIZON = 0.1;

/** Steps towards the nearest moment between those that were tried, and seconds of the difference that gives its slope. */
const APPROACHES = 3;
const SLOPE = 1e-3;

/** Joints of a moment: places against the pelvis, and velocities. */
export type Moment = Float64Array;

/** Finds where clips of one character go on from each other. */
export class StartSearch {
    private readonly samplers = new Map<AnimTrack, ClipSampler>();

    private readonly moments = new Map<AnimTrack, Moment[]>();

    private readonly joints: readonly number[];

    private readonly pelvis: number;

    /**
     * @param rig - The character.
     * @param root - The node from which the clips' curves find theirs.
     */
    constructor(private readonly rig: Rig, private readonly root: GraphNode) {
        this.joints = [...rig.bones.values()];
        this.pelvis = rig.bones.get('hips') ?? 0;
    }

    /**
     * Seconds of a clip at which it goes on best from a moment of another one.
     *
     * @param from - The other clip.
     * @param time - Its moment, seconds.
     * @param to - The clip that is entered. It is a loop: what comes before its start is its end.
     */
    nearest(from: AnimTrack, time: number, to: AnimTrack): number {
        const wanted = this.momentOf(from, time);
        const costs = this.momentsOf(to).map(moment => costOf(wanted, moment));
        return this.approach(to, wanted, costs.indexOf(Math.min(...costs)) * SPACING);
    }

    /** Largest distance between a joint at a moment of a clip and at one of a loop, against the pelvis: as a share of the character's height. */
    apart(from: AnimTrack, time: number, to: AnimTrack, start: number): number {
        const [a, b] = [this.placesAt(from, time), this.placesAt(to, wrap(start, to))];
        let most = 0;
        for (let i = 0; i < a.length; i += 3) most = Math.max(most, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
        return most / (this.rig.height * this.samplers.get(from)!.modelScale);
    }

    /**
     * Goes along a clip to the moment that is nearest, by steps of Gauss and Newton: what is left of the difference between two poses is a jump in a
     * single frame, and a frame may be shorter than the time between two moments that were tried.
     */
    private approach(track: AnimTrack, wanted: Moment, start: number): number {
        let best = start, least = Infinity, offset = 0;
        for (let i = 0; i <= APPROACHES; i++) {
            const time = wrap(start + offset, track);
            const here = this.momentOf(track, time, true);
            const cost = costOf(wanted, here);
            if (!(cost < least)) break;
            [best, least] = [time, cost];
            const next = this.momentOf(track, wrap(time + SLOPE, track), true);
            let along = 0, square = 0;
            for (let k = 0; k < here.length; k++) {
                along += (next[k] - here[k]) * (wanted[k] - here[k]);
                square += (next[k] - here[k]) ** 2;
            }
            if (!(square > 0)) break;
            offset = clamp(offset + SLOPE * along / square, -SPACING, SPACING);
        }
        return best;
    }

    private momentsOf(track: AnimTrack): Moment[] {
        const known = this.moments.get(track);
        if (known) return known;
        const made = Array.from({ length: Math.max(1, Math.ceil(track.duration / SPACING)) }, (_, i) => this.momentOf(track, i * SPACING, true));
        this.moments.set(track, made);
        return made;
    }

    private momentOf(track: AnimTrack, time: number, isLoop = false): Moment {
        // both poses of a clip that is no loop are inside it
        const late = isLoop ? time : Math.max(time, Math.min(DIFFERENCE, track.duration));
        const early = isLoop ? wrap(time - DIFFERENCE, track) : Math.max(0, late - DIFFERENCE);
        const places = this.placesAt(track, time), before = this.placesAt(track, early);
        const after = late > time ? this.placesAt(track, late) : places;
        const moment = new Float64Array(2 * places.length);
        moment.set(places);
        for (let i = 0; i < places.length; i++) moment[places.length + i] = HORIZON * (after[i] - before[i]) / DIFFERENCE;
        return moment;
    }

    /** Places of the joints against the pelvis. */
    private placesAt(track: AnimTrack, time: number): Float64Array {
        let sampler = this.samplers.get(track);
        if (!sampler) this.samplers.set(track, sampler = new ClipSampler(track, this.root, this.rig.skeleton));
        const { positions } = sampler.sample(time);
        const at = 3 * (sampler.first + this.pelvis);
        const { first } = sampler;
        return Float64Array.from({ length: 3 * this.joints.length }, (_, i) => positions[3 * (first + this.joints[Math.floor(i / 3)]) + i % 3] - positions[at + i % 3]);
    }
}

function costOf(a: Moment, b: Moment): number {
    let cost = 0;
    for (let i = 0; i < a.length; i++) cost += (a[i] - b[i]) ** 2;
    return cost;
}

/** A time of a loop within its length. */
function wrap(time: number, { duration }: AnimTrack): number {
    return duration > 0 ? time - duration * Math.floor(time / duration) : 0;
}
