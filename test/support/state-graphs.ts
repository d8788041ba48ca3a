import type { AnimTrack, Entity, GraphNode } from 'playcanvas';
import * as current from 'playcanvas';

import type { Engine } from './app';

// State graphs as the Editor writes them, and clips that hold bones in one place: with a place of its own for each clip, the place
// where a bone is seen tells how much of each clip is in it.

/** A layer of a state graph. */
export interface GraphLayer {
    readonly name?: string;
    readonly blendType?: 'OVERWRITE' | 'ADDITIVE';
    readonly weight?: number;
    readonly mask?: Record<string, { children?: boolean; value?: boolean }>;
    /** States with the tracks that they play, the first one first; of a blend tree with its nodes. */
    readonly states: Record<string, AnimTrack | null | BlendTree>;
    /** Further transitions of the graph, by its parameters or times. */
    readonly transitions?: readonly object[];
    readonly loop?: boolean;
    /** States that play once where the others loop. */
    readonly once?: readonly string[];
    readonly speed?: number;
}

/** A blend tree over one parameter. */
export interface BlendTree {
    readonly parameter: string;
    readonly children: readonly { readonly name: string, readonly point: number, readonly track: AnimTrack }[];
}

export const isTree = (state: GraphLayer['states'][string]): state is BlendTree => state !== null && 'children' in state;

/** Makes an entity play a state graph, and answers its anim component. */
export function playGraph(entity: Entity, layers: readonly GraphLayer[], parameters: object = {}): NonNullable<Entity['anim']> {
    if (!entity.anim) entity.addComponent('anim', { activate: true });
    const anim = entity.anim!;
    anim.loadStateGraph({
        parameters,
        layers: layers.map(({ name, blendType = 'OVERWRITE', weight = 1, mask, states, transitions = [], loop = true, once = [], speed = 1 }, i) => ({
            name: name ?? `layer ${i}`, blendType, weight, mask,
            states: [{ name: 'START' }, ...Object.entries(states).map(([state, plays]) => ({
                name: state, speed, loop: loop && !once.includes(state),
                ...(isTree(plays) ? { blendTree: { type: '1D', parameter: plays.parameter, children: plays.children.map(({ name: child, point }) => ({ name: child, point })) } } : {})
            }))],
            transitions: [{ from: 'START', to: Object.keys(states)[0] }, ...transitions]
        }))
    } as never);
    layers.forEach(({ states }, i) => {
        for (const [state, plays] of Object.entries(states)) {
            if (isTree(plays)) for (const { name, track } of plays.children) anim.layers[i].assignAnimation(`${state}.${name}`, track);
            else if (plays) anim.layers[i].assignAnimation(state, plays);
        }
    });
    return anim;
}

/** A clip that holds bones at a place relative to their parents, metres. */
export function holdAt(bones: readonly GraphNode[], [x, y, z]: readonly number[], { duration = 1, engine = current as Engine } = {}): AnimTrack {
    const times = new engine.AnimData(1, [0, duration]);
    const values = new engine.AnimData(3, [x, y, z, x, y, z]);
    const curves = bones.map(bone => new engine.AnimCurve(
        [{ entityPath: bone.path.split('/'), component: 'graph', propertyPath: ['localPosition'] }], 0, 0, engine.INTERPOLATION_LINEAR
    ));
    return new engine.AnimTrack(`at ${x} ${y} ${z}`, duration, [times], [values], curves);
}
