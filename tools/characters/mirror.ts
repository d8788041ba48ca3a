import { Vec3 } from 'playcanvas';

import type { Joint } from './skeleton';

// The two sides of a body: what is told for the left one, placed on both.

/** The same point on the other side. */
export function mirrored(v: Vec3): Vec3 {
    return new Vec3(-v.x, v.y, v.z);
}

/** How a side places what is told for the left one. */
export type Place = (v: Vec3) => Vec3;

/** Places on the left, then on the right. */
export const PLACES: Place[] = [v => v, mirrored];

/** What `make` gives for the left and for the right. */
export function both<T>(make: (place: Place) => T): T[] {
    return PLACES.map(make);
}

/** A joint of the left side on the right, under the names that `rename` gives. */
export function toRight(joint: Joint, rename: (name: string) => string): Joint {
    return {
        name: rename(joint.name),
        parent: joint.parent && rename(joint.parent),
        position: mirrored(joint.position),
        along: mirrored(joint.along),
        // a mirrored frame would be left-handed, so +X turns round
        side: mirrored(joint.side).mulScalar(-1)
    };
}
