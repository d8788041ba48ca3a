import { ARM_POINTS, BodyTouch, HAND_POINTS, SIDES, type TouchingArm } from './body-touch';
import { PLACE, type Capsule } from './capsule';
import { LimbPath } from './limb-path';
import type { MotionFrames } from './motion-frames';
import type { Transfer } from './transfer';
import { TwoHalves } from './two-halves';
import { copyVec, distanceVec } from '../../core/math/flat-math';
import { clamp, smoothstep } from '../../core/math/scalars';
import { TrackFit } from '../../core/math/track-fit';
import type { FlatPose } from '../../core/pose/flat-pose';

// Hands that touch the body or each other on the source do so on the target, and arms are led out of the body as far as they go.
//
// A hand near a part of the body has a goal: the same place around the part, as high over its skin. It counts the more the nearer the hand is. The other hand is
// such a part too, and both go half the way. A goal that the arm does not reach, or that it would go through the body for, gives way.

/** Distances of skins up to which a goal counts fully, and from which on not at all, as shares of the hips' height. */
const TOUCH = 0.015;
const FREE = 0.035;

/** Distance from which on a point says nothing about the place of a hand, in the same shares. */
const NEAR = 0.1;

/** Depth of an arm in the body that is left, in the same shares. */
const DEEP = 0.009;

/** Distance from its goal from which on a hand that touches does not reach, in the same shares. */
const MISS = 0.025;

/** Seconds in all from which on that is told. */
const LASTS = 0.2;

/** Share of an arm's length beyond it at which a goal counts no more. */
const GIVES_WAY = 0.3;

/** A point nearer to the shoulder than this share of the arm's length is led out as if it were there. */
const LEVER = 0.35;

/** How often an arm is led out of what it is deepest in. */
const PASSES = 3;

/** Seconds over which what hands are moved by is smoothed. */
const SMOOTHING = 0.03;

/** Numbers of a goal: its part, the point of the hand, its weight, and its place on the part. */
const GOAL = 3 + PLACE;

const place = new Float64Array(PLACE);
const goal = new Float64Array(3);
const wanted = new Float64Array(3);
const way = new Float64Array(3);

/** A part that hands touch, on both bodies. */
interface TouchedPart {
    readonly name: string;
    readonly isHand: boolean;
    readonly from: Capsule;
    readonly to: Capsule;
}

/** A hand of both. */
interface HandPair {
    readonly name: string;
    readonly from: TouchingArm;
    readonly to: TouchingArm;
    readonly path: LimbPath;
    /** Its goals in each frame, one after the other, and how far the source's hand is from what it is nearest to. */
    readonly goals: number[][];
    readonly distances: number[];
}

export class HandGoals {
    private readonly theirs: BodyTouch;

    private readonly ours: BodyTouch;

    private readonly parts: readonly TouchedPart[];

    private readonly hands: readonly HandPair[];

    /** Frames in which a hand that touches on the source does not reach. */
    private short = 0;

    constructor(private readonly transfer: Transfer, count: number) {
        const { source, target } = transfer;
        const [theirs, ours] = [this.theirs, this.ours] = [BodyTouch.of(source), BodyTouch.of(target)];
        this.parts = [...ours.parts].flatMap(([name, to]) => (theirs.parts.has(name) ? { name, isHand: name.endsWith('Hand'), from: theirs.parts.get(name)!, to } : []));
        this.hands = SIDES.flatMap((side) => {
            const [from, to] = [theirs.arms.get(side), ours.arms.get(side)];
            return from && to ? { name: `${side}Hand`, from, to, path: new LimbPath(new TwoHalves(target, to.joints, false), count), goals: [], distances: [] } : [];
        });
    }

    /** Looks at the next pose of the source. */
    look(pose: FlatPose): void {
        const { theirs, parts } = this;
        const near = NEAR * theirs.height, close = FREE * theirs.height;
        theirs.place(pose);
        for (const { name, from: { placed, joints, reach }, goals, distances } of this.hands) {
            const found: number[] = [];
            let least = Infinity;
            for (let part = 0; part < parts.length; part++) {
                const { from } = parts[part];
                if (parts[part].name === name || !from.isNear(pose.positions, 3 * joints[2], near + reach)) continue;
                for (let i = 0; i < HAND_POINTS; i++) {
                    if (!from.isNear(placed, 3 * i, near)) continue;
                    from.locate(place, placed, 3 * i);
                    const distance = heightOf(place);
                    if (distance > near) continue;
                    least = Math.min(least, distance);
                    found.push(part, i, (close / (Math.max(0, distance) + close)) ** 4, place[0], place[1], place[2], place[3], place[4]);
                }
            }
            goals.push(found);
            distances.push(least / theirs.height);
        }
    }

    /**
     * Brings the hands of the target to their goals.
     *
     * @param fastest - Speed in radians a second beyond which no arm is bent, stretched or swung.
     * @returns Whether they reach them.
     */
    solve(frames: MotionFrames, fastest: number): boolean {
        const { hands, transfer: { pose } } = this;
        const { size } = frames;
        for (let frame = 0; frame < size; frame++) {
            frames.load(frame, pose);
            this.ours.place(pose);
            for (const hand of hands) {
                hand.path.observe(pose, frame);
                this.lead(hand, frame);
            }
        }
        for (const { path } of hands) {
            for (let axis = 0; axis < 3; axis++) {
                const fit = new TrackFit(size, frames.isLoop);
                for (let frame = 0; frame < size; frame++) fit.want(frame, path.offsets[3 * frame + axis], 1);
                fit.smooth(SMOOTHING * frames.rate);
                fit.solve().forEach((value, frame) => { path.offsets[3 * frame + axis] = value; });
            }
            for (let frame = 0; frame < size; frame++) {
                path.aim(frame);
            }
            path.slowKnee(fastest / frames.rate, frames.isLoop);
        }
        for (let frame = 0; frame < size; frame++) {
            const moved = hands.filter(({ path }) => path.isMoved(frame));
            if (moved.length === 0) continue;
            frames.load(frame, pose);
            for (const { path } of moved) path.solve(pose, frame);
            frames.store(frame, pose);
        }
        if (frames.isLoop) frames.close();
        return this.short < LASTS * frames.rate;
    }

    /** Works out by how much a hand is moved in a frame. */
    private lead({ to, path, goals, distances }: HandPair, frame: number) {
        const { ours: { height }, parts, transfer: { ratio } } = this;
        const offset = path.offsets.subarray(3 * frame, 3 * frame + 3);
        const found = goals[frame];
        let total = 0;
        for (let g = 0; g < found.length; g += GOAL) {
            const [part, i, weight] = [parts[found[g]], found[g + 1], found[g + 2]];
            part.to.pointAt(goal, 0, found, g + 3, ratio);
            for (let axis = 0; axis < 3; axis++) offset[axis] += (part.isHand ? 0.5 : 1) * weight * (goal[axis] - to.placed[3 * i + axis]);
            total += weight;
        }
        if (total > 0) for (let axis = 0; axis < 3; axis++) offset[axis] /= total;
        const counts = 1 - smoothstep(clamp((distances[frame] - TOUCH) / (FREE - TOUCH), 0, 1));
        copyVec(wanted, 0, offset, 0);
        const share = counts * (1 - smoothstep(clamp(path.beyond(offset, frame) / GIVES_WAY, 0, 1)));
        for (let axis = 0; axis < 3; axis++) offset[axis] *= share;
        this.leadOut(offset, to, path, frame);
        if (counts === 1 && distanceVec(wanted, 0, offset, 0) > MISS * height) this.short++;
    }

    /** Adds how far a hand has to go for its arm to be out of the body. */
    private leadOut(offset: Float64Array, { joints: [shoulder, , end], placed }: TouchingArm, path: LimbPath, frame: number) {
        const { parts, ours: { height }, transfer: { pose: { positions } } } = this;
        const length = distanceVec(positions, 3 * shoulder, positions, 3 * end);
        for (let pass = 0; pass < PASSES; pass++) {
            let most = 0;
            for (let i = 0; i < ARM_POINTS; i++) {
                const lever = clamp(distanceVec(positions, 3 * shoulder, placed, 3 * i) / length, LEVER, 1);
                for (let axis = 0; axis < 3; axis++) goal[axis] = placed[3 * i + axis] + lever * offset[axis];
                for (const { isHand, to } of parts) {
                    if (isHand || !to.isNear(goal, 0, 0)) continue;
                    to.locate(place, goal, 0);
                    const excess = (-place[3] - DEEP * height) / lever;
                    if (!(excess > most)) continue;
                    most = excess;
                    to.outwards(way, 0, place, 0);
                }
            }
            if (most === 0) return;
            for (let axis = 0; axis < 3; axis++) offset[axis] += most * way[axis];
            path.limit(offset, frame);
        }
    }
}

/** Distance from the skin at a place, below 0 inside. */
function heightOf({ 3: over, 4: beyond }: Float64Array): number {
    return beyond === 0 ? over : Math.sqrt(Math.max(0, over) ** 2 + beyond * beyond);
}
