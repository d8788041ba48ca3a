import { expect } from 'chai';
import { Entity, Mat4, Mesh, MeshInstance, Quat, Skin, SkinInstance, StandardMaterial, Vec3, type AppBase, type GraphNode, type RenderComponent } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { forwardAxis, type Rig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { awaitsMesh } from '../../scripts/skin/skin-binding';
import { createApp, loadNewGlb, type LoadedCharacter } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { FULL, HOUND, MANNEQUIN } from '../support/characters';
import { angleOf, turnBetween } from '../support/geometry';
import { WRITTEN_SKELETONS } from '../support/skeletons';
import { requireRig } from '../support/skip';

// The reference pose is the bind pose of the skin, whatever has happened to the nodes before somebody asks.

const FURTHER = [
    'Xbot.glb', 'bitmoji.glb', 'Soldier.glb', 'rpm.glb', 'avatar.vrm', 'Knight.glb', 'Husky.glb', 'Cow.glb', 'Zebra.glb', 'Pug.glb', 'Cat.glb'
];

/** Rigid parts, feet and pole targets on the root. */
const FOUND_LATE = ['RobotExpressive', 'BrainStem', 'EnemyLarge', 'Walker', 'Frog', 'Triceratops'].map(name => `more/${name}.glb`);

/** Largest differences: of angles in degrees, of lengths as shares of the character's height. */
const SAME_ANGLE = 0.01;
const SAME_PLACE = 1e-4;

/** What the engine's matrices of 32 bits leave of a place against another one, as a share of the skeleton's size. */
const BY_32_BITS = 3e-4;

/** Largest difference of a gaze axis on posed nodes, in degrees. */
const SAME_GAZE = 0.5;

/** Frames between the times at which a clip is looked at. */
const FRAMES = FULL ? 13 : 23;

function rotationAt({ skeleton }: Rig, node: number): Quat {
    const [x, y, z, w] = skeleton.rotations.subarray(4 * node, 4 * node + 4);
    return new Quat(x, y, z, w);
}

/** Largest angle in degrees, and largest distance in heights, between two findings on one model. */
function expectSame(found: Rig, expected: Rig, message: string) {
    expect(found.skeleton.nodes.map(({ name }) => name), message).to.deep.equal(expected.skeleton.nodes.map(({ name }) => name));
    found.skeleton.nodes.forEach((node, i) => {
        expect(turnBetween(rotationAt(found, i), rotationAt(expected, i)), `${message}: turn of ${node.name}`).to.be.below(SAME_ANGLE);
        const off = Math.hypot(...[0, 1, 2].map(axis => found.skeleton.positions[3 * i + axis] - expected.skeleton.positions[3 * i + axis]));
        expect(off / expected.height, `${message}: place of ${node.name}`).to.be.below(SAME_PLACE);
    });
    for (const axis of ['forward', 'up'] as const) {
        expect(Math.hypot(...found[axis].map((value, i) => value - expected[axis][i])) * 180 / Math.PI, `${message}: ${axis}`).to.be.below(SAME_ANGLE);
    }
    expect([...found.bones], message).to.deep.equal([...expected.bones]);
}

function rendersOf(entity: Entity): RenderComponent[] {
    return entity.findComponents('render') as RenderComponent[];
}

describe('the reference pose', () => {
    let app: AppBase;

    beforeEach(() => { app = createApp(); });
    afterEach(() => app.destroy());

    function place(model: LoadedCharacter): Entity {
        const entity = model.instantiate();
        app.root.addChild(entity);
        return entity;
    }

    /** Plays a clip for some frames. */
    function play(entity: Entity, model: LoadedCharacter, clip: string, frames: number) {
        if (!entity.anim) entity.addComponent('anim', { activate: true });
        entity.anim!.assignAnimation('clip', model.clips.get(clip)!);
        for (let i = 0; i < frames; i++) app.update(1 / 30);
    }

    for (const file of [MANNEQUIN, HOUND, ...FURTHER]) describeFile(file);

    function describeFile(file: string) {
        const load = () => loadNewGlb(app, path);
        let path: string;

        describe(`of ${file}`, () => {
            before(function () {
                path = file.startsWith('templates') ? file : requireRig(file, this);
            });

            it('has every bone where the skin that carries most of it was bound to it', async () => {
                const entity = place(await load());
                const { skeleton } = findCharacter(entity)!;
                const matrixOf = (node: GraphNode) => {
                    const m = skeleton.matrices.subarray(12 * skeleton.nodes.indexOf(node), 12 * skeleton.nodes.indexOf(node) + 12);
                    return new Mat4().set([m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, m[9], m[10], m[11], 1]);
                };
                // places of bones against the first of their skin do not depend on the space that the skin was bound in
                const [main] = skeleton.meshInstances.map(({ skinInstance }) => skinInstance!).sort((a, b) => b.bones.length - a.bones.length);
                const [first] = main.bones;
                const placeOf = (i: number) => main.skin.inverseBindPose[i].clone().invert().getTranslation();
                const size = main.bones.reduce((most, _, i) => Math.max(most, placeOf(i).distance(placeOf(0))), 0);
                for (const [i, bone] of main.bones.entries()) {
                    const bound = main.skin.inverseBindPose[0].clone().mul(main.skin.inverseBindPose[i].clone().invert());
                    const found = matrixOf(first).invert().mul(matrixOf(bone));
                    expect(turnBetween(new Quat().setFromMat4(found), new Quat().setFromMat4(bound)), bone.name).to.be.below(0.05);
                    expect(found.getTranslation().distance(bound.getTranslation()) / size, bone.name).to.be.below(BY_32_BITS);
                }
            });

            it('is the same for every order of create, play, refresh, hide and show', async () => {
                const expected = findCharacter(place(await load()))!;
                const clips = [...(await load()).clips.keys()];
                // each model is loaded anew, as what is found on one is kept for all its copies
                const orders: [string, (entity: Entity) => Entity][] = [
                    ['hidden', (entity) => { entity.enabled = false; return entity; }],
                    ['renders off', (entity) => { rendersOf(entity).forEach((render) => { render.enabled = false; }); return entity; }],
                    ['hidden and shown', (entity) => { entity.enabled = false; entity.enabled = true; return entity; }],
                    ['turned and moved', (entity) => { entity.setLocalEulerAngles(0, 70, 0); entity.setLocalPosition(3, 0, 5); return entity; }],
                    ['a copy', (entity) => { const copy = entity.clone(); app.root.addChild(copy); return copy; }]
                ];
                for (const [name, change] of orders) {
                    const model = await load();
                    const before = place(model);
                    if (clips.length > 0) play(before, model, clips[0], 5);
                    const entity = change(before);
                    const rig = findCharacter(entity)!;
                    expectDirectionsInBones(rig, expected, name);
                    expect(findCharacter(entity), `${name}: again`).to.equal(rig);
                    entity.enabled = true;
                    rendersOf(entity).forEach((render) => { render.enabled = true; });
                    app.update(1 / 30);
                    expect(findCharacter(entity), `${name}: shown`).to.equal(rig);
                }
            });

            it('is the same in the middle of every clip', async () => {
                const model = await load();
                const entity = place(model);
                const expected = findCharacter(entity)!;
                for (const clip of model.clips.keys()) {
                    play(entity, model, clip, 3);
                    for (let time = 0; time < model.clips.get(clip)!.duration; time += FRAMES / 30) {
                        const { positions, rotations } = findSkeleton(entity)!;
                        const now = { ...expected, skeleton: { ...expected.skeleton, positions, rotations } };
                        const isBound = new Set([...expected.skeleton.bindings.values()].flatMap(({ bones }) => bones));
                        expected.skeleton.nodes.forEach((node, i) => {
                            if (!isBound.has(node)) return;
                            expect(turnBetween(rotationAt(now, i), rotationAt(expected, i)), `${clip}: ${node.name}`).to.be.below(SAME_ANGLE);
                        });
                        for (let i = 0; i < FRAMES; i++) app.update(1 / 30);
                    }
                }
            });
        });
    }

    /** Compares what of two findings does not depend on where the model stands. */
    function expectDirectionsInBones(rig: Rig, expected: Rig, message: string) {
        expect([...rig.bones], message).to.deep.equal([...expected.bones]);
        expect(rig.height / expected.height, message).to.be.closeTo(1, 1e-3);
        for (const [role, bone] of rig.bones) {
            const off = (a: Rig) => { const [x, y, z] = forwardAxis(new Float64Array(3), a, bone); return new Vec3(x, y, z); };
            expect(angleOf(off(rig), off(expected)), `${message}: forward of ${role}`).to.be.below(SAME_ANGLE * 5);
        }
    }

    FOUND_LATE.forEach((file) => {
        it(`of ${file} is the same where it is found first in the middle of a clip`, async function () {
            const path = requireRig(file, this);
            const expected = findCharacter(place(await loadNewGlb(app, path)))!;
            const clips = [...(await loadNewGlb(app, path)).clips.keys()];
            for (const clip of [clips[0], clips[Math.floor(clips.length / 2)], clips[clips.length - 1]]) {
                const model = await loadNewGlb(app, path);
                const entity = place(model);
                play(entity, model, clip, 8);
                expectDirectionsInBones(findCharacter(entity)!, expected, clip);
            }
        });
    });

    it('is that of the skin also where the nodes are posed in the file', async function () {
        const path = requireRig('Xbot.glb', this);
        const gazeOf = (rig: Rig) => {
            const [x, y, z] = forwardAxis(new Float64Array(3), rig, rig.bones.get('head')!);
            return new Vec3(x, y, z);
        };
        const expected = findCharacter(place(await loadNewGlb(app, path)))!;
        const turn = (entity: Entity, name: string, x: number, y: number, z: number) => (entity.findByName(`mixamorig:${name}`) as Entity).rotateLocal(x, y, z);
        const variants: ((entity: Entity) => void)[] = [
            entity => turn(entity, 'Head', 25, 0, 0), entity => turn(entity, 'Head', 0, 25, 0), entity => turn(entity, 'Spine', 15, 0, 0),
            (entity) => { turn(entity, 'LeftArm', 70, 0, 0); turn(entity, 'RightArm', 70, 0, 0); },
            (entity) => { turn(entity, 'Head', 10, 20, 5); turn(entity, 'Spine', 0, 15, 0); turn(entity, 'LeftArm', 0, 0, 80); }
        ];
        for (const variant of variants) {
            for (const isHidden of [false, true]) {
                const entity = place(await loadNewGlb(app, path));
                variant(entity);
                entity.enabled = !isHidden;
                const rig = findCharacter(entity)!;
                expect(angleOf(gazeOf(rig), gazeOf(expected))).to.be.below(SAME_GAZE);
                expectSame(rig, expected, 'posed');
            }
        }
    });

    it('is that of the skin that carries most of a bone where two were bound in different poses', () => {
        const written = WRITTEN_SKELETONS.find(({ convention }) => convention === 'Mixamo')!;
        const { root, nodes } = buildSkeleton(app, written);
        const before = findSkeleton(root)!;
        const arm = nodes.get('mixamorig:LeftArm')!;
        for (const [name, isLight] of [['light', true], ['heavy', false]] as const) {
            // a sleeve on one bone, bound while the arm was a metre away; heavy: it has more vertices than all else
            const count = isLight ? 3 : 3000;
            const mesh = new Mesh(app.graphicsDevice);
            const wrong = arm.getWorldTransform().clone();
            wrong.data[12] += 1;
            mesh.setPositions(new Float32Array(3 * count).map((_, i) => Math.sin(i)));
            mesh.setVertexStream('BLENDINDICES', new Float32Array(4 * count), 4);
            mesh.setVertexStream('BLENDWEIGHT', new Float32Array(4 * count).map((_, i) => (i % 4 === 0 ? 1 : 0)), 4);
            mesh.setIndices(Array.from({ length: count }, (_, i) => i));
            mesh.update();
            const shoulder = nodes.get('mixamorig:LeftShoulder')!;
            const further = ['mixamorig:Spine', 'mixamorig:Spine1', 'mixamorig:Hips'].map(bone => nodes.get(bone)!);
            const bones = [arm, shoulder, ...further];
            const skin = new Skin(app.graphicsDevice, [wrong.invert(), ...bones.slice(1).map(bone => bone.getWorldTransform().clone().invert())], bones.map(bone => bone.name));
            const sleeve = new Entity(name);
            root.children[0].addChild(sleeve);
            const instance = new MeshInstance(mesh, new StandardMaterial(), sleeve);
            instance.skinInstance = new SkinInstance(skin);
            instance.skinInstance.bones = bones;
            sleeve.addComponent('render', { type: 'asset' });
            sleeve.render!.meshInstances = [instance];

            const { nodes: found, positions } = findSkeleton(root)!;
            const index = found.indexOf(arm);
            const off = Math.hypot(...[0, 1, 2].map(axis => positions[3 * index + axis] - before.positions[3 * before.nodes.indexOf(arm) + axis]));
            // the armature is in centimetres
            expect(off, name).to.be.closeTo(isLight ? 0 : 100, 0.01);
            sleeve.destroy();
        }
    });

    it('keeps bones without skin where their nodes are against their parent, also when the skin has fewer bones than the skeleton', async () => {
        const entity = place(await loadNewGlb(app, MANNEQUIN));
        const hat = new Entity('Hat');
        const head = entity.findByName('mixamorig:Head')!;
        head.addChild(hat);
        hat.setLocalPosition(0, 0.3, 0.1);
        hat.setLocalEulerAngles(0, 40, 0);
        head.setLocalEulerAngles(30, 20, 10);
        const { nodes, localPositions, localRotations } = findCharacter(entity)!.skeleton;
        const index = nodes.indexOf(hat);
        expect([...localPositions.subarray(3 * index, 3 * index + 3)].map(value => Math.round(value * 1e6) / 1e6)).to.deep.equal([0, 0.3, 0.1]);
        const [x, y, z, w] = localRotations.subarray(4 * index, 4 * index + 4);
        expect(turnBetween(new Quat(x, y, z, w), hat.getLocalRotation())).to.be.below(0.01);
    });

    describe('where matrices mislead', () => {
        const UNREAL = WRITTEN_SKELETONS.find(({ convention }) => convention === 'Unreal')!;

        /** The skin of a written person, and how far its bones are from where they were before its matrices were changed, in metres. */
        function mislead(change: (skin: Skin, bare: (index: number) => boolean) => void, scale = 1): number {
            const { root, nodes } = buildSkeleton(app, { ...UNREAL, armature: { ...UNREAL.armature, scale } });
            const before = findSkeleton(root)!;
            const share = new Map(before.nodes.map(({ name }, i) => [name, before.skinShare[i]]));
            const { skin } = rendersOf(root)[0].meshInstances[0].skinInstance!;
            change(skin, index => !((share.get(skin.boneNames[index]) ?? 0) > 0));
            const after = findSkeleton(root)!;
            const places = new Map(after.nodes.map((node, i) => [node, after.positions.subarray(3 * i, 3 * i + 3)]));
            expect(after.nodes).to.have.members([...nodes.values()]);
            return scale * before.nodes.reduce((most, node, i) => Math.max(most, Math.hypot(...places.get(node)!.map((value, axis) => value - before.positions[3 * i + axis]))), 0);
        }

        for (const scale of [1, 0.01]) {
            it(`keeps joints without skin at their parents where all have one matrix, bones of scale ${scale}`, () => {
                expect(mislead((skin, isBare) => skin.inverseBindPose.forEach((matrix, i) => { if (isBare(i)) matrix.setIdentity(); }), scale)).to.be.below(1e-5);
            });
        }

        it('stands as its topmost bone does where the skin was bound in a space of its own', () => {
            const space = new Mat4().setTRS(new Vec3(3, 1, 2), new Quat().setFromEulerAngles(150, 20, 0), new Vec3(0.37, 0.37, 0.37));
            expect(mislead(skin => skin.inverseBindPose.forEach(matrix => matrix.mul(space)))).to.be.below(1e-4);
        });
    });

    it('is shared by copies of any scale, also where the model\'s own root is what holds the bones', async function () {
        const path = requireRig('Husky.glb', this);
        const model = await loadNewGlb(app, path);
        const small = place(model);
        const large = place(model);
        large.setLocalScale(3, 3, 3);
        large.setLocalEulerAngles(0, 90, 0);
        const [a, b] = [small, large].map(entity => findCharacter(entity)!);
        expect(b.skeleton.positions).to.equal(a.skeleton.positions);
        const heightOf = ({ skeleton, height }: Rig) => height * skeleton.space!.getWorldTransform().getScale().x;
        expect(heightOf(b) / heightOf(a)).to.be.closeTo(3, 1e-4);
    });

    it('is found anew when a mesh has come', async () => {
        const entity = place(await loadNewGlb(app, MANNEQUIN));
        const expected = findCharacter(entity)!;
        const late = place(await loadNewGlb(app, MANNEQUIN));
        const renders = rendersOf(late);
        const meshes = renders.map(render => render.meshInstances.map(({ mesh, material }) => ({ mesh: mesh!, material })));
        renders.forEach((render) => { render.meshInstances = []; });
        (late.findByName('mixamorig:Head') as Entity).rotateLocal(40, 0, 0);
        expect(awaitsMesh(late)).to.equal(true);
        const without = findCharacter(late);
        renders.forEach((render, i) => {
            render.meshInstances = meshes[i].map(({ mesh, material }) => new MeshInstance(mesh, material!, render.entity));
            render.enabled = false;
            render.enabled = true;
        });
        const rig = findCharacter(late)!;
        expect(rig).to.not.equal(without);
        expectSame(rig, expected, 'late');
    });
});
