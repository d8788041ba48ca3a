import type { Contact } from './contact';
import type { FootParts, FrameSettings, ToldFoot } from './foot-settings';
import type { FootTarget } from './foot-target';
import type { PlacedFoot } from './foot-turn';
import { SwingPath } from './swing-path';
import { addVec, copyVec, dotVec, rotateVec, subtractVec, writeDot, type Flat } from '../../core/math/flat-math';
import { clamp } from '../../core/math/scalars';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { FootRays } from '../ground/foot-rays';
import type { GroundProbe } from '../ground/ground-probe';
import type { ClipKnowledge } from '../schedule';

// One foot in the air: when it looks ahead, where it will come down, and how its sole is held until then.

/** Time before its clip lifts it in which a foot begins to look where it will go, seconds. */
const SCOUT = 0.15;

/** Longest time that a foot in the air goes on without ground under it, seconds. */
const LONGEST_GAP = 0.15;

/** What this stage reads of a foot. */
interface SwingingFoot extends PlacedFoot, FootParts {
    readonly clip: Readonly<ClipKnowledge>;
    readonly told: Readonly<ToldFoot>;
    readonly contact: Readonly<Contact>;
    readonly rays: Readonly<FootRays>;
    readonly target: Readonly<FootTarget>;
    readonly swing: FootSwing;
}

const strike = new Float64Array(3);
const offset = new Float64Array(3);
const lift = new Float64Array(1);
const gain = new Float64Array(1);
const seenPoint = new Float64Array(2);

export class FootSwing {
    readonly path = new SwingPath();

    /** Whether the ground ahead of the foot is being looked at. */
    private hasPath = false;

    /** World place of the ankle across the up vector, as it will be shown. */
    readonly place = new Float64Array(3);

    /** Its sole as it will be shown: the furthest points before the ankle and behind it, and the height of the lowest one over the ground in the animation; below 0: the clip has it in its own floor. */
    front = 0;

    back = 0;

    lowest = 0;

    /** How far before the ankle that point is, and how much the sole rises behind it at least, per distance. */
    low = 0;

    slant = 0;

    /** Whether there is ground where it comes down, though none may be under it now. */
    bridgesGap = false;

    /** Seconds until the foot comes down. */
    readonly timeLeft = new Float64Array(1);

    /** Where the ankle would come down on the ground of the clip, as seen from where the character is now. */
    readonly landing = new Float64Array(3);

    /** Whether the foot was in the air. */
    private wasInAir = false;

    /** Time that the foot has been in the air without ground under it. */
    private overGap = 0;

    /** Whether what is in front of the foot counts: it is in the air and looks ahead. */
    looksAhead(foot: SwingingFoot, frame: FrameSettings): boolean {
        return !foot.contact.isDown && !foot.plant.isPlanted && this.isReady(foot, frame);
    }

    /** Whether the foot is about to be lifted. */
    private scouts(foot: SwingingFoot, frame: FrameSettings): boolean {
        return foot.contact.isDown && foot.clip.timeToRelease < SCOUT && this.isReady(foot, frame);
    }

    /** Whether it can look ahead: it has been on its ground, and its clip says when it comes down. */
    private isReady({ clip, told: { isActive }, seen: { standsOnPlane }, target: { weight } }: SwingingFoot, frame: FrameSettings): boolean {
        return frame.ground !== null && frame.predictSwing && isActive && standsOnPlane && weight > 0 && clip.timeToStrike < Infinity && frame.dt > 0;
    }

    /** Whether the foot wants to look ahead in this frame. */
    wantsRays(foot: SwingingFoot, frame: FrameSettings): boolean {
        return this.looksAhead(foot, frame) || this.scouts(foot, frame);
    }

    /** Looks where the foot goes: in the air, and a moment before. */
    look(foot: SwingingFoot, frame: FrameSettings) {
        // a paused game: the path goes on where it is
        if (!(frame.dt > 0)) return;
        const { path, place } = this;
        const { probe, plant, seen: { ankle }, rays: { limits } } = foot;
        const { ground } = path;
        this.bridgesGap = false;
        // a gallop or a run is never down for so long that it stops looking ahead: each swing looks anew
        if (this.wasInAir && foot.contact.isDown) this.hasPath = false;
        this.wasInAir = !foot.contact.isDown;
        const isInAir = this.looksAhead(foot, frame) && (probe.found || path.isActive);
        let hasWay = false;
        if (foot.contact.isDown) path.finish(this.timeLeft, frame);
        if (!isInAir) path.stop();
        if (isInAir || this.scouts(foot, frame)) {
            for (let i = 0; i < 3; i++) place[i] = ankle[i] + plant.weight * plant.shift[i];
            this.writeStrike(foot, frame);
            if (!this.hasPath) path.begin(foot, frame.root, limits);
            this.hasPath = true;
            hasWay = path.look(foot, strike, limits, frame.ground!, frame.rays.takeTurn());
            frame.rays.use(ground.casts);
        } else {
            this.hasPath = false;
        }
        if (!isInAir) return;
        // a foot that its clip sets down where it left the ground has no way: it goes over the ground that is under it
        if (!hasWay) {
            path.stop();
            return;
        }
        foot.target.writeAnkleGain(gain, foot);
        lift[0] = foot.target.lift - gain[0];
        if (!path.isActive) path.start(frame.lastRoot, foot, lift, this.timeLeft);
        // a gap under the foot is no reason to give up, but ground that is gone is
        if (probe.found) this.overGap = 0;
        else this.overGap += frame.dt;
        this.bridgesGap = path.hasLanding && this.overGap < LONGEST_GAP;
    }

    /** Goes on through the air. */
    step(foot: SwingingFoot, pose: FlatPose, frame: FrameSettings) {
        if (!(frame.dt > 0)) return;
        const { path } = this;
        if (path.way.count > 0) this.readSole(foot, pose);
        if (!path.isActive) {
            path.settle(frame);
            return;
        }
        path.step(foot, this.timeLeft, frame);
    }

    /** Goes along with what the foot has left. */
    follow(probe: GroundProbe) {
        probe.carryPoint(this.path.ground.origin, 0);
    }

    /** Forgets what was before. */
    jump() {
        this.path.stop();
        this.path.forget();
        this.hasPath = this.wasInAir = false;
    }

    /** Finds where the foot comes down, and when. */
    private writeStrike({ clip }: SwingingFoot, { velocity }: FrameSettings) {
        const { timeLeft, landing } = this;
        timeLeft[0] = clip.timeToStrike;
        copyVec(landing, 0, clip.strike, 0);
        if (clip.isTold) for (let i = 0; i < 3; i++) landing[i] = clip.landing[i] - velocity[i] * timeLeft[0];
        for (let i = 0; i < 3; i++) strike[i] = landing[i] + velocity[i] * timeLeft[0];
    }

    /** Writes where the ankle comes down, as seen from where the character is now; false when that is not known. */
    writeLanding(out: Flat, { up }: Pick<FootParts, 'up'>, { root, velocity }: FrameSettings): boolean {
        const { path: { isActive, hasLanding, ground, way }, landing, timeLeft } = this;
        if (!isActive || !hasLanding) return false;
        // its height there over the ground is the clip's
        subtractVec(offset, 0, ground.origin, 0, root, 0);
        writeDot(gain, 0, offset, 0, up, 0);
        writeDot(lift, 0, velocity, 0, up, 0);
        const rise = gain[0] + way.end;
        // by then the character has gone a part of the height up or down
        const left = rise - clamp(lift[0] * timeLeft[0], Math.min(0, rise), Math.max(0, rise));
        for (let i = 0; i < 3; i++) out[i] = landing[i] + way.landingShift * ground.direction[i] + left * up[i];
        return true;
    }

    /** Reads how far its sole goes, the foot as it will be shown. */
    private readSole(foot: SwingingFoot, pose: FlatPose) {
        const { target, target: { normal }, seen, seen: { points }, up } = foot;
        seen.readPoints(pose);
        target.writeAnkleGain(gain, foot);
        this.front = this.back = -Infinity;
        this.lowest = this.slant = Infinity;
        for (let o = 0; o < points.length; o += 3) {
            this.readPoint(seenPoint, foot, o);
            this.front = Math.max(this.front, seenPoint[0]);
            this.back = Math.max(this.back, -seenPoint[0]);
            if (!(seenPoint[1] < this.lowest)) continue;
            this.low = seenPoint[0];
            this.lowest = seenPoint[1];
        }
        for (let o = 0; o < points.length; o += 3) {
            this.readPoint(seenPoint, foot, o);
            if (seenPoint[0] < this.low) this.slant = Math.min(this.slant, (seenPoint[1] - this.lowest) / (this.low - seenPoint[0]));
        }
        if (!(this.slant < Infinity)) this.slant = 0;
        // over the plane of its tilt: a foot that its clip pitches against the slope is no higher over it for that
        this.lowest = this.lowest / dotVec(up, 0, normal, 0) + seen.ankleHeight + gain[0];
    }

    /** Writes how far a point of the sole is before the ankle, and its height over it. */
    private readPoint(out: Flat, { target, seen: { points } }: SwingingFoot, o: number) {
        rotateVec(offset, 0, target.rotation, 0, points, o);
        addVec(offset, 0, offset, 0, target.pointed, 0);
        writeDot(out, 0, offset, 0, this.path.ground.direction, 0);
        writeDot(out, 1, offset, 0, target.normal, 0);
    }
}
