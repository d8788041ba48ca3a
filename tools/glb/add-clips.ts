import { NodeIO, type Document, type Node } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { INTERPOLATION_CUBIC, INTERPOLATION_STEP, type AnimTrack } from 'playcanvas';

// Clips of the engine, written into a GLB.

/** A clip with the name that it gets in the file. */
export interface NamedClip { readonly name: string; readonly track: AnimTrack }

/** What moves a node, in the words of the engine and of glTF. */
const PATHS = { localPosition: 'translation', localRotation: 'rotation', localScale: 'scale' } as const;

type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE';

/** Names of a node and of those above it, from the top down. */
function pathOf(node: Node): string[] {
    const parent = node.getParentNode();
    return [...parent ? pathOf(parent) : [], node.getName()];
}

/** The node of a file that a curve moves; null where there is none. */
function findNode(nodes: readonly { node: Node; path: string[] }[], entityPath: readonly string[]): Node | null {
    const fits = (length: number) => nodes.find(({ path }) => entityPath.slice(-length).every((name, i) => path[path.length - length + i] === name));
    for (let length = entityPath.length; length > 0; length--) {
        const found = fits(length);
        if (found) return found.node;
    }
    return null;
}

function addClip(document: Document, { name, track }: NamedClip) {
    const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
    const nodes = document.getRoot().listNodes().map(node => ({ node, path: pathOf(node) }));
    const animation = document.createAnimation(name);
    const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', values: ArrayLike<number>) => {
        return document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
    };
    const inputs = track.inputs.map(({ data }) => accessor('SCALAR', data));
    for (const { paths, input, output, interpolation } of track.curves) {
        const { components, data } = track.outputs[output];
        for (const { entityPath, propertyPath } of paths as unknown as { entityPath: string[]; propertyPath: string[] }[]) {
            const node = findNode(nodes, entityPath);
            const path = PATHS[propertyPath[0] as keyof typeof PATHS];
            if (!node || !path) continue;
            const kind: Interpolation = interpolation === INTERPOLATION_CUBIC ? 'CUBICSPLINE' : interpolation === INTERPOLATION_STEP ? 'STEP' : 'LINEAR';
            const sampler = document.createAnimationSampler().setInput(inputs[input]).setInterpolation(kind)
            .setOutput(accessor(components === 4 ? 'VEC4' : 'VEC3', data));
            const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
            animation.addSampler(sampler).addChannel(channel);
        }
    }
}

/** Adds clips to a file, and answers its bytes. */
export async function addClips(bytes: Uint8Array, clips: readonly NamedClip[]): Promise<Uint8Array> {
    const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes);
    for (const clip of clips) addClip(document, clip);
    const { unpartition } = await import('@gltf-transform/functions');
    await document.transform(unpartition());
    return new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
}
