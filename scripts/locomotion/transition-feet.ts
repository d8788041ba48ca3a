import type { GraphNode } from 'playcanvas';

import type { GaitTransition } from './transition';
import { writeClipPlace } from '../anim/clips/clip-place';
import { AFFINE } from '../core/math/affine';
import type { Flat } from '../core/math/flat-math';
import type { FootChanges } from '../feet/foot-changes';
import type { Footfalls } from '../feet/stride/footfall';
import type { StrideFoot } from '../feet/stride/stride-foot';

// What feet do in a transition that plays.

const m = new Float64Array(AFFINE);

export class TransitionFeet implements Footfalls {
    private transition: GaitTransition | null = null;

    private time = -0;

    private rate = 1;

    /** The skeleton's first node. */
    private first: GraphNode | null = null;

    private bones: GraphNode[] = [];

    constructor(private readonly changes: FootChanges, feet: readonly StrideFoot[]) {
        this.bones = feet.map(({ node }) => node);
    }

    /** Takes over what is shown in a frame: clip seconds, and how many of them pass in a second. */
    read(transition: GaitTransition, time: number, rate: number, first: GraphNode): this {
        this.transition = transition;
        this.time = time;
        this.rate = rate;
        this.first = first;
        return this;
    }

    isDown(foot: number): boolean {
        const touches = this.touchesOf(foot);
        for (let i = 0; i < touches.length; i++) if (this.time >= touches[i].strike && this.time < touches[i].release) return true;
        return false;
    }

    readStrike(out: Flat, foot: number): number {
        const { changes, time, first } = this;
        const touches = this.touchesOf(foot);
        for (let i = 0; i < touches.length; i++) {
            const { strike, place } = touches[i];
            if (!(strike > time)) continue;
            writeClipPlace(m, this.transition!.clipPlace, first!);
            for (let k = 0; k < 3; k++) out[k] = m[k] * place[0] + m[3 + k] * place[1] + m[6 + k] * place[2] + m[9 + k];
            if (changes.isMirrored) changes.reflectPoint(out);
            return (strike - time) / Math.max(1, this.rate);
        }
        return Infinity;
    }

    private touchesOf(foot: number) {
        return this.transition!.feet[this.changes.sourceOf(this.bones, foot)];
    }
}
