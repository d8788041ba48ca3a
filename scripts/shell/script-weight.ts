import { clampWeight, WeightTransition } from './weight-transition';

// The weight of a script: its attribute, which a user may set at any time, and what brings it to a goal in a given time.

/** A script that may have a weight. */
interface Weighted { weight?: number }

export class ScriptWeight {
    private readonly transition = new WeightTransition(1);

    constructor(private readonly script: Weighted) {}

    /** What is applied: eased in and out while the weight is on its way; 1 for a script without the attribute. */
    get applied(): number {
        return this.transition.applied;
    }

    /** The weight now, 0..1. */
    get now(): number {
        return clampWeight(this.script.weight ?? 1);
    }

    /** Whether the weight is on its way, and the seconds until it arrives. */
    get isMoving(): boolean {
        return this.transition.running;
    }

    get remaining(): number {
        return this.transition.remaining;
    }

    /** Takes the attribute as it is, at once. */
    begin() {
        this.transition.set(this.now);
    }

    /** Sets the weight at once, and ends a transition. NaN counts as 0. */
    set(weight: number) {
        this.script.weight = clampWeight(weight);
        this.begin();
    }

    /**
     * Brings the weight to a goal, linearly in time; what is applied of it eases in and out.
     *
     * @param goal - Weight at the end, 0..1.
     * @param time - Seconds; 0 or less: at once.
     * @param mayInterrupt - false: nothing is done while another transition runs.
     */
    moveTo(goal: number, time: number, mayInterrupt = true) {
        const { transition } = this;
        if (transition.running && !mayInterrupt) return;
        this.adopt();
        transition.start(goal, transition.weight === goal ? 0 : time);
        this.script.weight = transition.weight;
    }

    /** One frame. */
    step(dt: number) {
        const { transition } = this;
        this.adopt();
        if (!transition.running) return;
        transition.step(dt);
        this.script.weight = transition.weight;
    }

    /** A weight that was set by hand is the user's last word. */
    private adopt() {
        const weight = this.script.weight ?? 1;
        if (weight !== this.transition.weight) this.transition.set(clampWeight(weight));
    }
}
