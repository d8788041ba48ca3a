import type { AnimComponentLayer } from 'playcanvas';

import type { AnimLink } from './anim-link';
import { enterState } from '../anim/component/enter-state';
import type { RandomStream } from '../core/idle/random-stream';

// Faces that are states of one layer of the anim component: each plays to its end, and there the next one is drawn, another or the same again.

/** Seconds of the cross-fade from one to the next: it ends as the clip ends. */
const FADE = 0.3;

export class FaceStates {
    /** State that was seen last, and the seconds it had played of its clip. */
    private state = '';

    private played = 0;

    constructor(private readonly link: AnimLink) {}

    /** Draws the next state where the one that plays has come to its end. */
    step(names: readonly string[], stream: RandomStream) {
        const layer = this.find(names);
        if (!layer) return;
        const { activeState, activeStateDuration: duration } = layer;
        const played = layer.activeStateCurrentTime % duration;
        const end = duration - Math.min(FADE, 0.5 * duration);
        // a long frame may go past the end and into the next round
        const hasEnded = activeState === this.state && (played < this.played ? this.played < end : this.played < end && played >= end);
        this.state = activeState;
        this.played = played;
        if (!hasEnded || !names.includes(activeState)) return;
        const next = names[Math.floor(stream.next() * names.length)];
        if (layer.states.includes(next)) enterState(layer, next, duration - end);
    }

    /** The layer that has the states. */
    private find(names: readonly string[]): AnimComponentLayer | null {
        const layers = this.link.component?.layers;
        if (!layers) return null;
        for (let i = 0; i < layers.length; i++) {
            if (layers[i].states.includes(names[0])) return layers[i];
        }
        return null;
    }
}
