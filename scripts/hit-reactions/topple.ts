import type { LegBodies } from './legs';
import type { TrunkRoll } from './trunk-roll';
import type { RigidState } from '../core/dynamics/rigid-state';
import type { SteeredBodies } from '../core/dynamics/steering';
import type { Flat } from '../core/math/flat-math';
import { readCentre } from '../core/reactions/centre-of-mass';

// Lets a body fall to the side that has come to rest on legs or knees: without it a fallen body may stand like a statue.

/** Height of pelvis or chest up to which a body lies, as a share of that when it stands. */
const LIES = 0.4;

/** The same as a share of the whole body's height, for short legs and a thick trunk. */
const THICK = 0.2;

/** Height of its underside up to which it lies too, as a share of its height when it stands: a cow on its ribs. */
const CLEAR = 0.1;

/** Tangent, squared, of the lean from which on a trunk has sides to fall to. */
const LEANS = 1;

/** Push at the height of a standing pelvis over the middle of the body, as a share of gravity. At 1 a body that falls against a wall is pressed into it. */
const PUSH = 0.7;

/** Seconds for which a body is pushed at most whose pelvis stands a metre high: then something holds it. */
const LONGEST = 2.5;

/** How tense the rest of the body is meanwhile, of its tension in a fall; its legs give way. */
export const TOPPLING_TENSION = 0.15;

const centre = new Float64Array(6);

/** What it needs to know of the character. */
export interface Standing {
    /** The chest's body. */
    readonly chest: number;
    /** Which bodies are legs. */
    readonly legs: Pick<LegBodies, 'isLeg'>;
    /** How its trunk rolls. */
    readonly trunk: TrunkRoll;
    /** Heights of pelvis and chest over the ground when it stands, metres. */
    readonly heights: readonly [number, number];
    /** Height of the whole body, metres. */
    readonly height: number;
    /** Height of the ground below a point of bodies' positions within a distance in metres; -Infinity: there is none. */
    groundBelow(positions: Flat, offset: number, distance: number): number;
}

export class Topple {
    isOn = false;

    private time = 0;

    /** To where, x and z. */
    private readonly side = new Float64Array(2);

    /** @param way - Where the body falls, on the level, of length 1. */
    constructor(readonly standing: Standing, private readonly way: Flat) {}

    reset() {
        this.isOn = false;
        this.time = 0;
    }

    /** Whether a body hangs on no muscle: a leg that gives way. */
    isLoose(body: number): boolean {
        return this.isOn && this.standing.legs.isLeg[body] === 1;
    }

    /** Looks whether a body at rest is too high to lie; answers whether it is pushed from now on. */
    look(bodies: SteeredBodies): boolean {
        this.isOn = this.time < LONGEST && this.isHigh(bodies);
        if (this.isOn) this.choose(bodies.state);
        return this.isOn;
    }

    /** Pushes for one step, until the body lies. */
    step(bodies: SteeredBodies, gravity: number, h: number) {
        const { heights } = this.standing;
        this.time += h / Math.sqrt(heights[0]);
        this.isOn = this.time < LONGEST && this.isHigh(bodies);
        if (!this.isOn) return;
        const { state, state: { positions, linear, count }, tree: { masses } } = bodies;
        // a couple: what lies does not slide
        readCentre(centre, state, masses);
        for (let o = 0; o < 3 * count; o += 3) {
            const push = PUSH * gravity * h * (positions[o + 1] - centre[1]) / heights[0];
            linear[o] += push * this.side[0];
            linear[o + 2] += push * this.side[1];
        }
    }

    private isHigh(bodies: SteeredBodies): boolean {
        const { chest, heights, trunk } = this.standing;
        return !trunk.isAside(bodies.state) && (this.isAbove(bodies, 0, heights[0]) || this.isAbove(bodies, chest, heights[1]));
    }

    /** Whether a body is higher than where it would lie. */
    private isAbove(bodies: SteeredBodies, body: number, stands: number): boolean {
        const over = this.heightOf(bodies, body);
        return over < Infinity && over > Math.max(LIES * stands, THICK * this.standing.height) && over > bodies.thickness[body] + CLEAR * stands;
    }

    /** Height of a body over the ground, metres; Infinity: there is none. */
    private heightOf({ state: { positions } }: SteeredBodies, body: number): number {
        const { standing } = this;
        return positions[3 * body + 1] - standing.groundBelow(positions, 3 * body, 3 * standing.height);
    }

    /** On in the way of the fall, across a trunk that is level. */
    private choose({ positions }: RigidState) {
        const { way, side, standing: { chest } } = this;
        side[0] = way[0];
        side[1] = way[2];
        const x = positions[3 * chest] - positions[0], y = positions[3 * chest + 1] - positions[1], z = positions[3 * chest + 2] - positions[2];
        const level = x * x + z * z;
        if (!(level > LEANS * y * y)) return;
        // a quarter turn of the trunk, to whichever side is nearer
        const share = (z * way[0] - x * way[2] < 0 ? -1 : 1) / Math.sqrt(level);
        side[0] = share * z;
        side[1] = -share * x;
    }
}
