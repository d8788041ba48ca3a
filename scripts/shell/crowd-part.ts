import type { AppBase, GraphNode } from 'playcanvas';

import { Crowd } from './crowd';
import type { CrowdMember, CrowdScript } from './crowd-member';
import type { PoseRecord } from '../pose/pose-record';
import { RecordHold } from '../pose/record-hold';
import type { Rig } from '../rig/rig';

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
        if (this.waits(dt)) return false;
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
