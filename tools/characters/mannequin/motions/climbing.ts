import { OWN_MOTIONS } from '../../../../scripts/anim/kinds/own-motions';
import type { Motion } from '../../clip';
import { wave } from '../../curves';
import type { Skeleton } from '../../skeleton';
import { createAction, type Keys } from '../acting';
import { stand } from '../idle';

// Climbing a ladder that stands upright ahead, and hanging from an edge.
//
// The ladder has a rung each 0.3 m, 0.42 m ahead of the middle of somebody who stands. Left hand and right foot move together, then the other two, a
// rung each time. The entity goes up evenly, so rungs pass downwards.

const SPEED = OWN_MOTIONS.people['climb-ladder'].velocity![1];
const RUNG = 0.3;
/** Seconds of two rungs. */
const SECONDS = 2 * RUNG / SPEED;
const RUNGS_AHEAD = 0.4;

/** Place of a hand and a foot on the rung in the middle of their hold: outward and up. */
const HAND = { outward: 0.17, up: 1.5 };
const FOOT = { outward: 0.1, up: 0.27 };

/** Share of the cycle in which a hand or foot goes on to the next rung but one. */
const MOVE = 0.3;

/** Height above the middle of the hold by phase of its own, whose move ends at 0. */
function pass(phase: number): { up: number; move: number } {
    const p = phase - Math.floor(phase);
    const hold = 1 - MOVE;
    const travel = 2 * RUNG;
    // held it goes down evenly, then up with the same speeds at both ends
    if (p < hold) return { up: travel * (hold / 2 - p), move: 0 };
    const u = (p - hold) / MOVE;
    const ease = u * u * (3 - 2 * u);
    return { up: travel * (-hold / 2 - MOVE * u + ease), move: Math.sin(Math.PI * u) ** 2 };
}

/** Climbing, in place. */
export function createClimbLadder(skeleton: Skeleton): Motion {
    return {
        name: 'climb-ladder', duration: SECONDS, rate: 30,
        pose(phase) {
            const still = (values: readonly number[]): Keys => [[0, values], [1, values]];
            const hand = (own: number): [Keys, Keys] => {
                const { up, move } = pass(own);
                return [still([1, HAND.outward, HAND.up + up, RUNGS_AHEAD - 0.075 - 0.05 * move, 0.4, -1, -0.2]), still([1, -0.35, 0.55, 0.75, -0.1, -0.75, 0.65])];
            };
            const foot = (own: number): Keys => {
                const { up, move } = pass(own);
                return still([FOOT.outward - 0.1, FOOT.up + up, RUNGS_AHEAD - 0.14 - 0.12 * move, 4 + 14 * move, 6, 0]);
            };
            const [leftReach, leftPalm] = hand(phase);
            const [rightReach, rightPalm] = hand(phase + 0.5);
            const bob = wave(phase, 0.1, 2);
            const sway = wave(phase, 0.35);
            return createAction({
                seconds: 1,
                place: still([0.022 * sway, 0.035 + 0.02 * bob, 0.045]), pelvis: still([4, 3 * sway, 4 * sway]), chest: still([7, -2 * sway, -4 * sway]), head: still([-16, 0, -2 * sway]),
                leftReach, rightReach, leftPalm, rightPalm, leftFoot: foot(phase + 0.5), rightFoot: foot(phase), grip: still([2.4, 2.4])
            })({ pose: stand(skeleton, 0), grip: 1 }, 0);
        }
    };
}

/** Height of the edge that hands hold, above the entity, and how far it is ahead, metres. */
const EDGE = { up: 2.1, ahead: 0.2 };

/** Hanging from an edge with both hands, swaying a little. */
export function createHang(skeleton: Skeleton): Motion {
    const seconds = 3;
    return {
        name: 'hang', duration: seconds, rate: 30,
        pose(phase) {
            const still = (values: readonly number[]): Keys => [[0, values], [1, values]];
            const [sway, swing, breath] = [wave(phase, 0.25), wave(phase, 0.1), wave(phase, 0.3, 2)];
            const hand = (outward: number): [Keys, Keys] => [still([1, outward, EDGE.up - 0.05, EDGE.ahead - 0.035, 0.9, -0.3, -0.3]), still([1, 0, 0.55, 0.85, 0, -0.85, 0.55])];
            const [leftReach, leftPalm] = hand(0.24);
            const [rightReach, rightPalm] = hand(0.24);
            const leg = (side: number): [Keys, Keys] => [still([0.01, 0.1 + 0.01 * side, -0.02 + 0.02 * swing - 0.03 * side, 0, 0, 0]), still([1, 28, 6])];
            const [leftFoot, leftLimp] = leg(1);
            const [rightFoot, rightLimp] = leg(-1);
            return createAction({
                seconds: 1,
                place: still([0.008 * sway, 0.16 + 0.003 * breath, 0.02 + 0.006 * swing]), pelvis: still([-3 - 1.5 * swing, 0.8 * sway, 1.5 * sway]), chest: still([-1 - 1.2 * breath, 0, 0]),
                head: still([-12, 0, 2 * sway]), leftReach, rightReach, leftPalm, rightPalm, leftFoot, rightFoot, leftLimp, rightLimp, grip: still([2.2, 2.2])
            })({ pose: stand(skeleton, 0), grip: 1 }, 0);
        }
    };
}
