import type { AnimComponent, AnimComponentLayer, AnimTrack } from 'playcanvas';

import { nodesOf } from './anim-internals';
import { assignedTracks } from './anim-reader';
import { enterState } from './enter-state';
import { animRootOf } from './find-anim';
import { findCurveNode, nodesByName } from '../clips/clip-channels';

// A clip that plays for a while in the place of what plays, and then gives way to it again.

/** A state of the base layer and the clip in it. */
export interface StateClip {
    readonly state: string;
    readonly track: AnimTrack;
}

/** The states of the base layer that have a single clip. Those of a clone have the engine's empty one until they are given their own. */
export function listStates({ baseLayer }: AnimComponent): StateClip[] {
    if (!baseLayer) return [];
    return baseLayer.states.flatMap((state) => {
        const nodes = nodesOf(baseLayer, state);
        const track = nodes.length === 1 ? nodes[0].animTrack : null;
        return track && track.curves.length > 0 ? [{ state, track }] : [];
    });
}

/** Before the names of the states that locomotion makes. */
export const LOCOMOTION_STATE = 'locomotion ';

/** Whether locomotion has made a state. */
export function isOwnState(state: string): boolean {
    return state.startsWith(LOCOMOTION_STATE);
}

/** Clips that scripts have made of others while these play. */
const made = new WeakSet<AnimTrack>();

/** Says that a clip is none of the character's own. */
export function noteMade(track: AnimTrack) {
    made.add(track);
}

/** The clips of the character's own states and blend trees, without what scripts have made of them. */
export function ownTracks(component: AnimComponent): AnimTrack[] {
    const states = listStates(component);
    const kept = new Set(states.filter(({ state }) => !isOwnState(state)).map(({ track }) => track));
    return assignedTracks(component).filter(track => !made.has(track) && (kept.has(track) || !states.some(other => other.track === track)));
}

/** Whether clips move the entity from which they find their bones: it cannot be put elsewhere then. */
export function movesRoot(component: AnimComponent): boolean {
    const root = animRootOf(component);
    const byName = nodesByName(root);
    return assignedTracks(component).some(({ curves }) => curves.some(({ paths }) => paths.some(path => findCurveNode(root, byName, path) === root)));
}

/** Gives a clip a state of its own in the base layer, where it has none yet. */
export function stateFor(component: AnimComponent, track: AnimTrack): string {
    const known = listStates(component).find(other => other.track === track);
    if (known) return known.state;
    // a dot would be a path to a node of a blend tree
    const state = `limber ${track.name}`.replaceAll('.', ' ');
    component.assignAnimation(state, track, undefined, 1, false);
    return state;
}

export class Interlude {
    private layer: AnimComponentLayer | null = null;

    private before = '';

    private state = '';

    private duration = 0;

    /** Plays a state from a time in seconds, at once. */
    start(layer: AnimComponentLayer, { state, track }: StateClip, time: number) {
        if (this.layer !== layer || layer.activeState !== this.state) this.before = layer.activeState;
        this.layer = layer;
        this.state = state;
        this.duration = track.duration;
        enterState(layer, state, 0);
        layer.activeStateCurrentTime = time;
    }

    /** Whether the state comes to its end within a time in seconds, or something else has taken its place. */
    isOver(dt: number): boolean {
        const { layer, state, duration } = this;
        return !layer || layer.activeState !== state || layer.activeStateCurrentTime + dt >= duration;
    }

    /** Lets go on what played before, unless something else does. */
    end() {
        const { layer, state, before } = this;
        if (layer?.activeState === state) enterState(layer, before, 0);
        this.layer = null;
    }
}
