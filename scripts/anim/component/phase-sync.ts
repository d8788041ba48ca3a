import type { AnimTrack } from 'playcanvas';

import { evaluateAgain } from './anim-internals';
import type { AnimReader } from './anim-reader';
import { animRootOf } from './find-anim';
import type { Rig } from '../../rig/rig';
import { feetOf, KnownContacts } from '../contacts/known-contacts';
import { phaseAt, timeAtPhase, type Locomotion } from '../contacts/locomotion';

// States that go on with the same foot: one that is entered from another of its group starts at the phase that the other had.
//
// The phases are those of the clips' steps (locomotion.ts). The state is known only after the engine has evaluated it at its start, so its
// time is set then and the pose of the frame is evaluated again, before any script reads it.

/** What a layer played in the last frame. */
interface LastPlayed {
    track: AnimTrack | null;
    /** Seconds of its clip, and clip seconds a second. */
    time: number;
    speed: number;
}

export class PhaseSync {
    /** State that was entered last and has no steps, or was entered from one without; empty: none. */
    stepless = '';

    private readonly contacts: KnownContacts;

    /** What each layer played in the last frame. */
    private readonly last: LastPlayed[] = [];

    /**
     * @param rig - The character.
     * @param reader - What plays on it.
     * @param groups - The group of each state that has one.
     */
    constructor(rig: Rig, private readonly reader: AnimReader, private readonly groups: ReadonlyMap<string, string>) {
        this.contacts = new KnownContacts(rig, feetOf(rig));
    }

    /**
     * One frame, after the update of the reader and before the pose is read.
     *
     * @param dt - Seconds since the last frame.
     */
    step(dt: number) {
        const { layers, component } = this.reader;
        let hasChanged = false;
        for (let i = 0; i < layers.length; i++) {
            const last = this.last[i] ??= { track: null, time: 0, speed: 0 };
            if (layers[i].hasSwitched) hasChanged = this.enter(i, dt) || hasChanged;
            last.track = layers[i].track;
            last.time = layers[i].time;
            last.speed = layers[i].speed;
        }
        if (hasChanged) evaluateAgain(component!);
    }

    /** Sets the time of a state that was entered; answers whether it did. */
    private enter(index: number, dt: number): boolean {
        const layer = this.reader.layers[index];
        const { track, time, speed } = this.last[index];
        const group = this.groups.get(layer.state);
        const isTogether = group !== undefined && group === this.groups.get(layer.previousState) && layer.state !== layer.previousState;
        if (!isTogether || !track || !layer.track) return false;
        const from = this.locomotionOf(track);
        const to = this.locomotionOf(layer.track);
        this.stepless = !from ? layer.previousState : !to ? layer.state : '';
        if (!from || !to) return false;
        layer.setTime(timeAtPhase(to, phaseAt(from, time + speed * dt)));
        return true;
    }

    private locomotionOf(track: AnimTrack): Locomotion | null {
        return this.contacts.of(track, animRootOf(this.reader.component!))?.locomotion ?? null;
    }
}
