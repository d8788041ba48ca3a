import { INTERPOLATION_CUBIC, INTERPOLATION_STEP, type AnimCurve, type AnimTrack, type GraphNode } from 'playcanvas';

// The curves of a clip with the nodes that they move, and their values at any time: the engine's binder and evaluator without a scene.
//
// Curves find their nodes as they do in the engine: by their path from the animation component's root, by that path without its first name
// (files name their own root there), else by its last name alone; of several nodes with one name the last.

/** Where a curve's values go. */
export type CurvePath = AnimCurve['paths'][number];

/** One curve with what it moves. */
export interface Channel {
    readonly curve: AnimCurve;
    readonly path: CurvePath;
    /** The node that it moves, and its index in the list that was given; -1: not in the list. */
    readonly node: GraphNode;
    readonly bone: number;
    /** `localPosition`, `localRotation` or `localScale`. */
    readonly property: string;
    /** Numbers a value. */
    readonly size: number;
    /** Seconds of the keys. */
    readonly times: ArrayLike<number>;
    /** Their values, one after the other; of a cubic curve slope before, value and slope after for each key. */
    readonly values: ArrayLike<number>;
    readonly interpolation: number;
    /** Key from which the next search goes on. */
    key: number;
}

/** Properties of a node that make its pose. */
const TRANSFORMS = ['localPosition', 'localRotation', 'localScale'];

/** The nodes at and below a root by their names, the last of each name. */
export function nodesByName(root: GraphNode): ReadonlyMap<string, GraphNode> {
    const nodes = new Map<string, GraphNode>();
    root.forEach((node) => { nodes.set(node.name, node); });
    return nodes;
}

/** The node that a path leads to from the component's root; null where there is none. */
export function findCurveNode(root: GraphNode, byName: ReadonlyMap<string, GraphNode>, { entityPath }: CurvePath): GraphNode | null {
    return (root.findByPath(entityPath) ?? root.findByPath(entityPath.slice(1)) ?? byName.get(entityPath[entityPath.length - 1]) ?? null) as GraphNode | null;
}

/**
 * Finds what the curves of a clip move.
 *
 * @param root - The entity with the animation component, or its root bone where one is set.
 * @param nodes - The nodes whose indices are wanted.
 * @returns A channel for each curve and node that moves, turns or scales something at or below the root.
 */
export function bindChannels(track: AnimTrack, root: GraphNode, nodes: readonly GraphNode[]): Channel[] {
    const indexOf = new Map(nodes.map((node, i) => [node, i]));
    const byName = nodesByName(root);
    return track.curves.flatMap(curve => curve.paths.flatMap((path) => {
        const property = path.propertyPath[0];
        if (path.component !== 'graph' || !TRANSFORMS.includes(property)) return [];
        const node = findCurveNode(root, byName, path);
        if (!node) return [];
        const { components, data } = track.outputs[curve.output];
        const times = track.inputs[curve.input].data;
        const { interpolation } = curve;
        return [{ curve, path, node, bone: indexOf.get(node) ?? -1, property, size: components, times, values: data, interpolation, key: 0 }];
    }));
}

/** Difference of two keys that is rounding, in units of their values. */
const SAME = 1e-6;

/** Seconds that a clip holds still at an end without saying anything: time lines begin with frame 1. */
export const SHORTEST_HOLD = 0.05;

/**
 * Finds when curves begin to change and when they end: a clip of a time line that several share holds still before and after.
 *
 * @returns Seconds of the key before the first change, and of the one after the last, or of the clip's ends where these are as near; the whole clip where nothing changes.
 */
export function findMotion(channels: readonly Channel[], duration: number): [begin: number, end: number] {
    let begin = Infinity, end = -Infinity;
    for (const channel of channels) {
        const { times } = channel;
        let last = times.length - 1;
        for (let key = 0; key < last && times[key] < begin; key++) if (changesAfter(channel, key)) begin = times[key];
        for (; last > 0 && times[last] > end; last--) if (changesAfter(channel, last - 1)) end = times[last];
    }
    if (!(end > begin)) return [0, duration];
    return [begin > SHORTEST_HOLD ? begin : 0, end < duration - SHORTEST_HOLD ? end : duration];
}

/** Whether a curve changes at all. */
export function changes(channel: Channel): boolean {
    for (let key = 1; key < channel.times.length; key++) if (changesAfter(channel, key - 1)) return true;
    return false;
}

/** Whether a curve changes between a key and the next one. */
function changesAfter({ values, size, interpolation }: Channel, key: number): boolean {
    const isCubic = interpolation === INTERPOLATION_CUBIC;
    // of a cubic curve the value of this key and of the next one, and the slopes between
    const o = isCubic ? (3 * key + 1) * size : key * size;
    for (let k = o; k < o + size; k++) {
        if (Math.abs(values[k + (isCubic ? 3 : 1) * size] - values[k]) > SAME) return true;
        if (isCubic && (Math.abs(values[k + size]) > SAME || Math.abs(values[k + 2 * size]) > SAME)) return true;
    }
    return false;
}

/** Writes a channel's value at a time, number by number: rotations too are mixed so, and brought to unit length afterwards. */
export function evaluateChannel(out: Float64Array, channel: Channel, at: Float64Array): void {
    const { times, values, size, interpolation } = channel;
    const time = at[0];
    const last = times.length - 1;
    let key = channel.key;
    if (key > last || !(times[key] <= time)) key = 0;
    while (key < last && times[key + 1] <= time) key++;
    channel.key = key;
    const span = key < last ? times[key + 1] - times[key] : 0;
    const t = span > 0 && time > times[key] ? (time - times[key]) / span : 0;
    const next = Math.min(key + 1, last);
    if (interpolation === INTERPOLATION_CUBIC) {
        // three values a key: the slope before it, the value, the slope after it
        const square = t * t;
        const rest = (1 - t) * (1 - t);
        const from = (1 + 2 * t) * rest;
        const fromSlope = t * rest * span;
        const to = square * (3 - 2 * t);
        const toSlope = square * (t - 1) * span;
        for (let k = 0; k < size; k++) {
            out[k] = from * values[(3 * key + 1) * size + k] + fromSlope * values[(3 * key + 2) * size + k] +
                to * values[(3 * next + 1) * size + k] + toSlope * values[3 * next * size + k];
        }
        return;
    }
    const share = interpolation === INTERPOLATION_STEP ? 0 : t;
    for (let k = 0; k < size; k++) {
        const value = values[key * size + k];
        out[k] = value + share * (values[next * size + k] - value);
    }
}
