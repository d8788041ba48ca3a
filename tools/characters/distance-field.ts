import { Vec3 } from 'playcanvas';

import { path } from './curves';
import { clamp } from '../../scripts/core/math/scalars';


// Signed distance fields: the shapes that a character's body is made of, and the ways to join them.
//
// Negative inside, in metres. Rounded cones are exact; flattened cones and ellipsoids are exact to first order near the surface,
// which is where the mesher and the skin weights read them. The smooth minimum is the quadratic one of I. Quilez.

/** A shape in space with a sphere around it. */
export interface Field {
    /** Signed distance to the surface, in metres. */
    distance(x: number, y: number, z: number): number;
    /** Centre of a sphere that holds the whole shape. */
    readonly center: Vec3;
    /** Radius of that sphere, in metres. */
    readonly radius: number;
}

/** A shape that belongs to a bone. */
export interface Part extends Field {
    readonly bone: string;
    /** Mean radius of the shape in metres: the skin blends over about this length. */
    readonly thickness: number;
}

/** Flattening of a cross-section along a direction. */
export interface Flattening {
    /** Unit direction that is pressed. */
    axis: Vec3;
    /** Depth over width. */
    factor: number;
}

/**
 * Distance to balls along a line, possibly pressed flat, with a radius by the share of the way. Where the radius shrinks evenly the
 * distance is exact when `shrink` tells by how much; otherwise that is 0.
 */
function sweep(from: Vec3, to: Vec3, radius: (share: number) => number, shrink: number, flat?: Flattening): Field['distance'] {
    const axis = flat?.axis ?? Vec3.UP;
    const stretch = flat ? 1 / flat.factor - 1 : 0;
    const stretched = (v: Vec3) => v.clone().add(axis.clone().mulScalar(stretch * axis.dot(v)));
    const start = stretched(from);
    const along = stretched(to).sub(start);
    const length = along.length();
    along.mulScalar(1 / length);
    const sin = shrink / length;
    const tan = sin / Math.sqrt(1 - sin * sin);

    return (x, y, z) => {
        const press = stretch * (axis.x * x + axis.y * y + axis.z * z);
        const px = x + axis.x * press - start.x;
        const py = y + axis.y * press - start.y;
        const pz = z + axis.z * press - start.z;
        const height = px * along.x + py * along.y + pz * along.z;
        const aside = Math.sqrt(Math.max(0, px * px + py * py + pz * pz - height * height));
        const t = clamp(height - aside * tan, 0, length);
        const nx = px - along.x * t;
        const ny = py - along.y * t;
        const nz = pz - along.z * t;
        const away = Math.sqrt(nx * nx + ny * ny + nz * nz);
        const d = away - radius(t / length);
        if (stretch === 0) return d;
        // no point inside is deeper than half the pressed thickness
        const deepest = (d - away) / (1 + stretch);
        if (away === 0) return deepest;
        const pressed = stretch * (nx * axis.x + ny * axis.y + nz * axis.z);
        return Math.max(deepest, d * away / Math.hypot(nx + axis.x * pressed, ny + axis.y * pressed, nz + axis.z * pressed));
    };
}

/** A shape made by {@link sweep}, its radii those across the flattening. */
function swept(bone: string, from: Vec3, to: Vec3, radii: number[], distance: Field['distance'], flat?: Flattening): Part {
    return {
        bone,
        thickness: radii.reduce((a, b) => a + b, 0) / radii.length,
        center: from.clone().add(to).mulScalar(0.5),
        radius: from.distance(to) / 2 + Math.max(...radii) * Math.max(1, flat?.factor ?? 1),
        distance
    };
}

/** A cone with a ball at either end, possibly pressed flat. Radii are those across the flattening. */
export function roundedCone(bone: string, from: Vec3, to: Vec3, fromRadius: number, toRadius: number, flat?: Flattening): Part {
    const radius = (share: number) => fromRadius + (toRadius - fromRadius) * share;
    return swept(bone, from, to, [fromRadius, toRadius], sweep(from, to, radius, fromRadius - toRadius, flat), flat);
}

/** A straight limb whose radius follows a smooth profile: radii at even steps from one end to the other. It may be pressed flat. */
export function limb(bone: string, from: Vec3, to: Vec3, radii: number[], flat?: Flattening): Part {
    const last = radii.length - 1;
    const profile = path(radii.map((radius, i) => [i / last, radius]), 0, 0);
    return swept(bone, from, to, radii, sweep(from, to, profile, 0, flat), flat);
}

/** An ellipsoid along the axes of the model. */
export function ellipsoid(bone: string, center: Vec3, radii: Vec3): Part {
    const smallest = Math.min(radii.x, radii.y, radii.z);
    return {
        bone,
        thickness: Math.cbrt(radii.x * radii.y * radii.z),
        center,
        radius: Math.max(radii.x, radii.y, radii.z),
        distance(x, y, z) {
            const px = (x - center.x) / radii.x;
            const py = (y - center.y) / radii.y;
            const pz = (z - center.z) / radii.z;
            const scaled = Math.sqrt(px * px + py * py + pz * pz);
            const slope = Math.hypot(px / radii.x, py / radii.y, pz / radii.z);
            return slope === 0 ? -smallest : Math.max(-smallest, scaled * (scaled - 1) / slope);
        }
    };
}

/** A ball. */
export function ball(bone: string, center: Vec3, radius: number): Part {
    return ellipsoid(bone, center, new Vec3(radius, radius, radius));
}

/** A horizontal cross-section of a trunk, an ellipse, in metres. */
export interface Section {
    y: number;
    /** Half the width. */
    width: number;
    /** Half the depth. */
    depth: number;
    /** Place of the middle along Z. */
    middle: number;
}

/** Steps in which a loft's sections are tabulated, in metres. */
const LOFT_STEP = 0.002;

/** A trunk through horizontal cross-sections from the lowest to the highest, flat at both ends. */
export function loft(sections: Section[]): Field {
    const bottom = sections[0].y;
    const top = sections[sections.length - 1].y;
    const curve = (key: 'width' | 'depth' | 'middle') => path(sections.map(section => [section.y, section[key]]), 0, 0);
    const [width, depth, middle] = [curve('width'), curve('depth'), curve('middle')];
    const table = Array.from({ length: Math.ceil((top - bottom) / LOFT_STEP) + 2 }, (_, i) => {
        const y = Math.min(top, bottom + i * LOFT_STEP);
        const steepness = (f: (y: number) => number) => (f(Math.min(top, y + LOFT_STEP)) - f(Math.max(bottom, y - LOFT_STEP))) / (2 * LOFT_STEP);
        const slope = Math.max(Math.abs(steepness(width)), Math.abs(steepness(depth)) + Math.abs(steepness(middle)));
        return [width(y), depth(y), middle(y), 1 / Math.hypot(1, slope)];
    });
    return {
        center: new Vec3(0, (bottom + top) / 2, 0),
        radius: Math.max(...sections.map(s => Math.hypot(s.width, s.depth + Math.abs(s.middle), s.y - (bottom + top) / 2))),
        distance(x, y, z) {
            const level = clamp(y, bottom, top);
            const step = (level - bottom) / LOFT_STEP;
            const row = Math.floor(step);
            const [w, d, m, shrink] = table[row].map((value, i) => value + (table[row + 1][i] - value) * (step - row));
            const px = x / w;
            const pz = (z - m) / d;
            const scaled = Math.hypot(px, pz);
            const slope = Math.hypot(px / w, pz / d);
            const smallest = Math.min(w, d);
            const side = (slope === 0 ? -smallest : Math.max(-smallest, scaled * (scaled - 1) / slope)) * shrink;
            const beyond = Math.max(bottom - y, y - top);
            return side > 0 && beyond > 0 ? Math.hypot(side, beyond) : Math.max(side, beyond);
        }
    };
}

/** The same shape, remembering the last point it was asked about. */
export function remember(field: Field): Field {
    let [lastX, lastY, lastZ, last] = [NaN, NaN, NaN, NaN];
    return {
        center: field.center,
        radius: field.radius,
        distance(x, y, z) {
            if (x !== lastX || y !== lastY || z !== lastZ) {
                last = field.distance(x, y, z);
                [lastX, lastY, lastZ] = [x, y, z];
            }
            return last;
        }
    };
}

function smoothMinimum(a: number, b: number, blend: number): number {
    const overlap = Math.max(blend - Math.abs(a - b), 0);
    return Math.min(a, b) - (blend > 0 ? overlap * overlap / (4 * blend) : 0);
}

/** Joins shapes with a fillet of the size `blend` in metres; 0 leaves the crease. */
export function join(blend: number, ...fields: Field[]): Field {
    const center = new Vec3();
    for (const field of fields) center.add(field.center);
    center.mulScalar(1 / fields.length);
    const radius = Math.max(...fields.map(field => field.center.distance(center) + field.radius)) + blend;
    return {
        center,
        radius,
        distance(x, y, z) {
            let d = Infinity;
            for (const field of fields) {
                // a shape further away than the fillet reaches cannot change the result
                const { center: c, radius: r } = field;
                const reach = d + blend + r;
                const apart = (x - c.x) * (x - c.x) + (y - c.y) * (y - c.y) + (z - c.z) * (z - c.z);
                if (reach > 0 && apart < reach * reach) d = smoothMinimum(d, field.distance(x, y, z), blend);
            }
            return d;
        }
    };
}

/** Takes `cutter` out of `field`, with a rounded edge of the size `blend` in metres. */
export function carve(blend: number, field: Field, cutter: Field): Field {
    return {
        center: field.center,
        radius: field.radius,
        distance: (x, y, z) => -smoothMinimum(-field.distance(x, y, z), cutter.distance(x, y, z), blend)
    };
}

/** Below the soles there is nothing. */
const FLOOR: Field = { center: new Vec3(), radius: Infinity, distance: (_x, y) => y };

/** The part of a shape above the floor, its soles flat with edges rounded over `blend` metres. */
export function aboveFloor(blend: number, field: Field): Field {
    return carve(blend, field, FLOOR);
}

/** The shape laid on its front: what was its height is its length along Z, what was its depth is its height. */
export function lying(field: Field): Field {
    const { center, radius } = field;
    return { center: new Vec3(center.x, center.z, center.y), radius, distance: (x, y, z) => field.distance(x, z, y) };
}

/** Step of the central differences in metres: far below the smallest detail, far above rounding. */
const GRADIENT_STEP = 2e-4;

/** Writes the direction in which the distance grows, of length 1 near the surface. */
export function gradient(out: Vec3, field: Field, x: number, y: number, z: number): Vec3 {
    const h = GRADIENT_STEP;
    return out.set(
        field.distance(x + h, y, z) - field.distance(x - h, y, z),
        field.distance(x, y + h, z) - field.distance(x, y - h, z),
        field.distance(x, y, z + h) - field.distance(x, y, z - h)
    ).mulScalar(0.5 / h);
}
