import type { TemplateBody } from './template-body';
import { ELBOW, solveTwoBone } from '../../core/limb/two-bone';
import {
    addVec, arcQuat, copyQuat, copyVec, distanceVec, dotVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeVec, rotateVec,
    subtractVec, type Flat
} from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';

// A limb that is brought to a place by its swing and the bend of its knee: what lies between is rigid.
//
// One bend changes steadily while the limb folds and stretches. A limb of more bones has many shapes for one place, and a solver for chains goes from one
// to another in a frame where it is folded far: a dog that lies, or sits.

/** Distance of a knee from the line of its limb in the reference pose, as a share of the limb's length, from which on it says to which side it bends. */
const OWN_BEND = 0.02;

/** The same up to which a pose, whose knee may be on either side, does not say it. */
const STRAIGHT = 0.1;

/** How far the end has to go, as a share of the limb's length, from which on the knee goes to its side: a limb that is there keeps its shape. */
const FAR = 0.15;

/** Shares of the distance from folded to stretched between which a limb is as long as is wanted, and those that it comes near to: a knee turns ever faster towards the ends. */
const FREE = [0.3, 0.9] as const;
const LIMITS = [0.05, 0.999] as const;

const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);
const side = new Float64Array(3);
const line = new Float64Array(3);
const to = new Float64Array(3);
const pole = new Float64Array(3);
const points = new Float64Array(9);
const place = new Float64Array(3);
const flattened = new Float64Array(1);
const halves = new Float64Array(4);
const carried = new Float64Array(4);
const upper = new Float64Array(4);
const lower = new Float64Array(4);
const world = new Float64Array(4);

/** Distance of the end from the root with a knee at an angle in radians. */
export function reachOf(upper: number, lower: number, bend: number): number {
    return Math.sqrt(upper * upper + lower * lower + 2 * upper * lower * Math.cos(bend));
}

export class TwoHalves {
    /** The bone that swings, the one that bends, and the end; a limb without a knee only swings. */
    readonly root: number;

    readonly knee: number;

    readonly end: number;

    /** Index after the last bone that hangs on the root. */
    private readonly after: number;

    /** How far it reaches in the shape of the reference pose. */
    readonly length: number;

    private readonly isHind: boolean;

    /** Whether the reference pose has hardly a knee: in poses it bends to its side all the same. */
    private readonly isStraight: boolean;

    /** Whether the knee goes to its side where the end goes far. */
    private readonly bends: boolean;

    /** The bone that the side of the knee goes along with, its rotation in the reference pose, and there the limb's line and the direction in which the knee goes. */
    private readonly guide: number;

    private readonly guideRotation: Flat;

    private readonly line = new Float64Array(3);

    private readonly pole: Flat;

    /**
     * @param bones - From the trunk to the end. A shoulder blade does not swing with the limb.
     * @param isFree - Whether the end need not come to its place where the knee would turn too fast.
     */
    constructor(body: TemplateBody, bones: readonly number[], private readonly isFree: boolean) {
        const { bones: roles, places, rotations } = body;
        const named = (pattern: RegExp) => [...roles].find(([role, bone]) => pattern.test(role) && bones.indexOf(bone, 1) >= 0 && bone !== bones[bones.length - 1])?.[1];
        const isArm = [...roles].some(([role, bone]) => /Forearm$/.test(role) && bones.includes(bone));
        this.root = named(/UpperArm$|Thigh$/) ?? bones[0];
        this.end = bones[bones.length - 1];
        this.after = body.endBelow(this.root);
        const from = bones.slice(bones.indexOf(this.root));
        const lengths = from.map((bone, i) => (i > 0 ? distanceVec(places, 3 * bone, places, 3 * from[i - 1]) : 0));
        this.knee = named(/Shin$|Forearm$/) ?? middleOf(from, lengths);
        this.length = this.reachIn(places);
        subtractVec(line, 0, places, 3 * this.end, places, 3 * this.root);
        subtractVec(side, 0, places, 3 * this.knee, places, 3 * this.root);
        const aside = normalizeVec(line, 0) ? side[2] - dotVec(side, 0, line, 0) * line[2] : 0;
        const isAhead = Math.abs(aside) > OWN_BEND * this.length ? aside > 0 : !isArm;
        this.pole = Float64Array.of(0, 0, isAhead ? 1 : -1);
        this.bends = body.rig.legs === 4 || isFree;
        this.isStraight = body.rig.legs === 4 && Math.abs(aside) < STRAIGHT * this.length;
        this.isHind = body.rig.legs === 4 && [...roles].some(([role, bone]) => bone === this.root && role.endsWith('Thigh'));
        copyVec(this.line, 0, line, 0);
        // an animal's thigh turns to and fro while its leg folds
        this.guide = body.rig.legs === 4 ? body.parentOf(this.root) : this.root;
        this.guideRotation = rotations.slice(4 * this.guide, 4 * this.guide + 4);
    }

    /** How far it reaches with its halves as they are. */
    reachIn(positions: Flat): number {
        this.measureHalves(halves, 0, positions);
        return halves[0] + halves[1];
    }

    /**
     * Brings the end to a place, or as near as it reaches.
     *
     * @param pose - World transforms up to date, before and afterwards.
     * @param goal - Place and rotation of the end: seven numbers.
     * @param bend - Angle of the knee in radians, 0: straight, with which it comes to the line to there; left out, that with which it comes to the goal.
     */
    reach(pose: FlatPose, goal: Flat, bend?: number): void {
        const { root, knee, end } = this;
        const { positions, rotations, localRotations, parents } = pose;
        subtractVec(to, 0, goal, 0, positions, 3 * root);
        if (!normalizeVec(to, 0)) return;
        this.findPole(pole, to, rotations, 4 * this.guide);
        // the whole swings first
        subtractVec(line, 0, positions, 3 * end, positions, 3 * root);
        if (!normalizeVec(line, 0)) return;
        arcQuat(carried, 0, line, 0, to, 0, pole, 0);
        this.writeEnd(place, to, goal, positions, bend);
        copyVec(points, 0, positions, 3 * root);
        placeCarried(3, positions, root, knee);
        placeCarried(6, positions, root, end);
        if (knee !== root) {
            subtractVec(line, 0, positions, 3 * end, place, 0);
            flattened[0] = this.isStraight ? 1 : this.bends ? Math.min(1, Math.sqrt(dotVec(line, 0, line, 0)) / (FAR * this.length)) : 0;
            flatten(flattened);
            solveTwoBone(points, place, pole, ELBOW);
        }
        copyQuat(upper, 0, carried, 0);
        copyQuat(lower, 0, carried, 0);
        if (knee !== root) {
            turnHalf(upper, positions, root, knee, 0);
            turnHalf(lower, positions, knee, end, 3);
        }
        multiplyQuat(world, 0, upper, 0, rotations, 4 * root);
        multiplyInverseQuat(localRotations, 4 * root, rotations, 4 * parents[root], world, 0);
        if (knee !== root) {
            multiplyQuat(world, 0, upper, 0, rotations, 4 * parents[knee]);
            multiplyQuat(carried, 0, lower, 0, rotations, 4 * knee);
            multiplyInverseQuat(localRotations, 4 * knee, world, 0, carried, 0);
        }
        multiplyQuat(world, 0, lower, 0, rotations, 4 * parents[end]);
        multiplyInverseQuat(localRotations, 4 * end, world, 0, goal, 3);
        updateWorld(pose, this.after, root);
    }

    /** Writes where the end comes in a direction on the way to its goal. */
    private writeEnd(out: Flat, direction: Flat, goal: Flat, positions: Flat, bend?: number) {
        const { root, end } = this;
        this.measureHalves(halves, 0, positions);
        halves[2] = distanceVec(positions, 3 * root, positions, 3 * end);
        halves[3] = distanceVec(goal, 0, positions, 3 * root);
        const length = reachOf(halves[0], halves[1], bend ?? this.bendFor(halves, 0));
        for (let axis = 0; axis < 3; axis++) out[axis] = positions[3 * root + axis] + length * direction[axis];
    }

    /**
     * Finds to which side the knee goes.
     *
     * @param to - Direction of the end from the root.
     * @param rotations - With the rotation of the bone that the side goes along with at `o`.
     */
    findPole(out: Flat, to: Flat, rotations: Flat, o: number): void {
        multiplyQuatInverse(world, 0, rotations, o, this.guideRotation, 0);
        rotateVec(out, 0, world, 0, this.pole, 0);
        rotateVec(line, 0, world, 0, this.line, 0);
        arcQuat(carried, 0, line, 0, to, 0, out, 0);
        rotateVec(out, 0, carried, 0, out, 0);
    }

    /** Whether this is an animal's hind leg with its first joint at the hock: thigh and shank are one bone. */
    get isHock(): boolean {
        return this.isHind && this.pole[2] < 0;
    }

    /** Writes where a bone that the side of the knee goes along with looks, and where it has its up. */
    turnOf(ahead: Flat, up: Flat, rotations: Flat, o: number): void {
        multiplyQuatInverse(world, 0, rotations, o, this.guideRotation, 0);
        rotateVec(ahead, 0, world, 0, Z, 0);
        rotateVec(up, 0, world, 0, Y, 0);
    }

    /**
     * Angle of the knee in radians with which the end is at a distance: not quite where the knee is nearly straight or folded, and would turn ever faster.
     *
     * @param sizes - At `o` the lengths of the halves, the distance that the limb has, and the one that it shall have.
     */
    bendFor(sizes: Flat, o: number): number {
        const upper = sizes[o], lower = sizes[o + 1];
        if (!(upper > 0)) return 0;
        const least = Math.abs(upper - lower), room = upper + lower - least;
        const soft = least + room * softened((sizes[o + 3] - least) / room, (sizes[o + 2] - least) / room, this.isFree);
        return Math.acos(clamp((soft * soft - upper * upper - lower * lower) / (2 * upper * lower), -1, 1));
    }

    /** Writes the lengths of the halves. */
    measureHalves(out: Flat, o: number, positions: Flat): void {
        const { root, knee, end } = this;
        out[o] = distanceVec(positions, 3 * root, positions, 3 * knee);
        out[o + 1] = distanceVec(positions, 3 * knee, positions, 3 * end);
    }
}

/** The joint that parts the length most evenly; the first where there is none between the ends. */
function middleOf(bones: readonly number[], lengths: readonly number[]): number {
    const total = lengths.reduce((sum, one) => sum + one);
    let best = bones[0], least = Infinity, length = 0;
    for (let i = 1; i < bones.length - 1; i++) {
        length += lengths[i];
        if (Math.abs(length - total / 2) < least) {
            least = Math.abs(length - total / 2);
            best = bones[i];
        }
    }
    return best;
}

/** Writes where the swing brings a joint. */
function placeCarried(o: number, positions: Flat, root: number, joint: number): void {
    subtractVec(side, 0, positions, 3 * joint, positions, 3 * root);
    rotateVec(side, 0, carried, 0, side, 0);
    addVec(points, o, points, 0, side, 0);
}

/** Lets the knee stand aside to the side of the pole, by a share. */
function flatten(part: Flat): void {
    copyVec(side, 0, pole, 0);
    const rise = dotVec(side, 0, to, 0);
    for (let axis = 0; axis < 3; axis++) side[axis] -= rise * to[axis];
    if (!normalizeVec(side, 0)) return;
    subtractVec(line, 0, points, 3, points, 0);
    const along = dotVec(line, 0, to, 0);
    const aside = Math.sqrt(Math.max(0, dotVec(line, 0, line, 0) - along * along));
    for (let axis = 0; axis < 3; axis++) points[3 + axis] += part[0] * (points[axis] + along * to[axis] + aside * side[axis] - points[3 + axis]);
}

/** Adds to the swing what turns a half from where it has brought it to its points. */
function turnHalf(out: Flat, positions: Flat, from: number, end: number, o: number): void {
    subtractVec(line, 0, positions, 3 * end, positions, 3 * from);
    rotateVec(line, 0, carried, 0, line, 0);
    subtractVec(to, 0, points, o + 3, points, o);
    if (!normalizeVec(line, 0) || !normalizeVec(to, 0)) return;
    arcQuat(out, 0, line, 0, to, 0, pole, 0);
    multiplyQuat(out, 0, out, 0, carried, 0);
}

/** A share that nears its limits and never reaches them. `own`: that of the limb's own shape, always within them; `whole`: whether the upper limit holds too. */
function softened(share: number, own: number, whole: boolean): number {
    const low = Math.min(FREE[0], own), high = Math.max(FREE[1], own);
    if (share >= low && (!whole || share <= high)) return share;
    const from = share < low ? low : high;
    const room = share < low ? low * (LIMITS[0] / FREE[0] - 1) : (1 - high) * (LIMITS[1] - FREE[1]) / (1 - FREE[1]);
    return Math.abs(room) > 1e-9 ? from + room * (1 - Math.exp((from - share) / room)) : from;
}
