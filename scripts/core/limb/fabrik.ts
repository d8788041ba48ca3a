import { arcQuat, copyVec, distanceVec, dotVec, normalizeVec, rotateVec, subtractVec, type Flat } from '../math/flat-math';

// Chains of more than two bones: FABRIK, finished exactly.
//
// Aristidou and Lasenby, FABRIK: a fast, iterative solver for the inverse kinematics problem, Graphical Models 73, 2011. It keeps
// the shape of a chain well, but converges slowly where legs live: near straight it is off by 9 to 45 mm after 10 iterations. So the
// rest is closed in one step: the whole chain is opened or folded about its own line until its ends have the right distance, and
// then turned onto the target. (A two-bone step between two rigid halves cannot do that: halves that are bent are too short for a
// target near the full length.)

/** Share of the chain's length below which all joints lie on one line and the pole has to bend it. */
const MIN_BEND = 1e-3;

/** Share of the chain's length by which a straight chain is bent before it is solved. */
const FIRST_BEND = 0.02;

/** Distance to the target, as a share of the chain's length, that is left to the exact step. */
const TOLERANCE = 1e-4;

/** Halvings of the interval in the exact step: enough for the last bit of a length. */
const HALVINGS = 52;

/** Strongest folding: at 1 all bones would stand at right angles to the chain's line. */
const MOST_FOLDED = -0.98;

/** Strongest opening: a chain is straight to within rounding. */
const MOST_OPENED = 1e8;

const line = new Float64Array(3);
const bone = new Float64Array(3);
const root = new Float64Array(3);
const arc = new Float64Array(4);

/** Puts the point at `moved` at a distance from the point at `fixed`, on the line between them. */
function pull(points: Flat, moved: number, fixed: number, distance: number): void {
    subtractVec(bone, 0, points, moved, points, fixed);
    if (!normalizeVec(bone, 0)) copyVec(bone, 0, line, 0);
    for (let i = 0; i < 3; i++) points[moved + i] = points[fixed + i] + bone[i] * distance;
}

/** One pass from the end to the root and one back. */
function iterate(points: Flat, lengths: Flat, target: Flat): void {
    const last = lengths.length;
    copyVec(points, 3 * last, target, 0);
    for (let i = last - 1; i >= 0; i--) pull(points, 3 * i, 3 * (i + 1), lengths[i]);
    copyVec(points, 0, root, 0);
    for (let i = 1; i <= last; i++) pull(points, 3 * i, 3 * (i - 1), lengths[i - 1]);
}

/** Bends a chain that lies on one line towards the pole, which FABRIK could not do by itself. */
function bendStraightChain(points: Flat, total: number, pole: Flat): void {
    const last = points.length / 3 - 1;
    for (let joint = 1; joint < last; joint++) {
        subtractVec(bone, 0, points, 3 * joint, points, 0);
        const along = dotVec(bone, 0, line, 0);
        const asideSquared = dotVec(bone, 0, bone, 0) - along * along;
        if (asideSquared > (MIN_BEND * total) ** 2) return;
    }
    for (let joint = 1; joint < last; joint++) {
        for (let i = 0; i < 3; i++) points[3 * joint + i] += FIRST_BEND * total * pole[i];
    }
}

/** Distance between the ends of the chain when each bone is turned towards its line by `opening`; `write` moves the points too. */
function openChain(points: Flat, directions: Flat, lengths: Flat, opening: number, write: boolean): number {
    let x = 0, y = 0, z = 0;
    for (let i = 0; i < lengths.length; i++) {
        for (let j = 0; j < 3; j++) bone[j] = directions[3 * i + j] + opening * line[j];
        if (!normalizeVec(bone, 0)) copyVec(bone, 0, line, 0);
        x += bone[0] * lengths[i];
        y += bone[1] * lengths[i];
        z += bone[2] * lengths[i];
        if (!write) continue;
        points[3 * i + 3] = root[0] + x;
        points[3 * i + 4] = root[1] + y;
        points[3 * i + 5] = root[2] + z;
    }
    return Math.sqrt(x * x + y * y + z * z);
}

/** Opens or folds the chain until its ends are `wanted` apart. */
function fitLength(points: Flat, directions: Flat, lengths: Flat, wanted: number): void {
    for (let i = 0; i < lengths.length; i++) {
        subtractVec(directions, 3 * i, points, 3 * i + 3, points, 3 * i);
        normalizeVec(directions, 3 * i);
    }
    let low = MOST_FOLDED, high = 1;
    while (openChain(points, directions, lengths, high, false) < wanted && high < MOST_OPENED) {
        low = high;
        high *= 8;
    }
    for (let halving = 0; halving < HALVINGS; halving++) {
        const middle = (low + high) / 2;
        if (openChain(points, directions, lengths, middle, false) < wanted) low = middle; else high = middle;
    }
    openChain(points, directions, lengths, (low + high) / 2, true);
}

/** Turns the chain about its root so that its end lies in the direction of the target. */
function turnChain(points: Flat, target: Flat, pole: Flat): void {
    const last = points.length / 3 - 1;
    subtractVec(bone, 0, points, 3 * last, points, 0);
    if (!normalizeVec(bone, 0)) return;
    arcQuat(arc, 0, bone, 0, line, 0, pole, 0);
    for (let joint = 1; joint <= last; joint++) {
        subtractVec(bone, 0, points, 3 * joint, points, 0);
        rotateVec(bone, 0, arc, 0, bone, 0);
        for (let i = 0; i < 3; i++) points[3 * joint + i] = root[i] + bone[i];
    }
    // rounding of the turn
    if (distanceVec(points, 3 * last, target, 0) < TOLERANCE * TOLERANCE) copyVec(points, 3 * last, target, 0);
}

/**
 * Moves the joints of a chain so that its end comes to the target, or to the nearest point that the lengths allow. The root stays.
 *
 * @param points - Joints from the root to the end, three numbers each, in the shape to start from; changed in place.
 * @param lengths - Lengths of the bones between them.
 * @param directions - Scratch of three numbers a bone.
 * @param target - Where the end shall be.
 * @param pole - Direction in which a straight chain bends; unit length.
 * @param maxIterations - Passes of FABRIK at the most.
 * @returns Distance that is left between the end and the target.
 */
export function solveFabrik(points: Flat, lengths: Flat, directions: Flat, target: Flat, pole: Flat, maxIterations: number): number {
    const last = lengths.length;
    let total = 0;
    for (let i = 0; i < last; i++) total += lengths[i];
    copyVec(root, 0, points, 0);
    subtractVec(line, 0, target, 0, root, 0);
    const wanted = Math.sqrt(dotVec(line, 0, line, 0));
    if (!normalizeVec(line, 0)) return wanted;

    if (wanted >= total) {
        let distance = 0;
        for (let i = 0; i < last; i++) {
            distance += lengths[i];
            for (let j = 0; j < 3; j++) points[3 * i + 3 + j] = root[j] + line[j] * distance;
        }
        return wanted - total;
    }
    bendStraightChain(points, total, pole);
    // a chain that has to be shorter is folded as it is bent: FABRIK turns its joints over to the other side
    if (wanted < distanceVec(points, 3 * last, root, 0)) fitLength(points, directions, lengths, wanted);
    for (let iteration = 0; iteration < maxIterations; iteration++) {
        if (distanceVec(points, 3 * last, target, 0) < TOLERANCE * total) break;
        iterate(points, lengths, target);
    }
    // along the line first, so that opening is opening; then onto it again, for opening bends the line a little
    turnChain(points, target, pole);
    fitLength(points, directions, lengths, wanted);
    turnChain(points, target, pole);
    return distanceVec(points, 3 * last, target, 0);
}
