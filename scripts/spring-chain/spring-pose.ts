import type { GraphNode, Vec3 } from 'playcanvas';

import type { SpringSet } from './setup';
import { copyQuat, copyVec, rotateVec, slerpQuat, subtractVec, type Flat } from '../core/math/flat-math';
import type { Springs } from '../core/springs/springs';
import { BoneSet } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import { StillNodes } from '../pose/still-nodes';
import { readExactPosition, readWorldTransform } from '../pose/world-transform';

// The door between the bones of a character and its springs.

/** Least change of the size that counts, as a share. The scale that is read from a bone that turns varies by a ten millionth. */
const RESIZED = 1e-5;

const local = new Float64Array(4);
const share = new Float64Array(1);
const exact = new Float64Array(3);

/** Bones of springs and colliders: read once, written once. */
export class SpringPose {
    /** Share of what the springs show. */
    weight = 1;

    readonly set: BoneSet;

    /** All that is read. */
    readonly still: StillNodes;

    /** How many of the bones have world transforms when they are read. */
    readonly worldCount: number;

    /** Index in the pose of each joint, of what each chain hangs on, and of what carries each collider. */
    readonly joints: Int32Array;

    /** World scale of the first of them, as it was when the rows were read. */
    private readonly scale: number;

    private readonly bases: Int32Array;

    private readonly carriers: Int32Array;

    constructor(entity: GraphNode, { bones, bases, colliders, motions }: SpringSet, record: PoseRecord) {
        // what carries others comes first: only of these world transforms are needed
        this.set = new BoneSet([...colliders.map(({ node }) => node), ...bases, ...bones], record);
        this.joints = Int32Array.from(bones, bone => this.set.indexOf(bone));
        this.bases = Int32Array.from(bases, node => this.set.indexOf(node));
        this.carriers = Int32Array.from(colliders, ({ node }) => this.set.indexOf(node));
        this.worldCount = 1 + Math.max(...this.bases, ...this.carriers);
        const { base, bones: [first] } = this.set;
        this.scale = readWorldTransform(new Float64Array(4), 0, new Float64Array(3), 0, first);
        const places = [entity, base, ...motions.map(({ center }) => center)];
        this.still = new StillNodes(this.set.bones, places.filter(node => node !== null));
    }

    /** Writes the incoming pose into the inputs of the springs. */
    readInto(springs: Springs, { colliders }: SpringSet) {
        this.placeExactly();
        const { bases, scale, set: { pose } } = this;
        if (scale > 0 && Math.abs(pose.scales[0] / scale / springs.scale - 1) > RESIZED) springs.resize(pose.scales[0] / scale);
        const { path, parents, chains } = springs;
        const { rotations, positions, scales, localRotations, localPositions, localScales } = pose;
        for (let i = 0; i < bases.length; i++) {
            copyQuat(path.bases.rotations, 4 * i, rotations, 4 * bases[i]);
            copyVec(path.bases.positions, 3 * i, positions, 3 * bases[i]);
        }
        for (let i = 0; i < parents.length; i++) {
            const bone = this.joints[i];
            copyQuat(path.locals.rotations, 4 * i, localRotations, 4 * bone);
            copyVec(path.locals.positions, 3 * i, localPositions, 3 * bone);
            const parent = parents[i];
            springs.parentScales[i] = parent < 0 ? scales[bases[chains[i]]] : springs.scales[parent];
            springs.scales[i] = springs.parentScales[i] * localScales[bone];
        }
        const { starts, ends, radii } = path.colliders;
        for (let i = 0; i < colliders.length; i++) {
            const { row, radius } = colliders[i];
            this.placePoint(starts, 3 * i, row.offset, this.carriers[i]);
            this.placePoint(ends, 3 * i, row.tail, this.carriers[i]);
            radii[i] = radius * springs.scale;
        }
    }

    /** Writes what the springs show, by the weight. */
    write(springs: Springs) {
        const { joints, set, weight } = this;
        const { localRotations } = set.pose;
        share[0] = weight;
        for (let i = 0; i < joints.length; i++) {
            const o = 4 * joints[i];
            springs.readLocal(local, i);
            if (weight < 1) slerpQuat(localRotations, o, localRotations, o, local, 0, share, 0);
            else copyQuat(localRotations, o, local, 0);
            set.writeRotation(joints[i]);
        }
    }

    /** Puts what was read where it is with 64 bits. */
    private placeExactly() {
        const { base, pose: { positions, base: o } } = this.set;
        if (!base) return;
        readExactPosition(exact, 0, base);
        subtractVec(exact, 0, exact, 0, positions, 3 * o);
        for (let i = 0; i < this.worldCount; i++) for (let k = 0; k < 3; k++) positions[3 * i + k] += exact[k];
    }

    /** Writes the world place of a point of a bone. */
    private placePoint(out: Flat, o: number, { x, y, z }: Vec3, bone: number) {
        const { rotations, positions, scales } = this.set.pose;
        out[o] = x * scales[bone];
        out[o + 1] = y * scales[bone];
        out[o + 2] = z * scales[bone];
        rotateVec(out, o, rotations, 4 * bone, out, o);
        for (let k = 0; k < 3; k++) out[o + k] += positions[3 * bone + k];
    }
}
