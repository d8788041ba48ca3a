import type { GraphNode } from 'playcanvas';

import type { LegStabilizerRow, LookAtBoneRow, TargetRow } from './attributes';
import { isVisible } from './default-rows';
import { completeModel, Look, type Link, type LookModel, type Reset, type Stabilizer } from './look';
import { createLookAtChain, setReference, type LookAtChain } from '../core/gaze/look-at';
import { isClosed, LIMIT_SIZE, setSwingLimit } from '../core/gaze/swing-limit';
import { createLimb } from '../core/limb/limb';
import { copyQuat, dotVec, normalizeVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { BoneSet } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import { LastOfModel } from '../rig/model-cache';
import { forwardAxis, type Rig } from '../rig/rig';
import { findLimbBones, findRowBone, inRange, isAncestor, type Report } from '../rig/row-bone';

// From the rows of the inspector to a look: finds the bones, and says what is wrong with the rows.

/** Cosine of the angle to the character's up from which an axis points up: 10 degrees. */
const UPRIGHT = 0.985;

const AXES: Record<string, readonly [number, number, number]> = {
    'x': [1, 0, 0], 'y': [0, 1, 0], 'z': [0, 0, 1], '-x': [-1, 0, 0], '-y': [0, -1, 0], '-z': [0, 0, -1]
};

/** Finds the bones of the chain. Answers null after a sentence. */
function findChain(rig: Rig, rows: readonly LookAtBoneRow[], report: Report): number[] | null {
    const { nodes } = rig.skeleton;
    const chain: number[] = [];
    let good = true;
    rows.forEach((row, i) => {
        const place = `look at bone ${i + 1}`;
        const bone = findRowBone(rig, row.bone, row.boneName, place, report);
        if (bone < 0) {
            good = false;
            return;
        }
        const name = `${place} (${nodes[bone].name})`;
        const before = chain[chain.length - 1];
        if (chain.includes(bone)) {
            report(`${name} is in the chain twice. Remove one of the two rows, then call refresh().`);
            good = false;
        } else if (before !== undefined && !isAncestor(rig, bone, before)) {
            report(`${name} is not an ancestor of bone ${chain.length} (${nodes[before].name}). Order the chain from the eye towards the spine, then call refresh().`);
            good = false;
        } else if (!nodes[bone].parent) {
            report(`${name} has no parent to measure its limit against. Put the model below another entity, then call refresh().`);
            good = false;
        }
        good = inRange(row.rotationLimit, 0, 180, `the rotation limit of ${name}`, report) && good;
        good = inRange(row.limitUp, 0, 180, `the limit up of ${name}`, report) && good;
        good = inRange(row.limitDown, 0, 180, `the limit down of ${name}`, report) && good;
        good = inRange(row.limitTwist, 0, 180, `the twist limit of ${name}`, report) && good;
        good = inRange(row.rotateAroundUpVectorWeight, 0, 1, `the weight around the up vector of ${name}`, report) && good;
        chain.push(bone);
    });
    return good ? chain : null;
}

/** Finds the bones of a leg from its root to its foot. Answers null after a sentence. */
function findLeg(rig: Rig, row: LegStabilizerRow, index: number, report: Report): number[] | null {
    const place = `leg stabilizer ${index + 1}`;
    const foot = findRowBone(rig, row.footBone, row.boneName, place, report);
    if (foot < 0) return null;
    const name = `${place} (${rig.skeleton.nodes[foot].name})`;
    if (!inRange(row.ikWeight, 0, 1, `the IK weight of ${name}`, report)) return null;
    return findLimbBones(rig, foot, row.bonesCount, name, report);
}

/** Writes a direction of model space in the frame of a node in the reference pose; -1: the frame of model space. */
function carry(out: Flat, o: number, rig: Rig, node: number, direction: Flat): void {
    if (node < 0) out.set(direction, o);
    else rotateVecInverse(out, o, rig.skeleton.rotations, 4 * node, direction, 0);
}

/** Writes the axis that a row names, in the frame of a node. */
function writeAxis(out: Flat, o: number, rig: Rig, node: number, axis: string): void {
    if (axis in AXES) out.set(AXES[axis], o);
    else carry(out, o, rig, node, rig.forward);
}

/** Writes the up of the limit of a bone: the character's, at right angles to the axis that the limit is around. */
function writeLimitUp(chain: LookAtChain, o: number, rig: Rig, parent: number): void {
    const { parentUps, parentForwards } = chain;
    for (const direction of [rig.up, rig.forward]) {
        carry(parentUps, o, rig, parent, direction);
        const along = dotVec(parentUps, o, parentForwards, o);
        for (let i = 0; i < 3; i++) parentUps[o + i] -= along * parentForwards[o + i];
        // an axis that points up leaves no up: what is in front of the character is up then
        if (Math.abs(along) < UPRIGHT && normalizeVec(parentUps, o)) return;
    }
}

/** Writes the numbers of a row for a bone of a chain. */
function writeRow(chain: LookAtChain, index: number, rig: Rig, bone: number, row: LookAtBoneRow): void {
    const { parents, localRotations } = rig.skeleton;
    // a bone that turns to no side does not turn up or down either
    const radians = (degrees: number) => (degrees > 0 && row.rotationLimit > 0 ? degrees : row.rotationLimit) * RADIANS;
    setSwingLimit(chain.limits, LIMIT_SIZE * index, radians(0), radians(row.limitUp), radians(row.limitDown));
    chain.twistLimits[index] = Math.sin(radians(row.limitTwist) / 2) ** 2;
    chain.upWeights[index] = row.rotateAroundUpVectorWeight;
    writeAxis(chain.forwards, 3 * index, rig, bone, row.forwardAxis);
    writeAxis(chain.parentForwards, 3 * index, rig, parents[bone], row.parentBoneForwardAxis);
    writeLimitUp(chain, 3 * index, rig, parents[bone]);
    setReference(chain, index, localRotations, 4 * bone);
}

/** The chain of one eye alone, with the row of the eye that it is linked to. */
function makeEyeChain(rig: Rig, eye: number, poseIndex: number, row: LookAtBoneRow): LookAtChain {
    const chain = createLookAtChain([poseIndex]);
    writeRow(chain, 0, rig, eye, row);
    carry(chain.gaze, 0, rig, eye, rig.forward);
    return chain;
}

/** Whether a node is one of the eyes. */
function isEye(rig: Rig, node: number): boolean {
    return rig.bones.get('leftEye') === node || rig.bones.get('rightEye') === node;
}

/** Writes the eye point in the first bone's own frame and units. */
function placeEye(chain: LookAtChain, rig: Rig, first: number): void {
    const { matrices, rotations, positions } = rig.skeleton;
    forwardAxis(chain.gaze, rig, first);
    // eyes that neither turn nor can be seen do not aim: the middle between them does
    if (isEye(rig, first) && (!isClosed(chain.limits, 0) || isVisible(rig, first))) return;
    const scale = Math.hypot(...matrices.subarray(12 * first, 12 * first + 3));
    for (let i = 0; i < 3; i++) chain.eye[i] = (rig.eyePoint.position[i] - positions[3 * first + i]) / scale;
    rotateVecInverse(chain.eye, 0, rotations, 4 * first, chain.eye, 0);
}

/**
 * Makes a look from its rows.
 *
 * @param rig - The character.
 * @param record - Its record of writes.
 * @param bones - Rows of the chain; at least one.
 * @param legs - Rows of the legs.
 * @param report - Receives a sentence for each thing that is wrong.
 * @returns The look, or null when something is wrong.
 */
export function makeLook(
    rig: Rig, record: PoseRecord, bones: readonly LookAtBoneRow[], legs: readonly LegStabilizerRow[], report: Report
): Look | null {
    const { nodes, parents } = rig.skeleton;
    const chainBones = findChain(rig, bones, report);
    const legBones = legs.map((row, i) => findLeg(rig, row, i, report));
    const linkedBones = chainBones && findLinkedBones(rig, bones, chainBones, report);
    if (!linkedBones || legBones.some(leg => !leg)) return null;

    const taking: GraphNode[] = [];
    const take = (node: number) => taking.push(nodes[node]);
    chainBones.forEach(take);
    const carrier = parents[chainBones[chainBones.length - 1]];
    if (carrier >= 0) take(carrier);
    linkedBones.flat().forEach(take);
    legBones.forEach(leg => leg!.forEach(take));
    const set = new BoneSet(taking, record, true);
    const found: FoundBones = { chain: chainBones, linked: linkedBones, legs: legBones as number[][], carrier };
    const numbers = [...bones, ...legs].map(row => ({ ...row, bone: null, footBone: null, linkedBones: null }));
    const key = JSON.stringify([found, numbers, [...set.pose.parents]]);
    return new Look(set, lastModel.get(rig, key, () => makeModel(rig, set, found, bones, legs)));
}

/** What the rows of a look came to, by model. */
const lastModel = new LastOfModel<LookModel>();

/** The bones that the rows mean, as indices into the skeleton's nodes: the chain, what is linked to each of its bones, legs, and the chain's parent. */
interface FoundBones {
    readonly chain: readonly number[];
    readonly linked: readonly (readonly number[])[];
    readonly legs: readonly (readonly number[])[];
    readonly carrier: number;
}

/** Makes what all instances of a model have in common. */
function makeModel(
    rig: Rig, set: BoneSet, { chain: chainBones, linked: linkedBones, legs: legBones, carrier }: FoundBones,
    bones: readonly LookAtBoneRow[], legs: readonly LegStabilizerRow[]
): LookModel {
    const { nodes, localRotations } = rig.skeleton;
    const poseIndex = (node: number) => set.indexOf(nodes[node]);

    const chain = createLookAtChain(chainBones.map(poseIndex));
    const links: Link[] = [];
    const resets: Reset[] = [];
    const reset = (node: number) => {
        const rotation = new Float64Array(4);
        copyQuat(rotation, 0, localRotations, 4 * node);
        resets.push({ bone: poseIndex(node), rotation });
    };
    bones.forEach((row, i) => {
        const bone = chainBones[i];
        writeRow(chain, i, rig, bone, row);
        if (row.resetToDefaultRotation) reset(bone);
        const mayTurn = !isClosed(chain.limits, LIMIT_SIZE * i);
        for (const [j, linked] of linkedBones[i].entries()) {
            const eye = isEye(rig, bone) && isEye(rig, linked) ? makeEyeChain(rig, linked, poseIndex(linked), row) : null;
            if (mayTurn) links.push({ from: poseIndex(bone), to: poseIndex(linked), eye });
            if (row.linkedBonesReset[j] ?? row.linkedBonesResetToDefaultRotation) reset(linked);
        }
    });
    placeEye(chain, rig, chainBones[0]);

    const stabilizers: Stabilizer[] = legBones.map((leg, i) => {
        const limb = createLimb(leg.map(poseIndex), forwardAxis(new Float64Array(3), rig, leg[0]));
        return { limb, ikWeight: legs[i].ikWeight };
    });
    const body = { bone: carrier < 0 ? set.pose.base : poseIndex(carrier), forward: new Float64Array(3), up: new Float64Array(3) };
    carry(body.forward, 0, rig, carrier, rig.forward);
    carry(body.up, 0, rig, carrier, rig.up);
    return completeModel({ chain, body, links, resets, stabilizers }, set.bones.length);
}

/** Says what is wrong with the rows of targets. Answers whether nothing is. */
export function checkTargets(rig: Rig, rows: readonly TargetRow[], report: Report): boolean {
    const good = rows.filter((row, i) => {
        const name = row.target ? `target ${i + 1} (${row.target.name})` : `target ${i + 1}`;
        if (!row.target) {
            report(`${name} is empty. Choose an entity or remove the row, then call refresh().`);
        } else if (rig.skeleton.nodes.includes(row.target)) {
            report(`${name} is a bone of the character itself. Choose an entity outside of it, then call refresh().`);
        } else if (!(row.minDwell >= 0 && row.minDwell <= row.maxDwell)) {
            report(`${name}: its shortest look is ${row.minDwell} s, its longest ${row.maxDwell} s. Set a shortest time from 0 up to the longest, then call refresh().`);
        } else {
            return true;
        }
        return false;
    });
    return good.length === rows.length;
}

/** Finds the linked bones of each row. Answers null after a sentence. */
function findLinkedBones(rig: Rig, rows: readonly LookAtBoneRow[], chain: readonly number[], report: Report): number[][] | null {
    const { nodes } = rig.skeleton;
    const seen = new Set<number>();
    let good = true;
    const linked = rows.map((row, i) => Array.from({ length: Math.max(row.linkedBones.length, row.linkedBoneNames.length) }, (_, j) => {
        const bone = row.linkedBones[j] ?? null;
        const place = `linked bone ${j + 1} of look at bone ${i + 1}`;
        // after a change of the model, the bone of that name
        const index = findRowBone(rig, bone, row.linkedBoneNames[j] || (bone?.name ?? ''), place, report);
        if (index < 0) {
            good = false;
        } else if (chain.includes(index) || seen.has(index)) {
            report(`${place} (${nodes[index].name}) is turned by another row already. Remove it from the linked bones, then call refresh().`);
            good = false;
        }
        seen.add(index);
        return index;
    }));
    return good ? linked : null;
}
