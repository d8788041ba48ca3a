import { Quat, Vec3, type Entity } from 'playcanvas';

import { createGroundHit, type Ground } from '../core/ground/ground';
import type { Flat } from '../core/math/flat-math';
import { DEGREES } from '../core/math/scalars';

// The entity that carries the character through the game: the one with the capsule, or the character's own.
//
// While the character is down it goes with the hips, so that cameras and triggers do; it gets its physics back where its capsule fits.

export type CapsuleMode = 'follow' | 'leave' | 'disable';

/** Half-life in seconds with which it comes below the hips, and to the height of the ground there: at once it would be a jump for cameras. */
const HALF_LIFE = 0.1;

/** Rays around a capsule, and the heights at which they are cast as shares of its own. */
const AROUND = 8;
const HEIGHTS = [0.3, 0.5, 0.9];

const hit = createGroundHit();
const ray = new Float64Array(7);
const place = new Vec3();
const turn = new Quat();

export class EntityFollower {
    readonly entity: Entity;

    /** What the capsule was before the fall; null: nothing was taken from it. */
    private typeBefore: 'static' | 'dynamic' | 'kinematic' | null = null;

    private isOut = false;

    private mode: CapsuleMode = 'leave';

    /** Where it is on the level against the hips, x and z. */
    private readonly offset = new Float64Array(2);

    private isFirst = true;

    /**
     * @param character - The entity of the character.
     * @param ground - What is around it, without its own bodies.
     * @param holder - What moves the character where none of its entities has a body; null: its own entity.
     */
    constructor(private readonly character: Entity, private readonly ground: Ground, holder: Entity | null) {
        this.entity = findCarrier(character) ?? holder ?? character;
    }

    /** Whether the game's body is still without its physics. */
    get isHeld(): boolean {
        return this.typeBefore !== null || this.isOut;
    }

    /** The character falls. */
    begin(mode: CapsuleMode) {
        const { rigidbody } = this.entity;
        this.mode = mode;
        this.isFirst = true;
        if (!rigidbody || this.isHeld) return;
        if (mode === 'disable' && rigidbody.enabled) {
            rigidbody.enabled = false;
            this.isOut = true;
        } else if (mode === 'follow' && rigidbody.type === 'dynamic') {
            this.typeBefore = rigidbody.type;
            rigidbody.type = 'kinematic';
        }
    }

    /**
     * Goes with the hips for a frame; the first one after {@link begin} tells where it is against them.
     *
     * @param out - Receives how far it has gone, metres.
     * @param dt - Seconds.
     */
    follow(out: Flat, hips: Flat, height: number, dt: number) {
        const { offset } = this;
        out.fill(0, 0, 3);
        if (this.mode === 'leave') return;
        const { x, y, z } = this.character.getPosition();
        if (this.isFirst) {
            offset[0] = x - hips[0];
            offset[1] = z - hips[2];
        }
        this.isFirst = false;
        const kept = 2 ** (-dt / HALF_LIFE);
        offset[0] *= kept;
        offset[1] *= kept;
        const ground = this.groundBelow(hips, 2 * height);
        const goal = ground > -Infinity ? ground : Math.min(y, hips[1] - height / 2);
        out[0] = hips[0] + offset[0] - x;
        out[1] = (goal - y) * (1 - kept);
        out[2] = hips[2] + offset[1] - z;
        this.move(out[0], out[1], out[2]);
    }

    /**
     * Turns about the vertical through a point, then moves to the ground below the hips: see {@link GetUp.align}.
     *
     * @param carried - Receives what it has done: a world rotation, the point that it went about, and the shift after that, ten numbers.
     */
    align([yaw, px, , pz, dx, , dz]: Flat, hips: Flat, height: number, carried: Flat) {
        const { entity } = this;
        const { x: fromX, y: fromY, z: fromZ } = entity.getPosition();
        place.copy(entity.getPosition());
        const cosine = Math.cos(yaw), sine = Math.sin(yaw);
        const [x, z] = [place.x - px, place.z - pz];
        place.set(px + x * cosine + z * sine + dx, place.y, pz - x * sine + z * cosine + dz);
        turn.setFromAxisAngle(Vec3.UP, yaw * DEGREES).mul(entity.getRotation());
        this.put(place, turn);
        const ground = this.groundBelow(hips, 2 * height);
        if (ground > -Infinity) this.move(0, ground - this.character.getPosition().y, 0);
        const { x: toX, y: toY, z: toZ } = entity.getPosition();
        turn.setFromAxisAngle(Vec3.UP, yaw * DEGREES);
        carried[0] = turn.x;
        carried[1] = turn.y;
        carried[2] = turn.z;
        carried[3] = turn.w;
        carried[4] = fromX;
        carried[5] = fromY;
        carried[6] = fromZ;
        carried[7] = toX - fromX;
        carried[8] = toY - fromY;
        carried[9] = toZ - fromZ;
    }

    /** Gives the capsule back where it fits; answers whether it has its physics. */
    handBack(): boolean {
        if (!this.isHeld) return true;
        if (!this.fits()) return false;
        this.release();
        return true;
    }

    /** Gives the capsule back at once. */
    release() {
        const { rigidbody } = this.entity;
        if (rigidbody && this.typeBefore) rigidbody.type = this.typeBefore;
        if (rigidbody && this.isOut) rigidbody.enabled = true;
        if (rigidbody && this.isHeld) {
            rigidbody.teleport(this.entity.getPosition(), this.entity.getRotation());
            if (rigidbody.type === 'dynamic') rigidbody.linearVelocity = rigidbody.angularVelocity = Vec3.ZERO;
        }
        this.typeBefore = null;
        this.isOut = false;
    }

    /** Whether nothing is in the place of the capsule. */
    private fits(): boolean {
        const { collision } = this.entity;
        if (!collision) return true;
        const { radius, height } = collision;
        const { x, y, z } = this.entity.getPosition();
        const bottom = y - height / 2;
        if (this.cast(x, bottom + radius, z, 0, 1, 0, height - radius)) return false;
        for (const share of HEIGHTS) {
            for (let i = 0; i < AROUND; i++) {
                const angle = 2 * Math.PI * i / AROUND;
                if (this.cast(x, bottom + share * height, z, Math.cos(angle), 0, Math.sin(angle), radius)) return false;
            }
        }
        return true;
    }

    /** Height of the ground below a point; -Infinity: there is none within a distance. */
    groundBelow(from: Flat, distance: number, offset = 0): number {
        return this.cast(from[offset], from[offset + 1], from[offset + 2], 0, -1, 0, distance) ? hit.point[1] : -Infinity;
    }

    /** How far it is on the level from a point to what is in the way, metres, at most a length; the direction has the length 1. */
    wayFree(from: Flat, x: number, z: number, length: number): number {
        return this.cast(from[0], from[1], from[2], x, 0, z, length) ? Math.sqrt((hit.point[0] - from[0]) ** 2 + (hit.point[2] - from[2]) ** 2) : length;
    }

    /** Moves on the level, x and z, metres. */
    go(shift: Flat) {
        this.move(shift[0], 0, shift[1]);
    }

    private cast(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): boolean {
        ray[0] = x;
        ray[1] = y;
        ray[2] = z;
        ray[3] = dx;
        ray[4] = dy;
        ray[5] = dz;
        ray[6] = length;
        return this.ground.cast(hit, ray);
    }

    private move(x: number, y: number, z: number) {
        place.copy(this.entity.getPosition());
        place.set(place.x + x, place.y + y, place.z + z);
        this.put(place, this.entity.getRotation());
    }

    private put(position: Vec3, rotation: Quat) {
        const { entity } = this;
        entity.setPosition(position);
        entity.setRotation(rotation);
        if (entity.rigidbody?.enabled && entity.rigidbody.type === 'dynamic') entity.rigidbody.teleport(entity.getPosition(), entity.getRotation());
    }
}

/** The next entity with a body that moves, from the character upwards. */
function findCarrier(character: Entity): Entity | null {
    for (let above: Entity | null = character; above; above = above.parent as Entity | null) {
        if (above.rigidbody && above.rigidbody.type !== 'static') return above;
    }
    return null;
}
