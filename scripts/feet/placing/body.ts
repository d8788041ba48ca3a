import { BodyTilt } from './body-tilt';
import type { Foot, Footing } from './foot';
import type { BodySettings, FrameSettings } from './foot-settings';
import { addPelvisRange, type LegSettings } from './leg';
import { clearPelvisRange, createPelvisRange, heightNear, joinRanges, pelvisHeight, type PelvisRange } from '../../core/limb/pelvis-height';
import { rateOf } from '../../core/math/damping';
import { copyVec, crossVec, dotVec, lengthVec, normalizeVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, PERSON_HEIGHT } from '../../core/math/scalars';
import { stepSpring } from '../../core/math/spring';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { shiftBone, turnBone } from '../../core/pose/move-bone';
import { ReadStatus } from '../../pose/bone-set';

// The body over the feet: tilted with the ground under a long one, and as high as the legs need it.

/** Share of a tilt that the neck takes back, so that the head has a fifth of it, and the most, radians. */
const LEVEL_HEAD = 0.8;
const MOST_LEVELLED = 0.7;

/** Climb down from which on a long body does not follow its feet on the whole: legs reach down there. */
const DESCENT = 0.2;

/** Share of the hips' way back in an upward tilt on stairs by which the body goes ahead again: without it forelegs reach far ahead, and hind feet are before the hips. */
const AHEAD = 0.25;

/** Distance that gives the half-life of the damped pelvis, metres on a person: the time that its speed takes for it. */
const DAMPED_DISTANCE = 0.12;

/**
 * Share of the angle of the climb by which the trunk leans ahead, up and down; and the most, radians. People lean by 5 to 15 degrees as they go up stairs and by 0 to 5
 * as they go down them (gait studies of stairs of 30 degrees), on slopes by about one degree a percent of grade uphill.
 */
const LEAN_UP = 0.25;
const LEAN_DOWN = -0.06;
const MOST_LEAN = 0.18;

/** Rate per second at which the lean follows: half-life 0.15 s; and the lean that is not seen, radians. */
const LEAN_RATE = rateOf(0.15);
const UPRIGHT = 1e-4;

/** The two ends of a long body; one on two legs has the first alone. */
const HIND = 0;
const FORE = 1;

const axis = new Float64Array(3);
const turn = new Float64Array(4);
const offset = new Float64Array(3);
const arm = new Float64Array(3);
/** Middle of the hips, and the direction from those behind to those in front, across the up vector. */
const middle = new Float64Array(3);
const ahead = new Float64Array(3);

/** Mean height over the animation that the feet which carry want of a tilted body: forelegs on the stairs and hind legs before them fold and stretch by the same. */
function meanLift(feet: readonly Foot[], { positions }: FlatPose): number {
    let sum = 0, loads = 0;
    for (let i = 0; i < feet.length; i++) {
        const { target, contact, limb, up } = feet[i];
        const load = contact.load * target.weight;
        subtractVec(offset, 0, positions, 3 * limb.bones[0], limb.capturedPositions, 0);
        sum += load * (target.lift + target.sunk[0] - dotVec(offset, 0, up, 0));
        loads += load;
    }
    return loads > 0 ? clamp(1 + feet[0].rays.limits.climb[0] / DESCENT, 0, 1) * sum / loads : 0;
}

/** Reads where the hips are. Answers the distance between those behind and those in front, across the up vector; 0: the body has one end. */
function readHips(feet: readonly Foot[], { positions }: FlatPose, up: Flat): number {
    let fore = 0;
    for (let i = 0; i < feet.length; i++) if (feet[i].settings.isFore) fore++;
    const hind = feet.length - fore;
    middle.fill(0);
    ahead.fill(0);
    for (let i = 0; i < feet.length; i++) {
        const { limb, settings: { isFore } } = feet[i];
        for (let k = 0; k < 3; k++) {
            const place = positions[3 * limb.bones[0] + k];
            middle[k] += place / feet.length;
            ahead[k] += isFore ? place / fore : -place / hind;
        }
    }
    if (fore === 0 || hind === 0) return 0;
    const rise = dotVec(ahead, 0, up, 0);
    for (let k = 0; k < 3; k++) ahead[k] -= rise * up[k];
    const length = lengthVec(ahead, 0);
    return normalizeVec(ahead, 0) ? length : 0;
}

/** Turns the pelvis by `turn` about a point. */
function turnAbout(point: Flat, { set: { pose }, pelvis }: Footing): void {
    subtractVec(arm, 0, pose.positions, 3 * pelvis, point, 0);
    rotateVec(offset, 0, turn, 0, arm, 0);
    subtractVec(offset, 0, offset, 0, arm, 0);
    shiftBone(pose, pelvis, offset);
    turnBone(pose, pelvis, turn);
}

/** Writes the turn about `axis` by an angle in radians. */
function writeTurn(angle: number): void {
    const sine = Math.sin(angle / 2);
    for (let k = 0; k < 3; k++) turn[k] = sine * axis[k];
    turn[3] = Math.cos(angle / 2);
}

/** Goes on with the lean, an angle in radians in its only element, towards that of a climb: height per distance walked. */
function stepLean(lean: Flat, climb: number, share: number, dt: number): void {
    const angle = Math.atan(climb);
    const goal = clamp(share * (angle > 0 ? LEAN_UP : LEAN_DOWN) * angle, -MOST_LEAN, MOST_LEAN);
    lean[0] += (1 - Math.exp(-LEAN_RATE * dt)) * (goal - lean[0]);
    if (goal === 0 && Math.abs(lean[0]) < UPRIGHT) lean[0] = 0;
}

export class Body {
    /** The heights of its ends over the animation, each with its rate: metres along the up vector. */
    private readonly ends: readonly [Flat, Flat] = [new Float64Array(2), new Float64Array(2)];

    private readonly ranges: readonly [PelvisRange, PelvisRange] = [createPelvisRange(), createPelvisRange()];

    private readonly tilt = new BodyTilt();

    /** Where the tilted body has its up. */
    private readonly bodyUp = Float64Array.of(0, 1, 0);

    /** Angle by which the trunk leans ahead, or the neck does, radians. */
    private readonly lean = new Float64Array(1);

    /** Whether what the legs need next is taken at once. */
    private jumps = false;

    /** Unit normal of the plane that a tilted body stands on. */
    get normal(): Flat {
        return this.tilt.normal;
    }

    /** Stays where it is in the world as the character takes a step, as far as there is ground to do it with. */
    stay(step: number, feet: readonly Foot[], { adjustsPelvis }: BodySettings) {
        if (!adjustsPelvis) return;
        let isCarried = false;
        for (let i = 0; i < feet.length; i++) isCarried ||= feet[i].target.weight * feet[i].contact.load > 0;
        for (const end of this.ends) if (isCarried) end[0] -= step;
    }

    /** Takes what the legs and the ground need next at once. */
    jump() {
        this.jumps = true;
        this.tilt.jump();
    }

    /** Starts from the animation. */
    restart() {
        this.jumps = false;
        for (const end of this.ends) end.fill(0);
        this.lean[0] = 0;
        this.tilt.restart();
    }

    /** Moves and turns the pelvis in the pose, and writes it. */
    move(footing: Footing, frame: FrameSettings, legs: LegSettings, settings: BodySettings) {
        const { set, set: { pose }, pelvis: bone, feet } = footing;
        const { tiltShare } = settings;
        const { rootUp } = frame;
        if (tiltShare !== 0) {
            this.tilt.step(feet, frame, tiltShare);
            this.turnPelvis(footing, frame);
        }
        copyVec(this.bodyUp, 0, tiltShare !== 0 ? this.tilt.normal : rootUp, 0);
        const length = feet.length > 2 ? readHips(feet, pose, rootUp) : 0;
        this.stepHeights(footing, frame, legs, settings, length);
        this.liftPelvis(footing, frame, length);
        if (this.ends[HIND][0] !== 0 || tiltShare !== 0) set.writePosition(bone);
        if (tiltShare !== 0) set.writeRotation(bone);
    }

    /** Turns the pelvis about the character's position, and takes it ahead where that has turned it back. */
    private turnPelvis(footing: Footing, { root, rootUp }: FrameSettings) {
        const { feet, pelvis, set: { pose } } = footing;
        const { normal } = this.tilt;
        this.tilt.writeTurn(turn, rootUp);
        turnAbout(root, footing);
        if (readHips(feet, pose, rootUp) > 0) {
            subtractVec(arm, 0, middle, 0, root, 0);
            const back = dotVec(arm, 0, rootUp, 0) * Math.max(0, -dotVec(normal, 0, ahead, 0));
            for (let k = 0; k < 3; k++) offset[k] = AHEAD * this.tilt.stairs * back * ahead[k];
            shiftBone(pose, pelvis, offset);
        }
        updateWorld(pose);
    }

    /** Leans the trunk of two legs into a climb, and lets the neck of four keep the gaze over a tilted body. */
    answerClimb({ trunk, feet }: Footing, { rootUp, velocity, dt }: FrameSettings, { posture: share }: BodySettings) {
        if (!trunk) return;
        if (feet.length > 2) {
            // about the axis of the tilt, back by what it has turned the head too far
            crossVec(axis, 0, rootUp, 0, this.bodyUp, 0);
            const angle = Math.acos(Math.min(1, dotVec(rootUp, 0, this.bodyUp, 0)));
            this.lean[0] = -Math.min(share * LEVEL_HEAD * angle, MOST_LEVELLED);
        } else {
            stepLean(this.lean, feet[0].rays.limits.climb[0], share, dt);
            crossVec(axis, 0, rootUp, 0, velocity, 0);
        }
        if (this.lean[0] === 0 || !normalizeVec(axis, 0) || trunk.read() !== ReadStatus.ok) return;
        writeTurn(this.lean[0]);
        turnBone(trunk.pose, 0, turn);
        trunk.writeRotation(0);
    }

    /**
     * Moves on to the heights that the legs need.
     *
     * @param length - Of a body with two ends.
     */
    private stepHeights({ feet, set: { pose } }: Footing, frame: FrameSettings, legs: LegSettings, settings: BodySettings, length: number) {
        const { ends, ranges } = this;
        const isLong = feet.length > 2 && settings.adjustsPelvis;
        for (let end = 0; end < 2; end++) clearPelvisRange(ranges[end]);
        if (settings.adjustsPelvis) {
            for (let i = 0; i < feet.length; i++) {
                const end = length > 0 && feet[i].settings.isFore ? FORE : HIND;
                addPelvisRange(ranges[end], feet[i], pose, frame, legs, isLong ? 0 : feet[i].contact.relief);
            }
            const { normal, spare } = this.tilt;
            const pitch = Math.abs(dotVec(normal, 0, ahead, 0)) / dotVec(normal, 0, frame.rootUp, 0);
            joinRanges(ranges[HIND], ranges[FORE], length > 0 ? length * pitch * spare : 0);
        }
        const wanted = isLong ? meanLift(feet, pose) : 0;
        for (let end = 0; end < 2; end++) {
            const goal = isLong ? heightNear(ranges[end], wanted) : pelvisHeight(ranges[end]);
            if (this.jumps) {
                ends[end][0] = goal;
                ends[end][1] = 0;
            }
            this.stepEnd(ends[end], goal, settings, frame);
        }
        this.jumps = false;
    }

    /** Moves an end of the body towards its goal, no faster than its speed: like a spring, or at that speed. */
    private stepEnd(end: Flat, goal: number, { dampsPelvis, pelvisSpeed: speed }: BodySettings, { size, dt }: FrameSettings) {
        if (!(speed > 0 && dt > 0)) return;
        const before = end[0], most = speed * dt;
        stepSpring(end, 0, goal, dampsPelvis ? DAMPED_DISTANCE * size / PERSON_HEIGHT / speed : 0, dt);
        if (Math.abs(end[0] - before) <= most) return;
        end[1] = Math.sign(end[0] - before) * speed;
        end[0] = before + Math.sign(end[0] - before) * most;
    }

    /** Brings the ends of the body to their heights. */
    private liftPelvis(footing: Footing, { rootUp }: FrameSettings, length: number) {
        const { ends, bodyUp } = this;
        const { pose } = footing.set;
        const low = ends[HIND][0], high = length > 0 ? ends[FORE][0] : low;
        if (low === 0 && high === 0) return;
        if (low !== high) {
            crossVec(axis, 0, ahead, 0, rootUp, 0);
            writeTurn(Math.asin(clamp((high - low) / length, -1, 1)));
            turnAbout(middle, footing);
            rotateVec(bodyUp, 0, turn, 0, bodyUp, 0);
        }
        for (let k = 0; k < 3; k++) offset[k] = rootUp[k] * (low + high) / 2;
        shiftBone(pose, footing.pelvis, offset);
        updateWorld(pose);
    }
}
