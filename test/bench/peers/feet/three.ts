import { Bone, Object3D, Skeleton, type SkinnedMesh } from 'three';
import { CCDIKSolver } from 'three/examples/jsm/animation/CCDIKSolver.js';

import { ANKLES, BONES, CHAIN, GROUND, HIPS, LEGS, ROTATIONS, frameOf, groundOf, placeOf } from '../../feet-work';
import type { Peer } from '../../peer';

// three.js with its CCDIKSolver: shin and thigh bring the foot to a target bone in ten passes, as its own example has it. Knees are not
// limited, which saves it time. World matrices are brought up to date before it, which it needs, and after it like everybody's.

const PASSES = 10;

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
        const targets = LEGS.map(() => new Bone());
        const skeleton = new Skeleton([...bones, ...targets]);
        const iks = LEGS.map(([thigh, shin, foot], leg) => ({
            target: BONES.length + leg, effector: foot, links: [{ index: shin }, { index: thigh }], iteration: PASSES
        }));
        // the solver reads nothing of a mesh but its skeleton
        const solver = new CCDIKSolver({ skeleton } as SkinnedMesh, iks as never);
        return { root, bones, targets, solver, x, z };
    });
    const writePose = (index: number, frame: number) => {
        const { bones, targets, x, z } = characters[index];
        const f = frameOf(index, frame), g = groundOf(index, frame);
        let o = 4 * BONES.length * f;
        for (let bone = 0; bone < bones.length; bone++, o += 4) {
            bones[bone].quaternion.set(ROTATIONS[o], ROTATIONS[o + 1], ROTATIONS[o + 2], ROTATIONS[o + 3]);
        }
        bones[0].position.set(HIPS[3 * f], HIPS[3 * f + 1], HIPS[3 * f + 2]);
        for (let leg = 0; leg < 2; leg++) {
            const a = 6 * f + 3 * leg;
            targets[leg].position.set(x + ANKLES[a], ANKLES[a + 1] + GROUND[g + leg], z + ANKLES[a + 2]);
        }
    };
    const updateMatrices = (index: number) => {
        const { root, targets } = characters[index];
        for (let leg = 0; leg < 2; leg++) targets[leg].updateMatrixWorld();
        root.updateMatrixWorld();
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
