import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { temporaryFile } from './temporary';

// The same character in other units: every length of a GLB times a factor, below a node that scales it back, as exporters of centimetres do.

interface Gltf {
    scenes: { nodes: number[] }[];
    nodes: { name?: string; scale?: number[]; translation?: number[]; children?: number[] }[];
    skins?: { inverseBindMatrices: number }[];
    animations?: { channels: { sampler: number; target: { path: string } }[]; samplers: { output: number }[] }[];
    meshes: { primitives: { attributes: { POSITION: number }; targets?: { POSITION?: number }[] }[] }[];
    accessors: { bufferView: number; byteOffset?: number; count: number; type: string; componentType: number; min?: number[]; max?: number[] }[];
    bufferViews: { byteOffset?: number; byteStride?: number }[];
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FLOAT = 5126;

/** Numbers of an element that are lengths. */
const LENGTHS: Record<string, number[]> = { VEC3: [0, 1, 2], MAT4: [12, 13, 14] };

/** Writes a character in other units beside the original's in a folder of its own. Answers the file. */
export async function writeInUnits(file: string, factor: number): Promise<string> {
    const bytes = Buffer.from(await readFile(file));
    const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
    const end = start + bytes.readUInt32LE(HEADER_BYTES);
    const gltf = JSON.parse(bytes.toString('utf8', start, end)) as Gltf;
    const { nodes, accessors, bufferViews, skins = [], animations = [], meshes } = gltf;
    const lengths = new Set<number>([
        ...skins.map(skin => skin.inverseBindMatrices),
        ...animations.flatMap(({ channels, samplers }) => channels.filter(({ target }) => target.path === 'translation').map(({ sampler }) => samplers[sampler].output)),
        ...meshes.flatMap(({ primitives }) => primitives.flatMap(({ attributes, targets = [] }) => [attributes.POSITION, ...targets.flatMap(({ POSITION }) => POSITION ?? [])]))
    ]);
    for (const index of lengths) {
        const accessor = accessors[index];
        if (accessor.componentType !== FLOAT) throw new Error('lengths that are no floats');
        const { byteOffset = 0, byteStride = accessor.type === 'MAT4' ? 64 : 12 } = bufferViews[accessor.bufferView];
        const from = end + CHUNK_HEADER_BYTES + byteOffset + (accessor.byteOffset ?? 0);
        for (let i = 0; i < accessor.count; i++) {
            for (const place of LENGTHS[accessor.type]) {
                const at = from + byteStride * i + 4 * place;
                bytes.writeFloatLE(bytes.readFloatLE(at) * factor, at);
            }
        }
        for (const bound of [accessor.min, accessor.max]) bound?.forEach((value, i) => { if (LENGTHS[accessor.type].includes(i)) bound[i] = value * factor; });
    }
    for (const node of nodes) node.translation = node.translation?.map(value => value * factor);
    const { scenes: [scene] } = gltf;
    const scale = 1 / factor;
    scene.nodes = [nodes.push({ name: 'units', scale: [scale, scale, scale], children: scene.nodes }) - 1];
    const text = Buffer.from(JSON.stringify(gltf));
    const json = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, ' ')]);
    const head = Buffer.from(bytes.subarray(0, start));
    head.writeUInt32LE(start + json.length + bytes.length - end, 8);
    head.writeUInt32LE(json.length, HEADER_BYTES);
    const out = temporaryFile(basename(file));
    await writeFile(out, Buffer.concat([head, json, bytes.subarray(end)]));
    return out;
}
