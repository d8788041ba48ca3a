import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, type AnimComponent, type Entity, type GraphNode } from 'playcanvas';

import { multiplyInverseQuat, multiplyQuat, normalizeQuat } from '../../core/math/flat-math';
import { bindChannels, evaluateChannel, type Channel } from '../clips/clip-channels';

// The blend tree of *Creating Non-Repetitive Randomized Idle Using Animation Blending* (September 21, 2015) as a state graph: a standing
// idle between two shifts of the weight, four looks added by two parameters, two faces as states of their own layer, each added by one
// parameter, and fidgets as states.
//
// An additive layer of the engine adds what a clip differs by from the pose that the bones have when it is bound. A look is meant as the
// difference from the first frame of the idle: so its keys are turned into that difference on top of the pose at hand.

/** Clips for {@link loadIdleGraph}; all but the first may be left out. */
export interface IdleClips {
    /** A standing, breathing idle. */
    readonly idle: AnimTrack;
    /** The same with the weight on one leg. */
    readonly shiftLeft?: AnimTrack;
    readonly shiftRight?: AnimTrack;
    /** Poses of the whole look, of which the first frame counts. */
    readonly lookLeft?: AnimTrack;
    readonly lookRight?: AnimTrack;
    readonly lookUp?: AnimTrack;
    readonly lookDown?: AnimTrack;
    /** Two faces, or small movements, over the idle. */
    readonly faces?: readonly [AnimTrack, AnimTrack];
    /** Fidgets by the names of their states. */
    readonly fidgets?: Readonly<Record<string, AnimTrack>>;
}

/** A state of a layer: its clips with their points. */
interface Tree {
    readonly name: string;
    readonly parameters: readonly string[];
    readonly children: readonly { readonly name: string, readonly point: readonly number[], readonly track: AnimTrack }[];
}

interface Layer {
    readonly name: string;
    readonly isAdditive: boolean;
    readonly states: readonly Tree[];
}

/** States of the two faces. */
const FACES = ['FaceOne', 'FaceTwo'];

/** A clip, where it is at 1. */
type Placed = readonly [name: string, point: readonly number[], track: AnimTrack | undefined];

/**
 * Makes an entity's anim component play the blend tree of an idle. Its float parameters are `weightShift` (-1 left, 1 right), `lookX` and
 * `lookY` (-1 to 1) and `facial` (0 none, 1 the whole face), which `idleRandomizer` sets where they are named there; its base layer has the
 * state `Idle`, and one for each fidget; the faces are the states `FaceOne` and `FaceTwo` of a layer of their own.
 *
 * @param entity - The character, its bones in the pose from which additive clips are to differ: as it was loaded.
 * @param clips - Its clips.
 * @returns Sentences about clips that move none of its bones.
 * @example
 * import type { AnimTrack } from 'playcanvas';
 *
 * const clips = new Map<string, AnimTrack>();
 * const problems = loadIdleGraph(hero, {
 *     idle: clips.get('idle')!, lookLeft: clips.get('look-left'), lookRight: clips.get('look-right'), fidgets: { Neck: clips.get('fidget-neck')! }
 * });
 */
export function loadIdleGraph(entity: Entity, clips: IdleClips): string[] {
    const { idle, faces, fidgets = {} } = clips;
    if (!entity.anim) entity.addComponent('anim', { activate: true });
    const anim = entity.anim as AnimComponent;
    const root = anim.rootBone ?? entity;
    const place = (placed: readonly Placed[], convert = (track: AnimTrack) => track) => placed.flatMap(([name, point, track]) => (
        track ? [{ name, point, track: convert(track) }] : []
    ));
    const looks = place([
        ['Left', [-1, 0], clips.lookLeft], ['Right', [1, 0], clips.lookRight], ['Up', [0, 1], clips.lookUp], ['Down', [0, -1], clips.lookDown]
    ], track => differenceOf(track, idle, root, idle.duration));
    const layers: Layer[] = [{
        name: 'Base', isAdditive: false, states: [
            { name: 'Idle', parameters: ['weightShift'], children: place([['Left', [-1], clips.shiftLeft], ['Middle', [0], idle], ['Right', [1], clips.shiftRight]]) },
            ...Object.entries(fidgets).map(([name, track]) => ({ name, parameters: [], children: place([[name, [], track]]) }))
        ]
    }];
    if (looks.length > 0) {
        const ahead = { name: 'Ahead', point: [0, 0], track: differenceOf(idle, idle, root, idle.duration) };
        layers.push({ name: 'Look', isAdditive: true, states: [{ name: 'Look', parameters: ['lookX', 'lookY'], children: [ahead, ...looks] }] });
    }
    if (faces) {
        layers.push({ name: 'Face', isAdditive: true, states: faces.map((track, i) => ({
            name: FACES[i], parameters: ['facial'], children: place([['None', [0], differenceOf(track, track, root, track.duration)], ['Whole', [1], differenceOf(track, idle, root)]])
        })) });
    }
    playLayers(anim, layers);
    const tracks = new Set([idle, clips.shiftLeft, clips.shiftRight, clips.lookLeft, clips.lookRight, clips.lookUp, clips.lookDown, ...faces ?? [], ...Object.values(fidgets)]);
    return [...tracks].filter(track => track && bindChannels(track, root, []).length === 0).map(track => (
        `the clip "${track!.name}" moves no bone of "${entity.name}". Take a clip that was made for this character.`
    ));
}

/** Makes the state graph of some layers, and gives its states their clips. */
function playLayers(anim: AnimComponent, layers: readonly Layer[]) {
    const parameters = Object.fromEntries(['weightShift', 'lookX', 'lookY', 'facial'].map(name => [name, { name, type: 'FLOAT', value: 0 }]));
    const treeOf = ({ parameters: [first, second], children }: Tree) => (second === undefined ?
        { type: '1D', parameter: first, children: children.map(({ name, point }) => ({ name, point: point[0] })) } :
        { type: '2D_CARTESIAN', parameters: [first, second], children: children.map(({ name, point }) => ({ name, point })) });
    anim.loadStateGraph({
        parameters,
        layers: layers.map(({ name, isAdditive, states }) => ({
            name, blendType: isAdditive ? 'ADDITIVE' : 'OVERWRITE', weight: 1,
            states: [{ name: 'START' }, ...states.map(state => ({
                name: state.name, speed: 1, loop: true, ...state.children.length > 1 && { blendTree: treeOf(state) }
            }))],
            transitions: [{ from: 'START', to: states[0].name }]
        }))
    } as never);
    layers.forEach(({ states }, i) => {
        for (const { name, children } of states) {
            for (const child of children) anim.layers[i].assignAnimation(children.length > 1 ? `${name}.${child.name}` : name, child.track);
        }
    });
}

/**
 * A clip as the difference from the first frame of another one, on top of the pose that the bones have now.
 *
 * @param hold - Seconds in which its first frame is held; without it, the clip goes on as it does.
 */
function differenceOf(track: AnimTrack, from: AnimTrack, root: GraphNode, hold?: number): AnimTrack {
    const origins = bindChannels(from, root, []);
    const inputs: AnimData[] = [], outputs: AnimData[] = [], curves: AnimCurve[] = [];
    for (const channel of bindChannels(track, root, [])) {
        const { node, property, size, times, path } = channel;
        if (property === 'localScale') continue;
        const origin = origins.find(other => other.node === node && other.property === property) ?? null;
        const keys = hold === undefined ? Array.from(times) : [0, hold];
        const values = keys.flatMap(time => differenceAt(channel, origin, hold === undefined ? time : 0));
        curves.push(new AnimCurve([path], inputs.length, outputs.length, INTERPOLATION_LINEAR));
        inputs.push(new AnimData(1, keys));
        outputs.push(new AnimData(size, values));
    }
    return new AnimTrack(track.name, hold ?? track.duration, inputs, outputs, curves);
}

const at = new Float64Array(1);
const value = new Float64Array(4);
const first = new Float64Array(4);
const base = new Float64Array(4);

/** A key: the node's own value, then what the clip differs by at a time from another clip's beginning. */
function differenceAt(channel: Channel, origin: Channel | null, time: number): number[] {
    const { node, property, size } = channel;
    at[0] = time;
    evaluateChannel(value, channel, at);
    const isTurn = property === 'localRotation';
    const { x, y, z } = isTurn ? node.getLocalRotation() : node.getLocalPosition();
    base.set(isTurn ? [x, y, z, node.getLocalRotation().w] : [x, y, z, 0]);
    at[0] = origin?.times[0] ?? 0;
    if (origin) evaluateChannel(first, origin, at);
    else first.set(base);
    if (!isTurn) return Array.from({ length: size }, (_, k) => base[k] + value[k] - first[k]);
    normalizeQuat(value, 0);
    normalizeQuat(first, 0);
    multiplyInverseQuat(value, 0, first, 0, value, 0);
    multiplyQuat(value, 0, base, 0, value, 0);
    return Array.from(value);
}
