import type { GraphNode } from 'playcanvas';

import { distanceVec } from '../core/math/flat-math';
import { BoneSet } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';
import type { Skeleton } from '../skin/skeleton-type';

// The bones that take a body from the ground into a clip: from the pelvis to head, hands and feet, each with the joint that it points to.

/** One of them, as indices of the set. */
export interface RiseBone {
    readonly bone: number;
    /** The joint at its end; its own where nothing shows it. */
    readonly end: number;
    /** From where to `end` its direction goes: itself, or what is above it. */
    readonly above: number;
    /** Whether its end is raised by turning it; for the trunk all is lifted. */
    readonly isLimb: boolean;
}

/**
 * Finds the bones.
 *
 * @param bodies - The bones with bodies, the pelvis first.
 */
export function riseBones(rig: Rig, bodies: readonly GraphNode[], record: PoseRecord): { set: BoneSet; bones: RiseBone[] } {
    const { skeleton, limbs, neck, bones: roles } = rig;
    const { nodes } = skeleton;
    const head = roles.get('head');
    const inLimbs = [...Object.values(limbs).flatMap(limb => limb?.bones ?? []), ...neck, ...(head === undefined ? [] : [head])];
    const chained = new Set([...bodies, ...inLimbs.map(node => nodes[node])]);
    const tips = new Map([...chained].flatMap((bone) => {
        const tip = furthestBelow(skeleton, nodes.indexOf(bone));
        return tip >= 0 ? [[bone, nodes[tip]] as const] : [];
    }));
    const set = new BoneSet([...chained, ...tips.values()], record);
    const { parents } = set.pose;
    const pelvis = set.indexOf(bodies[0]);
    const isBelow = (index: number, top: number): boolean => index === top || (index !== set.pose.base && parents[index] !== set.pose.base && isBelow(parents[index], top));
    const holds = (index: number) => [...chained].some(bone => isBelow(set.indexOf(bone), index));
    const turned = set.bones.map((_, index) => index).filter(index => isBelow(index, pelvis) && holds(index));
    const headIndex = head === undefined ? -1 : set.indexOf(nodes[head]);
    const found = turned.map((bone) => {
        const children = turned.filter(child => parents[child] === bone);
        const away = (child: number) => distanceVec(skeleton.positions, 3 * nodes.indexOf(set.bones[child]), skeleton.positions, 3 * nodes.indexOf(set.bones[bone]));
        const towardsHead = children.find(child => headIndex >= 0 && isBelow(headIndex, child));
        const furthest = children.reduce((best, child) => (best < 0 || away(child) > away(best) ? child : best), -1);
        const tip = tips.get(set.bones[bone]);
        const end = towardsHead ?? (furthest >= 0 ? furthest : tip ? set.indexOf(tip) : bone);
        return { bone, end, above: end === bone ? parents[bone] : bone, isLimb: inLimbs.includes(nodes.indexOf(set.bones[bone])) };
    });
    return { set, bones: found };
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
