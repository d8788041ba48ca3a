import { AXES, Capsule, type LineEnd } from './capsule';
import type { TemplateBody } from './template-body';
import { distanceVec, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Role } from '../../rig/roles';

// What of a body hands touch, and points of the skin of hands and forearms that mean the same on every body.

export const SIDES = ['left', 'right'] as const;

/** Ellipses of what is touched, and of a hand and a forearm, where the vertices at the ends of their axes are the points. */
const ROWS = 6;
const HAND_ROWS = 4;
const FOREARM_ROWS = 2;

/** Points of a hand, which come first, and of both. */
export const HAND_POINTS = AXES * HAND_ROWS;
export const ARM_POINTS = HAND_POINTS + AXES * FOREARM_ROWS;

const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);

/** The part that the skin of a bone is of; empty: named as the bone's role. */
const PART_OF: readonly (readonly [RegExp, string])[] = [[/^(?:hips|spine\d*|(?:left|right)Clavicle)$/, 'trunk'], [/^(?:head|jaw)$/, 'head'], [/(?:Thigh|Shin|Forearm|Hand)$/, '']];

const at = new Float64Array(3);

/** An arm whose joints are all known, with points of its skin. */
export class TouchingArm {
    /** The bone of each. */
    private readonly bones: Int32Array;

    /** In the frame of the bone. */
    private readonly points = new Float64Array(3 * ARM_POINTS);

    /** Where they were placed last, three numbers each. */
    readonly placed = new Float64Array(3 * ARM_POINTS);

    /** How far those of the hand are from its joint. */
    readonly reach: number;

    /**
     * @param joints - Upper arm, forearm, hand.
     * @param outermost - Vertices that are points.
     * @param vertices - In the reference pose, body space.
     */
    constructor(readonly joints: readonly number[], { skin: { holders }, space: { first }, places, rotations }: TemplateBody, outermost: readonly number[], vertices: Flat) {
        this.bones = Int32Array.from(outermost, vertex => first + holders[vertex]);
        outermost.forEach((vertex, i) => {
            subtractVec(this.points, 3 * i, vertices, 3 * vertex, places, 3 * this.bones[i]);
            rotateVecInverse(this.points, 3 * i, rotations, 4 * this.bones[i], this.points, 3 * i);
        });
        this.reach = Math.max(...outermost.slice(0, HAND_POINTS).map(vertex => distanceVec(vertices, 3 * vertex, places, 3 * joints[2])));
    }

    /** Places the points in a pose. */
    place({ positions, rotations }: FlatPose): void {
        const { bones, points, placed } = this;
        for (let i = 0; i < ARM_POINTS; i++) {
            rotateVec(placed, 3 * i, rotations, 4 * bones[i], points, 3 * i);
            for (let k = 0; k < 3; k++) placed[3 * i + k] += positions[3 * bones[i] + k];
        }
    }
}

export class BodyTouch {
    /** What is touched, by names that are the same on all bodies. */
    readonly parts = new Map<string, Capsule>();

    readonly arms = new Map<typeof SIDES[number], TouchingArm>();

    /** Height of the hip joints over the soles in the reference pose. */
    readonly height: number;

    private constructor(private readonly body: TemplateBody) {
        const { bones, places, soles, skin: { holders }, space: { pose, first } } = body;
        this.height = places[3 * (bones.get('leftThigh') ?? bones.get('hips') ?? 0) + 1] - soles.level(pose);
        const vertices = verticesOf(body);
        const names = namesOf(body);
        const capsules = this.createCapsules(vertices, names);
        for (let vertex = 0; vertex < holders.length; vertex++) capsules.get(names[first + holders[vertex]])?.add(vertices, 3 * vertex, vertex);
        for (const [name, capsule] of capsules) if (!capsule.fill()) capsules.delete(name);
        for (const [name, capsule] of capsules) if (!name.endsWith('Forearm')) this.parts.set(name, capsule);
        for (const side of SIDES) {
            const joints = (['UpperArm', 'Forearm', 'Hand'] as const).flatMap(role => bones.get(`${side}${role}`) ?? []);
            const outermost = [`${side}Hand`, `${side}Forearm`].flatMap(name => [...capsules.get(name)?.outermost ?? []]);
            if (joints.length === 3 && outermost.length === ARM_POINTS) this.arms.set(side, new TouchingArm(joints, body, outermost, vertices));
        }
    }

    /** Capsules of the trunk, the head, and the parts of limbs, whose skin is not measured yet. */
    private createCapsules(vertices: Flat, names: readonly string[]): Map<string, Capsule> {
        const { body } = this;
        const { bones, rig: { neck }, space: { first } } = body;
        const capsules = new Map<string, Capsule>();
        const add = (name: string, role: Role, from: LineEnd, to: LineEnd, reference: Flat, rows = ROWS) => {
            const bone = bones.get(role);
            if (bone !== undefined && ![...from.joints, ...to.joints].includes(-1)) capsules.set(name, new Capsule(body, bone, from, to, reference, rows));
        };
        const joint = (...roles: Role[]): LineEnd => ({ joints: roles.map(role => bones.get(role) ?? -1), beside: null });
        const tip = (role: Role, pointing: Flat): LineEnd => {
            const bone = bones.get(role) ?? -1;
            return { joints: [bone], beside: bone < 0 ? null : this.tipOf(bone, pointing, vertices, vertex => names[vertex] === role) };
        };
        add('trunk', 'hips', joint('leftThigh', 'rightThigh'), neck.length > 0 ? { joints: [first + neck[0]], beside: null } : joint('head'), Z);
        add('head', 'head', joint('head'), tip('head', Y), Z);
        for (const side of SIDES) {
            const [thigh, shin, forearm, hand] = (['Thigh', 'Shin', 'Forearm', 'Hand'] as const).map(part => `${side}${part}` as const);
            add(thigh, thigh, joint(thigh), joint(shin), Z);
            add(shin, shin, joint(shin), joint(`${side}Foot`), Z);
            add(forearm, forearm, joint(forearm), joint(hand), Y, FOREARM_ROWS);
            add(hand, hand, joint(hand), tip(hand, Float64Array.of(side === 'left' ? 1 : -1, 0, 0)), Y, HAND_ROWS);
        }
        return capsules;
    }

    /** How far the skin goes from a bone in a direction of the template's pose: a vector in the frame of the bone. */
    private tipOf(bone: number, pointing: Flat, vertices: Flat, isHeld: (holder: number) => boolean): Flat {
        const { common, rotations, places, skin: { holders }, space: { first } } = this.body;
        const tip = new Float64Array(3);
        rotateVecInverse(tip, 0, common, 4 * bone, pointing, 0);
        rotateVec(at, 0, rotations, 4 * bone, tip, 0);
        const [x, y, z] = at;
        let length = 1e-3 * this.height;
        holders.forEach((holder, vertex) => {
            if (!isHeld(first + holder)) return;
            subtractVec(at, 0, vertices, 3 * vertex, places, 3 * bone);
            length = Math.max(length, x * at[0] + y * at[1] + z * at[2]);
        });
        return tip.map(value => length * value);
    }

    /** What hands touch on a body, found when it is asked for first. */
    static of(body: TemplateBody): BodyTouch {
        let touch = touches.get(body);
        if (!touch) touches.set(body, touch = new BodyTouch(body));
        return touch;
    }

    /** Places all in a pose. */
    place(pose: FlatPose): void {
        for (const part of this.parts.values()) part.place(pose);
        for (const arm of this.arms.values()) arm.place(pose);
    }
}

const touches = new WeakMap<TemplateBody, BodyTouch>();

/** The part that the skin of each bone is of; empty: none. Twists, fingers and bones on which nothing hangs go with the bone above them. */
function namesOf(body: TemplateBody): string[] {
    const { bones, count, rig: { limbs, spine }, space: { first } } = body;
    const roles = new Map([...bones].map(([role, bone]) => [bone, role]));
    const inChain = new Set([...spine, ...Object.values(limbs).flatMap(limb => limb?.bones ?? [])].map(bone => first + bone));
    const hasChild = new Uint8Array(count + 1);
    for (let bone = 0; bone < count; bone++) hasChild[body.parentOf(bone)] = 1;
    const names: string[] = [];
    for (let bone = 0; bone < count; bone++) {
        const role = roles.get(bone);
        const above = names[body.parentOf(bone)] ?? '';
        const part = PART_OF.find(([pattern]) => role && pattern.test(role));
        names.push(part ? part[1] || role! : !role && (hasChild[bone] === 0 || inChain.has(bone) || above.endsWith('Hand')) ? above : '');
    }
    return names;
}

/** Where the vertices are in the reference pose, in body space. */
function verticesOf({ space: { modelRotation, modelScale, first }, rig: { skeleton }, frame, places, skin: { points } }: TemplateBody): Float64Array {
    const vertices = new Float64Array(points.length);
    for (let o = 0; o < points.length; o += 3) {
        subtractVec(vertices, o, points, o, skeleton.positions, 0);
        rotateVec(vertices, o, modelRotation, 0, vertices, o);
        rotateVecInverse(vertices, o, frame, 0, vertices, o);
        for (let k = 0; k < 3; k++) vertices[o + k] = places[3 * first + k] + modelScale * vertices[o + k];
    }
    return vertices;
}
