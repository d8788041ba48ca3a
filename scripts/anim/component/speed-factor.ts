import type { AnimComponent } from 'playcanvas';

// The speed of an anim component is its user's. What scripts want of it are factors on that speed; where several have one, they multiply, and none takes
// what another has written for the user's.

/** What a component plays with. */
interface Shared {
    readonly component: AnimComponent;
    readonly factors: SpeedFactor[];
    /** The user's speed, and what was written last; NaN: nothing was. */
    own: number;
    written: number;
}

const known = new WeakMap<AnimComponent, Shared>();

/** The factor of one script on the speed of the component that it works with. */
export class SpeedFactor {
    private shared: Shared | null = null;

    private factor = 1;

    /** Factor that the frame's pose was played with: 1 where the user has set a speed since. */
    get applied(): number {
        return this.shared && this.shared.component.speed === this.shared.written ? this.factor : 1;
    }

    /** What was set last. */
    get value(): number {
        return this.factor;
    }

    /** Speed of the component without this factor. */
    get base(): number {
        const { shared } = this;
        if (!shared) return 1;
        adopt(shared);
        return productOf(shared, this);
    }

    /** Works with a component, and with the one before no more; null: with none. */
    move(component: AnimComponent | null) {
        if (component === (this.shared?.component ?? null)) return;
        this.leave();
        if (!component) return;
        const shared = known.get(component) ?? { component, factors: [], own: component.speed, written: NaN };
        known.set(component, shared);
        shared.factors.push(this);
        this.shared = shared;
    }

    /** Plays faster by a factor from the next frame on. */
    set(factor: number) {
        this.factor = factor;
        if (this.shared) write(this.shared);
    }

    /** Gives the component its speed back, as far as others leave it. */
    leave() {
        const { shared } = this;
        this.shared = null;
        this.factor = 1;
        if (!shared) return;
        shared.factors.splice(shared.factors.indexOf(this), 1);
        // one that has gone, or that the user has given another speed since, is left alone
        if (shared.component.entity && shared.component.speed === shared.written) write(shared);
    }
}

/** Product of the user's speed and all factors but one. */
function productOf({ own, factors }: Shared, without: SpeedFactor | null): number {
    let speed = own;
    for (let i = 0; i < factors.length; i++) if (factors[i] !== without) speed *= factors[i].value;
    return speed;
}

/** Sees whether the user has set another speed. */
function adopt(shared: Shared) {
    if (shared.component.speed !== shared.written) shared.own = shared.component.speed;
}

function write(shared: Shared) {
    adopt(shared);
    shared.written = productOf(shared, null);
    if (shared.component.speed !== shared.written) shared.component.speed = shared.written;
}
