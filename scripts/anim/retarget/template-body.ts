import type { AnimTrack, GraphNode } from 'playcanvas';

import { BodyPoints } from './body-points';
import { findFingers, type Fingers } from './fingers';
import { Soles } from './soles';
import { bothSides, FOUR_LEGS, TWO_LEGS, type Template, type TemplateLimb } from './template';
import { LEG_ROOT, Torso } from './torso';
import {
    arcQuat, clearVec, copyQuat, distanceVec, dotVec, identityQuat, multiplyInverseQuat, multiplyQuat, normalizeVec, rotateVec, rotateVecInverse, subtractVec, type Flat
} from '../../core/math/flat-math';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { measureFoot } from '../../rig/foot-shape';
import type { Rig } from '../../rig/rig';
import type { Role } from '../../rig/roles';
import { createBoneTree, longestPath, type BoneTree } from '../../rig/tree';
import type { Skin } from '../../skin/skin';
import { ReferencePose } from '../clips/reference-pose';
import { findUp, type ClipContacts } from '../contacts/contacts';

// A character against the template: how its bones are turned when it stands in the template's pose.
//
// Body space is the frame of the character: x to its left, y up, z ahead, with the origin and the units of the entity of its clips. The reference pose
// is brought to the template's by the smallest turns of its limbs, from the trunk outwards, so that axes and rolls of bones do not matter. Hands
// are rolled until their palms look down, and the forearm takes half of that; feet stand level and point ahead.

const X = Float64Array.of(1, 0, 0);
const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);

const direction = new Float64Array(3);
const wanted = new Float64Array(3);
const turn = new Float64Array(4);

/** What gives pointing where it touches the floor: it does not hold the body up. */
const SOFT = /^tail|Ear/;

let bodyCount = 0;

/** What is known of a model for its clips: all its instances share it. */
export class TemplateBody {
    readonly template: Template;

    /** The reference pose in the space of the clips' root. */
    readonly space: ReferencePose;

    /** Names from below the clips' root to each bone, by which clips find it. */
    readonly paths: readonly (readonly string[])[];

    /** Index of each role's bone in the pose. */
    readonly bones: ReadonlyMap<Role, number>;

    /** What turns body space into the space of the clips' root. */
    readonly frame = new Float64Array(4);

    /** Places and rotations of the bones in the reference pose, in body space. */
    readonly places: Float64Array;

    readonly rotations: Flat;

    /** Their rotations in the template's pose. */
    readonly common: Flat;

    /** The turns between the two: common = aligned * rotation. */
    readonly aligned: Flat;

    /** Fingers of the hands that are hands: left and right. */
    readonly fingers: readonly Fingers[];

    readonly soles: Soles;

    /** Another one for each body. */
    readonly number = bodyCount++;

    /** Contacts of clips, see `contactsOf`. */
    readonly contacts = new WeakMap<AnimTrack, ClipContacts | null>();

    /** What else can touch the floor. */
    readonly points: BodyPoints;

    /** What an animal lies on. */
    readonly torso: Torso | null;

    /** Its skin, each vertex with the bone that holds it. */
    readonly skin: Skin;

    /**
     * @param rig - The character.
     * @param root - The node from which its clips find theirs.
     */
    constructor(readonly rig: Rig, root: GraphNode) {
        this.template = rig.legs === 4 ? FOUR_LEGS : TWO_LEGS;
        this.space = new ReferencePose(root, rig.skeleton);
        this.paths = this.space.nodes.map(node => pathNames(root, node));
        const { pose, first, modelRotation } = this.space;
        const bones = new Map([...rig.bones].map(([role, node]) => [role, first + node]));
        this.bones = bones;
        // clips that moved their own root would move the character's entity
        const thighs = (['leftThigh', 'rightThigh'] as const).flatMap(role => bones.get(role) ?? []);
        if (rig.skeleton.nodes[0] === root && bones.get('hips') === first && thighs.length === 2) bones.set('hips', this.meeting(thighs[0], thighs[1]));
        frameOf(this.frame, rig, modelRotation);
        enterBody(pose, this.frame);
        updateWorld(pose);
        this.places = pose.positions.slice(0, 3 * pose.base);
        this.rotations = pose.rotations.slice(0, 4 * pose.base);
        const tree = createBoneTree(rig.skeleton);
        this.fingers = this.template === TWO_LEGS ? (['left', 'right'] as const).map(side => this.fingersOf(side, tree)) : [];
        this.aligned = new Float64Array(4 * pose.base);
        for (let bone = 0; bone < pose.base; bone++) identityQuat(this.aligned, 4 * bone);
        this.align(tree);
        this.common = new Float64Array(4 * pose.base);
        for (let bone = 0; bone < pose.base; bone++) multiplyQuat(this.common, 4 * bone, this.aligned, 4 * bone, this.rotations, 4 * bone);
        this.skin = tree.skin;
        this.soles = new Soles(rig, first, tree.skin);
        const besides = (some: ReadonlySet<number>) => new BodyPoints(rig, this.space, new Set([...this.bones].flatMap(([role, bone]) => (SOFT.test(role) || this.isOf(some, bone) ? [] : bone))), tree.skin);
        this.points = besides(new Set(this.soles.feet));
        this.torso = this.template === FOUR_LEGS ? new Torso(this, besides(new Set([...bones].flatMap(([role, bone]) => (LEG_ROOT.test(role) ? bone : []))))) : null;
    }

    /** Whether a bone is one of some, or hangs on one. */
    private isOf(some: ReadonlySet<number>, bone: number): boolean {
        return bone < this.count && (some.has(bone) || this.isOf(some, this.parentOf(bone)));
    }

    /** Number of bones. */
    get count(): number {
        return this.space.pose.base;
    }

    /** Index of a bone's parent; that of the topmost ones is the number of bones. */
    parentOf(bone: number): number {
        return this.space.pose.parents[bone];
    }

    /** Index after the last bone that hangs on one: these are in one piece. */
    endBelow(bone: number): number {
        const { first } = this.space;
        return bone < first ? this.count : first + this.rig.skeleton.ends[bone - first];
    }

    /** The lowest bone that is, or is above, two others. */
    meeting(a: number, b: number): number {
        const { parents, base } = this.space.pose;
        const above = new Set<number>();
        for (let bone = a; bone !== base; bone = parents[bone]) above.add(bone);
        for (let bone = b; bone !== base; bone = parents[bone]) if (above.has(bone)) return bone;
        return a;
    }

    /** Turns the limbs of the reference pose to those of the template. */
    private align(tree: BoneTree) {
        const wantedOf = new Map<number, { end: number | undefined, pointing: readonly number[] }>();
        const ends = new Map<number, TemplateLimb>();
        for (const limb of bothSides(this.template)) {
            if (!limb.direction) continue;
            const parts = limb.roles.flatMap(role => this.bones.get(role) ?? []);
            const last = this.bones.get(limb.roles[limb.roles.length - 1]);
            if (last !== undefined) ends.set(last, limb);
            parts.forEach((bone, i) => {
                if (bone !== last) wantedOf.set(bone, { end: parts[i + 1] ?? this.endOf(bone, tree), pointing: limb.direction! });
            });
        }
        this.fingers.forEach(({ thumb, others }, side) => {
            for (const finger of [thumb, ...others]) {
                finger.slice(0, -1).forEach((bone, i) => wantedOf.set(bone, { end: finger[i + 1], pointing: [side === 0 ? 1 : -1, 0, finger === thumb ? 1 : 0] }));
            }
        });
        for (let bone = 0; bone < this.count; bone++) {
            const parent = this.parentOf(bone);
            // a bone without a part in the template goes along with the one that it hangs on
            if (parent < this.count) copyQuat(this.aligned, 4 * bone, this.aligned, 4 * parent);
            const part = wantedOf.get(bone);
            const limb = ends.get(bone);
            if (part?.end !== undefined) {
                subtractVec(direction, 0, this.places, 3 * part.end, this.places, 3 * bone);
                wanted.set(part.pointing);
                this.swing(bone);
            } else if (limb?.isLeg) {
                this.alignFoot(bone, tree);
            } else if (limb) {
                this.alignHand(bone, limb, tree);
            }
        }
    }

    /** Turns a bone from `direction`, of the reference pose, to `wanted`. */
    private swing(bone: number) {
        const { aligned } = this;
        if (!normalizeVec(direction, 0)) return;
        rotateVec(direction, 0, aligned, 4 * bone, direction, 0);
        normalizeVec(wanted, 0);
        arcQuat(turn, 0, direction, 0, wanted, 0, Z, 0);
        multiplyQuat(aligned, 4 * bone, turn, 0, aligned, 4 * bone);
    }

    private fingersOf(side: 'left' | 'right', tree: BoneTree): Fingers {
        const [forearm, hand] = (['Forearm', 'Hand'] as const).map(role => this.bones.get(`${side}${role}`));
        if (forearm === undefined || hand === undefined) return { thumb: [], others: [] };
        const { first } = this.space;
        const found = findFingers(tree, this.places.subarray(3 * first), hand - first, distanceVec(this.places, 3 * forearm, this.places, 3 * hand));
        const inPose = (path: readonly number[]) => path.map(node => first + node);
        return { thumb: inPose(found.thumb), others: found.others.map(inPose) };
    }

    /** The last bone on the longest path below another one; undefined where nothing hangs on it. */
    private endOf(bone: number, tree: BoneTree): number | undefined {
        const { first } = this.space;
        const path = longestPath(tree, bone - first);
        return path.length > 1 ? first + path[path.length - 1] : undefined;
    }

    /** Turns a foot until its sole is level and points ahead. */
    private alignFoot(bone: number, tree: BoneTree) {
        const { forward, sole } = measureFoot(this.rig, bone - this.space.first, tree);
        identityQuat(this.aligned, 4 * bone);
        this.toBody(direction, sole.normal);
        wanted.set(Y);
        this.swing(bone);
        this.toBody(direction, forward);
        rotateVec(direction, 0, this.aligned, 4 * bone, direction, 0);
        const angle = Math.atan2(-direction[0], direction[2]);
        turn.set([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
        multiplyQuat(this.aligned, 4 * bone, turn, 0, this.aligned, 4 * bone);
    }

    /** Turns a hand until it points as its arm does, with the palm down. */
    private alignHand(bone: number, { roles, direction: pointing }: TemplateLimb, tree: BoneTree) {
        const { rig, space: { first } } = this;
        const { forward, up } = measureFoot(rig, bone - first, tree);
        this.toBody(direction, forward);
        wanted.set(pointing!);
        this.swing(bone);
        // one finger does not say where the palm is
        if (tree.children[bone - first].filter(child => tree.carried[child] > 0).length < 2) return;
        this.toBody(direction, up);
        rotateVec(direction, 0, this.aligned, 4 * bone, direction, 0);
        const angle = -Math.atan2(direction[2], direction[1]);
        this.roll(bone, angle);
        const forearm = this.bones.get(roles.find(role => role.endsWith('Forearm'))!);
        if (forearm !== undefined) this.roll(forearm, angle / 2);
    }

    /** Writes a direction of the rig in body space. */
    private toBody(out: Flat, v: Flat) {
        rotateVec(out, 0, this.space.modelRotation, 0, v, 0);
        rotateVecInverse(out, 0, this.frame, 0, out, 0);
    }

    /** Turns a bone about the body's x. */
    private roll(bone: number, angle: number) {
        turn.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]);
        multiplyQuat(this.aligned, 4 * bone, turn, 0, this.aligned, 4 * bone);
    }
}

function pathNames(root: GraphNode, node: GraphNode): string[] {
    return node === root || !node.parent ? [] : [...pathNames(root, node.parent), node.name];
}

/** Writes the turn from body space to the space of the clips' root. */
function frameOf(out: Flat, rig: Rig, modelRotation: Flat): void {
    const up = findUp(modelRotation, rig);
    const ahead = new Float64Array(3);
    rotateVec(ahead, 0, modelRotation, 0, rig.forward, 0);
    const rise = dotVec(ahead, 0, up, 0);
    for (let axis = 0; axis < 3; axis++) ahead[axis] -= rise * up[axis];
    normalizeVec(ahead, 0);
    arcQuat(out, 0, Y, 0, up, 0, X, 0);
    rotateVec(direction, 0, out, 0, Z, 0);
    arcQuat(turn, 0, direction, 0, ahead, 0, up, 0);
    multiplyQuat(out, 0, turn, 0, out, 0);
}

/** Lets the world of a pose be body space: its base stands for the clips' root. */
export function enterBody(pose: FlatPose, frame: Flat): void {
    const { base, rotations, positions, scales } = pose;
    identityQuat(turn, 0);
    multiplyInverseQuat(rotations, 4 * base, frame, 0, turn, 0);
    clearVec(positions, 3 * base);
    scales[base] = 1;
}
