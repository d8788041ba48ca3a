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

/** Milliseconds that a script at most takes to find out that it has to wait, with the engine's call of it: what is over that is somebody else's. */
const IDLE = 1e-3;

/** A script, as the crowd sees it. */
export interface CrowdScript {
    /** Whether it makes something now that has to be shown in each frame, as a fall; of scripts that ever do. */
    needsEveryFrame?(): boolean;
}

/** Milliseconds of a frame that were no turn's. */
export interface Spent {
    /** For planning, and for scripts that were called and had to wait: it is what it is. */
    readonly overhead: number;
    /** For showing characters between their turns. */
    readonly showing: number;
}

/** Says who has a turn; of limberBudget. */
export interface CrowdPlanner {
    /** Calls {@link CrowdMember.take} of all for whom something changes, before the first script of a frame. Those who had a turn in the last one have none by then. */
    plan(members: readonly CrowdMember[], frame: number, dt: number, spent: Spent): void;
    /** Looks at a character in the next frame, whatever it has planned. */
    rouse(member: CrowdMember): void;
    /** Reads the cameras as they are now. */
    readViews(): void;
    /** Whether a camera sees a character. */
    sees(member: CrowdMember): boolean;
    /** Milliseconds. */
    clock(): number;
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

    /** Frame of its last turn; -1: it was not planned. */
    private turnFrame = -1;

    /** @param shown - The crowd's list of those for whom something is to be done at the end of a frame. */
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

    /** Ends the frame, after all scripts. Answers whether there is more to do in the next one though nobody has a turn. */
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

const crowds = new WeakMap<AppBase, Crowd>();

/** The characters of an application. */
export class Crowd {
    readonly members: CrowdMember[] = [];

    private readonly byRecord = new Map<PoseRecord, CrowdMember>();

    private planner: CrowdPlanner | null = null;

    private lastFrame = -1;

    /** Those for whom something is to be done at the end of the frame. */
    private readonly shown: CrowdMember[] = [];

    /** Of the last frame. */
    private readonly without = { overhead: 0, showing: 0 };

    /** When the frame was planned, milliseconds of turns since, and how often scripts were called that had to wait. */
    private planned = 0;

    private spent = 0;

    private idle = 0;

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
        this.shown.length = 0;
        EndOfFrame.of(this.app).last = planner && this.finish;
    }

    /** Says who has a turn in this frame, once. */
    begin(dt: number) {
        const { planner } = this;
        const { frame } = this.app;
        if (!planner || frame === this.lastFrame) return;
        this.lastFrame = frame;
        const start = planner.clock();
        planner.plan(this.members, frame, dt, this.without);
        this.planned = planner.clock();
        this.without.overhead = this.planned - start;
        this.spent = 0;
        this.idle = 0;
    }

    /** Notes that a script has a turn, which has taken some milliseconds. */
    addTurn(member: CrowdMember, milliseconds: number) {
        member.spent += milliseconds;
        this.spent += milliseconds;
    }

    /** Notes that a script was called and has to wait. */
    addIdle() {
        this.idle++;
    }

    /** Says that something of a character is to be shown in each frame for now. */
    rouse(member: CrowdMember) {
        member.isRoused = true;
        this.planner?.rouse(member);
    }

    clock(): number {
        return this.planner!.clock();
    }

    join(record: PoseRecord, script: CrowdScript): CrowdMember {
        let member = this.byRecord.get(record);
        if (!member) {
            member = new CrowdMember(record, this.shown);
            this.byRecord.set(record, member);
            this.members.push(member);
        }
        member.scripts.push(script);
        this.poll(member);
        return member;
    }

    /** Notes who of its scripts may need every frame. */
    private poll(member: CrowdMember) {
        member.polled = member.scripts.filter(script => script.needsEveryFrame);
        this.planner?.rouse(member);
    }

    leave(member: CrowdMember, script: CrowdScript) {
        member.scripts.splice(member.scripts.indexOf(script), 1);
        this.poll(member);
        if (member.scripts.length > 0) return;
        this.byRecord.delete(member.record);
        this.members.splice(this.members.indexOf(member), 1);
    }

    private readonly finish = (dt: number) => {
        const { planner, shown, without } = this;
        const { frame } = this.app;
        if (!planner || frame !== this.lastFrame) return;
        const start = planner.clock();
        without.overhead += Math.min(start - this.planned - this.spent, IDLE * this.idle);
        // the cameras may have been moved since
        planner.readViews();
        for (let i = shown.length - 1; i >= 0; i--) {
            const member = shown[i];
            member.isSeen ||= planner.sees(member);
            if (member.scripts.length > 0 && member.finish(frame, dt)) continue;
            member.isShown = false;
            shown[i] = shown[shown.length - 1];
            shown.length--;
        }
        without.showing = planner.clock() - start;
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
            if (member) {
                if (this.isLeftOut) member.leftOut--;
                this.isLeftOut = false;
                crowd.leave(member, script);
            }
            this.member = record && crowd.join(record, script);
        }
        this.member?.place(root, rig);
        this.hold.move(record);
    }

    /** Whether the script has to wait in this frame. */
    waits(dt: number): boolean {
        const { crowd, member } = this;
        if (!crowd.isPlanned || !member) return false;
        crowd.begin(dt);
        if (member.hasTurn) return false;
        crowd.addIdle();
        return true;
    }

    /** Begins the turn of the script in a frame of some seconds; answers whether it has one. */
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
        if (crowd.isPlanned && member) crowd.addTurn(member, crowd.clock() - this.start);
    }

    /** Says that what the script shows has to be shown in the next frame too. */
    rouse() {
        if (this.member) this.crowd.rouse(this.member);
    }

    /** Whether the script is left out, as its character is as far away as it says. */
    leavesOut(share: number): boolean {
        const { member } = this;
        const isLeftOut = member !== null && this.crowd.isPlanned && member.share >= share;
        if (isLeftOut !== this.isLeftOut && member) {
            member.settle();
            member.leftOut += isLeftOut ? 1 : -1;
        }
        this.isLeftOut = isLeftOut;
        return isLeftOut;
    }
}
