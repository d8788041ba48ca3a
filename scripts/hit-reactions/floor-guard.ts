import type { GraphNode } from 'playcanvas';

import { addVec, distanceVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { raiseJoints, type RaisedJoint } from '../core/reactions/raise-joints';
import { BoneSet, ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';
import type { Skeleton } from '../skin/skeleton-type';

const way = new Float64Array(3);

// Keeps a pose that goes over from the ground into a clip out of the ground.
//
// Where the body lay and where the clip has it, no joint is in the ground. On the way between both a limb turns the short way, which may be
// through the ground. So no joint goes lower there than the lower one of its two places. That needs no look at the ground, and
// holds on a slope.

export class FloorGuard {
    private readonly set: BoneSet;

    private readonly joints: readonly RaisedJoint[];

    /** Bone that is moved to lift all. */
    private readonly root: number;

    /** Heights at which the joints lay, and at which they may be in this frame. */
    private readonly lying: Flat;

    private readonly floors: Flat;

    private isKnown = false;

    /**
     * @param rig - The character.
     * @param bones - Its bones with bodies, the pelvis first.
     * @param record - The skeleton's record of writes.
     */
    constructor(rig: Rig, bones: readonly GraphNode[], record: PoseRecord) {
        const { nodes } = rig.skeleton;
        const chains = chainsOf(rig);
        const inChains = chains.flatMap(chain => chain.slice(1).map((joint, i) => [nodes[chain[i]], nodes[joint]] as const));
        const ends = new Set(inChains.map(([, joint]) => joint));
        const trunk = bones.filter(bone => !ends.has(bone));
        this.set = new BoneSet([...bones, ...inChains.flat()], record);
        const indexOf = (bone: GraphNode) => this.set.indexOf(bone);
        this.joints = [
            ...trunk.map(joint => ({ joint: indexOf(joint), bone: -1 })),
            ...inChains.map(([bone, joint]) => ({ joint: indexOf(joint), bone: indexOf(bone) }))
        ];
        this.root = indexOf(bones[0]);
        this.lying = new Float64Array(this.joints.length);
        this.floors = new Float64Array(this.joints.length);
    }

    /** Sees how the body lies. */
    start() {
        this.isKnown = this.readHeights(this.lying);
    }

    /** Sees the pose of the clip. */
    look() {
        const { floors, lying } = this;
        if (!this.isKnown || !this.readHeights(floors)) return;
        for (let i = 0; i < floors.length; i++) floors[i] = Math.min(floors[i], lying[i]);
    }

    /** Raises what has gone lower since then. */
    raise() {
        const { set, joints, floors, root } = this;
        if (!this.isKnown || set.read() !== ReadStatus.ok) return;
        const { pose } = set;
        const parent = pose.parents[root];
        const lift = raiseJoints(pose, joints, floors);
        if (lift > 0) {
            way[0] = way[2] = 0;
            way[1] = lift / pose.scales[parent];
            rotateVecInverse(way, 0, pose.rotations, 4 * parent, way, 0);
            addVec(pose.localPositions, 3 * root, pose.localPositions, 3 * root, way, 0);
            set.writePosition(root);
        }
        for (let i = 0; i < joints.length; i++) if (joints[i].bone >= 0) set.writeRotation(joints[i].bone);
    }

    private readHeights(out: Flat): boolean {
        const { set, joints } = this;
        if (set.read() !== ReadStatus.ok) return false;
        for (let i = 0; i < joints.length; i++) out[i] = set.pose.positions[3 * joints[i].joint + 1];
        return true;
    }
}

/** Limbs and neck, bone by bone outwards, with what is furthest away at their ends. */
function chainsOf({ limbs, neck, bones, skeleton }: Rig): number[][] {
    const head = bones.get('head');
    const chains = Object.values(limbs).flatMap(limb => (limb ? [[...limb.bones]] : []));
    if (head !== undefined) chains.push([...neck, head]);
    for (const chain of chains) {
        const tip = furthestBelow(skeleton, chain[chain.length - 1]);
        if (tip >= 0) chain.push(tip);
    }
    return chains;
}

/** The node below another that is furthest away from it in the reference pose; -1: there is none. */
function furthestBelow({ positions, ends }: Skeleton, node: number): number {
    let furthest = -1;
    let most = 0;
    for (let below = node + 1; below < ends[node]; below++) {
        const distance = distanceVec(positions, 3 * below, positions, 3 * node);
        if (distance <= most) continue;
        most = distance;
        furthest = below;
    }
    return furthest;
}
