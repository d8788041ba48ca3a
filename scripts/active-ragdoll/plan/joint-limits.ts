import type { ClipMotion } from './clip-motion';
import { leftOf, type Plan } from './plan';
import { crossVec, dotVec, normalizeVec, perpendicularVec, rotateVec, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import type { Rig } from '../../rig/rig';

// How far the joints of people and animals turn, before the clips have their say.
//
// A joint has an axis of flexion (z, to the side of the body for trunk and legs) and a direction in which its bone points in the middle
// of its range. The ranges are those of adults, rounded down where a limp body would look broken; the trunk and the neck share theirs
// among their bones, so that a spine of many bones folds no further than one of few. Animals: trunk and neck of a dog, and for their legs
// half of a fold to either side of how they stand, since no table covers them all.

/** The range of one joint, in model space of the reference pose. */
export interface JointRange {
    /** Unit vector that the bone turns about when it flexes. */
    readonly flexion: Flat;
    /** Unit vector along the bone in the middle of the range, the parent in its reference pose. */
    readonly middle: Flat;
    /** To either side of the middle, degrees: to the side (about y), in flexion (about z), along the bone. */
    readonly side: number;
    readonly bend: number;
    readonly twist: number;
}

/** How far a whole trunk or neck turns: forwards and backwards from the reference pose, to either side, along itself to either side; degrees. */
interface Column { readonly forwards: number; readonly backwards: number; readonly side: number; readonly twist: number }

/** Adults: clinical ranges, rounded. */
const TRUNK: Column = { forwards: 75, backwards: 30, side: 35, twist: 40 };
const NECK: Column = { forwards: 45, backwards: 45, side: 35, twist: 70 };

/** Dogs, whose trunk turns little along itself and whose neck reaches the ground. */
const TRUNK_ON_FOUR: Column = { forwards: 50, backwards: 25, side: 40, twist: 20 };
const NECK_ON_FOUR: Column = { forwards: 70, backwards: 70, side: 60, twist: 50 };

/** Half of a fold of an animal's leg, degrees. */
const BEND_ON_FOUR = 45;

/** Least range of one of many bones, degrees: less is a stiff joint that shakes. */
const LEAST_PART = 5;

/** Angle between two bones from which their bend shows the axis of their hinge, as a sine: 15 degrees. */
const SHOWS_HINGE = 0.26;

/** Directions of a character, model space. */
interface Directions { forward: Flat; up: Flat; left: Flat }

/**
 * The range of a joint by the part of the body.
 *
 * @param body - Index of the body in the motions.
 * @param motions - Clips: on two legs they show the axes of elbows and knees.
 */
export function naturalRange(rig: Rig, plan: Plan, parent: Plan, body: number, motions: readonly ClipMotion[]): JointRange {
    const left = leftOf(rig);
    const directions = { forward: rig.forward, up: rig.up, left };
    const { direction } = plan;
    const part = (plan.role ?? '').replace(/^(?:left|right)/, '').replace(/\d+$/, '');
    const flexion = across(left, direction);
    const range = (side: number, bend: number, twist: number, middle: Flat = direction, axis = flexion): JointRange => {
        return { flexion: axis, middle, side, bend, twist };
    };
    const column = ({ forwards, backwards, side, twist }: Column, bones: number): JointRange => {
        const share = (whole: number) => Math.max(LEAST_PART, whole / bones);
        return range(share(side), share((forwards + backwards) / 2), share(twist), turned(direction, flexion, (forwards - backwards) / 2 / bones));
    };
    const onFour = rig.legs === 4;
    switch (part) {
        case 'spine': return column(onFour ? TRUNK_ON_FOUR : TRUNK, rig.spine.length);
        case 'neck':
        case 'head': return column(onFour ? NECK_ON_FOUR : NECK, rig.neck.length + 1);
        case 'tail': return range(35, 35, 20);
        case 'Clavicle': return range(20, 20, 15, direction, across(rig.forward, direction));
    }
    const isHinge = part === 'Forearm' || part === 'Shin';
    // animals stand bent, and their reference pose shows how
    const bend = isHinge && !onFour ? bendOf(rig, plan, parent, body, motions) : crossOf(parent.direction, direction);
    const axis = hinge(bend, direction, part === 'Shin' ? negative(rig.forward) : rig.forward);
    if (onFour) return rangeOnFour(plan, parent, flexion, isHinge ? axis : null);
    const outwards = dotVec(direction, 0, left, 0) < 0 ? -1 : 1;
    switch (part) {
        case 'UpperArm':
            return range(85, 85, 60, mix(directions, 0.5, -0.1, outwards), across(rig.up, direction));
        case 'Forearm': return range(12, 70, 40, turned(parent.direction, axis, 70), axis);
        case 'Hand': return range(30, 70, 40, direction, axis);
        case 'Thigh': return range(40, 75, 35, mix(directions, 0.7, -1, 0));
        case 'Shin': return range(12, 70, 12, turned(parent.direction, axis, 70), axis);
        case 'Foot': return range(20, 35, 15);
    }
    return range(30, 30, 20);
}

/** Legs of an animal: they stand bent, and how they stand is near the middle. Elbows and knees end where they are straight. */
function rangeOnFour({ direction, role }: Plan, parent: Plan, flexion: Flat, axis: Flat | null): JointRange {
    const isFirst = /^(?:hips|spine\d*)$/.test(parent.role ?? '') || /Clavicle$/.test(role ?? '');
    const range = { flexion, middle: direction, side: isFirst ? 25 : 15, bend: BEND_ON_FOUR, twist: isFirst ? 25 : 15 };
    if (!axis || dotVec(parent.direction, 0, direction, 0) < Math.cos(BEND_ON_FOUR * RADIANS)) return range;
    return { ...range, flexion: axis, middle: turned(parent.direction, axis, BEND_ON_FOUR) };
}

/** A unit vector at right angles to a bone, as near to another one as can be. */
function across(axis: Flat, bone: Flat): Flat {
    const along = dotVec(axis, 0, bone, 0);
    const out = axis.map((value, i) => value - along * bone[i]);
    // a bone along the axis has none: any does
    if (Math.hypot(...out) > 0.05 && normalizeVec(out, 0)) return out;
    perpendicularVec(out, 0, bone, 0);
    return out;
}

/**
 * The bend between two bones in the middle of all poses of the clips: the axis about which they fold, as long as its sine. Without clips
 * that of the reference pose.
 */
function bendOf({ skeleton }: Rig, plan: Plan, parent: Plan, body: number, motions: readonly ClipMotion[]): Flat {
    const { rotations } = skeleton;
    const sum = new Float64Array(3);
    // both bones in frames of their own, the bend in that of the upper one
    const [upper, lower, seen] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
    rotateVecInverse(upper, 0, rotations, 4 * parent.bone, parent.direction, 0);
    rotateVecInverse(lower, 0, rotations, 4 * plan.bone, plan.direction, 0);
    let count = 0;
    for (const motion of motions) {
        count += motion.poses;
        for (let pose = 0; pose < motion.poses; pose++) {
            rotateVec(seen, 0, motion.rotations, 4 * (pose * motion.bodies + body), lower, 0);
            crossVec(seen, 0, upper, 0, seen, 0);
            for (let i = 0; i < 3; i++) sum[i] += seen[i];
        }
    }
    if (count === 0) return crossOf(parent.direction, plan.direction);
    rotateVec(sum, 0, rotations, 4 * parent.bone, sum, 0);
    return sum.map(value => value / count);
}

/** The axis about which a bone folds towards a direction; where it is seen to bend about another one near it, that. */
function hinge(bend: Flat, lower: Flat, towards: Flat): Flat {
    const natural = crossOf(lower, towards);
    if (!normalizeVec(natural, 0)) perpendicularVec(natural, 0, lower, 0);
    const shown = Math.hypot(...bend);
    return across(shown > SHOWS_HINGE && dotVec(bend, 0, natural, 0) > 0.5 * shown ? bend : natural, lower);
}

function crossOf(a: Flat, b: Flat): Flat {
    const out = new Float64Array(3);
    crossVec(out, 0, a, 0, b, 0);
    return out;
}

/** A direction turned about an axis at right angles to it, degrees. */
function turned(direction: Flat, axis: Flat, degrees: number): Flat {
    const aside = new Float64Array(3);
    const start = across(direction, axis);
    crossVec(aside, 0, axis, 0, start, 0);
    const [cosine, sine] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
    return start.map((value, i) => cosine * value + sine * aside[i]);
}

function mix({ forward, up, left }: Directions, f: number, u: number, l: number): Flat {
    const out = forward.map((value, i) => f * value + u * up[i] + l * left[i]);
    normalizeVec(out, 0);
    return out;
}

function negative(v: Flat): Flat {
    return v.map(value => -value);
}
