import { LimbPath } from './limb-path';
import { LyingLeg } from './lying-leg';
import type { MotionFrames } from './motion-frames';
import { footPitch } from './roll-feet';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import { reachOf, TwoHalves } from './two-halves';
import { dotVec, normalizeVec, subtractVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS, smoothstep } from '../../core/math/scalars';
import { TrackFit } from '../../core/math/track-fit';
import type { FlatPose } from '../../core/pose/flat-pose';

// What one foot of the target shall do over a clip, and the leg that is solved for it.
//
// While a foot is down its sole shall not slide and be on the floor, as far as it lies flat; in the air it shall be where the source's legs bring it; it never is in the floor;
// and what it is moved by shall change evenly (after Gleicher, Retargetting motion to new characters, 1998).

/** Share of a leg's length that it never stretches beyond for a foot that stands, if the source's does not. */
const STRETCH = 0.998;

/** Weights of a sole that stands in place, and of one that is on the floor, to that of a foot in the air. */
const IN_PLACE = 1e6;
const ON_FLOOR = 1e4;

/** Seconds over which what a foot is moved by comes and goes. */
const EASE = 0.05;

/** Seconds over which the bend of a knee turns round. */
const EVEN = 0.03;

/** How deep a sole that rolls may come into the floor, as a share of the hips' height. */
const SINKS = 0.005;

/** Pitches of a foot in radians up to which it carries the body, and from which on it leaves the ground or comes down. */
const FLAT = 8 * RADIANS;
const STEEP = 25 * RADIANS;

/** Speeds of a sole over the ground up to which it stands, and from which on it is dragged: heights of the hips a second. */
const STANDS = 0.16;
const DRAGGED = 0.5;

const thigh = new Float64Array(3);

export class FootGoals extends LimbPath {
    /** Height of the leg's root over the floor in each frame, and that of the sole. */
    private readonly heights: Float64Array;

    private readonly lowest: Float64Array;

    /** How far the sole goes over the ground from the frame before, beyond what it shall, along the axes of the root: three numbers a frame. */
    private readonly slides: Float64Array;

    /** How much of it is on the ground while it is down, 0..1: all of a sole that lies flat. */
    private readonly flatness: Float64Array;

    /** Direction of the thigh by itself, three numbers a frame. */
    private readonly thighs: Float64Array;

    /** Angles in radians by which the thigh is turned in the air. */
    readonly turnsInAir: number[] = [];

    /** What keeps its hock above the floor; null: it folds as the source's does. */
    private readonly lying: LyingLeg | null;

    /** @param isDown - Whether the foot is down in a frame. */
    constructor(
        private readonly body: TemplateBody, readonly foot: number, private readonly isDown: (frame: number) => boolean, private readonly frames: MotionFrames,
        private readonly standing: Standing
    ) {
        const limb = new TwoHalves(body, legOf(body, foot), body.rig.legs === 4);
        const { size } = frames;
        super(limb, size);
        this.heights = new Float64Array(size);
        this.lowest = new Float64Array(size);
        this.slides = new Float64Array(3 * size);
        this.flatness = new Float64Array(size);
        this.thighs = new Float64Array(3 * size);
        this.lying = LyingLeg.of(limb, standing.height);
    }

    override observe(pose: FlatPose, frame: number): void {
        super.observe(pose, frame);
        this.heights[frame] = pose.positions[3 * this.limb.root + 1] - this.standing.floor;
        writeThigh(this.thighs, 3 * frame, pose, this.limb);
    }

    /**
     * Notes how the sole is in a pose.
     *
     * @param lowest - Height of its lowest point over the floor.
     */
    lookAtSole(pose: FlatPose, frame: number, lowest: number): void {
        this.lowest[frame] = lowest;
        this.flatness[frame] = 1 - smoothstep(clamp((Math.abs(footPitch(pose, this.body, this.foot)) - FLAT) / (STEEP - FLAT), 0, 1));
    }

    /**
     * Notes how far what touches the floor has gone over the ground since the frame before.
     *
     * @param frame - That of the last pose counts as the first where the clip is a loop.
     * @param theirs - The same on the source.
     */
    lookAtSlide(frame: number, slide: Flat, theirs: Flat): void {
        const { frames, standing: { height }, slides } = this;
        const speed = frames.rate * Math.hypot(theirs[0], theirs[2]) / height;
        const kept = smoothstep(clamp((speed - STANDS) / (DRAGGED - STANDS), 0, 1));
        const o = 3 * (frame % frames.size);
        for (const axis of [0, 2]) slides[o + axis] = slide[axis] - kept * theirs[axis];
        frames.toRoot(slides, o, frame);
    }

    /** Lets the foot stand in place where it is down. */
    stay(): void {
        const { frames, offsets, slides, isDown } = this;
        const { size, isLoop, rate } = frames;
        for (const axis of [0, 2]) {
            const fit = new TrackFit(size, isLoop);
            for (let frame = 0; frame < size; frame++) {
                fit.want(frame, 0, 1);
                if (isDown(frame) && isDown((frame + size - 1) % size)) fit.step(frame, -slides[3 * frame + axis], IN_PLACE);
            }
            fit.smooth(EASE * rate);
            fit.solve().forEach((value, frame) => { offsets[3 * frame + axis] = value; });
        }
    }

    /**
     * Lets the sole be on the floor where it is down, and never below it.
     *
     * @param lifts - By how much the body is lifted.
     */
    stand(lifts: Flat): void {
        const { frames: { size, isLoop, rate }, offsets, lowest, flatness, isDown, standing: { height } } = this;
        const fit = new TrackFit(size, isLoop);
        const least = new Float64Array(size);
        for (let frame = 0; frame < size; frame++) {
            const onFloor = -lowest[frame] - lifts[frame];
            fit.want(frame, 0, 1);
            if (isDown(frame)) fit.want(frame, onFloor, flatness[frame] * ON_FLOOR);
            least[frame] = onFloor - (1 - flatness[frame]) * SINKS * height;
        }
        fit.smooth(EASE * rate);
        fit.solve({ least, weight: ON_FLOOR }).forEach((value, frame) => { offsets[3 * frame + 1] = value; });
        for (let frame = 0; frame < size; frame++) this.heights[frame] += lifts[frame];
    }

    /** By how much the root of the leg may be lifted in a frame so that it reaches a foot that stands; Infinity: by any. */
    roomIn(frame: number): number {
        const { isDown, flatness, lowest, halves, offsets, own } = this;
        if (!isDown(frame) || flatness[frame] === 0) return Infinity;
        const [upper, lower] = halves.subarray(4 * frame);
        const most = Math.min(STRETCH * (upper + lower), reachOf(upper, lower, this.bends[frame]));
        const x = own[3 * frame] + offsets[3 * frame], y = own[3 * frame + 1] - lowest[frame], z = own[3 * frame + 2] + offsets[3 * frame + 2];
        const room = y + Math.sqrt(Math.max(0, most * most - x * x - z * z));
        return room < 0 ? flatness[frame] * room : room;
    }

    /** A knee at full stretch does not turn round at once either; an animal's leg, or one of more joints, does not stretch fully. */
    override slowKnee(step: number, isLoop: boolean): void {
        super.slowKnee(step, isLoop);
        const { bends, body, foot, frames: { size, rate } } = this;
        if (body.rig.legs === 4 || legOf(body, foot).length > 3) return;
        const fit = new TrackFit(size, isLoop);
        bends.forEach((bend, frame) => fit.want(frame, bend, 1));
        fit.smooth(EVEN * rate);
        bends.set(fit.solve({ least: bends, weight: ON_FLOOR }));
    }

    /** @returns The same of a foot that stands on a leg that bends. */
    override solve(pose: FlatPose, frame: number): number {
        const { limb, flatness } = this;
        const miss = super.solve(pose, frame);
        if (limb.knee === limb.root) return 0;
        if (this.isDown(frame)) return flatness[frame] * miss;
        writeThigh(thigh, 0, pose, limb);
        this.turnsInAir.push(Math.acos(clamp(dotVec(thigh, 0, this.thighs, 3 * frame), -1, 1)));
        return 0;
    }

    protected override direct(frame: number): void {
        const { halves, reaches, heights, guides } = this;
        this.lying?.fit(reaches, 3 * frame, halves[4 * frame], halves[4 * frame + 1], heights[frame], guides, 4 * frame);
        super.direct(frame);
    }
}

function writeThigh(out: Flat, o: number, { positions }: FlatPose, { root, knee }: TwoHalves): void {
    subtractVec(out, o, positions, 3 * knee, positions, 3 * root);
    normalizeVec(out, o);
}

/** The bones of the limb that ends in a foot. */
export function legOf({ rig, space: { first } }: TemplateBody, foot: number): number[] {
    const limb = Object.values(rig.limbs).find(other => other && first + other.bones[other.bones.length - 1] === foot);
    return limb!.bones.map(bone => first + bone);
}
