import type { AnimComponent, GraphNode } from 'playcanvas';

import { placeOf, stepsOfAll, type ClipPlace } from './clip-place';
import { ReferencePose } from './reference-pose';
import { crossVec, dotVec, rotateVec, type Flat } from '../../core/math/flat-math';
import type { MirrorPlane } from '../../mirror/mirror-pairs';
import { DEFAULT_SETTINGS, planMirror, withRoot, type MirrorPlan, type MirrorSettings } from '../../mirror/mirror-plan';
import { SkinSymmetry } from '../../mirror/skin-symmetry';
import { findCharacter } from '../../rig/character';
import { LastOfModel } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import type { Role } from '../../rig/roles';
import { readSkin } from '../../skin/skin';
import { animRootOf, findAnim } from '../component/find-anim';

// The mirror of a character: everything that a clip of it may move, with what its poses and its clips are reflected with.

/** How a mirror is made; bones by their index in the skeleton. */
export interface MirrorChoices extends Omit<MirrorSettings, 'pelvis'> {
    /** -1: the hips. */
    readonly pelvis: number;
    /** Pairs that come before all others. */
    readonly pairs: readonly (readonly [number, number])[];
}

/** Mirrors of models; copies of one share what is worked out. */
const plans = new LastOfModel<MirrorPlan>('mirror');

/** The mirror of a character, as code outside of the pack has it: to be handed on to {@link mirrorTrack}. */
export interface ClipMirror {
    /** The nodes that a clip of the character may move. */
    readonly nodes: readonly GraphNode[];
}

/** A character and what its poses are reflected with. */
export class Mirror implements ClipMirror {
    /** Every node that a clip may move: those between the root and the skeleton, the skeleton's, and last the root itself. */
    readonly nodes: readonly GraphNode[];

    /** Index of the skeleton's first node in them. */
    readonly first: number;

    /** The transforms of the nodes when the model was found, in their order. */
    readonly still: { readonly localRotations: Flat; readonly localPositions: Flat };

    readonly plan: MirrorPlan;

    /** Where the plane's space is in the scene. */
    readonly place: ClipPlace;

    /**
     * @param rig - The character.
     * @param clipRoot - The node from which clips find theirs, at or above the skeleton's first; the plane is in its space.
     */
    constructor(readonly rig: Rig, readonly clipRoot: GraphNode, choices: MirrorChoices) {
        const space = new ReferencePose(clipRoot, rig.skeleton);
        this.nodes = [...space.nodes, clipRoot];
        this.first = space.first;
        const steps = stepsOfAll(findAnim(rig.skeleton.nodes[0]), clipRoot, this.nodes.slice(0, this.first), rig.skeleton);
        this.place = placeOf(space.pose, this.first, steps, rig.skeleton.nodes[0] === clipRoot);
        const rest = restOf(clipRoot, rig);
        this.still = {
            localRotations: Float64Array.of(...space.still.localRotations, ...rest), localPositions: Float64Array.of(...space.still.localPositions, 0, 0, 0)
        };
        const above = [...space.pose.localRotations.subarray(0, 4 * this.first), ...space.pose.localPositions.subarray(0, 3 * this.first)];
        const key = JSON.stringify([choices, above, this.nodes[0] === clipRoot]);
        const made = plans.get(rig, key, () => plan(rig, clipRoot, space, choices));
        // the root turns as the character goes, and all else stays
        this.plan = { ...made, mirror: withRoot(made.mirror, made.plane.normal, rest, choices.mirrorsRootMotion) };
    }

    /** Whether a node stays where the scene has it: it is above the skeleton, and no clip moves it. */
    stays(bone: number): boolean {
        return bone < this.first && bone <= this.first - this.place.steps;
    }
}

/** Rotation of the clips' root as the model was found, to what it stands on. */
function restOf(root: GraphNode, { skeleton: { nodes, found } }: Rig): Flat {
    if (nodes[0] === root) return found.rotations.slice(0, 4);
    const { x, y, z, w } = root.getLocalRotation();
    return Float64Array.of(x, y, z, w);
}

function plan(
    rig: Rig, root: GraphNode, { nodes, parents, first, pose, modelRotation, modelScale }: ReferencePose, choices: MirrorChoices
): MirrorPlan {
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
    let skin: SkinSymmetry | null = null;
    const made = planMirror(bones, guessPlane(normal, roles, pose.positions, first), { ...choices, pelvis: hips < 0 ? -1 : first + hips }, (bone, twin, fits, o, plane) => {
        // read when a bone is in doubt: it takes some milliseconds
        skin ??= new SkinSymmetry(readSkin(rig.skeleton), rig.skeleton.ends, modelRotation);
        return skin.needsTurn(bone - first, twin - first, fits, o, plane);
    });
    // where the root is the skeleton's first node, it is the last one here
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

/**
 * The mirror of a character without a script, for {@link mirrorTrack}: bones are paired by themselves.
 *
 * @param entity - The entity with the character, at or below it.
 * @returns Null where there is no character, or no two bones of it are twins.
 */
export function createMirror(entity: GraphNode): ClipMirror | null {
    const rig = findCharacter(entity);
    if (!rig) return null;
    const mirror = new Mirror(rig, findClipRoot(rig, findAnim(rig.skeleton.nodes[0]), entity), { ...DEFAULT_SETTINGS, pelvis: -1, pairs: [] });
    return mirror.plan.pairing.pairs.length > 0 ? mirror : null;
}

/** The node from which the clips of a character find theirs; without an animation component the entity, where it is above the skeleton. */
export function findClipRoot({ skeleton: { nodes } }: Rig, anim: AnimComponent | null, entity: GraphNode): GraphNode {
    const root = anim ? animRootOf(anim) : entity;
    const isAbove = nodes[0] === root || nodes[0].isDescendantOf(root);
    return isAbove ? root : nodes[0].parent ?? nodes[0];
}
