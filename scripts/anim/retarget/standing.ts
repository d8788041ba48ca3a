import type { TemplateBody } from './template-body';
import { middleOf, type Transfer } from './transfer';
import type { Flat } from '../../core/math/flat-math';
import { LIMB_NAMES } from '../../rig/rig';
import type { ClipContacts } from '../contacts/contacts';

// How large the one character is against the other, and where each has its floor: the root goes by the ratio of the legs.
//
// Both stand as the source does in its reference pose, so that legs that are bent there are bent on both.

/** Height of a sole above the origin in the reference pose up to which the floor is at the origin all the same, as a share of the hips' height over it. */
const NEAR_ORIGIN = 0.2;

/** Distance of a clip's floor from the character's up to which it is one, in the same shares: feet that fall have the height where they are most of the time. */
const SAME_FLOOR = 0.1;

export interface Standing {
    /** The middle of the hip joints in the reference pose, source and target. */
    readonly sourceHips: Float64Array;
    readonly hips: Float64Array;
    /** Height of the target's floor. */
    readonly floor: number;
    /** Height of the hip joints over the floor on the target. */
    readonly height: number;
    /** Whether the clip has a floor on which feet stand. */
    readonly hasGround: boolean;
}

/** Measures both, and tells the transfer. */
export function measureStanding(transfer: Transfer, contacts: ClipContacts | null): Standing {
    const { source, target } = transfer;
    Object.assign(transfer, { ratio: 1, stride: 1, sourceFloor: -Infinity });
    const sourceHips = new Float64Array(3);
    const hips = new Float64Array(3);
    middleOf(sourceHips, source.space.pose, transfer.sourceHips);
    const sourceLevel = source.soles.level(source.space.pose);
    const posed = transfer.apply(source.space.pose);
    middleOf(hips, posed, transfer.hips);
    const height = hips[1] - target.soles.level(posed);
    middleOf(hips, target.space.pose, transfer.hips);
    const sourceHeight = sourceHips[1] - sourceLevel;
    const rest = floorAt(sourceLevel, sourceHeight);
    const hasGround = contacts !== null && Math.abs(contacts.floor - rest) < SAME_FLOOR * sourceHeight;
    transfer.ratio = height / sourceHeight;
    transfer.stride = legsOf(target) / (transfer.ratio * legsOf(source));
    transfer.sourceFloor = hasGround ? contacts.floor : rest;
    return {
        sourceHips, hips, floor: floorAt(target.soles.level(target.space.pose), height), height, hasGround
    };
}

/** Writes where the target has its hip joints when the source has them at `hips`. */
export function placeHips(out: Flat, o: number, hips: Flat, { ratio, stride, sourceFloor }: Transfer, standing: Standing): void {
    for (const axis of [0, 2]) out[o + axis] = standing.hips[axis] + stride * ratio * (hips[axis] - standing.sourceHips[axis]);
    out[o + 1] = standing.floor + ratio * (hips[1] - sourceFloor);
}

/** The floor is at the origin where the soles are near it. */
function floorAt(level: number, height: number): number {
    return Math.abs(level) < NEAR_ORIGIN * height ? 0 : level;
}

/** Length of the legs, together. */
function legsOf({ rig, space: { modelScale } }: TemplateBody): number {
    const names = rig.legs === 4 ? LIMB_NAMES : ['leftFoot', 'rightFoot'] as const;
    return names.reduce((sum, name) => sum + (rig.limbs[name]?.length ?? 0), 0) * modelScale;
}
