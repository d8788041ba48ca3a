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

// Getting up from the belly: forehand first, then the croup, as dogs and horses do; or the croup first, over forelegs that kneel, as cattle do. From a side or
// from the back the body rolls onto the belly before that.

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
    /** Height of the middle of the back, and how far it is behind where it stands, metres; pitch of croup, chest and head, degrees. */
    height: number;
    behind: number;
    pitch: [pelvis: number, chest: number, head: number];
    /** Fore and hind paws: how far under the middle of the back, how far ahead of their place in the bind pose, metres; lean of the bone above, degrees. */
    fore: [under: number, ahead: number, lean: number];
    hind: [under: number, ahead: number, lean: number];
}

/** Height of the joints of paws that stand, metres. */
const PAW = 0.034;

/** A body over paws that stand where they do in the end. */
function above(height: number, behind: number, foreLean: number, hindLean: number): Pick<Moment, 'roll' | 'height' | 'behind' | 'fore' | 'hind'> {
    return { roll: 0, height, behind, fore: [height - PAW, behind, foreLean], hind: [height - PAW, behind, hindLean] };
}

/** On the belly, forearms and hocks on the ground, and up from there: the paws stay. */
const RISING: Moment[] = [
    { at: 0, pitch: [0, -4, -8], ...above(0.235, 0.24, -85, -85) },
    { at: 0.3, pitch: [4, -12, -12], ...above(0.285, 0.19, -62, -80) },
    { at: 0.6, pitch: [6, -16, -4], ...above(0.43, 0.07, -20, -46) },
    { at: 1, pitch: [0, 0, 0], ...above(0.552, 0, -13, -12) }
];

/** The same with the hind legs first: the head swings down, the croup goes up over the knees of the forelegs, and these stand up last. */
const HIND_FIRST: Moment[] = [
    { at: 0, pitch: [0, -4, -8], ...above(0.235, 0.24, -85, -85) },
    { at: 0.14, pitch: [0, -8, -14], ...above(0.24, 0.25, -85, -85) },
    { at: 0.34, pitch: [18, 14, 14], ...above(0.33, 0.12, -86, -46) },
    { at: 0.52, pitch: [24, 26, 8], ...above(0.435, 0.05, -84, -14) },
    { at: 0.76, pitch: [6, 6, 2], ...above(0.52, 0, -24, -12) },
    { at: 1, pitch: [0, 0, 0], ...above(0.552, 0, -13, -12) }
];

/** Relaxed on a side: legs away from the body; and folded in the middle of the roll. */
function lying(roll: number): Omit<Moment, 'at'> {
    return { roll, height: 0.13, behind: 0.24, pitch: [2, 2, Math.abs(roll) > 90 ? 55 : 30], fore: [0.36, 0.04, -20], hind: [0.38, 0.06, -24] };
}

function rolling(roll: number, rising: readonly Moment[]): Moment[] {
    const folded: Omit<Moment, 'at'> = { roll: 0.6 * roll, height: 0.2, behind: 0.24, pitch: [0, 0, 0], fore: [0.22, 0.18, -70], hind: [0.19, 0.16, -70] };
    const share = Math.abs(roll) > 90 ? 0.5 : 0.4;
    return [
        { at: 0, ...lying(roll) }, { at: share / 2, ...folded },
        ...rising.map(moment => ({ ...moment, at: share + (1 - share) * moment.at }))
    ];
}

function numbersOf({ roll, height, behind, pitch, fore, hind }: Moment): number[] {
    return [roll, height, ...pitch, ...fore, ...hind, behind];
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
    const lain = rolled(pose, turnBy(0, n[0]), new Vec3(0, n[1], middle.z - n[11]), middle);
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
        createMotion(skeleton, 'get-up-left', 2, rolling(-90, RISING)),
        createMotion(skeleton, 'get-up-right', 2, rolling(90, RISING)),
        createMotion(skeleton, 'get-up-supine', 2.4, rolling(170, RISING))
    ];
}

/** The same as cattle do it. */
export function createHindFirst(skeleton: Skeleton): Motion[] {
    return [
        createMotion(skeleton, 'get-up-hind-first', 2, HIND_FIRST),
        createMotion(skeleton, 'get-up-left-hind-first', 2.6, rolling(-90, HIND_FIRST)),
        createMotion(skeleton, 'get-up-right-hind-first', 2.6, rolling(90, HIND_FIRST)),
        createMotion(skeleton, 'get-up-supine-hind-first', 3, rolling(170, HIND_FIRST))
    ];
}

/** The bytes of `hound-get-up.glb`: clips without a mesh. */
export function createHoundGetUps(): Promise<Uint8Array> {
    const skeleton = createBones();
    return writeGlb({ name: 'Hound', skeleton, parts: [], clips: createRising(skeleton).map(sample), isAnimated: name => !FREE.test(name) });
}
