import { Bone } from '@babylonjs/core/Bones/bone.js';
import { BoneIKController } from '@babylonjs/core/Bones/boneIKController.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';

import { ANKLES, BONES, CHAIN, GROUND, HIPS, LEGS, ROTATIONS, frameOf, groundOf, placeOf } from '../../feet-work';
import type { Peer } from '../../peer';

// Babylon.js with a BoneIKController for each leg. The mannequin's legs have their bones along their own y axes, as the controller wants
// them. The skeleton's matrices are brought up to date after it like everybody's; before it they need not be, the controller does that
// itself.

/** With these the knees of this skeleton bend as in the walk: a point aside in the frame of the hips, metres, and an axis of the shin. */
const POLE = new Vector3(-5, -0.4, 0);
const BEND_AXIS = new Vector3(-1, 0, 0);

export function makePeer(count: number): Peer {
    const scene = new Scene(new NullEngine());
    const characters = Array.from({ length: count }, (_, index) => {
        const [x, z] = placeOf(index);
        const mesh = new TransformNode(`character ${index}`, scene);
        mesh.position.set(x, 0, z);
        mesh.computeWorldMatrix(true);
        const skeleton = new Skeleton(`skeleton ${index}`, `${index}`, scene);
        const bones: Bone[] = [];
        const rest = BONES.map((_bone, bone) => Quaternion.FromArray(ROTATIONS, 4 * bone));
        BONES.forEach(({ name, parent, position }, bone) => {
            const local = Matrix.Compose(Vector3.One(), rest[bone], Vector3.FromArray(position));
            bones.push(new Bone(name, skeleton, parent < 0 ? null : bones[parent], local));
        });
        skeleton.computeAbsoluteMatrices(true);
        const controllers = LEGS.map(([, shin]) => new BoneIKController(mesh as never, bones[shin], {
            poleTargetBone: bones[0], poleTargetLocalOffset: POLE, bendAxis: BEND_AXIS
        }));
        return { bones, skeleton, controllers, x, z };
    });
    const rotation = new Quaternion();
    const position = new Vector3();
    const writePose = (index: number, frame: number) => {
        const { bones, controllers, x, z } = characters[index];
        const f = frameOf(index, frame), g = groundOf(index, frame);
        let o = 4 * BONES.length * f;
        for (let bone = 0; bone < bones.length; bone++, o += 4) {
            rotation.set(ROTATIONS[o], ROTATIONS[o + 1], ROTATIONS[o + 2], ROTATIONS[o + 3]);
            bones[bone].setRotationQuaternion(rotation);
        }
        bones[0].setPosition(position.set(HIPS[3 * f], HIPS[3 * f + 1], HIPS[3 * f + 2]));
        for (let leg = 0; leg < 2; leg++) {
            const a = 6 * f + 3 * leg;
            controllers[leg].targetPosition.set(x + ANKLES[a], ANKLES[a + 1] + GROUND[g + leg], z + ANKLES[a + 2]);
        }
    };
    return {
        pose(index, frame) {
            writePose(index, frame);
            characters[index].skeleton.computeAbsoluteMatrices();
        },
        solve(index, frame) {
            const { controllers, skeleton } = characters[index];
            writePose(index, frame);
            for (let leg = 0; leg < 2; leg++) controllers[leg].update();
            skeleton.computeAbsoluteMatrices();
        },
        readChain(index, out) {
            CHAIN.forEach((bone, i) => {
                const { x, y, z, w } = characters[index].bones[bone].getRotationQuaternion();
                out.set([x, y, z, w], 4 * i);
            });
        }
    };
}
