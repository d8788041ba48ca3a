import { basename } from 'node:path';

import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { Quat, Vec3 } from 'playcanvas';

import { temporaryFile } from './temporary';

// The same character below one more node, which may be moved and turned; the turn is taken back below it, as exporters with another vertical do, in the
// nodes and in the clips. The character stands upright, beside its origin by as much as the node is.

type Three = [number, number, number];
type Four = [number, number, number, number];

/** Writes such a character. Answers the file. */
export async function writeBelowNode(file: string, place: Vec3, turn = Quat.IDENTITY): Promise<string> {
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
    const document = await io.read(file);
    const root = document.getRoot();
    const back = turn.clone().invert();
    const turned = (numbers: number[]) => (numbers.length === 3 ? back.transformVector(new Vec3(numbers)).toArray() : back.clone().mul(new Quat(numbers)).toArray());
    for (const scene of root.listScenes()) {
        const tops = scene.listChildren();
        const node = document.createNode('above').setTranslation(place.toArray() as Three).setRotation(turn.toArray() as Four);
        for (const top of tops) {
            scene.removeChild(top);
            node.addChild(top.setTranslation(turned(top.getTranslation()) as Three).setRotation(turned(top.getRotation()) as Four));
        }
        scene.addChild(node);
        for (const animation of root.listAnimations()) {
            for (const channel of animation.listChannels().filter(one => tops.includes(one.getTargetNode()!) && one.getTargetPath() !== 'scale')) {
                const sampler = channel.getSampler()!.clone();
                const output = sampler.getOutput()!.clone();
                for (let i = 0; i < output.getCount(); i++) output.setElement(i, turned(output.getElement<number[]>(i, [])));
                animation.addSampler(sampler.setOutput(output));
                channel.setSampler(sampler);
            }
        }
    }
    const out = temporaryFile(basename(file));
    await io.write(out, document);
    return out;
}
