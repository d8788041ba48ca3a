import { math, Quat, Vec3 } from 'playcanvas';

import { createBones, SIDES } from './bones';
import { carryTail, carryTrunk } from './carriage';
import { findLeg, placePaw, type End } from './legs';
import { sample, type Motion } from '../clip';
import { keyed, type Keyed } from '../curves';
import { touchGround, type Thickness } from '../grounded';
import { Pose, turnBy } from '../pose';
import type { Skeleton } from '../skeleton';
import { writeGlb } from '../write-glb';

// Getting up from the belly: forehand first, then the croup. From a side or from the back the body rolls onto the belly before that.

/** Bones that scripts move and no clip does. */
const FREE = /^eye|_lid|^jaw$/;

export const THICKNESS: Thickness = [
    [/^pelvis|^spine|^chest/, 0.115], [/^thigh/, 0.09], [/^shoulder/, 0.06], [/^neck/, 0.07], [/^head/, 0.05], [/paw/, 0.034],
    [/^meta/, 0.024], [/^shin|^forearm/, 0.035], [/^upper_arm/, 0.055], [/^tail/, 0.012], [/^ear/, 0.004]
];

/** Degrees by which the tail of a body on the ground is raised, bone by bone: it lies. */
export const LYING_TAIL = [32, 20, 4, 3, 3, -8, -12];

/** Height of the middle of the back, metres, from which the tail hangs. */
const TAIL_HANGS = 0.5;

/** What is told at a moment. */
interface Moment {
    /** Share of the clip. */
    at: number;
    /** Degrees that the body lies rolled over, to the side of the clip. */
    roll: number;
    /** Height of the middle of the back, metres; pitch of croup, chest and head, degrees. */
    height: number;
    pitch: [pelvis: number, chest: number, head: number];
    /** Fore and hind paws: how far under the middle of the back, how far ahead of their place in the bind pose, metres; lean of the bone above, degrees. */
    fore: [under: number, ahead: number, lean: number];
    hind: [under: number, ahead: number, lean: number];
}

const STANDING: Omit<Moment, 'at'> = { roll: 0, height: 0.552, pitch: [0, 0, 0], fore: [0.518, 0, -13], hind: [0.518, 0, -12] };

/** On the belly, and up from there. */
const RISING: Moment[] = [
    { at: 0, roll: 0, height: 0.17, pitch: [0, -4, -8], fore: [0.135, 0.14, -74], hind: [0.135, 0.16, -70] },
    { at: 0.3, roll: 0, height: 0.22, pitch: [4, -14, -12], fore: [0.19, 0.08, -60], hind: [0.185, 0.16, -66] },
    { at: 0.6, roll: 0, height: 0.4, pitch: [6, -18, -4], fore: [0.366, 0, -14], hind: [0.366, 0.12, -40] },
    { at: 1, ...STANDING }
];

/** Relaxed on a side: legs away from the body; and folded in the middle of the roll. */
function lying(roll: number): Omit<Moment, 'at'> {
    return { roll, height: 0.13, pitch: [2, 2, Math.abs(roll) > 90 ? 55 : 30], fore: [0.36, 0.04, -20], hind: [0.38, 0.06, -24] };
}

function rolling(roll: number): Moment[] {
    const folded: Omit<Moment, 'at'> = { roll: 0.6 * roll, height: 0.165, pitch: [0, 0, 0], fore: [0.24, 0.12, -50], hind: [0.24, 0.14, -52] };
    const share = Math.abs(roll) > 90 ? 0.5 : 0.4;
    return [
        { at: 0, ...lying(roll) }, { at: share / 2, ...folded },
        ...RISING.map(moment => ({ ...moment, at: share + (1 - share) * moment.at }))
    ];
}

function numbersOf({ roll, height, pitch, fore, hind }: Moment): number[] {
    return [roll, height, ...pitch, ...fore, ...hind];
}

function poseAt(skeleton: Skeleton, keys: Keyed, phase: number): Pose {
    const n = keys(phase);
    const pose = new Pose(skeleton);
    const middle = skeleton.positions[skeleton.index('spine2')];
    carryTrunk(pose, {
        shift: new Vec3(), pelvis: turnBy(n[2]), chest: turnBy(n[3]), neck: turnBy(n[3] + 0.6 * n[4]), head: turnBy(n[4])
    });
    const lies = math.clamp((TAIL_HANGS - n[1]) / (TAIL_HANGS - 0.17), 0, 1);
    carryTail(pose, i => [LYING_TAIL[i] * lies, 0]);
    (['fore', 'hind'] as const).forEach((end: End, i) => {
        for (const side of SIDES) {
            const leg = findLeg(skeleton, end, side);
            const bind = skeleton.positions[leg.paw];
            const [under, ahead, lean] = n.slice(5 + 3 * i, 8 + 3 * i);
            placePaw(pose, leg, { joint: new Vec3(bind.x, middle.y - under, bind.z + ahead), lean, pitch: 0 });
        }
    });
    const lain = rolled(pose, turnBy(0, n[0]), new Vec3(0, n[1], middle.z), middle);
    touchGround(lain, THICKNESS);
    return lain;
}

/** The same pose turned as a whole about a point, which comes to another place. */
export function rolled(pose: Pose, turn: Quat, place: Vec3, point: Vec3): Pose {
    const { skeleton } = pose;
    const out = new Pose(skeleton);
    skeleton.names.forEach((_, bone) => out.turn(bone, turn.clone().mul(pose.turned(bone))));
    const root = pose.place(0).sub(point);
    out.shift.copy(turn.transformVector(root, root).add(place).sub(skeleton.positions[0]));
    return out;
}

function createMotion(skeleton: Skeleton, name: string, duration: number, moments: Moment[]): Motion {
    const keys = keyed(moments.map(moment => [moment.at, numbersOf(moment)]));
    return { name, duration, rate: 30, isOnce: true, pose: phase => poseAt(skeleton, keys, phase) };
}

/** Getting up from the belly, from both sides and from the back. */
export function createRising(skeleton: Skeleton): Motion[] {
    return [
        createMotion(skeleton, 'get-up-prone', 1.4, RISING),
        createMotion(skeleton, 'get-up-left', 2, rolling(-90)),
        createMotion(skeleton, 'get-up-right', 2, rolling(90)),
        createMotion(skeleton, 'get-up-supine', 2.4, rolling(170))
    ];
}

/** The bytes of `hound-get-up.glb`: clips without a mesh. */
export function createHoundGetUps(): Promise<Uint8Array> {
    const skeleton = createBones();
    return writeGlb({ name: 'Hound', skeleton, parts: [], clips: createRising(skeleton).map(sample), isAnimated: name => !FREE.test(name) });
}
