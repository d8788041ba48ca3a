import { Entity, Quat, Vec3 } from 'playcanvas';

import type { Peer } from '../peer';
import { CHAIN, LIMITS, RATE, placeOf } from '../work';
import { makeCharacter, readChain, updateMatrices, writeChain, writePose } from './graph-nodes';

// The same algorithm as one would first write it: world positions and rotations are asked from the nodes at each step. It follows the
// target exponentially, widens the limits to what the clip has, stops once the target is met and measures what is left, as the pack
// does. It reuses its vectors and checks nothing.

const FORWARD = new Vec3(0, 0, 1);
const COSINES = LIMITS.map(limit => Math.cos(limit * Math.PI / 180));

/** Share of the way to the target that is done in a frame, at the pack's default speed of 5 per second. */
const FOLLOW = 1 - Math.exp(-5 / RATE);

/** Cosine of the angle at which the target counts as met. */
const MET = 1 - 1e-10;

const target = new Vec3();
const gaze = new Vec3();
const pivot = new Vec3();
const fromPivot = new Vec3();
const toTarget = new Vec3();
const forward = new Vec3();
const parentForward = new Vec3();
const allowed = new Vec3();
const turn = new Quat();
const correction = new Quat();
const rotation = new Quat();

/** Cosine of the angle between the forward axes of a bone and its parent. */
function swingCosine(bone: Entity): number {
    bone.getRotation().transformVector(FORWARD, forward);
    bone.parent!.getRotation().transformVector(FORWARD, parentForward);
    return forward.dot(parentForward);
}

/** Moves the point that is looked at towards the target, on an arc around the eye. */
function follow(point: Vec3, eye: Entity): void {
    pivot.copy(eye.getPosition());
    fromPivot.sub2(point, pivot);
    toTarget.sub2(target, pivot);
    const [before, goal] = [fromPivot.length(), toTarget.length()];
    fromPivot.normalize();
    turn.setFromDirections(fromPivot, toTarget.normalize());
    rotation.slerp(Quat.IDENTITY, turn, FOLLOW);
    rotation.transformVector(fromPivot, point);
    point.mulScalar(before + (goal - before) * FOLLOW).add(pivot);
}

/** Cosine of the angle between the eye's ray and the line to a point. */
function metCosine(eye: Entity, point: Vec3): number {
    eye.getRotation().transformVector(FORWARD, gaze);
    return gaze.dot(toTarget.sub2(point, eye.getPosition()).normalize());
}

/** Turns one bone so that the eye's ray goes through the point, as far as its limit lets it. */
function turnBone(bone: Entity, eye: Entity, point: Vec3, limit: number): void {
    const cosLimit = Math.min(limit, swingCosine(bone));
    pivot.copy(bone.getPosition());
    eye.getRotation().transformVector(FORWARD, gaze);
    fromPivot.sub2(eye.getPosition(), pivot);
    toTarget.sub2(point, pivot);

    // the point of the ray that is as far from the pivot as the target
    const along = fromPivot.dot(gaze);
    const distance = Math.sqrt(along * along + toTarget.dot(toTarget) - fromPivot.dot(fromPivot)) - along;
    fromPivot.add(gaze.mulScalar(distance)).normalize();
    toTarget.normalize();
    turn.setFromDirections(fromPivot, toTarget);

    rotation.mul2(turn, bone.getRotation());
    rotation.transformVector(FORWARD, forward);
    const cosine = forward.dot(parentForward);
    if (cosine < cosLimit) {
        allowed.copy(parentForward).mulScalar(-cosine).add(forward).normalize().mulScalar(Math.sqrt(1 - cosLimit * cosLimit));
        allowed.add(parentForward.mulScalar(cosLimit));
        correction.setFromDirections(forward, allowed);
        rotation.mul2(correction, rotation);
    }
    bone.setRotation(rotation);
}

export function makePeer(count: number): Peer {
    const scene = new Entity('scene');
    // enabled for all below it, as the root of an application is
    (scene as unknown as { _enabledInHierarchy: boolean })._enabledInHierarchy = true;
    const characters = Array.from({ length: count }, (_, i) => {
        const [x, z] = placeOf(i);
        return { ...makeCharacter(i, scene), point: new Vec3(x, 1.6, z + 1), left: 0 };
    });
    return {
        pose(i, frame) {
            writePose(characters[i], i, frame);
            updateMatrices(characters[i]);
        },
        solve(i, frame) {
            const character = characters[i];
            const { bones, point } = character;
            const eye = bones[CHAIN[0]];
            writePose(character, i, frame);
            target.copy(character.target.getPosition());
            follow(point, eye);
            for (let link = 0; link < CHAIN.length; link++) {
                turnBone(bones[CHAIN[link]], eye, point, COSINES[link]);
                if (metCosine(eye, point) > MET) break;
            }
            character.left = Math.acos(Math.min(1, metCosine(eye, target)));
            updateMatrices(character);
        },
        write(i, frame) {
            writePose(characters[i], i, frame);
            writeChain(characters[i], i, frame);
            updateMatrices(characters[i]);
        },
        readChain: (i, out) => readChain(characters[i], out)
    };
}
