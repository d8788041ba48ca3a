import { expect } from 'chai';
import { GraphNode, Quat, Vec3 } from 'playcanvas';

import { createLimb, limbShift, captureLimb, stabilizeLimb, type Limb } from '../../../scripts/core/limb/limb';
import { createFlatPose, updateWorld, type FlatPose } from '../../../scripts/core/pose/flat-pose';
import { angleOf, parents, seededRandom, turnBetween } from '../../support/geometry';

// A pelvis with a leg below it, once as a flat pose and once as nodes of the engine, whose transforms are the expectation.

interface Leg {
    base: GraphNode;
    nodes: GraphNode[];
    pose: FlatPose;
    limb: Limb;
}

/** Bones as offsets from the pelvis down; the first one is the place of the hip joint. */
function makeLeg(parent: { position: Vec3; rotation: Quat; scale: number }, offsets: Vec3[], bends: number[]): Leg {
    const base = new GraphNode('base');
    base.setLocalPosition(parent.position);
    base.setLocalRotation(parent.rotation);
    base.setLocalScale(parent.scale, parent.scale, parent.scale);
    const nodes: GraphNode[] = [new GraphNode('pelvis')];
    base.addChild(nodes[0]);
    nodes[0].setLocalPosition(0, 1, 0);
    offsets.forEach((offset, i) => {
        const node = new GraphNode(`bone ${i}`);
        nodes[i].addChild(node);
        node.setLocalPosition(offset);
        node.setLocalEulerAngles(bends[i] ?? 0, 0, 0);
        nodes.push(node);
    });
    const pose = createFlatPose(nodes.map((_, i) => i - 1));
    pose.rotations.set([parent.rotation.x, parent.rotation.y, parent.rotation.z, parent.rotation.w], 4 * pose.base);
    pose.positions.set([parent.position.x, parent.position.y, parent.position.z], 3 * pose.base);
    pose.scales[pose.base] = parent.scale;
    nodes.forEach((node, i) => {
        const { x, y, z } = node.getLocalPosition();
        pose.localPositions.set([x, y, z], 3 * i);
    });
    const leg = { base, nodes, pose, limb: createLimb(offsets.map((_, i) => i + 1), Float64Array.of(0, 0, 1)) };
    readNodes(leg);
    return leg;
}

function readNodes({ nodes, pose }: Leg) {
    nodes.forEach((node, i) => {
        const { x, y, z, w } = node.getLocalRotation();
        pose.localRotations.set([x, y, z, w], 4 * i);
    });
    updateWorld(pose);
}

function writeNodes({ nodes, pose }: Leg) {
    nodes.forEach((node, i) => {
        const [x, y, z, w] = pose.localRotations.subarray(4 * i, 4 * i + 4);
        node.setLocalRotation(x, y, z, w);
    });
}

const THREE_BONES = [new Vec3(0.1, 0, 0), new Vec3(0, -0.43, 0), new Vec3(0, -0.41, 0)];
const FIVE_BONES = [new Vec3(0.1, 0, 0), new Vec3(0, -0.3, 0), new Vec3(0, -0.3, 0), new Vec3(0, -0.2, 0), new Vec3(0, -0.1, 0)];
const THREE_BENDS = [-20, 35, -15];
const FIVE_BENDS = [-25, 50, -45, 30, -10];

/** Turns the pelvis of a leg after its pose was remembered, stabilizes it, and gives the places before and after. */
function turnPelvis(leg: Leg, turn: Quat, weight = 1) {
    const { nodes, limb, pose } = leg;
    const snapshot = () => nodes.map(node => ({ position: node.getPosition().clone(), rotation: node.getRotation().clone() }));
    const animated = snapshot();
    captureLimb(limb, pose);
    nodes[0].setLocalRotation(turn);
    const carried = snapshot();
    readNodes(leg);
    limb.weight[0] = weight;
    const shift = limbShift(limb, pose);
    stabilizeLimb(limb, pose, 20);
    writeNodes(leg);
    return { animated, carried, shown: snapshot(), shift };
}

const last = <T>(list: T[]) => list[list.length - 1];

/** Normal of the plane of three joints. */
function planeOf(joints: { position: Vec3 }[], [a, b, c]: number[]): Vec3 {
    const upper = joints[b].position.clone().sub(joints[a].position);
    const lower = joints[c].position.clone().sub(joints[b].position);
    return new Vec3().cross(upper, lower).normalize();
}

describe('stabilizeLimb', () => {
    const random = seededRandom(5);
    for (const parent of parents(seededRandom(6))) {
        for (const [name, bones, bends] of [['three', THREE_BONES, THREE_BENDS], ['five', FIVE_BONES, FIVE_BENDS]] as const) {
            it(`keeps the foot of a leg of ${name} bones under a pelvis that turns up to 45 degrees, with a parent that is ${parent.name}`, () => {
                for (let i = 0; i < 40; i++) {
                    const turn = new Quat().setFromEulerAngles(30 * random() - 15, 90 * random() - 45, 20 * random() - 10);
                    const leg = makeLeg(parent, [...bones], [...bends]);
                    const { animated, shown } = turnPelvis(leg, turn);
                    expect(last(shown).position.distance(last(animated).position) / parent.scale).to.be.below(1e-4);
                    expect(turnBetween(last(shown).rotation, last(animated).rotation)).to.be.below(0.05);
                }
            });
        }
    }

    const identity = { position: new Vec3(), rotation: new Quat(), scale: 1 };

    it('carries the knee plane by the smallest turn of the line from hip to foot', () => {
        for (let i = 0; i < 100; i++) {
            const turn = new Quat().setFromEulerAngles(20 * random() - 10, 90 * random() - 45, 20 * random() - 10);
            const { animated, shown } = turnPelvis(makeLeg(identity, THREE_BONES, THREE_BENDS), turn);
            const line = last(animated).position.clone().sub(animated[1].position).normalize();
            const newLine = last(shown).position.clone().sub(shown[1].position).normalize();
            const carry = new Quat().setFromDirections(line, newLine);
            expect(angleOf(carry.transformVector(planeOf(animated, [1, 2, 3])), planeOf(shown, [1, 2, 3]))).to.be.below(0.1);
        }
    });

    it('stretches the leg towards a foot that is out of reach: the nearest place', () => {
        const leg = makeLeg(identity, THREE_BONES, [-3, 6, -3]);
        const { animated, shown } = turnPelvis(leg, new Quat().setFromEulerAngles(0, 0, 40));
        const hip = shown[1].position;
        const toFoot = last(animated).position.clone().sub(hip);
        expect(toFoot.length()).to.be.above(0.84);
        const nearest = toFoot.normalize().mulScalar(0.84).add(hip);
        expect(last(shown).position.distance(nearest)).to.be.below(1e-4);
        expect(turnBetween(last(shown).rotation, last(animated).rotation)).to.be.below(0.05);
    });

    for (const [name, bones, bends] of [['three', THREE_BONES, THREE_BENDS], ['five', FIVE_BONES, FIVE_BENDS]] as const) {
        it(`leaves the foot of a leg of ${name} bones half way at weight 0.5, and alone at weight 0`, () => {
            const turn = new Quat().setFromEulerAngles(0, 40, 0);
            const half = turnPelvis(makeLeg(identity, [...bones], [...bends]), turn, 0.5);
            const middle = new Vec3().lerp(last(half.animated).position, last(half.carried).position, 0.5);
            expect(last(half.shown).position.distance(middle)).to.be.below(1e-4);
            const middleTurn = new Quat().slerp(last(half.animated).rotation, last(half.carried).rotation, 0.5);
            expect(turnBetween(last(half.shown).rotation, middleTurn)).to.be.below(0.05);
            const none = turnPelvis(makeLeg(identity, [...bones], [...bends]), turn, 0);
            none.shown.forEach((joint, i) => expect(joint.position.distance(none.carried[i].position)).to.equal(0));
        });

        it(`changes a leg of ${name} bones steadily with its weight`, () => {
            const turn = new Quat().setFromEulerAngles(10, 40, 5);
            let before: Vec3[] | null = null;
            for (let weight = 0; weight <= 1.0001; weight += 0.02) {
                const { shown } = turnPelvis(makeLeg(identity, [...bones], [...bends]), turn, Math.min(1, weight));
                const joints = shown.map(joint => joint.position);
                if (before) before.forEach((joint, i) => expect(joint.distance(joints[i])).to.be.below(0.02));
                before = joints;
            }
        });
    }

    it('leaves the pose as it is when the body has not turned', () => {
        const { animated, shown, shift } = turnPelvis(makeLeg(identity, FIVE_BONES, FIVE_BENDS), new Quat());
        expect(shift).to.equal(0);
        shown.forEach((joint, i) => expect(turnBetween(joint.rotation, animated[i].rotation)).to.be.below(0.05));
    });

    it('says how far the body has carried the foot', () => {
        const { animated, carried, shift } = turnPelvis(makeLeg(identity, THREE_BONES, THREE_BENDS), new Quat().setFromEulerAngles(0, 40, 0));
        expect(shift).to.be.closeTo(last(animated).position.distance(last(carried).position), 1e-6);
    });

    it('turns a limb of one bone towards the place of its end', () => {
        const { animated, shown } = turnPelvis(makeLeg(identity, THREE_BONES.slice(0, 2), [10, 0]), new Quat().setFromEulerAngles(0, 40, 0));
        const hip = shown[1].position;
        const wanted = last(animated).position.clone().sub(hip);
        expect(angleOf(last(shown).position.clone().sub(hip), wanted)).to.be.below(0.05);
        shown.forEach(joint => expect(joint.position.length()).to.be.finite);
    });
});
