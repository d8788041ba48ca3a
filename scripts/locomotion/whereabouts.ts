import type { GraphNode } from 'playcanvas';

import { Air } from './air';
import type { Gait } from './choose-gait';
import { EntityMotion } from './entity-motion';
import type { Ground } from '../core/ground/ground';
import { dotVec, type Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { GroundBelow } from '../feet/ground/ground-below';
import type { Standing } from '../feet/stride/standing';

// Where a character is in a frame: how it moves, what is below it, and whether it is in the air.

/** Speed against the fastest clip's beyond which an entity is taken to be put elsewhere, and for a character without clips, heights a second. */
const TOO_FAST = 2;
const FASTEST = 6;

/** Seconds for which it is foreseen whether there is ground below one who falls. */
const FORESEEN = 0.3;

/** Speed in heights a second below which it has no direction. */
const SLOWEST = 0.03;

export class Whereabouts {
    readonly motion = new EntityMotion();

    readonly below = new GroundBelow();

    readonly air = new Air();

    /** Height of the character in the scene, and the direction of its movement against where it looks, degrees to the left. */
    height = -0;

    direction = -0;

    /** World directions: upwards, and where it looks. */
    readonly up: Flat = new Float64Array(3);

    readonly ahead: Flat = new Float64Array(3);

    private readonly place: Flat = new Float64Array(3);

    private readonly flight = { distance: -0, rising: -0, height: -0 };

    forget() {
        this.motion.forget();
        this.air.forget();
    }

    /** Reads where the character looks, by the anim component's root. */
    readAxes(root: GraphNode, standing: Standing) {
        standing.readAxes(this.up, this.ahead, root.getWorldTransform().data);
    }

    /**
     * Measures a frame.
     *
     * @param entity - What is moved.
     * @param root - The anim component's root.
     * @param own - What the script itself has moved the entity since the last frame.
     * @param ground - What is below; null: nothing is known of it.
     * @param gaits - The clips that go in steps.
     */
    measure(entity: GraphNode, root: GraphNode, own: Flat, ground: Ground | null, gaits: readonly Gait[], dt: number) {
        const { motion, below, air, up, ahead, place, height, flight } = this;
        writePlace(place, root);
        below.look(ground, place, up, height, Math.max(0, -motion.rising) * FORESEEN);
        writePlace(place, entity);
        let fastest = FASTEST * height;
        for (let i = 0; i < gaits.length; i++) fastest = Math.max(fastest, TOO_FAST * gaits[i].speed);
        motion.follow(place, below.carried, own, up, dt, height, fastest);
        if (motion.hasJumped) air.forget();
        flight.distance = below.distance;
        flight.rising = motion.rising;
        flight.height = height;
        air.step(flight, dt);
        const { velocity, speed } = motion;
        if (!(speed > SLOWEST * height)) {
            this.direction = 0;
            return;
        }
        const left = velocity[0] * (up[1] * ahead[2] - up[2] * ahead[1]) + velocity[1] * (up[2] * ahead[0] - up[0] * ahead[2]) +
            velocity[2] * (up[0] * ahead[1] - up[1] * ahead[0]);
        this.direction = Math.atan2(left, dotVec(velocity, 0, ahead, 0)) / RADIANS;
    }
}

function writePlace(out: Flat, node: GraphNode) {
    const { x, y, z } = node.getPosition();
    out[0] = x;
    out[1] = y;
    out[2] = z;
}
