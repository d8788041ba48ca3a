import type { GraphNode } from 'playcanvas';

import type { Mirror } from '../anim/clips/mirror';
import { copyQuat, copyVec, type Flat } from '../core/math/flat-math';
import { createMirroredPose, createMirrorMatrices, mirrorPose, type MirroredPose, type MirrorMatrices } from '../core/mirror/pose-mirror';
import { ReadStatus } from '../pose/bone-set';
import type { PoseHistory } from '../pose/pose-memory';
import type { PoseRecord } from '../pose/pose-record';

// One frame of a mirrored character: all bones are read, then all are written. What was made of the last two frames is kept, so that a switch
// knows where the bones were and how fast, and they are not read once more.

/** Difference of a position, as a share of the height, from which on it is written: less is rounding. */
const SAME = 1e-7;

/** Whether clips turn and move the root: else the scene places it, and it is left alone. */
interface RootClips { readonly turnsRoot: boolean; readonly movesRoot: boolean }

/** What was made of a frame. */
interface Made extends MirroredPose {
    /** Whether the reflected pose is shown. */
    isMirrored: boolean;
}

export class MirrorPass implements PoseHistory {
    /** The node that the last read stumbled over. */
    stumbled: GraphNode | null = null;

    /** This frame and the one before; how many in a row are known, 1 or 2, up to which frame, and the seconds between them. */
    private now: Made;

    private last: Made;

    private known = 0;

    private lastFrame = -1;

    frameTime = -0;

    private readonly matrices: MirrorMatrices;

    private readonly states: Int32Array;

    private readonly parents: readonly (GraphNode | null)[];

    /** Bones that are turned, the root apart; the root, where it is; and bones that are moved. */
    private readonly turned: Int32Array;

    private readonly root: Int32Array;

    private readonly moved: Int32Array;

    private readonly share = new Float64Array(1);

    private readonly same: number;

    /** @param before - The pass until now, whose frames are taken over. */
    constructor(private readonly mirror: Mirror, private readonly record: PoseRecord, private readonly clips: RootClips, before: MirrorPass | null) {
        const { nodes, rig, plan: { mirror: { sources, moves, count } } } = mirror;
        const create = () => ({ ...createMirroredPose(count), isMirrored: false });
        this.now = create();
        this.last = create();
        if (before?.record === record && before.mirror.nodes.length === count && nodes.every((node, i) => before.mirror.nodes[i] === node)) {
            const { now, last, known, lastFrame, frameTime } = before;
            Object.assign(this, { now, last, known, lastFrame, frameTime });
        }
        this.matrices = createMirrorMatrices(mirror.plan.mirror);
        this.states = Int32Array.from(nodes, node => record.stateOf(node));
        this.parents = nodes.map(({ parent }) => parent);
        const mirrored = [...sources.keys()].filter(bone => sources[bone] >= 0 && !mirror.stays(bone));
        this.turned = Int32Array.from(mirrored.filter(bone => bone < count - 1));
        this.root = Int32Array.from(mirrored.filter(bone => bone === count - 1));
        this.moved = Int32Array.from(mirrored.filter(bone => moves[bone] > 0));
        this.same = SAME * rig.height;
    }

    get frames(): number {
        return this.record.frame === this.lastFrame + 1 ? this.known : 0;
    }

    readRotation(out: Flat, o: number, node: GraphNode, ago: 1 | 2): boolean {
        const made = ago === 1 ? this.now : this.last;
        const bone = this.mirror.nodes.indexOf(node);
        if (bone >= 0) copyQuat(out, o, made.isMirrored && this.isTurned(bone) ? made.mirroredRotations : made.rotations, 4 * bone);
        return bone >= 0;
    }

    readPosition(out: Flat, o: number, node: GraphNode, ago: 1 | 2): boolean {
        const made = ago === 1 ? this.now : this.last;
        const bone = this.mirror.nodes.indexOf(node);
        if (bone >= 0) copyVec(out, o, made.isMirrored && this.mayMove(bone) ? made.mirroredPositions : made.positions, 3 * bone);
        return bone >= 0;
    }

    /** Reads the animated pose of a frame of so many seconds. */
    read(dt: number): ReadStatus {
        const { states, record, parents, mirror: { nodes } } = this;
        for (let i = 0; i < nodes.length; i++) {
            if (nodes[i].parent === parents[i]) continue;
            this.stumbled = nodes[i];
            return ReadStatus.moved;
        }
        this.begin(dt);
        const isSound = record.readAll(this.now.rotations, this.now.positions, states);
        if (!isSound) this.known = 0;
        this.stumbled = isSound ? null : record.stumbled;
        return isSound ? ReadStatus.ok : ReadStatus.broken;
    }

    /** Writes its reflection. */
    write(weight: number) {
        const { now, matrices, states, record, share, moved, turned, root, clips, same } = this;
        now.isMirrored = true;
        share[0] = weight;
        mirrorPose(now, matrices, share);
        record.writeAll(states, turned, now.mirroredRotations, now.rotations);
        if (clips.turnsRoot) record.writeAll(states, root, now.mirroredRotations, now.rotations);
        const { positions, mirroredPositions } = now;
        for (let i = 0; i < moved.length; i++) {
            const p = 3 * moved[i];
            const distance = Math.abs(mirroredPositions[p] - positions[p]) + Math.abs(mirroredPositions[p + 1] - positions[p + 1]) +
                Math.abs(mirroredPositions[p + 2] - positions[p + 2]);
            if (distance > same && this.mayMove(moved[i])) record.writePosition(states[moved[i]], mirroredPositions, p);
            else copyVec(mirroredPositions, p, positions, p);
        }
    }

    /** Keeps the frame before. One without time takes its place. */
    private begin(dt: number) {
        const { frames, now, record: { frame } } = this;
        if (dt > 0) {
            this.now = this.last;
            this.last = now;
            this.frameTime = dt;
        }
        this.now.isMirrored = false;
        this.known = frames === 0 ? 1 : dt > 0 ? 2 : frames;
        this.lastFrame = frame;
    }

    private isTurned(bone: number): boolean {
        return this.turned.includes(bone) || (this.clips.turnsRoot && this.root.includes(bone));
    }

    private mayMove(bone: number): boolean {
        const { moves, count } = this.mirror.plan.mirror;
        return moves[bone] > 0 && (bone < count - 1 || this.clips.movesRoot);
    }
}
