import { Quat, Vec3, type GraphNode } from 'playcanvas';

import { angleOf } from './geometry';
import type { Actor } from './look-at-stage';
import type { PerfectLookAt } from '../../scripts/index';

// A chain of look-at bones as geometry sees it: joints that carry an eye's ray, each with a cone about its parent's forward.

/** A bone of the chain on an instance without script. */
export interface Joint {
    node: GraphNode;
    /** Largest angle between the bone's forward and its parent's: the row's limit, or the clip's own swing where that is larger. */
    limit: number;
    upWeight: number;
}

/** The chain of a script on the twin of its character, posed by the clip alone. */
export function jointsOf(look: PerfectLookAt, actor: Actor, twin: Actor): Joint[] {
    return look.lookAtBones.map((row) => {
        const node = row.bone ? twin.same(row.bone, actor) : twin.model.findByName(row.boneName)!;
        return { node, limit: Math.max(row.rotationLimit, twin.swingOf(node)), upWeight: row.rotateAroundUpVectorWeight };
    });
}

/** The smallest turn from one direction to another; about any axis when they are opposite. */
export function arcBetween(from: Vec3, to: Vec3): Quat {
    const [a, b] = [from.clone().normalize(), to.clone().normalize()];
    const axis = new Vec3().cross(a, b);
    const sine = axis.length();
    if (sine < 1e-12) axis.cross(a, Math.abs(a.x) < 0.8 ? Vec3.RIGHT : Vec3.UP);
    return new Quat().setFromAxisAngle(axis.normalize(), Math.atan2(sine, a.dot(b)) * 180 / Math.PI);
}

/** A direction at an angle from another one, at a heading around it, both in degrees. */
export function directionBeside(axis: Vec3, angle: number, heading: number): Vec3 {
    const side = new Vec3().cross(axis, Math.abs(axis.x) < 0.8 ? Vec3.RIGHT : Vec3.UP).normalize();
    const turn = new Quat().setFromAxisAngle(axis, heading).mul(new Quat().setFromAxisAngle(side, angle));
    return turn.transformVector(axis, new Vec3());
}

/** Turns a node in world space. */
export function turnNode(node: GraphNode, turn: Quat) {
    node.setRotation(turn.clone().mul(node.getRotation()));
}

/** Angle between a ray and the line from its start to a point. */
export function rayError(eye: Vec3, gaze: Vec3, point: Vec3): number {
    return angleOf(gaze, point.clone().sub(eye));
}
