import { Vec3 } from 'playcanvas';

// Landmarks of the hound's left side in the bind pose, in metres: 0.65 m at the withers, standing square, facing +Z.
//
// Shares of the height are those of sighthounds: elbow at 0.52, upper arm and thigh about as long as forearm and shin, metatarsus 0.21,
// trunk as long as the animal is high. Legs have some bend in them, so that a long step and a slope are within reach.

/** Height of the withers in metres. */
export const WITHERS = 0.65;

function at(x: number, y: number, z: number): Vec3 {
    return new Vec3(x, y, z);
}

/** Joints by the names of their bones without side; those at x > 0 have a counterpart on the right. */
export const LANDMARKS = {
    pelvis: at(0, 0.535, -0.235),
    spine1: at(0, 0.552, -0.14),
    spine2: at(0, 0.556, -0.045),
    spine3: at(0, 0.556, 0.05),
    chest: at(0, 0.556, 0.135),
    neck1: at(0, 0.575, 0.225),
    neck2: at(0, 0.648, 0.295),
    neck3: at(0, 0.727, 0.352),
    head: at(0, 0.802, 0.402),
    jaw: at(0, 0.775, 0.46),
    eye: at(0.0345, 0.829, 0.499),
    ear1: at(0.04, 0.852, 0.418),
    ear2: at(0.06, 0.91, 0.408),

    shoulder_blade: at(0.045, 0.615, 0.185),
    upper_arm: at(0.08, 0.437, 0.285),
    forearm: at(0.084, 0.338, 0.148),
    metacarpus: at(0.078, 0.122, 0.165),
    fore_paw: at(0.078, 0.034, 0.203),

    thigh: at(0.062, 0.484, -0.25),
    shin: at(0.088, 0.29, -0.165),
    metatarsus: at(0.08, 0.166, -0.34),
    hind_paw: at(0.082, 0.034, -0.312)
};

/** Joints of the tail from its root, its tip last. */
export const TAIL = [
    at(0, 0.556, -0.318), at(0, 0.526, -0.365), at(0, 0.478, -0.4), at(0, 0.424, -0.426),
    at(0, 0.369, -0.448), at(0, 0.317, -0.474), at(0, 0.271, -0.508), at(0, 0.234, -0.55)
];

/** Tip of the left ear. */
export const EAR_TIP = at(0.077, 0.985, 0.414);

/** Angle by which the lids look outwards, in degrees; the eyes themselves look ahead. */
export const LID_YAW = 10;

/** What of a paw touches the floor: from so far behind its joint to so far before it, in metres. */
export const SOLE = { back: 0.018, front: 0.061 };
