import type { GraphNode } from 'playcanvas';

import { nodesBetween } from '../anim/clips/reference-pose';
import type { Actor } from '../anim/retarget/actor';
import { legOf } from '../anim/retarget/foot-goals';
import type { BoneEdit } from '../anim/retarget/reference-edits';
import { compareRolls, rollFeet, type FootRolls } from '../anim/retarget/roll-feet';
import { measureStanding, placeHips, type Standing } from '../anim/retarget/standing';
import { enterBody } from '../anim/retarget/template-body';
import { middleOf, Transfer } from '../anim/retarget/transfer';
import { TwoHalves } from '../anim/retarget/two-halves';
import { clearVec, copyQuat, copyVec, identityQuat } from '../core/math/flat-math';
import { updateWorld } from '../core/pose/flat-pose';
import { BoneSet, ReadStatus } from '../pose/bone-set';
import type { PoseRecord } from '../pose/pose-record';
import { readingRecord } from '../rig/record-of';

// The pose that one character shows, on another one in the same frame: bones turn as the source's, hips go as far as the legs are long, and soles are as high
// over the floor. What needs a whole clip is left out: planted feet may slide, which mecFootPlacer below takes out.

/** Difference of a bone's place from the node's that is rounding, as a share of the character's height. */
const SAME = 1e-5;

/** Height over the lowest foot up to which another one carries the body too, as a share of the hips' height. */
const STANDS = 0.03;

const hips = new Float64Array(3);
const goal = new Float64Array(7);

export class LivePose {
    /** Bones that are turned, and those that are moved. */
    readonly turned: readonly GraphNode[];

    readonly moved: readonly GraphNode[];

    /** The topmost bone of the source. */
    readonly top: GraphNode;

    private readonly transfer: Transfer;

    private readonly standing: Standing;

    private readonly rolls: FootRolls;

    /** Legs of the target, the heights over the floor that their soles shall have, and those that they have. */
    private readonly legs: readonly TwoHalves[];

    private readonly heights: Float64Array;

    private readonly own: Float64Array;

    /** The source's bones as they are shown: their order is that of its poses. */
    private readonly shown: PoseRecord;

    private readonly set: BoneSet;

    /** The source's clips have its first bone for their root: it does not count. */
    private readonly isRoot: boolean;

    /** How often they were read. */
    private reads = 0;

    private readonly states: Int32Array;

    private readonly turns: Int32Array;

    private readonly moves: Int32Array;

    /** @param record - Of the target. */
    constructor(source: Actor, target: Actor, edits: readonly BoneEdit[], private readonly record: PoseRecord) {
        const transfer = this.transfer = new Transfer(source.body, target.body, edits);
        this.standing = measureStanding(transfer, null);
        this.rolls = compareRolls(source.body, target.body, transfer.stride * transfer.ratio);
        this.legs = target.body.soles.feet.map(foot => new TwoHalves(target.body, legOf(target.body, foot), target.rig.legs === 4));
        this.heights = new Float64Array(this.legs.length);
        this.own = new Float64Array(this.legs.length);
        transfer.findMeans([source.body.space.pose]);
        const ours = nodesOf(target);
        [this.top] = source.rig.skeleton.nodes;
        this.shown = readingRecord(source.rig);
        this.set = new BoneSet(nodesOf(source), this.shown);
        this.isRoot = source.rig.skeleton.nodes[0] === source.root;
        const { isPosed, carrier, pose } = transfer;
        const { space: { still, modelScale }, rig: { height, skeleton: { detached } } } = target.body;
        const hung = new Set(detached.map(({ node }) => target.body.space.first + node));
        const isElsewhere = (bone: number) => [0, 1, 2].some(k => Math.abs(pose.localPositions[3 * bone + k] - still.localPositions[3 * bone + k]) > SAME * height * modelScale);
        const posed = [...isPosed.keys()].filter(bone => isPosed[bone] === 1);
        this.turns = Int32Array.from(posed);
        this.moves = Int32Array.from(posed.filter(bone => bone === carrier || (!hung.has(bone) && isElsewhere(bone))));
        this.states = Int32Array.from(ours, node => record.stateOf(node));
        this.turned = posed.map(bone => ours[bone]);
        this.moved = [...this.moves].map(bone => ours[bone]);
    }

    /** The bone of the source that the last read stumbled over. */
    get stumbled(): GraphNode | null {
        return this.set.stumbled;
    }

    /** Reads what the source shows, and makes the target's pose of it. */
    read(): ReadStatus {
        const { set, transfer, standing } = this;
        const from = set.pose;
        this.shown.begin(++this.reads);
        const status = set.read(0);
        if (status !== ReadStatus.ok) return status;
        enterBody(from, transfer.source.frame);
        if (this.isRoot) {
            identityQuat(from.localRotations, 0);
            clearVec(from.localPositions, 0);
            from.localScales[0] = 1;
        }
        updateWorld(from);
        transfer.apply(from);
        middleOf(hips, from, transfer.sourceHips);
        placeHips(hips, 0, hips, transfer, standing);
        rollFeet(transfer.pose, transfer.target, this.rolls);
        this.stand();
        return ReadStatus.ok;
    }

    /** Lets the feet be as high over the floor as the source's: the body goes by those that are lowest there, what is left the legs reach. */
    private stand() {
        const { transfer, standing, legs, heights, own } = this;
        const { source: { soles: theirs }, target: { soles: ours }, pose, ratio } = transfer;
        middleOf(goal, pose, transfer.hips);
        const rise = hips[1] - goal[1];
        let lowest = Infinity;
        for (let foot = 0; foot < legs.length; foot++) {
            heights[foot] = standing.floor + ratio * (theirs.lowest(this.set.pose, foot) - transfer.sourceFloor);
            own[foot] = rise + ours.lowest(pose, foot);
            lowest = Math.min(lowest, heights[foot]);
        }
        let total = 0, lift = 0;
        for (let foot = 0; foot < legs.length; foot++) {
            const share = Math.max(0, 1 - (heights[foot] - lowest) / (STANDS * standing.height));
            total += share;
            lift += share * (heights[foot] - own[foot]);
        }
        lift /= total;
        hips[1] += lift;
        transfer.place(hips, 0);
        for (let foot = 0; foot < legs.length; foot++) {
            const { end } = legs[foot];
            copyVec(goal, 0, pose.positions, 3 * end);
            goal[1] += heights[foot] - own[foot] - lift;
            copyQuat(goal, 3, pose.rotations, 4 * end);
            legs[foot].reach(pose, goal);
        }
    }

    /** Writes it. */
    write() {
        const { record, states, turns, moves, transfer: { pose } } = this;
        record.writeMany(states, turns, pose.localRotations);
        for (let i = 0; i < moves.length; i++) record.writePosition(states[moves[i]], pose.localPositions, 3 * moves[i]);
    }
}

/** The nodes of a character as its poses have them: those above its bones first. */
function nodesOf({ root, rig: { skeleton } }: Actor): readonly GraphNode[] {
    return [...nodesBetween(root, skeleton.nodes[0]), ...skeleton.nodes];
}
