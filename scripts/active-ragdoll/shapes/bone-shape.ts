import { boxAround, ENOUGH_POINTS, fitShape, frameAbout, quantile, resizeShape, type PointSets } from './fit-shape';
import { createShape, volumeOf, type Shape } from './shape';
import { crossVec, dotVec, rotateVec, type Flat } from '../../core/math/flat-math';
import type { Rig } from '../../rig/rig';
import { cloudOf, leftOf, type Plan } from '../plan/plan';

// The shape of one body: fitted to the vertices that its bone holds, or guessed from the bone where it holds none.
//
// Limbs lie along their bone. Trunk and head may lie across it, where that makes the smaller shape. A foot is a box on the ground.

/** Radii where nothing is drawn, as shares of the character's height: half the thickness of an adult's parts. */
const RADII: Record<string, number> = {
    hips: 0.07, spine: 0.065, neck: 0.03, head: 0.06, tail: 0.015, Clavicle: 0.025, UpperArm: 0.027, Forearm: 0.022, Hand: 0.022,
    Thigh: 0.045, Shin: 0.03, Foot: 0.025
};
const OTHER_RADIUS = 0.025;

/** Lengths of bones that end in nothing, as shares of the height. */
const ENDS: Record<string, number> = { head: 0.13, Hand: 0.1, Foot: 0.13 };

/** Shares of a foot's vertices below its sole, and below the top of its box: what is above is ankle. */
const SOLE = 0.01;
const INSTEP = 0.94;

/** Share of a foot's vertices at either end and side that its box leaves out: a foot is round there. */
const ROUND = 0.02;

/**
 * Volume over that of a bone's own part from which on what rides on the bone is a burden, such as a weapon in the hand: balls that stick out stand
 * for it, as a shape around both would be an arm as thick as the weapon is long.
 */
const BURDEN = 8;

/** A bone that holds no vertices of a skin lies inside of its neighbours: its share of the usual thickness. */
const INSIDE = 0.6;

/**
 * Fits the shape of a body.
 *
 * @param metre - A metre in heights of the character, which all lengths but those of the row are in.
 * @param thickest - Largest radius of a shape that has to be guessed.
 */
export function fitBoneShape(rig: Rig, plan: Plan, metre: number, thickest = Infinity): Shape {
    const { row } = plan;
    const cloud = cloudOf(plan, ENOUGH_POINTS);
    const left = leftOf(rig);
    const part = (plan.role ?? '').replace(/^(?:left|right)/, '').replace(/\d+$/, '');
    let shape: Shape;
    if (cloud.length === 0) {
        const thickness = rig.skeleton.skinShare.some(share => share > 0) ? INSIDE : 1;
        shape = guessShape(plan, part, left, Math.min((RADII[part] ?? OTHER_RADIUS) * thickness, thickest));
    } else if (row.shape === 'box' && (part === 'Foot' || (part === 'Hand' && rig.legs === 4))) {
        shape = fitFoot(rig, plan);
    } else {
        // a capsule may lie across the trunk, where that makes it smaller
        const across = part === 'head' ? [rig.up, rig.forward] : /^(?:hips|spine)$/.test(part) && row.shape === 'capsule' && rig.legs !== 4 ? [left] : [];
        const fit = (points: PointSets) => fitShape(row.shape, points, [plan.direction, ...across], left);
        shape = fit(cloud);
        const own = cloud[1] && fit([cloud[1]]);
        if (own && volumeOf(shape) > BURDEN * volumeOf(own)) shape = own;
    }
    resizeShape(shape, row.radius * metre, row.length * metre);
    if (row.offset.lengthSq() > 0) {
        rotateVec(shape.center, 0, rig.skeleton.rotations, 4 * plan.bone, Float64Array.of(row.offset.x, row.offset.y, row.offset.z), 0);
        for (let i = 0; i < 3; i++) shape.center[i] = shape.center[i] * metre + plan.joint[i];
    }
    return shape;
}

/** Whether nothing shows how large a body is. */
export function isGuessed(plan: Plan): boolean {
    return cloudOf(plan, ENOUGH_POINTS).length === 0;
}

/** A box whose lower side is the sole, with its length along the foot. */
function fitFoot(rig: Rig, plan: Plan): Shape {
    const { direction } = plan;
    const climb = dotVec(direction, 0, rig.up, 0);
    const along = direction.map((value, i) => value - climb * rig.up[i]);
    const length = Math.hypot(...along);
    // a foot that points straight down has no heading of its own
    const heading: Flat = length > 0.1 ? along.map(value => value / length) : rig.forward;
    const side = new Float64Array(3);
    crossVec(side, 0, heading, 0, rig.up, 0);
    const shape = boxAround(plan.points, frameAbout(heading, side), ROUND);
    const heights = new Float64Array(plan.points.length / 3);
    for (let i = 0; i < heights.length; i++) heights[i] = dotVec(plan.points, 3 * i, rig.up, 0);
    const [sole, top] = [quantile(heights, SOLE), quantile(heights, INSTEP)];
    const rise = (sole + top) / 2 - dotVec(shape.center, 0, rig.up, 0);
    shape.half[2] = (top - sole) / 2;
    for (let i = 0; i < 3; i++) shape.center[i] += rise * rig.up[i];
    return shape;
}

/** A shape along the bone, of the thickness that such a part has, and no thicker than it is long. */
function guessShape({ joint, direction, length, row }: Plan, part: string, left: Flat, usual: number): Shape {
    const radius = length > 0 ? Math.min(usual, length / 2) : usual;
    const whole = Math.max(length > 0 ? length : ENDS[part] ?? 2 * OTHER_RADIUS, 2 * radius);
    const center = joint.map((value, i) => value + whole / 2 * direction[i]);
    const half = row.shape === 'box' ? Float64Array.of(radius, whole / 2, radius) : Float64Array.of(0, row.shape === 'sphere' ? 0 : whole / 2 - radius, 0);
    return createShape(row.shape, center, frameAbout(direction, left), half, row.shape === 'box' ? 0 : radius);
}
