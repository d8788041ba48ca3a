import type { Entity, GraphNode, Vec3 } from 'playcanvas';

import { mecFootPlacerAttributes, type FootRow, type MecFootPlacerAttributes } from './attributes';
import { createLimb } from '../core/limb/limb';
import { HINGE } from '../core/limb/two-bone';
import { dotVec, multiplyInverseQuat, normalizeVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { PERSON_HEIGHT, RADIANS, scaledDefault } from '../core/math/scalars';
import { measureFeet } from '../feet/foot-model';
import { BACK, BACK_LEFT, BACK_RIGHT } from '../feet/outline-points';
import { Foot, type Footing } from '../feet/placing/foot';
import type { FootSettings } from '../feet/placing/foot-settings';
import { makeSole, type Sole } from '../feet/sole';
import { BoneSet } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { FootShape } from '../rig/foot-shape';
import { bendAxis, modelScale, roleOf, type Rig } from '../rig/rig';
import { findLimbBones, findRowBone, inRange, isAncestor, resolveBone, type Report } from '../rig/row-bone';
import { titleOf } from '../shell/attributes';

// From the rows of the inspector to feet: finds the bones, measures what is left open, and says what is wrong with the rows.

/** Margin of the height at which a foot counts as near its ground, above its own height: 15 mm of 1.75 m. */
const NEAR_MARGIN = 0.015;

/** Cosine to the up direction from which on a forward vector is none: 2 degrees. */
const UPRIGHT = 0.9994;

/** Thickness of a palm under the wrist, as a share of the height. */
const PALM = 0.025;

const HANDS = ['leftHand', 'rightHand'] as const;

const { schema } = mecFootPlacerAttributes.feet;

/** The feet of the rows, and what a frame reads of the character. */
export interface RowFeet extends Footing {
    /** Takes over the numbers of the rows; answers whether they can be. */
    readRows(): boolean;
    /** The foot bones in the rig. */
    readonly bones: readonly number[];
    /** Node at whose height the character's soles are in the reference pose. */
    readonly root: GraphNode;
    /** The skeleton's parent, and the up of the character in its frame. */
    readonly model: GraphNode | null;
    readonly modelUp: Flat;
    /** Share of the ground's slope that the body takes over when nothing is set. */
    readonly tiltShare: number;
    /** World metres per unit of the model, and height of the character. */
    readonly scale: number;
    readonly size: number;
}

/** A length of a row, or what was measured where it is 0. */
function orMeasured(value: number, measured: number, scale: number): number {
    return value > 0 ? value : measured * scale;
}

/** Writes the foot's forward in its bone's frame. Answers false when the row's runs along the up direction. */
function writeForward(out: Flat, rig: Rig, shape: FootShape, row: FootRow, entityToModel: (v: Vec3, out: Flat) => void): boolean {
    if (row.forwardVector.lengthSq() === 0) {
        out.set(shape.localForward);
        return true;
    }
    entityToModel(row.forwardVector, out);
    const along = dotVec(out, 0, rig.up, 0);
    if (Math.abs(along) > UPRIGHT) return false;
    for (let i = 0; i < 3; i++) out[i] -= along * rig.up[i];
    normalizeVec(out, 0);
    rotateVecInverse(out, 0, rig.skeleton.rotations, 4 * shape.foot, out, 0);
    return true;
}

/** The settings of a row in world units. */
function readSettings(row: FootRow, shape: FootShape, sole: Sole, scale: number, size: number, isHand: boolean, spread: number, isFore: boolean): FootSettings {
    const length = orMeasured(row.footLength, shape.length, scale);
    // the heel is round: its corner is where its skin is
    const { ahead, aside } = sole.outline;
    // a hand in the air reaches down with its fingers: on a wall it lies on its palm
    const measured = Math.min(shape.height, isHand ? PALM * size / scale : Infinity);
    const height = orMeasured(row.footHeight, measured, scale);
    const near = scaledDefault(row.footDistanceFromGroundThreshold, schema.footDistanceFromGroundThreshold, size);
    const isDefault = row.footDistanceFromGroundThreshold === schema.footDistanceFromGroundThreshold.default;
    return {
        offsetDist: scaledDefault(row.footOffsetDist, schema.footOffsetDist, size),
        length,
        rayLength: row.footLength > 0 ? length : Math.min(length, shape.sole.front * scale),
        heel: shape.heel * scale,
        cornerBehind: row.footHalfWidth > 0 ? shape.heel * scale : -ahead[BACK],
        cornerAside: row.footHalfWidth > 0 ? row.footHalfWidth : aside[BACK_RIGHT],
        otherAside: row.footHalfWidth > 0 ? row.footHalfWidth : -aside[BACK_LEFT],
        height,
        extraHeight: height - measured * scale,
        rotationLimit: row.footRotationLimit * RADIANS,
        transitionTime: row.transitionTime,
        extraRay: row.extraRayDistanceCheck,
        automatic: row.setExtraRayDistanceCheckAutomatically || row.extraRayDistanceCheck === 0,
        // an ankle may be higher than the default on a foot that stands
        nearGround: isDefault ? Math.max(near, height + NEAR_MARGIN * size / PERSON_HEIGHT) : near,
        extraRayMin: row.extraRayDistanceCheckMin,
        extraRayMax: scaledDefault(row.extraRayDistanceCheckMax, schema.extraRayDistanceCheckMax, size),
        plantFoot: row.plantFoot,
        spread, isFore,
        plant: {
            maxDistance: scaledDefault(row.disablePlantFromDistance, schema.disablePlantFromDistance, size),
            maxAngle: row.disablePlantFromAngle * RADIANS,
            time: row.transitionTime,
            size
        }
    };
}

/** Whether the numbers of a row are in their ranges; a foot is no higher than the character. */
function checkNumbers(row: FootRow, size: number, name: string, report: Report): boolean {
    let good = true;
    for (const [field, definition] of Object.entries(schema)) {
        if (definition.type !== 'number' || field === 'bonesCount') continue;
        const value = row[field as 'footLength'];
        good = inRange(value, definition.min, field === 'footHeight' ? size : Infinity, `${titleOf(field, definition).toLowerCase()} of ${name}`, report) && good;
    }
    return good;
}

/** The node between the soles: of those above the skeleton up to the script's entity, the one at the height of the soles. */
function findRoot(rig: Rig, entity: GraphNode, shapes: readonly FootShape[]): GraphNode {
    const { space, positions } = rig.skeleton;
    let sole = Infinity;
    for (const shape of shapes) sole = Math.min(sole, dotVec(positions, 3 * shape.foot, rig.up, 0) - shape.height);
    let best = entity, least = Infinity;
    if (!space) return entity;
    // the origin of model space is at height 0
    const toModel = space.getWorldTransform().clone().invert();
    for (let node: GraphNode | null = space; node; node = node.parent) {
        const { x, y, z } = toModel.transformPoint(node.getPosition());
        const distance = Math.abs(x * rig.up[0] + y * rig.up[1] + z * rig.up[2] - sole);
        // the topmost of those that are equally near: what users move
        if (distance <= least + 1e-4 * rig.height) {
            best = node;
            least = Math.min(least, distance);
        }
        if (node === entity) break;
    }
    return best;
}

/** Finds the pelvis: the row's, else the hips, else the first node above all feet; -1 after a sentence. */
function findPelvis(rig: Rig, chosen: Entity | null, chosenName: string, limbs: readonly (readonly number[])[], report: Report): number {
    const { nodes } = rig.skeleton;
    const isAbove = (node: number) => limbs.every(limb => isAncestor(rig, node, limb[0]));
    if (chosen || chosenName) {
        const pelvis = resolveBone(rig, chosen, chosenName);
        if (pelvis >= 0 && isAbove(pelvis)) return pelvis;
        report(`the pelvis bone (${chosen?.name ?? chosenName}) is no ancestor of all feet. Choose the bone that carries all legs, or leave it empty, then call refresh().`);
        return -1;
    }
    const hips = rig.bones.get('hips');
    if (hips !== undefined && isAbove(hips)) return hips;
    // the nearest node above all legs
    let nearest = -1;
    for (let node = 0; node < nodes.length; node++) if (isAbove(node)) nearest = node;
    if (nearest < 0) report('no bone carries all feet. Choose feet of one character, then call refresh().');
    return nearest;
}

/** Turns directions of the script's entity into the rig's model space in the reference pose. */
function entityToModel(rig: Rig, entity: GraphNode): (v: Vec3, out: Flat) => void {
    const { space } = rig.skeleton;
    const toModel = space ? space.getWorldTransform().clone().invert().mul(entity.getWorldTransform()) : null;
    return (v, out) => {
        const { x, y, z } = toModel ? toModel.transformVector(v) : v;
        out[0] = x;
        out[1] = y;
        out[2] = z;
        normalizeVec(out, 0);
    };
}

/** The point about which a heel is lifted, in the foot's frame: the joint of the toes, else the tip of the sole. */
function makeHinge(rig: Rig, { foot, sole, height }: FootShape, toes: number, up: Flat, forward: Flat, scale: number): Flat {
    const { positions, rotations } = rig.skeleton;
    const hinge = new Float64Array(3);
    if (toes < 0) {
        for (let i = 0; i < 3; i++) hinge[i] = scale * (sole.front * forward[i] - height * up[i]);
        return hinge;
    }
    subtractVec(hinge, 0, positions, 3 * toes, positions, 3 * foot);
    rotateVecInverse(hinge, 0, rotations, 4 * foot, hinge, 0);
    for (let i = 0; i < 3; i++) hinge[i] *= scale;
    return hinge;
}

/** Rotation of the toes to the foot in the reference pose. */
function straightToes({ skeleton: { rotations } }: Rig, foot: number, toes: number): Flat {
    const straight = Float64Array.of(0, 0, 0, 1);
    if (toes >= 0) multiplyInverseQuat(straight, 0, rotations, 4 * foot, rotations, 4 * toes);
    return straight;
}

/**
 * Makes the feet of a character from their rows.
 *
 * @param rig - The character.
 * @param record - Its record of writes.
 * @param entity - Entity of the script.
 * @param settings - Rows of the feet, at least one, and the pelvis that was chosen.
 * @param report - Receives a sentence for each thing that is wrong.
 * @returns The feet, or null when something is wrong.
 */
export function makeFooting(
    rig: Rig, record: PoseRecord, entity: GraphNode,
    { feet: rows, pelvisBone, pelvisBoneName }: Pick<MecFootPlacerAttributes, 'feet' | 'pelvisBone' | 'pelvisBoneName'>, report: Report
): RowFeet | null {
    const { nodes } = rig.skeleton;
    const scale = modelScale(rig);
    const size = scale * rig.height;
    const ids = new Set<string>();
    const taken = new Set<number>();
    const found = rows.map((row, i) => {
        const place = `foot ${i + 1}`;
        const bone = findRowBone(rig, row.footBone, row.boneName, place, report);
        if (bone < 0) return null;
        const name = `${place} (${nodes[bone].name})`;
        row.footId ||= roleOf(rig, bone) ?? nodes[bone].name;
        const id = row.footId;
        if (ids.has(id) || taken.has(bone)) {
            report(`${name} is listed twice. Give each foot its own id and bone, or remove one of the two rows, then call refresh().`);
            return null;
        }
        ids.add(id);
        taken.add(bone);
        const limb = findLimbBones(rig, bone, row.bonesCount, name, report);
        return limb && checkNumbers(row, size, name, report) && checkUp(row, name, report) ? { row, id, name, bone, limb } : null;
    });
    if (found.some(entry => !entry)) return null;
    const limbs = found.map(entry => entry!.limb);
    const pelvis = findPelvis(rig, pelvisBone, pelvisBoneName, limbs, report);
    if (pelvis < 0) return null;

    const models = measureFeet(rig, found.map(entry => entry!.bone));
    const solved = [pelvis, ...limbs.flat(), ...models.flatMap(({ toes, points }) => [toes, ...points.nodes, ...points.partners].filter(node => node >= 0))];
    const set = new BoneSet(solved.map(node => nodes[node]), record);
    const poseIndex = (node: number) => (node < 0 ? -1 : set.indexOf(nodes[node]));
    const toModel = entityToModel(rig, entity);
    const feet: Foot[] = [];
    const readers: (() => boolean)[] = [];
    const centre = found.reduce((sum, entry) => sum + dotVec(rig.skeleton.positions, 3 * entry!.bone, rig.forward, 0) / found.length, 0);
    for (const [i, entry] of found.entries()) {
        const { row, id, name, bone, limb } = entry!;
        const { shape, toes } = models[i];
        const forward = new Float64Array(3);
        if (!writeForward(forward, rig, shape, row, toModel)) {
            report(`the forward vector of ${name} runs along the up vector. Set it to where the toes point in the reference pose, then call refresh().`);
            return null;
        }
        const isHand = rig.legs !== 4 && HANDS.some(role => rig.bones.get(role) === bone);
        const sole = makeSole(rig, models[i], scale, poseIndex);
        const place = dotVec(rig.skeleton.positions, 3 * bone, rig.forward, 0);
        const spread = rig.legs === 4 ? scale * Math.abs(place) : 0;
        const isFore = rig.legs === 4 && place > centre;
        const settings = readSettings(row, shape, sole, scale, size, isHand, spread, isFore);
        const up = new Float64Array(3);
        rotateVecInverse(up, 0, rig.skeleton.rotations, 4 * bone, rig.up, 0);
        const hinge = makeHinge(rig, shape, toes, up, forward, scale);
        const { bonesCount } = row;
        readers.push(() => {
            if (row.bonesCount !== bonesCount || !checkNumbers(row, size, name, () => {}) || !writeForward(forward, rig, shape, row, toModel)) return false;
            const { plant, ...numbers } = readSettings(row, shape, sole, scale, size, isHand, spread, isFore);
            Object.assign(settings.plant, plant);
            Object.assign(settings, numbers);
            if (!checkUp(row, name, () => {})) return false;
            readRow(foot, row);
            return true;
        });
        const foot = new Foot({
            id, limb: createLimb(limb.map(poseIndex), bendAxis(new Float64Array(3), rig, limb), HINGE), bone: poseIndex(bone), settings, up: new Float64Array(3), hint: new Float64Array(3),
            localUp: up, localForward: forward, sole, hinge, toes: poseIndex(toes), straightToes: straightToes(rig, bone, toes)
        });
        readRow(foot, row);
        feet.push(foot);
    }
    return {
        set, feet, readRows: () => readers.every(read => read()), bones: found.map(entry => entry!.bone), pelvis: poseIndex(pelvis), trunk: makeTrunk(rig, record, limbs),
        root: findRoot(rig, entity, models.map(({ shape }) => shape)), model: rig.skeleton.space, modelUp: rig.up, tiltShare: rig.legs === 4 || limbs.some(limb => limb.length === 2) ? 1 : 0, scale, size
    };
}

/** The bone with which the body answers a climb: one that carries no leg. */
function makeTrunk(rig: Rig, record: PoseRecord, limbs: readonly (readonly number[])[]): BoneSet | null {
    const roles = limbs.length > 2 ? ['neck', 'head'] as const : ['spine', 'spine1', 'spine2'] as const;
    for (const role of roles) {
        const bone = rig.bones.get(role);
        if (bone !== undefined && !limbs.some(limb => isAncestor(rig, bone, limb[0]))) return new BoneSet([rig.skeleton.nodes[bone]], record, true);
    }
    return null;
}

/** Takes over what a row says of directions and drawing. */
function readRow(foot: Foot, { upVector, ikHintOffset, drawDebugRay }: FootRow): void {
    foot.up.set([upVector.x, upVector.y, upVector.z]);
    normalizeVec(foot.up, 0);
    foot.hint.set([ikHintOffset.x, ikHintOffset.y, ikHintOffset.z]);
    foot.told.isDrawn = drawDebugRay;
}

/** Whether the up vector of a row has a direction. */
function checkUp(row: FootRow, name: string, report: Report): boolean {
    if (row.upVector.lengthSq() > 0) return true;
    report(`the up vector of ${name} has no direction. Set it to the direction away from the ground, [0, 1, 0] on level ground, then call refresh().`);
    return false;
}
