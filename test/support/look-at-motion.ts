import { Entity, Quat, Vec3, type GraphNode } from 'playcanvas';

import { angleOf, turnBetween } from './geometry';
import type { Actor, Settings } from './look-at-stage';
import type { PerfectLookAt } from '../../scripts/index';

// How a look moves over time, as the engine's world transforms show it: headings, speeds, smoothness.

const DEGREES = 180 / Math.PI;

/** Puts the script on an instance with the pack's own defaults for all that is not set. */
export function addDefaultLook(actor: Actor, settings: Settings): PerfectLookAt {
    const { model } = actor;
    if (!model.script) model.addComponent('script');
    return model.script!.create('perfectLookAt', { attributes: { ...settings } }) as PerfectLookAt;
}

/** The bone that carries the whole chain of a script. */
export function carrierOf(actor: Actor, look: PerfectLookAt): Entity {
    const rows = look.lookAtBones;
    return (rows[rows.length - 1].bone ?? actor.bone(rows[rows.length - 1].boneName as never)).parent as Entity;
}

/** A direction as angles in degrees from a forward: to its left, and up. Their length is the angle between the two. */
export function headingOf(direction: Vec3, forward: Vec3, up: Vec3): [number, number] {
    const side = new Vec3().cross(up, forward).normalize();
    const upright = new Vec3().cross(forward, side);
    const [x, y] = [direction.dot(side), direction.dot(upright)];
    const sine = Math.hypot(x, y);
    const scale = sine > 0 ? Math.atan2(sine, direction.dot(forward)) * DEGREES / sine : 0;
    return [x * scale, y * scale];
}

/** A point around the stage's eyes: at angles in degrees to the left and up of the character's forward, and a distance in metres. */
export function around(actor: Actor, left: number, up = 0, distance = 2): Vec3 {
    const { forward, eyePoint } = actor.stage;
    const side = new Vec3().cross(Vec3.UP, forward).normalize();
    const [h, p] = [left / DEGREES, up / DEGREES];
    return forward.clone().mulScalar(Math.cos(h) * Math.cos(p))
    .add(side.mulScalar(Math.sin(h) * Math.cos(p)))
    .add(Vec3.UP.clone().mulScalar(Math.sin(p)))
    .mulScalar(distance).add(eyePoint);
}

/** What {@link smoothness} finds. Speeds in degrees per second. */
export interface Smoothness {
    peak: number;
    /** Largest change of the angular velocity from one frame to the next. */
    jump: number;
    /** The same as a share of the peak. */
    kink: number;
    /** Turn within the first frame, degrees. */
    first: number;
}

/** How smoothly a direction moves: its angular velocity from frame to frame. */
export function smoothness(directions: readonly Vec3[], dt: number): Smoothness {
    let [peak, jump] = [0, 0];
    let before: Vec3 | null = null;
    for (let i = 1; i < directions.length; i++) {
        const velocity = new Vec3().cross(directions[i - 1], directions[i]);
        const angle = angleOf(directions[i - 1], directions[i]);
        if (velocity.length() > 0) velocity.normalize().mulScalar(angle / dt);
        peak = Math.max(peak, velocity.length());
        if (before) jump = Math.max(jump, velocity.distance(before));
        before = velocity;
    }
    return { peak, jump, kink: peak > 0 ? jump / peak : 0, first: angleOf(directions[0], directions[1]) };
}

/** Root of the mean of squares. */
export function rms(values: readonly number[]): number {
    return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

/** The turn from one rotation to another as a vector of degrees. */
export function turnVector(from: Quat, to: Quat): Vec3 {
    const turn = to.clone().mul(from.clone().invert());
    const sign = turn.w < 0 ? -1 : 1;
    const axis = new Vec3(turn.x, turn.y, turn.z).mulScalar(sign);
    return axis.length() > 0 ? axis.normalize().mulScalar(turnBetween(from, to)) : axis;
}

/** The mean of rotations that are near each other. */
export function meanRotation(rotations: readonly Quat[]): Quat {
    const sum = [0, 0, 0, 0];
    for (const q of rotations) {
        const sign = q.dot(rotations[0]) < 0 ? -1 : 1;
        [q.x, q.y, q.z, q.w].forEach((value, i) => { sum[i] += sign * value; });
    }
    return new Quat(sum[0], sum[1], sum[2], sum[3]).normalize();
}

/** Turns the rest axes of every bone below a root by a rotation of its own; the bones stay where they are. */
export function reorientBones(root: Entity, turnOf: (bone: GraphNode) => Quat) {
    const places: [GraphNode, Vec3, Quat][] = [];
    const collect = (node: GraphNode) => {
        for (const child of node.children) {
            places.push([child as GraphNode, child.getPosition().clone(), child.getRotation().clone()]);
            collect(child as GraphNode);
        }
    };
    collect(root);
    // parents come first, so that what follows finds them where they stay
    for (const [node, position, rotation] of places) {
        node.setRotation(rotation.mul(turnOf(node)));
        node.setPosition(position);
    }
}
