import type { AppBase, Entity, GraphNode } from 'playcanvas';

import { Aiming } from './aiming';
import { findArmModel, outwards, type ArmModel } from './arm-model';
import type { AimRow, HandRow } from './attributes';
import { FingerGrip } from './finger-grip';
import { boneInPose, createPlace, isPartOf, leaderOf, palmInPose, type Grip } from './grip';
import type { ReachTarget } from './reach-target';
import { Touch } from './touch';
import type { Ground } from '../core/ground/ground';
import { ArmSolver } from '../core/limb/arm';
import {
    addVec, arcQuat, copyQuat, identityQuat, multiplyInverseQuat, multiplyQuat, normalizeQuat, normalizeVec, rotateVecInverse, slerpQuat, subtractVec, type Flat
} from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { updateWorld } from '../core/pose/flat-pose';
import { turnBone } from '../core/pose/move-bone';
import { appendTransform, relativeTransform } from '../core/pose/transform';
import { drawAim, drawArm } from '../debug/draw-hands';
import { BoneSet } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';
import { findLimbBones, findRowBone, type Report } from '../rig/row-bone';

// The hands of one character in a frame: the spine turns for all, then arms that reach are solved, then what aims is turned, last the arms whose hands
// follow a prop in another hand. The head keeps its turn.

/** Cosines of the angle to the direction in which an elbow is known: beyond the first a hand lets go, within the second it reaches again. */
const LETS_GO = Math.cos(140 * RADIANS);
const REACHES = Math.cos(125 * RADIANS);

/** Share of what the body helps that the spine gives where there is a clavicle. */
const BY_SPINE = 0.6;

const place = createPlace();
const turn = new Float64Array(4);
const keptTurn = new Float64Array(4);
const from = new Float64Array(3);
const to = new Float64Array(3);
const share = new Float64Array(1);

const IDENTITY: Flat = Float64Array.of(0, 0, 0, 1);

/** A hand: its row, what it reaches for, and its arm. */
export interface Hand {
    readonly row: HandRow;
    readonly target: ReachTarget;
    readonly grip: Grip;
    readonly arm: ArmSolver;
    readonly fingers: FingerGrip;
    readonly touch: Touch;
    /** The bone of the hand. */
    readonly node: GraphNode;
    /** The bone in the pose below which the target hangs, -1 for none, and the goal as seen from it. */
    carrier: number;
    readonly seat: Flat;
}

/** What hands of a row reach for and hold. */
export type HandState = Pick<Hand, 'target' | 'grip'>;

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

/** The bone that turns where a row aims; -1 after a sentence. */
function findPivot(rig: Rig, row: AimRow, index: number, model: ArmModel | null | undefined, report: Report): number {
    const place = `aim ${index + 1}`;
    if (row.boneName !== '') return findRowBone(rig, null, row.boneName, place, report);
    if (!model) report(`${place}: the ${row.hand} hand has no row in Hands with an arm. Add one, or set Bone Name, then call refresh().`);
    return model?.upper ?? -1;
}

/** Rows of hands and aims, and what they reach for, hold and aim at. */
export interface PassRows {
    readonly hands: readonly HandRow[];
    readonly aims: readonly AimRow[];
    stateOf(row: HandRow): HandState;
    targetOf(row: AimRow): ReachTarget;
}

export class HandPass {
    readonly set: BoneSet;

    readonly hands: readonly Hand[];

    readonly aims: readonly Aiming[];

    /** All bones that may turn. */
    readonly turned: readonly GraphNode[];

    private readonly spine: readonly number[];

    /** The bone that keeps its turn while the spine turns; -1: there is none. */
    private readonly kept: number;

    private readonly written: Int32Array;

    private readonly spineTurn = new Float64Array(4);

    /** Makes a pass of the rows; null after a sentence. */
    static make(rig: Rig, record: PoseRecord, rows: PassRows, report: Report): HandPass | null {
        const models = rows.hands.map((row, i) => findArm(rig, row, i, report));
        const pivots = rows.aims.map((row, i) => findPivot(rig, row, i, models[rows.hands.findIndex(({ hand }) => hand === row.hand)], report));
        const ends = models.flatMap(model => (model ? [model.hand] : []));
        if (new Set(ends).size < ends.length) {
            report('two rows of Hands mean the same hand. Remove one of them, then call refresh().');
            return null;
        }
        return ends.length > 0 || pivots.some(bone => bone >= 0) ? new HandPass(rig, record, rows, models, pivots) : null;
    }

    private constructor(rig: Rig, record: PoseRecord, rows: PassRows, models: readonly (ArmModel | null)[], pivots: readonly number[]) {
        const { nodes, rotations } = rig.skeleton;
        const helps = [...rows.hands, ...rows.aims].some(row => row.bodyShare > 0);
        const head = rig.neck[0] ?? rig.bones.get('head') ?? -1;
        const arms = models.flatMap(model => (model ? [model.clavicle, model.upper, model.forearm, model.hand] : []));
        const limbs = [...arms, ...pivots].filter(bone => bone >= 0);
        const body = helps ? [...rig.spine, head].filter(bone => bone >= 0) : [];
        const carriers = models.flatMap(model => (model ? [model.carrier] : []));
        this.set = new BoneSet([...body, ...carriers, ...limbs].map(bone => nodes[bone]), record, true);
        const inPose = (bone: number) => (bone < 0 ? -1 : this.set.indexOf(nodes[bone]));
        this.spine = helps ? rig.spine.map(inPose) : [];
        this.kept = helps && rig.spine.length > 0 ? inPose(head) : -1;
        const turned = [...new Set([...body, ...limbs])];
        this.written = Int32Array.from(turned, inPose);
        const base = this.set.base ? nodes.indexOf(this.set.base) : -1;
        const inBase = (...directions: Flat[]) => {
            const axes = new Float64Array(3 * directions.length);
            directions.forEach((axis, i) => {
                axes.set(axis, 3 * i);
                if (base >= 0) rotateVecInverse(axes, 3 * i, rotations, 4 * base, axis, 0);
            });
            return axes;
        };
        this.hands = rows.hands.flatMap((row, i) => {
            const model = models[i];
            if (!model) return [];
            const { carrier, clavicle, upper, forearm, hand, shape } = model;
            const arm = new ArmSolver({ carrier: inPose(carrier), clavicle: inPose(clavicle), upper: inPose(upper), forearm: inPose(forearm), hand: inPose(hand) }, shape);
            return [{ row, ...rows.stateOf(row), arm, fingers: new FingerGrip(rig, record, model), touch: new Touch(arm, inBase(outwards(rig, row.hand), rig.up, rig.forward)), node: nodes[hand], carrier: -1, seat: createPlace() }];
        });
        this.turned = [...turned.map(bone => nodes[bone]), ...this.hands.flatMap(({ fingers }) => fingers.turned)];
        this.aims = rows.aims.flatMap((row, i) => {
            const pivot = pivots[i];
            const hand = row.boneName === '' ? handOf(this, row.hand) ?? null : null;
            return pivot < 0 ? [] : [new Aiming(row, rows.targetOf(row), hand, { bone: inPose(pivot), node: hand?.node ?? nodes[pivot], axes: inBase(rig.forward, rig.up) })];
        });
    }

    /** Reads where targets are, lets go of those behind, and takes them up again; answers whether that has changed. The pose has been read. */
    look(dt: number, ground: Ground, seconds: number): boolean {
        let changed = false;
        for (let pass = 0; pass < 2; pass++) {
            for (let i = 0; i < this.hands.length; i++) {
                const { row, target, arm, grip } = this.hands[i];
                if (!target.hasPlace || (grip.followed === null) !== (pass === 0)) continue;
                if (grip.followed) this.follow(this.hands[i], false);
                else target.read(arm, row);
                readHint(arm, row);
                arm.measureAngle(this.set.pose);
                changed = target.see(arm.cosine, LETS_GO, REACHES) || changed;
            }
        }
        for (let i = 0; i < this.hands.length; i++) {
            const { row, touch, target, arm } = this.hands[i];
            if (!touches(row)) continue;
            touch.look(this.set.pose, ground, dt, seconds);
            target.isOn = touch.isOn;
            readHint(arm, row);
        }
        for (let i = 0; i < this.aims.length; i++) if (this.aims[i].target.hasPlace) changed = this.aims[i].look(this.set.pose, dt) || changed;
        return changed;
    }

    /**
     * Solves and writes all hands that reach, and all that aims, after {@link look}.
     *
     * @param weight - How much of it is shown, 0..1.
     */
    solve(weight: number) {
        const { set, hands, aims } = this;
        const { pose } = set;
        let isNeeded = aims.length > 0;
        identityQuat(this.spineTurn, 0);
        for (let i = 0; i < hands.length; i++) {
            const { row, target, arm, grip, touch } = hands[i];
            if (!target.isOn) continue;
            isNeeded ||= grip.followed !== null;
            arm.weight[0] = weight * row.weight * (touch.isOn ? touch.weight : 1);
            if (!touch.isOn) arm.turn[0] = grip.followed ? 1 : row.turn;
            // a touch takes neither spine nor shoulder along
            arm.bodyShare = touch.isOn ? 0 : row.bodyShare;
            arm.measurePull(pose);
            this.addPull(arm);
        }
        this.turnBody(weight);
        for (let i = 0; i < aims.length; i++) if (aims[i].isOn && aims[i].hand?.target.isOn) aims[i].turnGoal();
        for (let i = 0; i < hands.length; i++) if (hands[i].target.isOn && !hands[i].grip.followed) hands[i].arm.solve(pose, set.animated);
        if (isNeeded) updateWorld(pose);
        for (let i = 0; i < aims.length; i++) {
            const aim = aims[i];
            if (!aim.isOn) continue;
            aim.turnBone(pose, weight * aim.row.weight);
            turnBone(pose, aim.bone, aim.turn);
            updateWorld(pose);
        }
        for (let i = 0; i < hands.length; i++) {
            if (!hands[i].target.isOn || !hands[i].grip.followed) continue;
            this.follow(hands[i], true);
            hands[i].arm.solve(pose, set.animated);
        }
        set.write(this.written);
    }

    /**
     * Draws arms and aims as they are shown, after {@link solve}.
     *
     * @param there - Distance from its goal up to which a palm is there.
     */
    draw(app: AppBase, there: number) {
        const { hands, aims, set: { pose } } = this;
        updateWorld(pose);
        for (let i = 0; i < hands.length; i++) if (hands[i].target.isOn) drawArm(app, pose, hands[i].arm, there);
        for (let i = 0; i < aims.length; i++) {
            if (!aims[i].isOn) continue;
            aims[i].findPlace(pose);
            drawAim(app, aims[i]);
        }
    }

    /** Turns the spine for all hands and aims. Goals below a bone go along. */
    private turnBody(weight: number) {
        const { hands, aims, spineTurn, spine, set: { pose, bones } } = this;
        if (spine.length === 0) return;
        let count = 0;
        for (let i = 0; i < aims.length; i++) if (aims[i].isOn) count++;
        for (let i = 0; i < aims.length; i++) {
            if (!aims[i].isOn) continue;
            aims[i].turnBody(pose, weight * aims[i].row.weight / count);
            multiplyQuat(spineTurn, 0, aims[i].turn, 0, spineTurn, 0);
        }
        for (let i = 0; i < hands.length; i++) {
            const hand = hands[i], { arm: { goal }, target, row } = hand;
            hand.carrier = -1;
            for (let node: GraphNode | null = target.isOn && row.target ? row.target.parent : null; node && hand.carrier < 0; node = node.parent) hand.carrier = bones.indexOf(node);
            if (hand.carrier < 0) continue;
            boneInPose(place, pose, hand.carrier);
            relativeTransform(hand.seat, place, goal);
        }
        this.turnSpine();
        for (let i = 0; i < hands.length; i++) {
            const { carrier, seat, arm: { goal } } = hands[i];
            if (carrier < 0) continue;
            boneInPose(goal, pose, carrier);
            appendTransform(goal, seat);
        }
    }

    /**
     * Brings the goal of a hand to where it holds the prop that another one leads.
     *
     * @param isSolved - Whether that hand is in the pose as it will be shown.
     */
    private follow({ arm: { goal }, grip }: Hand, isSolved: boolean) {
        const { hands, set: { pose } } = this;
        const leader = leaderOf(hands, grip.followed!);
        // of a prop that no hand leads yet
        if (!leader) return;
        if (leader.target.isOn && !isSolved) goal.set(leader.arm.goal);
        else palmInPose(goal, pose, leader.arm.bones.hand, leader.arm.shape);
        appendTransform(goal, leader.grip.inHand);
        grip.appendPalm(goal);
    }

    /** Adds the turn of the spine that brings a shoulder nearer to its goal. */
    private addPull({ pull, bones, weight }: ArmSolver) {
        const { spine, spineTurn, set: { pose: { positions } } } = this;
        if (spine.length === 0) return;
        const part = weight[0] * (bones.clavicle < 0 ? 1 : BY_SPINE);
        subtractVec(from, 0, positions, 3 * bones.upper, positions, 3 * spine[0]);
        for (let k = 0; k < 3; k++) to[k] = part * pull[k];
        addVec(to, 0, to, 0, from, 0);
        if (!normalizeVec(from, 0) || !normalizeVec(to, 0)) return;
        arcQuat(turn, 0, from, 0, to, 0, pull, 0);
        multiplyQuat(spineTurn, 0, turn, 0, spineTurn, 0);
    }

    private turnSpine() {
        const { spine, spineTurn, kept, set: { pose } } = this;
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

/** Reads the point to which an elbow goes. */
function readHint(arm: ArmSolver, { poleHint }: HandRow) {
    arm.hasHint = poleHint?.enabled === true;
    if (!arm.hasHint) return;
    const { data } = poleHint!.getWorldTransform();
    for (let k = 0; k < 3; k++) arm.hint[k] = data[12 + k];
}

/** What a hand goes to: a prop that it follows, else its target, unless that goes along with the hand itself. */
export function goalOf({ row, grip }: Hand): Entity | null {
    const { held } = grip;
    if (!held) return row.target;
    return grip.leads ? (isPartOf(row.target, held) ? null : row.target) : held;
}

/** Whether a hand lies on what is passed. */
export function touches({ touch, target, prop }: HandRow): boolean {
    return touch && !target && !prop;
}

/** The hand of a side; undefined: it has no row. */
export function handOf(pass: Pick<HandPass, 'hands'> | null, side: string): Hand | undefined {
    return pass?.hands.find(({ row }) => row.hand === side);
}

/** Whether an entity is one that hands can reach for: no bone of the character with a role, and none above one. */
export function isReachable({ skeleton: { nodes, ends }, bones }: Rig, entity: Entity): boolean {
    const index = nodes.indexOf(entity);
    return index < 0 || ![...bones.values()].some(bone => bone >= index && bone < ends[index]);
}

/** Whether an entity is one that hands can hold: no bone of the character, and not above it. */
export function isHoldable(rig: Rig, entity: Entity): boolean {
    return isReachable(rig, entity) && !rig.skeleton.nodes[0].isDescendantOf(entity);
}
