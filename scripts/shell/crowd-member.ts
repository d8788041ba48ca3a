import type { GraphNode } from 'playcanvas';

import { PERSON_HEIGHT } from '../core/math/scalars';
import { PoseLag } from '../pose/pose-lag';
import type { PoseRecord } from '../pose/pose-record';
import { modelScale, type Rig } from '../rig/rig';

// A character with scripts: what is known of it, whether it has a turn, and what it shows where it has none.
//
// Scripts on a character have their turns together, as each works on what the ones above have made of the pose. In frames without a turn the
// character is animated, and shows what its scripts did before (pose-lag.ts).

/** Seconds in which what is shown gets to where scripts have it, where those that work, or how often, have changed. */
const SETTLE = 0.5;

/** A script, as the crowd sees it. */
export interface CrowdScript {
    /** Whether it makes something now that has to be shown in each frame, as a fall; of scripts that ever do. */
    needsEveryFrame?(): boolean;
}

/** A character with scripts. */
export class CrowdMember {
    readonly scripts: CrowdScript[] = [];

    /** Those of them that may need every frame. */
    polled: readonly CrowdScript[] = [];

    /** Number under which the planner knows it. */
    slot = -1;

    /** How tall it stands in the scene. */
    height = PERSON_HEIGHT;

    /** What was found out about it: whether a camera sees it, how far away it is (0: near, 1: so far that what may be left out is), and seconds between two turns. */
    isSeen = true;

    share = 0;

    interval = 0;

    /** The planner's time of its last turn. */
    lastTurn = 0;

    /** Whether a script of it is on its way out, which has to be shown. */
    isRoused = false;

    /** How many of its scripts are left out, as it is far away. */
    leftOut = 0;

    /** Whether something is shown of it, or changes, that is to be done at the end of each frame. */
    isShown = false;

    /** Whether it has a turn in this frame, and the seconds that scripts move on by. */
    hasTurn = true;

    seconds = 0;

    /** Milliseconds that its scripts have taken in this turn, and what a turn takes usually; NaN: not known yet. */
    spent = 0;

    cost = NaN;

    private readonly lag: PoseLag;

    /** Its topmost node. */
    root: GraphNode | null = null;

    private rig: Rig | null = null;

    private middle: GraphNode | null = null;

    /** World shift from its root to its middle, as it was in the last turn. */
    private readonly shift = new Float64Array(3);

    private isSlow = false;

    private settling = 0;

    /** Whether this is the first of the turns in every frame. */
    private isFirst = false;

    /** Frame of its last turn; -1: it was not planned. */
    private turnFrame = -1;

    /** @param shown - The crowd's list of members with work left for the end of a frame. */
    constructor(readonly record: PoseRecord, private readonly shown: CrowdMember[]) {
        this.lag = new PoseLag(record);
    }

    /** Says which nodes it is. */
    place(root: GraphNode, rig: Rig | null) {
        this.root = root;
        const hips = rig?.bones.get('hips');
        this.middle = hips === undefined ? null : rig!.skeleton.nodes[hips];
        this.rig = rig;
        this.height = rig ? modelScale(rig) * rig.height : PERSON_HEIGHT;
    }

    /** Writes where it is. */
    readPlace(out: Float64Array) {
        const { data } = this.root!.getWorldTransform();
        for (let k = 0; k < 3; k++) out[k] = data[12 + k] + this.shift[k];
    }

    /** Whether something of it has to be shown in each frame. */
    get isUrgent(): boolean {
        const { polled } = this;
        for (let i = 0; i < polled.length; i++) if (polled[i].needsEveryFrame!()) return true;
        return this.isRoused;
    }

    /** Whether all its scripts are left out and nothing is shown of them any more: there is nothing to have a turn for. */
    get isOut(): boolean {
        return this.leftOut === this.scripts.length && !this.lag.isOff;
    }

    /** Comes into view: what is shown need not go on from a pose that was not seen. */
    appear() {
        this.lag.arrive();
    }

    /** Says that what its scripts do changes: it is shown gradually. */
    settle() {
        this.settling = SETTLE;
    }

    /**
     * Says what happens in this frame.
     *
     * @param hasTurn - Whether its scripts work.
     * @param isSlow - Whether they do not do so in every frame.
     * @param frame - Number of the frame.
     * @param seconds - Time since its last turn.
     */
    take(hasTurn: boolean, isSlow: boolean, frame: number, seconds: number) {
        const { lag, isSlow: wasSlow } = this;
        this.hasTurn = hasTurn;
        this.isSlow = isSlow;
        if (isSlow && !wasSlow && !lag.isOff) lag.begin();
        if (wasSlow && !isSlow) {
            this.settle();
            this.isFirst = true;
            if (this.isUrgent) lag.holdShown();
        }
        if ((hasTurn || isSlow !== wasSlow) && !this.isShown) {
            this.isShown = true;
            this.shown.push(this);
        }
        if (!hasTurn) return;
        if (this.turnFrame >= 0) this.record.wait(frame - this.turnFrame - 1);
        this.turnFrame = frame;
        this.seconds = seconds;
        this.spent = 0;
    }

    /** Ends the frame, after all scripts. Answers whether there is more to do in the next one, also without a turn. */
    finish(frame: number, dt: number): boolean {
        this.show(frame, dt);
        if (this.isOut) this.settling = 0;
        return this.lag.isOff || this.settling > 0;
    }

    private show(frame: number, dt: number) {
        const { lag, record, hasTurn, isSlow, isSeen } = this;
        if (hasTurn) this.measure();
        if (!isSlow && this.settling === 0) return;
        // no script may have begun it
        if (hasTurn || isSeen) record.begin(frame);
        if (hasTurn) {
            this.settling = Math.max(0, this.settling - dt);
            lag.turn(Math.max(isSlow ? Math.max(this.interval, this.seconds) : 0, this.settling), isSlow || this.isFirst ? 0 : 1 - this.settling / SETTLE);
            this.isFirst = false;
        }
        if (!isSeen) {
            if (hasTurn) lag.arrive();
            return;
        }
        lag.step(dt);
        lag.show();
        if (!isSlow && this.settling === 0) lag.clear();
    }

    /** Lets its scripts work in every frame again, at once. */
    free() {
        this.lag.clear();
        this.isSlow = false;
        this.hasTurn = true;
        this.share = 0;
        this.interval = 0;
        this.turnFrame = -1;
        this.isShown = false;
    }

    /** Sees how tall it is, and where. */
    private measure() {
        const { rig, middle, root, shift } = this;
        if (!rig || !middle || !root) return;
        if (rig.skeleton.space) {
            const { data } = rig.skeleton.space.getWorldTransform();
            this.height = rig.height * Math.sqrt(data[0] * data[0] + data[1] * data[1] + data[2] * data[2]);
        }
        const from = root.getWorldTransform().data, to = middle.getWorldTransform().data;
        for (let k = 0; k < 3; k++) shift[k] = to[12 + k] - from[12 + k];
    }
}
