import { math, Vec3 } from 'playcanvas';

import type { Motion } from '../../clip';
import { keyed } from '../../curves';
import { Pose, turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { SIDES, type Side } from '../bones';
import { carryTail, carryTrunk } from '../carriage';
import { rolled } from '../get-up';
import { stand } from '../idle';
import { findLeg, nearestPaw, placePaw, type End } from '../legs';

// Turning by 90 degrees where an animal stands: the head looks round, the paws step one after the other, twice each, the body follows. Begins and
// ends in the idle.

const SECONDS = 1.6;

/** Degrees of the body and the entity, and how far head, chest and croup are ahead of the body. */
const BODY = keyed([[0, [0]], [0.15, [0]], [0.8, [47]], [1.4, [90]], [SECONDS, [90]]]);
const AHEAD = keyed([[0, [0, 0, 0]], [0.25, [34, 8, -3]], [0.8, [26, 9, -8]], [1.25, [8, 3, -6]], [SECONDS, [0, 0, 0]]]);

/** Steps of each paw to the left: lifted, down, degrees that it has then turned about the entity. */
type PawStep = readonly [lift: number, land: number, to: number];
const STEPS: Record<End, Record<'inner' | 'outer', readonly PawStep[]>> = {
    fore: { inner: [[0.2, 0.42, 46], [0.86, 1.08, 90]], outer: [[0.44, 0.68, 60], [1.12, 1.34, 90]] },
    hind: { inner: [[0.54, 0.76, 56], [1.22, 1.42, 90]], outer: [[0.3, 0.52, 38], [0.96, 1.18, 90]] }
};

const LIFT = 0.055;

/** Degrees that a paw has turned about the entity, and how far it is in the air, 0..1. */
function follow(steps: readonly PawStep[], time: number): [degrees: number, air: number] {
    let from = 0;
    for (const [lift, land, to] of steps) {
        if (time < lift) break;
        if (time < land) {
            const u = (time - lift) / (land - lift);
            return [from + (to - from) * math.smoothstep(0, 1, u), Math.sin(Math.PI * u) ** 2];
        }
        from = to;
    }
    return [from, 0];
}

/** A turn to the left or to the right. */
export function createTurnInPlace(skeleton: Skeleton, to: 'left' | 'right'): Motion {
    const sign = to === 'left' ? 1 : -1;
    const base = stand(skeleton, 0);
    return {
        name: `turn-${to}-90`, duration: SECONDS, rate: 60, isOnce: true,
        travel: share => ({ place: new Vec3(), turn: sign * BODY(share * SECONDS)[0] }),
        pose(share) {
            const time = share * SECONDS;
            const body = sign * BODY(time)[0];
            const [head, chest, pelvis] = AHEAD(time).map(angle => sign * angle);
            const { index, positions } = skeleton;
            const pose = new Pose(skeleton);
            const turned = (name: string, yaw: number) => turnBy(0, 0, yaw).mul(base.turned(index(name)));
            const middle = index('spine2');
            carryTrunk(pose, {
                pelvis: turned('pelvis', pelvis), chest: turned('chest', chest), neck: turned('neck3', (chest + head) / 2), head: turned('head', head),
                shift: base.place(middle).sub(positions[middle]).add(new Vec3(0, -0.006 * Math.sin(Math.PI * share), 0))
            });
            carryTail(pose, i => [0, -sign * 0.25 * AHEAD(time)[0] * (i < 4 ? 1 : 0.4)]);
            for (const end of ['fore', 'hind'] as const) {
                for (const side of SIDES) {
                    const isInner = (side === 'L') === (to === 'left');
                    const leg = findLeg(skeleton, end, side as Side);
                    const [degrees, air] = follow(STEPS[end][isInner ? 'inner' : 'outer'], time);
                    const joint = turnBy(0, 0, sign * degrees - body).transformVector(positions[leg.paw].clone());
                    joint.y += LIFT * air;
                    const bone = base.place(leg.cannon).sub(base.place(leg.paw));
                    const lean = Math.atan2(bone.z, bone.y) * 180 / Math.PI;
                    placePaw(pose, leg, nearestPaw(pose, leg, { joint, lean: lean + (end === 'fore' ? 46 : 20) * air, pitch: (end === 'fore' ? 54 : 30) * air }));
                }
            }
            return rolled(pose, turnBy(0, 0, body), new Vec3(), new Vec3());
        }
    };
}
