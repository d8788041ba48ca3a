import type { AnimComponent, AnimComponentLayer, GraphNode } from 'playcanvas';

import { nodesOf, parametersOf } from '../anim/component/anim-internals';
import { enterState } from '../anim/component/enter-state';
import { findAnim } from '../anim/component/find-anim';
import { nearestOf } from '../rig/find';
import type { Problems } from '../shell/problems';

// What an idle has to do with the anim component: parameters that it sets, states in which it acts, fidgets that it plays.

/** Seconds of the cross-fades into a fidget and back. */
const FADE = 0.35;

/** States of every graph that no clip plays in. */
const CONTROL_STATES = ['START', 'END', 'ANY'];

/** A fidget that plays: in which layer, which state, and the one before it. */
interface PlayingFidget {
    readonly layer: AnimComponentLayer;
    readonly state: string;
    readonly before: string;
    /** Whether it has begun, as a transition takes a frame. */
    hasBegun: boolean;
}

export class AnimLink {
    component: AnimComponent | null = null;

    private playing: PlayingFidget | null = null;

    constructor(private readonly node: GraphNode, private readonly reports: Problems) {}

    /** Finds the component, which may come and go. */
    update() {
        if (!this.component || this.component.entity?.anim !== this.component) {
            this.component = findAnim(this.node);
            this.playing = null;
        }
        this.watchFidget();
    }

    /** Whether the base layer is in a state, or in a fidget that was played there. Without a component: always. */
    isIn(state: string): boolean {
        const layer = this.component?.baseLayer;
        if (state === '' || !layer) return true;
        if (layer.states.includes(state)) this.reports.leave('idle state');
        else this.reports.enter('idle state', `the base layer has no state "${state}" of Idle State.${hint(layer.states, state)}`);
        return layer.activeState === state || this.playing?.layer === layer && layer.activeState === this.playing.state;
    }

    /** Sets a parameter; answers whether it is there. */
    set(name: string, value: number, title: string): boolean {
        if (name === '') return false;
        const { component, reports } = this;
        const state = `parameter ${title}`;
        const parameters = component ? parametersOf(component) : undefined;
        if (!component) {
            reports.enter(state, `${title} names the parameter "${name}", and there is no anim component at, below or above this entity. Add one, or leave Parameter empty.`);
            return false;
        }
        if (parameters && parameters[name]?.type !== 'FLOAT') {
            const instead = parameters[name] ? ` It is ${parameters[name].type}: make it a float.` : hint(Object.keys(parameters), name);
            reports.enter(state, `${title}: the anim component has no float parameter "${name}".${instead}`);
            return false;
        }
        reports.leave(state);
        component.setFloat(name, value);
        return true;
    }

    /** Plays a fidget by the name of its state or clip; answers whether there is one. */
    play(name: string): boolean {
        const { component } = this;
        if (!component || !component.enabled) return false;
        for (const layer of component.layers) {
            const state = findState(layer, name);
            if (state === null) continue;
            const before = this.playing?.layer === layer ? this.playing.before : layer.activeState;
            if (before === state) return false;
            enterState(layer, state, FADE);
            this.playing = { layer, state, before, hasBegun: false };
            return true;
        }
        return false;
    }

    /** Whether a state or a clip has this name; a sentence tells the nearest one. */
    check(name: string, place: string) {
        const { component, reports } = this;
        if (!component) {
            reports.add(`${place} plays "${name}", and there is no anim component at, below or above this entity. Add one, then call refresh().`);
        } else if (!component.layers.some(layer => findState(layer, name) !== null)) {
            reports.add(`${place}: the anim component has no state or clip "${name}".${hint(component.layers.flatMap(layer => layer.states), name)}`);
        }
    }

    /** Goes back from a fidget that has come to its end, unless the graph has gone elsewhere. */
    private watchFidget() {
        const { playing } = this;
        if (!playing) return;
        const { layer, state, before } = playing;
        if (layer.activeState !== state) {
            if (playing.hasBegun) this.playing = null;
            return;
        }
        playing.hasBegun = true;
        const duration = layer.activeStateDuration;
        if (!(layer.activeStateProgress * duration >= duration - FADE)) return;
        this.playing = null;
        if (!CONTROL_STATES.includes(before)) enterState(layer, before, FADE);
    }
}

/** The state of a layer that has a name, or that plays a clip of this name. */
function findState(layer: AnimComponentLayer, name: string): string | null {
    if (CONTROL_STATES.includes(name)) return null;
    if (layer.states.includes(name)) return name;
    return layer.states.find(state => nodesOf(layer, state).some(({ animTrack }) => animTrack?.name === name)) ?? null;
}

function hint(names: readonly string[], wanted: string): string {
    const nearest = nearestOf(names.filter(name => !CONTROL_STATES.includes(name)), wanted);
    return nearest ? ` Did you mean "${nearest}"?` : '';
}
