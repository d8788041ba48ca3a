import type { Pose } from './pose';

// Poses on the ground: told by hand they would hover or sink by centimetres.

/** Thickness around joints: the first entry whose name is in a bone's counts; a bone without one does not touch the ground. Metres. */
export type Thickness = readonly (readonly [name: RegExp, radius: number])[];

/** Moves a pose up or down so that it touches the ground and nothing is below it. */
export function touchGround(pose: Pose, thickness: Thickness): void {
    let lowest = Infinity;
    pose.skeleton.names.forEach((name, bone) => {
        const radius = thickness.find(([part]) => part.test(name))?.[1];
        if (radius !== undefined) lowest = Math.min(lowest, pose.place(bone).y - radius);
    });
    pose.shift.y -= lowest;
}
