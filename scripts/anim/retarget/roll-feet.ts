import type { TemplateBody } from './template-body';
import { crossVec, dotVec, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, normalizeVec, rotateVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS } from '../../core/math/scalars';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { LIMB_NAMES } from '../../rig/rig';

// Feet that roll: a heel that rises in the push, toes that come down after it.
//
// With the source's pitch a large foot would lift its ankle higher than the leg does, and a small one not as high. So each pitch is multiplied by what
// brings the ankles of both as high over their soles, in lengths of the leg: one number for heels that rise and one for toes that do, so that a
// foot turns hardly faster than the source's. In the push toes stay as they are.

/** Limits of what pitches are multiplied by. */
const LEAST = 0.35;
const MOST = 1.12;

/** Pitch up to which that is done, and from which on a foot does not roll but lies. */
const ROLLS = 70 * RADIANS;
const LIES = 160 * RADIANS;

const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);
const RIGHT = Float64Array.of(-1, 0, 0);
const turn = new Float64Array(4);
const axis = new Float64Array(3);
const ahead = new Float64Array(3);
const level = new Float64Array(3);
const parent = new Float64Array(4);

/** Index of the bone that bends at the ball of a foot; -1: none. */
function toesOf({ bones }: TemplateBody, foot: number): number {
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

/** What the pitches of each foot are multiplied by where its toes point down, and where they point up; and the bone of its toes, -1: none. */
export type FootRolls = readonly { readonly down: number; readonly up: number; readonly toes: number }[];

/**
 * Compares the feet of two characters.
 *
 * @param ratio - Length on the target for a length on the source.
 */
export function compareRolls(source: TemplateBody, target: TemplateBody, ratio: number): FootRolls {
    const ends = new Set(LIMB_NAMES.map(role => target.bones.get(role)));
    return target.soles.feet.map((bone, foot) => {
        const [from, to] = [leversOf(source, foot), leversOf(target, foot)];
        const shareOf = (end: 0 | 1) => (from[end] > 0 && to[end] > 0 ? clamp(ratio * from[end] / to[end], LEAST, MOST) : 1);
        // a shin without a foot does not roll
        return ends.has(bone) ? { down: shareOf(0), up: shareOf(1), toes: toesOf(target, bone) } : { down: 1, up: 1, toes: -1 };
    });
}

/** How far the ball, or the tip where nothing bends there, is ahead of the ankle, and the heel behind it. */
function leversOf(body: TemplateBody, foot: number): [ahead: number, behind: number] {
    const { soles, common, space: { first, pose: { localPositions, scales } } } = body;
    const bone = soles.feet[foot];
    const toes = toesOf(body, bone);
    const { nodes, points } = soles.points[foot];
    const levers: [number, number] = [0, 0];
    const look = (vectors: Flat, o: number) => {
        rotateVec(ahead, 0, common, 4 * bone, vectors, o);
        levers[0] = Math.max(levers[0], scales[bone] * ahead[2]);
        levers[1] = Math.max(levers[1], -scales[bone] * ahead[2]);
    };
    nodes.forEach((node, i) => { if (first + node === bone) look(points, 3 * i); });
    if (toes < 0 || body.parentOf(toes) !== bone) return levers;
    rotateVec(ahead, 0, common, 4 * bone, localPositions, 3 * toes);
    return [scales[bone] * ahead[2], levers[1]];
}

/** Pitches the feet in a pose. */
export function rollFeet(pose: FlatPose, body: TemplateBody, rolls: FootRolls): void {
    const { feet } = body.soles;
    for (let i = 0; i < feet.length; i++) {
        const { down, up, toes } = rolls[i];
        if (down === 1 && up === 1) continue;
        const pitch = footPitch(pose, body, feet[i]);
        pitchFoot(pose, feet[i], toes, ((pitch < 0 ? down : up) - 1) * rollOf(pitch), pitch < 0);
        updateWorld(pose, body.endBelow(feet[i]), feet[i]);
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
