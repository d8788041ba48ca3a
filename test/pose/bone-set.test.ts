import { expect } from 'chai';
import { GraphNode, Quat, Vec3 } from 'playcanvas';

import { BoneSet, ReadStatus } from '../../scripts/pose/bone-set';
import { PoseRecord } from '../../scripts/pose/pose-record';
import { angleOf, parents, randomDirection, randomRotation, seededRandom, turnBetween } from '../support/geometry';

/** A node as the root of an application is: enabled for all below it. */
function enabledNode(name: string): GraphNode {
    const node = new GraphNode(name);
    (node as unknown as { _enabledInHierarchy: boolean })._enabledInHierarchy = true;
    return node;
}

/** A tree of nodes with random transforms: a trunk of five, and two branches of three at its second node. */
function makeTree(random: () => number): { root: GraphNode; trunk: GraphNode[]; branch: GraphNode[] } {
    const root = enabledNode('scene');
    const grow = (from: GraphNode, count: number, name: string) => {
        const grown: GraphNode[] = [];
        for (let i = 0, parent = from; i < count; i++) {
            const node = new GraphNode(`${name} ${i}`);
            parent.addChild(node);
            node.setLocalPosition(randomDirection(random));
            node.setLocalRotation(randomRotation(random));
            const scale = 0.5 + random();
            node.setLocalScale(scale, scale, scale);
            grown.push(node);
            parent = node;
        }
        return grown;
    };
    const trunk = grow(root, 5, 'trunk');
    const branch = grow(trunk[1], 3, 'branch');
    return { root, trunk, branch };
}

const setOf = (bones: GraphNode[]) => new BoneSet(bones, PoseRecord.of(bones[0]));

describe('BoneSet', () => {
    it('holds the bones with those between them and their common ancestor, parents first', () => {
        const { trunk, branch } = makeTree(seededRandom(1));
        const set = setOf([branch[2], trunk[3]]);
        expect([...set.bones].map(bone => bone.name).sort()).to.deep.equal([trunk[1], trunk[2], trunk[3], ...branch].map(bone => bone.name).sort());
        set.bones.forEach((bone, i) => {
            expect(set.pose.parents[i]).to.equal(bone === trunk[1] ? set.pose.base : set.indexOf(bone.parent!));
            if (i > 0) expect(set.pose.parents[i]).to.be.below(i);
        });
        expect(set.indexOf(trunk[4])).to.equal(-1);
    });

    for (const parent of parents(seededRandom(2))) {
        it(`reads the world transforms that the engine has, under a parent that is ${parent.name}`, () => {
            const random = seededRandom(3);
            for (let i = 0; i < 50; i++) {
                const { root, trunk, branch } = makeTree(random);
                root.setLocalPosition(parent.position);
                root.setLocalRotation(randomRotation(random));
                root.setLocalScale(parent.scale, parent.scale, parent.scale);
                const set = setOf([branch[2], trunk[4]]);
                expect(set.read()).to.equal(ReadStatus.ok);
                set.bones.forEach((bone, j) => {
                    const [x, y, z] = set.pose.positions.subarray(3 * j, 3 * j + 3);
                    expect(new Vec3(x, y, z).distance(bone.getPosition()) / parent.scale).to.be.below(2e-5);
                    const [qx, qy, qz, qw] = set.pose.rotations.subarray(4 * j, 4 * j + 4);
                    expect(turnBetween(new Quat(qx, qy, qz, qw), bone.getRotation())).to.be.below(0.01);
                    expect(set.pose.scales[j] / bone.getWorldTransform().getScale().x).to.be.closeTo(1, 1e-5);
                });
            }
        });
    }

    it('writes the given bones and no others', () => {
        const { trunk } = makeTree(seededRandom(4));
        const set = setOf([trunk[0], trunk[4]]);
        set.read();
        const turn = new Quat().setFromEulerAngles(0, 50, 0);
        const before = trunk.map(bone => bone.getLocalRotation().clone());
        for (let i = 0; i < 5; i++) set.pose.localRotations.set([turn.x, turn.y, turn.z, turn.w], 4 * i);
        set.write(Int32Array.of(1, 3));
        trunk.forEach((bone, i) => expect(turnBetween(bone.getLocalRotation(), i === 1 || i === 3 ? turn : before[i])).to.be.below(1e-4));
    });

    it('reads rotations at unit length, and one without length as none', () => {
        const { trunk } = makeTree(seededRandom(6));
        trunk[1].setLocalRotation(new Quat(0.6, -1.2, 1.8, 2.4));
        trunk[2].setLocalRotation(new Quat(0, 0, 0, 0));
        const set = setOf(trunk.slice(1, 3));
        expect(set.read()).to.equal(ReadStatus.ok);
        const length = Math.hypot(0.6, 1.2, 1.8, 2.4);
        const expected = [0.6 / length, -1.2 / length, 1.8 / length, 2.4 / length, 0, 0, 0, 1];
        for (const numbers of [set.pose.localRotations, set.animated]) numbers.forEach((x, i) => expect(x).to.be.closeTo(expected[i], 1e-15));
    });

    it('says which bone has moved, is disabled or is scaled in a way that it cannot work with', () => {
        const cases: [ReadStatus, number, (trunk: GraphNode[]) => void][] = [
            [ReadStatus.moved, 3, trunk => trunk[2].removeChild(trunk[3])],
            [ReadStatus.moved, 2, trunk => trunk[2].reparent(trunk[0])],
            [ReadStatus.disabled, 2, (trunk) => { trunk[2].enabled = false; }],
            [ReadStatus.scaled, 3, trunk => trunk[3].setLocalScale(1, 2, 1)],
            [ReadStatus.scaled, 3, trunk => trunk[3].setLocalScale(-1, -1, -1)],
            [ReadStatus.scaled, 3, trunk => trunk[3].setLocalScale(0, 0, 0)],
            [ReadStatus.scaled, 0, trunk => trunk[0].setLocalScale(1, 1, -1)]
        ];
        for (const [status, stumbled, change] of cases) {
            const { trunk } = makeTree(seededRandom(5));
            const set = setOf([trunk[1], trunk[4]]);
            expect(set.read()).to.equal(ReadStatus.ok);
            expect(set.stumbled).to.equal(null);
            change(trunk);
            expect(set.read()).to.equal(status);
            expect(set.stumbled).to.equal(trunk[stumbled]);
        }
    });

    it('places bones below scales that differ by axis where they are shown, and writes places back as they were', () => {
        for (const uneven of [0, 1, 2, 3]) {
            const { trunk } = makeTree(seededRandom(7));
            trunk[uneven].setLocalScale(1.1, 0.85, 1);
            const set = setOf([trunk[1], trunk[4]]);
            expect(set.read()).to.equal(ReadStatus.ok);
            const child = trunk[Math.max(1, uneven + 1)], o = 3 * set.indexOf(child);
            const [x, y, z] = set.pose.positions.subarray(o, o + 3);
            expect(new Vec3(x, y, z).distance(child.getPosition()), `scale of ${uneven}`).to.be.below(1e-4);
            const before = child.getLocalPosition().clone();
            set.writePosition(set.indexOf(child));
            expect(before.distance(child.getLocalPosition()), 'written back').to.be.below(1e-5);
        }
    });

    it('works on bones without a parent', () => {
        const bone = enabledNode('alone');
        bone.setLocalEulerAngles(0, 30, 0);
        const set = setOf([bone]);
        expect(set.read()).to.equal(ReadStatus.ok);
        const [x, y, z, w] = set.pose.rotations;
        expect(angleOf(new Quat(x, y, z, w).transformVector(new Vec3(0, 0, 1)), bone.getRotation().transformVector(new Vec3(0, 0, 1)))).to.be.below(0.01);
    });
});
