import {
    VRMSpringBoneCollider, VRMSpringBoneColliderShapeSphere, VRMSpringBoneJoint, VRMSpringBoneManager
} from '@pixiv/three-vrm-springbone';
import { Bone, Object3D, Vector3 } from 'three';

import type { Peer } from '../../peer';
import { DRAG, GRAVITY, HIT_RADIUS, JOINTS, LENGTH, PATH, RATE, ROOTS, SPHERES, STIFFNESS, frameOf } from '../../springs-work';

// The springs of three-vrm on the same bones: one step a frame, one pass of colliders.

export function makePeer(count: number): Peer {
    const bodies = Array.from({ length: count }, () => {
        const body = new Object3D();
        const colliders = SPHERES.map(([height, radius]) => {
            const collider = new VRMSpringBoneCollider(new VRMSpringBoneColliderShapeSphere({ offset: new Vector3(0, height, 0), radius }));
            body.add(collider);
            return collider;
        });
        const manager = new VRMSpringBoneManager();
        const bones = ROOTS.flatMap((root) => {
            let above: Object3D = body;
            const chain = Array.from({ length: JOINTS + 1 }, (_, i) => {
                const bone = new Bone();
                if (i === 0) bone.position.set(...root);
                else bone.position.set(0, -LENGTH, 0);
                above.add(bone);
                above = bone;
                return bone;
            });
            for (let i = 0; i < JOINTS; i++) {
                const settings = {
                    hitRadius: HIT_RADIUS, stiffness: STIFFNESS, dragForce: DRAG, gravityPower: GRAVITY, gravityDir: new Vector3(0, -1, 0)
                };
                manager.addJoint(new VRMSpringBoneJoint(chain[i], chain[i + 1], settings, [{ colliders }]));
            }
            return chain.slice(0, JOINTS);
        });
        body.updateMatrixWorld(true);
        manager.setInitState();
        return { body, bones, manager };
    });
    const place = (index: number, frame: number) => {
        const o = 4 * frameOf(index, frame);
        const { body } = bodies[index];
        body.position.set(PATH[o], 0, PATH[o + 1]);
        body.quaternion.set(0, PATH[o + 2], 0, PATH[o + 3]);
    };
    return {
        pose(index, frame) {
            place(index, frame);
            bodies[index].body.updateMatrixWorld();
        },
        solve(index, frame) {
            place(index, frame);
            bodies[index].body.updateMatrixWorld();
            bodies[index].manager.update(1 / RATE);
            bodies[index].body.updateMatrixWorld();
        },
        readChain(index, out) {
            bodies[index].bones.forEach((bone, i) => bone.quaternion.toArray(out, 4 * i));
        }
    };
}
