import { readCentre } from './centre-of-mass';
import { readFootEnd } from './support';
import type { RigidState } from '../dynamics/rigid-state';
import type { BodyTree } from '../dynamics/steering';
import type { Flat } from '../math/flat-math';

// Whether a body that was pushed can still catch itself.
//
// Where it would have to put a foot to come to a stop is the capture point: the centre of mass, further by its velocity over the frequency
// of the inverted pendulum that it is (Pratt, Carff, Drakunov, Goswami, Capture Point: A Step toward Humanoid Push Recovery, 2006). Here it
// is taken against the animation, which is in balance by itself, also while it walks: what the push has added. Inside of what the
// feet stand on the body only sways, within a step of that it staggers, beyond it falls.

/** A step that a body can catch itself with, as a share of the height of its centre of mass (Koolen et al., Capturability, 2012). */
const STEP = 0.5;

/** What ankles and hips make up for by themselves, as a share of that height. */
const SWAY = 0.06;

/** Directions on the level in which it is asked how far the body is out of the hull of its feet. */
const SIDES = 16;

/** Height above the lowest foot, as a share of that of the centre of mass, up to which a foot carries. */
const CARRIES = 0.12;

const actual = new Float64Array(6);
const animated = new Float64Array(6);
const point = new Float64Array(3);
const directions = Float64Array.from({ length: 2 * SIDES }, (_, i) => Math.cos(Math.PI * (i >> 1) * 2 / SIDES - (i & 1) * Math.PI / 2));
const supports = new Float64Array(SIDES);

/**
 * How far out of balance a body is: 0 above its feet, 1 where a step would just catch it, more beyond that.
 *
 * @param state - The bodies.
 * @param target - Where the animation has them.
 * @param tree - How they hang together.
 * @param masses - Kilograms; 0 for what only hangs from the body.
 * @param feet - The last bodies of the legs.
 * @param gravity - m/s², downwards.
 * @param offset - Receives how far the extrapolated centre of mass is off the animation's, x and z, metres, and the time of the pendulum, seconds.
 * @param push - Velocity on the level, x and z, that contacts have given the body: where that is more than is left of it, it counts.
 */
export function imbalance(state: RigidState, target: RigidState, tree: BodyTree, masses: Flat, feet: Int32Array, gravity: number, offset: Flat, push: Flat): number {
    offset[0] = offset[1] = 0;
    if (feet.length === 0 || !(gravity > 0)) return 0;
    readCentre(actual, state, masses);
    readCentre(animated, target, masses);
    let ground = Infinity;
    for (let i = 0; i < feet.length; i++) {
        for (const end of [1, -1]) {
            readFootEnd(point, 0, target, tree, feet[i], end);
            ground = Math.min(ground, point[1]);
        }
    }
    const height = animated[1] - ground;
    if (!(height > 0)) return 0;
    const slowness = Math.sqrt(height / gravity);
    const vx = actual[3] - animated[3], vz = actual[5] - animated[5];
    const isEaten = vx * vx + vz * vz < push[0] * push[0] + push[1] * push[1];
    const x = actual[0] - animated[0] + (isEaten ? push[0] : vx) * slowness;
    const z = actual[2] - animated[2] + (isEaten ? push[1] : vz) * slowness;
    offset[0] = x;
    offset[1] = z;
    offset[2] = slowness;
    supports.fill(0);
    for (let i = 0; i < feet.length; i++) {
        for (const end of [1, -1]) {
            readFootEnd(point, 0, target, tree, feet[i], end);
            if (point[1] - ground > CARRIES * height) continue;
            for (let side = 0; side < SIDES; side++) {
                supports[side] = Math.max(supports[side], (point[0] - animated[0]) * directions[2 * side] + (point[2] - animated[2]) * directions[2 * side + 1]);
            }
        }
    }
    // a hull is as far away as it is in the direction in which it is furthest
    let away = 0;
    for (let side = 0; side < SIDES; side++) away = Math.max(away, x * directions[2 * side] + z * directions[2 * side + 1] - supports[side]);
    return Math.max(0, away - SWAY * height) / (STEP * height);
}
