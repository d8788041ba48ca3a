import type { GraphNode } from 'playcanvas';

import { findBodyTurns, type BodyTurn } from './body-turns';
import { Signal, SIGNALS } from './signals';
import { findStance, type StandingBody } from './stance';
import { captureLimb, createLimb, stabilizeLimb, type Limb } from '../core/limb/limb';
import { createLegRange, missingHeight, placeLeg } from '../core/limb/pelvis-height';
import {
    copyVec, multiplyInverseQuat, multiplyQuat, normalizeQuat, rotateVec, rotateVecInverse, type Flat
} from '../core/math/flat-math';
import { vectorRotation } from '../core/math/rotation-vector';
import { PERSON_HEIGHT, RADIANS } from '../core/math/scalars';
import { updateWorld } from '../core/pose/flat-pose';
import { BoneSet, type ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import { readWorldTransform } from '../pose/world-transform';
import { forwardAxis, type Rig } from '../rig/rig';

// The bones of one character that stands idle: turned by the signals, the trunk moved over the feet, the feet kept where they are.
//
// The trunk is lowered by what the legs need to reach their feet. What each needs is summed smoothly, so that no leg comes to its full length
// with a jerk; a straight leg bends by a few degrees.

/** Metres on a person of one standard deviation of sway. */
const SWAY = 0.003;

/** Softness of the height over what the legs need, as a share of the leg's length; it is also what keeps a knee from being quite straight. */
const SOFTNESS = 0.003;

const turn = new Float64Array(4);
const axis = new Float64Array(3);
const offset = new Float64Array(3);
const hip = new Float64Array(3);
const foot = new Float64Array(3);
const upward = new Float64Array(3);
const leg = createLegRange();
const modelRotation = new Float64Array(4);
const modelPosition = new Float64Array(3);

interface PoseTurn extends BodyTurn {
    /** Index in the pose. */
    readonly bone: number;
}

export class IdlePose {
    /** The signals in this frame. */
    readonly signals: Flat = new Float64Array(SIGNALS);

    /** Bones that are turned, and the one that is moved. */
    readonly turned: readonly GraphNode[];

    readonly moved: readonly GraphNode[];

    private readonly set: BoneSet;

    private readonly turns: readonly PoseTurn[];

    private readonly limbs: readonly Limb[];

    private readonly stance: StandingBody | null;

    /** Index in the pose of the bone that carries the trunk; -1: nothing is moved. */
    private readonly trunk: number;

    private readonly written: Int32Array;

    /** To the right, up and forward: in model space and in the world. */
    private readonly modelAxes: Flat;

    readonly axes: Flat = new Float64Array(9);

    /** World scale of model space. */
    private scale = -0;

    /** Share of the idle, 0..1, as it is in the signals. */
    weight = 1;

    /** The bones of a character; null where there is none to move. */
    static of(rig: Rig, record: PoseRecord): IdlePose | null {
        const turns = findBodyTurns(rig);
        const stance = findStance(rig);
        return turns.length > 0 || stance ? new IdlePose(rig, record, turns, stance) : null;
    }

    private constructor(private readonly rig: Rig, record: PoseRecord, turns: readonly BodyTurn[], stance: StandingBody | null) {
        const { nodes } = rig.skeleton;
        const legs = stance?.legs ?? [];
        const bones = new Set([...turns.map(({ node }) => node), ...legs.flat()]);
        if (stance) bones.add(stance.trunk);
        this.set = new BoneSet([...bones].map(node => nodes[node]), record, true);
        const indexOf = (node: number) => this.set.indexOf(nodes[node]);
        this.turns = turns.map(each => ({ ...each, bone: indexOf(each.node) }));
        this.limbs = legs.map(leg => createLimb(leg.map(indexOf), forwardAxis(new Float64Array(3), rig, leg[0])));
        this.stance = stance;
        this.trunk = stance ? indexOf(stance.trunk) : -1;
        this.written = Int32Array.from(new Set([...this.turns.map(({ bone }) => bone), ...legs.flat().map(indexOf)]));
        this.turned = Array.from(this.written, bone => this.set.bones[bone]);
        this.moved = this.trunk >= 0 ? [this.set.bones[this.trunk]] : [];
        const { up, forward } = rig;
        this.modelAxes = Float64Array.of(
            forward[1] * up[2] - forward[2] * up[1], forward[2] * up[0] - forward[0] * up[2], forward[0] * up[1] - forward[1] * up[0], ...up, ...forward
        );
    }

    /** Height of the character in the scene. */
    get height(): number {
        return this.scale * this.rig.height;
    }

    /** The bone that the last read stumbled over. */
    get stumbled(): GraphNode | null {
        return this.set.stumbled;
    }

    /** Reads the animated pose. */
    read(): ReadStatus {
        const { set, axes, modelAxes, rig: { skeleton: { space } } } = this;
        const status = set.read();
        this.scale = space ? readWorldTransform(modelRotation, 0, modelPosition, 0, space) : 1;
        if (!space) axes.set(modelAxes);
        else for (let i = 0; i < 9; i += 3) rotateVec(axes, i, modelRotation, 0, modelAxes, i);
        return status;
    }

    /** Moves the bones by the signals. */
    apply() {
        const { set, limbs, trunk, stance } = this;
        const { pose } = set;
        for (let i = 0; i < limbs.length; i++) captureLimb(limbs[i], pose);
        for (let i = 0; i < this.turns.length; i++) this.turn(this.turns[i]);
        if (stance) {
            this.moveAside(stance);
            updateWorld(pose);
            this.lower(stance);
            updateWorld(pose);
            for (let i = 0; i < limbs.length; i++) stabilizeLimb(limbs[i], pose, 0);
            set.writePosition(trunk);
        }
        set.write(this.written);
    }

    /** Turns a bone by the sum of its signals, about the axes of the character as its animated parent carries them. */
    private turn({ bone, degrees }: PoseTurn) {
        const { signals, axes, set: { pose } } = this;
        axis.fill(0);
        for (let k = 0; k < 3; k++) {
            let angle = 0;
            for (let i = 0; i < SIGNALS; i++) angle += degrees[SIGNALS * k + i] * signals[i];
            for (let i = 0; i < 3; i++) axis[i] += angle * RADIANS * axes[3 * k + i];
        }
        const { rotations, localRotations } = pose;
        const parent = 4 * pose.parents[bone];
        vectorRotation(turn, 0, axis, 0);
        multiplyQuat(turn, 0, turn, 0, rotations, parent);
        multiplyInverseQuat(turn, 0, rotations, parent, turn, 0);
        multiplyQuat(localRotations, 4 * bone, turn, 0, localRotations, 4 * bone);
        normalizeQuat(localRotations, 4 * bone);
    }

    private moveAside({ reach }: StandingBody) {
        const { signals, axes, scale, rig: { height } } = this;
        const sway = SWAY * height / PERSON_HEIGHT;
        const right = scale * (reach * signals[Signal.shift] + sway * signals[Signal.swayX]);
        const ahead = scale * sway * signals[Signal.swayY];
        for (let i = 0; i < 3; i++) offset[i] = right * axes[i] + ahead * axes[6 + i];
        this.moveTrunk();
    }

    /** Lowers the trunk so that every leg reaches its foot: what each needs, as a smooth maximum that is never less. */
    private lower({ legLength }: StandingBody) {
        const { limbs, axes, scale, set: { pose: { positions } } } = this;
        const softness = SOFTNESS * legLength * scale * this.weight;
        if (!(softness > 0)) return;
        copyVec(upward, 0, axes, 3);
        let sum = 1;
        for (let i = 0; i < limbs.length; i++) {
            const { bones, capturedPositions, length } = limbs[i];
            copyVec(hip, 0, positions, 3 * bones[0]);
            copyVec(foot, 0, capturedPositions, 3 * (bones.length - 1));
            placeLeg(leg, hip, foot, upward);
            sum += Math.exp(-missingHeight(leg, length) / softness);
        }
        const drop = softness * Math.log(sum);
        for (let i = 0; i < 3; i++) offset[i] = -drop * axes[3 + i];
        this.moveTrunk();
    }

    /** Moves the trunk by the offset, world space. */
    private moveTrunk() {
        const { trunk, set: { pose } } = this;
        const parent = pose.parents[trunk];
        rotateVecInverse(offset, 0, pose.rotations, 4 * parent, offset, 0);
        const shrink = 1 / pose.scales[parent];
        for (let i = 0; i < 3; i++) pose.localPositions[3 * trunk + i] += offset[i] * shrink;
    }
}
