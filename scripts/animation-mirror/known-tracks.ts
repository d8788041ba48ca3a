import type { AnimComponent, AnimTrack } from 'playcanvas';

import { bindChannels } from '../anim/clips/clip-channels';
import { clipsOf } from '../anim/component/anim-internals';
import { assignedTracks } from '../anim/component/anim-reader';
import { animRootOf } from '../anim/component/find-anim';
import type { Steps } from '../core/timing/steps';
import { otherSide } from '../mirror/mirror-names';
import { ClipCache } from '../rig/model-cache';
import type { Rig } from '../rig/rig';

// What the clips of a character say beside its pose: whether they move the root, and their events, which are fired on with their side.

/** Names of events that scripts have for themselves. */
const TAKEN = /^(?:enable|disable|state|destroy|error|swap|move|attr|set)(?:$|:)/;

/** What each clip of a model does with the node from which the clips find theirs. */
const rootMotions = new ClipCache<{ readonly turns: boolean; readonly moves: boolean }>('rootMotion');

function rootMotionOf(track: AnimTrack, component: AnimComponent, rig: Rig) {
    return rootMotions.of(rig).get(track, () => {
        const root = animRootOf(component);
        const moved = bindChannels(track, root, []).filter(({ node }) => node === root);
        return { turns: moved.some(({ property }) => property === 'localRotation'), moves: moved.some(({ property }) => property === 'localPosition') };
    });
}

/** Looks in pieces at the clips that a character has. */
export function *prepareTracks(component: AnimComponent, rig: Rig): Steps<void> {
    for (const track of assignedTracks(component)) {
        yield;
        rootMotionOf(track, component, rig);
    }
}

/** Fires an event on. */
type Relay = (event: object) => void;

/** The clips of a character, as far as they have been seen. */
export class KnownTracks {
    /** Whether a clip turns or moves the node from which the clips find theirs. */
    turnsRoot = false;

    movesRoot = false;

    private component: AnimComponent | null = null;

    private rig: Rig | null = null;

    private readonly seen = new Set<AnimTrack>();

    private readonly relays = new Map<string, Relay>();

    /**
     * @param announce - Fires an event at the end of the frame.
     * @param isSwapped - Whether left and right are exchanged now; null: nothing is fired.
     */
    constructor(private readonly announce: (name: string, event: object) => void, private readonly isSwapped: () => boolean | null) {}

    /** Takes up the clips of a component, and those that have been added since. */
    watch(component: AnimComponent | null, rig: Rig) {
        this.rig = rig;
        if (component !== this.component) {
            this.stop();
            this.component = component;
        }
        if (component) for (const track of assignedTracks(component)) this.add(track);
    }

    /** Takes up what plays now. Allocates only for clips that were not seen before. */
    look() {
        const layers = this.component?.layers;
        if (!layers) return;
        for (let i = 0; i < layers.length; i++) {
            const clips = clipsOf(layers[i]);
            for (let k = 0; k < clips.length; k++) if (!this.seen.has(clips[k].track)) this.add(clips[k].track);
        }
    }

    /** Fires nothing any more. */
    stop() {
        for (const [name, relay] of this.relays) this.component?.off(name, relay);
        this.relays.clear();
        this.seen.clear();
        this.turnsRoot = this.movesRoot = false;
        this.component = null;
    }

    private add(track: AnimTrack) {
        if (this.seen.has(track)) return;
        this.seen.add(track);
        const component = this.component!;
        const { turns, moves } = rootMotionOf(track, component, this.rig!);
        this.turnsRoot ||= turns;
        this.movesRoot ||= moves;
        for (const event of track.events as unknown as { name: string }[]) this.relay(component, event.name);
    }

    private relay(component: AnimComponent, name: string) {
        if (this.relays.has(name) || TAKEN.test(name)) return;
        const relay = (event: object) => {
            const isSwapped = this.isSwapped();
            if (isSwapped === null) return;
            const shown = isSwapped ? otherSide(name) : name;
            this.announce(shown, { ...event, name: shown });
        };
        this.relays.set(name, relay);
        component.on(name, relay);
    }
}
