import { expect } from 'chai';
import { Vec3, type AppBase, type Entity } from 'playcanvas';

import { detectRig } from '../../scripts/rig/detect';
import type { Role } from '../../scripts/rig/roles';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { sampled } from '../support/characters';
import { angleOf, seededRandom } from '../support/geometry';
import { RANDOM_KINDS, writeRandom } from '../support/random-skeletons';

// Skeletons at random whose names mean nothing: most are right in every role, and up and forward; what is wrong says so.

const COUNT = sampled(100, 8);

/** Share that must be right, and largest error of the directions in degrees. */
const RIGHT = 0.97;
const DIRECTIONS = 10;

describe('random skeletons', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    /** Roles and directions that are wrong. */
    function faults(kind: typeof RANDOM_KINDS[number], random: () => number): { faults: string[]; says: readonly string[] } {
        const { root, expected } = buildSkeleton(app, writeRandom(kind, random));
        if (kind === 'detached feet') {
            for (const part of ['leftFoot', 'rightFoot', ...random() < 0.5 ? ['leftHand', 'rightHand'] : []]) {
                const end = expected.get(part as Role) as Entity;
                const place = end.getPosition().clone();
                const turn = end.getRotation().clone();
                end.reparent(root.children[0]);
                end.setPosition(place);
                end.setRotation(turn);
            }
        }
        const rig = detectRig(findSkeleton(root)!);
        const wrong = [...expected].filter(([role, node]) => rig.skeleton.nodes[rig.bones.get(role) ?? -1] !== node).map(([role]) => role as string);
        const turn = rig.skeleton.space!.getRotation();
        for (const [name, axis, truth] of [['up', rig.up, Vec3.UP], ['forward', rig.forward, Vec3.BACK]] as const) {
            if (angleOf(turn.transformVector(new Vec3(axis[0], axis[1], axis[2]), new Vec3()), truth) > DIRECTIONS) wrong.push(name);
        }
        root.destroy();
        return { faults: wrong, says: rig.problems };
    }

    for (const kind of RANDOM_KINDS) {
        it(`${kind}: nearly all are right`, function () {
            const random = seededRandom(17);
            const wrong = Array.from({ length: COUNT }, () => faults(kind, random)).filter(({ faults: list }) => list.length > 0);
            this.test!.title += ` (${(100 - 100 * wrong.length / COUNT).toFixed(1)} %)`;
            expect(wrong.length / COUNT, JSON.stringify(wrong.slice(0, 3))).to.be.at.most(1 - RIGHT);
        });
    }
});
