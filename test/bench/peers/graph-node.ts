import { Quat, Vec3, type Entity } from 'playcanvas';

import type { Peer } from '../peer';
import { CHAIN, LIMITS, TARGET_PLACES, placeOf, targetOf } from '../work';
import { makeCharacter, readChain, writeChain, writePose } from './graph-nodes';

// The same algorithm as one would first write it: world positions and rotations are asked from the nodes at each step. It reuses its
// vectors, has no smoothing, and checks nothing.

const FORWARD = new Vec3(0, 0, 1);
const COSINES = LIMITS.map(limit => Math.cos(limit * Math.PI / 180));
const SINES = LIMITS.map(limit => Math.sin(limit * Math.PI / 180));

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

/** Turns one bone so that the eye's ray goes through the target, as far as its limit lets it. */
function turnBone(bone: Entity, eye: Entity, cosLimit: number, sinLimit: number): void {
    pivot.copy(bone.getPosition());
    eye.getRotation().transformVector(FORWARD, gaze);
    fromPivot.sub2(eye.getPosition(), pivot);
    toTarget.sub2(target, pivot);

    // the point of the ray that is as far from the pivot as the target
    const along = fromPivot.dot(gaze);
    const distance = Math.sqrt(along * along + toTarget.dot(toTarget) - fromPivot.dot(fromPivot)) - along;
    fromPivot.add(gaze.mulScalar(distance)).normalize();
    toTarget.normalize();
    turn.setFromDirections(fromPivot, toTarget);

    rotation.mul2(turn, bone.getRotation());
    rotation.transformVector(FORWARD, forward);
    bone.parent!.getRotation().transformVector(FORWARD, parentForward);
    const cosine = forward.dot(parentForward);
    if (cosine < cosLimit) {
        allowed.copy(parentForward).mulScalar(-cosine).add(forward).normalize().mulScalar(sinLimit);
        allowed.add(parentForward.mulScalar(cosLimit));
        correction.setFromDirections(forward, allowed);
        rotation.mul2(correction, rotation);
    }
    bone.setRotation(rotation);
}

export function makePeer(count: number): Peer {
    const characters = Array.from({ length: count }, (_, i) => ({ ...makeCharacter(i), place: placeOf(i) }));
    const moveTarget = (i: number, frame: number) => {
        const o = targetOf(i, frame);
        const [x, z] = characters[i].place;
        target.set(x + TARGET_PLACES[o], TARGET_PLACES[o + 1], z + TARGET_PLACES[o + 2]);
    };
    return {
        pose: (i, frame) => writePose(characters[i], i, frame),
        look(i, frame) {
            const { bones } = characters[i];
            writePose(characters[i], i, frame);
            moveTarget(i, frame);
            for (let link = 0; link < CHAIN.length; link++) turnBone(bones[CHAIN[link]], bones[CHAIN[0]], COSINES[link], SINES[link]);
        },
        write(i, frame) {
            writePose(characters[i], i, frame);
            moveTarget(i, frame);
            writeChain(characters[i], i, frame);
        },
        readChain: (i, out) => readChain(characters[i], out)
    };
}
