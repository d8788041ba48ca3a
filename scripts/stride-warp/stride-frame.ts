import { normalizeVec, type Flat } from '../core/math/flat-math';
import type { Rig } from '../rig/rig';

// What all feet of a frame have in common.

export interface StrideFrame {
    dt: number;
    readonly up: Flat;
    /** Direction of the clip, and of the stride as long as its share. */
    readonly ahead: Flat;
    readonly stride: Flat;
    /** How the ground has moved since the last frame, world space. */
    readonly ground: Flat;
    /** How fast the character goes across `up`, world units a second. */
    readonly velocity: Flat;
    /** Height of the character in the scene. */
    height: number;
}

export function createStrideFrame(): StrideFrame {
    const vec = () => new Float64Array(3);
    return { dt: -0, height: -0, up: vec(), ahead: vec(), stride: vec(), ground: vec(), velocity: vec() };
}

/** Reads where up is and how high the character is: the root of a file may lie on its back. */
export function readSize(frame: StrideFrame, { skeleton: { space }, up, height }: Rig): void {
    frame.up.set(up);
    if (space) {
        const m = space.getWorldTransform().data;
        for (let k = 0; k < 3; k++) frame.up[k] = m[k] * up[0] + m[4 + k] * up[1] + m[8 + k] * up[2];
    }
    frame.height = height * Math.hypot(frame.up[0], frame.up[1], frame.up[2]);
    normalizeVec(frame.up, 0);
}
