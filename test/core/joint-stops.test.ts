import { expect } from 'chai';

import { stopJoints } from '../../scripts/core/dynamics/joint-stops';
import type { JointTree } from '../../scripts/core/dynamics/joint-tree';
import { createRigidState } from '../../scripts/core/dynamics/rigid-state';

// Three bodies in a row along x, their joints in the middle between them, the second and third bent about y.

const TREE: JointTree = {
    parents: Int32Array.of(-1, 0, 1),
    anchors: Float64Array.of(0, 0, 0, -0.5, 0, 0, -0.5, 0, 0),
    parentAnchors: Float64Array.of(0, 0, 0, 0.5, 0, 0, 0.5, 0, 0),
    masses: Float64Array.of(3, 2, 1),
    inertias: new Float64Array(9).fill(0.1)
};
const UNIT = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const LIMIT = 0.5;
const STOPS = { frames: UNIT, parentFrames: UNIT, limits: new Float64Array(9).fill(LIMIT) };

/** Largest angle that is left beyond a limit. */
const LEFT = Math.PI / 180;

function bent(first: number, second: number) {
    const state = createRigidState(3);
    let [angle, x, z] = [0, 0, 0];
    [0, first, second].forEach((turn, body) => {
        if (body > 0) {
            x += 0.5 * Math.cos(angle);
            z -= 0.5 * Math.sin(angle);
            angle += turn;
            x += 0.5 * Math.cos(angle);
            z -= 0.5 * Math.sin(angle);
        }
        state.positions.set([x, 0, z], 3 * body);
        state.rotations.set([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], 4 * body);
    });
    return state;
}

const angleOf = (rotations: Float64Array, body: number) => 2 * Math.atan2(rotations[4 * body + 1], rotations[4 * body + 3]);
const centreOf = (positions: Float64Array, axis: number) => [0, 1, 2].reduce((sum, body) => sum + TREE.masses[body] * positions[3 * body + axis], 0);

describe('stops of joints', () => {
    it('bring joints back to their limits, keep them closed, and leave the centre of mass where it is', () => {
        const state = bent(0.9, -1.2);
        const before = [0, 1, 2].map(axis => centreOf(state.positions, axis));
        expect(stopJoints(state, TREE, STOPS, new Float64Array(3), new Float64Array(3), 1)).to.equal(true);
        const [a, b, c] = [0, 1, 2].map(body => angleOf(state.rotations, body));
        expect(b - a).to.be.closeTo(LIMIT + LEFT, 1e-9);
        expect(c - b).to.be.closeTo(-LIMIT - LEFT, 1e-9);
        before.forEach((value, axis) => expect(centreOf(state.positions, axis)).to.be.closeTo(value, 1e-9));
        for (const body of [1, 2]) {
            const [upper, lower] = [body - 1, body].map(i => angleOf(state.rotations, i));
            const x = state.positions[3 * body] - state.positions[3 * body - 3];
            const z = state.positions[3 * body + 2] - state.positions[3 * body - 1];
            expect(x).to.be.closeTo(0.5 * (Math.cos(upper) + Math.cos(lower)), 1e-9);
            expect(z).to.be.closeTo(-0.5 * (Math.sin(upper) + Math.sin(lower)), 1e-9);
        }
    });

    it('bring back what a drive has left beyond them at 2 radians a second', () => {
        const state = bent(1.5, 0.1);
        const slack = new Float64Array(3);
        const angle = () => angleOf(state.rotations, 1) - angleOf(state.rotations, 0);
        expect(stopJoints(state, TREE, STOPS, Float64Array.of(0, 1, 1), slack, 1 / 60)).to.equal(false);
        for (let step = 1; step < 10; step++) {
            stopJoints(state, TREE, STOPS, new Float64Array(3), slack, 1 / 60);
            expect(angle()).to.be.closeTo(Math.min(1.5, 1.5 + LEFT - 2 / 60 * step), 1e-9);
        }
        for (let step = 0; step < 40; step++) stopJoints(state, TREE, STOPS, new Float64Array(3), slack, 1 / 60);
        expect(angle()).to.be.closeTo(LIMIT + LEFT, 1e-9);
    });

    it('leave alone what is within them, and what is driven', () => {
        const inside = bent(0.4, -0.4);
        expect(stopJoints(inside, TREE, STOPS, new Float64Array(3), new Float64Array(3), 1)).to.equal(false);
        const driven = bent(0.9, 0.1);
        expect(stopJoints(driven, TREE, STOPS, Float64Array.of(0, 0.2, 0), new Float64Array(3), 1)).to.equal(false);
    });
});
