import { BoundingBox, Vec3, type GraphNode } from 'playcanvas';

// Where the camera stands so that a box is in the picture.

/** What must be in the picture, and from where. */
export interface View {
    /** World box. */
    readonly box: BoundingBox;
    /** Degrees around from the character's front, to its left. */
    readonly around: number;
    /** Degrees above its height. */
    readonly above: number;
    /** Share of the picture's height or width that the box fills; 0.86 when it is left out. */
    readonly fill?: number;
}

const FILL = 0.86;

const DEGREE = Math.PI / 180;

/** The direction from what is seen to the camera. */
export function viewDirection(out: Vec3, forward: Vec3, { around, above }: View): Vec3 {
    const turn = Math.atan2(forward.x, forward.z) + around * DEGREE;
    const flat = Math.cos(above * DEGREE);
    return out.set(Math.sin(turn) * flat, Math.sin(above * DEGREE), Math.cos(turn) * flat);
}

/**
 * Distance from the middle of a box at which the box fills the picture.
 *
 * @param direction - From the box to the camera, of unit length.
 * @param fov - Vertical field of view, degrees.
 * @param aspect - Width over height of the picture.
 */
export function viewDistance({ box, fill = FILL }: View, direction: Vec3, fov: number, aspect: number): number {
    const right = new Vec3().cross(Vec3.UP, direction).normalize();
    const up = new Vec3().cross(direction, right);
    const high = Math.tan(fov * DEGREE / 2) * fill;
    const corner = new Vec3();
    let distance = 0;
    for (let i = 0; i < 8; i++) {
        corner.set(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).mul(box.halfExtents);
        const wide = Math.abs(corner.dot(right)) / (high * aspect);
        distance = Math.max(distance, corner.dot(direction) + Math.max(wide, Math.abs(corner.dot(up)) / high));
    }
    return distance;
}

/**
 * A box around bones.
 *
 * @param bones - The bones where they are now.
 * @param margin - How far the box reaches beyond them, in the scene.
 */
export function boxAround(bones: readonly GraphNode[], margin: number): BoundingBox {
    const box = new BoundingBox(bones[0].getPosition().clone(), new Vec3(margin, margin, margin));
    const other = new BoundingBox(new Vec3(), box.halfExtents.clone());
    for (const bone of bones) {
        other.center.copy(bone.getPosition());
        box.add(other);
    }
    return box;
}
