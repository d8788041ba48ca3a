import type { MotionFrames } from './motion-frames';
import { enterBody, type TemplateBody } from './template-body';
import { crossVec, dotVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeVec, rotateVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS } from '../../core/math/scalars';
import { createFlatPose, updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { LIMB_NAMES } from '../../rig/rig';

// Feet that roll: a heel that rises in the push, toes that come down after it.
//
// With the source's pitch a large foot would lift its ankle higher than the leg does, and a small one not as high. So each pitch is multiplied by what
// brings the ankles of both as high over their soles, in lengths of the leg: one number for heels that rise and one for toes that do, so that a
// foot turns hardly faster than the source's. In the push toes stay as they are.

/** Angles by which toes point down and up, at which the two are compared. */
const PITCHES = [-30 * RADIANS, 20 * RADIANS] as const;

/** Limits of what pitches are multiplied by. */
const LEAST = 0.35;
const MOST = 1.12;

/** Pitch up to which that is done, and from which on a foot does not roll but lies. */
const ROLLS = 70 * RADIANS;
const LIES = 160 * RADIANS;

/** Halvings of the interval in which a multiple is looked for. */
const HALVINGS = 10;

const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);
const RIGHT = Float64Array.of(-1, 0, 0);
const turn = new Float64Array(4);
const axis = new Float64Array(3);
const ahead = new Float64Array(3);
const level = new Float64Array(3);
const parent = new Float64Array(4);

/** Index of the bone that bends at the ball of a foot; -1: none. */
export function toesOf({ bones }: TemplateBody, foot: number): number {
    const side = (['left', 'right'] as const).find(one => bones.get(`${one}Foot`) === foot);
    return (side && bones.get(`${side}Toes`)) ?? -1;
}

/** Angle in radians by which a foot points up, against the template's pose: about its own axis from side to side, which is written to `axis`. */
export function footPitch({ rotations }: FlatPose, { common }: TemplateBody, foot: number): number {
    multiplyQuatInverse(turn, 0, rotations, 4 * foot, common, 4 * foot);
    rotateVec(axis, 0, turn, 0, RIGHT, 0);
    axis[1] = 0;
    if (!normalizeVec(axis, 0)) return 0;
    rotateVec(ahead, 0, turn, 0, Z, 0);
    crossVec(level, 0, Y, 0, axis, 0);
    return Math.atan2(ahead[1], dotVec(ahead, 0, level, 0));
}

/** What the pitches of each foot are multiplied by: where its toes point down, and where they point up. */
export type FootRolls = readonly (readonly [down: number, up: number])[];

/**
 * Compares the feet of two characters.
 *
 * @param ratio - Length on the target for a length on the source.
 */
export function compareRolls(source: TemplateBody, target: TemplateBody, ratio: number): FootRolls {
    const [from, to] = [new StandingFeet(source), new StandingFeet(target)];
    return target.soles.feet.map((_, foot) => PITCHES.map((pitch) => {
        const wanted = ratio * from.rise(foot, pitch);
        let low = LEAST, high = MOST;
        for (let halving = 0; halving < HALVINGS; halving++) {
            const middle = (low + high) / 2;
            if (to.rise(foot, middle * pitch) < wanted) low = middle; else high = middle;
        }
        return (low + high) / 2;
    }) as unknown as FootRolls[number]);
}

/** A character in the template's pose, on feet that are pitched. */
class StandingFeet {
    private readonly pose: FlatPose;

    private readonly locals: Flat;

    constructor(private readonly body: TemplateBody) {
        const { space: { pose: { localPositions, localScales } }, common, count } = body;
        const pose = createFlatPose([...body.space.parents]);
        enterBody(pose, body.frame);
        pose.localPositions.set(localPositions.subarray(0, 3 * count));
        pose.localScales.set(localScales.subarray(0, count));
        for (let bone = 0; bone < count; bone++) {
            const above = body.parentOf(bone);
            if (above < count) multiplyInverseQuat(pose.localRotations, 4 * bone, common, 4 * above, common, 4 * bone);
            else multiplyInverseQuat(pose.localRotations, 4 * bone, pose.rotations, 4 * above, common, 4 * bone);
        }
        this.pose = pose;
        this.locals = pose.localRotations.slice();
    }

    /** By how much more an ankle is above its sole than where that is level. */
    rise(foot: number, pitch: number): number {
        return this.height(foot, pitch) - this.height(foot, 0);
    }

    private height(foot: number, pitch: number): number {
        const { pose, body, locals } = this;
        const bone = body.soles.feet[foot];
        pose.localRotations.set(locals);
        updateWorld(pose);
        footPitch(pose, body, bone);
        pitchFoot(pose, bone, toesOf(body, bone), pitch, pitch < 0);
        updateWorld(pose);
        return pose.positions[3 * bone + 1] - body.soles.place(pose, foot);
    }
}

/** Pitches the feet in all poses. */
export function rollFeet(frames: MotionFrames, pose: FlatPose, body: TemplateBody, rolls: FootRolls): void {
    const toes = body.soles.feet.map(foot => toesOf(body, foot));
    const ends = new Set(LIMB_NAMES.map(role => body.bones.get(role)));
    for (let frame = 0; frame <= frames.count; frame++) {
        frames.load(frame, pose);
        body.soles.feet.forEach((foot, i) => {
            // a shin without a foot does not roll
            if (!ends.has(foot)) return;
            const pitch = footPitch(pose, body, foot);
            const [down, up] = rolls[i];
            pitchFoot(pose, foot, toes[i], ((pitch < 0 ? down : up) - 1) * rollOf(pitch), pitch < 0);
        });
        updateWorld(pose);
        frames.store(frame, pose);
    }
}

/** The part of a pitch that is a roll: none of it where the foot lies. */
function rollOf(pitch: number): number {
    const size = Math.abs(pitch);
    return Math.sign(pitch) * (size < ROLLS ? size : ROLLS * clamp((LIES - size) / (LIES - ROLLS), 0, 1));
}

/** Turns a foot about the axis that was found; its toes stay as they are, or go along. */
function pitchFoot(pose: FlatPose, foot: number, toes: number, angle: number, toesStay: boolean): void {
    const { rotations, localRotations, parents } = pose;
    for (let k = 0; k < 3; k++) turn[k] = axis[k] * Math.sin(angle / 2);
    turn[3] = Math.cos(angle / 2);
    multiplyQuat(parent, 0, turn, 0, rotations, 4 * foot);
    multiplyInverseQuat(localRotations, 4 * foot, rotations, 4 * parents[foot], parent, 0);
    if (toesStay && toes >= 0 && parents[toes] === foot) multiplyInverseQuat(localRotations, 4 * toes, parent, 0, rotations, 4 * toes);
}
