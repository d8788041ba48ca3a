import { findPairs, type MirrorBones, type MirrorPlane, type Pairing } from './mirror-pairs';
import { findPlane, findSymmetry, middleOf, type SkinEvidence, type Symmetry } from './mirror-symmetry';
import { copyQuat, dotVec, identityQuat, multiplyInverseQuat, multiplyQuat, multiplyQuatInverse, rotateVec, type Flat } from '../core/math/flat-math';
import { DEGREES } from '../core/math/scalars';
import { createPoseMirror, mirrorShift, type PoseMirror } from '../core/mirror/pose-mirror';
import { twinTurn } from '../core/mirror/reflection';

// From bones in their reference pose to what poses are reflected with.

/** An axis of a bone or of its parent across which the original reflects; `none`: not at all, `auto`: as the model is reflected. */
export type MirrorAxis = 'auto' | 'none' | 'x' | 'y' | 'z';

/** How positions are reflected. */
export type MirrorTranslation = 'bindDelta' | 'exact' | 'rotationOnly';

/** How a mirror is made. */
export interface MirrorSettings {
    /** Normal of the plane in the space of the bones' root, of any length; null: that of the twins. */
    readonly normal: readonly number[] | null;
    readonly translation: MirrorTranslation;
    /** Axes of bones without a twin. */
    readonly rotationAxis: MirrorAxis;
    readonly rightAxis: MirrorAxis;
    /** Axes of the pelvis. */
    readonly pelvisRotationAxis: MirrorAxis;
    readonly pelvisRightAxis: MirrorAxis;
    /** Index of the pelvis; what is above it carries the root's motion. -1: none. */
    readonly pelvis: number;
    readonly mirrorsRootMotion: boolean;
}

export const DEFAULT_SETTINGS: Omit<MirrorSettings, 'pelvis'> = {
    normal: null, translation: 'bindDelta', rotationAxis: 'auto', rightAxis: 'auto', pelvisRotationAxis: 'auto', pelvisRightAxis: 'auto', mirrorsRootMotion: true
};

/** Bones with their whole reference pose. */
export interface PosedBones extends MirrorBones {
    /** Model space, four numbers a bone. */
    readonly rotations: Flat;
    /** To the parent, three and four numbers a bone. */
    readonly localPositions: Flat;
    readonly localRotations: Flat;
}

/** Everything that a mirror is. */
export interface MirrorPlan {
    readonly mirror: PoseMirror;
    readonly pairing: Pairing;
    readonly plane: MirrorPlane;
    readonly symmetry: Symmetry;
    /** Degrees between the normal that was given and that of the twins; 0 where none was given. */
    readonly tilt: number;
}

/** Angle in degrees beyond which a normal that was given is not that of this character. */
const OTHER_PLANE = 10;

/** Half turns about the axes. */
const AXES: Readonly<Record<'x' | 'y' | 'z', Flat>> = {
    x: Float64Array.of(1, 0, 0, 0), y: Float64Array.of(0, 1, 0, 0), z: Float64Array.of(0, 0, 1, 0)
};

/**
 * Makes a mirror.
 *
 * @param guess - The plane as the rig has it, to find pairs by their places.
 * @param needsTurn - What the skin says, see `findSymmetry`.
 */
export function planMirror(bones: PosedBones, guess: MirrorPlane, settings: MirrorSettings, needsTurn: SkinEvidence): MirrorPlan {
    // places are compared once more across the plane that the first pairs show
    const found = findPlane(bones, findPairs(bones, guess), guess);
    const pairing = findPairs(bones, found);
    const own = findPlane(bones, pairing, guess);
    const { plane, tilt } = choosePlane(bones, pairing, own, settings.normal);
    const symmetry = findSymmetry(bones, pairing, plane, needsTurn);
    return { mirror: makeMirror(bones, pairing, plane, symmetry, settings), pairing, plane, symmetry, tilt };
}

/** The plane that was given where it can be meant, else that of the twins. */
function choosePlane({ positions }: PosedBones, { pairs }: Pairing, own: MirrorPlane, given: readonly number[] | null): { plane: MirrorPlane; tilt: number } {
    const length = given ? Math.hypot(...given) : 0;
    if (!given || !(length > 0)) return { plane: own, tilt: 0 };
    const normal = Float64Array.from(given, part => part / length);
    const tilt = Math.acos(Math.min(1, Math.abs(dotVec(normal, 0, own.normal, 0)))) * DEGREES;
    return { plane: tilt > OTHER_PLANE ? own : { normal, offset: middleOf(positions, pairs, normal) }, tilt };
}

function makeMirror(bones: PosedBones, { twins }: Pairing, plane: MirrorPlane, { fits }: Symmetry, settings: MirrorSettings): PoseMirror {
    const { parents, rotations } = bones;
    const mirror = createPoseMirror(twins.length);
    const turns = new Float64Array(4 * twins.length);
    const half = Float64Array.of(...plane.normal, 0);
    const isRoot = (bone: number) => isAbove(parents, bone, settings.pelvis);
    const none = Float64Array.of(0, 0, 0, 1);
    for (let bone = 0; bone < twins.length; bone++) {
        const twin = twins[bone];
        if (twin < 0) continue;
        const parent = parents[bone];
        twinTurn(turns, 4 * bone, rotations, 4 * twin, rotations, 4 * bone, fits, 4 * bone, plane.normal);
        if (isRoot(bone) && !settings.mirrorsRootMotion) continue;
        mirror.sources[bone] = twin;
        multiplyInverseQuat(mirror.before, 4 * bone, parent < 0 ? none : turns, parent < 0 ? 0 : 4 * parent, half, 0);
        copyQuat(mirror.turns, 4 * bone, mirror.before, 4 * bone);
        multiplyInverseQuat(mirror.after, 4 * bone, half, 0, turns, 4 * bone);
        if (twin === bone && !isRoot(bone)) {
            const isPelvis = bone === settings.pelvis;
            useAxis(mirror, bone, bones, isPelvis ? settings.pelvisRotationAxis : settings.rotationAxis);
        }
        placeBone(mirror, bone, bones, plane, settings, isRoot(bone));
    }
    return mirror;
}

/** Reflects a bone's turn away from its reference across an axis of its own, as the original does. */
function useAxis({ before, after }: PoseMirror, bone: number, { localRotations }: PosedBones, axis: MirrorAxis): void {
    const b = 4 * bone;
    if (axis === 'auto') return;
    if (axis === 'none') {
        identityQuat(before, b);
        identityQuat(after, b);
        return;
    }
    multiplyQuat(before, b, localRotations, b, AXES[axis], 0);
    multiplyQuatInverse(before, b, before, b, localRotations, b);
    multiplyInverseQuat(after, b, AXES[axis], 0, Float64Array.of(0, 0, 0, 1), 0);
}

/** Sets how a bone's position is reflected. */
function placeBone(mirror: PoseMirror, bone: number, { localPositions, parents }: PosedBones, plane: MirrorPlane, settings: MirrorSettings, isRoot: boolean): void {
    const twin = mirror.sources[bone];
    const { translation, pelvis, pelvisRightAxis, rightAxis } = settings;
    const axis = twin !== bone || isRoot ? 'auto' : bone === pelvis ? pelvisRightAxis : rightAxis;
    if (axis === 'none' || (translation === 'rotationOnly' && !isRoot)) return;
    mirror.moves[bone] = 1;
    const offset = mirror.offsets.subarray(3 * bone, 3 * bone + 3);
    if (axis !== 'auto') copyQuat(mirror.turns, 4 * bone, AXES[axis], 0);
    if (translation === 'exact' && axis === 'auto') {
        if (parents[bone] >= 0) return;
        for (let k = 0; k < 3; k++) offset[k] = 2 * plane.offset * plane.normal[k];
        return;
    }
    mirrorShift(offset, 0, mirror, bone, localPositions, 3 * twin);
    for (let k = 0; k < 3; k++) offset[k] = localPositions[3 * bone + k] - offset[k];
}

/**
 * The same with one bone more, the root in whose space the plane is: it is reflected across the plane that stands in its parent's space when it
 * has its rest rotation, through the origin. So R' = N' R inverse(N), with the normals of both spaces.
 */
export function withRoot(mirror: PoseMirror, normal: Flat, rest: Flat, isMirrored: boolean): PoseMirror {
    const { count } = mirror;
    const out = createPoseMirror(count + 1);
    for (const part of ['sources', 'before', 'after', 'turns', 'offsets', 'moves'] as const) (out[part] as Flat).set(mirror[part] as Flat);
    if (!isMirrored) return out;
    const outer = new Float64Array(4);
    rotateVec(outer, 0, rest, 0, normal, 0);
    out.sources[count] = count;
    out.moves[count] = 1;
    out.before.set(outer, 4 * count);
    out.turns.set(outer, 4 * count);
    out.after.set(normal.map(part => -part), 4 * count);
    return out;
}

/** Whether a bone is an ancestor of another one. */
function isAbove(parents: ArrayLike<number>, bone: number, other: number): boolean {
    if (other < 0) return false;
    for (let above = parents[other]; above >= 0; above = parents[above]) if (above === bone) return true;
    return false;
}
