import { expect } from 'chai';
import { Entity, Quat, Vec3, type AppBase } from 'playcanvas';

import { findSkeleton, type Skeleton } from '../../scripts/rig/skeleton';
import { readSkin } from '../../scripts/skin/skin';
import { DOG } from '../support/animals';
import { createApp, loadGlb } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { MANNEQUIN } from '../support/characters';
import { randomRotation, seededRandom, turnBetween } from '../support/geometry';
import { NOBODIES, WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';
import { requireRig } from '../support/skip';

// The bones of a character as flat data, on real and written characters.

const byConvention = (convention: string) => WRITTEN_SKELETONS.find(written => written.convention === convention)!;

function find(root: Entity): Skeleton {
    const skeleton = findSkeleton(root);
    expect(skeleton, 'skeleton').to.not.equal(null);
    return skeleton!;
}

function rotationAt(array: Float64Array, node: number): Quat {
    return new Quat(array[4 * node], array[4 * node + 1], array[4 * node + 2], array[4 * node + 3]);
}

function positionAt(array: Float64Array, node: number): Vec3 {
    return new Vec3(array[3 * node], array[3 * node + 1], array[3 * node + 2]);
}

describe('findSkeleton', () => {
    let app: AppBase;

    beforeEach(() => { app = createApp(); });
    afterEach(() => app.destroy());

    async function load(path: string): Promise<Entity> {
        const root = (await loadGlb(app, path)).instantiate();
        app.root.addChild(root);
        return root;
    }

    it('takes every node from the lowest that holds all bones, parents first, each subtree in one piece', () => {
        for (const written of WRITTEN_SKELETONS) {
            const { root } = buildSkeleton(app, written);
            const { nodes, parents, ends } = find(root);
            expect(parents[0]).to.equal(-1);
            nodes.forEach((node, i) => {
                if (i > 0) expect(nodes[parents[i]]).to.equal(node.parent);
                expect(ends[i] - i, node.name).to.equal(node.find(() => true).length);
            });
            root.destroy();
        }
    });

    it('begins at the bones\' common ancestor, not at the model\'s root', () => {
        const { root, nodes } = buildSkeleton(app, byConvention('Rigify'));
        expect(find(root).nodes[0]).to.equal(nodes.get('DEF-spine'));
        expect(find(app.root as Entity).nodes[0]).to.equal(nodes.get('DEF-spine'));
    });

    it('leaves out bones of the skin that hang elsewhere in the scene', () => {
        for (const convention of ['Mixamo', 'Rigify']) {
            const { root, nodes: built } = buildSkeleton(app, byConvention(convention));
            const before = find(root).nodes;
            const head = built.get(byConvention(convention).expected.head)!;
            const below = head.find(() => true);
            (app.root as Entity).addChild(head);
            expect(find(root).nodes).to.have.members(before.filter(node => !below.includes(node)));
            root.destroy();
            head.destroy();
        }
    });

    it('gives the reference pose in model space, with the scales on the way', () => {
        for (const convention of ['Mixamo without namespace', 'plain .L/.R', '3ds Max Biped']) {
            const { root, nodes: built } = buildSkeleton(app, byConvention(convention));
            [...built.values()].forEach((node, i) => node.setLocalScale(1 + 0.01 * (i % 3), 1 + 0.01 * (i % 3), 1 + 0.01 * (i % 3)));
            root.setPosition(3, -2, 5);
            root.setEulerAngles(10, 80, -30);
            const { nodes, positions, rotations, localRotations } = find(root);
            const parent = nodes[0].parent!;
            nodes.forEach((node, i) => {
                const place = parent.getWorldTransform().transformPoint(positionAt(positions, i), new Vec3());
                expect(place.distance(node.getPosition()), node.name).to.be.below(1e-4);
                expect(turnBetween(new Quat().mul2(parent.getRotation(), rotationAt(rotations, i)), node.getRotation()), node.name).to.be.below(0.05);
                expect(turnBetween(rotationAt(localRotations, i), node.getLocalRotation()), node.name).to.be.below(1e-4);
            });
            root.destroy();
        }
    });

    it('takes the character with most bones, with all skins that share its bones', async () => {
        const { root } = buildSkeleton(app, byConvention('CesiumMan'));
        const mannequin = await load(MANNEQUIN);
        const both = new Entity('Both');
        app.root.addChild(both);
        both.addChild(root);
        both.addChild(mannequin);
        const skeleton = find(both);
        expect(skeleton.nodes.map(node => node.name)).to.include('mixamorig:Hips').and.not.include('Skeleton_torso_joint_1');
        const drawn = (mannequin.findComponents('render') as unknown as { meshInstances: unknown[] }[]).flatMap(render => render.meshInstances);
        expect([...skeleton.meshInstances]).to.have.members(drawn);
    });

    it('takes the nodes from the first branch on where nothing is drawn', () => {
        const { root, nodes } = buildSkeleton(app, DOG);
        expect(find(root).nodes[0]).to.equal(nodes.get('Hips'));
        const rope = buildSkeleton(app, NOBODIES[1]).root;
        expect(find(rope).nodes[0], 'nothing branches').to.equal(rope);
    });

    it('answers null where there is nothing', () => {
        expect(findSkeleton(new Entity('Empty'))).to.equal(null);
    });

    describe('from the bind pose', () => {
        /** Poses and places a character as an animation and a designer would. */
        function disturb(root: Entity) {
            const random = seededRandom(21);
            for (const node of find(root).nodes) node.rotateLocal(20 * random(), 20 * random(), 20 * random());
            root.setLocalPosition(4, 1, -7);
            root.setLocalRotation(randomRotation(random));
        }

        function expectSame(now: Skeleton, before: Skeleton, size: number) {
            now.nodes.forEach((node, i) => {
                expect(positionAt(now.positions, i).distance(positionAt(before.positions, i)) / size, `place of ${node.name}`).to.be.below(1e-4);
                expect(turnBetween(rotationAt(now.rotations, i), rotationAt(before.rotations, i)), `turn of ${node.name}`).to.be.below(0.1);
                expect(turnBetween(rotationAt(now.localRotations, i), rotationAt(before.localRotations, i)), `local turn of ${node.name}`).to.be.below(0.1);
            });
        }

        it('finds the reference pose after animation has moved every bone', () => {
            for (const written of WRITTEN_SKELETONS.filter(({ skin }) => skin === 'skinned')) {
                const { root } = buildSkeleton(app, written);
                const before = find(root);
                disturb(root);
                expectSame(find(root), before, 1 / written.armature.scale);
                root.destroy();
            }
        });

        for (const file of [MANNEQUIN, 'Xbot.glb']) {
            it(`does so on ${file}`, async function () {
                const path = file === MANNEQUIN ? file : requireRig(file, this);
                const root = await load(path);
                const before = find(root);
                disturb(root);
                expectSame(find(root), before, file === MANNEQUIN ? 1 : 100);
            });
        }

        it('leaves a node without bind matrix where it hangs', () => {
            const { root, nodes } = buildSkeleton(app, byConvention('Mixamo'));
            const hat = new Entity('Hat');
            nodes.get('mixamorig:Head')!.addChild(hat);
            hat.setLocalPosition(0, 20, 0);
            hat.setLocalEulerAngles(0, 30, 0);
            const before = find(root);
            nodes.get('mixamorig:Head')!.rotateLocal(0, 50, 0);
            expectSame(find(root), before, 100);
        });
    });

    describe('skin', () => {
        it('gives each bone its share, normalised', () => {
            const { root, nodes: built } = buildSkeleton(app, byConvention('Mixamo'));
            const { nodes, skinShare } = find(root);
            expect(skinShare.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-9);
            const share = (name: string) => skinShare[nodes.indexOf(built.get(`mixamorig:${name}`)!)];
            // the head is made of three boxes, every other bone of one
            expect(share('Head') / share('LeftLeg')).to.be.closeTo(3, 1e-9);
            expect(share('HeadTop_End')).to.equal(0);
        });

        it('counts rigid meshes on the nodes that carry them', () => {
            const { root, nodes: built } = buildSkeleton(app, byConvention('plain .L/.R'));
            const { nodes, skinShare } = find(root);
            const mesh = built.get('shin.L')!.children.find(child => child.name === 'shin.L')!;
            expect(skinShare[nodes.indexOf(mesh)]).to.be.above(0);
            expect(skinShare.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-9);
        });

        it('is zero where nothing is drawn', () => {
            const { skinShare } = find(buildSkeleton(app, DOG).root);
            expect([...skinShare].every(share => share === 0)).to.equal(true);
        });

        /** Lowest and highest point of the skin in metres. */
        function heights(written: WrittenSkeleton, isPosed: boolean): [number, number] {
            const { root, nodes } = buildSkeleton(app, written);
            if (isPosed) nodes.get(written.expected.head)!.rotateLocal(50, 0, 0);
            const skeleton = find(root);
            const { points } = readSkin(skeleton);
            const parent = skeleton.nodes[0].parent!.getWorldTransform();
            const ups = Array.from({ length: points.length / 3 }, (_, i) => parent.transformPoint(positionAt(points, i), new Vec3()).y);
            root.destroy();
            return [Math.min(...ups), Math.max(...ups)];
        }

        it('stands in the reference pose, skinned and rigid, also after animation', () => {
            for (const convention of ['Mixamo', 'Unreal', 'Rigify']) {
                const [low, high] = heights(byConvention(convention), true);
                expect(low, convention).to.be.closeTo(0, 1e-4);
                expect(high, convention).to.be.closeTo({ 'Mixamo': 1.79, 'Unreal': 1.81, 'Rigify': 1.82 }[convention]!, 1e-4);
            }
            const [low, high] = heights(byConvention('plain .L/.R'), false);
            expect(low).to.be.closeTo(0, 1e-4);
            expect(high).to.be.closeTo(1.78, 1e-4);
        });
    });
});
