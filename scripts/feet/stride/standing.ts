import { STEP, stepTime } from './step-time';
import type { StrideFoot } from './stride-foot';
import type { StrideFrame } from './stride-frame';
import { rotateVec, type Flat } from '../../core/math/flat-math';
import { PERSON_HEIGHT, RADIANS } from '../../core/math/scalars';
import type { Rig } from '../../rig/rig';

// A character that stands, as steps: its feet stay where they came down, and each goes in one step to where the clip has it when it is too far off,
// be it that the character has just stopped, is pushed about or turns on the spot. A foot steps while those beside and before it stand.

/** Metres on a person and radians by which a foot may be off before it steps, and off by which nothing is left to do once it has come to rest. */
const FAR = 0.1;
const NEAR = 0.025;
const TURNED = 25 * RADIANS;
const SQUARE = 6 * RADIANS;

/** Share of the largest need of a step from which on a foot takes one. */
const URGENT = 0.8;

/** Seconds of standing off its place after which a foot steps though it is not far off. */
const PATIENCE = 0.05;

/** Height of a step in metres on a person, and what the length of a long one adds as a share. */
const HEIGHT = 0.03;
const MORE = 0.15;

/** Which feet are in the air, and for how long. */
export class Standing {
    /** Seconds that each foot is in the air yet; 0: it stands. */
    private readonly left: Float64Array;

    /** Seconds of the step of each foot, and its height, shares of a person's metres. */
    private readonly times: Float64Array;

    private readonly heights: Float64Array;

    /** Size of the character against a person's. */
    private size = 1;

    /** Seconds for which nothing has moved the character. */
    private still = 0;

    private readonly up: Flat = new Float64Array(3);

    private readonly forward: Flat = new Float64Array(3);

    /**
     * @param count - How many feet there are: in pairs.
     * @param modelRotation - What brings the rig's directions into the space of the node that stands for the character.
     */
    constructor(count: number, rig: Rig, modelRotation: Flat) {
        this.left = new Float64Array(count);
        this.times = new Float64Array(count).fill(STEP);
        this.heights = new Float64Array(count);
        rotateVec(this.up, 0, modelRotation, 0, rig.up, 0);
        rotateVec(this.forward, 0, modelRotation, 0, rig.forward, 0);
    }

    /** Begins to stand: feet in the air come down within a step. */
    begin(feet: readonly StrideFoot[]) {
        for (let i = 0; i < feet.length; i++) {
            this.left[i] = feet[i].path.isDown ? 0 : STEP;
            this.times[i] = STEP;
            this.heights[i] = this.size * HEIGHT;
        }
        this.still = 0;
    }

    /** Begins to stand on all feet at once, as after a landing. */
    land() {
        this.left.fill(0);
        this.still = 0;
    }

    /** Whether a foot stands. */
    isDown(foot: number): boolean {
        return !(this.left[foot] > 0);
    }

    /** Tells when a foot in the air comes down: where its clip has it. */
    readStrike(_out: Flat, foot: number): number {
        return this.left[foot] > 0 ? this.left[foot] : Infinity;
    }

    /** How high the step has a foot now, scene units on a person of the frame's height. */
    heightOf(foot: number): number {
        const share = this.left[foot] / this.times[foot];
        return share > 0 ? 4 * share * (1 - share) * this.heights[foot] : 0;
    }

    /** Writes up and ahead in the world by the matrix of the node that stands for the character. */
    readAxes(up: Flat, ahead: Flat, m: Float32Array) {
        write(up, m, this.up);
        write(ahead, m, this.forward);
    }

    /** One frame: lets feet step that are off their places. */
    step(feet: readonly StrideFoot[], frame: StrideFrame) {
        const { left, times, heights } = this;
        const size = frame.height / PERSON_HEIGHT;
        this.size = size;
        this.still = frame.isAtRest ? this.still + frame.dt : 0;
        let most = 0;
        for (let i = 0; i < feet.length; i++) {
            left[i] = Math.max(0, left[i] - frame.dt);
            if (feet[i].path.isDown) most = Math.max(most, this.needOf(feet[i], size));
        }
        let worst = -1, need = Math.max(1, URGENT * most);
        for (let i = 0; i < feet.length; i++) {
            // those that need it most are waited for
            const own = feet[i].path.isDown ? this.needOf(feet[i], size) : 0;
            if (!(own > need) || !this.mayStep(i, feet)) continue;
            need = own;
            worst = i;
        }
        if (worst < 0) return;
        times[worst] = stepTime(frame.turnRate);
        left[worst] = times[worst];
        heights[worst] = size * HEIGHT + MORE * feet[worst].path.offset;
    }

    /** How much a foot is off its place, 1 from where on it steps. */
    private needOf({ path: { offset, yaw } }: StrideFoot, size: number): number {
        const isPatient = this.still > PATIENCE;
        return Math.max(offset / size / (isPatient ? NEAR : FAR), Math.abs(yaw) / (isPatient ? SQUARE : TURNED));
    }

    /** A foot may leave the ground while its twin and, on four legs, the other one of its side stand. */
    private mayStep(foot: number, feet: readonly StrideFoot[]): boolean {
        const twin = foot ^ 1, sameSide = foot ^ 2;
        return this.stands(twin, feet) && (feet.length < 4 || this.stands(sameSide, feet));
    }

    private stands(foot: number, feet: readonly StrideFoot[]): boolean {
        return foot >= feet.length || !(this.left[foot] > 0 || feet[foot].path.hasSteppedOff);
    }
}

function write(out: Flat, m: Float32Array, v: Flat) {
    let length = 0;
    for (let k = 0; k < 3; k++) {
        out[k] = m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2];
        length += out[k] * out[k];
    }
    if (!(length > 0)) return;
    for (let k = 0; k < 3; k++) out[k] /= Math.sqrt(length);
}
