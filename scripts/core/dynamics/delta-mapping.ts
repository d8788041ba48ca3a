import type { RigidState } from './rigid-state';
import { copyQuat, multiplyQuat, multiplyQuatInverse, normalizeQuat, rotateVec, slerpQuat, type Flat } from '../math/flat-math';

// Shown pose = this frame's animation, changed by what the physics has done to the pose that it was driven to.
//
// Physics runs before the animation of a frame and in steps of its own, so bodies are always behind the pose of the frame. Shown as they
// are, they lag. But where a body is on its target, nothing has happened to it, and this frame's pose is what it should show. So only the
// difference between body and target is shown, on top of this frame's pose. A body that takes up only a share of its target's motion is
// behind by that share of the lag; one that takes up none is shown as it is.

/** A body's place against its bone. */
export interface Mounting {
    /** Centre of the body in the bone's frame, three numbers a body. */
    readonly offsets: Flat;
    /** Rotation of the body in the bone's frame, four numbers a body. */
    readonly rotations: Flat;
}

const one = new Float64Array(1);
const caught = new Float64Array(4);
const change = new Float64Array(4);
const arm = new Float64Array(3);

/**
 * Writes where a body's bone is shown.
 *
 * @param rotation - Takes the bone's world rotation.
 * @param position - Takes the bone's world position.
 * @param body - Index of the body.
 * @param places - Where the bodies are.
 * @param driven - Where they were driven to at that time.
 * @param now - Where this frame's animation has them.
 * @param mounting - The bodies' places against their bones.
 * @param turnShare - Share of the lag of the rotation that is made up for, 0..1.
 * @param moveShare - Share of the lag of the position.
 */
export function mapBody(
    rotation: Flat, position: Flat, body: number, places: RigidState, driven: RigidState, now: RigidState, mounting: Mounting,
    turnShare: Flat, moveShare: Flat
): void {
    const o = 3 * body;
    const q = 4 * body;
    // the target as far as the body can be expected to follow it until now, and what the physics has changed
    blendQuat(caught, driven.rotations, now.rotations, q, turnShare[body]);
    multiplyQuatInverse(change, 0, places.rotations, q, driven.rotations, q);
    multiplyQuat(caught, 0, change, 0, caught, 0);
    multiplyQuatInverse(rotation, 0, caught, 0, mounting.rotations, q);
    rotateVec(arm, 0, rotation, 0, mounting.offsets, o);
    const share = moveShare[body];
    for (let i = 0; i < 3; i++) {
        position[i] = places.positions[o + i] + (now.positions[o + i] - driven.positions[o + i]) * share - arm[i];
    }
}

/** Interpolates between two rotations that are a frame apart. */
function blendQuat(out: Flat, from: Flat, to: Flat, o: number, share: number): void {
    const cosine = from[o] * to[o] + from[o + 1] * to[o + 1] + from[o + 2] * to[o + 2] + from[o + 3] * to[o + 3];
    const signed = cosine < 0 ? -share : share;
    const rest = 1 - share;
    out[0] = from[o] * rest + to[o] * signed;
    out[1] = from[o + 1] * rest + to[o + 1] * signed;
    out[2] = from[o + 2] * rest + to[o + 2] * signed;
    out[3] = from[o + 3] * rest + to[o + 3] * signed;
    normalizeQuat(out, 0);
}

/** Moves a rotation towards the mapped one by a weight. */
export function mixRotation(out: Flat, o: number, animated: Flat, i: number, mapped: Flat, weight: number): void {
    if (weight >= 1) {
        copyQuat(out, o, mapped, 0);
        return;
    }
    one[0] = weight;
    slerpQuat(out, o, animated, i, mapped, 0, one, 0);
}
