import { makeNodesPeer } from './limber-nodes';
import { createLimb, reachWithLimb, captureLimb } from '../../../../scripts/core/limb/limb';
import { BoneSet } from '../../../../scripts/pose/bone-set';
import { PoseRecord } from '../../../../scripts/pose/pose-record';
import { LEGS } from '../../feet-work';
import type { Peer } from '../../peer';

// What the other libraries' controllers do and no more: the bones are read, both legs are solved for a given place of the ankle, and written.

export function makePeer(count: number): Promise<Peer> {
    const goal = new Float64Array(8);
    return makeNodesPeer(count, () => {}, ({ app, bones, levels }) => {
        const record = PoseRecord.of(bones[0]);
        record.retain();
        const set = new BoneSet(LEGS.flat().map(bone => bones[bone]), record);
        const limbs = LEGS.map(leg => createLimb(leg.map(bone => set.indexOf(bones[bone])), Float64Array.of(0, 0, 1)));
        const turned = Int32Array.from(limbs.flatMap(limb => [...limb.bones]));
        const { pose } = set;
        return () => {
            record.begin(app.frame);
            set.read();
            for (let leg = 0; leg < 2; leg++) {
                const limb = limbs[leg];
                captureLimb(limb, pose);
                for (let i = 0; i < 3; i++) goal[i] = limb.capturedPositions[6 + i];
                goal[1] += leg === 0 ? levels.left : levels.right;
                for (let i = 0; i < 4; i++) goal[3 + i] = limb.capturedRotations[8 + i];
                reachWithLimb(limb, pose, goal);
            }
            set.write(turned);
        };
    });
}
