import { ARM_POINTS, BodyTouch, FOREARM_POINTS, SIDES, type TouchingArm } from './body-touch';
import { LimbPath } from './limb-path';
import type { MotionFrames } from './motion-frames';
import { PLACE, type SkinLine } from './skin-line';
import type { Transfer } from './transfer';
import { TwoHalves } from './two-halves';
import { copyVec, distanceVec } from '../../core/math/flat-math';
import { clamp, smoothstep } from '../../core/math/scalars';
import { TrackFit } from '../../core/math/track-fit';
import type { FlatPose } from '../../core/pose/flat-pose';

// Hands that touch the body or each other on the source do so on the target, and no arm goes through the body where the source's does not.
//
// A hand near a part of the body has a goal: the same place around the part, as high over its skin. It counts the more the nearer the hand is. The other hand is
// such a part too, and both go half the way. A goal that the arm does not reach, or that it would go through the body for, gives way.

/** Distances of skins up to which a goal counts fully, and from which on not at all, as shares of the hips' height. */
const TOUCH = 0.015;
const FREE = 0.035;

/** Distance from which on a point says nothing about the place of a hand, in the same shares. */
const NEAR = 0.1;

/** Depth of an arm in the body beyond the source's that is left, in the same shares. */
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
const PASSES = 6;

/** Seconds over which what hands are moved by is smoothed, and frames of which one is looked at: it goes evenly between. */
const SMOOTHING = 0.03;
const EVERY = 2;

const place = new Float64Array(PLACE);
const goal = new Float64Array(3);
const wanted = new Float64Array(3);
const way = new Float64Array(3);

/** What the source does with one hand in a frame. */
interface Touch {
    /** Part and point of the arm for each five numbers of `places`: weight, and place. */
    readonly keys: number[];
    readonly places: number[];
    /** Distance of the skins. */
    least: number;
}

/** A part that hands touch, on both bodies. */
interface TouchedPart {
    readonly name: string;
    readonly from: SkinLine;
    readonly line: SkinLine;
}

export class HandGoals {
    private readonly theirs: BodyTouch;

    private readonly ours: BodyTouch;

    private readonly parts: readonly TouchedPart[];

    private readonly pairs: readonly { readonly hand: string, readonly from: TouchingArm, readonly to: TouchingArm, readonly path: LimbPath, readonly touches: Touch[] }[];

    /** Frames in which a hand that touches on the source does not reach. */
    private short = 0;

    constructor(private readonly transfer: Transfer, count: number) {
        const { source, target } = transfer;
        const [theirs, ours] = [this.theirs, this.ours] = [BodyTouch.of(source), BodyTouch.of(target)];
        this.parts = [...ours.parts].flatMap(([name, line]) => (theirs.parts.has(name) ? { name, from: theirs.parts.get(name)!, line } : []));
        this.pairs = SIDES.flatMap((side) => {
            const [from, to] = [theirs.arms.get(side), ours.arms.get(side)];
            return from && to ? [{ hand: `${side}Hand`, from, to, path: new LimbPath(new TwoHalves(target, to.joints, false), count), touches: [] }] : [];
        });
    }

    /** Looks at a pose of the source. */
    look(from: FlatPose, frame: number): void {
        const { theirs, pairs, parts } = this;
        if (frame % EVERY > 0) return;
        theirs.place(from);
        for (const pair of pairs) {
            const touch: Touch = { keys: [], places: [], least: Infinity };
            pair.touches.push(touch);
            parts.forEach(({ name, from: line }, part) => {
                // a forearm is beside the other hand for itself
                for (let i = isHand(name) ? FOREARM_POINTS : 0; i < ARM_POINTS && name !== pair.hand; i++) {
                    if (pair.from.bones[i] < 0 || pair.to.bones[i] < 0 || !line.isNear(pair.from.placed, 3 * i, NEAR * theirs.height)) continue;
                    line.locate(place, pair.from.placed, 3 * i);
                    const distance = heightOf(place);
                    if (distance > NEAR * theirs.height) continue;
                    if (i >= FOREARM_POINTS) touch.least = Math.min(touch.least, distance);
                    touch.keys.push(part, i);
                    touch.places.push(i < FOREARM_POINTS ? 0 : this.weightOf(distance), ...place);
                }
            });
        }
    }

    /** How much a point says about the place of a hand. */
    private weightOf(distance: number): number {
        const close = FREE * this.theirs.height;
        return (close / (Math.max(0, distance) + close)) ** 4;
    }

    /**
     * Brings the hands of the target to their goals.
     *
     * @param fastest - Speed in radians a second beyond which no arm is bent, stretched or swung.
     * @returns Whether they reach them.
     */
    solve(frames: MotionFrames, fastest: number): boolean {
        const { pairs, transfer: { pose } } = this;
        const { size } = frames;
        for (let frame = 0; frame < size; frame++) {
            frames.load(frame, pose);
            for (const { path } of pairs) path.observe(pose, frame);
            if (frame % EVERY > 0) continue;
            this.ours.place(pose);
            pairs.forEach((_, hand) => this.lead(hand, frame));
        }
        for (const { path } of pairs) {
            // a root that turns takes its hands along
            for (let frame = 0; frame < size; frame += EVERY) frames.toRoot(path.offsets, 3 * frame, frame);
            for (let axis = 0; axis < 3; axis++) {
                const fit = new TrackFit(size, frames.isLoop);
                for (let frame = 0; frame < size; frame += EVERY) fit.want(frame, path.offsets[3 * frame + axis], EVERY);
                fit.smooth(SMOOTHING * frames.rate);
                fit.solve().forEach((value, frame) => { path.offsets[3 * frame + axis] = value; });
            }
            for (let frame = 0; frame < size; frame++) {
                frames.fromRoot(path.offsets, 3 * frame, frame);
                path.aim(frame);
            }
            path.slowKnee(fastest / frames.rate, frames.isLoop);
            path.slowLine(fastest / frames.rate, frames.isLoop);
        }
        for (let frame = 0; frame < size; frame++) {
            const moved = pairs.filter(({ path }) => path.isMoved(frame));
            if (moved.length === 0) continue;
            frames.load(frame, pose);
            for (const { path } of moved) path.solve(pose, frame);
            frames.store(frame, pose);
        }
        if (frames.isLoop) frames.close();
        return EVERY * this.short < LASTS * frames.rate;
    }

    /** Works out by how much a hand is moved in a frame. */
    private lead(hand: number, frame: number) {
        const { ours: { height }, parts, transfer: { ratio }, pairs } = this;
        const { to, path, touches: { [frame / EVERY]: touch } } = pairs[hand];
        const offset = path.offsets.subarray(3 * frame, 3 * frame + 3);
        const depths = new Float64Array(parts.length * ARM_POINTS);
        let total = 0;
        for (let k = 0; k < touch.keys.length / 2; k++) {
            const [part, i, weight] = [touch.keys[2 * k], touch.keys[2 * k + 1], touch.places[(PLACE + 1) * k]];
            depths[part * ARM_POINTS + i] = ratio * Math.max(0, -touch.places[(PLACE + 1) * k + 3]);
            if (weight === 0) continue;
            const { name, line } = parts[part];
            line.pointAt(goal, 0, touch.places, (PLACE + 1) * k + 1, ratio);
            for (let axis = 0; axis < 3; axis++) offset[axis] += (isHand(name) ? 0.5 : 1) * weight * (goal[axis] - to.placed[3 * i + axis]);
            total += weight;
        }
        if (total > 0) for (let axis = 0; axis < 3; axis++) offset[axis] /= total;
        const counts = 1 - smoothstep(clamp((touch.least / this.theirs.height - TOUCH) / (FREE - TOUCH), 0, 1));
        copyVec(wanted, 0, offset, 0);
        const beyond = path.beyond(offset, frame);
        const share = counts * (1 - smoothstep(clamp(beyond / GIVES_WAY, 0, 1)));
        for (let axis = 0; axis < 3; axis++) offset[axis] *= share;
        this.leadOut(offset, hand, frame, depths);
        if (counts === 1 && distanceVec(wanted, 0, offset, 0) > MISS * height) this.short++;
    }

    /** Adds how far a hand has to go for its arm to be no deeper in the body than the source's. */
    private leadOut(offset: Float64Array, hand: number, frame: number, depths: Float64Array) {
        const { parts, ours: { height }, transfer: { pose }, pairs: { [hand]: { to, path } } } = this;
        const { joints: [shoulder, , end], bones, placed } = to;
        const body = [...parts.keys()].filter(part => !isHand(parts[part].name));
        const length = distanceVec(pose.positions, 3 * shoulder, pose.positions, 3 * end);
        for (let pass = 0; pass < PASSES; pass++) {
            let most = 0;
            for (let i = 0; i < ARM_POINTS; i++) {
                if (bones[i] < 0) continue;
                const lever = clamp(distanceVec(pose.positions, 3 * shoulder, placed, 3 * i) / length, LEVER, 1);
                for (let axis = 0; axis < 3; axis++) goal[axis] = placed[3 * i + axis] + lever * offset[axis];
                for (const part of body) {
                    const { line } = parts[part];
                    if (!line.isNear(goal, 0, 0)) continue;
                    line.locate(place, goal, 0);
                    const excess = (-place[2] - depths[part * ARM_POINTS + i] - DEEP * height) / lever;
                    if (!(excess > most)) continue;
                    most = excess;
                    line.outwards(way, 0, place[1]);
                }
            }
            if (most === 0) return;
            for (let axis = 0; axis < 3; axis++) offset[axis] += most * way[axis];
            path.limit(offset, frame);
        }
    }
}

function isHand(name: string): boolean {
    return name.endsWith('Hand');
}

/** Distance from the skin at a place, below 0 inside. */
function heightOf([, , over, beyond]: Float64Array): number {
    return beyond === 0 ? over : Math.hypot(Math.max(0, over), beyond);
}
