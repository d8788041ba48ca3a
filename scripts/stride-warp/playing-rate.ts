import type { AnimComponent } from 'playcanvas';

// The share of a speed that the playing rate takes: a factor on the anim component's speed, which stays the user's.

export class PlayingRate {
    private component: AnimComponent | null = null;

    /** The user's speed, and what was written last. */
    private own = 1;

    private written = NaN;

    private factor = 1;

    /** Factor that the frame's pose was played with: what was set for it, unless the user has set a speed since. */
    get applied(): number {
        return this.component && this.component.speed === this.written ? this.factor : 1;
    }

    /** Plays faster by a factor from the next frame on. */
    set(component: AnimComponent | null, factor: number) {
        if (component !== this.component) {
            this.restore();
            this.component = component;
        }
        if (!component) return;
        if (component.speed !== this.written) this.own = component.speed;
        this.factor = factor;
        this.written = this.own * factor;
        if (component.speed !== this.written) component.speed = this.written;
    }

    /** Gives the component its own speed back. */
    restore() {
        if (this.component && this.component.speed === this.written) this.component.speed = this.own;
        this.component = null;
        this.written = NaN;
    }
}
