import { Quat, Vec3 } from 'playcanvas';

import type { Skeleton } from './skeleton';

// A pose told in model space: how far each bone has turned away from the bind pose, whatever axes it has.
//
// A bone without a turn of its own follows its parent. Turns are in the model's axes: X to the character's left, Y up, Z forwards.

/** A pose of a skeleton, built bone by bone and read by {@link Pose.place} and {@link Pose.local}. */
export class Pose {
    /** Shift of the root from its bind place, in metres. */
    readonly shift = new Vec3();

    private readonly turns: (Quat | null)[];

    constructor(readonly skeleton: Skeleton) {
        this.turns = skeleton.names.map(() => null);
    }

    /** Turns a bone away from its bind pose, in model space; what the parent does no longer matters. */
    turn(bone: number, rotation: Quat): void {
        this.turns[bone] = rotation;
    }

    /** Turns a bone relative to its parent; the rotation is in the model's axes of the bind pose. */
    bend(bone: number, rotation: Quat): void {
        this.turns[bone] = this.turned(this.skeleton.parents[bone]).mul(rotation);
    }

    /** How far a bone has turned from its bind pose, in model space. */
    turned(bone: number): Quat {
        if (bone < 0) return new Quat();
        return this.turns[bone]?.clone() ?? this.turned(this.skeleton.parents[bone]);
    }

    /** Where a point that is `bind` in the bind pose and fixed to the bone has gone. */
    carry(bone: number, bind: Vec3): Vec3 {
        const offset = bind.clone().sub(this.skeleton.positions[bone]);
        return this.turned(bone).transformVector(offset, offset).add(this.place(bone));
    }

    /** Place of a joint in model space. */
    place(bone: number): Vec3 {
        const parent = this.skeleton.parents[bone];
        const bind = this.skeleton.positions[bone];
        return parent < 0 ? bind.clone().add(this.shift) : this.carry(parent, bind);
    }

    /** Rotation of a bone to its parent. */
    local(bone: number): Quat {
        const world = (i: number) => (i < 0 ? new Quat() : this.turned(i).mul(this.skeleton.rotations[i]));
        return world(this.skeleton.parents[bone]).invert().mul(world(bone)).normalize();
    }
}

const LEFT = new Vec3(1, 0, 0);
const UP = new Vec3(0, 1, 0);
const FORWARD = new Vec3(0, 0, 1);

/** A turn told as an animator would: nod forwards, then lean to the right, then turn to the left, in degrees. */
export function turnBy(forward: number, leanRight = 0, turnLeft = 0): Quat {
    const yaw = new Quat().setFromAxisAngle(UP, turnLeft);
    const roll = new Quat().setFromAxisAngle(FORWARD, leanRight);
    const pitch = new Quat().setFromAxisAngle(LEFT, forward);
    return yaw.mul(roll).mul(pitch);
}
