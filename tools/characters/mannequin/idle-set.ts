import { bone } from './bone-name';
import { createBones } from './bones';
import { BREATH_SECONDS, stand, type Stand } from './idle';
import { sample, type Motion } from '../clip';
import { turnBy, type Pose } from '../pose';
import type { Skeleton } from '../skeleton';
import { writeGlb } from '../write-glb';

// The clips of a randomized idle: two shifts of the weight with the timing of the idle, four looks of one frame, two faces with small
// movements of shoulders and arms, three fidgets. All begin as the idle does, and faces and fidgets end as they begin.

/** Bones that no clip of these moves. */
const FREE = /Eye$|_End$|Scarf|Strap/;

/** Degrees of the looks: to a side, up, down. */
const ASIDE = 36;
const UP = 24;

/** A bump from 0 over 1 to 0 within a part of the clip, level at its ends. */
function bump(phase: number, from: number, to: number): number {
    const x = (phase - from) / (to - from);
    return x > 0 && x < 1 ? Math.sin(Math.PI * x) ** 2 : 0;
}

/** A rise to 1, a rest and a fall, each smooth. */
function plateau(phase: number, from: number, to: number, ramp: number): number {
    const ease = (x: number) => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x));
    return ease((phase - from) / ramp) * ease((to - phase) / ramp);
}

function shifted(skeleton: Skeleton, name: string, shift: number): Motion {
    return { name, duration: BREATH_SECONDS, rate: 30, pose: phase => stand(skeleton, phase, { shift }) };
}

function looking(skeleton: Skeleton, name: string, head: readonly [number, number]): Motion {
    return { name, duration: 1 / 30, rate: 30, pose: () => stand(skeleton, 0, { head }) };
}

/** Opens the jaw and lowers the lids by some degrees. */
function makeFace(pose: Pose, jaw: number, lids: number): Pose {
    const { skeleton } = pose;
    pose.bend(skeleton.index(bone('Jaw')), turnBy(jaw));
    for (const side of ['Left', 'Right']) pose.bend(skeleton.index(bone(`${side}UpperEyelid`)), turnBy(lids));
    return pose;
}

/** A clip that begins and ends as the idle does at its start. */
function moving(skeleton: Skeleton, name: string, duration: number, at: (phase: number) => Stand, face: (phase: number) => readonly [number, number] = () => [0, 0]): Motion {
    return { name, duration, rate: 30, pose: phase => makeFace(stand(skeleton, 0, at(phase)), ...face(phase)) };
}

function createFaces(skeleton: Skeleton): Motion[] {
    return [
        moving(skeleton, 'face-calm', 4.3, phase => ({
            tilt: 3 * bump(phase, 0.1, 0.6), lift: 0.6 * bump(phase, 0.3, 0.9), arms: { Left: [2 * bump(phase, 0, 0.7), 4 * bump(phase, 0.1, 0.8)], Right: [0, 0] }
        }), phase => [1.5 * bump(phase, 0.2, 0.5), 7 * plateau(phase, 0.1, 0.9, 0.2)]),
        moving(skeleton, 'face-curious', 5.1, phase => ({
            tilt: -4 * bump(phase, 0.05, 0.5), head: [0, 2 * bump(phase, 0.3, 0.8)], twist: 2 * bump(phase, 0.2, 0.9),
            arms: { Left: [0, 0], Right: [-2 * bump(phase, 0.2, 0.9), 5 * bump(phase, 0.1, 0.7)] }
        }), phase => [3 * bump(phase, 0.1, 0.4) + 2 * bump(phase, 0.5, 0.9), -4 * plateau(phase, 0.05, 0.8, 0.15)])
    ];
}

function createFidgets(skeleton: Skeleton): Motion[] {
    return [
        moving(skeleton, 'fidget-neck', 3.4, phase => ({ tilt: 16 * bump(phase, 0, 0.5) - 16 * bump(phase, 0.45, 1), lift: 2 * plateau(phase, 0.05, 0.95, 0.2) })),
        moving(skeleton, 'fidget-shoulders', 3, phase => ({
            lift: 7 * bump(phase, 0, 0.45) + 5 * bump(phase, 0.45, 0.9), head: [0, 4 * bump(phase, 0.1, 0.9)],
            arms: { Left: [-6 * bump(phase, 0, 0.9), 6 * bump(phase, 0, 0.9)], Right: [-6 * bump(phase, 0.05, 0.95), 6 * bump(phase, 0.05, 0.95)] }
        })),
        moving(skeleton, 'fidget-wrist', 4.2, (phase) => {
            const up = plateau(phase, 0, 1, 0.3);
            return { head: [14 * up, -22 * up], twist: 3 * up, arms: { Left: [22 * up, 78 * up], Right: [0, 3 * up] } };
        })
    ];
}

/** The bytes of `mannequin-idle.glb`: clips without a mesh. */
export function createMannequinIdle(): Promise<Uint8Array> {
    const skeleton = createBones();
    const motions = [
        shifted(skeleton, 'shift-left', -1), shifted(skeleton, 'shift-right', 1),
        looking(skeleton, 'look-left', [ASIDE, 0]), looking(skeleton, 'look-right', [-ASIDE, 0]), looking(skeleton, 'look-up', [0, UP]), looking(skeleton, 'look-down', [0, -UP]),
        ...createFaces(skeleton), ...createFidgets(skeleton)
    ];
    return writeGlb({ name: 'Mannequin', skeleton, parts: [], clips: motions.map(sample), isAnimated: name => !FREE.test(name) });
}
