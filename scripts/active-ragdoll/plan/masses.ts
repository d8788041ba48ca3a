import type { Plan } from './plan';
import type { Flat } from '../../core/math/flat-math';
import type { Rig } from '../../rig/rig';
import type { RigidBodySettings } from '../settings';
import { volumeOf, type Shape } from '../shapes/shape';

// Masses and moments of inertia.
//
// Shares of the body's mass after de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics 29 (1996),
// the mean of his women and men. A segment that has several bones is shared out by the volumes of their shapes; so are the masses of
// animals and of bones without a name, for which there is no such table.

/** Which masses the bodies get. */
export type MassPreset = 'stable' | 'anatomical';

/** Shares of the body's mass, percent; of limbs for one side. */
const SHARES: readonly (readonly [RegExp, number])[] = [
    [/^(?:head|neck\d*)$/, 6.81],
    [/^(?:spine\d*|.*Clavicle)$/, 31.195],
    [/^hips$/, 11.82],
    [/^leftUpperArm$/, 2.63], [/^rightUpperArm$/, 2.63],
    [/^leftForearm$/, 1.5], [/^rightForearm$/, 1.5],
    [/^leftHand$/, 0.585], [/^rightHand$/, 0.585],
    [/^leftThigh$/, 14.47], [/^rightThigh$/, 14.47],
    [/^leftShin$/, 4.57], [/^rightShin$/, 4.57],
    [/^leftFoot$/, 1.33], [/^rightFoot$/, 1.33]
];

/** Shares of the mass of each body; the sum is 1. */
export function shareMass(rig: Rig, plans: readonly Plan[], shapes: readonly Shape[]): Float64Array {
    const volumes = shapes.map(volumeOf);
    const shares = new Float64Array(plans.length);
    let known = 0;
    let knownVolume = 0;
    if (rig.legs !== 4) {
        for (const [part, share] of SHARES) {
            const bodies = plans.flatMap(({ role }, i) => (role && part.test(role) ? [i] : []));
            const volume = bodies.reduce((sum, i) => sum + volumes[i], 0);
            for (const i of bodies) shares[i] = share * volumes[i] / volume;
            if (bodies.length > 0) known += share;
            knownVolume += volume;
        }
    }
    const density = knownVolume > 0 ? known / knownVolume : 1;
    shares.forEach((share, i) => { if (share === 0) shares[i] = density * volumes[i]; });
    const total = shares.reduce((sum, share) => sum + share, 0);
    return shares.map(share => share / total);
}

/** Writes the moments of inertia of a solid shape about its axes. */
export function solidInertia(out: Flat, { kind, half, radius }: Shape, mass: number): void {
    if (kind === 'box') {
        for (let axis = 0; axis < 3; axis++) out[axis] = mass / 3 * (half[(axis + 1) % 3] ** 2 + half[(axis + 2) % 3] ** 2);
        return;
    }
    // a cylinder with two half balls, by their shares of the volume
    const length = 2 * half[1];
    const ends = 4 / 3 * radius;
    const cylinder = mass * length / (length + ends);
    const balls = mass - cylinder;
    out[1] = cylinder * radius * radius / 2 + balls * 0.4 * radius * radius;
    // the centre of a half ball lies 3/8 of the radius beyond the end of the cylinder
    out[0] = out[2] = cylinder * (length * length / 12 + radius * radius / 4) +
        balls * (0.4 * radius * radius + length * length / 4 + 3 / 8 * length * radius);
}

/** Range of a body's mass to its parent's, and the most that an inertia is raised: what Jolt's documentation gives for a stable ragdoll. */
export const LEAST_RATIO = 0.8;
export const MOST_RATIO = 1.2;
export const MOST_INERTIA = 2;

/** The masses with the ratio of each body to its parent brought into the stable range; the sum stays. */
export function conditionMasses(masses: Flat, parents: readonly number[]): Float64Array {
    const out = Float64Array.from(masses);
    parents.forEach((parent, i) => {
        if (parent >= 0) out[i] = out[parent] * Math.min(MOST_RATIO, Math.max(LEAST_RATIO, masses[i] / masses[parent]));
    });
    const scale = sum(masses) / sum(out);
    return out.map(mass => mass * scale);
}

/** Raises each inertia to the sum of what hangs on the body, the largest moments compared; at most to {@link MOST_INERTIA} times. */
export function conditionInertia(bodies: readonly RigidBodySettings[]): void {
    const carried = new Float64Array(bodies.length);
    for (let i = bodies.length - 1; i >= 0; i--) {
        const { inertia, parent } = bodies[i];
        const own = Math.max(...inertia);
        const raise = Math.min(MOST_INERTIA, Math.max(1, carried[i] / own));
        inertia.forEach((moment, axis) => { inertia[axis] = moment * raise; });
        if (parent >= 0) carried[parent] += own * raise;
    }
}

function sum(values: Flat): number {
    return values.reduce((total, value) => total + value, 0);
}
