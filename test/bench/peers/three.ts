import { Bone, Object3D, Skeleton, Vector3, type SkinnedMesh } from 'three';
import { CCDIKSolver } from 'three/examples/jsm/animation/CCDIKSolver.js';

import type { Peer } from '../peer';
import { BONES, CHAIN, LIMITS, POSES, TARGET_DISTANCE, TARGET_PLACES, frameOf, placeOf, targetOf } from '../work';

// three.js with its CCDIKSolver, set up to do the same: a point of the gaze at the target's distance is brought onto the target, from
// the eye down, in one pass, which is the solver's default; a second one takes twice the time and leaves as much. Limits are ranges of
// Euler angles, the only cone-like ones that it has. World matrices are brought up to date
// before it, which it needs, and after it like everybody's. No skinned mesh is drawn, so none is updated.

export function makePeer(count: number): Peer {
    const characters = Array.from({ length: count }, (_, index) => {
        const [x, z] = placeOf(index);
        const root = new Object3D();
        root.position.set(x, 0, z);
        const bones = BONES.map(() => new Bone());
        BONES.forEach(({ parent, position }, bone) => {
            bones[bone].position.set(...position);
            (parent < 0 ? root : bones[parent]).add(bones[bone]);
        });
        const gazePoint = new Bone();
        gazePoint.position.set(0, 0, TARGET_DISTANCE);
        bones[CHAIN[0]].add(gazePoint);
        const target = new Bone();
        const skeleton = new Skeleton([...bones, gazePoint, target]);
        const links = CHAIN.map((bone, i) => {
            const limit = LIMITS[i] * Math.PI / 180;
            return { index: bone, rotationMin: new Vector3().setScalar(-limit), rotationMax: new Vector3().setScalar(limit) };
        });
        const ik = { target: BONES.length + 1, effector: BONES.length, links, iteration: 1 };
        // the solver reads nothing of a mesh but its skeleton
        const solver = new CCDIKSolver({ skeleton } as SkinnedMesh, [ik as never]);
        return { root, bones, target, solver, x, z };
    });
    const writePose = (index: number, frame: number) => {
        const { bones, target, x, z } = characters[index];
        let o = 4 * BONES.length * frameOf(index, frame);
        for (let bone = 0; bone < bones.length; bone++, o += 4) {
            bones[bone].quaternion.set(POSES[o], POSES[o + 1], POSES[o + 2], POSES[o + 3]);
        }
        const t = targetOf(index, frame);
        target.position.set(x + TARGET_PLACES[t], TARGET_PLACES[t + 1], z + TARGET_PLACES[t + 2]);
    };
    const updateMatrices = (index: number) => {
        characters[index].target.updateMatrixWorld();
        characters[index].root.updateMatrixWorld();
    };
    return {
        pose(index, frame) {
            writePose(index, frame);
            updateMatrices(index);
        },
        solve(index, frame) {
            writePose(index, frame);
            updateMatrices(index);
            characters[index].solver.update();
            updateMatrices(index);
        },
        readChain(index, out) {
            CHAIN.forEach((bone, i) => characters[index].bones[bone].quaternion.toArray(out, 4 * i));
        }
    };
}
