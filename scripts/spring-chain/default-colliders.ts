import { Vec3, type Entity } from 'playcanvas';

import { springChainAttributes, type ColliderRow } from './attributes';
import { distanceVec, dotVec, rotateVecInverse, subtractVec } from '../core/math/flat-math';
import { clamp, PERSON_HEIGHT } from '../core/math/scalars';
import { roleOf, type Rig } from '../rig/rig';
import type { Role } from '../rig/roles';
import { readSkin } from '../rig/skin';
import { makeRow } from '../shell/attributes';

// Capsules for the body that hair and cloth hang on: trunk, neck and legs, as thick as their skin.

/** Share of a part's skin that is nearer to its axis than its capsule: a chest is wider than it is deep, a leg is round. */
const TRUNK_NEARER = 0.3;
const LEG_NEARER = 0.98;

/** Radius in metres of a person below which a part holds nothing off. */
const THINNEST = 0.02;

/** A part of a leg, and into how many capsules it is cut: thighs and calves are thicker at the top. */
const LEGS: readonly (readonly [Role, Role, number])[] = (['left', 'right'] as const).flatMap(side => [
    [`${side}Thigh`, `${side}Shin`, 2], [`${side}Shin`, `${side}Foot`, 2], [`${side}Foot`, `${side}Toes`, 1]
] as const);

/** What a capsule stands for: a piece of the line between two joints, as shares of it. */
interface Part {
    readonly first: number;
    readonly last: number;
    readonly start: number;
    readonly end: number;
    /** Share of the skin that is nearer. */
    readonly nearer: number;
}

/** A chain that hangs beside the body: its first node, and the radius of its joints in metres of a person. */
export interface Hanging {
    readonly node: number;
    readonly radius: number;
}

/** What is filled in for a body. */
export interface BodyColliders {
    readonly colliders: ColliderRow[];
    /** For each chain the groups that hold it off; empty: all. */
    readonly groups: readonly (readonly string[])[];
}

const way = new Float64Array(3);
const from = new Float64Array(3);

/**
 * Makes the colliders of a character. In the reference pose none reaches a chain that it holds off: where one would, as the hip does a
 * strap beside it, the chains beside have a thinner one of their own.
 *
 * @param scale - World units per unit of model space.
 */
export function defaultColliders(rig: Rig, hanging: readonly Hanging[], scale: number): BodyColliders {
    const { skeleton } = rig;
    const skin = readSkin(skeleton);
    const metre = rig.height / PERSON_HEIGHT;
    const colliders: ColliderRow[] = [];
    const groups: string[][] = hanging.map(() => []);
    partsOf(rig).forEach((part) => {
        const { first, last, start, end, nearer } = part;
        const distances: number[] = [];
        skin.holders.forEach((holder, i) => {
            if (holder === first && isBeside(rig, part, skin.points, 3 * i)) distances.push(distanceTo(rig, part, skin.points, 3 * i));
        });
        if (distances.length === 0) return;
        const thick = distances.sort((a, b) => a - b)[Math.floor(nearer * distances.length)];
        const room = hanging.map(({ node, radius }) => roomBeside(rig, part, node) - radius * metre);
        const isBesideChain = room.map(radius => radius < thick);
        const thin = Math.min(thick, ...room);
        const boneName = roleOf(rig, first) ?? skeleton.nodes[first].name;
        const along = inBone(rig, first, last);
        const add = (radius: number, group: string) => {
            if (!(radius > THINNEST * metre)) return;
            colliders.push(makeRow(springChainAttributes.colliders, {
                bone: skeleton.nodes[first] as Entity, boneName, group, shape: 'capsule',
                offset: along.clone().mulScalar(start), tail: along.clone().mulScalar(end), radius: radius * scale
            }));
        };
        if (new Set(isBesideChain).size < 2) {
            add(thin, '');
            return;
        }
        const name = `${boneName} ${colliders.length + 1}`;
        add(thick, name);
        add(thin, `beside ${name}`);
        isBesideChain.forEach((isNear, chain) => groups[chain].push(isNear ? `beside ${name}` : name));
    });
    // colliders without group hold all chains off
    return { colliders, groups: groups.map(own => (own.length > 0 ? ['', ...own] : own)) };
}

/** Distance from a part to the nearest joint that swings; the first one of a chain stays where it is. */
function roomBeside(rig: Rig, part: Part, chain: number): number {
    const { ends, positions } = rig.skeleton;
    let nearest = Infinity;
    for (let node = chain + 1; node < ends[chain]; node++) nearest = Math.min(nearest, distanceTo(rig, part, positions, 3 * node));
    return nearest;
}

/** The parts: the trunk from joint to joint, and the legs. */
function partsOf({ bones, spine, neck }: Rig): Part[] {
    const trunk = [bones.get('hips'), ...spine, ...neck, bones.get('head')].filter(node => node !== undefined);
    const legs = LEGS.flatMap(([a, b, count]) => {
        const first = bones.get(a), last = bones.get(b);
        if (first === undefined || last === undefined) return [];
        return Array.from({ length: count }, (_, i) => ({ first, last, start: i / count, end: (i + 1) / count, nearer: LEG_NEARER }));
    });
    return [...trunk.slice(1).map((last, i) => ({ first: trunk[i], last, start: 0, end: 1, nearer: TRUNK_NEARER })), ...legs];
}

/** Share of the line from a part's first joint to its last that is beside a point; beyond its ends below 0 or above 1. */
function shareBeside({ skeleton: { positions } }: Rig, { first, last }: Part, points: Float64Array, p: number): number {
    subtractVec(way, 0, positions, 3 * last, positions, 3 * first);
    subtractVec(from, 0, points, p, positions, 3 * first);
    const length = dotVec(way, 0, way, 0);
    return length > 0 ? dotVec(from, 0, way, 0) / length : 0;
}

/** Distance of a point from the line of a part. */
function distanceTo(rig: Rig, part: Part, points: Float64Array, p: number): number {
    const share = clamp(shareBeside(rig, part, points, p), part.start, part.end);
    for (let k = 0; k < 3; k++) way[k] *= share;
    return distanceVec(from, 0, way, 0);
}

function isBeside(rig: Rig, part: Part, points: Float64Array, p: number): boolean {
    const share = shareBeside(rig, part, points, p);
    return share >= part.start && share <= part.end;
}

/** Place of a joint in a bone's own space in the reference pose. */
function inBone({ skeleton: { positions, rotations, matrices } }: Rig, bone: number, joint: number): Vec3 {
    subtractVec(way, 0, positions, 3 * joint, positions, 3 * bone);
    rotateVecInverse(way, 0, rotations, 4 * bone, way, 0);
    const size = Math.hypot(matrices[12 * bone], matrices[12 * bone + 1], matrices[12 * bone + 2]);
    return new Vec3(way[0], way[1], way[2]).mulScalar(1 / size);
}
