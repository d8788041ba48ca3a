import type { AnimComponent, AnimTrack, GraphNode } from 'playcanvas';

import {
    bindingOf, clipsOf, evaluatedTime, findMissing, findMissingOfClip, findTarget, NEVER, nodesOf, type EngineClip, type EngineTarget
} from './anim-internals';
import { AnimLayer } from './anim-layer';
import { animRootOf, findAnim } from './find-anim';
import { findCurveNode, nodesByName } from '../clips/clip-channels';

// The one door to what plays on a character: layers, states and clips, and the weight that each clip has on a bone in the pose that is seen.
//
// The weight of a clip on a bone follows from how the engine mixes: within a layer each clip takes its own share of those before it,
// a layer takes its weight of the layers below it on the bones that its clips and its mask reach, and a layer that is added takes nothing.
// A bone is reached by a clip that has a curve for its rotation, or only for its position. A paused layer writes nothing: it counts where no
// other does, as the bone is still where it left it.
//
// Each reader has a memory of its own of what it saw last, so each script has its own reader and updates it once a frame, after the
// animation. Where an engine keeps things elsewhere, the reader says so in `problem`: there are no clips then, states without time.

/** A clip that has a part in the pose. */
export interface PlayingClip {
    track: AnimTrack;
    /** Index of its layer. */
    layer: number;
    /** Seconds of the clip in the pose. */
    time: number;
    /** Clip seconds a second: 0 while it is held. */
    speed: number;
    isLooping: boolean;
}

/** For each bone how layers are mixed on it; null: a clip does not reach it. */
type Targets = readonly (EngineTarget | null)[];

/** What is kept of a layer for each clip: where it goes, as long as the engine has bound its curves so. */
type Reaches = WeakMap<AnimTrack, { readonly binding: object | undefined, readonly targets: Targets }>;

/** A clip in its place of the mix. */
interface Slot extends PlayingClip {
    /** Its weight as its layer's evaluator has it. */
    blendWeight: number;
    targets: Targets;
}

const ADDITIVE = 'ADDITIVE';

const NO_LAYERS: AnimComponent['layers'] = [];
const NO_CLIPS: readonly EngineClip[] = [];
const NO_TARGETS: Targets = [];

export class AnimReader {
    /** The component that is read; null while there is none. */
    component: AnimComponent | null = null;

    /** Its layers, the base first; none while there is no component or it has no state graph. */
    readonly layers: AnimLayer[] = [];

    /** How many clips play. */
    clipCount = 0;

    /** Weight of each clip on each bone, 0..1: those of one clip after the other. At most 1 for the clips of a bone together. */
    weights = new Float64Array(0);

    /** What this engine does not have, as a sentence with what to do; null: everything is there. */
    problem: string | null = null;

    private readonly slots: Slot[] = [];

    /** First clip of each layer, and one past the last. */
    private readonly starts: number[] = [];

    private readonly reaches: Reaches[] = [];

    /** Whether a layer that plays writes each bone. */
    private readonly isWritten: Uint8Array;

    private clipsChecked = false;

    /**
     * @param node - The skeleton's topmost node, or an entity above it. The component may be on it, above or below it, and come or go.
     * @param bones - Nodes on which the clips' weights are wanted.
     */
    constructor(private readonly node: GraphNode, private readonly bones: readonly GraphNode[] = []) {
        this.isWritten = new Uint8Array(bones.length);
    }

    /** How many bones each clip has weights for. */
    get boneCount(): number {
        return this.bones.length;
    }

    /** The base layer; null while there is none. */
    get baseLayer(): AnimLayer | null {
        return this.layers.length > 0 ? this.layers[0] : null;
    }

    /** Whether the component moves bones: it is there and enabled. */
    get isActive(): boolean {
        const { component } = this;
        return component !== null && component.enabled && component.entity.enabled;
    }

    /** One of the clips that play; valid until the next update. */
    clip(index: number): Readonly<PlayingClip> {
        return this.slots[index];
    }

    /** Every track of every state of every layer, each once. Allocates. */
    assignedTracks(): AnimTrack[] {
        this.find();
        return this.component ? assignedTracks(this.component) : [];
    }

    /** Reads what plays in this frame. Allocates only when something new plays. */
    update() {
        this.find();
        this.clipCount = 0;
        const { layers, component } = this;
        if (!component || !this.isActive) {
            for (let i = 0; i < layers.length; i++) layers[i].hasEntered = false;
            return;
        }
        const speed = component.playing ? component.speed : 0;
        for (let i = 0; i < layers.length; i++) {
            if (!this.clipsChecked) this.checkClips(layers[i]);
            layers[i].isAdditive = layers[i].source.blendType === ADDITIVE && !component.normalizeWeights;
            if (this.problem !== null) layers[i].updateFromPublic(speed);
            else layers[i].update(speed);
            this.starts[i] = this.clipCount;
            this.listClips(component, i, speed);
        }
        this.starts[layers.length] = this.clipCount;
        this.mix();
    }

    /** Finds the component, and its layers when they are others than before. */
    private find() {
        if (!this.component || this.component.entity?.anim !== this.component) this.component = findAnim(this.node);
        const { component, layers } = this;
        const sources = component ? component.layers : NO_LAYERS;
        if (layers.length > sources.length) layers.length = sources.length;
        for (let i = 0; i < sources.length; i++) {
            if (layers[i]?.source === sources[i]) continue;
            layers[i] ??= new AnimLayer();
            layers[i].source = sources[i];
            this.reaches[i] = new WeakMap();
            this.clipsChecked = false;
            if (i === 0) this.problem = describeMissing(findMissing(component!, sources[0]));
        }
    }

    /** Looks whether the clips of a layer are as they are read; that is seen when the first one plays. */
    private checkClips({ source }: AnimLayer) {
        const clips = clipsOf(source);
        if (clips.length === 0) return;
        this.clipsChecked = true;
        this.problem ??= describeMissing(findMissingOfClip(clips[0]));
    }

    /** Adds the clips of a layer that have been evaluated. */
    private listClips(component: AnimComponent, index: number, speed: number) {
        const { source } = this.layers[index];
        const clips = this.problem === null ? clipsOf(source) : NO_CLIPS;
        for (let i = 0; i < clips.length; i++) {
            const clip = clips[i];
            const time = evaluatedTime(clip);
            if (time === NEVER) continue;
            const slot = this.slots[this.clipCount] ??= createSlot();
            this.clipCount++;
            slot.track = clip.track;
            slot.layer = index;
            slot.time = time;
            slot.speed = clip._playing !== false && source.playing ? clip.speed * speed : 0;
            slot.isLooping = clip.loop;
            slot.blendWeight = clip.blendWeight;
            slot.targets = this.targetsOf(component, index, clip.track);
        }
    }

    /** How the layers are mixed on the bones that a clip reaches, kept as long as its curves are bound as they are. */
    private targetsOf(component: AnimComponent, index: number, track: AnimTrack): Targets {
        const binding = bindingOf(component);
        const kept = this.reaches[index].get(track);
        if (kept && kept.binding === binding) return kept.targets;
        const targets = findTargets(component, this.layers[index], track, this.bones);
        this.reaches[index].set(track, { binding, targets });
        return targets;
    }

    /** Works out the weight of every clip on every bone. */
    private mix() {
        const { bones, slots, clipCount, layers, isWritten } = this;
        if (this.weights.length < clipCount * bones.length) this.weights = new Float64Array(2 * clipCount * bones.length);
        isWritten.fill(0);
        for (let i = 0; i < clipCount; i++) {
            if (!layers[slots[i].layer].source.playing) continue;
            for (let bone = 0; bone < bones.length; bone++) if (slots[i].targets[bone]) isWritten[bone] = 1;
        }
        for (let bone = 0; bone < bones.length; bone++) {
            // what the layers above have left
            let left = 1;
            for (let layer = layers.length - 1; layer >= 0; layer--) left = this.mixLayer(layer, bone, left);
        }
    }

    /** Gives the clips of one layer their weights on a bone; answers what is left for the layers below. */
    private mixLayer(layer: number, bone: number, left: number): number {
        const { bones, slots, starts, weights } = this;
        const { source, isAdditive } = this.layers[layer];
        const isSeen = !isAdditive && (source.playing || this.isWritten[bone] === 0);
        let target: EngineTarget | null = null;
        let first = -1;
        for (let i = starts[layer]; i < starts[layer + 1]; i++) {
            weights[i * bones.length + bone] = 0;
            if (!slots[i].targets[bone] || !isSeen) continue;
            target = slots[i].targets[bone];
            if (first < 0 && slots[i].blendWeight > 0) first = i;
        }
        if (!target) return left;
        const weight = target.getWeight(layer);
        if (first < 0) return left * (1 - weight);
        let rest = left * weight;
        for (let i = starts[layer + 1] - 1; i >= first; i--) {
            if (!slots[i].targets[bone] || !(slots[i].blendWeight > 0)) continue;
            // the first one is taken as it is, whatever its weight
            const own = i === first ? rest : rest * Math.min(1, slots[i].blendWeight);
            weights[i * bones.length + bone] = own;
            rest -= own;
        }
        return left * (1 - weight);
    }
}

/** Every track of every state of an anim component, each once. */
export function assignedTracks(component: AnimComponent): AnimTrack[] {
    const tracks = new Set<AnimTrack>();
    for (const layer of component.layers) {
        for (const state of layer.states) {
            for (const { animTrack } of nodesOf(layer, state)) if (animTrack && animTrack.curves.length > 0) tracks.add(animTrack);
        }
    }
    return [...tracks];
}

/** Where the curves of a clip go that move some bones: for their rotations, or else for their positions. */
function findTargets(component: AnimComponent, { source }: AnimLayer, track: AnimTrack, bones: readonly GraphNode[]): Targets {
    const targets = new Array<EngineTarget | null>(bones.length).fill(null);
    if (bones.length === 0) return targets;
    const root = animRootOf(component);
    const byName = nodesByName(root);
    for (const property of ['localPosition', 'localRotation']) {
        for (const { paths } of track.curves) {
            for (const path of paths) {
                if (path.component !== 'graph' || path.propertyPath[0] !== property) continue;
                const bone = bones.indexOf(findCurveNode(root, byName, path)!);
                if (bone >= 0) targets[bone] = findTarget(component, source, path) ?? targets[bone];
            }
        }
    }
    return targets;
}

function createSlot(): Slot {
    return { track: null!, layer: 0, time: 0, speed: 0, isLooping: false, blendWeight: 0, targets: NO_TARGETS };
}

function describeMissing(missing: string | null): string | null {
    if (missing === null) return null;
    return `what the anim component plays is not known, as this version of the engine does not have "${missing}". ` +
        'States are, clips and their weights are not. Take an engine from 1.77 to 2.23, or a newer version of Limber.';
}
