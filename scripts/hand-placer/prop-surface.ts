import type { Entity } from 'playcanvas';

import { readPlace } from './grip';
import { distanceVec, dotVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { appendTransform, identityTransform, TRANSFORM } from '../core/pose/transform';
import { readPositions } from '../skin/skin';
import { findDrawn } from '../skin/skin-binding';
import { forEachTriangle } from '../skin/surface';

// The surface of a prop as it is drawn: triangles, in the frame of the hand that closes around it.

/** Numbers of a triangle: its corners, its middle, and how far that is from the farthest corner. */
const TRIANGLE = 13;

const prop = new Float64Array(TRANSFORM);
const point = new Float64Array(TRANSFORM);

export class PropSurface {
    private readonly triangles: Flat;

    /**
     * @param entity - The prop; skinned parts of it are left out.
     * @param place - Where it is in the frame that is asked for, with the units of that in a unit of the scene as its scale.
     * @param centre - A point there; what is farther away than `reach` is left out.
     */
    constructor(entity: Entity, place: Flat, centre: Flat, reach: number) {
        const triangles: number[] = [];
        identityTransform(prop);
        readPlace(prop, entity);
        for (const { instance: { mesh, node }, binding } of findDrawn(entity)) {
            if (binding || !mesh) continue;
            const { data } = node.getWorldTransform();
            const positions = readPositions(mesh);
            const corners = new Float64Array(positions.length);
            for (let i = 0; i < positions.length; i += 3) {
                identityTransform(point);
                for (let k = 0; k < 3; k++) point[k] = data[k] * positions[i] + data[4 + k] * positions[i + 1] + data[8 + k] * positions[i + 2] + data[12 + k] - prop[k];
                rotateVecInverse(point, 0, prop, 3, point, 0);
                moved.set(place);
                appendTransform(moved, point);
                corners.set(moved.subarray(0, 3), i);
            }
            forEachTriangle([mesh], (a, b, c) => addTriangle(triangles, corners, [3 * a, 3 * b, 3 * c], centre, reach));
        }
        this.triangles = Float64Array.from(triangles);
    }

    get isEmpty(): boolean {
        return this.triangles.length === 0;
    }

    /** Distance of a point from the surface, in or outside of it; `most` where that is nearer. */
    distance(x: Flat, most: number): number {
        const { triangles } = this;
        let nearest = most;
        for (let t = 0; t < triangles.length; t += TRIANGLE) {
            if (distanceVec(triangles, t + 9, x, 0) - triangles[t + 12] >= nearest) continue;
            nearest = Math.min(nearest, distanceToTriangle(triangles, t, x));
        }
        return nearest;
    }
}

const moved = new Float64Array(TRANSFORM);
const ab = new Float64Array(3);
const ac = new Float64Array(3);
const ap = new Float64Array(3);
const triangle = new Float64Array(TRIANGLE);

function addTriangle(triangles: number[], corners: Flat, at: readonly number[], centre: Flat, reach: number): void {
    at.forEach((corner, i) => triangle.set(corners.subarray(corner, corner + 3), 3 * i));
    for (let k = 0; k < 3; k++) triangle[9 + k] = (triangle[k] + triangle[3 + k] + triangle[6 + k]) / 3;
    triangle[12] = Math.max(...[0, 3, 6].map(i => distanceVec(triangle, i, triangle, 9)));
    if (distanceVec(triangle, 9, centre, 0) - triangle[12] < reach) triangles.push(...triangle);
}

/** Distance of a point from a triangle: from its plane where the foot lies inside, else from the nearest edge. */
function distanceToTriangle(triangles: Flat, t: number, x: Flat): number {
    subtractVec(ab, 0, triangles, t + 3, triangles, t);
    subtractVec(ac, 0, triangles, t + 6, triangles, t);
    subtractVec(ap, 0, x, 0, triangles, t);
    const bb = dotVec(ab, 0, ab, 0), bc = dotVec(ab, 0, ac, 0), cc = dotVec(ac, 0, ac, 0), bp = dotVec(ab, 0, ap, 0), cp = dotVec(ac, 0, ap, 0);
    const area = bb * cc - bc * bc;
    const v = (cc * bp - bc * cp) / area, w = (bb * cp - bc * bp) / area;
    if (v >= 0 && w >= 0 && v + w <= 1) return Math.sqrt(Math.max(0, dotVec(ap, 0, ap, 0) - v * bp - w * cp));
    return Math.min(distanceToEdge(triangles, t, t + 3, x), distanceToEdge(triangles, t + 3, t + 6, x), distanceToEdge(triangles, t + 6, t, x));
}

function distanceToEdge(points: Flat, a: number, b: number, x: Flat): number {
    subtractVec(ab, 0, points, b, points, a);
    subtractVec(ap, 0, x, 0, points, a);
    const length = dotVec(ab, 0, ab, 0);
    const share = length > 0 ? Math.min(1, Math.max(0, dotVec(ab, 0, ap, 0) / length)) : 0;
    for (let k = 0; k < 3; k++) ap[k] -= share * ab[k];
    return Math.sqrt(dotVec(ap, 0, ap, 0));
}
