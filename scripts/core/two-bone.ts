import { copyVec, normalizeVec, perpendicularVec, subtractVec, type Flat } from './flat-math';

// Two-bone limb: where the middle joint goes when both ends are given. Law of cosines, exact and of constant cost.
//
// The joint stays in the plane in which it is (the animated knee plane), or in that of a pole when the limb is straight. Reach is
// hard: a limb is straight at its full length and no sooner.

/** Sine of the bend below which a limb is straight and its plane comes from the pole: 0.03 degrees. */
const MIN_BEND = 5e-4;

const line = new Float64Array(3);
const bend = new Float64Array(3);

/** Writes the part of v at right angles to the unit vector `line`, unit length. Answers false when v lies along the line. */
function bendOf(v: Flat): boolean {
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const along = v[0] * line[0] + v[1] * line[1] + v[2] * line[2];
    for (let i = 0; i < 3; i++) bend[i] = v[i] - along * line[i];
    const aside = Math.sqrt(bend[0] * bend[0] + bend[1] * bend[1] + bend[2] * bend[2]);
    return aside > MIN_BEND * length && normalizeVec(bend, 0);
}

const toJoint = new Float64Array(3);

/**
 * Moves the middle and the end of a chain of three points so that the end comes to the target, or to the nearest point that the
 * lengths allow.
 *
 * @param points - Root, middle and end, three numbers each from `o` on. The root stays; the middle says on which side the limb bends.
 * @param o - Offset of the root.
 * @param middle - Offset of the middle joint.
 * @param end - Offset of the end.
 * @param target - Where the end shall be.
 * @param pole - Direction in which a straight limb bends.
 */
export function solveTwoBone(points: Flat, o: number, middle: number, end: number, target: Flat, pole: Flat): void {
    subtractVec(line, 0, points, middle, points, o);
    const upper = Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    subtractVec(line, 0, points, end, points, middle);
    const lower = Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    subtractVec(line, 0, target, 0, points, o);
    const wanted = Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    if (!normalizeVec(line, 0)) {
        // the target is on the root: keep the line that the limb has
        subtractVec(line, 0, points, end, points, o);
        if (!normalizeVec(line, 0)) return;
    }
    const reach = Math.min(upper + lower, Math.max(Math.abs(upper - lower), wanted));

    subtractVec(toJoint, 0, points, middle, points, o);
    if (!bendOf(toJoint) && !bendOf(pole)) perpendicularVec(bend, 0, line, 0);

    // a limb that is folded onto its root has no direction of its own
    const along = reach > 0 ? (upper * upper - lower * lower + reach * reach) / (2 * reach) : 0;
    const aside = Math.sqrt(Math.max(0, upper * upper - along * along));
    for (let i = 0; i < 3; i++) {
        points[middle + i] = points[o + i] + line[i] * along + bend[i] * aside;
        points[end + i] = points[o + i] + line[i] * reach;
    }
    if (reach === wanted) copyVec(points, end, target, 0);
}
