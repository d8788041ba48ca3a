import { clamp, smoothstep } from '../../core/math/scalars';
import type { ClipKnowledge } from '../schedule';

// Whether a foot is down, and how much it carries. A clip knows to the millisecond when that changes; so the moment counts in which it does,
// not the frame that comes after it.

/** Times in which a foot takes its load over before it comes down, and hands it on before it is lifted, seconds. */
const LEAD_TIME = 0.2;
const LOAD_TIME = 0.1;

/** Time before its clip lifts it in which a foot may leave the ground by itself, seconds. */
const STEP_OFF = 0.15;

/** Share of its load that a foot has handed on from which on it may leave the ground whenever its leg does not reach any more. */
const HANDED_ON = 0.9;

/** How much higher another foot stands from which on it takes the load all over, as a share of the character's height: 10 cm of 1.75 m. */
const HIGHER = 0.06;

/** What this stage reads of a foot. */
interface TouchingFoot {
    readonly clip: Readonly<ClipKnowledge>;
    /** Whether its height means something, and the height of the ankle above the ground in the animation. */
    readonly seen: { readonly standsOnPlane: boolean; readonly height: number };
    /** The height below which it is near the ground. */
    readonly settings: { readonly nearGround: number };
}

/** What it reads of one that shares a load with others. */
interface LoadedFoot {
    readonly clip: Readonly<ClipKnowledge>;
    readonly contact: Contact;
    /** Height over its animation to which the ground brings the foot. */
    readonly target: { readonly lift: number };
}

/** The frame of the clock. */
interface Frame {
    /** Seconds since the last one. */
    readonly dt: number;
}

export class Contact {
    /** Whether the foot carries; what it carries, 0..1. */
    isDown = false;

    load = 0;

    /** Whether the foot is down, eased: 0..1. */
    stance = 0;

    /** Share of what a heel may lift: none while the clip stands, eased. NaN: what comes next holds at once. */
    heelShare = NaN;

    /** Seconds of this frame since the foot came down or was lifted; the whole frame when that was not in it. */
    subFrameTime = -0;

    /** Whether the foot has left the ground before its clip lifts it; and whether it has as the body leaves it behind, so that it does not wait for its clip. */
    private hasSteppedOff = false;

    hurries = false;

    /** Seconds before the clip lifts it at which it has. */
    private steppedOffAt = -0;

    /** Share of its load that it has handed on to feet that stand higher, 0..1; and how much higher the body may be for that, metres. */
    relief = 0;

    rise = 0;

    /** Seconds until the clip changes it, as of the last frame. */
    private timeToChange = Infinity;

    /** Takes over whether the foot is down; without an answer of the clip, by the foot's height. */
    judge({ clip, seen: { standsOnPlane, height }, settings }: TouchingFoot, frame: Frame) {
        const { dt } = frame;
        const wasDown = this.isDown;
        if (clip.isDown !== true || clip.timeToRelease > this.steppedOffAt) this.hasSteppedOff = this.hurries = false;
        if (clip.isDown !== null) this.isDown = clip.isDown && !this.hasSteppedOff;
        else if (standsOnPlane) this.isDown = height < settings.nearGround;
        else this.isDown = true;
        const { isDown } = this;
        const subFrameTime = this.subFrameTime = isDown !== wasDown && this.timeToChange < dt ? dt - this.timeToChange : dt;
        this.timeToChange = isDown ? clip.timeToRelease : clip.timeToStrike;
        const eased = subFrameTime / LOAD_TIME, before = isDown === wasDown ? 0 : (dt - subFrameTime) / LOAD_TIME;
        if (isDown) this.stance = Math.min(1, Math.max(0, this.stance - before) + eased);
        else this.stance = Math.max(0, Math.min(1, this.stance + before) - eased);
        const share = clip.isAlwaysDown ? 0 : 1, step = dt / LOAD_TIME;
        this.heelShare = this.heelShare >= 0 ? clamp(share, this.heelShare - step, this.heelShare + step) : share;
        this.stepLoad(clip, frame);
    }

    /** The body comes down before the foot touches the ground, and leaves it to the other foot before it is lifted. */
    private stepLoad({ timeToRelease, timeToStrike }: Readonly<ClipKnowledge>, { dt }: Frame) {
        if (this.isDown) {
            const leaves = clamp(LOAD_TIME - timeToRelease, 0, dt);
            this.load = Math.max(0, Math.min(1, this.load + (dt - leaves) / LEAD_TIME) - leaves / LOAD_TIME);
        } else {
            const comes = clamp(LEAD_TIME - timeToStrike, 0, dt);
            this.load = Math.min(1, Math.max(0, this.load - (dt - comes) / LOAD_TIME) + comes / LEAD_TIME);
        }
    }

    /**
     * Leaves the ground before the clip does, where the leg cannot follow any more: a little before, or as soon as another foot carries. Answers whether it does.
     *
     * @param isLeftBehind - Whether the body leaves it behind, and others carry.
     */
    stepOff({ timeToRelease, timeToStrike }: Readonly<ClipKnowledge>, isLeftBehind: boolean): boolean {
        const hurries = isLeftBehind && timeToStrike < Infinity;
        if (!this.isDown || !(hurries || timeToRelease < STEP_OFF || this.relief > HANDED_ON)) return false;
        this.hasSteppedOff = true;
        this.hurries = hurries;
        this.steppedOffAt = timeToRelease;
        return true;
    }

    /** Goes on where that of another foot was. */
    takeOver({ isDown, load, stance, heelShare }: Contact) {
        this.isDown = isDown;
        this.load = load;
        this.stance = stance;
        this.heelShare = heelShare;
    }

    /** Carries nothing. */
    clear() {
        this.load = this.stance = this.relief = this.rise = 0;
        this.heelShare = NaN;
    }
}

/**
 * Finds the share of its load that each foot has handed on to those that stand higher and will stand longer: climbing, the body rises over the foot ahead, and
 * does not sit down to the one that is left behind.
 *
 * @param size - Height of the character.
 */
export function handOnLoads(feet: readonly LoadedFoot[], size: number): void {
    for (let i = 0; i < feet.length; i++) {
        const { target, clip, contact } = feet[i];
        contact.relief = contact.rise = 0;
        for (let j = 0; j < feet.length; j++) {
            const other = feet[j];
            if (!(contact.isDown && other.contact.isDown && clip.timeToRelease < other.clip.timeToRelease)) continue;
            const higher = other.target.lift - target.lift;
            const share = smoothstep(clamp(higher / (HIGHER * size), 0, 1));
            contact.relief = Math.max(contact.relief, other.contact.load * share);
            contact.rise = Math.max(contact.rise, other.contact.stance * share * higher);
        }
    }
}

/** Lets each foot carry its load. */
export function keepLoads(feet: readonly LoadedFoot[]): void {
    for (let i = 0; i < feet.length; i++) feet[i].contact.relief = feet[i].contact.rise = 0;
}
