import { createGroundHit, RAY, type Ground } from '../core/ground/ground';
import { captureLimb, createLimb, reachWithLimb, type Limb } from '../core/limb/limb';
import { clearVec, copyQuat, copyVec, distanceVec, dotVec, multiplyInverseQuat, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { updateWorld } from '../core/pose/flat-pose';
import { raiseTo } from '../core/pose/level-turns';
import { BoneSet, ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import { ModelCache } from '../rig/model-cache';
import type { Rig } from '../rig/rig';
import { readSkin } from '../skin/skin';
import { INFLUENCES } from '../skin/skin-binding';

// The hands of a body that is down, as they are shown: they rest on the floor.
//
// What is shown of an arm is not where its bodies are: elbows that a fall bends the wrong way are shown straight, joints that it pulls open are shown closed,
// and the clip that gets up may be made for smaller hands. So the wrist is raised until the palm is out of the floor, while the elbow bends; fingers
// that are still in it are turned up at their roots.

/** Seconds within which hands go back to where they are without it. */
const BACK = 0.3;

/** Cosine to the vertical from which on ground carries hands. */
const FLOOR = 0.5;

/** Way of a wrist within which the ground below it counts as the same, metres. */
const STILL = 1e-5;

/** Outermost vertices of a bone are taken in these directions: along three axes, and between them. */
const DIRECTIONS = [-1, 0, 1].flatMap(x => [-1, 0, 1].flatMap(y => [-1, 0, 1].map(z => Float64Array.of(x, y, z)))).filter(one => dotVec(one, 0, one, 0) % 2 === 1);

/** A point of the skin: the node that holds each most, the nodes that carry it, their shares, and its places in their frames. */
interface SkinPoint { readonly holder: number; readonly nodes: readonly number[]; readonly shares: readonly number[]; readonly places: readonly number[] }

const outermost = new ModelCache<number, readonly SkinPoint[]>('hands');

/** A palm or a finger: its first bone, and its points: where the carriers of each end, the carriers as bones of the set, their shares, the point in their frames. */
interface Part { readonly root: number; readonly ends: Int32Array; readonly bones: Int32Array; readonly shares: Flat; readonly places: Flat }

/** An arm, with the palm and then its fingers. */
interface Arm {
    readonly limb: Limb;
    readonly parts: readonly Part[];
    /** Place of the wrist for which the ground was looked for. */
    readonly seen: Flat;
    /** Point and normal of the ground. */
    readonly plane: Flat;
    hasGround: boolean;
}

const ray = new Float64Array(RAY);
const hit = createGroundHit();
const goal = new Float64Array(8);
const place = new Float64Array(3);
const carried = new Float64Array(3);

export class Hands {
    private readonly set: BoneSet | null;

    private readonly arms: readonly Arm[];

    /** The deepest point of the part that {@link depthOf} has looked at last. */
    private readonly lowest = new Float64Array(3);

    /** How far hands are raised of what they are in the floor. */
    private weight = 0;

    /** @param ground - What hands rest on. */
    constructor(rig: Rig, record: PoseRecord, private readonly ground: Ground) {
        const { nodes, rotations, ends, parents } = rig.skeleton;
        const { leftHand, rightHand } = rig.limbs;
        // paws are feet
        const limbs = rig.legs === 2 ? [leftHand, rightHand].flatMap(limb => (limb && limb.bones.length > 2 ? [limb.bones] : [])) : [];
        const skins = limbs.map(bones => outermost.get(rig, bones[bones.length - 1], () => findOutermost(rig, bones[bones.length - 1])));
        const set = limbs.length > 0 ? new BoneSet([...limbs.flat(), ...skins.flat().flatMap(point => [point.holder, ...point.nodes])].map(bone => nodes[bone]), record) : null;
        this.set = set;
        this.arms = limbs.map((bones, i) => {
            const hand = bones[bones.length - 1];
            const roots = [hand];
            for (let node = hand + 1; node < ends[hand]; node++) if (parents[node] === hand) roots.push(node);
            const parts = roots.map((root) => {
                const points = skins[i].filter(({ holder }) => (root === hand ? holder === hand : holder >= root && holder < ends[root]));
                return {
                    root: set!.indexOf(nodes[root]), ends: Int32Array.from(points, (_, k) => points.slice(0, k + 1).reduce((sum, point) => sum + point.nodes.length, 0)),
                    bones: Int32Array.from(points.flatMap(point => point.nodes), node => set!.indexOf(nodes[node])),
                    shares: Float64Array.from(points.flatMap(({ shares }) => shares)), places: Float64Array.from(points.flatMap(({ places }) => places))
                };
            });
            const pole = new Float64Array(3);
            rotateVecInverse(pole, 0, rotations, 4 * bones[0], rig.forward.map(value => -value), 0);
            const limb = createLimb(bones.map(bone => set!.indexOf(nodes[bone])), pole);
            return { limb, parts: parts.filter((part, k) => k === 0 || part.ends.length > 0), seen: new Float64Array(3).fill(NaN), plane: new Float64Array(6), hasGround: false };
        });
    }

    /**
     * One frame, after all else has written the bones.
     *
     * @param isDown - Whether the body falls, lies or gets up.
     * @param dt - Seconds.
     */
    show(isDown: boolean, dt: number) {
        const { set, arms } = this;
        this.weight = isDown ? 1 : Math.max(0, this.weight - dt / BACK);
        if (!set || !(this.weight > 0) || set.read() !== ReadStatus.ok) return;
        for (let i = 0; i < arms.length; i++) {
            const arm = arms[i];
            this.lookBelow(arm);
            if (!arm.hasGround) continue;
            this.raiseWrist(arm, this.depthOf(arm, arm.parts[0]));
            let left = 0;
            for (let k = 1; k < arm.parts.length; k++) left = Math.max(left, this.turnUp(arm, arm.parts[k]));
            this.raiseWrist(arm, left);
        }
    }

    /** Finds the ground below a wrist: from as high as the arm reaches, since the wrist may be in it. */
    private lookBelow(arm: Arm) {
        const { positions } = this.set!.pose;
        const { limb: { bones }, seen, plane } = arm;
        const o = 3 * bones[bones.length - 1];
        if (distanceVec(seen, 0, positions, o) < STILL) return;
        copyVec(seen, 0, positions, o);
        let top = positions[o + 1], length = 0;
        for (let i = 0; i < bones.length - 1; i++) {
            top = Math.max(top, positions[3 * bones[i] + 1]);
            length += distanceVec(positions, 3 * bones[i], positions, 3 * bones[i + 1]);
        }
        ray[0] = positions[o];
        ray[1] = top;
        ray[2] = positions[o + 2];
        ray[4] = -1;
        ray[6] = top - positions[o + 1] + length;
        arm.hasGround = this.ground.cast(hit, ray) && hit.normal[1] > FLOOR;
        copyVec(plane, 0, hit.point, 0);
        copyVec(plane, 3, hit.normal, 0);
    }

    /** Raises the wrist by a depth, as far as the arm reaches. */
    private raiseWrist({ limb }: Arm, depth: number) {
        const { set, weight } = this;
        const { pose } = set!;
        if (!(depth > 0)) return;
        captureLimb(limb, pose);
        const hand = limb.bones[limb.bones.length - 1];
        copyVec(goal, 0, pose.positions, 3 * hand);
        goal[1] += weight * depth;
        copyQuat(goal, 3, pose.rotations, 4 * hand);
        reachWithLimb(limb, pose, goal);
        updateWorld(pose);
        for (let i = 0; i < limb.bones.length; i++) set!.writeRotation(limb.bones[i]);
    }

    /** Turns a finger up about its root; one that points straight down is turned less. Answers how deep it is still. */
    private turnUp(arm: Arm, finger: Part): number {
        const { set, weight, lowest } = this;
        const { pose } = set!;
        const depth = this.depthOf(arm, finger);
        if (!(depth > 0)) return 0;
        const { root } = finger;
        subtractVec(place, 0, lowest, 0, pose.positions, 3 * root);
        raiseTo(pose.rotations, 4 * root, place, 0, place[1] + weight * depth);
        multiplyInverseQuat(pose.localRotations, 4 * root, pose.rotations, 4 * pose.parents[root], pose.rotations, 4 * root);
        updateWorld(pose);
        set!.writeRotation(root);
        return this.depthOf(arm, finger);
    }

    /** How deep a part is in the ground, metres, below 0 above it; the deepest point is known then. */
    private depthOf({ plane }: Arm, { ends, bones, shares, places }: Part): number {
        const { lowest, set } = this;
        const { positions, rotations, scales } = set!.pose;
        let most = -Infinity;
        for (let point = 0, i = 0; point < ends.length; point++) {
            clearVec(place, 0);
            for (; i < ends[point]; i++) {
                const bone = bones[i];
                rotateVec(carried, 0, rotations, 4 * bone, places, 3 * i);
                for (let k = 0; k < 3; k++) place[k] += shares[i] * (positions[3 * bone + k] + scales[bone] * carried[k]);
            }
            const depth = plane[1] - ((place[0] - plane[0]) * plane[3] + (place[2] - plane[2]) * plane[5]) / plane[4] - place[1];
            if (!(depth > most)) continue;
            most = depth;
            copyVec(lowest, 0, place, 0);
        }
        return most;
    }
}

/** The outermost vertices of each bone from a hand downwards; the joints where it has no skin. */
function findOutermost({ skeleton }: Rig, hand: number): SkinPoint[] {
    const { ends, matrices, positions, rotations } = skeleton;
    const { holders, points, nodes, weights } = readSkin(skeleton);
    const end = ends[hand];
    const held: number[][] = Array.from({ length: end - hand }, () => []);
    holders.forEach((holder, vertex) => { if (holder >= hand && holder < end) held[holder - hand].push(vertex); });
    const local = new Float64Array(3);
    const found = held.flatMap((vertices) => {
        const furthest = DIRECTIONS.flatMap(direction => (vertices.length > 0 ? [vertices.reduce((a, b) => (dotVec(points, 3 * b, direction, 0) > dotVec(points, 3 * a, direction, 0) ? b : a))] : []));
        return [...new Set(furthest)].map((vertex) => {
            const slots = Array.from({ length: INFLUENCES }, (_, slot) => INFLUENCES * vertex + slot).filter(slot => nodes[slot] >= 0 && weights[slot] > 0);
            const carriers = slots.map(slot => nodes[slot]);
            const places = carriers.flatMap((node) => {
                subtractVec(local, 0, points, 3 * vertex, positions, 3 * node);
                rotateVecInverse(local, 0, rotations, 4 * node, local, 0);
                return Array.from(local, value => value / Math.hypot(...matrices.subarray(12 * node, 12 * node + 3)));
            });
            return { holder: holders[vertex], nodes: carriers, shares: slots.map(slot => weights[slot]), places };
        });
    });
    return found.length > 0 ? found : held.map((_, i) => ({ holder: hand + i, nodes: [hand + i], shares: [1], places: [0, 0, 0] }));
}
