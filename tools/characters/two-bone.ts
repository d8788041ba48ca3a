import { Quat, Vec3 } from 'playcanvas';

import type { Pose } from './pose';
import { frame } from './skeleton';

// Bends a limb of two bones so that its end reaches a point. Analytic, for authoring clips.

/** The axis that a limb bends about, in model space. */
export interface BendAxis {
    /** In the bind pose: +X for a knee, which stands ahead of the line from hip to foot, -X for an elbow. */
    bind: Vec3;
    /** In the pose. */
    posed: Vec3;
}

/** The turn that takes a bone from its bind direction to `along`, with its bend axis towards the posed one. */
function aim(bindAlong: Vec3, along: Vec3, axis: BendAxis): Quat {
    return frame(along, axis.posed).mul(frame(bindAlong, axis.bind).invert());
}

/**
 * Turns `upper` and `lower` so that the joint `end` comes to `target`. The middle joint stands off the line from root to target
 * towards `line x axis.posed`. Throws when the target is out of reach: the end would leave it.
 */
export function reach(pose: Pose, upper: number, lower: number, end: number, target: Vec3, axis: BendAxis): void {
    const { positions } = pose.skeleton;
    const upperBind = positions[lower].clone().sub(positions[upper]);
    const lowerBind = positions[end].clone().sub(positions[lower]);
    const upperLength = upperBind.length();
    const lowerLength = lowerBind.length();
    const root = pose.place(upper);
    const along = target.clone().sub(root);
    const distance = along.length();
    along.normalize();
    if (distance > upperLength + lowerLength) {
        const name = pose.skeleton.names[end];
        throw new Error(`reach: ${name} is ${(distance - upperLength - lowerLength).toFixed(4)} m short of its target. Bring its root nearer.`);
    }

    const cosine = (upperLength * upperLength + distance * distance - lowerLength * lowerLength) / (2 * upperLength * distance);
    const lift = Math.acos(cosine);
    const ahead = new Vec3().cross(along, axis.posed).normalize();
    const upperAlong = along.mulScalar(Math.cos(lift)).add(ahead.mulScalar(Math.sin(lift)));
    const middle = root.add(upperAlong.clone().mulScalar(upperLength));
    pose.turn(upper, aim(upperBind, upperAlong, axis));
    pose.turn(lower, aim(lowerBind, target.clone().sub(middle), axis));
}
