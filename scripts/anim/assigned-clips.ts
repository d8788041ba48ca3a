import type { AnimTrack, Entity, GraphNode } from 'playcanvas';

// The clips that an animation component plays, and the entity that it stands on.
//
// The engine keeps no public list of the tracks that were assigned in code. They are read where it keeps them; where it keeps them elsewhere,
// there are none.

/** What is read of a layer. */
interface LayerStates {
    readonly _controller?: { readonly _states?: Record<string, { readonly _animationList?: readonly { readonly animTrack?: AnimTrack }[] }> };
}

/** The animation component that moves a skeleton: on its topmost node, above or below it. Null where there is none. */
export function findAnimRoot(node: GraphNode): Entity | null {
    for (let above: GraphNode | null = node; above; above = above.parent) if ((above as Entity).anim) return above as Entity;
    return node.findOne(below => Boolean((below as Entity).anim)) as Entity | null;
}

/** Every track of every state of an animation component, each once. */
export function assignedClips(entity: Entity): AnimTrack[] {
    const clips = new Set<AnimTrack>();
    for (const layer of entity.anim?.layers ?? []) {
        for (const state of Object.values((layer as unknown as LayerStates)._controller?._states ?? {})) {
            for (const { animTrack } of state._animationList ?? []) if (animTrack && animTrack.duration > 0) clips.add(animTrack);
        }
    }
    return [...clips];
}
