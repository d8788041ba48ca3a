import { Mat4, Quat, Vec3 } from 'playcanvas';

// Geometry for expectations: the engine's own maths, none of the pack's.

/** Numbers between 0 and 1 that are the same in every run (Mulberry32). */
export function seededRandom(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

/** An evenly spread direction. */
export function randomDirection(random: () => number): Vec3 {
    const height = 2 * random() - 1;
    const heading = 2 * Math.PI * random();
    const radius = Math.sqrt(1 - height * height);
    return new Vec3(radius * Math.cos(heading), height, radius * Math.sin(heading));
}

/** An evenly spread rotation. */
export function randomRotation(random: () => number): Quat {
    const [u, v, w] = [random(), 2 * Math.PI * random(), 2 * Math.PI * random()];
    const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
    return new Quat(a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w));
}

/** Angle between two vectors in degrees. */
export function angleOf(a: Vec3, b: Vec3): number {
    return Math.atan2(new Vec3().cross(a, b).length(), a.dot(b)) * 180 / Math.PI;
}

/** Angle of the turn between two rotations in degrees; q and -q are one rotation. */
export function turnBetween(a: Quat, b: Quat): number {
    const turn = a.clone().invert().mul(b);
    return 2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w)) * 180 / Math.PI;
}

/** The four parents under which a solver must give the same answer. */
export function parents(random: () => number): { name: string; matrix: Mat4; rotation: Quat; position: Vec3; scale: number }[] {
    const make = (name: string, position: Vec3, rotation: Quat, scale: number) => ({
        name, position, rotation, scale, matrix: new Mat4().setTRS(position, rotation, new Vec3(scale, scale, scale))
    });
    return [
        make('identity', new Vec3(), new Quat(), 1),
        make('moved', new Vec3(12, -3, 40), new Quat(), 1),
        make('turned', new Vec3(), randomRotation(random), 1),
        make('uniformly scaled', new Vec3(), new Quat(), 0.01)
    ];
}

/** Distance between two line segments, from a to b and from c to d (Ericson, Real-Time Collision Detection, 5.1.9). */
export function segmentDistance(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
    const [u, v, w] = [b.clone().sub(a), d.clone().sub(c), a.clone().sub(c)];
    const [uu, vv, uv, uw, vw] = [u.dot(u), v.dot(v), u.dot(v), u.dot(w), v.dot(w)];
    const clamped = (value: number) => Math.max(0, Math.min(1, value));
    const across = uu * vv - uv * uv;
    let s = across > 1e-12 ? clamped((uv * vw - uw * vv) / across) : 0;
    const t = clamped(vv > 0 ? (uv * s + vw) / vv : 0);
    s = clamped(uu > 0 ? (uv * t - uw) / uu : 0);
    return a.clone().add(u.mulScalar(s)).distance(c.clone().add(v.mulScalar(t)));
}
