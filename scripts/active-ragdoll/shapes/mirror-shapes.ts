import { GROWTH, holdOf } from './fit-shape';
import type { HeldShape } from './separate-shapes';
import { createShape, gapBetween, volumeOf, type Shape } from './shape';
import { dotVec, type Flat } from '../../core/math/flat-math';
import type { Steps } from '../../core/timing/steps';

// Gives both sides of a character the same shapes, where both sides of it are the same: each search ends in one of many good fits.

/** Gap that counts as none, in heights of the character: where shapes touched before they may touch again. */
const TOUCH = 1e-6;

/** A shape on the other side of a plane. */
function mirrorShape({ kind, center, axes, half, radius }: Shape, normal: Flat, distance: number): Shape {
    const mirrored = createShape(kind, center, axes, half, radius);
    const flip = (vector: Flat, o: number, by: number) => {
        for (let i = 0; i < 3; i++) vector[o + i] -= 2 * by * normal[i];
    };
    flip(mirrored.center, 0, dotVec(center, 0, normal, 0) - distance);
    for (const axis of [0, 3, 6]) flip(mirrored.axes, axis, dotVec(axes, axis, normal, 0));
    // a mirrored frame is left-handed; a shape looks the same with one axis turned round
    for (let i = 0; i < 3; i++) mirrored.axes[i] = -mirrored.axes[i];
    return mirrored;
}

/**
 * Replaces the larger shape of each two by the mirrored smaller one, where that holds its points and overlaps nothing.
 *
 * @param twins - The body on the other side for each body; itself for one in the middle.
 * @param normal - Direction across the body.
 * @param distance - Of the middle of the body along it, from the origin.
 */
export function *mirrorShapes(
    held: readonly HeldShape[], twins: readonly number[], areNeighbours: (a: number, b: number) => boolean, normal: Flat, distance: number
): Steps<void> {
    const fits = (index: number, candidate: Shape) => {
        const { shape, cloud } = held[index];
        return holdOf(candidate, cloud) <= Math.max(GROWTH, holdOf(shape, cloud)) && held.every((other, j) => {
            if (j === index || areNeighbours(index, j)) return true;
            return gapBetween(candidate, other.shape) >= Math.min(TOUCH, gapBetween(shape, other.shape));
        });
    };
    for (const [index, twin] of twins.entries()) {
        if (twin <= index || held[index].fixed || held[twin].fixed) continue;
        const bySize = [index, twin].sort((a, b) => volumeOf(held[a].shape) - volumeOf(held[b].shape));
        for (const [from, to] of [bySize, [...bySize].reverse()]) {
            const candidate = mirrorShape(held[from].shape, normal, distance);
            yield;
            if (!fits(to, candidate)) continue;
            Object.assign(held[to].shape, candidate);
            break;
        }
    }
}
