import type { AppBase, GraphNode } from 'playcanvas';

import { EndOfFrame } from './end-of-frame';
import { PERSON_HEIGHT } from '../core/math/scalars';
import { PoseLag } from '../pose/pose-lag';
import type { PoseRecord } from '../pose/pose-record';
import { RecordHold } from '../pose/record-hold';
import { modelScale, type Rig } from '../rig/rig';

// All characters of an application, and which of them have their turn in a frame. Without a planner every character has it in every frame.
//
// Scripts on a character have their turns together, as each works on what the ones above have made of the pose. In frames without a turn the
// character is animated, and shows what its scripts did before (pose-lag.ts).

/** Seconds in which what is shown gets to where scripts have it, where those that work, or how often, have changed. */
const SETTLE = 0.5;

/** A script, as the crowd sees it. */
export interface CrowdScript {
    /** Whether it makes something now that has to be shown in each frame, as a fall. */
    readonly needsEveryFrame: boolean;
}

/** Says who has a turn; of limberBudget. */
export interface CrowdPlanner {
    /** Calls {@link CrowdMember.take} of all, before the first script of a frame. */
    plan(members: readonly CrowdMember[], dt: number, overhead: number): void;
    /** Whether a camera sees a character. */
    sees(member: CrowdMember): boolean;
    /** Milliseconds. */
    clock(): number;
}

/** A character with scripts. */
export class CrowdMember {
    readonly scripts: CrowdScript[] = [];

    /** How tall it stands in the scene. */
    height = PERSON_HEIGHT;

    /** What was found out about it: whether a camera sees it, how far away it is (0: near, 1: so far that what may be left out is), and seconds between two turns. */
    isSeen = true;

    share = 0;

    interval = 0;

    /** Seconds since its last turn. */
    waited = 0;

    /** Whether it has a turn in this frame, and the seconds that scripts move on by. */
    hasTurn = true;

    seconds = 0;

    /** Milliseconds that its scripts have taken in this turn, and what a turn takes usually; NaN: nobody knows yet. */
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

    constructor(readonly record: PoseRecord) {
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

    get isUrgent(): boolean {
        const { scripts } = this;
        for (let i = 0; i < scripts.length; i++) if (scripts[i].needsEveryFrame) return true;
        return false;
    }

    /** Comes into view: what is shown need not go on from what nobody has seen. */
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
     */
    take(hasTurn: boolean, isSlow: boolean) {
        const { lag, isSlow: wasSlow } = this;
        this.hasTurn = hasTurn;
        this.isSlow = isSlow;
        if (isSlow && !wasSlow && !lag.isOff) lag.begin();
        if (wasSlow && !isSlow) {
            this.settle();
            this.isFirst = true;
            if (this.isUrgent) lag.holdShown();
        }
        if (!hasTurn) {
            this.record.wait();
            return;
        }
        this.seconds = this.waited;
        this.waited = 0;
        this.spent = 0;
    }

    /** Ends the frame, after all scripts. */
    finish(frame: number, dt: number) {
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

const crowds = new WeakMap<AppBase, Crowd>();

/** The characters of an application. */
export class Crowd {
    readonly members: CrowdMember[] = [];

    private readonly byRecord = new Map<PoseRecord, CrowdMember>();

    private planner: CrowdPlanner | null = null;

    private lastFrame = -1;

    /** Milliseconds of the last frame that were no script's. */
    private overhead = 0;

    private constructor(private readonly app: AppBase) {}

    /** That of an application. */
    static of(app: AppBase): Crowd {
        let crowd = crowds.get(app);
        if (!crowd) {
            crowd = new Crowd(app);
            crowds.set(app, crowd);
        }
        return crowd;
    }

    /** Whether somebody says who has a turn. */
    get isPlanned(): boolean {
        return this.planner !== null;
    }

    /** Lets somebody say who has a turn; null: nobody, and all have it in every frame. */
    setPlanner(planner: CrowdPlanner | null) {
        if (!planner) for (const member of this.members) member.free();
        this.planner = planner;
        EndOfFrame.of(this.app).last = planner && this.finish;
    }

    /** Says who has a turn in this frame, once. */
    begin(dt: number) {
        const { planner } = this;
        const { frame } = this.app;
        if (!planner || frame === this.lastFrame) return;
        this.lastFrame = frame;
        const start = planner.clock();
        planner.plan(this.members, dt, this.overhead);
        this.overhead = planner.clock() - start;
    }

    clock(): number {
        return this.planner!.clock();
    }

    join(record: PoseRecord, script: CrowdScript): CrowdMember {
        let member = this.byRecord.get(record);
        if (!member) {
            member = new CrowdMember(record);
            this.byRecord.set(record, member);
            this.members.push(member);
        }
        member.scripts.push(script);
        return member;
    }

    leave(member: CrowdMember, script: CrowdScript) {
        member.scripts.splice(member.scripts.indexOf(script), 1);
        if (member.scripts.length > 0) return;
        this.byRecord.delete(member.record);
        this.members.splice(this.members.indexOf(member), 1);
    }

    private readonly finish = (dt: number) => {
        const { planner, members } = this;
        const { frame } = this.app;
        if (!planner || frame !== this.lastFrame) return;
        const start = planner.clock();
        for (let i = 0; i < members.length; i++) {
            const member = members[i];
            // the camera may have been moved since
            member.isSeen ||= planner.sees(member);
            member.finish(frame, dt);
        }
        this.overhead += planner.clock() - start;
    };
}

/** A script's part in its character: it holds the record, and works when the character has its turn. */
export class CrowdPart {
    /** Seconds that the script moves on by in this frame. */
    dt = 0;

    private readonly crowd: Crowd;

    private readonly hold = new RecordHold();

    private member: CrowdMember | null = null;

    private start = 0;

    private isLeftOut = false;

    constructor(app: AppBase, private readonly script: CrowdScript) {
        this.crowd = Crowd.of(app);
    }

    /** Takes part in a character, and in the one before no more; null: in none. */
    move(record: PoseRecord | null, root: GraphNode, rig: Rig | null) {
        const { crowd, member, script } = this;
        if (member?.record !== record) {
            if (member) crowd.leave(member, script);
            this.member = record && crowd.join(record, script);
        }
        this.member?.place(root, rig);
        this.hold.move(record);
    }

    /** Begins a frame of some seconds; answers whether the script works in it. */
    begin(dt: number): boolean {
        const { crowd, member } = this;
        this.dt = dt;
        if (!crowd.isPlanned || !member) return true;
        crowd.begin(dt);
        if (!member.hasTurn) return false;
        this.dt = member.seconds;
        this.start = crowd.clock();
        return true;
    }

    /** Ends what {@link begin} began. */
    end() {
        const { crowd, member } = this;
        if (crowd.isPlanned && member) member.spent += crowd.clock() - this.start;
    }

    /** Whether the script is left out, as its character is as far away as it says. */
    leavesOut(share: number): boolean {
        const { member } = this;
        const isLeftOut = member !== null && this.crowd.isPlanned && member.share >= share;
        if (isLeftOut !== this.isLeftOut) member?.settle();
        this.isLeftOut = isLeftOut;
        return isLeftOut;
    }
}
