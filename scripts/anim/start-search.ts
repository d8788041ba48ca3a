import type { AnimTrack, GraphNode } from 'playcanvas';

import { ClipSampler } from './clip-sampler';
import type { Rig } from '../rig/rig';

// The moment of a clip that goes on best from another one: the nearest pose, with the nearest velocities (motion matching's cost; Clavet,
// Motion Matching and The Road to Next-Gen Animation, GDC 2016).

/** Time between the poses that are tried, and of the difference that gives a velocity, seconds. */
const SPACING = 1 / 60;
const DIFFERENCE = 1 / 120;

/** Seconds by which velocities count as distances: so far apart do two joints come in this time. */
const HORIZON = 0.1;

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
     * @param to - The clip that is entered.
     */
    nearest(from: AnimTrack, time: number, to: AnimTrack): number {
        const wanted = this.momentOf(from, time);
        const costs = this.momentsOf(to).map(moment => costOf(wanted, moment));
        const best = costs.indexOf(Math.min(...costs));
        return refine(costs, best, to.duration);
    }

    private momentsOf(track: AnimTrack): Moment[] {
        const known = this.moments.get(track);
        if (known) return known;
        const made = Array.from({ length: Math.max(1, Math.ceil(track.duration / SPACING)) }, (_, i) => this.momentOf(track, i * SPACING));
        this.moments.set(track, made);
        return made;
    }

    private momentOf(track: AnimTrack, time: number): Moment {
        // inside the clip, so that both poses are its own
        const late = Math.max(time, Math.min(DIFFERENCE, track.duration));
        const before = this.placesAt(track, late - DIFFERENCE), after = this.placesAt(track, late);
        const places = time === late ? after : this.placesAt(track, time);
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

/**
 * Where the parabola through the cheapest moment and its neighbours has its lowest point: the cost is a square of distances, and a frame may
 * be shorter than the time between two moments. A clip's end is followed by its start.
 */
function refine(costs: readonly number[], best: number, duration: number): number {
    const last = costs.length - 1;
    if (last < 2) return best * SPACING;
    const back = best > 0 ? SPACING : duration - last * SPACING;
    const on = best < last ? SPACING : duration - last * SPACING;
    const rise = costs[best > 0 ? best - 1 : last] - costs[best], fall = costs[best < last ? best + 1 : 0] - costs[best];
    const bend = on * rise + back * fall;
    const offset = bend > 0 ? (on * on * rise - back * back * fall) / (2 * bend) : 0;
    const time = best * SPACING + offset;
    return time < 0 ? time + duration : time < duration ? time : time - duration;
}

function costOf(a: Moment, b: Moment): number {
    let cost = 0;
    for (let i = 0; i < a.length; i++) cost += (a[i] - b[i]) ** 2;
    return cost;
}
