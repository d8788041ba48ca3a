import type { AnimTrack, GraphNode, Mesh } from 'playcanvas';

import { adoptRig, findCharacter, isFound, sharedRig } from './character';
import { digestOfClip } from './clip-digest';
import { correctionOf, saysSame } from './correction';
import { fromExactJson, toExactJson } from './exact-json';
import { knownDetached, type KnownDetached } from './find-detached';
import { collectResults, giveResults, type BakedResults } from './model-cache';
import type { Rig } from './rig';
import { findSkeleton, type Skeleton } from './skeleton';
import { addTextToDigest, DIGEST } from '../core/math/digest';
import { carriedBy, digestOfMesh, findDrawn, giveCarried, type Carried } from '../skin/skin-binding';

// What scripts find out about a model at set-up, as a file: a game that ships it does not find it out again.
//
// The first of a model takes tenths of a second: its skin is read, bones get their roles, bodies are fitted, feet are measured, clips are analysed. All
// that is kept for the next ones of the model (`model-cache.ts`), and can be written down. It is given to a model as if one like it had been there before.

/** Of what is written: raised whenever the pack writes something else, or comes to something else. */
const VERSION = 4;

/** The results of a set-up. All of it is JSON; write it into a file and hand it to {@link useBaked}. */
export interface Baked {
    /** Version of the results. */
    readonly limber: number;
    /** A number that is another one when something in the file is: see {@link digestOf}. */
    readonly digest: number;
    /** Names of the nodes, and what each hangs on: by these it is known whether a model is the same. */
    readonly nodes: readonly string[];
    readonly parents: readonly number[];
    /** The meshes by the digests of their vertices, with what each bone carries of them. */
    readonly meshes: readonly Carried[];
    readonly detached: KnownDetached | null;
    readonly rig: unknown;
    readonly results: BakedResults;
}

/** What of a skeleton belongs to one instance of its model. */
const OWN = ['nodes', 'space', 'meshInstances', 'bindings'] as const;

/** A file without what says which one it is. */
type Content = Omit<Baked, 'limber' | 'digest'>;

/** The rest of it. */
type SharedSkeleton = Omit<Skeleton, typeof OWN[number]>;

/** Where results have been given: the meshes, by their data. */
const given = new WeakMap<object, WeakSet<Mesh>>();

/**
 * Writes down what the scripts have found out about a model so far.
 *
 * @param entity - The entity with the character, at or below it, with its scripts set up.
 * @param clips - Its clips.
 * @returns Null where there is no character.
 */
export function bake(entity: GraphNode, clips: readonly AnimTrack[]): Baked | null {
    const rig = sharedRig(entity);
    if (!rig) return null;
    const { nodes, meshInstances } = rig.skeleton;
    const shared: Partial<Skeleton> = { ...rig.skeleton };
    for (const own of OWN) delete (shared as Record<string, unknown>)[own];
    const content: Content = {
        nodes: nodes.map(({ name }) => name),
        parents: [...rig.skeleton.parents],
        meshes: meshInstances.flatMap(({ mesh }) => (mesh ? [carriedBy(mesh)] : [])),
        detached: knownDetached(rig.skeleton) ?? null,
        rig: toExactJson({ ...rig, skeleton: shared }),
        results: collectResults(rig, [...new Map(clips.map(clip => [digestOfClip(clip), clip])).values()])
    };
    return { limber: VERSION, digest: digestOf(content), ...content };
}

/** What is damaged anywhere is seen here, before anything of it is taken. */
function digestOf({ nodes, parents, meshes, detached, rig, results }: Content): number {
    return addTextToDigest(DIGEST, JSON.stringify([nodes, parents, meshes, detached, rig, results]));
}

/**
 * Gives a model the results of a set-up that `npm run bake` has written, so that its scripts begin at once. Call it before the first script comes onto a
 * character of the model, once for each model; further calls do nothing.
 *
 * @param entity - The entity with the character, at or below it.
 * @param data - What is in the file.
 * @returns What is wrong, in a sentence, and everything is found out as without it; empty: nothing.
 * @example
 * const problem = useBaked(hero, heroJson.resource);
 * if (problem) console.warn(problem);
 * hero.script!.create('perfectLookAt', { attributes: { targetObject: ball } });
 */
export function useBaked(entity: GraphNode, data: unknown): string {
    const { limber, digest } = (data ?? {}) as Partial<Baked>;
    if (typeof limber !== 'number') return 'this is not what `npm run bake` writes. Give it the data of a file that ends with .limber.json.';
    const baked = data as Baked;
    const meshes = findDrawn(entity).flatMap(({ instance: { mesh } }) => mesh ?? []);
    const known = given.get(baked) ?? new WeakSet();
    if (meshes.some(mesh => known.has(mesh))) return '';
    if (baked.limber !== VERSION) return `it was baked by another version of Limber, so "${entity.name}" is set up without it. Run npm run bake again.`;
    if (digest !== digestOf(baked)) return `its data are damaged, so "${entity.name}" is set up without it. Run npm run bake again, and leave the file as it is.`;
    const digests = new Set(meshes.map(digestOfMesh));
    if (meshes.length === 0) return `the mesh of "${entity.name}" is not there yet. Call useBaked() when its asset is loaded.`;
    const skeleton = baked.meshes.every(({ digest }) => digests.has(digest)) ? takeSkeleton(entity, baked) : null;
    if (!skeleton) return `it was baked of another model than that of "${entity.name}", which is set up without it. Run npm run bake with the file that is loaded here.`;
    const correction = correctionOf(skeleton);
    if (correction && !saysSame(correction, (fromExactJson(baked.rig) as Rig).correction)) {
        return `the roles of "${entity.name}" are set by hand otherwise than when it was baked, so it is set up without it. Run npm run bake with these roles.`;
    }
    const rig = isFound(skeleton) ? findCharacter(entity)! : makeRig(baked, skeleton);
    giveResults(rig, baked.results);
    for (const mesh of meshes) known.add(mesh);
    given.set(baked, known);
    return '';
}

/** The skeleton below an entity, if it is the one that was baked. */
function takeSkeleton(entity: GraphNode, { nodes, parents, meshes, detached }: Baked): Skeleton | null {
    meshes.forEach(giveCarried);
    const skeleton = findSkeleton(entity, undefined, detached ? { ...detached, loose: [...detached.loose] } : undefined);
    const isSame = skeleton?.nodes.length === nodes.length && skeleton.nodes.every(({ name }, i) => name === nodes[i] && skeleton.parents[i] === parents[i]);
    return isSame ? skeleton : null;
}

/** The rig that was baked, on these nodes. */
function makeRig({ rig: packed }: Baked, { nodes, space, meshInstances, bindings }: Skeleton): Rig {
    const rig = fromExactJson(packed) as Omit<Rig, 'skeleton'> & { readonly skeleton: SharedSkeleton };
    return adoptRig({ ...rig, skeleton: { ...rig.skeleton, nodes, space, meshInstances, bindings } });
}
