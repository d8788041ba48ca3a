import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { pushBodies } from '../../../scripts/core/dynamics/joint-impulses';
import type { JointTree } from '../../../scripts/core/dynamics/joint-tree';
import { createRigidState } from '../../../scripts/core/dynamics/rigid-state';
import { randomDirection, randomRotation, seededRandom } from '../../support/geometry';

/** A chain with a branch in a random pose: joints 0.2 m from each centre. */
function makeChain(random: () => number) {
    const parents = Int32Array.of(-1, 0, 1, 2, 1);
    const count = parents.length;
    const tree: JointTree = {
        parents, anchors: new Float64Array(3 * count), parentAnchors: new Float64Array(3 * count),
        masses: Float64Array.from(parents, () => 1 + 4 * random()), inertias: Float64Array.from({ length: 3 * count }, () => 0.02 + 0.1 * random())
    };
    const state = createRigidState(count);
    parents.forEach((parent, body) => {
        const rotation = randomRotation(random);
        state.rotations.set([rotation.x, rotation.y, rotation.z, rotation.w], 4 * body);
        if (parent < 0) return;
        const [own, upper] = [randomDirection(random).mulScalar(0.2), randomDirection(random).mulScalar(0.2)];
        tree.anchors.set([own.x, own.y, own.z], 3 * body);
        tree.parentAnchors.set([upper.x, upper.y, upper.z], 3 * body);
        const place = vec(state.positions, parent).add(quat(state.rotations, parent).transformVector(upper)).sub(rotation.transformVector(own));
        state.positions.set([place.x, place.y, place.z], 3 * body);
    });
    return { tree, state };
}

const vec = (numbers: Float64Array, body: number) => new Vec3(...numbers.subarray(3 * body, 3 * body + 3));
const quat = (numbers: Float64Array, body: number) => new Quat(...numbers.subarray(4 * body, 4 * body + 4));

describe('pushBodies', () => {
    it('keeps joints closed, joints slow, and both momenta', () => {
        const random = seededRandom(7);
        for (let i = 0; i < 40; i++) {
            const { tree, state } = makeChain(random);
            const { count } = state;
            const body = Math.floor(random() * count);
            const push = randomDirection(random).mulScalar(i % 2 ? 20 : 0.5);
            const at = randomDirection(random).mulScalar(0.15);
            pushBodies(state, tree, body, Float64Array.of(push.x, push.y, push.z), Float64Array.of(at.x, at.y, at.z), new Float64Array(6 * count));

            const linear = new Vec3();
            const angular = new Vec3();
            for (let k = 0; k < count; k++) {
                const momentum = vec(state.linear, k).mulScalar(tree.masses[k]);
                linear.add(momentum);
                const rotation = quat(state.rotations, k);
                const spin = rotation.clone().invert().transformVector(vec(state.angular, k)).mul(vec(tree.inertias, k));
                angular.add(rotation.transformVector(spin)).add(new Vec3().cross(vec(state.positions, k), momentum));
            }
            expect(linear.distance(push)).to.be.below(1e-9 * (1 + push.length()));
            expect(angular.distance(new Vec3().cross(vec(state.positions, body).add(at), push))).to.be.below(1e-9 * (1 + push.length()));

            const fastest = push.length() / tree.masses[body];
            for (let k = 1; k < count; k++) {
                const parent = tree.parents[k];
                const own = quat(state.rotations, k).transformVector(vec(tree.anchors, k));
                const upper = quat(state.rotations, parent).transformVector(vec(tree.parentAnchors, k));
                const opening = vec(state.linear, k).add(new Vec3().cross(vec(state.angular, k), own))
                .sub(vec(state.linear, parent)).sub(new Vec3().cross(vec(state.angular, parent), upper));
                expect(opening.length()).to.be.below(0.02 * fastest);
                expect(vec(state.angular, k).distance(vec(state.angular, parent))).to.be.below(11);
            }
        }
    });
});
