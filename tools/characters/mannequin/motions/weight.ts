import { Vec3 } from 'playcanvas';

import type { Bounce } from '../../ground-force';
import type { Skeleton } from '../../skeleton';
import { gaitPose, type Gait } from '../gait';
import { centreOfMass } from '../mass';

// A gait whose weight goes as the force on its feet says: the pelvis is moved until the centre of mass does.

/** Places of the pelvis in a cycle, and rounds in which they are found: each leaves a tenth of what was wrong. */
const PLACES = 84;
const ROUNDS = 5;

/** The smooth closed curve through values at even phases. */
function closed(values: readonly Vec3[]): (phase: number) => Vec3 {
    const n = values.length;
    return (phase) => {
        const at = (phase - Math.floor(phase)) * n;
        const i = Math.floor(at);
        const t = at - i;
        const [a, b, c, d] = [-1, 0, 1, 2].map(k => values[(i + k + n) % n]);
        const along = (axis: 'x' | 'y' | 'z') => b[axis] + 0.5 * t * (c[axis] - a[axis] + t * (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis] + t * (3 * (b[axis] - c[axis]) + d[axis] - a[axis])));
        return new Vec3(along('x'), along('y'), along('z'));
    };
}

/** The same gait with its pelvis moved up and down, to and fro, about where it was on average. */
export function carryWeight(skeleton: Skeleton, gait: Gait, { height, ahead }: Bounce): Gait {
    const phases = Array.from({ length: PLACES }, (_, i) => i / PLACES);
    const mean = (list: readonly Vec3[]) => list.reduce((sum, v) => sum.add(v), new Vec3()).mulScalar(1 / PLACES);
    const level = mean(phases.map(gait.shift));
    let places = phases.map((phase) => {
        const { x } = gait.shift(phase);
        return new Vec3(x, level.y + height(phase), level.z + ahead(phase));
    });
    for (let round = 0; round < ROUNDS; round++) {
        const found: readonly Vec3[] = places;
        const masses = phases.map((phase, i) => centreOfMass(gaitPose(skeleton, { ...gait, shift: () => found[i] }, phase)));
        const middle = mean(masses);
        const moved = found.map((place, i) => new Vec3(
            place.x, place.y + middle.y + height(phases[i]) - masses[i].y, place.z + middle.z + ahead(phases[i]) - masses[i].z));
        const drift = mean(moved).sub(level);
        places = moved.map(place => new Vec3(place.x, place.y - drift.y, place.z - drift.z));
    }
    return { ...gait, shift: closed(places) };
}
