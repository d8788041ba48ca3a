import { mecFootPlacerAttributes, type MecFootPlacerAttributes } from './attributes';
import { BodyTilt } from './body-tilt';
import type { Foot } from './foot';
import type { FrameSettings } from './foot-settings';
import { addPelvisRange, type LegSettings } from './leg';
import { Pelvis } from './pelvis';
import type { Footing } from './setup';
import { clearPelvisRange, createPelvisRange, pelvisHeight } from '../core/limb/pelvis-height';
import { dotVec, multiplyInverseQuat, multiplyQuat, normalizeQuat, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../core/math/flat-math';
import { PERSON_HEIGHT } from '../core/math/scalars';
import { updateWorld } from '../core/pose/flat-pose';

// The body over the feet: tilted with the ground under a long one, and as high as the legs need it.

/** What the designer has set for it. */
type BodySettings = Pick<MecFootPlacerAttributes, 'adjustPelvisVertically' | 'dampPelvis' | 'pelvisAdjustmentSpeed'>;

const DEFAULT_SPEED = mecFootPlacerAttributes.pelvisAdjustmentSpeed.default;

const turn = new Float64Array(4);
const offset = new Float64Array(3);
const rotation = new Float64Array(4);

export class Body {
    private readonly pelvis = new Pelvis();

    private readonly tilt = new BodyTilt();

    private readonly range = createPelvisRange();

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
        const isAbsorbing = settings.adjustPelvisVertically && carried > 0;
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
        this.tilt.restart();
    }

    /**
     * Moves and turns the pelvis in the pose, and writes it.
     *
     * @param tiltShare - Share of the ground's slope that the body takes over.
     */
    move(footing: Footing, frame: FrameSettings, legs: LegSettings, settings: BodySettings, tiltShare: number) {
        const { set, pelvis: bone } = footing;
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
        const parent = pose.parents[bone];
        this.tilt.writeTurn(turn, rootUp);
        subtractVec(offset, 0, pose.positions, 3 * bone, root, 0);
        rotateVec(offset, 0, turn, 0, offset, 0);
        for (let i = 0; i < 3; i++) offset[i] = (offset[i] + root[i] - pose.positions[3 * parent + i]) / pose.scales[parent];
        rotateVecInverse(pose.localPositions, 3 * bone, pose.rotations, 4 * parent, offset, 0);
        multiplyQuat(rotation, 0, turn, 0, pose.rotations, 4 * bone);
        multiplyInverseQuat(pose.localRotations, 4 * bone, pose.rotations, 4 * parent, rotation, 0);
        normalizeQuat(pose.localRotations, 4 * bone);
        updateWorld(pose);
    }

    /** Moves on to the height that the legs need. */
    private stepHeight({ feet, set }: Footing, frame: FrameSettings, legs: LegSettings, settings: BodySettings) {
        const { pelvis, range } = this;
        const { velocity, size } = frame;
        pelvis.goal = 0;
        if (settings.adjustPelvisVertically) {
            clearPelvisRange(range);
            for (let i = 0; i < feet.length; i++) addPelvisRange(range, feet[i], set.pose, legs);
            pelvis.goal = pelvisHeight(range);
        }
        if (this.jumps) pelvis.jump(pelvis.goal);
        this.jumps = false;
        const speed = settings.pelvisAdjustmentSpeed;
        pelvis.speed = speed;
        if (speed === DEFAULT_SPEED) pelvis.speed *= size / PERSON_HEIGHT;
        pelvis.size = size / PERSON_HEIGHT;
        pelvis.isDamped = settings.dampPelvis;
        pelvis.pace = Math.sqrt(dotVec(velocity, 0, velocity, 0)) / size;
        pelvis.climb = this.stepSpeed;
        pelvis.step(frame);
    }

    private liftPelvis({ set: { pose }, pelvis: bone }: Footing, { rootUp }: FrameSettings) {
        const { height } = this.pelvis;
        if (height === 0) return;
        const parent = pose.parents[bone];
        for (let i = 0; i < 3; i++) offset[i] = rootUp[i] * height / pose.scales[parent];
        rotateVecInverse(offset, 0, pose.rotations, 4 * parent, offset, 0);
        for (let i = 0; i < 3; i++) pose.localPositions[3 * bone + i] += offset[i];
        updateWorld(pose);
    }
}
