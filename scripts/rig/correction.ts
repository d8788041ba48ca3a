import type { GraphNode } from 'playcanvas';

import { modelOf } from './find-detached';
import { findSkeleton, type Skeleton } from './skeleton';

// What bones are by hand, where a model is taken for something that it is not. A correction belongs to a model: all its copies and all scripts on them have it.

/** What a bone can be set to; `none`: it is no head, limb or tail. */
export const CORRECTABLE = ['head', 'hips', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot', 'tail', 'none'] as const;

export type CorrectedRole = typeof CORRECTABLE[number];

/** A correction as JSON: names of bones, each with its role. On four legs the fore ones end in hands. */
export interface RoleCorrection {
    readonly roles: Readonly<Record<string, CorrectedRole>>;
}

const byModel = new WeakMap<object, RoleCorrection>();

/** The correction of the model of a skeleton; null: there is none. */
export function correctionOf(skeleton: Skeleton): RoleCorrection | null {
    return byModel.get(modelOf(skeleton) ?? skeleton.nodes[0]) ?? null;
}

/** Gives the model of a skeleton a correction; null takes it away. One that says the same stays as it is. */
export function giveCorrection(skeleton: Skeleton, correction: RoleCorrection | null) {
    const key = modelOf(skeleton) ?? skeleton.nodes[0];
    if (!correction) byModel.delete(key);
    else if (!saysSame(byModel.get(key) ?? null, correction)) byModel.set(key, correction);
}

/** Whether two corrections say the same; none says as much as an empty one. */
export function saysSame(a: RoleCorrection | null, b: RoleCorrection | null): boolean {
    const textOf = (correction: RoleCorrection | null) => JSON.stringify(Object.entries(correction?.roles ?? {}).sort());
    return textOf(a) === textOf(b);
}

/** What is wrong with data that should be a correction; empty: nothing. */
function problemOf(data: unknown): string {
    const roles = (data as Partial<RoleCorrection> | null)?.roles;
    if (typeof roles !== 'object' || roles === null || Array.isArray(roles)) return 'this is no correction of roles, it has no "roles". Choose the json that the page "Drop a character" saves.';
    const wrong = Object.entries(roles).find(([, role]) => !CORRECTABLE.includes(role));
    return wrong ? `the role of "${wrong[0]}" is "${wrong[1] as string}". Set it to one of: ${CORRECTABLE.join(', ')}.` : '';
}

/**
 * Corrects which bone is what: for a model that is taken for something that it is not. All scripts on it and its copies follow, those that are there
 * already in their next frame.
 *
 * @param entity - The entity with the character, at or below it.
 * @param data - Bones by their names with their roles, such as `{ "roles": { "Bone.012": "head", "Hair_3": "none" } }`: what the page *Drop a character*
 * saves. Of bones with one name it means the first. Null: as it is found without.
 * @returns What is wrong with the data, in a sentence, and nothing is corrected; empty: nothing. What does not fit the model is said by the scripts.
 * @example
 * const problem = useRoles(hero, heroJson.resource);
 * if (problem) console.warn(problem);
 */
export function useRoles(entity: GraphNode, data: unknown): string {
    const problem = data === null ? '' : problemOf(data);
    if (problem !== '') return problem;
    const skeleton = findSkeleton(entity);
    if (!skeleton) return `there is no character at or below "${entity.name}" yet. Call useRoles() when its asset is loaded.`;
    giveCorrection(skeleton, data as RoleCorrection | null);
    return '';
}
