import { normalizeQuat, type Flat } from './flat-math';

// From the axes of a frame to its rotation.

/** The quaternion of three unit axes, nine numbers (x, then y, then z). Divides by the largest part, which is never small. */
export function axesQuat([ax, ay, az, bx, by, bz, cx, cy, cz]: Flat): Flat {
    const out = new Float64Array(4);
    if (ax + by + cz > 0) out.set([bz - cy, cx - az, ay - bx, 1 + ax + by + cz]);
    else if (ax >= by && ax >= cz) out.set([1 + ax - by - cz, bx + ay, cx + az, bz - cy]);
    else if (by >= cz) out.set([bx + ay, 1 + by - ax - cz, cy + bz, cx - az]);
    else out.set([cx + az, cy + bz, 1 + cz - ax - by, ay - bx]);
    normalizeQuat(out, 0);
    return out;
}
