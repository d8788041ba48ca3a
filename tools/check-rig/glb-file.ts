import { readFile, stat } from 'node:fs/promises';

import { Refusal } from './refusal';

// Looks into a GLB before the engine does, so that what the engine cannot read ends in a sentence.
//
// Source: glTF 2.0 specification, section "GLB File Format". Limits: what lies outside of the one file is refused, but for images,
// which nobody looks at here.

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** What is looked at of the JSON in the file. */
interface Gltf {
    nodes?: unknown[];
    buffers?: { uri?: string }[];
    bufferViews?: { buffer: number; byteOffset?: number; byteLength: number }[];
    extensionsUsed?: string[];
}

/** Compressions of geometry and clips, and how to export without them. */
const COMPRESSIONS: Record<string, string> = {
    KHR_draco_mesh_compression: 'in Blender switch off Data > Compression, in glTF-Transform pass --compress false',
    EXT_meshopt_compression: 'leave away -c and -cc of gltfpack, in glTF-Transform pass --compress false',
    KHR_meshopt_compression: 'leave away -c and -cc of gltfpack, in glTF-Transform pass --compress false'
};

/** Reads the bytes of a file. */
async function readBytes(path: string): Promise<Uint8Array> {
    try {
        if ((await stat(path)).isDirectory()) throw new Refusal(`"${path}" is a folder. Name a .glb file in it.`);
        return await readFile(path);
    } catch (error) {
        if (error instanceof Refusal) throw error;
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') throw new Refusal(`there is no file "${path}". Check its path; it counts from the current folder.`);
        throw new Refusal(`"${path}" cannot be read (${code}). Give yourself the permission to read it, or copy it elsewhere.`);
    }
}

/** The JSON of a GLB, and the number of bytes of the chunk that follows it. */
function parse(path: string, view: DataView): { gltf: Gltf; room: number } {
    const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
    try {
        if (view.getUint32(HEADER_BYTES + 4, true) !== JSON_CHUNK) throw new SyntaxError('no JSON');
        const length = view.getUint32(HEADER_BYTES, true);
        const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start, length))) as Gltf;
        return { gltf, room: Math.max(0, view.byteLength - start - length - CHUNK_HEADER_BYTES) };
    } catch {
        throw new Refusal(`"${path}" has a damaged head. Export it again as glTF binary (.glb), version 2.`);
    }
}

/**
 * Checks that a GLB is whole and that the engine can read it without a decoder.
 *
 * @param path - The file.
 * @throws {Refusal} When it is not.
 */
export async function inspectGlb(path: string): Promise<void> {
    const bytes = await readBytes(path);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
        throw new Refusal(`"${path}" is not a GLB file. Export the character as glTF binary (.glb); Blender does so from FBX, glTF and other formats.`);
    }
    const length = view.getUint32(8, true);
    if (length > bytes.byteLength) {
        throw new Refusal(`"${path}" ends after ${bytes.byteLength} of ${length} bytes. Copy it again, or export it again.`);
    }
    const { gltf, room } = parse(path, view);
    if (!(gltf.nodes && gltf.nodes.length > 0)) throw new Refusal(`"${path}" is empty: it holds no nodes. Export the skin together with its armature.`);
    const compression = Object.keys(COMPRESSIONS).find(name => gltf.extensionsUsed?.includes(name));
    if (compression) {
        throw new Refusal(`"${path}" is compressed with ${compression}, which check-rig does not decode. Export it without: ${COMPRESSIONS[compression]}.`);
    }
    const outside = gltf.buffers?.find(({ uri }) => uri && !uri.startsWith('data:'));
    if (outside) {
        throw new Refusal(`"${path}" refers to the file "${outside.uri}" beside it. Export it with everything inside, as glTF binary (.glb).`);
    }
    const inside = (gltf.bufferViews ?? []).filter(({ buffer }) => !gltf.buffers?.[buffer]?.uri);
    if (inside.some(({ byteOffset = 0, byteLength }) => byteOffset + byteLength > room)) {
        throw new Refusal(`"${path}" holds less data than its head says. Copy it again, or export it again.`);
    }
}
