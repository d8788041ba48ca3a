import { Quat, Vec3 } from 'playcanvas';

import { HeightGround, MeshGround, type Ground, type GroundBody, type GroundHit } from '../../scripts/index';

// Things to walk on, with a truth of their own: how high the surface is at a place, and how far a point is above or inside it. The
// pack's grounds get the same things as triangles or heights; what a test expects comes from here.

type Flat = Float64Array;

/** Something to walk on. */
export interface Scenery {
    readonly ground: Ground;
    /** Height of the surface at a place, metres; -Infinity over nothing. */
    heightAt(x: number, z: number): number;
    /** Distance of a point from the surface, metres: negative inside. */
    distanceTo(x: number, y: number, z: number): number;
}

/** A plane through the origin that rises by an angle towards a heading, both in degrees; heading 0 is +z, 90 is +x. */
export function slope(angle: number, heading = 0): Scenery & { normal: Vec3 } {
    const [rise, turn] = [Math.tan(angle * Math.PI / 180), heading * Math.PI / 180];
    const [kx, kz] = [rise * Math.sin(turn), rise * Math.cos(turn)];
    const normal = new Vec3(-kx, 1, -kz).normalize();
    return {
        ground: new HeightGround((x, z) => kx * x + kz * z),
        normal,
        heightAt: (x, z) => kx * x + kz * z,
        distanceTo: (x, y, z) => (y - kx * x - kz * z) * normal.y
    };
}

/** A box: centre, half sizes and rotation. */
export interface Box { centre: Vec3; half: Vec3; rotation: Quat }

export function box(centre: [number, number, number], size: [number, number, number], angles: [number, number, number] = [0, 0, 0]): Box {
    return { centre: new Vec3(...centre), half: new Vec3(...size).mulScalar(0.5), rotation: new Quat().setFromEulerAngles(...angles) };
}

const FACES = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3];

/** The corners of a box, and its triangles. */
export function triangles(boxes: readonly Box[]): { positions: number[]; indices: number[] } {
    const positions: number[] = [], indices: number[] = [];
    boxes.forEach(({ centre, half, rotation }, i) => {
        for (let corner = 0; corner < 8; corner++) {
            const p = new Vec3(corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y, corner & 4 ? half.z : -half.z);
            rotation.transformVector(p, p).add(centre);
            positions.push(p.x, p.y, p.z);
        }
        indices.push(...FACES.map(corner => 8 * i + corner));
    });
    return { positions, indices };
}

/** What gives the distance of points from a box, negative inside: its axes are read once. */
function boxDistance({ centre, half, rotation }: Box): (x: number, y: number, z: number) => number {
    const axes = [Vec3.RIGHT, Vec3.UP, Vec3.BACK].map(axis => rotation.transformVector(axis, new Vec3()));
    const sizes = [half.x, half.y, half.z];
    return (x, y, z) => {
        const [dx, dy, dz] = [x - centre.x, y - centre.y, z - centre.z];
        let outside = 0, inside = -Infinity;
        for (let i = 0; i < 3; i++) {
            const over = Math.abs(dx * axes[i].x + dy * axes[i].y + dz * axes[i].z) - sizes[i];
            inside = Math.max(inside, over);
            if (over > 0) outside += over * over;
        }
        return outside > 0 ? Math.sqrt(outside) : inside;
    };
}

/** Height at which a vertical line leaves a box; -Infinity beside it. */
function boxTop({ centre, half, rotation }: Box, x: number, z: number): number {
    const back = rotation.clone().invert();
    const from = back.transformVector(new Vec3(x, 0, z).sub(centre), new Vec3());
    const up = back.transformVector(new Vec3(0, 1, 0), new Vec3());
    let [low, high] = [-Infinity, Infinity];
    for (const axis of ['x', 'y', 'z'] as const) {
        if (Math.abs(up[axis]) < 1e-12) {
            if (Math.abs(from[axis]) > half[axis]) return -Infinity;
            continue;
        }
        const [a, b] = [(-half[axis] - from[axis]) / up[axis], (half[axis] - from[axis]) / up[axis]];
        low = Math.max(low, Math.min(a, b));
        high = Math.min(high, Math.max(a, b));
    }
    return low <= high ? high : -Infinity;
}

/** Boxes that do not move. */
export function scene(boxes: readonly Box[]): Scenery & { boxes: readonly Box[] } {
    const { positions, indices } = triangles(boxes);
    const distances = boxes.map(boxDistance);
    return {
        boxes,
        ground: new MeshGround(positions, indices),
        heightAt: (x, z) => Math.max(...boxes.map(one => boxTop(one, x, z))),
        distanceTo: (x, y, z) => distances.reduce((least, distance) => Math.min(least, distance(x, y, z)), Infinity)
    };
}

/** Stairs towards +z from the origin on, with a floor before and after: the height of a step, its tread, their number. */
export function stairs(rise: number, tread: number, count: number, scale = 1): Scenery & {
    rise: number; tread: number; noses: readonly number[]; line(z: number): number;
} {
    const [r, t] = [rise * scale, tread * scale];
    const end = t * count + 20 * scale;
    const boxes: Box[] = [box([0, -0.5 * scale, -10 * scale], [8 * scale, scale, 20 * scale])];
    const noses: number[] = [];
    for (let i = 0; i < count; i++) {
        const from = i * t;
        noses.push(from);
        boxes.push(box([0, (i + 1) * r - 0.5 * scale, (from + end) / 2], [8 * scale, scale, end - from]));
    }
    const top = (step: number) => Math.max(0, Math.min(count, step)) * r;
    return {
        rise: r,
        tread: t,
        noses,
        ground: scene(boxes).ground,
        heightAt: (_, z) => top(Math.floor(z / t) + 1),
        distanceTo: (_, y, z) => {
            // each step is a corner of which all behind and below its nose is solid
            const here = Math.max(0, Math.min(count, Math.floor(z / t) + 1));
            let distance = y;
            for (let step = Math.max(1, here - 2); step <= Math.min(count, here + 2); step++) {
                const [ahead, above] = [(step - 1) * t - z, y - top(step)];
                distance = Math.min(distance, ahead > 0 && above > 0 ? Math.hypot(ahead, above) : Math.max(ahead, above));
            }
            return distance;
        },
        // the line over the noses: level before and after
        line: z => Math.max(0, Math.min(count, (z + t) / t)) * r
    };
}

/** Seeded numbers for rubble. */
function random(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state * 16807) % 2147483647;
        return state / 2147483647;
    };
}

/** Boxes of up to 8 cm, tilted by up to 12 degrees, around the origin; on a floor. */
export function rubble(seed: number, scale = 1): Scenery {
    const next = random(seed);
    const boxes = [box([0, -0.5 * scale, 0], [20 * scale, scale, 20 * scale])];
    for (let i = 0; i < 60; i++) {
        const [x, z] = [(next() - 0.5) * 2.4 * scale, (next() - 0.5) * 2.4 * scale];
        const size: [number, number, number] = [(0.15 + 0.3 * next()) * scale, 0.2 * scale, (0.15 + 0.3 * next()) * scale];
        boxes.push(box([x, (0.08 * next() - 0.1) * scale, z], size, [24 * next() - 12, 360 * next(), 24 * next() - 12]));
    }
    return scene(boxes);
}

/** Ground that moves as one body: a level plane at the height 0 of a frame that is placed and turned at will. */
export class Platform implements Ground, GroundBody {
    readonly position = new Vec3();

    readonly rotation = new Quat();

    /** Whether it is still there. */
    there = true;

    casts = 0;

    constructor(private readonly half = Infinity) {}

    cast(hit: GroundHit, ray: Flat): boolean {
        this.casts++;
        const from = this.toLocal(new Vec3(ray[0], ray[1], ray[2]));
        const way = this.rotation.clone().invert().transformVector(new Vec3(ray[3], ray[4], ray[5]), new Vec3());
        const length = -from.y / way.y;
        if (!this.there || !(length >= 0 && length <= ray[6])) return false;
        const met = from.clone().add(way.mulScalar(length));
        if (Math.abs(met.x) > this.half || Math.abs(met.z) > this.half) return false;
        const point = this.toWorld(met), normal = this.rotation.transformVector(new Vec3(0, 1, 0), new Vec3());
        for (const [i, axis] of (['x', 'y', 'z'] as const).entries()) {
            hit.point[i] = point[axis];
            hit.normal[i] = normal[axis];
        }
        hit.body = this;
        return true;
    }

    readPlace(out: Flat) {
        const { position: p, rotation: q } = this;
        [p.x, p.y, p.z, q.x, q.y, q.z, q.w].forEach((value, i) => { out[i] = value; });
    }

    isThere(): boolean {
        return this.there;
    }

    toLocal(world: Vec3): Vec3 {
        return this.rotation.clone().invert().transformVector(world.clone().sub(this.position), new Vec3());
    }

    toWorld(local: Vec3): Vec3 {
        return this.rotation.transformVector(local, new Vec3()).add(this.position);
    }
}

/** Counts the rays that a ground is asked for. */
export class Counted implements Ground {
    casts = 0;

    constructor(private readonly inner: Ground) {}

    get version(): number | undefined {
        return this.inner.version;
    }

    cast(hit: GroundHit, ray: Flat): boolean {
        this.casts++;
        return this.inner.cast(hit, ray);
    }
}
