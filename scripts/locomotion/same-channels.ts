import { AnimCurve, AnimData, AnimEvents, AnimTrack, INTERPOLATION_STEP, type AnimComponent, type GraphNode } from 'playcanvas';

import { bindChannels, type Channel } from '../anim/clips/clip-channels';
import type { AnimLayer } from '../anim/component/anim-layer';
import { localBeforeClips } from '../skin/valid-world';

// Clips of one character that move the same bones. What one clip moves and the next one leaves alone would stay as the first one left it: feet that
// hang beside their legs have keys in a walk and none in an idle. So each clip gets a key for what only others move, with the pose from before.

export class SameChannels {
    /** What nodes had before the first clip moved them, by their properties. */
    private readonly before = new Map<GraphNode, Map<string, number[]>>();

    /** @param root - The node from which clips find their own. */
    constructor(readonly root: GraphNode) {}

    /** The clips, each with a key for what only others move; those that lack nothing as they are. */
    complete(tracks: readonly AnimTrack[]): AnimTrack[] {
        const bound = tracks.map(track => this.channelsOf(track));
        const all = bound.flat();
        for (const channel of all) this.remember(channel);
        return tracks.map((track, i) => {
            const missing = new Map<string, Channel>();
            for (const channel of all) {
                const isMoved = bound[i].some(({ node, property }) => node === channel.node && property === channel.property);
                if (!isMoved) missing.set(`${channel.node.path} ${channel.property}`, channel);
            }
            return missing.size > 0 ? this.withKeys(track, [...missing.values()]) : track;
        });
    }

    /** Goes on with another state, and puts back what its clips leave alone: the engine would write the last value of whatever a clip has ever moved, for ever. */
    leave(anim: AnimComponent, layer: AnimLayer, state: string) {
        const moved = layer.tracksOf(state).flatMap(track => this.channelsOf(track));
        layer.source.reset();
        anim.rebind();
        layer.source.play(state);
        for (const [node, properties] of this.before) {
            for (const [property, value] of properties) {
                if (!moved.some(channel => channel.node === node && channel.property === property)) write(node, property, value);
            }
        }
    }

    /** What a clip moves below the root. */
    private channelsOf(track: AnimTrack): Channel[] {
        return bindChannels(track, this.root, []).filter(({ node }) => node !== this.root);
    }

    private remember({ node, property }: Channel) {
        let properties = this.before.get(node);
        if (!properties) this.before.set(node, properties = new Map());
        if (properties.has(property)) return;
        const { position, rotation, scale } = localBeforeClips(node);
        properties.set(property, [...property === 'localRotation' ? rotation : property === 'localPosition' ? position : scale]);
    }

    private withKeys(track: AnimTrack, missing: readonly Channel[]): AnimTrack {
        const inputs = [...track.inputs, new AnimData(1, Float32Array.of(0))];
        const outputs = [...track.outputs];
        const curves = [...track.curves];
        for (const { node, property, path } of missing) {
            const value = this.before.get(node)!.get(property)!;
            curves.push(new AnimCurve([path], inputs.length - 1, outputs.length, INTERPOLATION_STEP));
            outputs.push(new AnimData(value.length, Float32Array.from(value)));
        }
        return new AnimTrack(track.name, track.duration, inputs, outputs, curves, new AnimEvents(track.events as never));
    }
}

function write(node: GraphNode, property: string, [x, y, z, w]: readonly number[]): void {
    if (property === 'localRotation') node.setLocalRotation(x, y, z, w);
    else if (property === 'localPosition') node.setLocalPosition(x, y, z);
    else node.setLocalScale(x, y, z);
}
