import { NodeIO, type Accessor, type Animation, type Node, type Root } from '@gltf-transform/core';
import { Mat4, Vec3 } from 'playcanvas';

import { HOUND, MANNEQUIN } from './characters';
import { temporaryFile } from './temporary';

// The sample characters with other bodies and other gaits: bones of other lengths with the skin that goes with them, legs out of step, clips
// as bad tools leave them. Written anew as files, so that everything is found on them as on any other file.

/** What is made of a sample. */
interface Variant {
    readonly name: string;
    readonly file: string;
    /** Length of the legs below the hip and the shoulder, and of the trunk, as shares of the sample's. */
    readonly legs?: number;
    readonly trunk?: number;
    /** Legs that are shown at another time of the clip: part of their bones' names, and the share of the clip. */
    readonly shifted?: readonly (readonly [bones: RegExp, share: number])[];
    /** Noise on the keys of the legs in degrees, and how many keys are left out after each one that is kept. */
    readonly noise?: number;
    readonly left?: number;
}

const FORE = /^(?:shoulder_blade|upper_arm|forearm|metacarpus|fore_paw)/;
const LEG_BONES = /(?:Left|Right)(?:Leg|Foot)$|^(?:shin|metatarsus|hind_paw)/;
const FORELEG_BONES = /^(?:forearm|metacarpus|fore_paw)/;
const TRUNK_BONES = /Spine[12]?$|^spine[1-3]|^chest$/;

export const VARIANTS: readonly Variant[] = [
    { name: 'mannequin with short legs', file: MANNEQUIN, legs: 0.6 },
    { name: 'mannequin with long legs', file: MANNEQUIN, legs: 1.4 },
    { name: 'mannequin with a long body', file: MANNEQUIN, trunk: 1.4 },
    { name: 'mannequin with noise in its keys', file: MANNEQUIN, noise: 1.5 },
    { name: 'mannequin with few keys', file: MANNEQUIN, left: 3 },
    { name: 'hound with short legs', file: HOUND, legs: 0.6 },
    { name: 'hound with long legs', file: HOUND, legs: 1.4 },
    { name: 'hound with a long body', file: HOUND, trunk: 1.4 },
    { name: 'hound that paces', file: HOUND, shifted: [[FORE, 0.25]] },
    { name: 'hound that bounds', file: HOUND, shifted: [[/\.R$/, 0.5]] }
];

const nodesOf = (root: Root) => new Map(root.listNodes().map(node => [node.getName(), node]));

const elementOf = (accessor: Accessor, index: number): number[] => accessor.getElement<number[]>(index, []);

const matrixOf = (node: Node) => {
    const matrix = new Mat4();
    matrix.data.set(node.getWorldMatrix());
    return matrix;
};

/** Moves the vertices of the skin along with joints whose world transforms have changed, and binds them there. */
function bindAnew(root: Root, before: ReadonlyMap<Node, Mat4>) {
    const point = new Vec3(), sum = new Vec3(), moved = new Vec3();
    for (const skin of root.listSkins()) {
        const joints = skin.listJoints();
        const turns = joints.map(joint => matrixOf(joint).mul(before.get(joint)!.clone().invert()));
        for (const mesh of root.listNodes().filter(node => node.getSkin() === skin).map(node => node.getMesh()!)) {
            for (const primitive of mesh.listPrimitives()) {
                const [places, carriers, weights] = ['POSITION', 'JOINTS_0', 'WEIGHTS_0'].map(name => primitive.getAttribute(name)!);
                for (let v = 0; v < places.getCount(); v++) {
                    const [x, y, z] = elementOf(places, v);
                    point.set(x, y, z);
                    const [joint, weight] = [elementOf(carriers, v), elementOf(weights, v)];
                    sum.set(0, 0, 0);
                    for (let k = 0; k < joint.length; k++) if (weight[k] > 0) sum.add(turns[joint[k]].transformPoint(point, moved).mulScalar(weight[k]));
                    places.setElement(v, [sum.x, sum.y, sum.z]);
                }
            }
        }
        const inverse = skin.getInverseBindMatrices()!;
        joints.forEach((joint, i) => inverse.setElement(i, Array.from(matrixOf(joint).invert().data)));
    }
}

/** Makes bones longer. */
function scaleBones(root: Root, { legs = 1, trunk = 1 }: Variant) {
    const named = nodesOf(root);
    const before = new Map(root.listNodes().map(node => [node, matrixOf(node)]));
    const height = (name: string) => before.get(named.get(name)!)!.getTranslation().y;
    const isHound = named.has('pelvis');
    const [hip, ankle] = isHound ? ['thigh.L', 'hind_paw.L'] : ['mixamorig:LeftUpLeg', 'mixamorig:LeftFoot'];
    const hips = named.get(isHound ? 'pelvis' : 'mixamorig:Hips')!;
    const drop = height(hip) - height(ankle);
    // all feet come down to one floor
    const foreShare = isHound ? drop / (height('upper_arm.L') - height('fore_paw.L')) : 1;
    for (const [name, node] of named) {
        let factor = LEG_BONES.test(name) ? legs : FORELEG_BONES.test(name) ? 1 + (legs - 1) * foreShare : 1;
        if (TRUNK_BONES.test(name)) factor *= trunk;
        node.setTranslation(node.getTranslation().map(value => value * factor) as [number, number, number]);
    }
    const floor = before.get(hips)!.getTranslation().y - drop;
    const raise = ([x, y, z]: number[]) => [x, floor + legs * (y - floor), z * legs];
    hips.setTranslation(raise(hips.getTranslation()) as [number, number, number]);
    for (const animation of root.listAnimations()) {
        for (const channel of animation.listChannels()) {
            if (channel.getTargetNode() !== hips || channel.getTargetPath() !== 'translation') continue;
            const output = channel.getSampler()!.getOutput()!;
            for (let i = 0; i < output.getCount(); i++) output.setElement(i, raise(elementOf(output, i)));
        }
    }
    bindAnew(root, before);
}

/** Shows some bones at another time of a clip that loops, its keys at even times. */
function shiftKeys(animation: Animation, bones: RegExp, share: number) {
    for (const channel of animation.listChannels()) {
        if (!bones.test(channel.getTargetNode()!.getName())) continue;
        const output = channel.getSampler()!.getOutput()!;
        const count = output.getCount() - 1, by = Math.round(share * count);
        const keys = Array.from({ length: count }, (_, i) => elementOf(output, i));
        for (let i = 0; i <= count; i++) output.setElement(i, keys[(i + by) % count]);
    }
}

/** Turns the keys of the legs at random, and leaves keys out. */
function makeDirty(animation: Animation, { noise = 0, left = 0 }: Variant) {
    let state = 7;
    const next = () => {
        state = (state * 16807) % 2147483647;
        return 2 * state / 2147483647 - 1;
    };
    for (const channel of animation.listChannels()) {
        const sampler = channel.getSampler()!;
        const [input, output] = [sampler.getInput()!, sampler.getOutput()!];
        const count = input.getCount();
        const kept = Array.from({ length: count }, (_, i) => i).filter(i => i % (left + 1) === 0 || i === count - 1);
        const isLeg = channel.getTargetPath() === 'rotation' && /Leg$/.test(channel.getTargetNode()!.getName());
        const keys = kept.map((i) => {
            const key = elementOf(output, i);
            if (isLeg && i > 0 && i < count - 1) for (let k = 0; k < 3; k++) key[k] += next() * noise * Math.PI / 360;
            if (!isLeg) return key;
            const length = Math.hypot(...key);
            return key.map(value => value / length);
        });
        const buffer = input.getBuffer();
        const times = input.clone().setBuffer(buffer).setArray(Float32Array.from(kept, i => elementOf(input, i)[0]));
        sampler.setInput(times).setOutput(output.clone().setBuffer(buffer).setArray(Float32Array.from(keys.flat())));
    }
}

/** Writes a variant. Answers the file. */
export async function writeVariant(variant: Variant): Promise<string> {
    const io = new NodeIO();
    const document = await io.read(variant.file);
    const root = document.getRoot();
    if (variant.legs || variant.trunk) scaleBones(root, variant);
    const walk = root.listAnimations().find(animation => animation.getName() === 'walk')!;
    for (const [bones, share] of variant.shifted ?? []) shiftKeys(walk, bones, share);
    if (variant.noise || variant.left) makeDirty(walk, variant);
    const path = temporaryFile('variant.glb');
    await io.write(path, document);
    return path;
}
