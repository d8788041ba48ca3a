import { limberBudgetAttributes } from './attributes';
import type { Views } from './views';
import { clamp, scaledDefault } from '../core/math/scalars';
import type { CrowdMember, CrowdPlanner } from '../shell/crowd';

// Who has a turn in a frame.
//
// Near characters have one in each frame, farther ones more seldom, and beyond the far distance scripts are left out. Where that takes longer
// than the budget, all characters count as farther away, by one number for all (scale); and in no frame more turns are given than fit: the
// others wait, and come first in the next one.

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
const CLOSER = 0.5;
const FARTHER = 2;
const LEAST = 0.85;
const MOST = 0.97;

/** Share of what a character has cost lately in what it is expected to cost; and milliseconds of one that nobody knows. */
const LATELY = 0.1;
const UNKNOWN = 0.05;

/** Farthest that all are taken to be. */
const MIN_SCALE = 0.01;

/** Seconds of a frame that comes a little early and still counts, as a share of it. */
const EARLY = 0.5;

const place = new Float64Array(3);

export class TurnPlan implements CrowdPlanner {
    /** What distances are divided by, 0..1. */
    scale = 1;

    /** Milliseconds of a frame, of which the given ones are for turns that are due. */
    private readonly numbers = { demand: 0, overhead: 0, used: 0 };

    /** Where the next frame begins to give turns, so that nobody waits for ever. */
    private first = 0;

    private seconds = 0;

    constructor(private readonly settings: TurnSettings, private readonly views: Views) {}

    clock(): number {
        return performance.now();
    }

    sees(member: CrowdMember): boolean {
        member.readPlace(place);
        return this.views.sees(place, member.height);
    }

    plan(members: readonly CrowdMember[], dt: number, overhead: number) {
        const { numbers, settings } = this;
        this.seconds = dt;
        this.views.read();
        numbers.overhead += LATELY * (overhead - numbers.overhead);
        // with so many characters that looking at them takes more, half is left for turns
        const looking = Math.min(numbers.overhead, settings.milliseconds / 2);
        numbers.demand = looking;
        numbers.used = looking;
        for (let i = 0; i < members.length; i++) this.look(members[i], i, dt);
        this.rescale(dt);
        this.give(members, true);
        this.give(members, false);
        if (members.length > 0) this.first = (this.first + 1) % members.length;
    }

    /** Sees where a character is, and what it would take. */
    private look(member: CrowdMember, index: number, dt: number) {
        const { settings, numbers, views } = this;
        if (member.hasTurn && member.spent > 0 && member.share < 1) member.cost = member.cost >= 0 ? member.cost + LATELY * (member.spent - member.cost) : member.spent;
        member.waited += dt;
        member.readPlace(place);
        const wasSeen = member.isSeen;
        member.isSeen = views.sees(place, member.height);
        const near = scaledDefault(settings.nearDistance, limberBudgetAttributes.nearDistance, member.height);
        const far = scaledDefault(settings.farDistance, limberBudgetAttributes.farDistance, member.height);
        const spread = 1 + SPREAD * (2 * ((GOLDEN * index) % 1) - 1);
        const raw = (views.distance(place) * spread / this.scale - near) / Math.max(far - near, 1e-3 * far);
        // what is far away is left out at exactly 1, what is near is 0
        member.share = clamp(clamp(member.share, raw - SLACK, raw + SLACK), 0, 1);
        const rate = member.isSeen ? settings.farRate / member.share : settings.offscreen;
        member.interval = rate > 0 ? 1 / rate : Infinity;
        if (member.isSeen && !wasSeen) {
            member.appear();
            member.waited = Math.max(member.waited, member.interval);
        }
        const { isUrgent } = member;
        const share = isUrgent ? 1 : Math.min(1, dt / member.interval);
        if (isUrgent || member.share < 1) numbers.demand += share * costOf(member);
    }

    /** Lets all count as farther away while the budget does not hold them, and as nearer while it holds more. */
    private rescale(dt: number) {
        const budget = Math.max(this.settings.milliseconds, 1e-3);
        const load = this.numbers.demand / budget;
        let rate = 0;
        if (load > MOST) rate = -FARTHER * Math.min(1, load - MOST);
        else if (load < LEAST) rate = CLOSER * (LEAST - load);
        this.scale = clamp(this.scale * Math.exp(rate * dt), MIN_SCALE, 1);
    }

    /** Gives turns, to those that have one in each frame or to the others. */
    private give(members: readonly CrowdMember[], isNear: boolean) {
        const { numbers, settings, first, seconds } = this;
        for (let k = 0; k < members.length; k++) {
            const member = members[(first + k) % members.length];
            const { isUrgent } = member;
            if ((isUrgent || member.interval === 0) !== isNear) continue;
            const cost = member.share < 1 ? costOf(member) : member.spent;
            const isDue = isUrgent || member.waited + EARLY * seconds >= member.interval;
            const hasTurn = isUrgent || (isDue && numbers.used + cost <= settings.milliseconds);
            if (hasTurn) numbers.used += cost;
            member.take(hasTurn, !isUrgent && (member.interval > 0 || !hasTurn));
        }
    }
}

/** Milliseconds that a turn is expected to take. */
function costOf({ cost }: CrowdMember): number {
    return cost >= 0 ? cost : UNKNOWN;
}
