import type { Entity, GraphNode, Quat } from 'playcanvas';

import { assignClips, type Parts } from './parts';
import type { Character } from '../../frame/character';

// Frames from a press to the first bone that is elsewhere than it would have been without the press. An unseen double of the character goes
// on with what played, so that the two can be compared.

/** Cosine of half of the angle from which on a bone has another rotation: half a degree. */
const SAME = Math.cos(0.25 * Math.PI / 180);

/** Seconds after which a press counts as one without an answer. */
const GIVE_UP = 1.5;

function isOther(a: Quat, b: Quat): boolean {
    return Math.abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) < SAME;
}

export class Meter {
    /** Frames and milliseconds of the last press; NaN: there was none. */
    frames = NaN;

    milliseconds = NaN;

    /** Frames since the press; NaN: none is measured. */
    private waited = NaN;

    private seconds = 0;

    private pressedAt = 0;

    /** Whether the character has begun to do what was asked for. */
    private isAnswered = false;

    private readonly double: Entity;

    /** Bones that clips turn, of the character and of the double. */
    private readonly pairs: readonly (readonly [GraphNode, GraphNode])[];

    constructor(private readonly character: Character, parts: Parts) {
        const { entity, clips } = character;
        this.double = character.createModel();
        this.double.name = 'double';
        this.double.findComponents('render').forEach((render) => { render.enabled = false; });
        entity.root.addChild(this.double);
        this.double.addComponent('anim', { activate: true });
        assignClips(this.double, character, parts);
        this.double.anim!.enabled = false;
        const turned = new Set([...clips.values()].flatMap(track => track.curves.flatMap(curve => curve.paths.map(path => (path as { entityPath: string[] }).entityPath.at(-1)!))));
        const others = this.double.find(() => true);
        this.pairs = others.flatMap((other) => {
            const node = turned.has(other.name) && other !== this.double ? entity.findByName(other.name) : null;
            return node ? [[node, other] as const] : [];
        });
    }

    /** Something was pressed, between two frames. */
    press() {
        const { double, character: { entity } } = this;
        const layer = entity.anim?.baseLayer;
        // a state that a script has made, such as a turn that is mirrored, is the character's alone
        if (!layer || !this.double.anim!.baseLayer!.states.includes(layer.activeState) || layer.activeState === 'START') return;
        this.waited = 0;
        this.seconds = 0;
        this.isAnswered = false;
        this.pressedAt = performance.now();
        double.anim!.enabled = true;
        double.anim!.speed = entity.anim!.speed;
        const { activeState, activeStateCurrentTime: time, activeStateDuration: duration } = layer;
        const phase = duration > 0 ? time / duration : 0;
        const own = double.anim!.baseLayer!;
        own.transition(activeState, 0, phase > 1 ? phase % 1 : phase);
    }

    /** The character does what was asked for, from this frame on. */
    answer() {
        this.isAnswered = true;
    }

    /** Nothing comes of it. */
    forget() {
        this.waited = NaN;
        this.double.anim!.enabled = false;
    }

    /** Looks at the bones, right after the animation. */
    compare(dt: number) {
        if (Number.isNaN(this.waited) || !(dt > 0)) return;
        this.waited++;
        this.seconds += dt;
        const isChanged = this.isAnswered && this.pairs.some(([bone, other]) => isOther(bone.getLocalRotation(), other.getLocalRotation()));
        if (isChanged) {
            this.frames = this.waited;
            this.milliseconds = performance.now() - this.pressedAt;
        }
        if (isChanged || this.seconds > GIVE_UP) this.forget();
    }

    read(): string | readonly [string, 'good' | 'busy' | ''] {
        if (Number.isNaN(this.frames)) return '–';
        return [`${this.frames} frame${this.frames === 1 ? '' : 's'}, ${this.milliseconds.toFixed(0)} ms`, this.frames <= 1 ? 'good' : 'busy'];
    }

    destroy() {
        this.double.destroy();
    }
}
