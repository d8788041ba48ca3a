import { rotateVec, rotateVecInverse, type Flat } from '../math/flat-math';

// Where a ray meets a box, exactly: the three pairs of planes cut a piece out of the ray (Kay and Kajiya, Ray Tracing Complex Scenes, 1986).

const origin = new Float64Array(3);
const direction = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * Finds where a ray enters a box.
 *
 * @param out - Receives the distance along the ray and the normal of the face, four numbers.
 * @param ray - Origin, unit direction and length, seven numbers.
 * @param position - Centre of the box.
 * @param rotation - Its rotation.
 * @param half - Its half edges.
 * @returns Whether it does, within the length of the ray and from outside.
 */
export function castBox(out: Flat, ray: Flat, position: Flat, rotation: Flat, half: Flat): boolean {
    for (let i = 0; i < 3; i++) origin[i] = ray[i] - position[i];
    rotateVecInverse(origin, 0, rotation, 0, origin, 0);
    rotateVecInverse(direction, 0, rotation, 0, ray, 3);
    let enter = -Infinity, leave = Infinity, face = 0;
    for (let axis = 0; axis < 3; axis++) {
        const along = direction[axis];
        if (along === 0) {
            if (Math.abs(origin[axis]) > half[axis]) return false;
            continue;
        }
        const middle = -origin[axis] / along, reach = half[axis] / Math.abs(along);
        if (middle - reach > enter) {
            enter = middle - reach;
            face = axis;
        }
        leave = Math.min(leave, middle + reach);
    }
    if (!(enter >= 0 && enter <= leave && enter <= ray[6])) return false;
    normal.fill(0);
    normal[face] = direction[face] > 0 ? -1 : 1;
    out[0] = enter;
    rotateVec(out, 1, rotation, 0, normal, 0);
    return true;
}
