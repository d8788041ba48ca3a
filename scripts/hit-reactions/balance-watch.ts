import type { BodyTree, SteeredBodies } from '../core/dynamics/steering';
import type { Flat } from '../core/math/flat-math';
import { imbalance } from '../core/reactions/balance';

// Watches whether a body that is pushed can still catch itself.
//
// What holds a body to its animation also takes from it what a push gives it. So the push of contacts is remembered for a moment: it counts for
// the balance, and a falling body gets it back.

/** Seconds for which a body staggers at least. */
const STAGGER_TIME = 0.3;

export function totalMass({ masses }: BodyTree): number {
    let mass = 0;
    for (let body = 0; body < masses.length; body++) mass += masses[body];
    return mass;
}

export class BalanceWatch {
    /** How far out of balance the body is: from 1 on it cannot catch itself. */
    imbalance = 0;

    /** How far the extrapolated centre of mass is off the animation's, x and z, metres, and the time of the pendulum, seconds. */
    readonly offset = new Float64Array(3);

    /** Seconds until a body that is in balance again no longer staggers. */
    private staggerTime = 0;

    /** Masses of the bodies that do not hang. */
    private readonly masses: Flat;

    /** Velocity on the level that contacts have given the whole body, x and z, m/s. */
    private readonly push = new Float64Array(2);

    /** The same that it has against the animation. */
    private readonly own = new Float64Array(2);

    /**
     * @param count - How many bodies there are.
     * @param feet - The last bodies of the legs.
     */
    constructor(private readonly count: number, readonly feet: Int32Array) {
        this.masses = new Float64Array(count);
    }

    /** Whether a step would be needed to stay on one's feet, or was just now. */
    get isStaggering(): boolean {
        return this.staggerTime > 0;
    }

    reset() {
        this.imbalance = this.staggerTime = 0;
    }

    /**
     * One step.
     *
     * @param limp - Bodies that only hang from the others.
     * @param given - What contacts have given the whole body of late, x and z, newton seconds.
     * @param gravity - m/s², downwards; 0: balance does not matter.
     * @param h - Seconds.
     */
    step({ state, target, tree }: SteeredBodies, limp: readonly boolean[], given: Flat, gravity: number, h: number) {
        const { masses, push, count, feet } = this;
        for (let body = 0; body < count; body++) masses[body] = limp[body] ? 0 : tree.masses[body];
        const mass = totalMass(tree);
        for (let i = 0; i < 2; i++) push[i] = given[i] / mass;
        this.imbalance = imbalance(state, target, tree, masses, feet, gravity, this.offset, push);
        this.staggerTime = this.imbalance > 0 ? STAGGER_TIME : Math.max(0, this.staggerTime - h);
    }

    /** Gives a body the velocity that its pins have taken from what pushed it, where that is more than is left of it. */
    giveBack({ state, target, tree }: SteeredBodies) {
        const { push, own, count } = this;
        const mass = totalMass(tree);
        own.fill(0);
        for (let body = 0; body < count; body++) {
            const share = tree.masses[body] / mass;
            for (let i = 0; i < 2; i++) own[i] += share * (state.linear[3 * body + 2 * i] - target.linear[3 * body + 2 * i]);
        }
        if (own[0] * own[0] + own[1] * own[1] >= push[0] * push[0] + push[1] * push[1]) return;
        for (let body = 0; body < count; body++) for (let i = 0; i < 2; i++) state.linear[3 * body + 2 * i] += push[i] - own[i];
    }
}
