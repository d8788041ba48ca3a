import { NodeIO, type Animation, type Document, type Node } from '@gltf-transform/core';
import { KHRMaterialsVariants } from '@gltf-transform/extensions';
import { Mat4, Quat, Vec3 } from 'playcanvas';

import { turnBy } from './pose';

// A second person, made of the mannequin: other proportions, names as in VRM, bones whose axes lie anyhow, and a rest pose that is not
// symmetric, while the skin is bound in a symmetric one. What holds on it holds on characters that nobody made for this pack.

/** Names of the bones; % is the side. */
const NAMES: readonly [RegExp, string][] = [
    [/^(Left|Right)UpLeg$/, 'UpperLeg'], [/^(Left|Right)Leg$/, 'LowerLeg'], [/^(Left|Right)Arm$/, 'UpperArm'], [/^(Left|Right)ForeArm$/, 'LowerArm'],
    [/^(Left|Right)Hand(\w+?)(\d)$/, '$2$3'], [/^(Left|Right)(.+)$/, '$2'], [/^Spine2$/, 'UpperChest'], [/^Spine1$/, 'Chest']
];

/** Turns of the rest pose away from the bind pose, in the model's axes. */
const REST: Readonly<Record<string, Quat>> = {
    J_Bip_L_UpperArm: turnBy(0, 25, 0), J_Bip_R_UpperArm: turnBy(0, 12, 0), J_Bip_R_LowerArm: turnBy(0, 0, 30), J_Bip_L_UpperLeg: turnBy(-14, -4, 0),
    J_Bip_R_LowerLeg: turnBy(18, 0, 0), J_Bip_C_Head: turnBy(6, 5, 15), J_Bip_C_Chest: turnBy(0, 3, -7)
};

/** Linear colours of materials that differ. */
const COLORS: Readonly<Record<string, [number, number, number, number]>> = {
    Skin: [0.52, 0.25, 0.17, 1], Clothes: [0.16, 0.055, 0.13, 1], Scarf: [0.5, 0.3, 0.04, 1]
};

/** Leaves out the variants of the materials. */
function keepOneLook(document: Document) {
    const root = document.getRoot();
    for (const extension of root.listExtensionsUsed()) extension.dispose();
    const used = new Set(root.listMeshes().flatMap(mesh => mesh.listPrimitives()).map(primitive => primitive.getMaterial()));
    for (const material of root.listMaterials()) if (!used.has(material)) material.dispose();
}

/** Steps that numbers in the file are rounded to. */
const LENGTH_STEP = 1e-5;
const ROTATION_STEP = 1e-6;
const round = (value: number, step: number) => Math.round(value / step) * step + 0;

/** Where a point of the mannequin is on the gnome: short legs, a wide trunk and a large head, the same on both sides. */
function warp({ x, y, z }: Vec3): Vec3 {
    const legs = 0.62 * Math.min(y, 0.95);
    const trunk = 0.8 * Math.min(Math.max(y - 0.95, 0), 0.5);
    const head = 1.35 * Math.max(y - 1.45, 0);
    const grown = Math.min(Math.max((y - 1.42) / 0.08, 0), 1);
    const wide = 1.08 + 0.27 * grown;
    return new Vec3(wide * x, legs + trunk + head, (1.1 + 0.25 * grown) * z);
}

function rename(name: string): string {
    const bare = name.replace(/^mixamorig:/, '');
    const side = /^(Left|Right)/.exec(bare)?.[1][0] ?? 'C';
    const rule = NAMES.find(([pattern]) => pattern.test(bare));
    return `J_Bip_${side}_${rule ? bare.replace(...rule) : bare}`;
}

/** A rotation of its own for each bone, whichever that is. */
function axesOf(bone: number): Quat {
    const golden = (share: number) => (bone * share) % 1;
    return new Quat().setFromEulerAngles(360 * golden(0.618034), 360 * golden(0.754878), 360 * golden(0.569840));
}

interface Bone { readonly node: Node; readonly parent: number; readonly bind: Quat; readonly newBind: Quat; readonly newPlace: Vec3 }

/** Rotations of all bones in model space, of those to the parents. */
function toModel(bones: readonly Bone[], local: (bone: Bone) => Quat): Quat[] {
    const out: Quat[] = [];
    for (const bone of bones) out.push((out[bone.parent] ?? new Quat()).clone().mul(local(bone)));
    return out;
}

const quatOf = (node: Node) => new Quat(...node.getRotation());

function writeLocal(bones: readonly Bone[], model: readonly Quat[], i: number): number[] {
    const { parent } = bones[i];
    const { x, y, z, w } = parent < 0 ? model[i] : model[parent].clone().invert().mul(model[i]);
    return [x, y, z, w].map(value => round(value, ROTATION_STEP));
}

/** Writes a clip anew: the same turns away from the bind pose. */
function convertClip(document: Document, clip: Animation, bones: readonly Bone[]) {
    const channels = clip.listChannels();
    const longest = channels.reduce((a, b) => (b.getSampler()!.getInput()!.getCount() > a.getSampler()!.getInput()!.getCount() ? b : a));
    const times = longest.getSampler()!.getInput()!;
    const count = times.getCount();
    const rotationAt = (bone: Bone, key: number): Quat => {
        const output = channels.find(channel => channel.getTargetNode() === bone.node && channel.getTargetPath() === 'rotation')?.getSampler()!.getOutput();
        return output ? new Quat(...output.getElement(Math.min(key, output.getCount() - 1), [0, 0, 0, 0])) : quatOf(bone.node);
    };
    const keys: number[][] = bones.map(() => []);
    for (let key = 0; key < count; key++) {
        const model = toModel(bones, bone => rotationAt(bone, key)).map((turn, i) => turn.mul(bones[i].bind.clone().invert()).mul(bones[i].newBind));
        bones.forEach((_, i) => {
            const value = writeLocal(bones, model, i);
            const before = keys[i].slice(-4);
            const sign = before.reduce((sum, part, k) => sum + part * value[k], 0) < 0 ? -1 : 1;
            keys[i].push(...value.map(part => sign * part));
        });
    }
    const moved = channels.find(channel => channel.getTargetPath() === 'translation')!.getSampler()!.getOutput()!;
    const places = Array.from({ length: moved.getCount() }, (_, key) => warp(new Vec3(moved.getElement(key, [0, 0, 0])))).flatMap(({ x, y, z }) => [x, y, z].map(value => round(value, LENGTH_STEP)));
    moved.setArray(Float32Array.from(places));
    for (const channel of channels) if (channel.getTargetPath() === 'rotation') channel.getSampler()!.dispose();
    for (const channel of channels) if (channel.getTargetPath() === 'rotation') channel.dispose();
    bones.forEach(({ node }, i) => {
        const output = document.createAccessor().setType('VEC4').setArray(Float32Array.from(keys[i])).setBuffer(moved.getBuffer());
        const sampler = document.createAnimationSampler().setInput(times).setOutput(output).setInterpolation('LINEAR');
        clip.addSampler(sampler).addChannel(document.createAnimationChannel().setTargetNode(node).setTargetPath('rotation').setSampler(sampler));
    });
}

/** Warps the mesh; normals by the warp's slopes. */
function convertMesh(document: Document) {
    const step = 1e-4;
    for (const primitive of document.getRoot().listMeshes().flatMap(mesh => mesh.listPrimitives())) {
        const [positions, normals] = ['POSITION', 'NORMAL'].map(name => primitive.getAttribute(name)!);
        for (let i = 0; i < positions.getCount(); i++) {
            const place = new Vec3(positions.getElement(i, [0, 0, 0]));
            const normal = new Vec3(normals.getElement(i, [0, 0, 0]));
            const across = new Vec3().cross(normal, Math.abs(normal.y) < 0.9 ? Vec3.UP : Vec3.RIGHT).normalize();
            const along = new Vec3().cross(normal, across);
            const warped = warp(place);
            const slope = (way: Vec3) => warp(place.clone().add(way.clone().mulScalar(step))).sub(warped);
            const turned = new Vec3().cross(slope(across), slope(along)).normalize();
            positions.setElement(i, [warped.x, warped.y, warped.z].map(value => round(value, LENGTH_STEP)));
            normals.setElement(i, [turned.x, turned.y, turned.z].map(value => round(value, LENGTH_STEP)));
        }
    }
}

/**
 * The bytes of `gnome.glb`.
 *
 * @param mannequin - Those of the mannequin.
 */
export async function createGnome(mannequin: Uint8Array): Promise<Uint8Array> {
    const document = await new NodeIO().registerExtensions([KHRMaterialsVariants]).readBinary(mannequin);
    keepOneLook(document);
    const [skin] = document.getRoot().listSkins();
    const joints = skin.listJoints();
    const inverse = skin.getInverseBindMatrices()!;
    const bones = joints.map((node, i): Bone => {
        const bind = new Mat4();
        bind.data.set(inverse.getElement(i, new Array(16).fill(0)));
        bind.invert();
        return { node, parent: joints.indexOf(node.getParentNode()!), bind: new Quat().setFromMat4(bind), newBind: axesOf(i), newPlace: warp(bind.getTranslation()) };
    });
    convertMesh(document);
    for (const material of document.getRoot().listMaterials()) material.setBaseColorFactor(COLORS[material.getName()] ?? material.getBaseColorFactor());
    for (const clip of document.getRoot().listAnimations()) convertClip(document, clip, bones);
    for (const bone of bones) bone.node.setName(rename(bone.node.getName()));
    const matrices = bones.flatMap(({ newBind, newPlace }) => [...new Mat4().setTRS(newPlace, newBind, Vec3.ONE).invert().data]);
    inverse.setArray(Float32Array.from(matrices));
    const turned: Quat[] = [];
    for (const { node, parent } of bones) turned.push((turned[parent] ?? new Quat()).clone().mul(REST[node.getName()] ?? Quat.IDENTITY));
    const rest = bones.map(({ newBind }, i) => turned[i].clone().mul(newBind));
    bones.forEach(({ node, parent, newPlace }, i) => {
        node.setRotation(writeLocal(bones, rest, i) as [number, number, number, number]);
        const way = newPlace.clone();
        if (parent >= 0) bones[parent].newBind.clone().invert().transformVector(way.sub(bones[parent].newPlace), way);
        node.setTranslation([way.x, way.y, way.z].map(value => round(value, LENGTH_STEP)) as [number, number, number]);
    });
    const [scene] = document.getRoot().listScenes();
    scene.setName('Gnome');
    scene.listChildren()[0].setName('Gnome');
    return new NodeIO().writeBinary(document);
}
