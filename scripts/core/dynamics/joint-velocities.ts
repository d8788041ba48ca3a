import type { JointTree } from './joint-tree';
import type { RigidState } from './rigid-state';
import { rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';

// Makes velocities that a drive has set agree at the joints.
//
// Bodies on curved paths cannot have both the velocities that lead to their targets and those that hold a joint together at the
// start of the step: they differ by half a step of centripetal acceleration. Bullet's solver takes that out of the spin of the lightest
// body, which then is degrees off its target, and opens the joint by the rest. Here the linear velocities are made to agree with the spins, the
// momentum of the whole kept, and the joint's point on the parent leads by what the turn of a whole step will open, so that it is closed
// at the end. What is left for the solver is what the world does.

/** Share of a joint's gap that Bullet closes in a step. */
const GAP_CLOSED = 0.2;

/** The same for a joint that is fully driven: a gap is what steps have left over, and no hit has to be softened by it. */
const GAP_CLOSED_DRIVEN = 0.6;

/** Largest lead of a joint's point for spins and gaps, in shares of the body's height: more is of spins that no clip has. */
const MOST_LEAD = 0.1;

/** Turn of a step, radians squared, up to which series are exact to seven digits. */
const SMALL_TURN_SQUARED = 0.25;

/** What {@link alignJoints} computes. */
export interface AlignedJoints {
    /** Velocities that agree at the joints, three numbers a body. */
    readonly velocities: Flat;
    /** Points of the joints in the parents' frames, three numbers a body. */
    readonly points: Flat;
    /** Offset of each joint's point in its parent's frame within this step, where the clip itself moves the bone: set by the caller. */
    readonly moves: Flat;
    /** Largest lead of a point, metres. */
    readonly mostLead: number;
}

/** @param height - Height of the whole body, metres. */
export function createAlignedJoints(count: number, height: number): AlignedJoints {
    return { velocities: new Float64Array(3 * count), points: new Float64Array(3 * count), moves: new Float64Array(3 * count), mostLead: MOST_LEAD * height };
}

const own = new Float64Array(3);
const moved = new Float64Array(3);
const upper = new Float64Array(3);
const lead = new Float64Array(3);

/** Step in seconds, and a factor: numbers that a function is given may be allocated. */
const step = new Float64Array(2);

/** Adds what the turn of a step moves a point by beyond its velocity at the start, times a factor; both are in `step`. */
function addCurve(out: Flat, angular: Flat, o: number, arm: Flat): void {
    const h = step[0], factor = step[1];
    const x = angular[o] * h, y = angular[o + 1] * h, z = angular[o + 2] * h;
    const squared = x * x + y * y + z * z;
    // turned - arm - turn x arm
    let inwards = 1 / 2 - squared * (1 / 24 - squared * (1 / 720));
    let back = -squared * (1 / 6 - squared * (1 / 120 - squared * (1 / 5040)));
    if (squared > SMALL_TURN_SQUARED) {
        const angle = Math.sqrt(squared);
        inwards = (1 - Math.cos(angle)) / squared;
        back = Math.sin(angle) / angle - 1;
    }
    inwards *= factor;
    back *= factor;
    const along = x * arm[0] + y * arm[1] + z * arm[2];
    out[0] += inwards * (x * along - arm[0] * squared) + back * (y * arm[2] - z * arm[1]);
    out[1] += inwards * (y * along - arm[1] * squared) + back * (z * arm[0] - x * arm[2]);
    out[2] += inwards * (z * along - arm[2] * squared) + back * (x * arm[1] - y * arm[0]);
}

/** From the offset that a joint is to make up for in a step to the lead with which Bullet does so; the lead turns with the parent. */
function solveLead(offset: Flat, angular: Flat, o: number): void {
    const h = step[0];
    const x = angular[o] * h, y = angular[o + 1] * h, z = angular[o + 2] * h;
    const dx = offset[0], dy = offset[1], dz = offset[2];
    const scale = 1 / (GAP_CLOSED * (GAP_CLOSED * GAP_CLOSED + x * x + y * y + z * z));
    const along = x * dx + y * dy + z * dz;
    const a = GAP_CLOSED;
    offset[0] = scale * (a * a * dx - a * (y * dz - z * dy) + x * along);
    offset[1] = scale * (a * a * dy - a * (z * dx - x * dz) + y * along);
    offset[2] = scale * (a * a * dz - a * (x * dy - y * dx) + z * along);
}

/**
 * Changes the linear velocities of driven bodies.
 *
 * @param state - The bodies; their linear velocities are changed.
 * @param tree - Their joints.
 * @param shares - How much of a body's spin is the drive's, 0..1.
 * @param moveWeights - How strongly the place of each body is driven, 0..1: at 0 of the root the momentum of the whole is kept, at 1 the root's velocity.
 * @param out - Takes what the joints are to be told.
 * @param h - The step in seconds.
 */
export function alignJoints(state: RigidState, tree: JointTree, shares: Flat, moveWeights: Flat, out: AlignedJoints, h: number): void {
    const { count, positions, rotations, linear, angular } = state;
    const { parents, anchors, parentAnchors, masses } = tree;
    const { velocities: agreed, points, moves, mostLead } = out;
    let mass = 0, x = 0, y = 0, z = 0;
    step[0] = h;
    for (let body = 0; body < count; body++) {
        const o = 3 * body;
        const parent = parents[body];
        if (parent < 0) {
            for (let i = o; i < o + 3; i++) agreed[i] = linear[i];
        } else {
            const p = 3 * parent;
            rotateVec(upper, 0, rotations, 4 * parent, parentAnchors, o);
            rotateVec(own, 0, rotations, 4 * body, anchors, o);
            lead[0] = lead[1] = lead[2] = 0;
            const share = shares[body];
            step[1] = share;
            addCurve(lead, angular, p, upper);
            step[1] = -share;
            addCurve(lead, angular, o, own);
            const hurry = share * (GAP_CLOSED_DRIVEN - GAP_CLOSED);
            for (let i = 0; i < 3; i++) lead[i] += hurry * (positions[p + i] + upper[i] - positions[o + i] - own[i]);
            // what the clip moves the joint by is no gap that steps have left over: all of it is closed in this step
            rotateVec(moved, 0, rotations, 4 * parent, moves, o);
            for (let i = 0; i < 3; i++) lead[i] += share * (1 - GAP_CLOSED_DRIVEN) * moved[i];
            solveLead(lead, angular, p);
            const most = mostLead + Math.sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]) / GAP_CLOSED;
            const length = Math.sqrt(lead[0] * lead[0] + lead[1] * lead[1] + lead[2] * lead[2]);
            if (length > most) for (let i = 0; i < 3; i++) lead[i] *= most / length;
            const close = GAP_CLOSED / h;
            for (let i = 0; i < 3; i++) upper[i] += lead[i];
            for (let i = 0; i < 3; i++) {
                const j = (i + 1) % 3, k = (i + 2) % 3;
                agreed[o + i] = agreed[p + i] + angular[p + j] * upper[k] - angular[p + k] * upper[j] - angular[o + j] * own[k] + angular[o + k] * own[j] +
                    close * (positions[p + i] + upper[i] - positions[o + i] - own[i]);
            }
            rotateVecInverse(points, o, rotations, 4 * parent, lead, 0);
            for (let i = 0; i < 3; i++) points[o + i] += parentAnchors[o + i];
        }
        const m = masses[body];
        mass += m;
        x += m * (agreed[o] - linear[o]);
        y += m * (agreed[o + 1] - linear[o + 1]);
        z += m * (agreed[o + 2] - linear[o + 2]);
    }
    mass /= 1 - moveWeights[0];
    for (let body = 0; body < count; body++) {
        const o = 3 * body;
        const share = shares[body];
        linear[o] += share * (agreed[o] - x / mass - linear[o]);
        linear[o + 1] += share * (agreed[o + 1] - y / mass - linear[o + 1]);
        linear[o + 2] += share * (agreed[o + 2] - z / mass - linear[o + 2]);
    }
}
