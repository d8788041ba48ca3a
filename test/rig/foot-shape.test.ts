import { expect } from 'chai';
import { Mat4, Quat, Vec3, type AppBase, type Entity, type GraphNode, type MeshInstance } from 'playcanvas';

import { detectRig, type Rig } from '../../scripts/rig/detect';
import { measureFoot, type FootShape } from '../../scripts/rig/foot-shape';
import type { LimbName } from '../../scripts/rig/rig';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { ANIMALS, DOG } from '../support/animals';
import { createApp, loadGlb } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { HOUND, MANNEQUIN } from '../support/characters';
import { angleOf, randomRotation, seededRandom } from '../support/geometry';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';
import { requireRig } from '../support/skip';

// The size of feet, held against the vertices in the scene: skinned here by the engine's matrices, one by one, and read off.

/** Largest error of a length, as a share of the height: 5 mm on a person of 1.75 m. */
const EXACT = 0.005 / 1.75;

/** Error of what is read off the same vertices in the same directions; the engine's are single precision. */
const SAME = 2e-5;

const FEET = ['leftFoot', 'rightFoot'] as const;
const PAWS = ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const;

interface Vertex { place: Vec3; holder: GraphNode }

/** Every vertex in world space with the node that holds most of it. */
function verticesOf(root: Entity): Vertex[] {
    const instances = root.find(node => Boolean((node as Entity).render)).flatMap(node => (node as Entity).render!.meshInstances);
    return instances.flatMap(instance => (instance.skinInstance ? skinnedVertices(instance) : rigidVertices(instance)));
}

function rigidVertices({ mesh, node }: MeshInstance): Vertex[] {
    const numbers: number[] = [];
    mesh!.getPositions(numbers);
    return Array.from({ length: numbers.length / 3 }, (_, i) => ({
        place: node.getWorldTransform().transformPoint(new Vec3(numbers.slice(3 * i, 3 * i + 3))), holder: node
    }));
}

function skinnedVertices({ mesh, skinInstance }: MeshInstance): Vertex[] {
    const [numbers, indices, weights]: number[][] = [[], [], []];
    mesh!.getPositions(numbers);
    mesh!.getVertexStream('BLENDINDICES', indices);
    mesh!.getVertexStream('BLENDWEIGHT', weights);
    const { bones, skin } = skinInstance!;
    const matrices = bones.map((bone, i) => new Mat4().mul2(bone.getWorldTransform(), skin.inverseBindPose[i]));
    return Array.from({ length: numbers.length / 3 }, (_, vertex) => {
        const slots = [0, 1, 2, 3].map(slot => ({ bone: indices[4 * vertex + slot], weight: weights[4 * vertex + slot] }));
        const total = slots.reduce((sum, { weight }) => sum + weight, 0);
        const place = new Vec3();
        const rest = new Vec3(numbers.slice(3 * vertex, 3 * vertex + 3));
        for (const { bone, weight } of slots) {
            if (weight > 0) place.add(matrices[bone].transformPoint(rest, new Vec3()).mulScalar(weight / total));
        }
        return { place, holder: bones[slots.sort((a, b) => b.weight - a.weight)[0].bone] };
    });
}

/** The vertices of a foot from its joint, along three directions. */
function placesOf(vertices: Vertex[], foot: GraphNode, [x, y, z]: [Vec3, Vec3, Vec3], except?: GraphNode): [number, number, number][] {
    const isBelow = (node: GraphNode, upper: GraphNode) => node === upper || node.isDescendantOf(upper);
    return vertices.filter(({ holder }) => isBelow(holder, foot) && !(except && isBelow(holder, except))).map(({ place }) => {
        const way = place.clone().sub(foot.getPosition());
        return [way.dot(x), way.dot(y), way.dot(z)];
    });
}

describe('measureFoot', () => {
    let app: AppBase;
    const roots: Entity[] = [];

    before(() => { app = createApp(); });
    afterEach(() => roots.splice(0).forEach(root => root.destroy()));
    after(() => app.destroy());

    async function load(path: string): Promise<Entity> {
        const root = (await loadGlb(app, path)).instantiate();
        app.root.addChild(root);
        roots.push(root);
        return root;
    }

    function build(...args: [WrittenSkeleton, { turn?: Quat; size?: number }?]) {
        const character = buildSkeleton(app, ...args);
        roots.push(character.root);
        return character;
    }

    function detect(root: Entity): Rig {
        return detectRig(findSkeleton(root)!);
    }

    /** The node of a limb's end, its shape, and what brings the rig's directions and lengths to the scene. */
    function measure(rig: Rig, limb: LimbName) {
        const index = rig.limbs[limb]!.bones.at(-1)!;
        const above = rig.skeleton.nodes[0].parent!;
        const toWorld = (direction: Float64Array) => above.getRotation().transformVector(new Vec3([...direction]), new Vec3());
        return { node: rig.skeleton.nodes[index], shape: measureFoot(rig, index), toWorld, scale: above.getWorldTransform().getScale().x };
    }

    /** Holds the sizes of a foot against its vertices, along directions known from elsewhere. */
    function expectSizes(root: Entity, rig: Rig, limb: LimbName, forward: Vec3, up: Vec3, tolerance = EXACT) {
        const { node, shape, scale, toWorld } = measure(rig, limb);
        expect(angleOf(toWorld(shape.forward), forward), `${limb}: forward, degrees off`).to.be.below(1.5);
        expect(angleOf(toWorld(shape.up), up), `${limb}: up, degrees off`).to.be.below(1);
        const places = placesOf(verticesOf(root), node, [forward, up, new Vec3().cross(up, forward)]);
        const [along, height, across] = [0, 1, 2].map(axis => places.map(place => place[axis]));
        const expected = {
            length: Math.max(...along), heel: -Math.min(...along), halfWidth: (Math.max(...across) - Math.min(...across)) / 2, height: -Math.min(...height)
        };
        for (const [name, value] of Object.entries(expected)) {
            expect(shape[name as keyof typeof expected] * scale, `${limb}: ${name}`).to.be.closeTo(value, tolerance * rig.height * scale);
        }
        expect(shape.source).to.equal('skin');
    }

    /** No vertex is below the plane of the sole, some on its front and some on its back half are on it, and the patch is what is on it. */
    function expectSole(root: Entity, rig: Rig, limb: LimbName, thumb?: GraphNode) {
        const { node, shape, scale, toWorld } = measure(rig, limb);
        const { sole } = shape;
        const [forward, up, normal] = [shape.forward, shape.up, sole.normal].map(toWorld);
        const size = rig.height * scale;
        const places = placesOf(verticesOf(root), node, [forward, normal, new Vec3().cross(up, forward)], thumb);
        const above = places.map(([, y]) => y + sole.distance * scale);
        expect(Math.min(...above) / size, `${limb}: lowest above the sole`).to.be.closeTo(0, SAME);
        const resting = places.filter((_, i) => above[i] < 0.0005 * size).map(([x]) => x);
        const middle = (shape.length - shape.heel) / 2 * scale;
        expect(Math.min(...resting), `${limb}: rests behind its middle`).to.be.at.most(middle + SAME * size);
        expect(Math.max(...resting), `${limb}: rests ahead of its middle`).to.be.at.least(middle - SAME * size);
        const touching = places.filter((_, i) => above[i] < 0.003 * size);
        const ends = [[0, 1, 'front'], [0, -1, 'back'], [2, 1, 'left'], [2, -1, 'right']] as const;
        for (const [axis, sign, name] of ends) {
            const end = sign * Math.max(...touching.map(place => sign * place[axis]));
            expect(sole[name] * scale / size, `${limb}: ${name}`).to.be.closeTo(end / size, EXACT);
        }
    }

    function between(from: GraphNode, to: GraphNode): Vec3 {
        const way = new Vec3().sub2(to.getPosition(), from.getPosition());
        way.y = 0;
        return way.normalize();
    }

    describe('on characters from files', () => {
        for (const file of [MANNEQUIN, 'Xbot.glb', 'bitmoji.glb']) {
            it(`reads the feet of ${file} off their vertices, towards the toes`, async function () {
                const root = await load(file === MANNEQUIN ? file : requireRig(file, this));
                const rig = detect(root);
                for (const side of ['left', 'right'] as const) {
                    const [foot, toes] = (['Foot', 'Toes'] as const).map(part => rig.skeleton.nodes[rig.bones.get(`${side}${part}`)!]);
                    expectSizes(root, rig, `${side}Foot`, between(foot, toes), Vec3.UP);
                    expectSole(root, rig, `${side}Foot`);
                }
            });

            it(`lays the hands of ${file} on their palms`, async function () {
                const root = await load(file === MANNEQUIN ? file : requireRig(file, this));
                const rig = detect(root);
                for (const side of ['left', 'right'] as const) {
                    const { node, shape, toWorld } = measure(rig, `${side}Hand`);
                    // arms are held to the side or down to it: the fingers go on from the forearm, backs of the hands are up and outside
                    const arm = new Vec3().sub2(node.getPosition(), node.parent!.getPosition());
                    expect(angleOf(toWorld(shape.forward), arm), 'fingers from the forearm, degrees').to.be.below(20);
                    const outwards = new Vec3(side === 'left' ? 1 : -1, 1, 0);
                    expect(angleOf(toWorld(shape.up), outwards), 'back of the hand, degrees').to.be.below(50);
                    const thumb = node.find((child: GraphNode) => /thumb/i.test(child.name))[0];
                    expectSole(root, rig, `${side}Hand`, thumb as GraphNode);
                    expect(shape.length / rig.height, 'length').to.be.within(0.07, 0.13);
                    expect(shape.halfWidth / rig.height, 'half width').to.be.within(0.015, 0.04);
                }
            });
        }

        it('reads the paws of the hound off their vertices, along them', async () => {
            const root = await load(HOUND);
            const rig = detect(root);
            for (const limb of PAWS) {
                expectSizes(root, rig, limb, Vec3.BACK, Vec3.UP);
                expectSole(root, rig, limb);
            }
        });
    });

    for (const written of [...WRITTEN_SKELETONS, ...ANIMALS].filter(({ skin }) => skin !== 'none')) {
        it(`reads the feet of a written skeleton off its vertices: ${written.convention}, ${written.skin}`, () => {
            for (const placing of [{}, { turn: randomRotation(seededRandom(3)) }, { size: 0.01 }, { size: 100 }]) {
                const { root, expected } = build(written, placing);
                const rig = detect(root);
                const turn = placing.turn ?? Quat.IDENTITY;
                for (const limb of rig.legs === 4 ? PAWS : FEET) {
                    const toes = expected.get(`${limb.slice(0, -4) as 'left' | 'right'}Toes`);
                    const forward = turn.transformVector(Vec3.BACK);
                    if (limb.endsWith('Foot') && toes) {
                        // feet of people point a little outwards
                        const local = turn.clone().invert().transformVector(new Vec3().sub2(toes.getPosition(), expected.get(limb)!.getPosition()));
                        local.y = 0;
                        turn.transformVector(local.normalize(), forward);
                    }
                    expectSizes(root, rig, limb, forward, turn.transformVector(Vec3.UP), 5 * SAME);
                    expectSole(root, rig, limb);
                }
                root.destroy();
            }
        });
    }

    describe('on a written skeleton of rigid meshes', () => {
        const [person] = WRITTEN_SKELETONS.filter(({ convention }) => convention === '3ds Max Biped');

        /** Degrees between the sole's normal and where it should point, in the scene. */
        function tilt(rig: Rig, limb: LimbName, expected: Vec3): number {
            const { shape, toWorld } = measure(rig, limb);
            return angleOf(toWorld(shape.sole.normal), expected);
        }

        it('finds the plane of soles that are pitched, and of one that is rolled', () => {
            const { root, expected } = build(person);
            const pitch = new Quat().setFromEulerAngles(20, 0, 0);
            const roll = new Quat().setFromEulerAngles(0, 0, 15);
            for (const [foot, turn] of [['leftFoot', pitch], ['rightFoot', roll]] as const) {
                const node = expected.get(foot)!;
                node.setRotation(new Quat().mul2(turn, node.getRotation()));
            }
            const rig = detect(root);
            expect(tilt(rig, 'leftFoot', pitch.transformVector(Vec3.UP))).to.be.below(1);
            expect(tilt(rig, 'rightFoot', roll.transformVector(Vec3.UP))).to.be.below(1);
            for (const foot of FEET) expectSole(root, rig, foot);
        });

        it('gives directions in the frame of the bone: they turn with the foot', () => {
            const { root } = build(person);
            const rig = detect(root);
            for (const limb of FEET) {
                const { node, shape, toWorld } = measure(rig, limb);
                const pairs: [Float64Array, Float64Array][] = [
                    [shape.forward, shape.localForward], [shape.up, shape.localUp], [shape.sole.normal, shape.sole.localNormal]
                ];
                for (const [inModel, inBone] of pairs) {
                    expect(angleOf(node.getRotation().transformVector(new Vec3([...inBone])), toWorld(inModel))).to.be.below(0.01);
                    expect(Math.hypot(...inModel)).to.be.closeTo(1, 1e-9);
                }
            }
        });

        it('measures the whole foot also where its joint is on the ground', () => {
            const { root, expected } = build(person);
            const before = measure(detect(root), 'leftFoot').shape;
            const foot = expected.get('leftFoot')!;
            const down = foot.getPosition().y;
            foot.translate(0, -down, 0);
            for (const child of foot.children) child.translate(0, down, 0);
            const rig = detect(root);
            const { shape, scale } = measure(rig, 'leftFoot');
            for (const size of ['length', 'heel', 'halfWidth'] as const) expect(shape[size]).to.be.closeTo(before[size], EXACT * rig.height);
            expect(shape.height * scale).to.be.closeTo(0, 1e-4);
            expectSole(root, rig, 'leftFoot');
        });

        it('leaves out the shaft of a boot', () => {
            const { root, expected } = build(person);
            const before = measure(detect(root), 'leftFoot').shape;
            // a mesh on the foot, wider and further behind than the heel, above the ankle
            const foot = expected.get('leftFoot')!;
            const shaft = expected.get('leftThigh')!.children.find(child => (child as Entity).render) as Entity;
            foot.addChild(shaft);
            shaft.setPosition(foot.getPosition().clone().add(new Vec3(0, 0.6, -0.3)));
            const after = measure(detect(root), 'leftFoot').shape;
            for (const size of ['length', 'heel', 'halfWidth', 'height'] as const) expect(after[size]).to.be.closeTo(before[size], 1e-6);
        });
    });

    describe('on a foot without toes', () => {
        /** A robot whose left hind foot is stretched across and turned about the up axis, in degrees. */
        function turnFoot(stretch: number, turn: number): Vec3 {
            const { root, expected } = build(ANIMALS.find(({ convention }) => convention.startsWith('numbered'))!);
            const foot = expected.get('leftFoot')!.children.find(child => (child as Entity).render)!;
            foot.setLocalScale(stretch, 1, 1);
            foot.rotateLocal(0, turn, 0);
            const { shape, toWorld } = measure(detect(root), 'leftFoot');
            return toWorld(shape.forward);
        }

        it('points along a sole that is clearly longer than broad', () => {
            expect(angleOf(turnFoot(1, 25), new Quat().setFromEulerAngles(0, 25, 0).transformVector(Vec3.BACK))).to.be.below(0.1);
            expect(angleOf(turnFoot(1, -25), new Quat().setFromEulerAngles(0, -25, 0).transformVector(Vec3.BACK))).to.be.below(0.1);
        });

        it('points the way the character faces with a round hoof, and with what is long across', () => {
            expect(angleOf(turnFoot(1.42, 30), Vec3.BACK)).to.be.below(0.1);
            expect(angleOf(turnFoot(3, 10), Vec3.BACK)).to.be.below(0.1);
        });
    });

    it('guesses from the bones where there is no skin, and says so', () => {
        const people = WRITTEN_SKELETONS.filter(({ skin }) => skin === 'none');
        for (const written of [...people, DOG]) {
            const rig = detect(build(written).root);
            for (const limb of rig.legs === 4 ? PAWS : FEET) {
                const { shape, toWorld, node } = measure(rig, limb);
                expect(shape.source, limb).to.equal('bones');
                expect(angleOf(toWorld(shape.forward), Vec3.BACK), 'forward, degrees off').to.be.below(15);
                expect(shape.height, 'joint above the ground').to.be.within(0.01 * rig.height, node.getPosition().y + 0.03 * rig.height);
                const of = rig.legs === 4 ? 0.3 : 1;
                for (const size of [shape.length / 0.11, shape.heel / 0.035, shape.halfWidth / 0.028]) {
                    expect(size / rig.height, limb).to.be.within(0.6 * of, 1.5);
                }
                expect([shape.sole.front, -shape.sole.back, shape.sole.distance]).to.deep.equal([shape.length, shape.heel, shape.height]);
            }
        }
    });

    it('is data that stays as it is when the character moves', async () => {
        const root = await load(MANNEQUIN);
        const rig = detect(root);
        const { shape: before, node } = measure(rig, 'leftFoot');
        const kept: FootShape = structuredClone(before);
        node.setLocalEulerAngles(40, 30, 10);
        root.setPosition(3, 4, 5);
        root.rotate(0, 70, 0);
        expect(measure(rig, 'leftFoot').shape).to.deep.equal(kept);
        expect(before).to.deep.equal(kept);
    });
});
