import { clearVec, copyVec, dotVec, type Flat } from '../math/flat-math';
import { addLeft, createInertia, startDuration, type Inertia } from '../math/inertia';

// A foot that holds on to the ground: how far it is moved off its path so that its sole does not slide.
//
// What touches the ground rolls from the heel to the tip of the toes, so no single point stands still for a whole stance. What must not
// move are the points that are lowest at a moment, while they are. So their motion along the ground is summed up and taken back. In the air
// what was summed up dies out, in place and velocity, until the foot comes down again.

/** What a foot is moved by. */
export interface SoleHold {
    /** The offset now, and how fast it changes, world space. */
    readonly offset: Flat;
    readonly rate: Flat;
    /** What dies out of it in the air. */
    readonly left: Inertia;
    /** Whether the foot holds on to the ground. */
    isDown: boolean;
}

export function createSoleHold(): SoleHold {
    return { offset: new Float64Array(3), rate: new Float64Array(3), left: createInertia(3), isDown: false };
}

/** Lets a foot go where its path has it. */
export function clearSoleHold(hold: SoleHold): void {
    clearVec(hold.offset, 0);
    clearVec(hold.rate, 0);
    hold.isDown = false;
    startDuration(hold.left, 0);
}

/** Height above the lowest point, as a multiple of the touching height, at which a point counts no more. */
const FAR = 16;

/** How much a point of a sole counts by its height above the lowest one, as a multiple of the touching height: exp(-height), nearly, in a few products. */
export function touchingShare(height: number): number {
    const left = Math.max(0, 1 - height / FAR);
    const square = left * left, fourth = square * square, eighth = fourth * fourth;
    return eighth * eighth;
}

/**
 * Writes how the points of a sole that touch the ground have moved along it since the last frame: the mean of all, the lowest by far the most.
 *
 * @param now - The points, three numbers each, world space.
 * @param before - The same in the last frame.
 * @param up - Direction across the ground; unit length.
 * @param touch - Height above the lowest point within which a point touches, in its only element.
 */
export function soleMotion(out: Flat, now: Flat, before: Flat, up: Flat, touch: Flat): void {
    let lowest = Infinity;
    for (let o = 0; o < now.length; o += 3) lowest = Math.min(lowest, dotVec(now, o, up, 0));
    let sum = 0;
    clearVec(out, 0);
    for (let o = 0; o < now.length; o += 3) {
        const weight = touchingShare((dotVec(now, o, up, 0) - lowest) / touch[0]);
        if (weight === 0) continue;
        sum += weight;
        for (let k = 0; k < 3; k++) out[k] += weight * (now[o + k] - before[o + k]);
    }
    for (let k = 0; k < 3; k++) out[k] /= sum;
    const across = dotVec(out, 0, up, 0);
    for (let k = 0; k < 3; k++) out[k] -= across * up[k];
}

/**
 * Goes on for a frame in which the foot is down.
 *
 * @param slide - How far its sole would have slid on the ground, world space.
 * @param dt - Seconds, above 0.
 */
export function holdSole(hold: SoleHold, slide: Flat, dt: number): void {
    const { offset, rate } = hold;
    for (let k = 0; k < 3; k++) {
        offset[k] -= slide[k];
        rate[k] = -slide[k] / dt;
    }
    hold.isDown = true;
}

/** Lifts the foot: its offset dies out within a time in seconds. */
export function releaseSole(hold: SoleHold, seconds: number): void {
    copyVec(hold.left.values, 0, hold.offset, 0);
    copyVec(hold.left.rates, 0, hold.rate, 0);
    startDuration(hold.left, seconds);
    hold.isDown = false;
}

/** Goes on for a frame in which the foot is in the air. */
export function swingSole(hold: SoleHold, dt: number): void {
    hold.left.elapsed += dt;
    clearVec(hold.offset, 0);
    addLeft(hold.offset, 0, hold.left);
}
