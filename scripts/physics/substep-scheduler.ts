import type { AppBase } from 'playcanvas';

import { findAmmo, findPhysics, type Ammo, type BtWorld, type PhysicsSystem } from './ammo';
import { heapLayoutOf, type HeapLayout } from './heap-layout';
import { TickHook } from './tick-hook';

// Calls listeners before each step of the physics, one scheduler per application.
//
// The engine gives a frame's time to Bullet, and Bullet makes of it none, one or several steps of fixed length. A drive must act once in
// each of them: once a frame is too seldom at 30 Hz and too often at 144. Builds with a callback before a step are given one. Without it,
// a frame of several steps is handed over in parts of one step each; what is left is handed over too, so the bodies of the project
// are interpolated as ever, and forces that the project has applied are put back for each part, as Bullet does itself. What such builds
// cannot have: a kinematic body pushes with the whole speed of the frame in the frame's first step.
//
// Nothing stays in the world when the last listener goes.

/** Acts before each step. */
export interface SubstepListener {
    /** Before the first step of a frame that has one. */
    beforeSteps(): void;
    /** Before each step; see {@link SubstepScheduler.clock}. */
    beforeStep(): void;
    /** Iterations of the solver that the steps of this frame need at least; 0: the project's. Asked after {@link beforeSteps}. */
    readonly iterations: number;
}

/** Part of a step that makes up for rounding, so that a part of the frame's time contains its step. */
const ROUNDING = 1e-5;

/** Numbers that are kept of a body: force and torque with a fourth number each. */
const KEPT = 6;

/** The engine's list of dynamic bodies; it is not public, and only builds without the callback need it. */
interface DynamicBodies {
    readonly _dynamic?: readonly { readonly body: object | null }[];
}

const schedulers = new WeakMap<AppBase, SubstepScheduler>();

export class SubstepScheduler {
    /**
     * Of the step that begins: its length in seconds; the share of the frame's time that is over when it ends, 0..1; and for the frame as
     * a whole, the share of a step that is left over at its end, and its time in seconds.
     */
    readonly clock = new Float64Array(4);

    /** A new list for each change: it may be changed while it is gone through. */
    private listeners: readonly SubstepListener[] = [];

    /** What waits for the end of the steps. */
    private waiting: (() => void)[] = [];

    private isStepping = false;

    /** Whether what comes next is a step that was driven already. */
    private isDriven = false;

    private readonly address: number;

    private readonly original: BtWorld['stepSimulation'];

    private readonly ownStep: boolean;

    /** Null for builds without a callback before a step. */
    private readonly hook: TickHook | null;

    /** Steps of the running frame, and the time that it leaves over. */
    private stepsLeft = 0;

    private frameTime = 0;

    private remainder = 0;

    private kept = new Float64Array(0);

    /** The scheduler of an application, or null while there is no physics that it could work with. */
    static of(app: AppBase): SubstepScheduler | null {
        const ammo = findAmmo();
        const physics = findPhysics(app);
        const layout = ammo && heapLayoutOf(ammo);
        if (!ammo || !physics || !layout) return null;
        let scheduler = schedulers.get(app);
        if (!scheduler || scheduler.world !== physics.dynamicsWorld) {
            scheduler = new SubstepScheduler(ammo, layout, physics);
            schedulers.set(app, scheduler);
        }
        return scheduler;
    }

    readonly world: BtWorld;

    private constructor(readonly ammo: Ammo, readonly layout: HeapLayout, readonly physics: PhysicsSystem & { readonly dynamicsWorld: BtWorld }) {
        this.world = physics.dynamicsWorld;
        this.address = ammo.getPointer(this.world);
        this.ownStep = Object.hasOwn(this.world, 'stepSimulation');
        this.original = this.world.stepSimulation;
        this.hook = TickHook.of(ammo, layout, this.world, timeStep => this.beforeStep(timeStep));
    }

    /** Whether the project has a callback before steps that it cannot keep beside this one. */
    get isBlocking(): boolean {
        return this.hook?.isBlocked ?? false;
    }

    add(listener: SubstepListener) {
        if (this.listeners.length === 0) this.install();
        this.listeners = [...this.listeners, listener];
    }

    remove(listener: SubstepListener) {
        if (!this.listeners.includes(listener)) return;
        this.listeners = this.listeners.filter(other => other !== listener);
        if (this.listeners.length === 0) this.uninstall();
    }

    /** Does something that changes the world: at once, or after the running steps. */
    afterStep(action: () => void) {
        if (this.isStepping) this.waiting.push(action);
        else action();
    }

    /** Whether the world is still the application's. */
    get isAlive(): boolean {
        return this.physics.dynamicsWorld === this.world;
    }

    private install() {
        const { world } = this;
        world.stepSimulation = (dt, maxSubSteps = 1, fixedTimeStep = 1 / 60) => {
            this.isStepping = true;
            try {
                return this.step(dt, maxSubSteps, fixedTimeStep);
            } finally {
                this.isStepping = false;
                if (this.waiting.length > 0) for (const action of this.waiting.splice(0)) action();
            }
        };
        this.hook?.install();
    }

    private uninstall() {
        const { world } = this;
        if (this.ownStep) world.stepSimulation = this.original;
        else delete (world as { stepSimulation?: unknown }).stepSimulation;
        // an application that is going down has taken its world with it
        this.hook?.uninstall(this.isAlive);
    }

    /** What stands in the place of Bullet's own function. */
    private step(dt: number, maxSubSteps: number, fixedTimeStep: number): number {
        const before = this.localTime;
        const count = Math.floor((before + dt) / fixedTimeStep + ROUNDING);
        const steps = Math.min(count, maxSubSteps);
        this.remainder = Math.max(0, before + dt - count * fixedTimeStep);
        this.stepsLeft = steps;
        this.frameTime = dt;
        this.clock[3] = dt;
        this.hook?.keep();
        if (steps > 0) for (const listener of this.listeners) listener.beforeSteps();
        const usual = steps > 0 ? this.raiseIterations() : 0;
        const done = this.hook ? this.original.call(this.world, dt, maxSubSteps, fixedTimeStep) :
            this.stepInParts(dt, steps, before, maxSubSteps, fixedTimeStep);
        if (usual > 0) this.world.getSolverInfo().set_m_numIterations!(usual);
        // what Bullet says itself: a frame may end on a step's boundary to the last digit
        this.clock[2] = Math.min(1, this.localTime / fixedTimeStep);
        return done;
    }

    /** Gives the solver as many iterations as a listener needs. Answers how many it had, 0 where they stay. */
    private raiseIterations(): number {
        let most = 0;
        for (const { iterations } of this.listeners) if (iterations > most) most = iterations;
        if (most === 0) return 0;
        const info = this.world.getSolverInfo();
        const usual = info.get_m_numIterations?.() ?? Infinity;
        if (!(usual < most)) return 0;
        info.set_m_numIterations!(most);
        return usual;
    }

    /** The time of a frame in parts of one step each, for builds without the callback. */
    private stepInParts(dt: number, steps: number, before: number, maxSubSteps: number, fixedTimeStep: number): number {
        const { world, original } = this;
        if (steps <= 1) {
            if (steps === 1) this.drive(fixedTimeStep);
            const done = original.call(world, dt, maxSubSteps, fixedTimeStep);
            if (done > 0) this.isDriven = false;
            return done;
        }
        const forces = this.keepForces();
        let done = 0;
        for (let part = 0; part < steps; part++) {
            const time = part === 0 ? fixedTimeStep * (1 + ROUNDING) - before : fixedTimeStep;
            if (part > 0) this.restoreForces(forces);
            this.drive(fixedTimeStep);
            done += original.call(world, time, maxSubSteps, fixedTimeStep);
            this.isDriven = false;
        }
        const rest = this.remainder - ROUNDING * fixedTimeStep;
        if (rest > 0) done += original.call(world, rest, maxSubSteps, fixedTimeStep);
        return done;
    }

    /** Drives once for each step, also where a step on the boundary of a frame comes a frame later than it was expected. */
    private drive(timeStep: number) {
        if (this.isDriven) return;
        this.isDriven = true;
        this.beforeStep(timeStep);
    }

    /** Time that Bullet was given and has not simulated yet, seconds. */
    get localTime(): number {
        return this.ammo.HEAPF32[(this.address >> 2) + this.layout.localTime];
    }

    /** One step begins. */
    private beforeStep(timeStep: number) {
        const { clock, frameTime, remainder } = this;
        this.stepsLeft--;
        clock[0] = timeStep;
        const left = remainder + Math.max(0, this.stepsLeft) * timeStep;
        clock[1] = frameTime > 0 ? Math.min(1, Math.max(0, 1 - left / frameTime)) : 1;
        for (const listener of this.listeners) listener.beforeStep();
    }

    /** Keeps what the project has applied to its bodies in this frame. Answers the bodies' addresses. */
    private keepForces(): number[] {
        const { ammo, layout } = this;
        const heap = ammo.HEAPF32;
        const bodies = (this.physics as DynamicBodies)._dynamic ?? [];
        const addresses = bodies.flatMap(({ body }) => (body ? [ammo.getPointer(body) >> 2] : []));
        if (this.kept.length < KEPT * addresses.length) this.kept = new Float64Array(KEPT * addresses.length);
        addresses.forEach((address, i) => {
            for (let axis = 0; axis < 3; axis++) {
                this.kept[KEPT * i + axis] = heap[address + layout.force + axis];
                this.kept[KEPT * i + 3 + axis] = heap[address + layout.torque + axis];
            }
        });
        return addresses;
    }

    private restoreForces(addresses: readonly number[]) {
        const { ammo, layout, kept } = this;
        const heap = ammo.HEAPF32;
        addresses.forEach((address, i) => {
            for (let axis = 0; axis < 3; axis++) {
                heap[address + layout.force + axis] = kept[KEPT * i + axis];
                heap[address + layout.torque + axis] = kept[KEPT * i + 3 + axis];
            }
        });
    }
}
