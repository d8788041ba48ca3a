import { Entity, Quat, Vec3, math } from 'playcanvas';

import type { Peer } from './peer';
import { BONES, CHAIN, FRAMES, LIMITS, POSES, TARGETS, TARGET_PLACES } from './work';

// What a peer's pose is worth: the same skeleton, with the peer's rotations on the chain, asked through the engine's world transforms.

/** Quality that a peer reaches; angles in degrees. */
export interface Quality {
    /** Mean and largest angle between the gaze and the line from the eye to the target, over targets within reach. */
    readonly meanError: number;
    readonly maxError: number;
    /** Largest swing of a bone beyond its limit, or beyond the clip's own swing where that is larger; over all targets. */
    readonly beyondLimit: number;
}

/** Frames for which a target is held: smoothed looks have settled to a millionth then. */
const HOLD = 240;

/** Angle between the clip's gaze and the target up to which the target counts as within reach: 15 degrees less than the limits add up to. */
const REACH = 90;

/** Every n-th place of the target is looked at. */
const STRIDE = 3;

/** A skeleton of the engine whose pose is set bone by bone. */
const skeleton = BONES.map(bone => new Entity(bone.name));
BONES.forEach(({ parent, position }, bone) => {
    skeleton[bone].setLocalPosition(...position);
    if (parent >= 0) skeleton[parent].addChild(skeleton[bone]);
});

const eye = skeleton[CHAIN[0]];
const forward = new Vec3(0, 0, 1);
const gaze = new Vec3();
const toTarget = new Vec3();
const rotation = new Quat();

function angleBetween(a: Vec3, b: Vec3): number {
    return Math.atan2(new Vec3().cross(a, b).length(), a.dot(b)) * math.RAD_TO_DEG;
}

/** Swing of a local rotation: how far it turns the forward axis. */
function swingOf(rotations: Float64Array, o: number): number {
    rotation.set(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
    return angleBetween(forward, rotation.transformVector(forward, gaze));
}

function setPose(frame: number, chain: Float64Array | null): void {
    BONES.forEach((_, bone) => {
        const [x, y, z, w] = POSES.subarray(4 * (frame * BONES.length + bone));
        skeleton[bone].setLocalRotation(x, y, z, w);
    });
    if (chain) CHAIN.forEach((bone, i) => skeleton[bone].setLocalRotation(chain[4 * i], chain[4 * i + 1], chain[4 * i + 2], chain[4 * i + 3]));
}

/** Angle between the gaze and the target in the pose as set. */
function gazeError(target: number): number {
    toTarget.set(TARGET_PLACES[3 * target], TARGET_PLACES[3 * target + 1], TARGET_PLACES[3 * target + 2]).sub(eye.getPosition());
    return angleBetween(eye.getRotation().transformVector(forward, gaze), toTarget);
}

/** Looks at the places of the target one after the other, each held still, and judges what comes out. The peer has one character. */
export function judge(peer: Peer): Quality {
    const chain = new Float64Array(4 * CHAIN.length);
    const errors: number[] = [];
    let beyondLimit = 0;
    for (let target = 0; target < TARGETS; target += STRIDE) {
        // the clip's frame and the target's place that belong to one number: FRAMES divides TARGETS
        const frame = target % FRAMES;
        for (let i = 0; i < HOLD; i++) {
            peer.solve(0, target);
            peer.endFrame?.();
        }
        peer.readChain(0, chain);
        setPose(frame, null);
        const reachable = gazeError(target) < REACH;
        setPose(frame, chain);
        if (reachable) errors.push(gazeError(target));
        for (let i = 0; i < CHAIN.length; i++) {
            const allowed = Math.max(LIMITS[i], swingOf(POSES, 4 * (frame * BONES.length + CHAIN[i])));
            beyondLimit = Math.max(beyondLimit, swingOf(chain, 4 * i) - allowed);
        }
    }
    return { meanError: errors.reduce((sum, error) => sum + error, 0) / errors.length, maxError: Math.max(...errors), beyondLimit };
}
