import { Mat4, Quat, Vec3 } from 'playcanvas';

// A skeleton in its bind pose, in model space: metres, Y up, facing +Z.

/** One joint as a character describes it. */
export interface Joint {
    name: string;
    /** Name of the parent, null for the root. Parents are described before their children. */
    parent: string | null;
    position: Vec3;
    /** Direction of the bone's own +Y. */
    along: Vec3;
    /** Direction near the bone's own +X. */
    side: Vec3;
}

/** The joints of a character by index, parents before children. */
export interface Skeleton {
    readonly names: readonly string[];
    /** Index of each parent, -1 for the root. */
    readonly parents: readonly number[];
    readonly positions: readonly Vec3[];
    readonly rotations: readonly Quat[];
    /** Index of a joint by its name. */
    index(name: string): number;
}

/** The rotation whose +Y is `along` and whose +X is as near to `side` as it can be. */
export function frame(along: Vec3, side: Vec3): Quat {
    const y = along.clone().normalize();
    const z = new Vec3().cross(side, y).normalize();
    const x = new Vec3().cross(y, z);
    const matrix = new Mat4();
    matrix.data.set([x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1]);
    return new Quat().setFromMat4(matrix).normalize();
}

/** Puts joints together. Throws when a parent is missing. */
export function createSkeleton(joints: Joint[]): Skeleton {
    const names = joints.map(joint => joint.name);
    const index = (name: string) => {
        const i = names.indexOf(name);
        if (i < 0) throw new Error(`createSkeleton: no joint named "${name}".`);
        return i;
    };
    return {
        names,
        parents: joints.map(joint => (joint.parent === null ? -1 : index(joint.parent))),
        positions: joints.map(joint => joint.position.clone()),
        rotations: joints.map(joint => frame(joint.along, joint.side)),
        index
    };
}
