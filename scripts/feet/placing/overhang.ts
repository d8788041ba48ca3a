import { addVec, dotVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';

// A foot that stands over the nose of a stair: what is beyond the nose carries nothing. A foot that its clip rolls over the ball, which is in the air here, rolls
// over the nose instead: it comes down until what has ground under it touches it. The edge is taken as straight, across the foot.

const place = new Float64Array(3);
const between = new Float64Array(3);
const carried = new Float64Array(1);

/** What this stage reads of a foot. */
interface StandingFoot {
    readonly up: Flat;
    /** Points of the sole in the foot's own frame, scene units. */
    readonly seen: { readonly points: Flat };
    readonly plant: { readonly base: Flat; readonly heading: Flat; readonly under: { readonly overhang: number; readonly drop: number; readonly fall: number } };
}

/** Heights of the sole's points, and their distances beyond the edge. */
let over = new Float64Array(0);
let beyond = new Float64Array(0);

/** Writes the height of the lowest part of the sole that is not beyond the edge: a point, or where a line between two crosses it. */
function writeCarried(out: Flat, count: number): void {
    out[0] = Infinity;
    for (let i = 0; i < count; i++) {
        if (beyond[i] > 0) continue;
        out[0] = Math.min(out[0], over[i]);
        for (let j = 0; j < count; j++) {
            if (beyond[j] > 0) out[0] = Math.min(out[0], over[i] + (over[j] - over[i]) * beyond[i] / (beyond[i] - beyond[j]));
        }
    }
}

/**
 * Height along the up vector by which a foot over an edge has to be lower, so that what has ground under it is where the lowest point of its sole would be; at
 * least 0.
 *
 * @param foot - The foot.
 * @param normal - Normal of the ground to which it is tilted.
 * @param position - World place of its ankle.
 * @param rotation - World rotation that it has.
 */
export function sinkOverEdge({ up, seen: { points }, plant: { base, heading, under: { overhang, drop, fall } } }: StandingFoot, normal: Flat, position: Flat, rotation: Flat): number {
    const count = points.length / 3;
    if (over.length < count) {
        over = new Float64Array(count);
        beyond = new Float64Array(count);
    }
    const steepness = dotVec(up, 0, normal, 0);
    let lowest = Infinity, hanging = Infinity;
    for (let i = 0; i < count; i++) {
        rotateVec(place, 0, rotation, 0, points, 3 * i);
        addVec(place, 0, place, 0, position, 0);
        subtractVec(between, 0, place, 0, base, 0);
        over[i] = dotVec(between, 0, normal, 0) / steepness;
        beyond[i] = dotVec(between, 0, heading, 0) - overhang;
        lowest = Math.min(lowest, over[i]);
        if (beyond[i] > 0) hanging = Math.min(hanging, over[i] + fall * beyond[i]);
    }
    writeCarried(carried, count);
    const sink = Math.max(0, Math.min(carried[0] - lowest, hanging - lowest + drop));
    return sink < Infinity ? sink : 0;
}
