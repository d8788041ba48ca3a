import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import { Mat4, Quat, Vec3 } from 'playcanvas';

import { temporaryFile } from './temporary';

// The same character with feet or hands that hang on the root, as exporters leave them where a rig had IK targets: they stand where they
// stood, and every clip moves them as before.

interface Accessor { bufferView: number; byteOffset?: number; count: number; type: string; componentType: number; min?: number[]; max?: number[] }

interface Channel { sampler: number; target: { node: number; path: string } }

interface Gltf {
    scenes: { nodes: number[] }[];
    nodes: { name: string; translation?: number[]; rotation?: number[]; scale?: number[]; children?: number[] }[];
    skins: { joints: number[] }[];
    animations?: { channels: Channel[]; samplers: { input: number; output: number; interpolation?: string }[] }[];
    accessors: Accessor[];
    bufferViews: { buffer: number; byteOffset: number; byteLength: number; byteStride?: number }[];
    buffers: { byteLength: number }[];
}

const HEADER = 12;
const CHUNK = 8;
const FLOAT = 5126;

/** Keys a second of the clips of what is detached. */
const RATE = 240;

/** Writes a character whose named bones hang on what the topmost bone hangs on. Answers the file, in a folder of its own. */
export function writeDetached(file: string, names: readonly string[]): string {
    const bytes = readFileSync(file);
    const length = bytes.readUInt32LE(HEADER);
    const gltf = JSON.parse(bytes.toString('utf8', HEADER + CHUNK, HEADER + CHUNK + length)) as Gltf;
    const start = HEADER + CHUNK + length + CHUNK;
    const chunks = [bytes.subarray(start, start + bytes.readUInt32LE(start - CHUNK))];
    const { nodes, animations = [] } = gltf;
    const parents = nodes.map((_, i) => nodes.findIndex(({ children }) => children?.includes(i)));
    const joints = new Set(gltf.skins.flatMap(skin => skin.joints));
    const top = [...joints].find(joint => !joints.has(parents[joint]))!;
    const root = parents[top];

    const read = (index: number): number[] => {
        const { bufferView, byteOffset = 0, count, type, componentType } = gltf.accessors[index];
        if (componentType !== FLOAT) throw new Error('clips that are no floats');
        const view = gltf.bufferViews[bufferView];
        const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type]!;
        const stride = view.byteStride ?? 4 * size;
        return Array.from({ length: count * size }, (_, i) => {
            return chunks[0].readFloatLE(view.byteOffset + byteOffset + stride * Math.floor(i / size) + 4 * (i % size));
        });
    };
    const write = (values: number[], type: string): number => {
        const data = Buffer.from(Float32Array.from(values).buffer);
        const byteOffset = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        chunks.push(data);
        const bufferView = gltf.bufferViews.push({ buffer: 0, byteOffset, byteLength: data.length }) - 1;
        const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type]!;
        const bounds = type === 'SCALAR' ? { min: [Math.min(...values)], max: [Math.max(...values)] } : {};
        return gltf.accessors.push({ bufferView, count: values.length / size, type, componentType: FLOAT, ...bounds }) - 1;
    };

    /** Transform of a node to the one that what is detached will hang on, with values of a clip in place of the node's. */
    const toRoot = (node: number, valueOf: (node: number, path: string) => number[] | null): Mat4 => {
        const matrix = new Mat4();
        for (let at = node; at !== root; at = parents[at]) {
            const [x, y, z] = valueOf(at, 'translation') ?? nodes[at].translation ?? [0, 0, 0];
            const [qx, qy, qz, qw] = valueOf(at, 'rotation') ?? nodes[at].rotation ?? [0, 0, 0, 1];
            const [sx, sy, sz] = nodes[at].scale ?? [1, 1, 1];
            matrix.mul2(new Mat4().setTRS(new Vec3(x, y, z), new Quat(qx, qy, qz, qw).normalize(), new Vec3(sx, sy, sz)), matrix.clone());
        }
        return matrix;
    };
    const partsOf = (matrix: Mat4) => {
        const [position, turn] = [matrix.getTranslation(), new Quat().setFromMat4(matrix)];
        return { translation: [position.x, position.y, position.z], rotation: [turn.x, turn.y, turn.z, turn.w] };
    };

    const feet = names.map(name => nodes.findIndex(node => node.name === name));
    for (const animation of animations) {
        const curves = animation.channels.map(({ sampler, target }) => {
            const { input, output } = animation.samplers[sampler];
            return { target, times: read(input), values: read(output) };
        });
        const end = Math.max(...curves.map(({ times }) => times[times.length - 1]));
        const times = Array.from({ length: Math.ceil(end * RATE) + 1 }, (_, i) => Math.min(end, i / RATE));
        const baked = feet.map(foot => times.map(time => partsOf(toRoot(foot, (node, path) => {
            const curve = curves.find(({ target }) => target.node === node && target.path === path);
            return curve ? valueAt(curve, time) : null;
        }))));
        animation.channels = animation.channels.filter(({ target }) => !feet.includes(target.node));
        const input = write(times, 'SCALAR');
        feet.forEach((node, i) => {
            for (const [path, type] of [['translation', 'VEC3'], ['rotation', 'VEC4']] as const) {
                const sampler = animation.samplers.push({ input, output: write(baked[i].flatMap(parts => parts[path]), type), interpolation: 'LINEAR' }) - 1;
                animation.channels.push({ sampler, target: { node, path } });
            }
        });
    }
    const rest = feet.map(foot => partsOf(toRoot(foot, () => null)));
    feet.forEach((foot, i) => {
        Object.assign(nodes[foot], rest[i]);
        const above = nodes[parents[foot]];
        above.children = above.children!.filter(child => child !== foot);
        nodes[root].children!.push(foot);
    });
    return save(file, gltf, Buffer.concat(chunks));
}

/** The value of a curve, mixed between its keys as the engine does: number by number. */
function valueAt({ times, values }: { times: number[]; values: number[] }, time: number): number[] {
    const size = values.length / times.length;
    let key = 0;
    while (key < times.length - 2 && times[key + 1] <= time) key++;
    const next = Math.min(key + 1, times.length - 1);
    const span = times[next] - times[key];
    const share = span > 0 ? Math.min(1, Math.max(0, (time - times[key]) / span)) : 0;
    const [from, to] = [key, next].map(at => values.slice(size * at, size * at + size));
    const sign = size === 4 && from.reduce((sum, value, i) => sum + value * to[i], 0) < 0 ? -1 : 1;
    return from.map((value, i) => value + share * (sign * to[i] - value));
}

function save(file: string, gltf: Gltf, data: Buffer): string {
    gltf.buffers[0].byteLength = data.length;
    const pad = (chunk: Buffer, fill: string) => Buffer.concat([chunk, Buffer.alloc((4 - chunk.length % 4) % 4, fill)]);
    const [json, binary] = [pad(Buffer.from(JSON.stringify(gltf)), ' '), pad(data, '\0')];
    const head = Buffer.alloc(HEADER + CHUNK);
    head.write('glTF');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(HEADER + 2 * CHUNK + json.length + binary.length, 8);
    head.writeUInt32LE(json.length, HEADER);
    head.write('JSON', HEADER + 4);
    const between = Buffer.alloc(CHUNK);
    between.writeUInt32LE(binary.length);
    between.write('BIN\0', 4);
    const out = temporaryFile(`detached-${basename(file)}`);
    writeFileSync(out, Buffer.concat([head, json, between, binary]));
    return out;
}
