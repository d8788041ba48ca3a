import type { AnimComponent, AnimComponentLayer, AnimTrack } from 'playcanvas';

// What the engine keeps of a playing animation and does not publish. It is read here and, where bones stood before clips, in skin/valid-world.ts; the same in engine 1.77 to 2.23.
//
// In each frame a layer's evaluator goes through its clips in order: the first one that has a weight is taken as it is, each further one is
// blended over it with its own. What comes out is blended over the layers below, bone by bone, with the weight that the component keeps
// for this bone and layer: 0 where the layer was added after the bone was bound (AnimEvaluator.update, AnimTargetValue.updateValue).

/** A clip of a layer's evaluator. */
export interface EngineClip {
    readonly name: string;
    readonly track: AnimTrack;
    /** Seconds at which the next frame goes on. */
    time: number;
    readonly speed: number;
    readonly loop: boolean;
    readonly blendWeight: number;
    /** False once a clip that does not loop has come to its end, and for a clip that is held while another fades in. */
    readonly _playing?: boolean;
    /** Its numbers as they were evaluated last, and for which time: {@link NEVER} before that. */
    readonly snapshot?: { readonly _time?: number };
}

/** A node of a state's blend tree that has a track; a state without tree has one. */
export interface EngineNode {
    readonly name: string;
    readonly animTrack: AnimTrack | null;
}

/** How the layers are mixed on one property of one node. */
export interface EngineTarget {
    /** Weight of a layer here, 0..1. */
    getWeight(layer: number): number;
}

/** A node of a state's blend tree: of a leaf the track, of a tree its children. */
interface TreeNode {
    readonly path?: string;
    readonly animTrack?: AnimTrack | null;
    readonly _children?: readonly TreeNode[];
}

interface Controller {
    readonly _states?: Readonly<Record<string, { readonly animations?: readonly EngineNode[], readonly loop?: boolean, readonly _blendTree?: TreeNode }>>;
    readonly animEvaluator?: {
        update?(dt: number): void;
        readonly clips?: readonly EngineClip[];
        readonly _binder?: { resolve?(path: AnimTrack['curves'][number]['paths'][number]): { readonly targetPath?: string } | null };
    };
}

/** Time of a snapshot that was never evaluated. */
export const NEVER = -1;

const NO_CLIPS: readonly EngineClip[] = [];
const NO_NODES: readonly EngineNode[] = [];

function controllerOf(layer: AnimComponentLayer): Controller | undefined {
    return (layer as unknown as { readonly _controller?: Controller })._controller;
}

function targetsOf(component: AnimComponent): Readonly<Record<string, EngineTarget>> | undefined {
    return (component as unknown as { readonly targets?: Record<string, EngineTarget> }).targets;
}

/** Name of the first thing that a layer does not have where it is looked for; null: all is there. */
export function findMissing(component: AnimComponent, layer: AnimComponentLayer): string | null {
    const controller = controllerOf(layer);
    const evaluator = controller?.animEvaluator;
    if (!controller?._states) return 'layer._controller._states';
    if (!Array.isArray(evaluator?.clips)) return 'layer._controller.animEvaluator.clips';
    if (typeof evaluator._binder?.resolve !== 'function') return 'layer._controller.animEvaluator._binder.resolve';
    if (typeof targetsOf(component) !== 'object') return 'component.targets';
    return null;
}

/** The same for a clip, which is there as soon as one plays. */
export function findMissingOfClip({ name, track, time, speed, blendWeight, snapshot }: EngineClip): string | null {
    if (typeof name !== 'string' || typeof time !== 'number' || typeof speed !== 'number' || !track) return 'clip';
    if (typeof blendWeight !== 'number') return 'clip.blendWeight';
    return typeof snapshot?._time === 'number' ? null : 'clip.snapshot._time';
}

/** The clips of a layer in the order in which they are blended. */
export function clipsOf(layer: AnimComponentLayer): readonly EngineClip[] {
    return controllerOf(layer)?.animEvaluator?.clips ?? NO_CLIPS;
}

/** The nodes of a state that have tracks; none for a state that is not there. */
export function nodesOf(layer: AnimComponentLayer, state: string): readonly EngineNode[] {
    return controllerOf(layer)?._states?.[state]?.animations ?? NO_NODES;
}

/** Whether a state begins anew after its end. */
export function isLoop(layer: AnimComponentLayer, state: string): boolean {
    return controllerOf(layer)?._states?.[state]?.loop ?? false;
}

/** Paths of the nodes of a state that have no clip, as `assignAnimation` takes them: the state's name, or names with dots between. */
export function openNodesOf(layer: AnimComponentLayer, state: string): string[] {
    const openBelow = ({ path = '', animTrack, _children }: TreeNode): string[] => {
        if (_children) return _children.flatMap(openBelow);
        return animTrack && animTrack.curves.length > 0 ? [] : [path];
    };
    const tree = controllerOf(layer)?._states?.[state]?._blendTree;
    return tree ? openBelow(tree) : [];
}

/** The clip that plays a node of the active state; null when none does. Those of states that fade out have other names. */
export function findClip(layer: AnimComponentLayer, { name }: EngineNode): EngineClip | null {
    const clips = clipsOf(layer);
    for (let i = 0; i < clips.length; i++) if (clips[i].name === name) return clips[i];
    return null;
}

/** Evaluates the pose of this frame again, after times of clips were set: states stay as they are, and no events fire. */
export function evaluateAgain({ layers }: AnimComponent): void {
    for (let i = 0; i < layers.length; i++) if (layers[i].playing) controllerOf(layers[i])?.animEvaluator?.update?.(0);
}

/** Seconds of the clip of which the pose is. Another script may have set the clip's own time since. */
export function evaluatedTime(clip: EngineClip): number {
    return clip.snapshot!._time!;
}

/**
 * What changes when the engine binds its curves anew: a targets object of one binding is none of the next.
 */
export function bindingOf(component: AnimComponent): object | undefined {
    return targetsOf(component);
}

/** Where a curve of a playing clip goes; null where the layer's mask leaves it out or nothing has its name. */
export function findTarget(component: AnimComponent, layer: AnimComponentLayer, path: AnimTrack['curves'][number]['paths'][number]): EngineTarget | null {
    const name = controllerOf(layer)?.animEvaluator?._binder?.resolve?.(path)?.targetPath;
    const target = name === undefined ? undefined : targetsOf(component)?.[name];
    return typeof target?.getWeight === 'function' ? target : null;
}

/** The parameters of the state graph by name; undefined where the engine keeps them elsewhere. */
export function parametersOf(component: AnimComponent): Readonly<Record<string, { readonly type: string }>> | undefined {
    return (component as unknown as { readonly _parameters?: Record<string, { readonly type: string }> })._parameters;
}
