// The work that every peer does: one rig, one walk-like clip, one wandering target. All of it comes from tables, so no peer pays for
// its arithmetic.
//
// The rig has 60 bones whose frames are those of the model in the rest pose: forward is +Z, and a limit in Euler angles about a
// bone's axes is centred on the same direction as a cone about its forward. It stands upright, the head straight above the ankles, so
// that its detected forward is +Z too.

/** A bone of the rig; lengths in metres. */
interface Bone {
    readonly name: string;
    /** Index of the parent; -1 for the hips. */
    readonly parent: number;
    /** Position against the parent. */
    readonly position: readonly [number, number, number];
    /** Largest swing in the clip, degrees. */
    readonly swing: number;
}

function makeBones(): Bone[] {
    const bones: Bone[] = [];
    const add = (name: string, parent: string, position: [number, number, number], swing: number) => {
        bones.push({ name, parent: bones.findIndex(bone => bone.name === parent), position, swing });
    };
    add('Hips', '', [0, 0.95, 0], 4);
    add('Spine', 'Hips', [0, 0.1, 0], 3);
    add('Spine1', 'Spine', [0, 0.14, 0], 3);
    add('Spine2', 'Spine1', [0, 0.14, 0], 3);
    add('Neck', 'Spine2', [0, 0.16, 0], 4);
    add('Head', 'Neck', [0, 0.1, 0], 4);
    add('Jaw', 'Head', [0, 0.02, 0.03], 2);
    for (const [side, sign] of [['Left', 1], ['Right', -1]] as const) {
        add(`${side}Eye`, 'Head', [0.032 * sign, 0.08, 0.08], 2);
        add(`${side}EyeLid`, 'Head', [0.032 * sign, 0.09, 0.08], 2);
        add(`${side}Shoulder`, 'Spine2', [0.04 * sign, 0.1, 0], 4);
        add(`${side}Arm`, `${side}Shoulder`, [0.12 * sign, 0, 0], 35);
        add(`${side}ForeArm`, `${side}Arm`, [0.27 * sign, 0, 0], 25);
        add(`${side}Hand`, `${side}ForeArm`, [0.26 * sign, 0, 0], 10);
        ['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'].forEach((finger, i) => {
            add(`${side}Hand${finger}1`, `${side}Hand`, [0.08 * sign, 0, 0.03 - 0.015 * i], 8);
            add(`${side}Hand${finger}2`, `${side}Hand${finger}1`, [0.035 * sign, 0, 0], 8);
            add(`${side}Hand${finger}3`, `${side}Hand${finger}2`, [0.025 * sign, 0, 0], 8);
        });
        add(`${side}UpLeg`, 'Hips', [0.09 * sign, -0.05, 0], 30);
        add(`${side}Leg`, `${side}UpLeg`, [0, -0.42, 0], 35);
        add(`${side}Foot`, `${side}Leg`, [0, -0.42, 0], 15);
        add(`${side}ToeBase`, `${side}Foot`, [0, -0.06, 0.12], 15);
        add(`${side}ToeEnd`, `${side}ToeBase`, [0, 0, 0.07], 1);
    }
    add('Pack', 'Spine2', [0, 0, -0.12], 2);
    return bones;
}

/** The rig, parents before children. */
export const BONES: readonly Bone[] = makeBones();

/** Frames of the clip. */
export const FRAMES = 64;

/** Places of the target. */
export const TARGETS = 256;

/** Frames per second. */
export const RATE = 60;

/** The chain of the look, from the eye down, and the limit of each bone in degrees. */
export const CHAIN = ['RightEye', 'Head', 'Neck', 'Spine2', 'Spine1', 'Spine'].map(name => BONES.findIndex(bone => bone.name === name));
export const LIMITS = [25, 30, 20, 10, 10, 10];

const DEGREE = Math.PI / 180;

/** Local rotations of the clip: four numbers a bone, bone by bone, frame by frame. */
export const POSES = new Float64Array(4 * BONES.length * FRAMES);
for (let frame = 0; frame < FRAMES; frame++) {
    const phase = 2 * Math.PI * frame / FRAMES;
    BONES.forEach(({ swing }, bone) => {
        const x = swing * DEGREE * Math.sin(phase + bone);
        const y = 0.3 * swing * DEGREE * Math.sin(2 * phase + 2 * bone);
        const z = 0.3 * swing * DEGREE * Math.cos(phase + 3 * bone);
        const angle = Math.hypot(x, y, z);
        const sine = Math.sin(angle / 2) / angle;
        POSES.set([x * sine, y * sine, z * sine, Math.cos(angle / 2)], 4 * (frame * BONES.length + bone));
    });
}

/** Height of the eyes in the rest pose. */
const EYE_HEIGHT = 1.63;

/** Distance of the target from there. */
export const TARGET_DISTANCE = 5;

/** Largest yaw and pitch of the target in degrees. */
const YAW = 100;
const PITCH = 34;

/** Places of the target against the character's root, three numbers each: a wander that comes back. */
export const TARGET_PLACES = new Float64Array(3 * TARGETS);
for (let i = 0; i < TARGETS; i++) {
    const way = 2 * Math.PI * i / TARGETS;
    const yaw = YAW * DEGREE * Math.sin(way);
    const pitch = PITCH * DEGREE * Math.sin(3 * way + 1);
    TARGET_PLACES.set([
        TARGET_DISTANCE * Math.sin(yaw) * Math.cos(pitch),
        EYE_HEIGHT + TARGET_DISTANCE * Math.sin(pitch),
        TARGET_DISTANCE * Math.cos(yaw) * Math.cos(pitch)
    ], 3 * i);
}

/** Where the n-th character stands: x and z. */
export function placeOf(character: number): [number, number] {
    return [2 * (character % 32), 2 * Math.floor(character / 32)];
}

/** The clip's frame of a character, which starts at its own phase. */
export function frameOf(character: number, frame: number): number {
    return (frame + 7 * character) % FRAMES;
}

/** The target's place of a character as offset into {@link TARGET_PLACES}. */
export function targetOf(character: number, frame: number): number {
    return 3 * ((frame + 11 * character) % TARGETS);
}
