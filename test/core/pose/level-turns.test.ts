import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import type { Flat } from '../../../scripts/core/math/flat-math';
import { LEVEL_TURN, putTogether, raiseTo, takeApart } from '../../../scripts/core/pose/level-turns';
import { seededRandom, turnBetween } from '../../support/geometry';

const random = seededRandom(5);
const flat = ({ x, y, z, w }: Quat) => Float64Array.of(x, y, z, w);
const quat = (q: Flat) => new Quat(q[0], q[1], q[2], q[3]);
const anyTurn = () => new Quat(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
const anyAxis = () => new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();

/** Direction in the world of a bone with an axis. */
const heading = (rotation: Flat, axis: Vec3) => quat(rotation).transformVector(axis, new Vec3());

/** A turn taken apart, and shares of it. */
function shares(from: Quat, to: Quat, axis: Vec3): (share: number, on?: Quat) => Float64Array {
    const turn = new Float64Array(LEVEL_TURN);
    const own = Float64Array.from(axis.toArray());
    takeApart(turn, 0, flat(from), 0, flat(to), 0, own, 0);
    return (share, on = from) => {
        const out = new Float64Array(4);
        putTogether(out, 0, flat(on), 0, turn, 0, own, 0, share);
        return out;
    };
}

describe('a turn taken apart by the vertical', () => {
    it('is nothing at share 0, and the whole turn at share 1', () => {
        for (let i = 0; i < 200; i++) {
            const [from, to, axis] = [anyTurn(), anyTurn(), anyAxis()];
            const at = shares(from, to, axis);
            expect(turnBetween(quat(at(0)), from)).to.be.below(1e-4);
            expect(turnBetween(quat(at(1)), to)).to.be.below(1e-4);
        }
    });

    it('never leads a bone lower than the lower one of both places', () => {
        let straight = 0;
        for (let i = 0; i < 200; i++) {
            const [from, to, axis] = [anyTurn(), anyTurn(), anyAxis()];
            const at = shares(from, to, axis);
            const [a, b] = [heading(flat(from), axis).y, heading(flat(to), axis).y];
            for (let share = 0.1; share < 1; share += 0.1) {
                expect(heading(at(share), axis).y).to.be.within(Math.min(a, b) - 1e-6, Math.max(a, b) + 1e-6);
                const shortest = new Quat().slerp(from, to, share);
                if (heading(flat(shortest), axis).y < Math.min(a, b) - 0.05) straight++;
            }
        }
        expect(straight, 'as the shortest turn does').to.be.above(100);
    });

    it('is whole for bones that stand upright, before or after it', () => {
        const axis = new Vec3(0, 1, 0);
        const upright = new Quat().setFromEulerAngles(0, 40, 0);
        const flatDown = new Quat().setFromEulerAngles(180, 10, 0);
        for (const [from, to] of [[upright, anyTurn()], [anyTurn(), upright], [upright, flatDown]]) {
            expect(turnBetween(quat(shares(from, to, axis)(1)), to)).to.be.below(1e-3);
        }
    });

    it('goes on without a leap while the pose under it moves through the vertical', () => {
        const axis = new Vec3(0, 0, 1);
        const at = shares(new Quat(), new Quat().setFromEulerAngles(-35, 60, 20), axis);
        let before = at(0.5);
        let leap = 0;
        for (let degrees = 0; degrees <= 180; degrees++) {
            const now = at(0.5, new Quat().setFromEulerAngles(-degrees, 0, 0));
            leap = Math.max(leap, turnBetween(quat(before), quat(now)));
            before = now;
        }
        expect(leap, 'degrees for one degree').to.be.below(1.01);
    });
});

describe('a bone that is raised', () => {
    it('is as steep as it has to be, keeps its heading, and is never lowered', () => {
        for (let i = 0; i < 100; i++) {
            const [rotation, axis] = [flat(anyTurn()), anyAxis()];
            const before = heading(rotation, axis);
            if (Math.hypot(before.x, before.z) < 0.3) continue;
            const [steepness, length] = [2 * random() - 1, 0.1 + random()];
            raiseTo(rotation, 0, Float64Array.from(before.toArray(), value => value * length), 0, steepness * length);
            const after = heading(rotation, axis);
            expect(after.y).to.be.closeTo(Math.max(before.y, steepness), 1e-6);
            if (Math.abs(after.y) < 0.99) expect(Math.atan2(after.x, after.z)).to.be.closeTo(Math.atan2(before.x, before.z), 1e-6);
        }
    });

    it('that stands nearly upright turns little', () => {
        const axis = new Vec3(0, 0, 1);
        const rotation = flat(new Quat().setFromEulerAngles(89, 0, 0));
        raiseTo(rotation, 0, Float64Array.from(heading(rotation, axis).toArray()), 0, 0);
        expect(heading(rotation, axis).y).to.be.within(-1, -0.99);
    });
});
