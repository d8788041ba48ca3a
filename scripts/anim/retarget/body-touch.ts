import { SkinLine, type LineEnd } from './skin-line';
import type { TemplateBody } from './template-body';
import { rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Role } from '../../rig/roles';
import { forEachSurfacePoint, forEachTriangle } from '../../skin/surface';

// What of a body hands touch, as lines with a thickness, and points of the skin of hands and forearms that mean the same on every body.

export const SIDES = ['left', 'right'] as const;

/** Pieces of a forearm and of a hand along and around: of each the outermost vertex is a point. */
const FOREARM = [2, 6] as const;
const HAND = [5, 6] as const;

/** Points of a forearm, which come first, and of both. */
export const FOREARM_POINTS = FOREARM[0] * FOREARM[1];
export const ARM_POINTS = FOREARM_POINTS + HAND[0] * HAND[1];

/** Distance of points of large triangles, as a share of the hips' height. */
const SPACING = 0.02;

const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);
const LINE_OF: readonly (readonly [RegExp, string])[] = [[/^(?:hips|spine\d*|(?:left|right)Clavicle)$/, 'trunk'], [/^(?:head|jaw)$/, 'head'], [/(?:Thigh|Shin|Forearm|Hand)$/, '']];

const at = new Float64Array(3);

/** An arm whose joints are all known, with points of its skin. */
export class TouchingArm {
    /** The bone of each; -1: there is no such point. */
    readonly bones = new Int32Array(ARM_POINTS).fill(-1);

    /** In the frame of the bone. */
    private readonly points = new Float64Array(3 * ARM_POINTS);

    /** Where they were placed last, three numbers each. */
    readonly placed = new Float64Array(3 * ARM_POINTS);

    /**
     * @param joints - Upper arm, forearm, hand.
     * @param vertices - In the reference pose, body space.
     */
    constructor(readonly joints: readonly number[], body: TemplateBody, lines: readonly SkinLine[], vertices: Flat) {
        const { skin: { holders }, space: { first }, places, rotations } = body;
        lines.flatMap(line => [...line.outermost]).forEach((vertex, i) => {
            if (vertex < 0) return;
            const bone = this.bones[i] = first + holders[vertex];
            subtractVec(this.points, 3 * i, vertices, 3 * vertex, places, 3 * bone);
            rotateVecInverse(this.points, 3 * i, rotations, 4 * bone, this.points, 3 * i);
        });
    }

    /** Places the points in a pose. */
    place({ positions, rotations }: FlatPose): void {
        const { bones, points, placed } = this;
        for (let i = 0; i < ARM_POINTS; i++) {
            const bone = bones[i];
            if (bone < 0) continue;
            rotateVec(placed, 3 * i, rotations, 4 * bone, points, 3 * i);
            for (let k = 0; k < 3; k++) placed[3 * i + k] += positions[3 * bone + k];
        }
    }
}

export class BodyTouch {
    /** What is touched, by names that are the same on all bodies. */
    readonly parts = new Map<string, SkinLine>();

    readonly arms = new Map<typeof SIDES[number], TouchingArm>();

    /** Height of the hip joints over the soles in the reference pose. */
    readonly height: number;

    private constructor(private readonly body: TemplateBody) {
        const { bones, places, soles, skin, space: { pose, first } } = body;
        this.height = places[3 * (bones.get('leftThigh') ?? bones.get('hips') ?? 0) + 1] - soles.level(pose);
        const vertices = verticesOf(body);
        const names = namesOf(body);
        const nameOf = (vertex: number) => names[first + skin.holders[vertex]];
        const held = (name: string) => [...skin.holders.keys()].filter(vertex => nameOf(vertex) === name);
        const lines = this.createLines((name, bone, pointing) => this.tipOf(bone, pointing, held(name), vertices));
        for (let vertex = 0; vertex < skin.holders.length; vertex++) lines.get(nameOf(vertex))?.add(vertices, 3 * vertex, vertex);
        for (const [name, line] of lines) if (!name.endsWith('Forearm')) this.parts.set(name, line);
        // of so many vertices that only some are read, the triangles are small
        if (skin.stride === 1) {
            forEachTriangle(body.meshes, (a, b, c) => {
                // points of arms are vertices
                if (!this.parts.has(nameOf(a)) || nameOf(a).endsWith('Hand')) return;
                forEachSurfacePoint({ ...skin, points: vertices }, a, b, c, SPACING * this.height, (x, y, z, holder) => {
                    at.set([x, y, z]);
                    if (!names[first + holder].endsWith('Hand')) this.parts.get(names[first + holder])?.add(at, 0, -1);
                });
            });
        }
        for (const line of lines.values()) line.fill();
        for (const side of SIDES) {
            const joints = (['UpperArm', 'Forearm', 'Hand'] as const).flatMap(role => bones.get(`${side}${role}`) ?? []);
            const both = [lines.get(`${side}Forearm`), lines.get(`${side}Hand`)].flatMap(line => line ?? []);
            if (joints.length === 3 && both.length === 2) this.arms.set(side, new TouchingArm(joints, body, both, vertices));
        }
    }

    /** Lines of the trunk, the head, and the parts of limbs, whose skin is not measured yet. */
    private createLines(tipOf: (name: string, bone: number, pointing: Flat) => Flat): Map<string, SkinLine> {
        const { body } = this;
        const { bones, rig: { neck }, space: { first } } = body;
        const lines = new Map<string, SkinLine>();
        const add = (name: string, bone: number | undefined, from: LineEnd, to: LineEnd, reference: Flat, size?: readonly [number, number]) => {
            if (bone !== undefined && ![...from.joints, ...to.joints].includes(-1)) lines.set(name, new SkinLine(body, bone, from, to, reference, ...size ?? []));
        };
        const joint = (...roles: Role[]): LineEnd => ({ joints: roles.map(role => bones.get(role) ?? -1), beside: null });
        const tip = (name: Role, pointing: Flat): LineEnd => {
            const bone = bones.get(name);
            return { joints: [bone ?? -1], beside: bone === undefined ? null : tipOf(name, bone, pointing) };
        };
        add('trunk', bones.get('hips'), joint('leftThigh', 'rightThigh'), neck.length > 0 ? { joints: [first + neck[0]], beside: null } : joint('head'), Z);
        add('head', bones.get('head'), joint('head'), tip('head', Y), Z);
        for (const side of SIDES) {
            const [thigh, shin, forearm, hand] = (['Thigh', 'Shin', 'Forearm', 'Hand'] as const).map(part => `${side}${part}` as const);
            add(thigh, bones.get(thigh), joint(thigh), joint(shin), Z);
            add(shin, bones.get(shin), joint(shin), joint(`${side}Foot`), Z);
            add(forearm, bones.get(forearm), joint(forearm), joint(hand), Y, FOREARM);
            add(hand, bones.get(hand), joint(hand), tip(hand, Float64Array.of(side === 'left' ? 1 : -1, 0, 0)), Y, HAND);
        }
        return lines;
    }

    /** How far the skin goes from a bone in a direction of the template's pose: a vector in the frame of the bone. */
    private tipOf(bone: number, pointing: Flat, held: readonly number[], vertices: Flat): Flat {
        const { common, rotations, places } = this.body;
        const tip = new Float64Array(3);
        rotateVecInverse(tip, 0, common, 4 * bone, pointing, 0);
        rotateVec(at, 0, rotations, 4 * bone, tip, 0);
        const [x, y, z] = at;
        const length = held.reduce((most, vertex) => {
            subtractVec(at, 0, vertices, 3 * vertex, places, 3 * bone);
            return Math.max(most, x * at[0] + y * at[1] + z * at[2]);
        }, 1e-3 * this.height);
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
        for (const line of this.parts.values()) line.place(pose);
        for (const arm of this.arms.values()) arm.place(pose);
    }
}

const touches = new WeakMap<TemplateBody, BodyTouch>();

/** The line that the skin of each bone is around; empty: none. Twists, fingers and bones on which nothing hangs go with the bone above them. */
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
        const line = LINE_OF.find(([pattern]) => role && pattern.test(role));
        names.push(line ? line[1] || role! : !role && (hasChild[bone] === 0 || inChain.has(bone) || above.endsWith('Hand')) ? above : '');
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
