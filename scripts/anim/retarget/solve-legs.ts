import { clearance, fitHeight, tiltBody, type Clearance, type FeetDown } from './body-height';
import { FootGoals } from './foot-goals';
import type { MotionFrames, RootWay } from './motion-frames';
import { trackSoles } from './soles';
import type { Standing } from './standing';
import type { TemplateBody } from './template-body';
import type { Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';

// Legs: where feet stand, how high the body is for them and for what else is near the floor, and the limbs that reach the feet from there. Each over the whole clip, one
// after the other, and each once.

/** What the source does with its legs, in units of the target. */
export interface SourceLegs {
    /** Heights over the floor in each frame. */
    readonly clearances: readonly Clearance[];
    readonly isDown: FeetDown;
    /** How far the points of each foot that touch go over the ground from one frame to the next: three numbers for each frame after the first. */
    readonly slides: readonly Flat[];
    /** Velocity of the ground in body space, a second. */
    readonly ground: Flat;
}

/** How far legs come short of what they shall do. */
export interface LegsMiss {
    /** How far a foot that stands is from its place at most, as a share of the hips' height. */
    readonly feet: number;
    /** By how many radians thighs in the air are turned off the source's, median. */
    readonly legs: number;
}

const slide = new Float64Array(3);

/**
 * Brings body and legs to the floor.
 *
 * @param way - How the root goes on the target.
 * @param fastest - Speed in radians a second beyond which no knee is bent or stretched; null: feet are where the source's legs bring them.
 * @returns How far they come short.
 */
export function solveLegs(frames: MotionFrames, pose: FlatPose, body: TemplateBody, source: SourceLegs, standing: Standing, way: RootWay, fastest: number | null): LegsMiss {
    const { size, isLoop, rate } = frames;
    const { soles } = body;
    const { floor, height } = standing;
    const goals = fastest === null ? [] : soles.feet.map((bone, foot) => new FootGoals(body, bone, frame => source.isDown(foot, frame), frames, standing));
    const step = (fastest ?? 0) / rate;
    const own: Clearance[] = [];
    const slideOf = trackSoles(soles, height, frames, way);
    // the last pose of a loop is the first, and has gone there
    for (let frame = 0; frame <= frames.count; frame++) {
        frames.load(frame, pose);
        let sole = Infinity;
        soles.feet.forEach((_, foot) => {
            const lowest = slideOf(slide, pose, foot, frame) - floor;
            if (source.isDown(foot, frame)) sole = Math.min(sole, lowest + floor);
            const goal = goals[foot];
            if (!goal) return;
            for (let axis = 0; axis < 3; axis++) slide[axis] -= source.ground[axis] / rate;
            if (frame > 0) goal.lookAtSlide(frame, slide, source.slides[foot].subarray(3 * frame - 3, 3 * frame));
            if (frame === size) return;
            goal.observe(pose, frame);
            goal.lookAtSole(pose, frame, lowest);
        });
        if (frame < size) own.push(clearance(pose, body, floor, sole));
    }
    for (const goal of goals) {
        goal.stay();
        for (let frame = 0; frame < size; frame++) goal.aim(frame);
        goal.slowKnee(step, isLoop);
    }
    const rooms = goals.map(goal => Float64Array.from({ length: size }, (_, frame) => goal.roomIn(frame)));
    const mostOf = (some: readonly Float64Array[]) => Float64Array.from({ length: size }, (_, frame) => some.reduce((most, room) => Math.min(most, room[frame]), Infinity));
    const lifts = fitHeight(source.clearances, own, mostOf(goals.length < 4 ? rooms : rooms.slice(0, 2)), frames, standing);
    frames.raise(frame => lifts[frame % size], pose);
    for (const goal of goals) goal.stand(lifts);
    if (goals.length === 4) {
        const depths = mostOf(rooms.slice(2)).map((most, frame) => Math.max(0, lifts[frame] - most));
        tiltBody(frames, pose, goals, depths);
    }
    for (const goal of goals) {
        for (let frame = 0; frame < size; frame++) goal.aim(frame);
        goal.slowKnee(step, isLoop);
    }
    let miss = 0;
    for (let frame = 0; frame < size && goals.length > 0; frame++) {
        frames.load(frame, pose);
        for (const goal of goals) miss = Math.max(miss, goal.solve(pose, frame));
        frames.store(frame, pose);
    }
    if (isLoop) frames.close();
    const turns = goals.flatMap(({ turnsInAir }) => turnsInAir).sort((a, b) => a - b);
    return { feet: miss / height, legs: turns[turns.length >> 1] ?? 0 };
}
