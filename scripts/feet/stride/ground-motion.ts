import type { StrideFrame } from './stride-frame';
import { clearVec, copyVec, distanceVec, dotVec, normalizeVec, type Flat } from '../../core/math/flat-math';
import { clamp, PERSON_HEIGHT, RADIANS } from '../../core/math/scalars';

// How the character and its ground move against each other: the game moves the character, or it walks in place as on a treadmill.

/** Share of the distance of its speed from which on the character is moved by the game; below it, the ground is taken to move. */
const MOVED = 0.1;

/** Distance in a frame, as a share of its height, below which the character stays where it is. */
const STILL = 1e-4;

/** Turn in a frame, radians, below which it faces where it did. */
const UNTURNED = 1e-4;

/** Cosine to its up from which on an axis of the character says nothing of its heading. */
const STEEP_AXIS = 0.7;

/** Radians in a frame from which on it was turned about at once. */
const AT_ONCE = 50 * RADIANS;

/** Seconds in which its speed is followed. */
const FOLLOW = 0.1;

/** Distance in one frame, as a multiple of that of its speed, and metres on a person, beyond which the character was put elsewhere. */
const JUMPED = 4;
const JUMP_DISTANCE = 0.3;

/** Speed in heights of the character a second from which on it has a course; tangent of the steepest slope that anybody walks. */
const SLOWEST = 0.05;
const STEEPEST = 0.6;

export class GroundMotion {
    /** World place of the character. */
    readonly place: Flat = new Float64Array(3);

    /** Whether its place in the last frame is known. */
    isKnown = false;

    /** How far it rises on its course, as a share of that; 0 where it does not go anywhere. */
    climb = -0;

    /** How fast it rises, world units a second. */
    private rising = -0;

    private readonly lastPlace: Flat = new Float64Array(3);

    /** What the ground below has moved since the last frame, world space: whoever knows of a platform writes it. */
    readonly carried: Float64Array = new Float64Array(3);

    /** Whether it has turned so far in this frame that nobody's feet stay where they are. */
    private hasTurned = false;

    /** World direction of an axis of the character in the last frame. */
    private readonly facing: Flat = new Float64Array(3);

    /** Takes over where the character is in this frame. */
    read(x: number, y: number, z: number) {
        this.place[0] = x;
        this.place[1] = y;
        this.place[2] = z;
    }

    /**
     * Writes how far the character has turned since the last frame. To be called before {@link follow}.
     *
     * @param m - World matrix of the anim component's root.
     */
    readTurn(frame: StrideFrame, m: Float32Array) {
        const { up, dt } = frame;
        const { facing, isKnown } = this;
        // one of its axes that does not point upwards, in every frame the same one: of two that lie flat, noise would choose
        const steep = Math.abs(up[0] * m[0] + up[1] * m[1] + up[2] * m[2]);
        const axis = steep > STEEP_AXIS * Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) ? 8 : 0;
        const x = facing[0], y = facing[1], z = facing[2];
        for (let k = 0; k < 3; k++) facing[k] = m[axis + k];
        const along = dotVec(facing, 0, up, 0);
        for (let k = 0; k < 3; k++) facing[k] -= along * up[k];
        normalizeVec(facing, 0);
        const sine = up[0] * (y * facing[2] - z * facing[1]) + up[1] * (z * facing[0] - x * facing[2]) + up[2] * (x * facing[1] - y * facing[0]);
        const angle = Math.atan2(sine, x * facing[0] + y * facing[1] + z * facing[2]);
        this.hasTurned = isKnown && Math.abs(angle) > AT_ONCE;
        frame.turn = isKnown && !this.hasTurned && Number.isFinite(angle) ? angle : 0;
        const share = 1 - Math.exp(-dt / FOLLOW);
        frame.turnRate = isKnown && !this.hasTurned && dt > 0 ? frame.turnRate + share * (frame.turn / dt - frame.turnRate) : 0;
    }

    /** Whether the character was put elsewhere or turned about, where it should go at a speed. */
    hasJumped({ dt, height }: StrideFrame, speed: number): boolean {
        return this.hasTurned || this.isKnown && distanceVec(this.place, 0, this.lastPlace, 0) > JUMPED * speed * dt + JUMP_DISTANCE * height / PERSON_HEIGHT;
    }

    /**
     * Writes how fast the character goes and where, and how the ground has moved: not at all below a character that the game moves, else backwards
     * at its speed.
     *
     * @param mayStay - Whether one that stays in place walks on a ground that moves.
     */
    follow(frame: StrideFrame, speed: number, mayStay: boolean) {
        const { place, lastPlace, isKnown, carried } = this;
        const { dt, up, stride, ground, velocity } = frame;
        const expected = speed * dt;
        const moved = isKnown ? distanceVec(place, 0, lastPlace, 0) : 0;
        const back = moved > MOVED * expected || !mayStay ? 0 : -expected / Math.sqrt(dotVec(stride, 0, stride, 0));
        for (let k = 0; k < 3; k++) ground[k] = back * stride[k] + carried[k];
        frame.isAtRest = isKnown && moved < STILL * frame.height && Math.abs(frame.turn) < UNTURNED;
        if (!isKnown) {
            clearVec(velocity, 0);
            this.rising = 0;
        } else if (dt > 0) {
            const rise = dotVec(place, 0, up, 0) - dotVec(lastPlace, 0, up, 0);
            const share = 1 - Math.exp(-dt / FOLLOW);
            for (let k = 0; k < 3; k++) velocity[k] += share * ((place[k] - lastPlace[k] - rise * up[k]) / dt - velocity[k]);
            this.rising += share * (rise / dt - this.rising);
        }
        this.findClimb(frame);
        copyVec(lastPlace, 0, place, 0);
        this.isKnown = true;
    }

    /** Finds where the character goes, and how steep. */
    private findClimb({ velocity, course, height }: StrideFrame) {
        const speed = Math.sqrt(dotVec(velocity, 0, velocity, 0));
        copyVec(course, 0, velocity, 0);
        this.climb = normalizeVec(course, 0) && speed > SLOWEST * height ? clamp(this.rising / speed, -STEEPEST, STEEPEST) : 0;
    }
}
