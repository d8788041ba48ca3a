import type { GraphNode, Mesh } from 'playcanvas';

import { correctionOf, giveCorrection } from './correction';
import { detectRigSteps } from './detect';
import { modelOf } from './find-detached';
import type { Rig } from './rig';
import { sentenceOfSecond } from './second-model';
import { Sighting } from './sighting';
import { findSkeletonSteps, type Skeleton } from './skeleton';
import { finish, type Steps } from '../core/timing/steps';

// The character below an entity, found once and kept: its rig, in the reference pose. Copies of one model share what is found.

/** A rig with what tells whether another skeleton is the same: a mesh instance loses its mesh when it is destroyed. */
interface Found {
    readonly rig: Rig;
    readonly names: readonly string[];
    readonly meshes: readonly (Mesh | null)[];
    /** Read while the model is there: copies share it. */
    readonly skinShare: Float64Array;
}

const sightings = new WeakMap<GraphNode, Sighting>();
const byRoot = new WeakMap<GraphNode, Found>();
const byModel = new WeakMap<object, Found>();

/** Whether a rig was found with the correction that its model has now. */
export function isUpToDate({ skeleton, correction }: Rig): boolean {
    return correction === correctionOf(skeleton);
}

/** Whether a skeleton is what a rig was found on, or a copy of it. */
function isSame({ rig, names, meshes }: Found, skeleton: Skeleton): boolean {
    const { nodes, space, meshInstances } = skeleton;
    const original = rig.skeleton;
    return rig.correction === correctionOf(skeleton) && nodes.length === names.length && nodes.every((node, i) => node.name === names[i]) &&
        (space === nodes[0]) === (original.space === original.nodes[0]) &&
        meshInstances.length === meshes.length && meshInstances.every(({ mesh }, i) => mesh === meshes[i]);
}

/**
 * Finds the character at or below an entity.
 *
 * @param entity - The model's root, or any node above the skeleton.
 * @returns Its rig, or null where there is nothing that could be a character.
 */
export function findCharacter(entity: GraphNode): Rig | null {
    return finish(findCharacterSteps(entity));
}

/** The same in pieces. */
export function *findCharacterSteps(entity: GraphNode): Steps<Rig | null> {
    const seen = sightings.get(entity);
    if (seen?.isSame(entity) && isUpToDate(seen.rig!)) return seen.rig!;
    const sighting = new Sighting(entity);
    const found = yield* lookForCharacter(entity);
    yield;
    const second = found && sentenceOfSecond(entity, found);
    const rig = second ? { ...found!, sentences: [second, ...found!.sentences], problems: [second.says, ...found!.problems] } : found;
    // it may have changed while the work waited
    if (!sighting.isSame(entity)) return yield* findCharacterSteps(entity);
    if (rig && sighting.keep(rig)) sightings.set(entity, sighting);
    else sightings.delete(entity);
    return rig;
}

function *lookForCharacter(entity: GraphNode): Steps<Rig | null> {
    const skeleton = yield* findSkeletonSteps(entity);
    if (!skeleton) return null;
    const { nodes, meshInstances } = skeleton;
    const kept = byRoot.get(nodes[0]);
    const isKept = kept && isSame(kept, skeleton) && nodes.every((node, i) => node === kept.rig.skeleton.nodes[i]) &&
        meshInstances.every((instance, i) => instance === kept.rig.skeleton.meshInstances[i]);
    if (isKept) return kept.rig;

    const model = modelOf(skeleton);
    const original = model && byModel.get(model);
    const known = kept ?? original;
    const rig = original && isSame(original, skeleton) ? copyRig(original.rig, skeleton) :
        yield* detectRigSteps(known ? (yield* findSkeletonSteps(entity, known.rig.skeleton))! : skeleton);
    const found = foundOf(rig);
    byRoot.set(nodes[0], found);
    const knowsMore = original && original.rig.correction === rig.correction && skeleton.loose.length > original.rig.skeleton.loose.length;
    if (model && (!original || original.rig.correction !== rig.correction || knowsMore)) byModel.set(model, found);
    return rig;
}

function foundOf(rig: Rig): Found {
    const { nodes, meshInstances, skinShare } = rig.skeleton;
    return { rig, names: nodes.map(({ name }) => name), meshes: meshInstances.map(({ mesh }) => mesh), skinShare };
}

/** The rig below an entity as all copies of its model share it; null where there is no character. */
export function sharedRig(entity: GraphNode): Rig | null {
    const rig = findCharacter(entity);
    return rig && byRoot.get(rig.skeleton.nodes[0])!.rig;
}

/** Whether the model of a skeleton has been found already. */
export function isFound(skeleton: Skeleton): boolean {
    const model = modelOf(skeleton);
    const original = model && byModel.get(model);
    return Boolean(original && isSame(original, skeleton));
}

/** Takes a rig as found: that of all copies of its model. It corrects that as it was corrected itself. */
export function adoptRig(rig: Rig): Rig {
    giveCorrection(rig.skeleton, rig.correction);
    const model = modelOf(rig.skeleton);
    const found = foundOf({ ...rig, correction: correctionOf(rig.skeleton) });
    byRoot.set(rig.skeleton.nodes[0], found);
    if (model) byModel.set(model, found);
    return found.rig;
}

/** The rig of a copy of a known character. */
function copyRig(original: Rig, { nodes, space, meshInstances, bindings }: Skeleton): Rig {
    return { ...original, skeleton: { ...original.skeleton, nodes, space, meshInstances, bindings } };
}
