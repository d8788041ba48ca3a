import { copyVec, normalizeVec, perpendicularVec, subtractVec, type Flat } from '../math/flat-math';
import { clamp } from '../math/scalars';

// Two-bone limb: where the middle joint goes when both ends are given. Law of cosines, exact and of constant cost.
//
// A limb that is not to bend further keeps its joint. What a hinge bends further, it bends towards the pole: its own plane says little while it is nearly straight, and
// jumps when a knee is stretched through. An elbow stays in its plane, once it is bent. Reach is hard: a limb is straight at its full length and no sooner.

/** Whether a limb is a hinge, see above. */
export const ELBOW = false;
export const HINGE = true;

/** Distance of an elbow from the limb's line, as a share of its length, from which on its plane is its own: it is bent by a degree. */
const OWN_BEND = 0.005;

/** Distance below which there is no side at all. */
const MIN_BEND = 1e-9;

const line = new Float64Array(3);
const bend = new Float64Array(3);
const poleSide = new Float64Array(3);

/** Writes the part of v at right angles to the unit vector `line`. */
function writeAside(out: Flat, v: Flat): void {
    const along = v[0] * line[0] + v[1] * line[1] + v[2] * line[2];
    for (let i = 0; i < 3; i++) out[i] = v[i] - along * line[i];
}

/** Writes the unit direction in which the joint stands aside, when the limb bends to `sizes[0]` and is `sizes[1]` long. */
function writeBend(toJoint: Flat, pole: Flat, sizes: Flat, isHinge: boolean): void {
    writeAside(bend, toJoint);
    const own = Math.sqrt(bend[0] * bend[0] + bend[1] * bend[1] + bend[2] * bend[2]);
    const more = sizes[0] - own, length = sizes[1], clear = isHinge ? 0 : own / (OWN_BEND * length);
    writeAside(poleSide, pole);
    if (more > 0 && clear < 1 && normalizeVec(poleSide, 0)) {
        const share = more * (1 - clear * clear) * (1 - clear * clear);
        for (let i = 0; i < 3; i++) bend[i] += share * poleSide[i];
    }
    const found = Math.sqrt(bend[0] * bend[0] + bend[1] * bend[1] + bend[2] * bend[2]);
    if (found > MIN_BEND * length && normalizeVec(bend, 0)) return;
    copyVec(bend, 0, poleSide, 0);
    if (!normalizeVec(bend, 0)) perpendicularVec(bend, 0, line, 0);
}

const toJoint = new Float64Array(3);
const sizes = new Float64Array(2);

/**
 * Moves the middle and the end of a chain of three points so that the end comes to the target, or to the nearest point that the
 * lengths allow.
 *
 * @param points - Root, middle and end, three numbers each. The root stays; the middle says on which side the limb bends.
 * @param target - Where the end shall be.
 * @param pole - Direction in which a straight limb bends.
 * @param isHinge - {@link ELBOW} or {@link HINGE}.
 */
export function solveTwoBone(points: Flat, target: Flat, pole: Flat, isHinge: boolean): void {
    subtractVec(line, 0, points, 3, points, 0);
    const upper = Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    subtractVec(line, 0, points, 6, points, 3);
    const lower = Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    subtractVec(line, 0, target, 0, points, 0);
    const wanted = Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    if (!normalizeVec(line, 0)) {
        // the target is on the root: keep the line that the limb has
        subtractVec(line, 0, points, 6, points, 0);
        if (!normalizeVec(line, 0)) return;
    }
    const reach = clamp(wanted, Math.abs(upper - lower), upper + lower);

    // a limb that is folded onto its root has no direction of its own
    const along = reach > 0 ? (upper * upper - lower * lower + reach * reach) / (2 * reach) : 0;
    const aside = Math.sqrt(Math.max(0, upper * upper - along * along));
    subtractVec(toJoint, 0, points, 3, points, 0);
    sizes[0] = aside;
    sizes[1] = upper + lower;
    writeBend(toJoint, pole, sizes, isHinge);
    for (let i = 0; i < 3; i++) {
        points[3 + i] = points[i] + line[i] * along + bend[i] * aside;
        points[6 + i] = points[i] + line[i] * reach;
    }
    if (reach === wanted) copyVec(points, 6, target, 0);
}
