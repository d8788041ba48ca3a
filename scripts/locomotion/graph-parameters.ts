import type { AnimComponent } from 'playcanvas';

import { parametersOf } from '../anim/component/anim-internals';

// The parameters of a state graph that chooses what plays by itself.

/** What they receive. */
interface Measured {
    readonly speed: number;
    readonly direction: number;
    readonly isGrounded: boolean;
}

export class GraphParameters {
    /** What is wrong, as a sentence; empty: nothing. */
    problem = '';

    /** Writes the parameters that are named; answers whether one is. */
    write(anim: AnimComponent, speed: string, direction: string, grounded: string, measured: Measured): boolean {
        if (speed === '' && direction === '' && grounded === '') return false;
        this.problem = '';
        if (this.has(anim, speed)) anim.setFloat(speed, measured.speed);
        if (this.has(anim, direction)) anim.setFloat(direction, measured.direction);
        if (this.has(anim, grounded)) anim.setBoolean(grounded, measured.isGrounded);
        return true;
    }

    private has(anim: AnimComponent, name: string): boolean {
        if (name === '') return false;
        const known = parametersOf(anim);
        if (!known || known[name]) return true;
        this.problem = `the state graph has no parameter "${name}". Its parameters are ${Object.keys(known).join(', ') || 'none'}. Choose one of them.`;
        return false;
    }
}
