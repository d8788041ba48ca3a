import { Vec3, type Entity } from 'playcanvas';

import { springChainAttributes, type ColliderRow } from './attributes';
import { crossVec, distanceVec, dotVec, rotateVecInverse, subtractVec } from '../core/math/flat-math';
import { clamp, PERSON_HEIGHT } from '../core/math/scalars';
import { finish, type Steps } from '../core/timing/steps';
import { findAppendages, type Appendage } from '../rig/appendages';
import { ModelCache } from '../rig/model-cache';
import { roleOf, type Rig } from '../rig/rig';
import type { Role } from '../rig/roles';
import { makeRow } from '../shell/attributes';
import { readSkin, type Skin } from '../skin/skin';

// Capsules for the body that hair and cloth hang on: trunk, neck, legs, upper arms and shoulders, as thick as their skin. A trunk is wider
// than it is deep, and has two beside each other.

/** Share of a part's skin that is nearer to its axis than its capsule: of a trunk only what is before and behind counts, a limb is round. */
const TRUNK_NEARER = 0.3;
const LIMB_NEARER = 0.98;

/** Share of a trunk's skin that is nearer to its middle, from side to side, than the outer edges of its two capsules. */
const TRUNK_NARROWER = 0.9;

/** Radius in metres of a person below which a part holds nothing off. */
const THINNEST = 0.02;

/** A part of a limb, and into how many capsules it is cut: thighs and calves are thicker at the top. */
const LIMBS: readonly (readonly [Role, Role, number])[] = (['left', 'right'] as const).flatMap(side => [
    [`${side}Thigh`, `${side}Shin`, 2], [`${side}Shin`, `${side}Foot`, 2], [`${side}Foot`, `${side}Toes`, 1],
    [`${side}Clavicle`, `${side}UpperArm`, 1], [`${side}UpperArm`, `${side}Forearm`, 1]
] as const);

/** A piece of the body between two joints, as shares of the line between them. */
interface BodyPiece {
    readonly first: number;
    readonly last: number;
    readonly start: number;
    readonly end: number;
    readonly isTrunk: boolean;
}

/** A line in model space. */
interface Line { readonly from: Float64Array; readonly to: Float64Array }

/** How thick a part is: the radius of its capsules, and how far their axes are to the sides. */
interface Thickness { readonly radius: number; readonly aside: number }

/** Of parts; null for one without skin. */
type Thicknesses = readonly (Thickness | null)[];

/** A chain that hangs beside the body: its first node, and the radius of its joints in metres of a person. */
export interface HangingChain {
    readonly node: number;
    readonly radius: number;
}

/** What is filled in for a body. */
export interface BodyColliders {
    readonly colliders: ColliderRow[];
    /** For each chain the groups that hold it off; empty: all. */
    readonly groups: readonly (readonly string[])[];
}

const offset = new Float64Array(3);
const beside = new Float64Array(3);

/** The line from right to left. */
const lateral = new Float64Array(3);

/**
 * Makes the colliders of a character. In the reference pose none reaches a chain that it holds off: where one would, as the hip does a
 * strap beside it, the chains beside have a thinner one of their own.
 *
 * @param scale - World units per unit of model space.
 */
export function defaultColliders(rig: Rig, hanging: readonly HangingChain[], scale: number): BodyColliders {
    const { skeleton } = rig;
    const metre = rig.height / PERSON_HEIGHT;
    const colliders: ColliderRow[] = [];
    const groups: string[][] = hanging.map(() => []);
    const parts = partsOf(rig);
    const thicknesses = finish(findThicknesses(rig));
    parts.forEach((part, i) => {
        const { first, last, isTrunk } = part;
        const thickness = thicknesses[i];
        if (!thickness) return;
        const next = isTrunk ? parts.findIndex(other => other.isTrunk && other.first === last) : -1;
        const lines = linesOf(rig, part, thickness.aside, thicknesses[next]?.aside ?? 0);
        const thick = thickness.radius;
        const room = hanging.map(({ node, radius }) => roomBeside(rig, lines, node) - radius * metre);
        const isBesideChain = room.map(radius => radius < thick);
        const thin = Math.min(thick, ...room);
        const boneName = roleOf(rig, first) ?? skeleton.nodes[first].name;
        const add = (radius: number, group: string) => {
            if (!(radius > THINNEST * metre)) return;
            for (const { from, to } of lines) {
                colliders.push(makeRow(springChainAttributes.colliders, {
                    bone: skeleton.nodes[first] as Entity, boneName, group, shape: 'capsule',
                    offset: inBone(rig, first, from), tail: inBone(rig, first, to), radius: radius * scale
                }));
            }
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

/** A ball in model space. */
interface Ball { readonly middle: Float64Array; readonly radius: number }

/** What was measured of the skin of a model: all parts of the body, and what single bones carry. */
const thicknessesOf = new ModelCache<'parts' | number, Thicknesses>('flesh');
const ballsOf = new ModelCache<number, Ball | null>('balls');

/** How thick each part of the body is, in pieces. */
function findThicknesses(rig: Rig): Steps<Thicknesses> {
    return thicknessesOf.prepare(rig, 'parts', function *() {
        const skin = readSkin(rig.skeleton);
        const thicknesses: (Thickness | null)[] = [];
        for (const part of partsOf(rig)) {
            yield;
            thicknesses.push(thicknessOf(rig, skin, part));
        }
        return thicknesses;
    });
}

/** Finds out in pieces what {@link defaultColliders} needs, for characters on whose body something hangs. */
export function *prepareColliders(rig: Rig): Steps<void> {
    if (hangsOnBody(findAppendages(rig))) yield* findThicknesses(rig);
}

/** Whether hair or cloth is among some parts. */
export function hangsOnBody(parts: readonly Appendage[]): boolean {
    return parts.some(({ kind }) => kind === 'hair' || kind === 'cloth');
}

/** Share of the skin of a part that a ball holds off, of a head for instance. */
const BALL_NEARER = 0.5;

/** What is measured of a bone that no row says more about. */
export type MeasuredCollider = Pick<ColliderRow, 'shape' | 'offset' | 'tail' | 'radius'>;

/**
 * Measures the collider of a bone on its skin: a capsule along it, or a ball where it is the last of the body.
 *
 * @param scale - World units per unit of model space.
 * @returns Null where the bone carries no skin.
 */
export function measureCollider(rig: Rig, node: number, scale: number): MeasuredCollider | null {
    const own = partsOf(rig).filter(({ first }) => first === node);
    const last = own[own.length - 1];
    if (last) {
        const part = { ...last, start: 0 };
        const [thickness] = thicknessesOf.get(rig, node, () => [thicknessOf(rig, readSkin(rig.skeleton), part)]);
        if (!thickness) return null;
        const [{ from, to }] = linesOf(rig, part, 0, 0);
        return { shape: 'capsule', offset: inBone(rig, node, from), tail: inBone(rig, node, to), radius: thickness.radius * scale };
    }
    const ball = ballsOf.get(rig, node, () => fitBall(readSkin(rig.skeleton), node));
    return ball && { shape: 'sphere', offset: inBone(rig, node, ball.middle), tail: new Vec3(), radius: ball.radius * scale };
}

/** A ball around the middle of what a bone carries; null where it carries nothing. */
function fitBall({ points, holders }: Skin, node: number): Ball | null {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const vertices: number[] = [];
    holders.forEach((holder, i) => {
        if (holder !== node) return;
        vertices.push(i);
        for (let k = 0; k < 3; k++) {
            low[k] = Math.min(low[k], points[3 * i + k]);
            high[k] = Math.max(high[k], points[3 * i + k]);
        }
    });
    if (vertices.length === 0) return null;
    const middle = Float64Array.from(low, (value, k) => (value + high[k]) / 2);
    return { middle, radius: nearestShare(vertices.map(i => Math.hypot(...middle.map((value, k) => value - points[3 * i + k]))), BALL_NEARER) };
}

/** The parts: the limbs, and the trunk from joint to joint. Where both press a joint, the last one counts most. */
function partsOf({ bones, spine, neck }: Rig): BodyPiece[] {
    const trunk = [bones.get('hips'), ...spine, ...neck, bones.get('head')].filter(node => node !== undefined);
    const limbs = LIMBS.flatMap(([a, b, count]) => {
        const first = bones.get(a), last = bones.get(b);
        if (first === undefined || last === undefined) return [];
        return Array.from({ length: count }, (_, i) => ({ first, last, start: i / count, end: (i + 1) / count, isTrunk: false }));
    });
    return [...limbs, ...trunk.slice(1).map((last, i) => ({ first: trunk[i], last, start: 0, end: 1, isTrunk: true }))];
}

/** Measures a part by its skin; null without skin. */
function thicknessOf(rig: Rig, { holders, points }: Skin, part: BodyPiece): Thickness | null {
    const { up, forward, skeleton: { positions } } = rig;
    crossVec(lateral, 0, up, 0, forward, 0);
    const distances: number[] = [], widths: number[] = [];
    const [line] = linesOf(rig, part, 0, 0);
    for (let i = 0; i < holders.length; i++) {
        if (holders[i] !== part.first) continue;
        const share = shareAlong(positions, 3 * part.first, positions, 3 * part.last, points, 3 * i);
        if (!(share >= part.start && share <= part.end)) continue;
        distances.push(distanceTo(line, points, 3 * i));
        subtractVec(beside, 0, beside, 0, offset, 0);
        widths.push(Math.abs(dotVec(beside, 0, lateral, 0)));
    }
    if (distances.length === 0) return null;
    const radius = nearestShare(distances, part.isTrunk ? TRUNK_NEARER : LIMB_NEARER);
    // thighs make the hips wide
    const aside = part.isTrunk && part.first !== rig.bones.get('hips') ? nearestShare(widths, TRUNK_NARROWER) - radius : 0;
    return { radius, aside: aside > THINNEST * rig.height / PERSON_HEIGHT ? aside : 0 };
}

/** The number below which a share of some lies. */
function nearestShare(numbers: number[], share: number): number {
    return numbers.sort((a, b) => a - b)[Math.floor(share * numbers.length)];
}

/** The axes of a part's capsules: one in its middle, or two to its sides. */
function linesOf({ up, forward, skeleton: { positions } }: Rig, { first, last, start, end }: BodyPiece, aside: number, asideAtEnd: number): Line[] {
    crossVec(lateral, 0, up, 0, forward, 0);
    const place = (share: number, out: number) => Float64Array.from(lateral, (side, k) => (
        positions[3 * first + k] + share * (positions[3 * last + k] - positions[3 * first + k]) + out * side
    ));
    return (aside > 0 || asideAtEnd > 0 ? [-1, 1] : [0]).map(side => ({ from: place(start, side * aside), to: place(end, side * asideAtEnd) }));
}

/** Distance from lines to the nearest joint of a chain that swings; the first one stays where it is. */
function roomBeside({ skeleton: { ends, positions } }: Rig, lines: readonly Line[], chain: number): number {
    let nearest = Infinity;
    for (let node = chain + 1; node < ends[chain]; node++) for (const line of lines) nearest = Math.min(nearest, distanceTo(line, positions, 3 * node));
    return nearest;
}

/** Share of the distance between two points that is beside a third one; beyond them below 0 or above 1. */
function shareAlong(froms: Float64Array, f: number, tos: Float64Array, t: number, points: Float64Array, p: number): number {
    subtractVec(offset, 0, tos, t, froms, f);
    subtractVec(beside, 0, points, p, froms, f);
    const length = dotVec(offset, 0, offset, 0);
    return length > 0 ? dotVec(beside, 0, offset, 0) / length : 0;
}

/** Distance of a point from a line. */
function distanceTo({ from, to }: Line, points: Float64Array, p: number): number {
    const share = clamp(shareAlong(from, 0, to, 0, points, p), 0, 1);
    for (let k = 0; k < 3; k++) offset[k] *= share;
    return distanceVec(beside, 0, offset, 0);
}

/** A point of model space in a bone's own space in the reference pose. */
function inBone({ skeleton: { positions, rotations, matrices } }: Rig, bone: number, point: Float64Array): Vec3 {
    subtractVec(offset, 0, point, 0, positions, 3 * bone);
    rotateVecInverse(offset, 0, rotations, 4 * bone, offset, 0);
    const size = Math.hypot(matrices[12 * bone], matrices[12 * bone + 1], matrices[12 * bone + 2]);
    return new Vec3(offset[0], offset[1], offset[2]).mulScalar(1 / size);
}
