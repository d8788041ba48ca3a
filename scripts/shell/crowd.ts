import type { AppBase } from 'playcanvas';

import { CrowdMember, type CrowdScript } from './crowd-member';
import { EndOfFrame } from './end-of-frame';
import type { PoseRecord } from '../pose/pose-record';

// All characters of an application, and which of them have their turn in a frame. Without a planner every character has it in every frame.

/** Longest time for a script to be called and to see that it waits, in milliseconds. Time beyond it belongs to other code. */
const IDLE = 1e-3;

/** Milliseconds of a frame that were no turn's. */
export interface Spent {
    /** For planning, and for scripts that were called and had to wait: it is what it is. */
    readonly overhead: number;
    /** For showing characters between their turns. */
    readonly showing: number;
}

/** Decides which characters have a turn; limberBudget implements it. */
export interface CrowdPlanner {
    /** Calls {@link CrowdMember.take} of all members whose turn changes, before the first script of a frame. The turns of the last frame have ended by then. */
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

const crowds = new WeakMap<AppBase, Crowd>();

/** The characters of an application. */
export class Crowd {
    readonly members: CrowdMember[] = [];

    private readonly byRecord = new Map<PoseRecord, CrowdMember>();

    private planner: CrowdPlanner | null = null;

    private lastFrame = -1;

    /** Members with work left for the end of the frame. */
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

    /** Whether a plan of turns is set. */
    get isPlanned(): boolean {
        return this.planner !== null;
    }

    /** Sets the plan of turns; null: every character has a turn in every frame. */
    setPlanner(planner: CrowdPlanner | null) {
        if (!planner) for (const member of this.members) member.free();
        this.planner = planner;
        this.shown.length = 0;
        EndOfFrame.of(this.app).last = planner && this.finish;
    }

    /** Decides the turns of this frame, once. */
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

    /** Notes which scripts of a character may need every frame. */
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
