import type { AppBase, Entity, GraphNode } from 'playcanvas';

import type { GetUpRow } from './attributes';
import { Bracing } from './bracing';
import { EntityFollower } from './entity-follower';
import { Fall } from './fall';
import { GetUp } from './get-up';
import { Hands } from './hands';
import { findLegs, type LegBodies } from './legs';
import type { RagdollScript } from './ragdoll-script';
import { ReactionSequence, type SequenceParts } from './reaction-sequence';
import { ReactionSteering, type ReactionWorld } from './reaction-steering';
import { Rise } from './rise';
import { RollOver } from './roll-over';
import { Stepping } from './stepping';
import { Topple, type Standing } from './topple';
import { TrunkRoll } from './trunk-roll';
import { Wound } from './wound';
import { animRootOf, findAnim } from '../anim/component/find-anim';
import { movesRoot } from '../anim/component/interlude';
import { dotVec, rotateVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { Tipping } from '../core/reactions/tipping';
import { findPhysics } from '../physics/ammo';
import { findHolder } from '../physics/own-bodies';
import type { PhysicsGround } from '../physics/physics-ground';
import { PoseInertia } from '../pose/pose-inertia';
import type { PoseRecord } from '../pose/pose-record';
import { readWorldTransform } from '../pose/world-transform';
import type { Rig } from '../rig/rig';

// Puts together what a character's reactions are made of.

const ROOT_MOVES = 'the clips move this entity itself, and it cannot be put under a body that has fallen. Put the model below an entity of its own.';

const NO_LEGS = 'no body of this character is part of a leg, so it cannot stand: it is pushed, and never falls. Add a row to Bones of activeRagdoll for each bone that gets a body, then call refresh().';

const rotation = new Float64Array(4);
const position = new Float64Array(3);

/** What it is made from. */
export interface StoryOf extends Pick<SequenceParts, 'tuning' | 'sayNoClip' | 'catchSteps'>, Pick<ReactionWorld, 'hasBalance' | 'foretellFall'> {
    readonly app: AppBase;
    readonly entity: Entity;
    readonly rig: Rig;
    readonly record: PoseRecord;
    readonly ragdoll: RagdollScript;
    readonly ground: PhysicsGround;
    /** The ground without what is pushed about. */
    readonly floors: PhysicsGround;
    readonly getUpClips: readonly GetUpRow[];
    /** Takes a sentence for the user. */
    readonly tell: (sentence: string) => void;
}

export function makeSequence({ app, entity, rig, record, ragdoll, ground, floors, tuning, getUpClips, hasBalance, foretellFall, catchSteps, tell, sayNoClip }: StoryOf): ReactionSequence {
    const { nodes, space } = rig.skeleton;
    const bones = ragdoll.control.bones;
    const legs = findLegs(rig, bones);
    const gravity = () => -(findPhysics(app)?.gravity.y ?? 0);
    const scale = space?.getWorldTransform().getScale().y ?? 1;
    const follower = new EntityFollower(entity, ground, holderOf(app, entity, nodes[0], tell));
    const height = rig.height * scale;
    // rows by hand are the designer's to answer for
    const canFall = legs.feet.length > 0 || ragdoll.bones.length > 0;
    if (!canFall) tell(NO_LEGS);
    const standing = standingOf(rig, bones, legs, scale, follower);
    const tipping = new Tipping({ ...legs, across: legs.isFore.includes(1) ? standing.chest : -1, groundBelow: standing.groundBelow });
    const parts = { bracing: new Bracing(rig, bones), wound: new Wound(rig, bones), fall: new Fall(tipping, new Topple(standing, tipping.way), new RollOver(standing.chest)) };
    const world: ReactionWorld = {
        gravity, hasBalance, canFall, foretellFall,
        catchSteps: () => sequence.catchSteps,
        stepTo: offset => sequence.stepTo(offset)
    };
    const sequence = new ReactionSequence({
        ragdoll,
        bones,
        steering: new ReactionSteering(legs, tuning, height, world, parts),
        tuning,
        follower,
        getUp: new GetUp(rig, bones, getUpClips, tell),
        inertia: new PoseInertia(record, nodes, pathTo(nodes[0], bones[0])),
        rise: new Rise(rig, bones, record, height),
        hands: new Hands(rig, record, floors),
        stepping: new Stepping(rig, record, height, ragdoll),
        catchSteps,
        height,
        sayNoClip
    });
    return sequence;
}

/** How high pelvis and chest are when the character stands. */
function standingOf({ skeleton: { nodes, positions, rotations }, spine, up, forward, height, feet, limbs }: Rig, bones: readonly GraphNode[], legs: LegBodies, scale: number, follower: EntityFollower): Standing {
    const chest = Math.max(0, bones.indexOf(nodes[spine.at(-1) ?? -1]));
    const heightOf = (node: number) => dotVec(positions, 3 * node, up, 0);
    // a leg of a single bone ends far below its joint
    const ground = Math.min(...bones.map(bone => heightOf(nodes.indexOf(bone))), ...feet.map(foot => (limbs[foot] ? dotVec(limbs[foot].tip, 0, up, 0) : Infinity)));
    const over = (body: number) => scale * (heightOf(nodes.indexOf(bones[body])) - ground);
    const chestNode = nodes.indexOf(bones[chest]);
    const trunk = new TrunkRoll(chest, legs.isFore.includes(1), (along, back) => {
        readWorldTransform(rotation, 0, position, 0, bones[chest]);
        carry(along, forward, rotations, chestNode);
        carry(back, up, rotations, chestNode);
    });
    return { chest, legs, trunk, height: scale * height, heights: [over(0), over(chest)], groundBelow: (point, offset, distance) => follower.groundBelow(point, distance, offset) };
}

/** Writes where a direction of the reference pose points as a node carries it that has the rotation that was read. */
function carry(out: Flat, direction: Flat, rotations: Flat, node: number) {
    rotateVecInverse(out, 0, rotations, 4 * node, direction, 0);
    rotateVec(out, 0, rotation, 0, out, 0);
}

/** The entity to move where the clips move the character's own; null where they do not. */
function holderOf(app: AppBase, entity: Entity, first: GraphNode, tell: (sentence: string) => void): Entity | null {
    const anim = findAnim(first);
    if (!anim || animRootOf(anim) !== entity || !movesRoot(anim)) return null;
    const holder = findHolder(entity, app) as Entity | null;
    if (!holder) tell(ROOT_MOVES);
    return holder;
}

/** The nodes from a skeleton's first one down to a bone. */
function pathTo(first: GraphNode, bone: GraphNode): GraphNode[] {
    const path = [bone];
    for (let node = bone; node !== first && node.parent; node = node.parent) path.unshift(node.parent);
    return path;
}
