import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { NodeIO, type Document, type Node } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { INTERPOLATION_CUBIC, INTERPOLATION_STEP, type AnimTrack } from 'playcanvas';

import { FileProblem } from './glb/file-problem';
import { readGlb } from './glb/read-glb';
import { createMirror, mirrorTrack } from '../scripts/index';
import { createApp, loadGlb } from '../test/support/app';

// Writes a character's clips with left and right exchanged, beside the originals.
//
// Usage: npm run mirror-clip -- IN.glb OUT.glb [--clip NAME]

const USAGE = 'Usage: npm run mirror-clip -- IN.glb OUT.glb [--clip NAME]';

/** What stands behind the name of a mirrored clip. */
const SUFFIX = ' mirrored';

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

/** Adds a clip to a file. */
function addClip(document: Document, track: AnimTrack) {
    const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
    const nodes = document.getRoot().listNodes().map(node => ({ node, path: pathOf(node) }));
    const animation = document.createAnimation(`${track.name}${SUFFIX}`);
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

/**
 * Mirrors the clips of a character.
 *
 * @param path - The file.
 * @param clip - Name of the only one; all when it is left out.
 * @returns The bytes of the file with the mirrored clips, and their names.
 */
export async function mirrorClips(path: string, clip?: string): Promise<{ bytes: Uint8Array; names: string[] }> {
    const app = createApp();
    try {
        const character = await loadGlb(app, path);
        const entity = character.instantiate();
        app.root.addChild(entity);
        const mirror = createMirror(entity);
        if (!mirror) throw new FileProblem(`"${path}" has no character with left and right. Give the file of a character whose bones have twins.`);
        const wanted = [...character.clips.values()].filter(({ name }) => clip === undefined || name === clip);
        if (wanted.length === 0) {
            const names = [...character.clips.keys()].map(name => `"${name}"`).join(', ') || 'none';
            throw new FileProblem(`"${path}" has no clip${clip === undefined ? '' : ` "${clip}"`}. Its clips are: ${names}.`);
        }
        const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(await readGlb(path));
        const tracks = wanted.map(track => mirrorTrack(track, mirror)).filter(track => track !== null);
        for (const track of tracks) addClip(document, track);
        const { unpartition } = await import('@gltf-transform/functions');
        await document.transform(unpartition());
        return { bytes: await new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document), names: tracks.map(({ name }) => name + SUFFIX) };
    } finally {
        app.destroy();
    }
}

async function main(): Promise<number> {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { clip: { type: 'string' } } });
    const [from, to] = positionals;
    if (positionals.length !== 2) {
        console.error(USAGE);
        return 2;
    }
    try {
        const { bytes, names } = await mirrorClips(from, values.clip);
        await writeFile(to, bytes);
        console.log(`${to}: ${names.join(', ')}`);
        return 0;
    } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        console.error(`mirror-clip: ${error.message}`);
        return 2;
    }
}

if (process.argv[1]?.endsWith('mirror-clip.ts')) process.exitCode = await main();
