import type { GraphNode } from 'playcanvas';

import { ReferencePose } from './reference-pose';
import { crossVec, dotVec, rotateVec } from '../core/math/flat-math';
import type { MirrorPlane } from '../rig/mirror-pairs';
import { planMirror, type MirrorPlan, type MirrorSettings } from '../rig/mirror-plan';
import { LastOfModel } from '../rig/model-cache';
import type { Rig } from '../rig/rig';
import type { Role } from '../rig/roles';

// The mirror of a character: everything that a clip of it may move, with what its poses and its clips are reflected with.

/** How a mirror is made; bones by their index in the skeleton. */
export interface MirrorChoices extends Omit<MirrorSettings, 'pelvis'> {
    /** -1: the hips. */
    readonly pelvis: number;
    /** Pairs that come before all others. */
    readonly pairs: readonly (readonly [number, number])[];
}

/** Mirrors of models; copies of one share what is worked out. */
const plans = new LastOfModel<MirrorPlan>();

/** A character and what its poses are reflected with. */
export class Mirror {
    /** Every node that a clip may move: those between the root and the skeleton, and the skeleton's. */
    readonly nodes: readonly GraphNode[];

    /** Index of the skeleton's first node in them. */
    readonly first: number;

    /** The transforms of the nodes when the model was found. */
    readonly still: ReferencePose['still'];

    readonly plan: MirrorPlan;

    /**
     * @param rig - The character.
     * @param root - The node from which clips find theirs, at or above the skeleton's first; the plane is in its space.
     */
    constructor(readonly rig: Rig, readonly root: GraphNode, choices: MirrorChoices) {
        const space = new ReferencePose(root, rig.skeleton);
        this.nodes = space.nodes;
        this.first = space.first;
        this.still = space.still;
        const above = [...space.pose.localRotations.subarray(0, 4 * this.first), ...space.pose.localPositions.subarray(0, 3 * this.first)];
        const key = JSON.stringify([choices, above, this.nodes[0] === root]);
        this.plan = plans.get(rig, key, () => plan(rig, root, space, choices));
    }
}

function plan(rig: Rig, root: GraphNode, { nodes, parents, first, pose, modelRotation, modelScale }: ReferencePose, choices: MirrorChoices): MirrorPlan {
    const byHand = new Int32Array(nodes.length).fill(-1);
    for (const [a, b] of choices.pairs) {
        byHand[first + a] = first + b;
        byHand[first + b] = first + a;
    }
    const roles = new Int32Array(nodes.length).fill(-1);
    for (const [role, node] of rig.bones) {
        const other = rig.bones.get(otherRole(role));
        if (other !== undefined) roles[first + node] = first + other;
    }
    const hips = choices.pelvis >= 0 ? choices.pelvis : rig.bones.get('hips') ?? -1;
    const bones = { ...pose, names: nodes.map(({ name }) => name), parents, height: rig.height * modelScale, roles, byHand };
    const normal = new Float64Array(3);
    crossVec(normal, 0, rig.up, 0, rig.forward, 0);
    rotateVec(normal, 0, modelRotation, 0, normal, 0);
    const made = planMirror(bones, guessPlane(normal, roles, pose.positions, first), { ...choices, pelvis: hips < 0 ? -1 : first + hips });
    // the root itself stands where the scene has it
    if (nodes[0] === root) made.mirror.sources[0] = -1;
    return made;
}

function otherRole(role: Role): Role {
    return role.replace(/^(left|right)/, side => (side === 'left' ? 'right' : 'left')) as Role;
}

/** The plane through the middle of all roles. */
function guessPlane(normal: Float64Array, roles: Int32Array, positions: Float64Array, fallback: number): MirrorPlane {
    const known = [...roles.keys()].filter(bone => roles[bone] >= 0);
    const used = known.length > 0 ? known : [fallback];
    return { normal, offset: used.reduce((sum, bone) => sum + dotVec(positions, 3 * bone, normal, 0), 0) / used.length };
}
