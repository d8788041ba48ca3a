import { Curve, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { springChainAttributes, type ChainRow, type ColliderRow } from './attributes';
import { DEGREES } from '../core/math/scalars';
import { makeRow } from '../shell/attributes';

// The spring bones of VRM files as rows of this script.
//
// VRMC_springBone 1.0 (VRM Consortium, 2022) has its values for each joint, which become curves along the chain; its last joint shows only
// where the one before ends. VRM 0.x (secondaryAnimation) has them for each group of bones, and last bones of 7 cm; its colliders have z the
// other way round.

/** Values for the attributes of the script. */
export interface VrmSprings {
    chains: ChainRow[];
    colliders: ColliderRow[];
}

interface Json1 {
    colliders?: { node: number; shape?: Shape1; extensions?: { VRMC_springBone_extended_collider?: { shape?: Shape1 } } }[];
    colliderGroups?: { name?: string; colliders?: number[] }[];
    springs?: { name?: string; joints?: Joint1[]; colliderGroups?: number[]; center?: number }[];
}

interface Shape1 {
    sphere?: { offset?: number[]; radius?: number; inside?: boolean };
    capsule?: { offset?: number[]; tail?: number[]; radius?: number; inside?: boolean };
    plane?: { offset?: number[]; normal?: number[] };
}

interface Joint1 {
    node: number;
    hitRadius?: number;
    stiffness?: number;
    gravityPower?: number;
    gravityDir?: number[];
    dragForce?: number;
    extensions?: { VRMC_springBone_limit?: { limit?: Limit1 } };
}

interface Limit1 {
    cone?: { angle?: number };
    hinge?: { angle?: number };
    spherical?: { phi?: number; theta?: number };
}

interface Xyz { x?: number; y?: number; z?: number }

interface Json0 {
    boneGroups?: {
        stiffiness?: number; gravityPower?: number; gravityDir?: Xyz; dragForce?: number; center?: number; hitRadius?: number;
        bones?: number[]; colliderGroups?: number[];
    }[];
    colliderGroups?: { node: number; colliders?: { offset?: Xyz; radius?: number }[] }[];
}

interface GltfJson {
    nodes?: { name?: string; children?: number[] }[];
    extensions?: { VRMC_springBone?: Json1; VRM?: { secondaryAnimation?: Json0 } };
}

/** Type of a curve whose keys are joined by straight lines. */
const CURVE_LINEAR = 0;

const { chains: CHAIN, colliders: COLLIDER } = springChainAttributes;

/**
 * Reads the springs of a VRM file.
 *
 * @param json - The JSON of the GLB file.
 * @param entity - The model's instance.
 */
export function readVrmSprings(json: object, entity: Entity): VrmSprings {
    const { extensions } = json as GltfJson;
    const find = createNodeFinder(json as GltfJson, entity);
    const rows = extensions?.VRMC_springBone ? readOne(extensions.VRMC_springBone, json as GltfJson, find) :
        extensions?.VRM?.secondaryAnimation ? readZero(extensions.VRM.secondaryAnimation, find) : { chains: [], colliders: [] };
    if (rows.chains.length === 0) {
        console.warn(`[springChain] "${entity.name}": the file has no spring bones. Set Chains by hand, or leave it empty to have tail, ears, hair and cloth found.`);
    }
    return rows;
}

type Find = (node: number | undefined) => Entity | null;

/** Finds the instance's node for a node of the file: by its name, and among several of one name by the names above it. */
function createNodeFinder({ nodes = [] }: GltfJson, entity: Entity): Find {
    const parents = new Map<number, number>();
    nodes.forEach(({ children = [] }, i) => children.forEach(child => parents.set(child, i)));
    const likeness = (node: GraphNode | null, index: number | undefined): number => (
        node && index !== undefined && node.name === nodes[index]?.name ? 1 + likeness(node.parent, parents.get(index)) : 0
    );
    return (index) => {
        const name = index === undefined ? undefined : nodes[index]?.name;
        if (name === undefined) return null;
        const found = entity.find(node => node.name === name);
        return (found.sort((a, b) => likeness(b, index) - likeness(a, index))[0] ?? null) as Entity | null;
    };
}

function readOne({ colliders = [], colliderGroups = [], springs = [] }: Json1, json: GltfJson, find: Find): VrmSprings {
    const rows: VrmSprings = { chains: [], colliders: [] };
    // a collider may belong to several groups: it gets a row in each
    colliderGroups.forEach((group, i) => {
        for (const index of group.colliders ?? []) {
            const collider = colliders[index];
            const shape = collider?.extensions?.VRMC_springBone_extended_collider?.shape ?? collider?.shape;
            const bone = find(collider?.node);
            if (bone && shape) rows.colliders.push(colliderRow(shape, bone, `group ${i}`));
        }
    });
    for (const { joints = [], colliderGroups: groups = [], center } of springs) {
        const bones = joints.map(({ node }) => find(node));
        const moving = joints.slice(0, -1);
        if (!bones[0] || moving.length === 0) continue;
        const last = bones[bones.length - 1];
        rows.chains.push(makeRow(CHAIN, {
            rootBone: bones[0], boneName: bones[0].name, model: 'vrm', endLength: 0,
            exclude: excluded(bones, last, json, joints),
            center: find(center), colliderGroups: groupNames(groups),
            ...gravityOf(moving), ...along('stiffness', moving, 'stiffness', 1), ...along('drag', moving, 'dragForce', 0.5),
            ...along('gravity', moving, 'gravityPower', 0), ...along('radius', moving, 'hitRadius', 0), ...limitOf(moving)
        }));
    }
    return rows;
}

/** Names of what hangs on the joints and is none, and of the last joint, which only shows where the one before ends. */
function excluded(bones: readonly (Entity | null)[], last: Entity | null, { nodes = [] }: GltfJson, joints: readonly Joint1[]): string[] {
    const own = new Set(joints.map(({ node }) => node));
    const beside = joints.flatMap(({ node }) => nodes[node]?.children ?? []).filter(child => !own.has(child)).map(child => nodes[child]?.name ?? '');
    return [...new Set([...(last ? [last.name] : []), ...beside])].filter(name => name !== bones[0]?.name);
}

/** A value of the joints as a number and a curve that multiplies it. */
function along<Name extends 'stiffness' | 'drag' | 'gravity' | 'radius'>(name: Name, joints: readonly Joint1[], key: 'stiffness' | 'dragForce' | 'gravityPower' | 'hitRadius', missing: number): Partial<ChainRow> {
    const values = joints.map(joint => joint[key] ?? missing);
    const largest = Math.max(...values);
    const keys = values.flatMap((value, i) => [i / Math.max(1, values.length - 1), largest > 0 ? value / largest : 1]);
    const curve = new Curve(keys);
    curve.type = CURVE_LINEAR;
    return { [name]: largest, [`${name}Curve`]: curve };
}

/** The direction of gravity: that of the first joint that has some. */
function gravityOf(joints: readonly Joint1[]): Partial<ChainRow> {
    const { gravityDir } = joints.find(({ gravityPower = 0 }) => gravityPower > 0) ?? joints[0];
    return { gravityDirection: vector(gravityDir, [0, -1, 0]) };
}

function limitOf(joints: readonly Joint1[]): Partial<ChainRow> {
    const limit = joints.map(({ extensions }) => extensions?.VRMC_springBone_limit?.limit).find(found => found);
    const degrees = (radians = 0) => radians * DEGREES;
    if (limit?.cone) return { limit: 'cone', limitAngle: degrees(limit.cone.angle) };
    if (limit?.hinge) return { limit: 'hinge', limitAngle: degrees(limit.hinge.angle) };
    if (limit?.spherical) return { limit: 'cone', limitAngle: degrees(Math.max(limit.spherical.phi ?? 0, limit.spherical.theta ?? 0)) };
    return {};
}

function colliderRow({ sphere, capsule, plane }: Shape1, bone: Entity, group: string): ColliderRow {
    const at = { bone, boneName: bone.name, group };
    if (plane) {
        const offset = vector(plane.offset);
        return makeRow(COLLIDER, { ...at, shape: 'plane', offset, tail: vector(plane.normal, [0, 0, 1]).add(offset) });
    }
    if (capsule) {
        const { inside, offset, tail, radius = 0 } = capsule;
        return makeRow(COLLIDER, { ...at, shape: inside ? 'insideCapsule' : 'capsule', offset: vector(offset), tail: vector(tail), radius });
    }
    return makeRow(COLLIDER, { ...at, shape: sphere?.inside ? 'insideSphere' : 'sphere', offset: vector(sphere?.offset), radius: sphere?.radius ?? 0 });
}

/** Names of groups; none in the file means no colliders, and in a row all. */
const groupNames = (groups: readonly number[]) => (groups.length > 0 ? groups.map(group => `group ${group}`) : ['none']);

const vector = (values: readonly number[] | undefined, missing: readonly number[] = [0, 0, 0]) => {
    const [x, y, z] = values ?? missing;
    return new Vec3(x, y, z);
};

function readZero({ boneGroups = [], colliderGroups = [] }: Json0, find: Find): VrmSprings {
    const rows: VrmSprings = { chains: [], colliders: [] };
    colliderGroups.forEach(({ node, colliders = [] }, i) => {
        const bone = find(node);
        if (!bone) return;
        for (const { offset = {}, radius = 0 } of colliders) {
            const { x = 0, y = 0, z = 0 } = offset;
            rows.colliders.push(makeRow(COLLIDER, { bone, boneName: bone.name, group: `group ${i}`, offset: new Vec3(x, y, -z), radius }));
        }
    });
    for (const { stiffiness, gravityPower, gravityDir, dragForce, center, hitRadius, bones = [], colliderGroups: groups = [] } of boneGroups) {
        for (const node of bones) {
            const bone = find(node);
            if (!bone) continue;
            rows.chains.push(makeRow(CHAIN, {
                rootBone: bone, boneName: bone.name, model: 'vrm', stiffness: stiffiness ?? 1, gravity: gravityPower ?? 0, drag: dragForce ?? 0.4, radius: hitRadius ?? 0.02,
                gravityDirection: gravityDir ? new Vec3(gravityDir.x ?? 0, gravityDir.y ?? 0, gravityDir.z ?? 0) : new Vec3(0, -1, 0),
                center: find(center), colliderGroups: groupNames(groups)
            }));
        }
    }
    return rows;
}
