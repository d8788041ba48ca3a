import { Quat, Vec3 } from 'playcanvas';

import type { Pose } from './pose';
import { frame } from './skeleton';

// Bends a limb of two bones so that its end reaches a point. Analytic, for authoring clips.

/** The axis a leg bends about in the bind pose, in model space; its knee then stands ahead of the line from hip to foot. */
const BEND_AXIS = Vec3.RIGHT;

/** The turn that takes a bone from its bind direction to `along`, with its bend axis towards `axis`. */
function aim(bindAlong: Vec3, along: Vec3, axis: Vec3): Quat {
    return frame(along, axis).mul(frame(bindAlong, BEND_AXIS).invert());
}

/**
 * Turns `upper` and `lower` so that the joint `end` comes to `target`. The middle joint stands off the line from root to target
 * towards `line x axis`. Throws when the target is out of reach: the end would leave it.
 */
export function reach(pose: Pose, upper: number, lower: number, end: number, target: Vec3, axis: Vec3): void {
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
    const ahead = new Vec3().cross(along, axis).normalize();
    const upperAlong = along.mulScalar(Math.cos(lift)).add(ahead.mulScalar(Math.sin(lift)));
    const middle = root.add(upperAlong.clone().mulScalar(upperLength));
    pose.turn(upper, aim(upperBind, upperAlong, axis));
    pose.turn(lower, aim(lowerBind, target.clone().sub(middle), axis));
}
