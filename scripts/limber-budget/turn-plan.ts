import { limberBudgetAttributes } from './attributes';
import type { Views } from './views';
import { clamp, scaledDefault } from '../core/math/scalars';
import type { CrowdPlanner, Spent } from '../shell/crowd';
import type { CrowdMember } from '../shell/crowd-member';

// Which characters have a turn in a frame.
//
// Near characters have one in each frame, farther ones more seldom, and beyond the far distance scripts are left out. Where that takes longer
// than the budget, all characters count as farther away, by one number for all (scale); and in no frame more turns are given than fit: the
// others wait, and come first in the next one.
//
// Of a thousand characters most are far away and wait. Fetching them from memory would take more than their turns: so what is asked of all in each frame
// (which characters are due, which come into view) stands in rows of numbers, and a character itself is looked at when its turn is near, and ten times a second.

/** The attributes that it follows. */
export interface TurnSettings {
    readonly milliseconds: number;
    readonly nearDistance: number;
    readonly farDistance: number;
    readonly farRate: number;
    readonly offscreen: number;
}

/** Share by which the distance of a character has to change before it counts, of the way from near to far. */
const SLACK = 0.05;

/** Characters at one distance are not all treated alike: their distances count as up to so much more or less. */
const SPREAD = 0.1;
const GOLDEN = 0.618;

/** How fast all come nearer and go farther away, per second, and shares of the budget between which they stay. */
const CLOSER = 0.8;
const FARTHER = 1;
const LEAST = 0.85;
const MOST = 0.97;

/** Weight of the last turn in a character's expected cost. */
const LATELY = 0.1;

/** Expected cost of a character that has had no turn, in milliseconds. */
const UNKNOWN = 0.05;

/** Share of the budget that what is no turn may take: where that is more, the rest is left for turns all the same. */
const LOOKING = 0.75;

/** Seconds after which a character is looked at again. */
const LOOK_AGAIN = 0.1;

/** Numbers of where a character is: its place and its size. */
const BALL = 4;

/** Farthest that all are taken to be. */
const MIN_SCALE = 0.01;

/** Seconds of a frame that comes a little early and still counts, as a share of it. */
const EARLY = 0.5;

const place = new Float64Array(BALL);

export class TurnPlan implements CrowdPlanner {
    /** What distances are divided by, 0..1. */
    scale = 1;

    /** Milliseconds of a frame: what turns and what is shown between them would take, what the rest takes, and what is given away of the budget. */
    private readonly numbers = { demand: 0, overhead: 0, fixed: 0, showing: 0, used: 0 };

    /** Seconds since the beginning. */
    private now = 0;

    private frame = 0;

    private seconds = 0;

    /** The characters by their slots, and for each: when it is looked at again, milliseconds a second that its turns take, and where it is. */
    private readonly known: CrowdMember[] = [];

    private next = new Float64Array(0);

    private load = new Float64Array(0);

    private balls = new Float64Array(0);

    /** Whether it is seen, and whether it may need every frame. */
    private isSeen = new Uint8Array(0);

    private isPolled = new Uint8Array(0);

    /** Those that have a turn in each frame and those whose turn is due, by their slots; and where the next frame begins with them, so that none waits for ever. */
    private readonly near: number[] = [];

    private readonly due: number[] = [];

    private firstNear = 0;

    private firstDue = 0;

    /** Characters that had a turn in the last frame. */
    private readonly last: CrowdMember[] = [];

    constructor(private readonly settings: TurnSettings, private readonly views: Views) {}

    clock(): number {
        return performance.now();
    }

    readViews() {
        this.views.read();
    }

    sees(member: CrowdMember): boolean {
        const { slot } = member;
        if (this.known[slot] === member) return this.views.sees(this.balls, BALL * slot);
        this.views.read();
        member.readPlace(place);
        place[3] = member.height;
        return this.views.sees(place, 0);
    }

    rouse({ slot }: CrowdMember) {
        this.next[slot] = -Infinity;
    }

    /** Forgets all characters, whose frames were not planned for a while. */
    restart() {
        this.known.length = 0;
        this.last.length = 0;
    }

    plan(members: readonly CrowdMember[], frame: number, dt: number, spent: Spent) {
        const { numbers, settings, near, due } = this;
        this.now += dt;
        this.seconds = dt;
        this.frame = frame;
        this.views.read();
        this.endTurns();
        numbers.overhead += LATELY * (spent.overhead - numbers.overhead);
        numbers.showing += LATELY * (spent.showing - numbers.showing);
        const most = LOOKING * settings.milliseconds;
        numbers.fixed = Math.min(numbers.overhead, most);
        numbers.used = Math.min(numbers.overhead + numbers.showing, most);
        // what is shown between turns ends where all count as farther away, planning does not
        numbers.demand = numbers.showing;
        near.length = 0;
        due.length = 0;
        this.lookAtAll(members, dt);
        this.rescale(dt);
        this.firstNear = this.give(near, this.firstNear);
        this.firstDue = this.give(due, this.firstDue);
    }

    /** Learns what the turns of the last frame have taken. */
    private endTurns() {
        const { last } = this;
        for (let i = 0; i < last.length; i++) {
            const member = last[i];
            if (member.spent > 0 && member.share < 1) member.cost = member.cost >= 0 ? member.cost + LATELY * (member.spent - member.cost) : member.spent;
            member.hasTurn = false;
        }
        last.length = 0;
    }

    /** Finds the characters that are due and looks at them. */
    private lookAtAll(members: readonly CrowdMember[], dt: number) {
        const { views, numbers, now, known } = this;
        if (members.length > this.next.length) this.grow(2 * members.length);
        const { next, load, balls, isSeen, isPolled } = this;
        for (let i = 0; i < members.length; i++) {
            if (known[i] !== members[i]) this.enter(members[i], i, dt);
            // a character that comes into view has a turn at once, also by a cut
            if (views.hasCut || now >= next[i] || isPolled[i] === 1 || Number(views.sees(balls, BALL * i)) !== isSeen[i]) this.look(members[i], i, dt);
            numbers.demand += load[i] * dt;
        }
        known.length = members.length;
        views.hasCut = false;
    }

    private enter(member: CrowdMember, slot: number, dt: number) {
        this.known[slot] = member;
        // a character that was in another row before goes on as there
        if (member.slot < 0 || !(member.lastTurn <= this.now)) member.lastTurn = this.now - dt;
        member.slot = slot;
        this.next[slot] = -Infinity;
    }

    /** Sees where a character is, what it would take, and whether its turn is due. */
    private look(member: CrowdMember, slot: number, dt: number) {
        const { settings, views, balls, now, next } = this;
        member.readPlace(place);
        balls.set(place, BALL * slot);
        balls[BALL * slot + 3] = member.height;
        const wasSeen = member.isSeen;
        member.isSeen = views.sees(balls, BALL * slot);
        this.isSeen[slot] = Number(member.isSeen);
        this.isPolled[slot] = Number(member.polled.length > 0);
        const near = scaledDefault(settings.nearDistance, limberBudgetAttributes.nearDistance, member.height);
        const far = scaledDefault(settings.farDistance, limberBudgetAttributes.farDistance, member.height);
        const spread = 1 + SPREAD * (2 * ((GOLDEN * slot) % 1) - 1);
        const raw = (views.distance(place) * spread / this.scale - near) / Math.max(far - near, 1e-3 * far);
        // what is far away is left out at exactly 1, what is near is 0
        member.share = clamp(clamp(member.share, raw - SLACK, raw + SLACK), 0, 1);
        const rate = member.isSeen ? settings.farRate / member.share : settings.offscreen;
        member.interval = rate > 0 ? 1 / rate : Infinity;
        const { isUrgent } = member;
        member.isRoused = false;
        if (member.isSeen && !wasSeen) {
            member.appear();
            member.lastTurn = Math.min(member.lastTurn, now - member.interval);
        }
        this.load[slot] = isUrgent ? costOf(member) / dt : member.share < 1 ? costOf(member) / Math.max(member.interval, dt) : 0;
        const dueTime = member.lastTurn + member.interval - EARLY * dt;
        next[slot] = Math.min(dueTime, now + LOOK_AGAIN);
        if (isUrgent || member.interval === 0) {
            this.near.push(slot);
        } else if (now >= dueTime && !(member.share === 1 && member.isOut)) {
            this.due.push(slot);
        } else {
            if (member.share === 1 && member.isOut) next[slot] = now + LOOK_AGAIN;
            member.take(false, true, this.frame, 0);
        }
    }

    private grow(room: number) {
        const { next, load, balls, isSeen, isPolled } = this;
        this.next = copyInto(new Float64Array(room), next);
        this.load = copyInto(new Float64Array(room), load);
        this.balls = copyInto(new Float64Array(BALL * room), balls);
        this.isSeen = copyInto(new Uint8Array(room), isSeen);
        this.isPolled = copyInto(new Uint8Array(room), isPolled);
    }

    /** Lets all count as farther away while the budget does not hold them, and as nearer while it holds more. */
    private rescale(dt: number) {
        const { demand, fixed } = this.numbers;
        const load = demand / Math.max(this.settings.milliseconds - fixed, 1e-3);
        let rate = 0;
        if (load > MOST) rate = -FARTHER * Math.min(1, load - MOST);
        else if (load < LEAST) rate = CLOSER * (LEAST - load);
        this.scale = clamp(this.scale * Math.exp(rate * dt), MIN_SCALE, 1);
    }

    /**
     * Gives turns as long as they fit.
     *
     * @param slots - Members that wait for one, in the order of their slots.
     * @param first - The slot to begin with.
     * @returns The first character without a turn; the next frame begins with it.
     */
    private give(slots: readonly number[], first: number): number {
        const { numbers, settings, known, now, frame, last } = this;
        let start = 0;
        while (start < slots.length && slots[start] < first) start++;
        let left = -1;
        for (let k = 0; k < slots.length; k++) {
            const slot = slots[(start + k) % slots.length];
            const member = known[slot];
            const { isUrgent } = member;
            const cost = member.share < 1 ? costOf(member) : member.spent;
            const hasTurn = isUrgent || numbers.used + cost <= settings.milliseconds;
            if (hasTurn) numbers.used += cost;
            else if (left < 0) left = slot;
            member.take(hasTurn, !isUrgent && (member.interval > 0 || !hasTurn), frame, now - member.lastTurn);
            if (!hasTurn) continue;
            member.lastTurn = now;
            last.push(member);
            this.next[slot] = Math.min(now + member.interval - EARLY * this.seconds, now + LOOK_AGAIN);
        }
        return left < 0 ? first : left;
    }
}

function copyInto<Numbers extends Float64Array | Uint8Array>(larger: Numbers, numbers: Numbers): Numbers {
    larger.set(numbers);
    return larger;
}

/** Milliseconds that a turn is expected to take. */
function costOf({ cost }: CrowdMember): number {
    return cost >= 0 ? cost : UNKNOWN;
}
