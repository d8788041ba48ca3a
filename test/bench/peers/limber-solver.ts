import { createLookAtChain, setReference, solveLookAt } from '../../../scripts/core/gaze/look-at';
import { LIMIT_SIZE, setSwingLimit } from '../../../scripts/core/gaze/swing-limit';
import { updateWorld, createFlatPose } from '../../../scripts/core/pose/flat-pose';
import type { Peer } from '../peer';
import { BONES, CHAIN, LIMITS, POSES, TARGET_PLACES, frameOf, placeOf, targetOf } from '../work';

// The pack's solver alone, on flat data without a scene: what the script would cost if bones were free.

/** The bones of the chain and those above, parents before children. */
const TAKEN = BONES.map((_, bone) => bone).filter(bone => bone === 0 || CHAIN.includes(bone));

const NO_TURN = Float64Array.of(0, 0, 0, 1);

export function makePeer(count: number): Peer {
    const target = new Float64Array(3);
    const characters = Array.from({ length: count }, (_, index) => {
        const pose = createFlatPose(TAKEN.map(bone => TAKEN.indexOf(BONES[bone].parent)));
        TAKEN.forEach((bone, i) => pose.localPositions.set(BONES[bone].position, 3 * i));
        const [x, z] = placeOf(index);
        pose.positions.set([x, 0, z], 3 * pose.base);
        const chain = createLookAtChain(CHAIN.map(bone => TAKEN.indexOf(bone)));
        LIMITS.forEach((limit, i) => {
            const radians = limit * Math.PI / 180;
            setSwingLimit(chain.limits, LIMIT_SIZE * i, radians, radians, radians);
            chain.twistLimits[i] = Math.sin(radians / 2) ** 2;
            chain.parentUps.set([0, 1, 0], 3 * i);
            chain.forwards.set([0, 0, 1], 3 * i);
            chain.parentForwards.set([0, 0, 1], 3 * i);
            setReference(chain, i, NO_TURN, 0);
        });
        chain.gaze.set([0, 0, 1]);
        chain.up.set([0, 1, 0]);
        return { pose, chain, x, z };
    });
    const writePose = (index: number, frame: number) => {
        const { localRotations } = characters[index].pose;
        const first = BONES.length * frameOf(index, frame);
        for (let i = 0; i < TAKEN.length; i++) {
            const o = 4 * (first + TAKEN[i]);
            for (let j = 0; j < 4; j++) localRotations[4 * i + j] = POSES[o + j];
        }
    };
    return {
        pose: writePose,
        solve(index, frame) {
            const { pose, chain, x, z } = characters[index];
            writePose(index, frame);
            const o = targetOf(index, frame);
            target[0] = x + TARGET_PLACES[o];
            target[1] = TARGET_PLACES[o + 1];
            target[2] = z + TARGET_PLACES[o + 2];
            updateWorld(pose);
            solveLookAt(chain, pose, target, null);
        },
        readChain(index, out) {
            const { localRotations } = characters[index].pose;
            CHAIN.forEach((bone, i) => {
                const o = 4 * TAKEN.indexOf(bone);
                out.set(localRotations.subarray(o, o + 4), 4 * i);
            });
        }
    };
}
