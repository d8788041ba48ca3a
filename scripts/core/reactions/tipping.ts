import { readCentre } from './centre-of-mass';
import { readFootEnd } from './support';
import { copyPlaces, createRigidState, type RigidState } from '../dynamics/rigid-state';
import type { SteeredBodies } from '../dynamics/steering';
import { crossVec, multiplyQuat, rotateVec, subtractVec, type Flat } from '../math/flat-math';
import { vectorRotation } from '../math/rotation-vector';
import { clamp, RADIANS, smoothstep } from '../math/scalars';

// How a body falls that has lost its balance: it tips over its feet as a pendulum that stands on its end.
//
// The feet that stand are held where they are, the legs stay stiff, and the body turns as it is about the ankles of the side to which it goes. Legs that
// still push take much of what threw it; the later they give way, the longer it takes. Then the physics has it.

/** Rate with which a body begins to tip, of the rate of its pendulum: it was brought off its feet, and its legs brake. */
const BEGINS = 0.3;

/** Speeds of the whole body, in all and upwards, from which feet hold no more, of height times rate of the pendulum: it is thrown. */
const THROWN = 2;
const LIFTED = 0.5;

/** Lean at which legs begin to give way, and at which nothing holds any more. */
const GIVES = 12 * RADIANS;
const FREE = 35 * RADIANS;

/** Heights, of that of the centre of mass, or of the pelvis: of an ankle; by which feet that stand differ; and by which the ground is lower at most where the body comes down. */
const ANKLE = 0.3;
const STANDS = 0.12;
const DROP = 0.5;

/** How far feet are from the hinge at most that are held with it, of that height. */
const BESIDE = 0.12;

/** Share of the lean of its legs that the trunk of a person takes. */
const UPRIGHT = 0.2;

const centre = new Float64Array(6);
const point = new Float64Array(3);
const lean = new Float64Array(3);
const turn = new Float64Array(4);

export interface TippingBody {
    /** The last bodies of the legs, and which bodies are legs, 1. */
    readonly feet: Int32Array;
    readonly isLeg: Uint8Array;
    /** The chest of an animal on four legs, which falls to a side of its trunk; -1: falls to where it was pushed. */
    readonly across: number;
    /** Height of the ground below a point of bodies' positions within a distance in metres; -Infinity: there is none. */
    groundBelow(positions: Flat, offset: number, distance: number): number;
}

export class Tipping {
    /** How firmly the legs stand, 1 at first; 0: the body does not tip. */
    weight = 0;

    /** Which feet are held, 1. */
    private readonly holds: Uint8Array;

    /** The bodies when balance was lost. */
    private readonly start: RigidState;

    /** Where it goes, on the level, of length 1; and the point about which it turns. */
    readonly way = new Float64Array(3);

    private readonly hinge = new Float64Array(3);

    /** The points about which legs turn, three numbers a foot. */
    private readonly ankles: Flat;

    /** Radians, and their rate. */
    private angle = 0;

    private rate = 0;

    /** Rate at which the pendulum falls, 1/s. */
    private pace = 0;

    constructor(private readonly body: TippingBody) {
        const count = body.isLeg.length;
        this.holds = new Uint8Array(count);
        this.start = createRigidState(count);
        this.ankles = new Float64Array(3 * body.feet.length);
    }

    end() {
        this.weight = 0;
    }

    /** Finds where the body falls, and begins where it stands on ground and feet can hold it; gravity in m/s², downwards. */
    begin({ state, tree }: SteeredBodies, gravity: number, isTense: boolean) {
        const { body: { feet, across, groundBelow }, start, way, ankles, hinge, holds } = this;
        this.end();
        copyPlaces(start, state);
        readCentre(centre, state, tree.masses);
        const low = this.readAnkles(state, tree), height = centre[1] - low;
        const pace = this.pace = Math.sqrt(gravity / height);
        // to where the extrapolated centre of mass is off the middle of the feet; without them, or without gravity, to where it goes
        for (let k = 0; k < 3; k += 2) {
            way[k] = pace > 0 ? centre[k] + centre[3 + k] / pace : centre[3 + k];
            if (pace > 0) for (let i = 0; i < feet.length; i++) way[k] -= ankles[3 * i + k] / feet.length;
        }
        if (across >= 0) {
            subtractVec(point, 0, state.positions, 3 * across, state.positions, 0);
            const sign = point[2] * way[0] - point[0] * way[2] < 0 ? -1 : 1;
            way[0] = sign * point[2];
            way[2] = -sign * point[0];
        }
        const length = Math.sqrt(way[0] * way[0] + way[2] * way[2]);
        for (let k = 0; k < 3; k += 2) way[k] = length > 0 ? way[k] / length : 0;
        const ground = groundBelow(state.positions, 0, 3 * height), speed = Math.hypot(centre[3], centre[4], centre[5]);
        const most = pace * height;
        if (!(isTense && length > 0 && low - ground < ANKLE * height && speed < THROWN * most && centre[4] < LIFTED * most)) return;
        // the hinge is the foot that is furthest there
        const along = (i: number) => (ankles[3 * i + 1] - low < STANDS * height ? ankles[3 * i] * way[0] + ankles[3 * i + 2] * way[2] : -Infinity);
        let first = 0;
        for (let i = 1; i < feet.length; i++) if (along(i) > along(first)) first = i;
        holds.fill(0);
        for (let i = 0; i < feet.length; i++) if (along(first) - along(i) < BESIDE * height) holds[feet[i]] = 1;
        for (let k = 0; k < 3; k++) {
            hinge[k] = ankles[3 * first + k];
            point[k] = k === 1 ? centre[1] : hinge[k] + height * way[k];
        }
        if (!(ground - groundBelow(point, 0, 3 * height) < DROP * height)) return;
        this.angle = 0;
        this.rate = BEGINS * this.pace;
        const kept = Math.min(1, this.rate * height / speed);
        for (let o = 0; o < state.linear.length; o++) {
            state.linear[o] *= kept;
            state.angular[o] *= kept;
        }
        this.weight = 1;
    }

    /** One step of h seconds. */
    step(h: number) {
        this.rate += Math.sin(this.angle) * this.pace * this.pace * h;
        this.angle += this.rate * h;
        this.weight = 1 - smoothstep(clamp((this.angle - GIVES) / (FREE - GIVES), 0, 1));
    }

    /** Writes where the bodies are driven to. */
    aim(goal: RigidState) {
        const { body: { isLeg, across }, start, way, hinge, holds, rate } = this;
        if (this.weight === 0) return;
        // about the level axis to the left of its way
        for (let body = 0; body < goal.count; body++) {
            const o = 3 * body;
            goal.linear.fill(0, o, o + 3);
            goal.angular.fill(0, o, o + 3);
            if (holds[body] === 1) {
                for (let k = 0; k < 3; k++) goal.positions[o + k] = start.positions[o + k];
                for (let k = 0; k < 4; k++) goal.rotations[4 * body + k] = start.rotations[4 * body + k];
                continue;
            }
            // a person bends against the fall
            const share = body > 0 && isLeg[body] === 0 && across < 0 ? UPRIGHT : 1;
            lean[0] = share * this.angle * way[2];
            lean[2] = -share * this.angle * way[0];
            vectorRotation(turn, 0, lean, 0);
            multiplyQuat(goal.rotations, 4 * body, turn, 0, start.rotations, 4 * body);
            subtractVec(point, 0, start.positions, o, hinge, 0);
            rotateVec(point, 0, turn, 0, point, 0);
            for (let k = 0; k < 3; k++) goal.positions[o + k] = hinge[k] + point[k];
            goal.angular[o] = share * rate * way[2];
            goal.angular[o + 2] = -share * rate * way[0];
            crossVec(goal.linear, o, goal.angular, o, point, 0);
        }
    }

    /** Reads where legs turn about their feet: at the joint, or of a leg of one body at its lower end; answers the height of the lowest. */
    private readAnkles(state: RigidState, tree: SteeredBodies['tree']): number {
        const { body: { feet }, ankles } = this;
        let low = Infinity;
        for (let i = 0; i < feet.length; i++) {
            readFootEnd(point, 0, state, tree, feet[i], -1);
            readFootEnd(ankles, 3 * i, state, tree, feet[i], 1);
            if (ankles[3 * i + 1] - point[1] > ANKLE * (state.positions[1] - point[1])) ankles.set(point, 3 * i);
            low = Math.min(low, ankles[3 * i + 1]);
        }
        return low;
    }
}
