import { AnimCurve, AnimData, AnimEvents, AnimTrack, INTERPOLATION_CUBIC, Vec3, type AnimComponent } from 'playcanvas';

import type { Channel } from '../anim/clips/clip-channels';
import { ClipSampler } from '../anim/clips/clip-sampler';
import { animRootOf } from '../anim/component/find-anim';
import { rotateVec } from '../core/math/flat-math';
import { ClipCache } from '../rig/model-cache';
import type { Rig } from '../rig/rig';

// A clip that travels, in place: what its root goes on average is taken out of the node that carries it, what it sways by stays. Entities are then moved as
// fast as the clip went. What it holds still before and after its motion is left out: its entity does not halt.

/** Speed in heights a second from which on a clip travels. */
const TRAVELS = 0.1;

/** A clip in place, and how fast it went before: units of the anim component's entity a second, 0: it was in place. */
export interface InPlace {
    readonly track: AnimTrack;
    readonly speed: number;
}

const known = new ClipCache<InPlace>();

/** The clip in place; the same one where it is. */
export function inPlace(track: AnimTrack, anim: AnimComponent, rig: Rig): InPlace {
    return known.of(rig).get(track, () => takeOut(track, anim, rig));
}

function takeOut(track: AnimTrack, anim: AnimComponent, rig: Rig): InPlace {
    const root = animRootOf(anim);
    const { channels, rootChannels, modelScale, modelRotation, begin, end } = new ClipSampler(track, root, rig.skeleton);
    const own = new Float64Array(3);
    rotateVec(own, 0, modelRotation, 0, rig.up, 0);
    const up = root.getRotation().transformVector(new Vec3(own[0], own[1], own[2]), new Vec3());
    const hips = rig.skeleton.nodes[rig.bones.get('hips') ?? 0];
    const carriers = [...rootChannels, ...channels].filter(({ node, property, times }) => property === 'localPosition' && times.length > 1 &&
        (node === hips || hips.isDescendantOf(node)));
    const least = TRAVELS * rig.height * modelScale * (end - begin);
    const scale = root.getWorldTransform().getScale().x;
    let best: Channel | null = null, travel = new Vec3(), most = least;
    for (const channel of carriers) {
        const offset = travelOf(channel, up);
        const length = worldLength(channel, offset) / scale;
        if (!(length > most)) continue;
        [best, travel, most] = [channel, offset, length];
    }
    const isWhole = !(begin > 0) && !(end < track.duration);
    if (!best) return { track: isWhole ? track : cut(track, begin, end), speed: 0 };
    // the time of its own keys: a clip may go on for a frame after the last one
    const way = [Math.max(begin, best.times[0]), Math.min(end, best.times[best.times.length - 1])] as const;
    const stays = without(track, best, travel, way);
    const made = { track: isWhole ? stays : cut(stays, begin, end), speed: most / (way[1] - way[0]) };
    return known.of(rig).get(made.track, () => made);
}

/** What a channel goes from its first key to its last, across a world direction, in its node's parent. */
function travelOf(channel: Channel, up: Vec3): Vec3 {
    const first = keyAt(channel, 0), last = keyAt(channel, channel.times.length - 1);
    const offset = last.sub(first);
    const parent = channel.node.parent;
    if (!parent) return offset;
    const across = parent.getRotation().clone().invert().transformVector(up, new Vec3());
    return offset.sub(across.mulScalar(offset.dot(across)));
}

function worldLength({ node }: Channel, offset: Vec3): number {
    return node.parent ? node.parent.getWorldTransform().transformVector(offset).length() : offset.length();
}

/** Index in a channel's values of a key's own one. */
function offsetOf({ interpolation }: Channel, key: number): number {
    return interpolation === INTERPOLATION_CUBIC ? 9 * key + 3 : 3 * key;
}

function keyAt(channel: Channel, key: number): Vec3 {
    const o = offsetOf(channel, key);
    return new Vec3(channel.values[o], channel.values[o + 1], channel.values[o + 2]);
}

function without(track: AnimTrack, channel: Channel, travel: Vec3, [begin, end]: readonly [number, number]): AnimTrack {
    const { times, curve } = channel;
    const values = Float32Array.from(channel.values);
    const seconds = end - begin;
    const way = [travel.x, travel.y, travel.z];
    for (let key = 0; key < times.length; key++) {
        const o = offsetOf(channel, key), share = Math.min(Math.max((times[key] - begin) / seconds, 0), 1);
        for (let k = 0; k < 3; k++) {
            values[o + k] -= share * way[k];
            if (channel.interpolation !== INTERPOLATION_CUBIC) continue;
            values[o - 3 + k] -= way[k] / seconds;
            values[o + 3 + k] -= way[k] / seconds;
        }
    }
    const outputs = [...track.outputs, new AnimData(3, values)];
    const curves = track.curves.map(other => (other === curve ? new AnimCurve(other.paths, other.input, outputs.length - 1, other.interpolation) : other));
    return new AnimTrack(track.name, track.duration, [...track.inputs], outputs, curves, new AnimEvents(track.events as never));
}

/** The part of a clip between two times. */
function cut({ name, inputs, outputs, curves, events }: AnimTrack, begin: number, end: number): AnimTrack {
    const kept = (events as unknown as { time: number }[]).filter(({ time }) => time >= begin && time <= end).map(event => ({ ...event, time: event.time - begin }));
    const moved = inputs.map(({ components, data }) => new AnimData(components, Float32Array.from(data, time => time - begin)));
    return new AnimTrack(name, end - begin, moved, outputs, curves, new AnimEvents(kept as never));
}
