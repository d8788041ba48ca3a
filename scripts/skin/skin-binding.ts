import { SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, type Entity, type GraphNode, type Mat4, type Mesh, type MeshInstance } from 'playcanvas';

import { addToDigest, DIGEST } from '../core/math/digest';
import { finish, type Steps } from '../core/timing/steps';

// What is drawn below a node, and the bones that each mesh hangs on.
//
// The engine takes the skin instance of a mesh away while its render or its entity is disabled. What it was made from stays: the mesh's
// own skin has the names of the bones, and the render component has the node below which they are found.

/** A skin as it hangs on the bones of one character. */
export interface SkinBinding {
    /** The node of the mesh. */
    readonly node: GraphNode;
    /** The bones; null: one that is not there. */
    readonly bones: readonly (GraphNode | null)[];
    /** What takes the mesh's vertices to each bone, in the bind pose. */
    readonly inverseBindPose: readonly Mat4[];
}

/** A mesh that is drawn; its binding is null where it hangs on its node as a whole. */
export interface DrawnMesh {
    readonly instance: MeshInstance;
    readonly binding: SkinBinding | null;
}

/** Every mesh at or below a node, of render and of the older model components, enabled or not. */
export function findDrawn(node: GraphNode, found: DrawnMesh[] = []): DrawnMesh[] {
    const { render, model } = node as Entity;
    for (const instance of render?.meshInstances ?? []) found.push({ instance, binding: bind(instance, render!.rootBone as GraphNode | null) });
    for (const instance of model?.meshInstances ?? []) found.push({ instance, binding: bind(instance, null) });
    for (const child of node.children) findDrawn(child as GraphNode, found);
    return found;
}

/**
 * Whether something at or below a node is to be drawn whose mesh, or whose bones, are not there yet: a component without meshes whose
 * asset is still on its way, a skin that knows no root bone, or components that all have no mesh.
 */
export function awaitsMesh(node: GraphNode): boolean {
    const parts = node.find(part => Boolean((part as Entity).render ?? (part as Entity).model)) as Entity[];
    const drawn = parts.map(({ render, model }) => (render ?? model)!).filter(({ type }) => type === 'asset');
    const isEmpty = ({ meshInstances }: typeof drawn[number]) => !(meshInstances && meshInstances.length > 0);
    const isLoose = ({ mesh, skinInstance }: MeshInstance) => Boolean(mesh?.skin) && !skinInstance;
    return drawn.some(part => isEmpty(part) && Boolean(part.asset)) || (drawn.length > 0 && findDrawn(node).length === 0) ||
        parts.some(({ render }) => render && !render.rootBone && render.meshInstances?.some(isLoose));
}

function bind(instance: MeshInstance, rootBone: GraphNode | null): SkinBinding | null {
    const skin = instance.skinInstance?.skin ?? instance.mesh?.skin;
    if (!instance.mesh || !skin) return null;
    const { boneNames, inverseBindPose } = skin;
    const held = instance.skinInstance?.bones ?? [];
    // the engine gives a bone that it does not find the place of the mesh's own node
    const bones = held.length > 0 ? held.map((bone, i) => (bone === instance.node && bone.name !== boneNames[i] ? null : bone)) :
        boneNames.map(name => rootBone?.findByName(name) ?? null);
    return bones.some(bone => bone !== null) ? { node: instance.node, bones, inverseBindPose } : null;
}

/** Most bones that a vertex of the engine hangs on. */
export const INFLUENCES = 4;

/** What each bone of a mesh's skin carries of it, by its vertices, which instances of a model share; as long as these are not written anew. */
const carriedOf = new WeakMap<object, Carried>();

/** The same by the digest of the vertices, where it is known before they are read. */
const knownCarried = new Map<number, readonly number[]>();

/** Says what each bone of a mesh's skin carries of it. */
export function giveCarried({ digest, carried }: Carried) {
    knownCarried.set(digest, carried);
}

/** What each bone of a mesh's skin carries of it, and the digest of its vertices. */
export interface Carried {
    readonly digest: number;
    readonly carried: readonly number[];
}

/** A number that is another one when the vertices are. Takes a hundredth of what reading them does. */
export function digestOfMesh({ vertexBuffer }: Mesh): number {
    const bytes = vertexBuffer.lock() as ArrayBuffer;
    return addToDigest(DIGEST, new Uint32Array(bytes, 0, bytes.byteLength >> 2));
}

/** What each bone of a mesh's skin carries of it, in vertices. */
export function carriedBy(mesh: Mesh): Carried {
    return finish(carriedBySteps(mesh));
}

/** The same in pieces. */
export function *carriedBySteps(mesh: Mesh): Steps<Carried> {
    const buffer = mesh.vertexBuffer;
    const digest = buffer ? digestOfMesh(mesh) : 0;
    const kept = buffer && carriedOf.get(buffer);
    if (kept?.digest === digest) return kept;
    const found = { digest, carried: knownCarried.get(digest) ?? (yield* readCarried(mesh)) };
    if (buffer) carriedOf.set(buffer, found);
    return found;
}

/** Adds up what of a mesh each bone of its skin carries, in vertices. */
export function addWeights(sums: Float64Array, mesh: Mesh): void {
    carriedBy(mesh).carried.forEach((share, bone) => { sums[bone] += share; });
}

function *readCarried(mesh: Mesh): Steps<number[]> {
    yield;
    const bones = readStream(mesh, SEMANTIC_BLENDINDICES, INFLUENCES);
    yield;
    const weights = readStream(mesh, SEMANTIC_BLENDWEIGHT, INFLUENCES);
    yield;
    const carried: number[] = [];
    for (let first = 0; first < weights.length; first += INFLUENCES) {
        let total = 0;
        for (let slot = first; slot < first + INFLUENCES; slot++) total += weights[slot];
        if (!(total > 0)) continue;
        for (let slot = first; slot < first + INFLUENCES; slot++) carried[bones[slot]] = (carried[bones[slot]] ?? 0) + weights[slot] / total;
    }
    return carried;
}

/** Reads some numbers of each vertex, 0 where there are none. A typed array is filled at once, where a list would grow number by number. */
export function readStream(mesh: Mesh, semantic: string, size: number): Float32Array {
    const values = new Float32Array(size * (mesh.vertexBuffer?.getNumVertices() ?? 0));
    mesh.getVertexStream(semantic, values);
    return values;
}
