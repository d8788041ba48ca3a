import { Vec3, type Entity } from 'playcanvas';

import { createGroundHit, type Ground } from '../core/ground/ground';
import { RADIANS } from '../core/math/scalars';

// A camera that goes along behind a character, turned by the player, and comes nearer where something stands between the two.

/** Where it looks, as a share of the character's height over its soles; its usual distance in heights. */
const AT = 0.75;
const DISTANCE = 2.5;

/** Degrees above the level as it begins, least and most. */
const PITCH = 12;
const PITCHES = [-20, 70] as const;

/** Half-lives in seconds with which it goes along on the level and upwards: slower there, so that stairs do not shake the picture. */
const LEVEL = 0.05;
const UPWARDS = 0.18;

/** Way in heights from which on it is where it shall be at once. */
const LEAP = 3;

/** Space that it keeps to a wall, in heights. */
const MARGIN = 0.12;

const goal = new Vec3();
const back = new Vec3();
const ray = new Float64Array(7);

export class FollowCamera {
    /** Degrees from the z axis to the x axis in which it looks, and above the level from which it does. */
    yaw = 0;

    pitch = PITCH;

    private readonly at = new Vec3();

    private hasBegun = false;

    private readonly hit = createGroundHit();

    /** Begins anew behind the character. */
    begin() {
        this.hasBegun = false;
    }

    /** Turns it, in degrees. */
    turn(left: number, up: number) {
        this.yaw += left;
        this.pitch = Math.min(PITCHES[1], Math.max(PITCHES[0], this.pitch - up));
    }

    /**
     * One frame, after physics.
     *
     * @param place - World place of the soles.
     * @param heading - Degrees from the z axis to the x axis in which the character looks.
     * @param distance - From the character, scene units; 0: as usual.
     */
    place(camera: Entity, place: Vec3, heading: number, height: number, distance: number, walls: Ground | null, dt: number) {
        const { at } = this;
        goal.copy(place);
        goal.y += AT * height;
        if (!this.hasBegun || at.distance(goal) > LEAP * height) {
            at.copy(goal);
            if (!this.hasBegun) this.yaw = heading;
            this.hasBegun = true;
        }
        const level = 1 - 0.5 ** (dt / LEVEL);
        at.x += (goal.x - at.x) * level;
        at.z += (goal.z - at.z) * level;
        at.y += (goal.y - at.y) * (1 - 0.5 ** (dt / UPWARDS));
        const flat = Math.cos(this.pitch * RADIANS);
        back.set(-Math.sin(this.yaw * RADIANS) * flat, Math.sin(this.pitch * RADIANS), -Math.cos(this.yaw * RADIANS) * flat);
        const far = this.freeWay(distance > 0 ? distance : DISTANCE * height, MARGIN * height, walls);
        camera.setPosition(back.mulScalar(far).add(at));
        camera.lookAt(at);
    }

    /** How far it can be from the character. */
    private freeWay(far: number, margin: number, walls: Ground | null): number {
        if (!walls) return far;
        const { at, hit } = this;
        ray[0] = at.x;
        ray[1] = at.y;
        ray[2] = at.z;
        ray[3] = back.x;
        ray[4] = back.y;
        ray[5] = back.z;
        ray[6] = far + margin;
        if (!walls.cast(hit, ray)) return far;
        const way = Math.hypot(hit.point[0] - at.x, hit.point[1] - at.y, hit.point[2] - at.z) - margin;
        return Math.max(2 * margin, way);
    }
}
