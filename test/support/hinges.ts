import { Vec3, type Entity, type Quat } from 'playcanvas';

import type { Actor } from './ragdoll-stage';

// Knees and elbows, by their geometry: where they are, and how far they are bent the wrong way.

/** A joint that bends to one side, and its upper and lower bone as directions in their own frames. */
export interface Hinge {
    readonly name: string;
    readonly upper: Entity;
    readonly lower: Entity;
    readonly upperAxis: Vec3;
    readonly lowerAxis: Vec3;
    /** Direction to which the lower bone goes when it bends the right way, in the frame of the upper bone. */
    readonly side: Vec3;
}

/** Bones of each; where the lower one ends: four legs have a bone more. */
const HINGES = [['Knee', 'Thigh', 'Shin', 'Metatarsus', 'Foot'], ['Elbow', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand']] as const;

/** The knees and elbows, two a side also on four legs; each bends to where the clip that runs bends it on average. */
export function hingesOf({ ragdoll, stage }: Actor): Hinge[] {
    const seenFrom = (bone: Entity, direction: Vec3) => bone.getRotation().clone().invert().transformVector(direction, new Vec3());
    const between = (from: Entity, to: Entity) => new Vec3().sub2(to.getPosition(), from.getPosition()).normalize();
    const found = HINGES.flatMap(([name, ...parts]) => ['left', 'right'].map((side) => {
        const [upper, lower, end] = parts.flatMap(part => ragdoll.control.bones[ragdoll.control.bodyOf(`${side}${part}`, () => {})] as Entity ?? []);
        return { name: side + name, upper, lower, upperAxis: seenFrom(upper, between(upper, lower)), lowerAxis: seenFrom(lower, between(lower, end)), side: new Vec3() };
    }));
    stage.run(2, 60, () => {
        for (const { upper, lower, lowerAxis, side } of found) side.add(seenFrom(upper, lower.getRotation().transformVector(lowerAxis, new Vec3())));
    });
    for (const { side, upperAxis } of found) side.sub(upperAxis.clone().mulScalar(side.dot(upperAxis))).normalize();
    return found;
}

/**
 * How far a hinge is bent the wrong way, degrees: the lower bone's angle to the plane in which it is straight or bent aside. A hinge
 * that bends aside, or that is folded, has no other sign by that.
 */
export function backwards({ lowerAxis, side }: Hinge, upper: Quat, lower: Quat): number {
    const bent = lower.transformVector(lowerAxis, new Vec3()).dot(upper.transformVector(side, new Vec3()));
    return -Math.asin(Math.max(-1, Math.min(1, bent))) * 180 / Math.PI;
}

/** The same as it is shown. */
export function shownBackwards(hinge: Hinge): number {
    return backwards(hinge, hinge.upper.getRotation(), hinge.lower.getRotation());
}
