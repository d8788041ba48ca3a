import { Vec3, type Entity } from 'playcanvas';

import { springChainAttributes, type ColliderRow } from './attributes';
import { distanceVec, dotVec, rotateVecInverse, subtractVec } from '../core/math/flat-math';
import { clamp, PERSON_HEIGHT } from '../core/math/scalars';
import type { Rig } from '../rig/rig';
import type { Role } from '../rig/roles';
import { readSkin } from '../rig/skin';
import { makeRow } from '../shell/attributes';

// Capsules for the body that hair and cloth hang on: trunk, neck and legs, as thick as their skin.

/** Share of a part's skin that is nearer to its axis than its capsule: a chest is wider than it is deep. */
const NEARER = 0.3;

/** Metres of a person that are left between a capsule and what hangs beside it: the radius of a joint. */
const BESIDE = 0.02;

/** Radius in metres of a person below which a part holds nothing off. */
const THINNEST = 0.02;

const LEGS: readonly (readonly [Role, Role])[] = [
    ['leftThigh', 'leftShin'], ['leftShin', 'leftFoot'], ['rightThigh', 'rightShin'], ['rightShin', 'rightFoot']
];

const way = new Float64Array(3);
const from = new Float64Array(3);

/**
 * Makes the colliders of a character.
 *
 * @param hanging - First nodes of what hangs: in the reference pose no capsule reaches it.
 * @param scale - World units per unit of model space.
 */
export function defaultColliders(rig: Rig, hanging: readonly number[], scale: number): ColliderRow[] {
    const { skeleton } = rig;
    const skin = readSkin(skeleton);
    const metre = rig.height / PERSON_HEIGHT;
    // the first joint stays where it is
    const swinging = hanging.flatMap(node => Array.from({ length: skeleton.ends[node] - node - 1 }, (_, i) => node + 1 + i));
    return partsOf(rig).flatMap(([first, last]) => {
        const distances: number[] = [];
        skin.holders.forEach((holder, i) => {
            if (holder === first && isBeside(rig, first, last, skin.points, 3 * i)) distances.push(distanceTo(rig, first, last, skin.points, 3 * i));
        });
        if (distances.length === 0) return [];
        const skinRadius = distances.sort((a, b) => a - b)[Math.floor(NEARER * distances.length)];
        const radius = Math.min(skinRadius, ...swinging.map(node => distanceTo(rig, first, last, skeleton.positions, 3 * node) - BESIDE * metre));
        if (!(radius > THINNEST * metre)) return [];
        return [makeRow(springChainAttributes.colliders, {
            bone: skeleton.nodes[first] as Entity, boneName: skeleton.nodes[first].name, shape: 'capsule', tail: inBone(rig, first, last), radius: radius * scale
        })];
    });
}

/** First and last bones of the parts: the trunk from joint to joint, and the legs. */
function partsOf({ bones, spine, neck }: Rig): (readonly [number, number])[] {
    const trunk = [bones.get('hips'), ...spine, ...neck, bones.get('head')].filter(node => node !== undefined);
    const legs = LEGS.flatMap(([a, b]) => (bones.has(a) && bones.has(b) ? [[bones.get(a)!, bones.get(b)!] as const] : []));
    return [...trunk.slice(1).map((node, i) => [trunk[i], node] as const), ...legs];
}

/** Share of the way from one joint to another that is beside a point; beyond its ends below 0 or above 1. */
function shareBeside({ skeleton: { positions } }: Rig, first: number, last: number, points: Float64Array, p: number): number {
    subtractVec(way, 0, positions, 3 * last, positions, 3 * first);
    subtractVec(from, 0, points, p, positions, 3 * first);
    const length = dotVec(way, 0, way, 0);
    return length > 0 ? dotVec(from, 0, way, 0) / length : 0;
}

/** Distance of a point from the line between two joints. */
function distanceTo(rig: Rig, first: number, last: number, points: Float64Array, p: number): number {
    const share = clamp(shareBeside(rig, first, last, points, p), 0, 1);
    for (let k = 0; k < 3; k++) way[k] *= share;
    return distanceVec(from, 0, way, 0);
}

function isBeside(rig: Rig, first: number, last: number, points: Float64Array, p: number): boolean {
    const share = shareBeside(rig, first, last, points, p);
    return share >= 0 && share <= 1;
}

/** Place of a joint in a bone's own space in the reference pose. */
function inBone({ skeleton: { positions, rotations, matrices } }: Rig, bone: number, joint: number): Vec3 {
    subtractVec(way, 0, positions, 3 * joint, positions, 3 * bone);
    rotateVecInverse(way, 0, rotations, 4 * bone, way, 0);
    const size = Math.hypot(matrices[12 * bone], matrices[12 * bone + 1], matrices[12 * bone + 2]);
    return new Vec3(way[0], way[1], way[2]).mulScalar(1 / size);
}
