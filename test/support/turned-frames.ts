import { basename } from 'node:path';

import { NodeIO, type Node } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { Mat4, Quat, Vec3 } from 'playcanvas';

import { randomRotation, seededRandom } from './geometry';
import { temporaryFile } from './temporary';

// The same character whose bones have other axes: the frame of every joint of the skin is turned by a rotation of its own, in the nodes, in the
// inverse bind matrices and in the clips. What is seen is the same.

/** Writes such a character into a folder of its own. Answers the file. */
export async function writeWithTurnedFrames(file: string, seed: number): Promise<string> {
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
    const document = await io.read(file);
    const root = document.getRoot();
    const random = seededRandom(seed);
    const turns = new Map<Node, Quat>();
    for (const joint of new Set(root.listSkins().flatMap(skin => skin.listJoints()))) turns.set(joint, randomRotation(random));
    const turnOf = (node: Node | null) => (node && turns.get(node)) ?? Quat.IDENTITY;
    const parentOf = (node: Node) => node.getParentNode();

    // local transforms: inverse of the parent's turn * local * own turn
    const turnRotation = (node: Node, [x, y, z, w]: number[]) => {
        const turned = turnOf(parentOf(node)).clone().invert().mul(new Quat(x, y, z, w)).mul(turnOf(node)).normalize();
        return [turned.x, turned.y, turned.z, turned.w];
    };
    const turnPosition = (node: Node, [x, y, z]: number[]) => turnOf(parentOf(node)).clone().invert().transformVector(new Vec3(x, y, z)).toArray();
    for (const node of root.listNodes()) {
        node.setTranslation(turnPosition(node, node.getTranslation()) as [number, number, number]);
        node.setRotation(turnRotation(node, node.getRotation()) as [number, number, number, number]);
    }
    for (const skin of root.listSkins()) {
        const matrices = skin.getInverseBindMatrices()!;
        skin.listJoints().forEach((joint, i) => {
            const back = new Mat4().setTRS(Vec3.ZERO, turnOf(joint).clone().invert(), Vec3.ONE);
            const bound = new Mat4();
            bound.data.set(matrices.getElement(i, []));
            matrices.setElement(i, [...back.mul(bound).data]);
        });
    }
    for (const animation of root.listAnimations()) {
        for (const channel of animation.listChannels()) {
            const path = channel.getTargetPath();
            const turn = path === 'rotation' ? turnRotation : path === 'translation' ? turnPosition : null;
            if (!turn) continue;
            // samplers and numbers may be shared between bones
            const sampler = channel.getSampler()!.clone();
            const output = sampler.getOutput()!.clone();
            for (let i = 0; i < output.getCount(); i++) output.setElement(i, turn(channel.getTargetNode()!, output.getElement(i, [])));
            animation.addSampler(sampler.setOutput(output));
            channel.setSampler(sampler);
        }
        const used = new Set(animation.listChannels().map(channel => channel.getSampler()));
        for (const sampler of animation.listSamplers()) if (!used.has(sampler)) sampler.dispose();
    }
    const out = temporaryFile(basename(file));
    await io.write(out, document);
    return out;
}
