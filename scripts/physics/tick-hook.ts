import type { Ammo, BtWorld } from './ammo';
import type { HeapLayout } from './heap-layout';

// The callback of a world before each of its steps, of which there is one: a project that has one of its own keeps it.
//
// Bullet says nothing of a callback that was set before: its place in the world's memory does. What stands there is called after ours, by
// the build's table of functions; a build that hides its table cannot do that.

/** Called with the address of the world and the step in seconds. */
type Tick = (world: number, timeStep: number) => void;

/** Worlds by address, for the one callback that a build is given: its table of functions has few places. */
const hooks = new WeakMap<Ammo, { callback: number; worlds: Map<number, TickHook> }>();

export class TickHook {
    /** Whether the project has a callback of its own that this build does not let us call. */
    isBlocked = false;

    private readonly address: number;

    /** The project's own callback, its place in the table of functions; 0: none. */
    private other = 0;

    private callOther: Tick | null = null;

    /** The hook of a world; null for builds without such callbacks. */
    static of(ammo: Ammo, layout: HeapLayout, world: BtWorld, beforeStep: (timeStep: number) => void): TickHook | null {
        return ammo.addFunction && world.setInternalTickCallback ? new TickHook(ammo, layout, world, beforeStep) : null;
    }

    private constructor(
        private readonly ammo: Ammo, private readonly layout: HeapLayout, private readonly world: BtWorld, private readonly beforeStep: (timeStep: number) => void
    ) {
        this.address = ammo.getPointer(world);
    }

    install() {
        const { ammo } = this;
        let hook = hooks.get(ammo);
        if (!hook) {
            const worlds = new Map<number, TickHook>();
            const callback = ammo.addFunction!((address, timeStep) => worlds.get(address)?.tick(timeStep), 'vif');
            hook = { callback, worlds };
            hooks.set(ammo, hook);
        }
        hook.worlds.set(this.address, this);
        this.keep();
    }

    /** Takes the callback's place, and calls what stands there from now on: the project may set its own at any time. */
    keep() {
        const { ammo, world } = this;
        const { callback } = hooks.get(ammo)!;
        const found = this.current;
        if (found === callback) return;
        this.other = found;
        this.callOther = found === 0 ? null : findFunction(ammo, found);
        this.isBlocked = found !== 0 && !this.callOther;
        world.setInternalTickCallback!(callback, 0, true);
    }

    /**
     * Gives the place back.
     *
     * @param isWorldAlive - Whether the world is still there.
     */
    uninstall(isWorldAlive: boolean) {
        const hook = hooks.get(this.ammo);
        hook?.worlds.delete(this.address);
        if (!isWorldAlive || (this.current !== hook?.callback && this.layout.preTick >= 0)) return;
        this.world.setInternalTickCallback!(this.other, 0, true);
    }

    /** What stands in the callback's place; 0 where that is not known. */
    private get current(): number {
        const { ammo, layout, address } = this;
        return layout.preTick >= 0 ? ammo.HEAP32[(address >> 2) + layout.preTick] : 0;
    }

    private tick(timeStep: number) {
        this.beforeStep(timeStep);
        this.callOther?.(this.address, timeStep);
    }
}

/** A function by its place in the build's table. */
function findFunction({ asm }: Ammo, place: number): Tick | null {
    const table = Object.values(asm ?? {}).find(value => value instanceof WebAssembly.Table);
    return (table?.get(place) as Tick | null | undefined) ?? null;
}
