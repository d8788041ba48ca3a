import { Entity, Vec3 } from 'playcanvas';

import type { Peer } from './peer';
import { CHAINS, FRAMES, HIT_RADIUS, JOINTS, LENGTH, ROOTS, SPHERES } from './springs-work';

// What a peer's springs are worth: the same bones, with the peer's rotations, asked through the engine's world transforms.

/** Laps of the path. */
const LAPS = 3;

/** The bones and an end for each chain, below a body at the origin. */
function makeBones(): { body: Entity, bones: Entity[] }[] {
    return ROOTS.map((root) => {
        const body = new Entity();
        const bones: Entity[] = [];
        for (let i = 0; i <= JOINTS; i++) {
            const bone = new Entity();
            const [x, y, z] = i === 0 ? root : [0, -LENGTH, 0];
            bone.setLocalPosition(x, y, z);
            (bones[i - 1] ?? body).addChild(bone);
            bones.push(bone);
        }
        return { body, bones };
    });
}

/** Lets the body run, and judges what is shown in each frame. */
export function judge(peer: Peer): { deepest: number, swing: number } {
    const chains = makeBones();
    const rotations = new Float64Array(4 * CHAINS * JOINTS);
    let deepest = 0, swing = 0;
    for (let frame = 0; frame < LAPS * FRAMES; frame++) {
        peer.solve(0, frame);
        peer.endFrame?.();
        peer.readChain(0, rotations);
        for (let chain = 0; chain < CHAINS; chain++) {
            const { bones } = chains[chain];
            for (let i = 0; i < JOINTS; i++) {
                const [x, y, z, w] = rotations.subarray(4 * (chain * JOINTS + i));
                bones[i].setLocalRotation(x, y, z, w);
            }
            for (let i = 1; i <= JOINTS; i++) {
                const place = bones[i].getPosition();
                for (const [height, radius] of SPHERES) deepest = Math.max(deepest, radius + HIT_RADIUS - place.distance(new Vec3(0, height, 0)));
            }
            const [x, y, z] = ROOTS[chain];
            swing = Math.max(swing, bones[JOINTS].getPosition().distance(new Vec3(x, y - JOINTS * LENGTH, z)));
        }
    }
    return { deepest: 1000 * deepest, swing };
}
