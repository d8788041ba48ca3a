import { Vec3 } from 'playcanvas';

import { path, type Key } from './curves';

// The way of a foot through the air: it leaves the floor with the floor's own speed and comes down on it the same way.

/** One swing. Phases are those of the foot's stride, in which it touches down at 0 and leaves the floor at `stance`. */
export interface Swing {
    stance: number;
    /** Where the foot is while it is down. */
    stand(phase: number): Vec3;
    /** Keys between lift-off and touch-down: height, and place along Z. */
    height: Key[];
    ahead: Key[];
    /** Metres a stride by which it rises from the floor faster than its stance would, and comes down. */
    lifting: number;
    landing: number;
}

/** Step of phase for the slopes where swing meets stance. */
const PHASE_STEP = 1e-4;

/** The foot's place at a phase from `stance` to 1. */
export function createSwing({ stance, stand, height, ahead, lifting, landing }: Swing): (phase: number) => Vec3 {
    const slope = (a: number, b: number, axis: 'x' | 'y' | 'z') => (stand(b)[axis] - stand(a)[axis]) / (b - a);
    const along = (axis: 'x' | 'y' | 'z', middle: Key[], rise = 0, sink = 0) => path(
        [[stance, stand(stance)[axis]], ...middle, [1, stand(0)[axis]]],
        slope(stance - PHASE_STEP, stance, axis) + rise,
        slope(0, PHASE_STEP, axis) - sink
    );
    const [x, y, z] = [along('x', []), along('y', height, lifting, landing), along('z', ahead)];
    return phase => new Vec3(x(phase), y(phase), z(phase));
}
