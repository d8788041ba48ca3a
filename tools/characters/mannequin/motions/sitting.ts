import { actionClip, loopClip } from './action-clip';
import type { Motion } from '../../clip';
import type { Skeleton } from '../../skeleton';
import type { Action } from '../acting';

// Sitting down on a chair behind, sitting, standing up. The seat is 0.45 m high; feet stay where they stand.

/** What sitting is: pelvis against where somebody stands, trunk, hands on the thighs. */
const SEAT = { place: [-0.008, -0.4, -0.4], pelvis: [-8, 0, 0], chest: [-2, 0, 0], head: [2, 0, 0] } as const;
const ON_THIGH = [1, 0.135, 0.597, -0.1, 0.6, -0.1, -0.7];
const THIGH_PALM = [1, -0.15, -0.06, 1, -0.1, -1, -0.06];
const OFF_THIGH = [0, ...ON_THIGH.slice(1)];
const FREE_PALM = [0, ...THIGH_PALM.slice(1)];


const DOWN: Action = {
    seconds: 1.5,
    place: [[0.12, [0, -0.01, 0.005]], [0.5, [0, -0.13, -0.17]], [0.8, [0, -0.28, -0.34]], [1.02, [-0.008, -0.4, -0.42]], [1.5, SEAT.place]],
    pelvis: [[0.5, [26, 0, 0]], [0.8, [22, 0, 0]], [1.05, [4, 0, 0]], [1.5, SEAT.pelvis]],
    chest: [[0.1, [3, 0, 0]], [0.55, [38, 0, 0]], [0.82, [36, 0, 0]], [1.1, [14, 0, 0]], [1.5, SEAT.chest]],
    head: [[0.1, [6, 0, 0]], [0.5, [18, 0, 0]], [0.9, [10, 0, 0]], [1.5, SEAT.head]],
    leftReach: [[0.25, OFF_THIGH], [0.85, ON_THIGH], [1.5, ON_THIGH]], rightReach: [[0.3, OFF_THIGH], [0.92, ON_THIGH], [1.5, ON_THIGH]],
    leftPalm: [[0.3, FREE_PALM], [0.9, THIGH_PALM], [1.5, THIGH_PALM]], rightPalm: [[0.35, FREE_PALM], [0.97, THIGH_PALM], [1.5, THIGH_PALM]],
    grip: [[1.5, [-0.2, -0.2]]]
};

const SITTING: Action = {
    seconds: 4.66,
    place: [[0, SEAT.place], [4.66, SEAT.place]],
    pelvis: [[0, SEAT.pelvis], [2, [-9, 0.6, 0]], [4.66, SEAT.pelvis]],
    chest: [[0, SEAT.chest], [1.1, [-3, 0, 0]], [2.3, [-1, 1, 1]], [3.5, [-3, 0, 1]], [4.66, SEAT.chest]],
    head: [[0, SEAT.head], [1.4, [3, 1, 5]], [2.6, [1, 0, 3]], [3.6, [3, -1, -3]], [4.66, SEAT.head]],
    leftReach: [[0, ON_THIGH], [4.66, ON_THIGH]], rightReach: [[0, ON_THIGH], [4.66, ON_THIGH]], leftPalm: [[0, THIGH_PALM], [4.66, THIGH_PALM]], rightPalm: [[0, THIGH_PALM], [4.66, THIGH_PALM]],
    grip: [[0, [-0.2, -0.2]], [4.66, [-0.2, -0.2]]]
};

const UP: Action = {
    seconds: 1.4,
    place: [[0, SEAT.place], [0.3, [-0.006, -0.4, -0.385]], [0.55, [-0.004, -0.34, -0.29]], [0.85, [0, -0.13, -0.11]], [1.15, [0, -0.01, 0]], [1.4, [0, 0, 0]]],
    pelvis: [[0, SEAT.pelvis], [0.35, [16, 0, 0]], [0.55, [27, 0, 0]], [0.85, [16, 0, 0]], [1.2, [0, 0, 0]]],
    chest: [[0, SEAT.chest], [0.4, [32, 0, 0]], [0.58, [41, 0, 0]], [0.9, [20, 0, 0]], [1.25, [-1, 0, 0]]],
    head: [[0, SEAT.head], [0.4, [8, 0, 0]], [0.6, [14, 0, 0]], [1, [4, 0, 0]]],
    leftReach: [[0, ON_THIGH], [0.45, ON_THIGH], [0.95, OFF_THIGH]], rightReach: [[0, ON_THIGH], [0.48, ON_THIGH], [1, OFF_THIGH]],
    leftPalm: [[0, THIGH_PALM], [0.45, THIGH_PALM], [0.9, FREE_PALM]], rightPalm: [[0, THIGH_PALM], [0.48, THIGH_PALM], [0.95, FREE_PALM]],
    grip: [[0, [-0.2, -0.2]]]
};

/** Sitting down, sitting, standing up. */
export function createSitting(skeleton: Skeleton): Motion[] {
    return [actionClip(skeleton, 'sit-down', { ...DOWN }), loopClip(skeleton, 'sit', SITTING), actionClip(skeleton, 'stand-up', UP)];
}
