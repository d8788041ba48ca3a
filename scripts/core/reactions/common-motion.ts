import type { RigidState } from '../dynamics/rigid-state';
import type { Flat } from '../math/flat-math';

// Gives bodies what their animation gains as a whole on the level: a character that starts, stops or turns is moved by its game, not by a force.
//
// Pins that a hit has weakened would leave the bodies behind, and balance would be lost by nothing but a change of state.

export class CommonMotion {
    /** Velocity of the animation's centre of mass on the level in the step before, x and z; NaN: not known. */
    private readonly before: Flat = new Float64Array(2).fill(NaN);

    /** The animation was put elsewhere: what changes with that is no motion. */
    forget() {
        this.before.fill(NaN);
    }

    /**
     * Goes along for one step, before the drives.
     *
     * @param state - Is changed.
     * @param target - Where the animation has the bodies.
     * @param masses - Kilograms.
     * @param late - Distance that the bodies would have gone in the step before, had its target been known, as velocities for it.
     * @param h - Seconds of that distance; 0: the target was known.
     * @returns Whether places were changed.
     */
    step({ positions, linear, count }: RigidState, target: RigidState, masses: Flat, late: Flat, h: number): boolean {
        const { before } = this;
        for (let axis = 0; axis < 3; axis += 2) {
            let velocity = 0, lag = 0, mass = 0;
            for (let body = 0; body < count; body++) {
                mass += masses[body];
                velocity += masses[body] * target.linear[3 * body + axis];
                lag += masses[body] * late[3 * body + axis];
            }
            const gain = velocity / mass - before[axis / 2];
            before[axis / 2] = velocity / mass;
            if (!(Math.abs(gain) < Infinity)) continue;
            for (let body = 0; body < count; body++) {
                linear[3 * body + axis] += gain;
                positions[3 * body + axis] += h * lag / mass;
            }
        }
        return h > 0;
    }
}
