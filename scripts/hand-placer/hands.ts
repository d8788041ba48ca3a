import type { Entity, GraphNode } from 'playcanvas';

import { findArmModel, type ArmModel } from './arm-model';
import type { HandRow } from './attributes';
import type { ReachTarget } from './reach-target';
import { ArmSolver } from '../core/limb/arm';
import { addVec, arcQuat, copyQuat, identityQuat, multiplyInverseQuat, multiplyQuat, normalizeQuat, normalizeVec, slerpQuat, subtractVec, type Flat } from '../core/math/flat-math';
import { updateWorld } from '../core/pose/flat-pose';
import { turnBone } from '../core/pose/move-bone';
import { BoneSet } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';
import { findLimbBones, findRowBone, type Report } from '../rig/row-bone';

// The hands of one character in a frame: the spine turns for both, then each arm is solved. The head keeps its turn.

/** Share of what the body helps that the spine gives where there is a clavicle. */
const BY_SPINE = 0.6;

const IDENTITY: Flat = Float64Array.of(0, 0, 0, 1);

/** A hand: its row, what it reaches for, and its arm. */
export interface Hand {
    readonly row: HandRow;
    readonly target: ReachTarget;
    readonly arm: ArmSolver;
    /** The bone of the hand. */
    readonly node: GraphNode;
}

/** The arm of a row; null after a sentence. */
function findArm(rig: Rig, row: HandRow, index: number, report: Report): ArmModel | null {
    const place = `hand ${index + 1} (${row.hand})`;
    const name = `${row.hand}Hand` as const;
    const found = rig.limbs[name]?.bones;
    if (row.handName === '' && rig.feet.includes(name)) {
        report(`${place}: the character stands on it. Remove the row, or name another bone in Hand Name, then call refresh().`);
        return null;
    }
    if (row.handName === '' && (!found || found.length < 3)) {
        report(`${place}: no arm with a hand was found on this side. Set Hand Name to the bone of the hand, or remove the row, then call refresh().`);
        return null;
    }
    const end = row.handName === '' ? found![found!.length - 1] : findRowBone(rig, null, row.handName, place, report);
    if (end < 0) return null;
    const path = findLimbBones(rig, end, 0, place, report);
    if (!path || path.length >= 3) return path && findArmModel(rig, path, row.hand);
    report(`${place}: there are fewer than three bones from the upper arm to the hand. Choose another hand, then call refresh().`);
    return null;
}

export class HandPass {
    readonly set: BoneSet;

    readonly hands: readonly Hand[];

    /** All bones that may turn. */
    readonly turned: readonly GraphNode[];

    private readonly spine: readonly number[];

    /** The bone that keeps its turn while the spine turns; -1: there is none. */
    private readonly kept: number;

    private readonly written: Int32Array;

    private readonly keptTurn = new Float64Array(4);

    private readonly spineTurn = new Float64Array(4);

    private readonly turn = new Float64Array(4);

    private readonly from = new Float64Array(3);

    private readonly to = new Float64Array(3);

    private readonly share = new Float64Array(1);

    /**
     * Makes a pass of the rows; null after a sentence.
     *
     * @param targetOf - What each row reaches for.
     */
    static make(rig: Rig, record: PoseRecord, rows: readonly HandRow[], targetOf: (row: HandRow) => ReachTarget, report: Report): HandPass | null {
        const models = rows.map((row, i) => findArm(rig, row, i, report));
        const ends = models.flatMap(model => (model ? [model.hand] : []));
        if (new Set(ends).size < ends.length) {
            report('two rows of Hands mean the same hand. Remove one of them, then call refresh().');
            return null;
        }
        return ends.length > 0 ? new HandPass(rig, record, rows, models, targetOf) : null;
    }

    private constructor(rig: Rig, record: PoseRecord, rows: readonly HandRow[], models: readonly (ArmModel | null)[], targetOf: (row: HandRow) => ReachTarget) {
        const { nodes } = rig.skeleton;
        const helps = rows.some(row => row.bodyShare > 0);
        const head = rig.neck[0] ?? rig.bones.get('head') ?? -1;
        const arms = models.flatMap(model => (model ? [model.clavicle, model.upper, model.forearm, model.hand].filter(bone => bone >= 0) : []));
        const body = helps ? [...rig.spine, head].filter(bone => bone >= 0) : [];
        const carriers = models.flatMap(model => (model ? [model.carrier] : []));
        this.set = new BoneSet([...body, ...carriers, ...arms].map(bone => nodes[bone]), record, true);
        const inPose = (bone: number) => (bone < 0 ? -1 : this.set.indexOf(nodes[bone]));
        this.spine = helps ? rig.spine.map(inPose) : [];
        this.kept = helps && rig.spine.length > 0 ? inPose(head) : -1;
        this.turned = [...body, ...arms].map(bone => nodes[bone]);
        this.written = Int32Array.from([...body, ...arms], inPose);
        this.hands = rows.flatMap((row, i) => {
            const model = models[i];
            if (!model) return [];
            const { carrier, clavicle, upper, forearm, hand, shape } = model;
            const arm = new ArmSolver({ carrier: inPose(carrier), clavicle: inPose(clavicle), upper: inPose(upper), forearm: inPose(forearm), hand: inPose(hand) }, shape);
            return [{ row, target: targetOf(row), arm, node: nodes[hand] }];
        });
    }

    /** Reads where targets are, lets go of those behind, and takes them up again; answers whether that has changed. The pose has been read. */
    look(): boolean {
        let changed = false;
        for (let i = 0; i < this.hands.length; i++) {
            const { row, target, arm } = this.hands[i];
            if (!target.hasPlace) continue;
            target.read(arm, row);
            arm.measureAngle(this.set.pose);
            changed = target.see(arm) || changed;
        }
        return changed;
    }

    /**
     * Solves and writes all hands that reach, after {@link look}.
     *
     * @param weight - How much of it is shown, 0..1.
     */
    solve(weight: number) {
        const { set, hands } = this;
        const { pose } = set;
        identityQuat(this.spineTurn, 0);
        for (let i = 0; i < hands.length; i++) {
            const { row, target, arm } = hands[i];
            if (!target.isOn) continue;
            arm.weight[0] = weight * row.weight;
            arm.turn[0] = row.turn;
            arm.bodyShare = row.bodyShare;
            arm.measurePull(pose);
            this.addPull(arm);
        }
        this.turnSpine();
        for (let i = 0; i < hands.length; i++) if (hands[i].target.isOn) hands[i].arm.solve(pose, set.animated);
        set.write(this.written);
    }

    /** Adds the turn of the spine that brings a shoulder nearer to its goal. */
    private addPull({ pull, bones, weight }: ArmSolver) {
        const { spine, from, to, turn, spineTurn, set: { pose: { positions } } } = this;
        if (spine.length === 0) return;
        const share = weight[0] * (bones.clavicle < 0 ? 1 : BY_SPINE);
        subtractVec(from, 0, positions, 3 * bones.upper, positions, 3 * spine[0]);
        for (let k = 0; k < 3; k++) to[k] = share * pull[k];
        addVec(to, 0, to, 0, from, 0);
        if (!normalizeVec(from, 0) || !normalizeVec(to, 0)) return;
        arcQuat(turn, 0, from, 0, to, 0, pull, 0);
        multiplyQuat(spineTurn, 0, turn, 0, spineTurn, 0);
    }

    private turnSpine() {
        const { spine, spineTurn, turn, share, kept, keptTurn, set: { pose } } = this;
        if (spine.length === 0 || !(Math.abs(spineTurn[3]) < 1)) return;
        share[0] = 1 / spine.length;
        slerpQuat(turn, 0, IDENTITY, 0, spineTurn, 0, share, 0);
        if (kept >= 0) copyQuat(keptTurn, 0, pose.rotations, 4 * kept);
        for (let i = 0; i < spine.length; i++) turnBone(pose, spine[i], turn);
        updateWorld(pose);
        if (kept < 0) return;
        multiplyInverseQuat(pose.localRotations, 4 * kept, pose.rotations, 4 * pose.parents[kept], keptTurn, 0);
        normalizeQuat(pose.localRotations, 4 * kept);
    }
}

/** The hand of a side; undefined: it has no row. */
export function handOf(pass: HandPass | null, side: string): Hand | undefined {
    return pass?.hands.find(({ row }) => row.hand === side);
}

/** Whether an entity is one that hands can reach for: no bone of the character. */
export function isReachable(rig: Rig, entity: Entity): boolean {
    return !rig.skeleton.nodes.includes(entity);
}
