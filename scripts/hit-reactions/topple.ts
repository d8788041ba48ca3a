import type { SteeredBodies } from '../core/dynamics/steering';
import type { Flat } from '../core/math/flat-math';

// Lets a body that has come to rest on its legs, or on its knees, fall to the side: nobody who is down stands like a statue.

/** Share of its height on one's feet up to which pelvis or chest lies; and of that of the whole body, for whom the legs are short and the trunk is thick. */
const LIES = 0.4;
const THICK = 0.2;

/** Tangent, squared, of the lean from which on a trunk has sides to fall to. */
const LEANS = 0.1;

/** Push to the side at the height of a standing pelvis, as a share of gravity: enough to tip a body over feet that stand a third of its height apart. */
const PUSH = 0.4;

/** Seconds for which a body is pushed at most: then something holds it. */
const LONGEST = 2.5;

/** How tense the rest of the body is meanwhile, of its tension in a fall; its legs give way. */
export const TOPPLING_TENSION = 0.15;

/** What it needs to know of the character. */
export interface Standing {
    /** The chest's body. */
    readonly chest: number;
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

    constructor(private readonly standing: Standing) {}

    reset() {
        this.isOn = false;
        this.time = 0;
    }

    /** Looks whether a body at rest is too high to lie; answers whether it is pushed from now on. */
    look({ state, tree }: SteeredBodies): boolean {
        this.isOn = this.time < LONGEST && this.isHigh(state.positions);
        if (this.isOn) this.choose(state.positions, tree.masses);
        return this.isOn;
    }

    /** Pushes for one step, until the body lies. */
    step({ state: { positions, linear, count } }: SteeredBodies, gravity: number, h: number) {
        this.time += h;
        if (this.time >= LONGEST || !this.isHigh(positions)) {
            this.isOn = false;
            return;
        }
        const low = positions[1] - this.standing.heights[0];
        for (let body = 0; body < count; body++) {
            const push = PUSH * gravity * h * Math.max(0, (positions[3 * body + 1] - low) / this.standing.heights[0]);
            linear[3 * body] += push * this.side[0];
            linear[3 * body + 2] += push * this.side[1];
        }
    }

    private isHigh(positions: Flat): boolean {
        const { chest, heights, height } = this.standing;
        return this.isAbove(positions, 0, Math.max(LIES * heights[0], THICK * height)) || this.isAbove(positions, 3 * chest, Math.max(LIES * heights[1], THICK * height));
    }

    private isAbove(positions: Flat, offset: number, height: number): boolean {
        const ground = this.standing.groundBelow(positions, offset, 3 * height);
        return ground > -Infinity && positions[offset + 1] - ground > height;
    }

    /** To the side to which the body leans off the middle of itself, across a trunk that is level. */
    private choose(positions: Flat, masses: Flat) {
        const { side, standing: { chest } } = this;
        let x = 0, z = 0, mass = 0, middleX = 0, middleZ = 0;
        for (let body = 0; body < masses.length; body++) {
            mass += masses[body];
            x += masses[body] * positions[3 * body];
            z += masses[body] * positions[3 * body + 2];
            middleX += positions[3 * body] / masses.length;
            middleZ += positions[3 * body + 2] / masses.length;
        }
        x = x / mass - middleX;
        z = z / mass - middleZ;
        const trunkX = positions[3 * chest] - positions[0], trunkY = positions[3 * chest + 1] - positions[1], trunkZ = positions[3 * chest + 2] - positions[2];
        const level = trunkX * trunkX + trunkZ * trunkZ;
        if (level > LEANS * trunkY * trunkY) {
            // a quarter turn of the trunk, to whichever side it leans
            const sign = trunkZ * x - trunkX * z < 0 ? -1 : 1;
            x = sign * trunkZ;
            z = -sign * trunkX;
        }
        const length = Math.sqrt(x * x + z * z);
        side[0] = length > 0 ? x / length : 1;
        side[1] = length > 0 ? z / length : 0;
    }
}
