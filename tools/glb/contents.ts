import { FileProblem } from './file-problem';
import type { Gltf } from './gltf';
import { checkHead, checkSound } from './sound';

// What must be known of a GLB before the engine reads it: whether it is whole, what it holds, and whether the engine needs help with it.
//
// Source: glTF 2.0 specification, section "GLB File Format". Limits: of what lies outside of the one file only images may be missing.

/** What a GLB holds. */
export interface GlbContents {
    readonly skins: number;
    readonly clips: number;
    /** Whether it is compressed or has images that nobody can read here: it goes through `decodeGlb` before the engine. */
    readonly isEncoded: boolean;
    /** The JSON of the file, with all its extensions, and its chunk of numbers. */
    readonly json: Gltf;
    readonly data: Uint8Array;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Extensions of compressed geometry, clips and textures. */
const ENCODINGS = [
    'EXT_meshopt_compression', 'KHR_meshopt_compression', 'KHR_draco_mesh_compression', 'KHR_mesh_quantization', 'KHR_texture_basisu'
];

/** Longest JSON in bytes: it takes a second to be read. */
const LONGEST_JSON = 64e6;

const AGAIN = 'Copy it again, or export it again';

/** The JSON of a GLB, and the chunk that follows it. */
function parse(name: string, view: DataView): { gltf: Gltf; data: Uint8Array } {
    const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
    try {
        if (view.getUint32(HEADER_BYTES + 4, true) !== JSON_CHUNK) throw new SyntaxError('no JSON');
        const length = view.getUint32(HEADER_BYTES, true);
        if (length > LONGEST_JSON) throw new FileProblem(`"${name}" describes itself in ${length} bytes; more than ${LONGEST_JSON} are not read. Export the character alone.`);
        const gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start, length))) as Gltf | null;
        if (typeof gltf !== 'object' || gltf === null) throw new SyntaxError('no object');
        checkHead(name, gltf);
        const from = Math.min(start + length + CHUNK_HEADER_BYTES, view.byteLength);
        return { gltf, data: new Uint8Array(view.buffer, view.byteOffset + from, view.byteLength - from) };
    } catch (error) {
        if (error instanceof FileProblem) throw error;
        throw new FileProblem(`"${name}" has a damaged head. Export it again as glTF binary (.glb), version 2.`);
    }
}

/** Whether a buffer or an image lies beside the file. */
export const isOutside = ({ uri }: { uri?: string }) => Boolean(uri) && !uri!.startsWith('data:');

/**
 * Looks into a GLB.
 *
 * @param name - The file's name, for sentences.
 * @param bytes - All of the file.
 * @throws {FileProblem} When the engine could not read it, or not in a reasonable time.
 */
export function inspectGlb(name: string, bytes: Uint8Array): GlbContents {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
        throw new FileProblem(`"${name}" is not a GLB file. Export the character as glTF binary (.glb); Blender does so from FBX, glTF and other formats.`);
    }
    const length = view.getUint32(8, true);
    if (length > bytes.byteLength) throw new FileProblem(`"${name}" ends after ${bytes.byteLength} of ${length} bytes. ${AGAIN}.`);
    const { gltf, data } = parse(name, view);
    const { nodes = [], buffers = [], bufferViews = [], images = [], extensionsUsed = [] } = gltf;
    if (nodes.length === 0) throw new FileProblem(`"${name}" is empty: it holds no nodes. Export the skin together with its armature.`);
    const outside = buffers.find(isOutside);
    if (outside) {
        throw new FileProblem(`"${name}" refers to the file "${outside.uri}" beside it. Export it with everything inside, as glTF binary (.glb).`);
    }
    // the file's own data is its first buffer; one that has neither data nor address is filled by a decoder
    const inside = bufferViews.filter(({ buffer }) => buffer === 0 && !buffers[0]?.uri);
    if (inside.some(({ byteOffset = 0, byteLength }) => byteOffset + byteLength > data.byteLength)) {
        throw new FileProblem(`"${name}" holds less data than its head says. ${AGAIN}.`);
    }
    checkSound(name, gltf, data);
    return {
        skins: gltf.skins?.length ?? 0,
        clips: gltf.animations?.length ?? 0,
        isEncoded: images.some(isOutside) || ENCODINGS.some(extension => extensionsUsed.includes(extension)),
        json: gltf,
        data
    };
}
