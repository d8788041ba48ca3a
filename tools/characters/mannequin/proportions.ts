import { Vec3 } from 'playcanvas';

// Landmarks of the mannequin's left side in the bind pose, in metres: 1.75 m tall, facing +Z, arms 40 degrees below the horizontal.
//
// Shares of the height after Drillis and Contini 1966, with a head, hands and feet about a tenth larger, as figures of this kind read
// better. Elbows and knees are bent a little so that they know their way.

/** Height in metres. */
export const HEIGHT = 1.75;

/** Angle of the arms below the horizontal, in degrees. */
export const ARM_DROP = 40;

const RAD = Math.PI / 180;
const DROP_RAD = ARM_DROP * RAD;
const TOE_OUT_RAD = 6 * RAD;

/** Direction of the upper arm. */
export const ARM = new Vec3(Math.cos(DROP_RAD), -Math.sin(DROP_RAD), -0.05).normalize();
/** Direction of the forearm. */
export const FOREARM = new Vec3(Math.cos(DROP_RAD), -Math.sin(DROP_RAD), 0.09).normalize();
/** Direction from the wrist to the knuckle of the middle finger. */
export const HAND = FOREARM;
/** Away from the back of the hand. */
export const BACK_OF_HAND = new Vec3().cross(Vec3.BACK, HAND).normalize();
/** Across the hand, towards the thumb. */
export const ACROSS_HAND = new Vec3().cross(HAND, BACK_OF_HAND).normalize();
/** Direction of the foot on the floor. */
export const FOOT = new Vec3(Math.sin(TOE_OUT_RAD), 0, Math.cos(TOE_OUT_RAD));

const SHOULDER = new Vec3(0.172, 1.408, -0.022);
const ELBOW = SHOULDER.clone().add(ARM.clone().mulScalar(0.298));
const WRIST = ELBOW.clone().add(FOREARM.clone().mulScalar(0.248));
const ANKLE = new Vec3(0.1, 0.078, -0.034);
const BALL_OF_FOOT = ANKLE.clone().add(FOOT.clone().mulScalar(0.126)).add(new Vec3(0, -0.056, 0));

/** Joints by their name without namespace; those at x > 0 have a counterpart on the right. */
export const LANDMARKS = {
    Hips: new Vec3(0, 0.965, -0.008),
    Spine: new Vec3(0, 1.055, -0.012),
    Spine1: new Vec3(0, 1.155, -0.018),
    Spine2: new Vec3(0, 1.27, -0.026),
    Neck: new Vec3(0, 1.452, -0.026),
    Head: new Vec3(0, 1.535, -0.006),
    HeadTop_End: new Vec3(0, HEIGHT, 0.002),
    Jaw: new Vec3(0, 1.578, 0.008),
    Eye: new Vec3(0.0335, 1.63, 0.0655),
    Shoulder: new Vec3(0.035, 1.405, -0.014),
    Arm: SHOULDER,
    ForeArm: ELBOW,
    Hand: WRIST,
    UpLeg: new Vec3(0.09, 0.928, -0.006),
    Leg: new Vec3(0.096, 0.503, 0.006),
    Foot: ANKLE,
    ToeBase: BALL_OF_FOOT,
    Toe_End: BALL_OF_FOOT.clone().add(FOOT.clone().mulScalar(0.078))
};

/** One finger: where it starts on the hand, how it points, and its bones. */
export interface Finger {
    name: string;
    /** First joint from the wrist: along the hand, across it towards the thumb, towards its back. */
    start: [number, number, number];
    /** Direction in the same three axes. */
    direction: [number, number, number];
    /** Lengths of the three bones in metres. */
    lengths: [number, number, number];
    /** Radius at the first joint and at the tip in metres. */
    radii: [number, number];
}

export const FINGERS: Finger[] = [
    { name: 'Thumb', start: [0.028, 0.022, -0.01], direction: [0.78, 0.56, -0.24], lengths: [0.042, 0.033, 0.028], radii: [0.0145, 0.0102] },
    { name: 'Index', start: [0.09, 0.029, 0], direction: [1, 0.14, -0.05], lengths: [0.043, 0.027, 0.022], radii: [0.0108, 0.0085] },
    { name: 'Middle', start: [0.095, 0.0066, 0.002], direction: [1, 0.03, -0.05], lengths: [0.047, 0.031, 0.023], radii: [0.011, 0.0086] },
    { name: 'Ring', start: [0.09, -0.0158, 0], direction: [1, -0.09, -0.06], lengths: [0.043, 0.029, 0.022], radii: [0.0106, 0.0083] },
    { name: 'Pinky', start: [0.081, -0.0365, -0.004], direction: [1, -0.23, -0.07], lengths: [0.034, 0.022, 0.02], radii: [0.0096, 0.0076] }
];
