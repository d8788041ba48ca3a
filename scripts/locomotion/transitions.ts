import type { PlayedGait, Played } from './choose-gait';
import { footAhead, type Entry } from './entry-time';
import { gaitTimeOf, progressAt, timeOf, type GaitTransition } from './transition';
import type { Whereabouts } from './whereabouts';
import { phaseAt } from '../anim/contacts/locomotion';
import { clamp, RADIANS } from '../core/math/scalars';

// Which transition plays between standing and going, and how fast: it is shown at the moment at which it has come as far as the entity (distance matching). A
// start goes by the distance from where the entity stood, a stop by that to where it will halt as it brakes, a turn by its angle.

/** Degrees off the look, and radians a second of a turn, up to which a start or a stop fits. */
const AHEAD = 40;
const STRAIGHT = 100 * RADIANS;

/** Seconds before its first foot is lifted at which a start or a turn is entered: the entity does not wait until the body has leant. */
const BEFORE_LIFT = 0.05;

/** Least and largest playing rate. */
const SLOWEST = 0.5;
const FASTEST = 2.6;

/** How far the entity may be ahead of a clip: heights, and radians. */
const LAG = 0.12;
const TURN_LAG = 50 * RADIANS;

/** Angle in radians by which a body is turned against its feet from which on it turns with a clip, and radians a second that it turns at least. */
const TURNED = 12 * RADIANS;
const TURNS = 40 * RADIANS;

/** Seconds before its end in which a transition is over. */
const ENDING = 0.03;

/** Radians a second at which it has ceased to turn. */
const CEASED = 10 * RADIANS;

export class Transitions {
    /** What plays; null: no transition. */
    playing: GaitTransition | null = null;

    /** Rate at which it is to play. */
    rate = 1;

    /** How far the entity has come since it plays, scene units or radians. */
    private covered = -0;

    constructor(private readonly where: Whereabouts) {}

    /** The time of a transition at which it is entered. */
    entryTime(next: GaitTransition): number {
        const { where: { motion } } = this;
        if (next.kind === 'stop') return timeOf(next, totalOf(next) - motion.haltDistance);
        const lift = next.firstLift ? next.firstLift.time - BEFORE_LIFT : 0;
        return next.kind === 'start' ? lift : Math.max(lift, timeOf(next, this.covered));
    }

    enter(next: Played) {
        this.playing = isTransition(next) ? next : null;
        this.rate = 1;
        if (this.playing?.kind === 'start') this.covered = progressAt(this.playing, this.entryTime(this.playing));
    }

    /** One frame: how far the entity has come, and what follows for the rate. `turn` is that of the frame, radians to the left. */
    step(time: number, turn: number, dt: number) {
        const { playing, where: { motion } } = this;
        if (!playing || !(dt > 0)) return;
        if (playing.kind === 'start') this.covered += motion.speed * dt;
        else if (playing.kind === 'stop') this.covered = totalOf(playing) - (motion.speed > 0 ? motion.haltDistance : 0);
        else this.covered += playing.kind === 'turnLeft' ? turn : -turn;
        const isThere = this.covered >= totalOf(playing);
        this.rate = isThere && playing.kind !== 'start' ? 1 : clamp((timeOf(playing, this.covered) - time) / dt, SLOWEST, FASTEST);
    }

    /** Whether what plays goes on, as the entity moves. */
    goesOn(time: number, isGoing: boolean, turnRate: number): boolean {
        const { playing, covered, where: { motion, height, direction } } = this;
        if (!playing || time >= playing.duration - ENDING) return false;
        const ahead = covered - progressAt(playing, time);
        if (playing.kind === 'start') return isGoing && ahead < LAG * height && Math.abs(direction) < AHEAD && !(motion.haltDistance < Infinity);
        if (playing.kind === 'stop') return !isGoing || motion.haltDistance < totalOf(playing);
        return !isGoing && ahead < TURN_LAG && (playing.kind === 'turnLeft' ? turnRate : -turnRate) > CEASED;
    }

    /**
     * The transition that leads from what plays to what is to play; null: none.
     *
     * @param all - Those that the character has.
     * @param turnRate - Radians a second to the left.
     */
    between(all: readonly GaitTransition[], from: Played | null, to: Played | null, gait: PlayedGait | null, entry: Entry, turnRate: number): GaitTransition | null {
        const { where: { motion, direction } } = this;
        if (all.length === 0 || !from || !to) return null;
        if (from.kind === 'idle' && to.kind === 'idle') return this.turnOf(all, entry, turnRate);
        if (!gait || Math.abs(gait.direction) > AHEAD || Math.abs(direction) > AHEAD || Math.abs(turnRate) > STRAIGHT) return null;
        if (from === gait) return motion.haltDistance < Infinity ? this.stopOf(all, gait, entry) : null;
        if (from.kind !== 'idle') return null;
        return this.nearest(all, 'start', gait, entry);
    }

    /** A stop that is not over where the entity will halt, in the phase of the gait. */
    private stopOf(all: readonly GaitTransition[], gait: PlayedGait, entry: Entry): GaitTransition | null {
        const stop = this.nearest(all, 'stop', gait, entry);
        return stop && this.where.motion.haltDistance < totalOf(stop) ? stop : null;
    }

    private turnOf(all: readonly GaitTransition[], entry: Entry, turnRate: number): GaitTransition | null {
        const { feet } = entry;
        if (!(Math.abs(turnRate) > TURNS)) return null;
        // the body is turned to the left where its feet are turned to the right against it
        const sign = Math.sign(turnRate);
        let most = 0;
        for (let i = 0; i < feet.length; i++) most = Math.max(most, -sign * feet[i].path.yaw);
        if (!(most > TURNED)) return null;
        this.covered = most;
        return this.nearest(all, sign > 0 ? 'turnLeft' : 'turnRight', null, entry);
    }

    /** The one of a kind that is made for a gait, whose speed is nearest, and of these that which fits best; null: there is none. */
    private nearest(all: readonly GaitTransition[], kind: GaitTransition['kind'], gait: PlayedGait | null, entry: Entry): GaitTransition | null {
        let best: GaitTransition | null = null;
        let least = Infinity, worst = Infinity;
        for (let i = 0; i < all.length; i++) {
            if (all[i].kind !== kind || (gait && all[i].flies !== gait.flies)) continue;
            const off = gait ? Math.abs(Math.log(gait.ownSpeed / all[i].speed)) : 0;
            const own = this.misfit(all[i], gait, entry);
            if (off > least || (off === least && own >= worst)) continue;
            best = all[i];
            least = off;
            worst = own;
        }
        return best;
    }

    /** How badly a transition fits the feet as they are: a start lifts the foot that is behind, a stop is in the phase of its gait, a turn lifts the foot that is turned most. */
    private misfit(one: GaitTransition, gait: PlayedGait | null, entry: Entry): number {
        const { kind, firstLift } = one;
        if (kind === 'start') return firstLift?.foot === 1 - footAhead(entry) ? 0 : 1;
        if (kind !== 'stop') return firstLift ? (kind === 'turnLeft' ? 1 : -1) * entry.feet[firstLift.foot].path.yaw : 0;
        const off = Math.abs(phaseAt(gait!.steps, entry.time) - phaseAt(gait!.steps, gaitTimeOf(one, this.entryTime(one), gait!)));
        return Math.min(off, 1 - off);
    }
}

/** Whether something that plays is a transition. */
export function isTransition(played: Played | null): played is GaitTransition {
    return played !== null && 'progress' in played;
}

function totalOf({ progress }: GaitTransition): number {
    return progress[progress.length - 1];
}
