import { Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { createBones } from './bones';
import { carryTrunk, relaxFingers } from './carriage';
import { placeHand } from './hands';
import { nearestAnkle, placeFoot, SIDES } from './legs';
import { sample, type Motion } from '../clip';
import { keyed, type Keyed } from '../curves';
import { touchGround, type Thickness } from '../grounded';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';
import { writeGlb } from '../write-glb';

// Getting up from the belly over all fours and one knee, and from the back over sitting and a squat. Hands and feet are told by their
// places and stay where they carry; the trunk is told by its pitch.

/** Bones that scripts move and no clip does. */
const FREE = /Eye$|Eyelid$|Jaw$|_End$|Scarf|Strap/;

/** What is told at a moment, for a foot and a hand of each side: left, then right. */
interface Moment {
    /** Share of the clip. */
    at: number;
    /** Place of the pelvis: height and ahead, metres; its pitch, that of the shoulders and that of the head, degrees. */
    pelvis: [height: number, ahead: number];
    pitch: [hips: number, shoulders: number, head: number];
    /** Ankles: aside, height, ahead, metres; then pitch of the foot, degrees. */
    feet: [[number, number, number, number], [number, number, number, number]];
    /** Wrists: aside, height, ahead; where the elbow is: aside, up, ahead; how far the palm is flat on the ground, 0..1. */
    hands: [[number, number, number], [number, number, number]];
    elbow: [number, number, number];
    flat: number;
}

/** Of the parts of the mannequin. */
export const THICKNESS: Thickness = [
    [/Hips|Spine/, 0.105], [/HeadTop/, 0.01], [/Head$/, 0.07], [/UpLeg/, 0.08], [/Leg$/, 0.055], [/ToeBase|Toe_End/, 0.022], [/Foot/, 0.06],
    [/Shoulder|Jaw/, 0.06], [/ForeArm/, 0.04], [/Arm/, 0.055], [/Hand$/, 0.028], [/Hand/, 0.01]
];

/** Pitch of a foot, degrees: up to the first one its toes stay flat on the ground, from the second one on they point back. */
const TIPTOE = 60;
const POINTED = 125;

const STANCE: [number, number, number, number] = [0.1, 0.078, -0.034, 0];
const HANGING: [number, number, number] = [0.255, 0.88, 0.03];
const BACK: [number, number, number] = [0.25, 0, -1];

const STANDING: Omit<Moment, 'at'> = {
    pelvis: [0.96, -0.008], pitch: [0, 0, 0], feet: [STANCE, STANCE], hands: [HANGING, HANGING], elbow: BACK, flat: 0
};

const PRONE: Moment[] = [
    {
        at: 0, pelvis: [0.115, -0.2], pitch: [90, 89, 78], feet: [[0.12, 0.07, -1.06, 165], [0.12, 0.07, -1.06, 165]],
        hands: [[0.36, 0.03, 0.3], [0.36, 0.03, 0.3]], elbow: [1, 0.5, -0.3], flat: 1
    },
    {
        at: 0.12, pelvis: [0.115, -0.2], pitch: [90, 84, 62], feet: [[0.12, 0.07, -1.06, 160], [0.12, 0.07, -1.06, 160]],
        hands: [[0.3, 0.03, 0.28], [0.3, 0.03, 0.28]], elbow: [0.8, 0.7, -0.6], flat: 1
    },
    {
        at: 0.38, pelvis: [0.52, -0.32], pitch: [78, 80, 50], feet: [[0.12, 0.09, -0.76, 128], [0.12, 0.09, -0.76, 128]],
        hands: [[0.24, 0.03, 0.28], [0.24, 0.03, 0.28]], elbow: [0.5, 0.2, -1], flat: 1
    },
    {
        at: 0.56, pelvis: [0.5, -0.22], pitch: [48, 58, 30], feet: [[0.12, 0.15, -0.64, 68], [0.12, 0.1, -0.08, 8]],
        hands: [[0.22, 0.03, 0.3], [0.2, 0.16, 0.26]], elbow: [0.5, 0.1, -1], flat: 1
    },
    {
        at: 0.7, pelvis: [0.56, -0.16], pitch: [22, 34, 14], feet: [[0.11, 0.15, -0.56, 60], [0.1, 0.078, -0.034, 0]],
        hands: [[0.26, 0.55, 0.3], [0.16, 0.56, 0.26]], elbow: [0.6, 0.1, -1], flat: 0
    },
    {
        at: 0.84, pelvis: [0.84, -0.06], pitch: [14, 18, 6], feet: [[0.1, 0.13, -0.2, 18], [0.1, 0.078, -0.034, 0]],
        hands: [[0.27, 0.78, 0.14], [0.26, 0.78, 0.16]], elbow: BACK, flat: 0
    },
    { at: 1, ...STANDING }
];

const SUPINE: Moment[] = [
    {
        at: 0, pelvis: [0.11, -0.42], pitch: [-90, -90, -84], feet: [[0.14, 0.07, 0.43, -62], [0.14, 0.07, 0.43, -62]],
        hands: [[0.42, 0.05, -0.44], [0.42, 0.05, -0.44]], elbow: [1, -0.2, 0.2], flat: 1
    },
    {
        at: 0.18, pelvis: [0.11, -0.42], pitch: [-82, -58, -34], feet: [[0.14, 0.09, 0.22, -26], [0.13, 0.08, 0.08, -10]],
        hands: [[0.4, 0.035, -0.62], [0.4, 0.035, -0.62]], elbow: [0.8, 0.1, -0.9], flat: 1
    },
    {
        at: 0.42, pelvis: [0.12, -0.42], pitch: [-24, 4, 10], feet: [[0.13, 0.078, -0.02, 0], [0.13, 0.078, -0.034, 0]],
        hands: [[0.32, 0.035, -0.58], [0.32, 0.035, -0.58]], elbow: [0.6, 0.2, -0.8], flat: 1
    },
    {
        at: 0.6, pelvis: [0.3, -0.26], pitch: [34, 52, 26], feet: [[0.12, 0.078, -0.034, 0], [0.12, 0.078, -0.034, 0]],
        hands: [[0.24, 0.34, 0.34], [0.24, 0.34, 0.34]], elbow: [0.7, -0.2, -0.6], flat: 0
    },
    {
        at: 0.8, pelvis: [0.7, -0.14], pitch: [30, 34, 12], feet: [STANCE, STANCE],
        hands: [[0.25, 0.66, 0.28], [0.25, 0.66, 0.28]], elbow: BACK, flat: 0
    },
    { at: 1, ...STANDING }
];

/** The numbers of a moment in a row. */
function numbersOf({ pelvis, pitch, feet, hands, elbow, flat }: Moment): number[] {
    return [...pelvis, ...pitch, ...feet[0], ...feet[1], ...hands[0], ...hands[1], ...elbow, flat];
}

function poseAt(skeleton: Skeleton, keys: Keyed, phase: number): Pose {
    const pose = new Pose(skeleton);
    const n = keys(phase);
    const hips = skeleton.positions[skeleton.index(bone('Hips'))];
    pose.shift.set(0, n[0] - hips.y, n[1] - hips.z);
    carryTrunk(pose, {
        hips: turnBy(n[2]), shoulders: turnBy(n[3]), neck: turnBy((n[3] + n[4]) / 2), head: turnBy(n[4])
    });
    relaxFingers(pose);
    SIDES.forEach((side, i) => {
        const sign = side === 'Left' ? 1 : -1;
        const foot = n.slice(5 + 4 * i, 9 + 4 * i);
        placeFoot(pose, side, {
            ankle: nearestAnkle(pose, side, new Vec3(sign * foot[0], foot[1], foot[2])), foot: turnBy(foot[3]), toes: turnBy(toesOf(foot[3]))
        });
        const hand = n.slice(13 + 3 * i, 16 + 3 * i);
        placeHand(pose, side, new Vec3(sign * hand[0], hand[1], hand[2]), new Vec3(sign * n[19], n[20], n[21]), n[22]);
    });
    touchGround(pose, THICKNESS);
    return pose;
}

/** Pitch of the toes of a foot. */
function toesOf(pitch: number): number {
    if (pitch <= 0 || pitch >= POINTED) return pitch;
    return pitch <= TIPTOE ? 0 : POINTED * (pitch - TIPTOE) / (POINTED - TIPTOE);
}

function createMotion(skeleton: Skeleton, name: string, duration: number, moments: Moment[]): Motion {
    const keys = keyed(moments.map(moment => [moment.at, numbersOf(moment)]));
    return { name, duration, rate: 30, isOnce: true, pose: phase => poseAt(skeleton, keys, phase) };
}

/** Getting up from the belly and from the back. */
export function createRising(skeleton: Skeleton): Motion[] {
    return [createMotion(skeleton, 'get-up-prone', 2.4, PRONE), createMotion(skeleton, 'get-up-supine', 2.4, SUPINE)];
}

/** The bytes of `mannequin-get-up.glb`: clips without a mesh, for getting up from the belly and from the back. */
export function createMannequinGetUps(): Promise<Uint8Array> {
    const skeleton = createBones();
    const motions = createRising(skeleton);
    return writeGlb({ name: 'Mannequin', skeleton, parts: [], clips: motions.map(sample), isAnimated: name => !FREE.test(name) });
}
