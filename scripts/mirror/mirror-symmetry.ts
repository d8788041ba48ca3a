import type { MirrorPlane, Pairing } from './mirror-pairs';
import { copyQuat, distanceVec, dotVec, identityQuat, multiplyQuatInverse, normalizeQuat, normalizeVec, rotateVec, subtractVec, type Flat } from '../core/math/flat-math';
import { DEGREES, RADIANS } from '../core/math/scalars';
import { addPair, createRotationFit, fitRotation } from '../core/mirror/fit-rotation';
import { reflectQuat, reflectVec } from '../core/mirror/reflection';

// How symmetric a reference pose is, and what makes it so.
//
// Where joints lie against a bone does not depend on the pose, as long as they hang on it. So the plane is that of the twins that hang on
// one bone in the middle, and a bone is where its twin is when the joints at its end are. What turns it there is the rotation that brings
// the offsets to its children nearest to the reflected offsets of its twin; a single child leaves the roll open, which those further down tell,
// else the parent. The roll of a straight limb that is bound in a twist cannot be seen from joints.

/** Weight of the joints below the children, and of the parent's rotation for a height of 1, against 1 of a child. */
const FURTHER = 1e-4;
const AS_PARENT = 1e-12;

/** Turn in degrees, and the distance as a share of the height by which it moves joints, below which a bone is as its twin: joints are set by hand. */
const SAME_TURN = 1;
const SAME_PLACE = 1e-3;

/** Cosine from which on a normal is an axis: meshes are made across one, and joints are set by hand. */
const STRAIGHT = Math.cos(RADIANS);

/** Skeleton in the reference pose: parents before children. */
interface ReferenceBones {
    readonly parents: ArrayLike<number>;
    readonly positions: Flat;
    readonly height: number;
}

/**
 * The plane of symmetry of the twins.
 *
 * @param guess - What is taken without twins; it says which side the normal points to.
 */
export function findPlane({ parents, positions }: ReferenceBones, { twins, pairs }: Pairing, guess: MirrorPlane): MirrorPlane {
    const isRigid = (bone: number) => parents[bone] < 0 || twins[parents[bone]] === parents[bone];
    const rigid = pairs.filter(({ a }) => isRigid(a));
    const used = rigid.length > 0 ? rigid : pairs;
    const normal = new Float64Array(3);
    const offset = new Float64Array(3);
    for (const { a, b } of used) {
        subtractVec(offset, 0, positions, 3 * a, positions, 3 * b);
        const sign = dotVec(offset, 0, guess.normal, 0) < 0 ? -1 : 1;
        for (let k = 0; k < 3; k++) normal[k] += sign * offset[k];
    }
    if (!normalizeVec(normal, 0)) return guess;
    const main = normal.findIndex(part => Math.abs(part) > STRAIGHT);
    if (main >= 0) normal.set([0, 1, 2].map(axis => (axis === main ? Math.sign(normal[axis]) : 0)));
    return { normal, offset: middleOf(positions, used, normal) };
}

/** Where the middles of the twins lie along a normal, those further apart counting more. */
export function middleOf(positions: Flat, pairs: Pairing['pairs'], normal: Flat): number {
    let sum = 0;
    let weights = 0;
    for (const { a, b } of pairs) {
        const weight = distanceVec(positions, 3 * a, positions, 3 * b);
        sum += weight * (dotVec(positions, 3 * a, normal, 0) + dotVec(positions, 3 * b, normal, 0)) / 2;
        weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
}

/** What makes a reference pose symmetric. */
export interface Symmetry {
    /** Turn in model space that brings each bone to the reflection of its twin, four numbers a bone; the identity where it is there. */
    readonly fits: Flat;
    /** How far each bone is from it in degrees, 0 where nothing tells; half of the turn for a bone in the middle. */
    readonly angles: Flat;
}

const own = new Float64Array(3);
const seen = new Float64Array(3);
const moved = new Float64Array(3);

/** What the skin says about a turn: whether it is there; null: nothing. */
export type SkinEvidence = (bone: number, twin: number, fits: Flat, o: number, normal: Flat) => boolean | null;

/**
 * Measures and mends the symmetry of a reference pose.
 *
 * @param needsTurn - Asked for bones that are off by their joints.
 */
export function findSymmetry(bones: ReferenceBones, { twins }: Pairing, { normal }: MirrorPlane, needsTurn: SkinEvidence): Symmetry {
    const count = twins.length;
    const full = new Float64Array(4 * count);
    const fits = new Float64Array(4 * count);
    const angles = new Float64Array(count);
    const below = jointsBelow(bones.parents, twins);
    for (let bone = 0; bone < count; bone++) {
        identityQuat(full, 4 * bone);
        identityQuat(fits, 4 * bone);
        const twin = twins[bone];
        if (twin < 0) continue;
        if (twin < bone) {
            invertSeen(full, bone, twin, normal);
            invertSeen(fits, bone, twin, normal);
            angles[bone] = angles[twin];
            continue;
        }
        const parent = bones.parents[bone];
        if (parent >= 0) {
            copyQuat(full, 4 * bone, full, 4 * parent);
            copyQuat(fits, 4 * bone, fits, 4 * parent);
        }
        // the last bone of a limb turns with the one above it
        if (below[bone].length === 0) continue;
        fitBone(full, bone, twins, bones, below[bone], normal);
        if (twin === bone) levelFit(full, bone, normal);
        angles[bone] = angleOf(full, bone) / (twin === bone ? 2 : 1);
        if (angles[bone] > SAME_TURN && movesJoints(full, bone, bones, below[bone]) && needsTurn(bone, twin, full, 4 * bone, normal) !== false) {
            copyQuat(fits, 4 * bone, full, 4 * bone);
            continue;
        }
        angles[bone] = Math.min(angles[bone], SAME_TURN);
        identityQuat(fits, 4 * bone);
    }
    return { fits, angles };
}

function angleOf(turns: Flat, bone: number): number {
    return 2 * Math.acos(Math.min(1, Math.abs(turns[4 * bone + 3]))) * DEGREES;
}

/** What tells where each bone is: the joints below it, of a bone in the middle those of the trunk and what hangs on it, as limbs move by themselves. */
function jointsBelow(parents: ArrayLike<number>, twins: Int32Array): number[][] {
    const below: number[][] = Array.from(twins, () => []);
    for (let bone = 0; bone < twins.length; bone++) {
        if (twins[bone] < 0) continue;
        const isOfTrunk = parents[bone] >= 0 && twins[parents[bone]] === parents[bone];
        for (let above = parents[bone]; above >= 0; above = parents[above]) {
            if (isOfTrunk || twins[above] !== above) below[above].push(bone);
        }
    }
    return below;
}

/**
 * Writes the turn of one bone; before the call its place holds the turn of its parent. If that turn brings the bone's children to their places, the bone
 * keeps it. Else the children decide, and joints further down only decide the roll, since they may be turned by themselves too.
 */
function fitBone(fits: Flat, bone: number, twins: Int32Array, bones: ReferenceBones, below: readonly number[], normal: Flat): void {
    const { parents, positions, height } = bones;
    const fit = createRotationFit();
    const prior = fits.slice(4 * bone, 4 * bone + 4);
    for (let axis = 0; axis < 3; axis++) {
        own.fill(0);
        own[axis] = 1;
        rotateVec(moved, 0, prior, 0, own, 0);
        addPair(fit, own, 0, moved, 0, AS_PARENT * height * height);
    }
    const addJoints = (isChild: boolean, weight: number) => {
        for (const joint of below) {
            if ((parents[joint] === bone) !== isChild) continue;
            subtractVec(own, 0, positions, 3 * joint, positions, 3 * bone);
            subtractVec(seen, 0, positions, 3 * twins[joint], positions, 3 * twins[bone]);
            reflectVec(seen, 0, seen, 0, normal, 0);
            addPair(fit, own, 0, seen, 0, weight);
        }
    };
    addJoints(true, 1);
    fitRotation(fits, 4 * bone, fit);
    multiplyQuatInverse(prior, 0, fits, 4 * bone, prior, 0);
    if (twins[bone] !== bone && angleOf(prior, 0) <= SAME_TURN) return;
    addJoints(false, FURTHER);
    fitRotation(fits, 4 * bone, fit);
}

/** Whether a turn moves a joint below a bone by more than joints are off anyway. */
function movesJoints(fits: Flat, bone: number, { positions, height }: ReferenceBones, below: readonly number[]): boolean {
    return below.some((joint) => {
        subtractVec(own, 0, positions, 3 * joint, positions, 3 * bone);
        rotateVec(moved, 0, fits, 4 * bone, own, 0);
        return distanceVec(own, 0, moved, 0) > SAME_PLACE * height;
    });
}

/** Writes the turn of a bone from that of its twin: both ways there and back are none. */
function invertSeen(fits: Flat, bone: number, twin: number, normal: Flat): void {
    reflectQuat(fits, 4 * bone, fits, 4 * twin, normal, 0);
    for (let k = 0; k < 3; k++) fits[4 * bone + k] = -fits[4 * bone + k];
}

/** Takes the nod out of the turn of a bone in the middle: it is its own reflection. */
function levelFit(fits: Flat, bone: number, normal: Flat): void {
    const nod = dotVec(fits, 4 * bone, normal, 0);
    for (let k = 0; k < 3; k++) fits[4 * bone + k] -= nod * normal[k];
    normalizeQuat(fits, 4 * bone);
}
