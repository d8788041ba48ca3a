import { Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type ColliderRow, type SpringChainAttributes } from './attributes';
import { collectChain, type ChainBone } from './chain-joints';
import { finiteRow } from './finite-row';
import { RestPose } from './rest-pose';
import { isRod, rodOf } from './rod-row';
import { RADIANS } from '../core/math/scalars';
import { ColliderShape } from '../core/springs/colliders';
import { LimitKind } from '../core/springs/joint-limit';
import type { SpringJoint, SpringLink } from '../core/springs/spring-plan';
import { Springs } from '../core/springs/springs';
import type { PoseRecord } from '../pose/pose-record';
import { findBone, nearestName } from '../rig/find';
import type { Rig } from '../rig/rig';
import type { Report } from '../rig/row-bone';

// Turns rows of the inspector into springs.

/** A collider with what carries it. */
export interface CarriedCollider {
    readonly node: GraphNode;
    readonly row: ColliderRow;
    readonly radius: number;
}

/** What a group of chains does not feel. */
export interface UnfeltMotion {
    /** Share of the entity's motion that chains inherit. */
    readonly inertia: number;
    /** Share of the base's motion within the entity that they inherit. */
    readonly bodyInertia: number;
    readonly center: GraphNode | null;
    /** What the first of the chains hangs on. */
    readonly base: GraphNode;
}

/** Springs with the nodes that they belong to. */
export interface SpringSet {
    readonly springs: Springs;
    /** The bones that swing, as the springs have them. */
    readonly bones: readonly GraphNode[];
    /** What each chain hangs on. */
    readonly bases: readonly GraphNode[];
    readonly colliders: readonly CarriedCollider[];
    readonly motions: readonly UnfeltMotion[];
}

/** Radius and end length whose defaults scale with the character. */
const DEFAULT_RADIUS = 0.02;
const DEFAULT_END = 0.07;
const DEFAULT_COLLIDER = 0.1;

/** Furthest apart that first and last chain may be, against the others, to be neighbours: a skirt closes, a cape does not. */
const CLOSING = 1.5;

/** Share of a rod's stiffness that a joint has at least: without any the rod would be cut there. */
const SOFTEST = 1e-3;

/** Row of chains while it is taken apart. */
interface ChainParts {
    readonly row: ChainRow;
    readonly bones: ChainBone[];
}

/** Finds the node that a row means: the entity, else a role or name of the character, else a name below the script's entity. */
export function findNode(entity: Entity, rig: Rig | null, node: Entity | null, name: string): GraphNode | null {
    if (node) return node === entity || node.isDescendantOf(entity) ? node : null;
    if (!name) return null;
    const bone = rig ? findBone(rig, name) : -1;
    return rig && bone >= 0 ? rig.skeleton.nodes[bone] : entity.findByName(name);
}

/** Says why a row has no bone. */
function reportMissing(entity: Entity, rig: Rig | null, node: Entity | null, name: string, place: string, report: Report): void {
    if (node) report(`${place}: "${node.name}" is not below "${entity.name}", or was destroyed. Choose a bone of this character, then call refresh().`);
    else if (name) {
        const nearest = rig && nearestName(rig, name);
        report(`${place}: no bone named "${name}".${nearest ? ` Did you mean "${nearest}"?` : ''} Set Bone Name to a role or a bone of this character, then call refresh().`);
    } else {
        report(`${place} has neither a bone nor a bone name. Choose one or remove the row, then call refresh().`);
    }
}

/** A number of a row that must not be below 0; says so and answers 0 where it is. */
function notNegative(value: number, what: string, report: Report): number {
    if (value >= 0) return value;
    report(`${what} is ${value}; 0 is used. Set it to 0 or more, then call refresh().`);
    return 0;
}

/**
 * Makes the springs of a script. Null after a sentence where nothing can swing.
 *
 * @param record - The skeleton's record of writes.
 * @param size - Size of the character in the scene against that of a person.
 */
export function makeSprings(
    entity: Entity, rig: Rig | null, record: PoseRecord, size: number, attributes: SpringChainAttributes, report: Report
): SpringSet | null {
    const rest = new RestPose(rig, record);
    const colliders = findColliders(entity, rig, size, attributes.colliders, report);
    const parts = findChains(entity, rig, rest, size, attributes.chains, report);
    if (parts.length === 0) return null;
    const motions: UnfeltMotion[] = [];
    const joints: SpringJoint[] = [];
    const bones: GraphNode[] = [];
    const starts: number[] = [];
    const lateral = lateralOf(entity, rig);
    const chains = parts.map(({ row, bones: own }, chain) => {
        const first = joints.length;
        starts.push(first);
        for (const bone of own) {
            joints.push({
                ...makeJoint(row, bone, size), chain, parent: bone.parent < 0 ? -1 : first + bone.parent,
                limitAxis: hingeAxis(row.limitAxis, rest, bone.node.parent!, own[0].node.parent!, lateral)
            });
            bones.push(bone.node);
        }
        const groups = row.colliderGroups;
        const ground = attributes.groundCollision ? [colliders.length] : [];
        const held = colliders.flatMap(({ row: { group } }, i) => (groups.length === 0 || groups.includes(group) ? [i] : []));
        const center = findCenter(entity, row) ?? findCenter(entity, attributes);
        const rod = rodOf(row, lengthOf(own) / size);
        return { rod, motion: motionOf(motions, row, center, own[0].node.parent!), colliders: [...held, ...ground] };
    });
    const shapes = colliders.map(({ row }) => ColliderShape[row.shape]);
    const links = attributes.crossLinks ? linkChains(parts, starts, rest) : [];
    const springs = new Springs({
        joints, chains, links, motions: motions.length, shapes: attributes.groundCollision ? [...shapes, ColliderShape.plane] : shapes
    });
    return { springs, bones, bases: parts.map(part => part.bones[0].node.parent!), colliders, motions };
}

/** Lets springs go on as others on the same bones have swung so far: chains whose bones and base are the same. */
export function goOn(now: SpringSet, before: SpringSet): void {
    const placeOf = new Map(before.bones.map((bone, joint) => [bone, joint]));
    const joints = now.bones.map(bone => placeOf.get(bone) ?? -1);
    const chains = now.bases.map((base, chain) => {
        const own = joints.filter((_, joint) => now.springs.plan.joints[joint].chain === chain);
        const from = own[0] < 0 ? -1 : before.springs.plan.joints[own[0]].chain;
        const isSame = from >= 0 && own.every(joint => joint >= 0 && before.springs.plan.joints[joint].chain === from) && before.bases[from] === base;
        return isSame ? from : -1;
    });
    now.springs.goOnFrom(before.springs, chains, joints);
}

/** The entity against which motion counts: by itself, else by its name in the scene. */
function findCenter(entity: Entity, { center, centerName }: { readonly center: Entity | null; readonly centerName: string }): GraphNode | null {
    return center ?? (centerName ? entity.root.findByName(centerName) : null);
}

function findChains(entity: Entity, rig: Rig | null, rest: RestPose, size: number, rows: readonly ChainRow[], report: Report): ChainParts[] {
    const taken = new Set<GraphNode>();
    const parts: ChainParts[] = [];
    rows.forEach((given, i) => {
        const place = `chain ${i + 1}`;
        const row = finiteRow(given, springChainAttributes.chains, place, report);
        const root = findNode(entity, rig, row.rootBone, row.boneName);
        if (!root || !root.parent) {
            reportMissing(entity, rig, row.rootBone, row.boneName, place, report);
            return;
        }
        if (taken.has(root)) {
            report(`${place} (${root.name}) belongs to an earlier chain. Remove the row, or add the bone to that chain's Exclude, then call refresh().`);
            return;
        }
        notNegative(row.radius, `the radius of ${place}`, report);
        const end = notNegative(row.endLength, `the end length of ${place}`, report);
        const bones = collectChain(root, row, rest, row.endLength === DEFAULT_END ? end * size : end, node => taken.has(node));
        if (bones.length === 0) {
            report(`${place} (${root.name}) has no bone that could swing. Set End Length above 0 for a bone without children, then call refresh().`);
            return;
        }
        for (const { node } of bones) taken.add(node);
        parts.push({ row, bones });
    });
    return parts;
}

function findColliders(entity: Entity, rig: Rig | null, size: number, rows: readonly ColliderRow[], report: Report): CarriedCollider[] {
    return rows.flatMap((given, i) => {
        const place = `collider ${i + 1}`;
        const row = finiteRow(given, springChainAttributes.colliders, place, report);
        const node = findNode(entity, rig, row.bone, row.boneName);
        if (!node) {
            reportMissing(entity, rig, row.bone, row.boneName, place, report);
            return [];
        }
        if (row.shape === 'plane' && row.tail.equals(row.offset)) {
            report(`${place} is a plane without normal. Set Tail to a point on its normal beyond Offset, then call refresh().`);
            return [];
        }
        const radius = notNegative(row.radius, `the radius of ${place}`, report);
        return [{ node, row, radius: row.shape === 'plane' ? 0 : radius * (radius === DEFAULT_COLLIDER ? size : 1) }];
    });
}

function makeJoint(row: ChainRow, { tail, depth }: ChainBone, size: number): Omit<SpringJoint, 'parent' | 'chain' | 'limitAxis'> {
    const length = tail.length();
    const axis = tail.clone().mulScalar(1 / length);
    const gravity = row.gravityDirection.clone();
    if (gravity.length() > 0) gravity.normalize().mulScalar(row.gravity * row.gravityCurve.value(depth));
    const radius = Math.max(0, row.radius) * (row.radius === DEFAULT_RADIUS ? size : 1);
    return {
        length, axis: [axis.x, axis.y, axis.z],
        ...isRod(row) ?
            { stiffness: Math.max(SOFTEST, row.stiffnessCurve.value(depth)), drag: Math.max(0, row.dragCurve.value(depth)) } :
            { stiffness: Math.max(0, row.stiffness * row.stiffnessCurve.value(depth)), drag: Math.min(1, Math.max(0, row.drag * row.dragCurve.value(depth))) },
        gravity: [gravity.x, gravity.y, gravity.z],
        radius: radius * row.radiusCurve.value(depth),
        limit: LimitKind[row.limit],
        limitAngle: row.limitAngle * RADIANS
    };
}

/** Distance along the bones from the root of a chain to its furthest tip, world units. */
function lengthOf(bones: readonly ChainBone[]): number {
    const distances: number[] = [];
    for (const { node, parent, tail } of bones) distances.push((distances[parent] ?? 0) + tail.length() * node.getWorldTransform().getScale().x);
    return Math.max(...distances);
}

/** The axis of a hinge in the space of the bone's parent: what is set, else the character's line from right to left. */
function hingeAxis(set: Vec3, rest: RestPose, parent: GraphNode, base: GraphNode, lateral: Vec3): number[] {
    const toParent = () => base.getRotation().clone().mul(rest.rotationIn(base, parent)).invert();
    const axis = set.length() > 0 ? set.clone() : toParent().transformVector(lateral, new Vec3());
    axis.normalize();
    return [axis.x, axis.y, axis.z];
}

/** The line from right to left in the world, as the character stands now. */
function lateralOf(entity: Entity, rig: Rig | null): Vec3 {
    if (!rig) return entity.right.clone().mulScalar(-1);
    const [up, forward] = [new Vec3(...rig.up), new Vec3(...rig.forward)];
    const { space } = rig.skeleton;
    return (space ? space.getRotation() : Quat.IDENTITY).transformVector(new Vec3().cross(up, forward), new Vec3());
}

/** Index of what a chain does not feel; chains that feel the same share it. */
function motionOf(motions: UnfeltMotion[], row: ChainRow, center: GraphNode | null, base: GraphNode): number {
    const { inertia } = row;
    const bodyInertia = isRod(row) ? row.bodyInertia : 1;
    const known = motions.findIndex(motion => (
        motion.inertia === inertia && motion.bodyInertia === bodyInertia && motion.center === center && (bodyInertia === 1 || motion.base === base)
    ));
    return known >= 0 ? known : motions.push({ inertia, bodyInertia, center, base }) - 1;
}

/** Ties the joints of neighbouring chains on one bone that are equally far down. */
function linkChains(parts: readonly ChainParts[], starts: readonly number[], rest: RestPose): SpringLink[] {
    const tie = (a: number, b: number) => parts[a].bones.slice(0, parts[b].bones.length).map((bone, i) => {
        const base = parts[a].bones[0].node.parent!;
        const [one, other] = [bone, parts[b].bones[i]].map(({ node, tail }) => rest.pointIn(base, node, tail));
        return { a: starts[a] + i, b: starts[b] + i, length: one.distance(other) * base.getWorldTransform().getScale().x };
    });
    return ringsOf(parts).flatMap(ring => ring.flatMap((chain, i) => (i > 0 ? tie(ring[i - 1], chain) : [])));
}

/** The rows of chains that follow each other on one bone; a row whose ends are neighbours ends with its first chain again. */
function ringsOf(parts: readonly ChainParts[]): number[][] {
    const root = (chain: number) => parts[chain].bones[0].node;
    const apart = (a: number, b: number) => root(a).getPosition().distance(root(b).getPosition());
    const rows: number[][] = [];
    parts.forEach((_, chain) => {
        if (chain > 0 && root(chain).parent === root(chain - 1).parent) rows[rows.length - 1].push(chain);
        else rows.push([chain]);
    });
    return rows.map((row) => {
        const furthest = Math.max(...row.slice(1).map((chain, i) => apart(row[i], chain)));
        const last = row[row.length - 1];
        return row.length > 2 && apart(row[0], last) <= CLOSING * furthest ? [...row, row[0]] : row;
    });
}
