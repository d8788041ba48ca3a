import { Quat, type Entity, type Vec3 } from 'playcanvas';

import { jumpDistance } from '../../core/dynamics/jump';
import type { RigidState } from '../../core/dynamics/rigid-state';
import { copyQuat, copyVec, dotVec, multiplyQuat, multiplyQuatInverse, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';

// Moves of the entity that are no motion.

/** How the entity was moved: a turn about a point, then a shift. */
export interface Teleport {
    readonly turn: Flat;
    readonly pivot: Flat;
    readonly shift: Flat;
}

/** Moves the entity, and says how. Answers null, and moves nothing, where the place is no number. */
export function findTeleport(entity: Entity, position: Vec3, rotation?: Quat): Teleport | null {
    const given = rotation ?? Quat.IDENTITY;
    const above = entity.parent?.getWorldTransform().data ?? [];
    // below what is no number there is no place
    if (![position.x, position.y, position.z, given.x, given.y, given.z, given.w, ...above].every(Number.isFinite)) return null;
    const from = entity.getPosition().clone();
    const turned = entity.getRotation().clone().invert();
    entity.setPosition(position);
    if (rotation) entity.setRotation(rotation);
    const to = entity.getPosition();
    const { x, y, z, w } = new Quat().mul2(entity.getRotation(), turned).normalize();
    return {
        turn: Float64Array.of(x, y, z, w),
        pivot: Float64Array.of(from.x, from.y, from.z),
        shift: Float64Array.of(to.x - from.x, to.y - from.y, to.z - from.z)
    };
}

/** Receives moves that are no motion. */
export interface MoveReceiver {
    /** What the character stands on was moved: a turn about a point, then a shift. */
    carry(turn: Flat, pivot: Flat, shift: Flat): void;
    /** The animation has leapt from one pose to another; each body has turned so, four numbers a body. */
    leap(from: RigidState, to: RigidState, turns: Flat): void;
    /** The animation is known to have gone on from a leap with other velocities. */
    goOn(): void;
}

/** Watches what a character hangs on for moves that nothing makes in one frame: the game has put it elsewhere. */
export class JumpWatch {
    private readonly position = new Float64Array(3);

    private readonly rotation = new Float64Array(4);

    private isKnown = false;

    private readonly turn = new Float64Array(4);

    private readonly shift = new Float64Array(3);

    /** Forgets where it was. */
    forget() {
        this.isKnown = false;
    }

    /**
     * Looks where it is in this frame.
     *
     * @param pose - The pose that was read.
     * @param dt - Time of the frame in seconds.
     * @param height - Height of the character, metres.
     * @param carried - Told of a jump, before anything takes it for motion.
     */
    look({ base, positions, rotations }: FlatPose, dt: number, height: number, carried: MoveReceiver | null) {
        const { position, rotation, turn, shift, isKnown } = this;
        const most = jumpDistance(height, dt);
        subtractVec(shift, 0, positions, 3 * base, position, 0);
        if (isKnown && dotVec(shift, 0, shift, 0) > most * most) {
            multiplyQuatInverse(turn, 0, rotations, 4 * base, rotation, 0);
            carried?.carry(turn, position, shift);
        }
        copyVec(position, 0, positions, 3 * base);
        copyQuat(rotation, 0, rotations, 4 * base);
        this.isKnown = true;
    }

    /** Goes along with a move that was told already. */
    carry(by: Flat, pivot: Flat, shift: Flat) {
        const { position, rotation } = this;
        subtractVec(position, 0, position, 0, pivot, 0);
        rotateVec(position, 0, by, 0, position, 0);
        for (let i = 0; i < 3; i++) position[i] += pivot[i] + shift[i];
        multiplyQuat(rotation, 0, by, 0, rotation, 0);
    }
}
