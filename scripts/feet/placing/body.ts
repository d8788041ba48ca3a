import { BodyTilt } from './body-tilt';
import type { Foot, Footing } from './foot';
import type { BodySettings, FrameSettings } from './foot-settings';
import { addPelvisRange, type LegSettings } from './leg';
import { Pelvis } from './pelvis';
import { clearPelvisRange, createPelvisRange, heightNear, pelvisHeight } from '../../core/limb/pelvis-height';
import { crossVec, dotVec, normalizeVec, rotateVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, PERSON_HEIGHT } from '../../core/math/scalars';
import { updateWorld, type FlatPose } from '../../core/pose/flat-pose';
import { shiftBone, turnBone } from '../../core/pose/move-bone';
import { ReadStatus } from '../../pose/bone-set';
import { stepLean } from '../posture';

// The body over the feet: tilted with the ground under a long one, and as high as the legs need it.

/** Share of a tilt that the neck takes back, so that the head has a fifth of it, and the most, radians. */
const LEVEL_HEAD = 0.8;
const MOST_LEVELLED = 0.7;

const axis = new Float64Array(3);
const turn = new Float64Array(4);
const offset = new Float64Array(3);
const arm = new Float64Array(3);

/**
 * Share of what its feet want on the whole that a body over more than two takes, so that legs which the clip keeps nearly straight have room; and the
 * climb down from which on it takes none: legs reach down there.
 */
const FOLLOWED = 0.7;
const DESCENT = 0.2;

/**
 * Mean height over the animation that the feet which carry want of a tilted body: forelegs on the stairs and hind legs before them fold and stretch by
 * the same.
 */
function meanLift(feet: readonly Foot[], { positions }: FlatPose): number {
    let sum = 0, loads = 0;
    for (let i = 0; i < feet.length; i++) {
        const { target, contact, limb, up } = feet[i];
        const load = contact.load * target.weight;
        subtractVec(offset, 0, positions, 3 * limb.bones[0], limb.capturedPositions, 0);
        sum += load * (target.lift + target.lowered[0] - dotVec(offset, 0, up, 0));
        loads += load;
    }
    return loads > 0 ? FOLLOWED * clamp(1 + feet[0].rays.climb[0] / DESCENT, 0, 1) * sum / loads : 0;
}

export class Body {
    private readonly pelvis = new Pelvis();

    private readonly tilt = new BodyTilt();

    private readonly range = createPelvisRange();

    /** Angle by which the trunk leans ahead, or the neck does, radians. */
    private readonly lean = new Float64Array(1);

    /** Speed along the up vector of the steps that are taken away. */
    private stepSpeed = 0;

    /** Whether what the legs need next is taken at once. */
    private jumps = false;

    /** Unit normal of the plane that a tilted body stands on. */
    get normal(): Flat {
        return this.tilt.normal;
    }

    /** Takes a sudden step of the character itself away, as far as there is ground to do it with; and the speed that such steps have. */
    absorb(step: Flat, feet: readonly Foot[], settings: BodySettings) {
        let carried = 0;
        for (let i = 0; i < feet.length; i++) carried = Math.max(carried, feet[i].target.weight * feet[i].contact.load);
        const isAbsorbing = settings.adjustsPelvis && carried > 0;
        if (isAbsorbing) this.pelvis.absorb(step[0]);
        this.stepSpeed = isAbsorbing ? step[1] : 0;
    }

    /** Takes what the legs and the ground need next at once. */
    jump() {
        this.jumps = true;
        this.tilt.jump();
    }

    /** Starts from the animation. */
    restart() {
        this.jumps = false;
        this.pelvis.jump(0);
        this.lean[0] = 0;
        this.tilt.restart();
    }

    /** Moves and turns the pelvis in the pose, and writes it. */
    move(footing: Footing, frame: FrameSettings, legs: LegSettings, settings: BodySettings) {
        const { set, pelvis: bone } = footing;
        const { tiltShare } = settings;
        if (tiltShare !== 0) {
            this.tilt.step(footing.feet, frame.rootUp, frame.root, frame.size, frame.maxStep, tiltShare, frame.dt);
            this.turnPelvis(footing, frame);
        }
        this.stepHeight(footing, frame, legs, settings);
        this.liftPelvis(footing, frame);
        if (this.pelvis.height !== 0 || tiltShare !== 0) set.writePosition(bone);
        if (tiltShare !== 0) set.writeRotation(bone);
    }

    /** Turns the pelvis about the character's position. */
    private turnPelvis({ set: { pose }, pelvis: bone }: Footing, { root, rootUp }: FrameSettings) {
        this.tilt.writeTurn(turn, rootUp);
        subtractVec(arm, 0, pose.positions, 3 * bone, root, 0);
        rotateVec(offset, 0, turn, 0, arm, 0);
        subtractVec(offset, 0, offset, 0, arm, 0);
        shiftBone(pose, bone, offset);
        turnBone(pose, bone, turn);
        updateWorld(pose);
    }

    /** Leans the trunk of two legs into a climb, and lets the neck of four keep the gaze over a tilted body. */
    answerClimb({ trunk, feet }: Footing, { rootUp, velocity, dt }: FrameSettings, { posture: share }: BodySettings) {
        if (!trunk) return;
        if (feet.length > 2) {
            // about the axis of the tilt, back by what it has turned the head too far
            crossVec(axis, 0, rootUp, 0, this.tilt.normal, 0);
            const angle = Math.acos(Math.min(1, dotVec(rootUp, 0, this.tilt.normal, 0)));
            this.lean[0] = -Math.min(share * LEVEL_HEAD * angle, MOST_LEVELLED);
        } else {
            stepLean(this.lean, feet[0].rays.climb[0], share, dt);
            crossVec(axis, 0, rootUp, 0, velocity, 0);
        }
        if (this.lean[0] === 0 || !normalizeVec(axis, 0) || trunk.read() !== ReadStatus.ok) return;
        const sine = Math.sin(this.lean[0] / 2);
        for (let i = 0; i < 3; i++) turn[i] = sine * axis[i];
        turn[3] = Math.cos(this.lean[0] / 2);
        turnBone(trunk.pose, 0, turn);
        trunk.writeRotation(0);
    }

    /** Moves on to the height that the legs need. */
    private stepHeight({ feet, set }: Footing, frame: FrameSettings, legs: LegSettings, settings: BodySettings) {
        const { pelvis, range } = this;
        const { velocity, size } = frame;
        pelvis.goal = 0;
        const adjusts = settings.adjustsPelvis;
        const isLong = feet.length > 2;
        if (adjusts) {
            clearPelvisRange(range);
            for (let i = 0; i < feet.length; i++) addPelvisRange(range, feet[i], set.pose, frame, legs, isLong ? 0 : feet[i].contact.relief);
            pelvis.goal = isLong ? heightNear(range, meanLift(feet, set.pose)) : pelvisHeight(range);
        }
        if (this.jumps) pelvis.jump(pelvis.goal);
        this.jumps = false;
        pelvis.speed = settings.pelvisSpeed;
        pelvis.size = size / PERSON_HEIGHT;
        pelvis.isDamped = settings.dampsPelvis;
        pelvis.pace = Math.sqrt(dotVec(velocity, 0, velocity, 0)) / size;
        pelvis.climb = this.stepSpeed;
        pelvis.step(frame);
    }

    private liftPelvis({ set: { pose }, pelvis: bone }: Footing, { rootUp }: FrameSettings) {
        const { height } = this.pelvis;
        if (height === 0) return;
        for (let i = 0; i < 3; i++) offset[i] = rootUp[i] * height;
        shiftBone(pose, bone, offset);
        updateWorld(pose);
    }
}
