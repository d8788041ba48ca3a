// What the gallery must know of a GLB before the engine reads it: whether it is whole, and whether it has a skin.
//
// Source: glTF 2.0 specification, section "GLB File Format". Limits: only what is inside the one file is looked at.

/** A file that somebody gave to the gallery. */
export interface GlbFile {
    name: string;
    bytes: ArrayBuffer;
}

/** What a GLB holds. */
export interface GlbContents {
    skins: number;
    clips: number;
}

/** Something is wrong with what the user gave; the message is a sentence for the user. */
export class FileProblem extends Error {}

interface BufferView {
    byteOffset?: number;
    byteLength: number;
}

interface Gltf {
    skins?: unknown[];
    animations?: unknown[];
    buffers?: { uri?: string, byteLength: number }[];
    bufferViews?: BufferView[];
    images?: { uri?: string }[];
    extensionsRequired?: string[];
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Compressions that need a decoder, which the gallery does not bring. */
const DECODERS = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_texture_basisu'];

function parseJson(file: GlbFile, view: DataView): Gltf {
    const length = view.getUint32(HEADER_BYTES, true);
    if (view.getUint32(HEADER_BYTES + 4, true) === JSON_CHUNK && HEADER_BYTES + CHUNK_HEADER_BYTES + length <= view.byteLength) {
        const text = new TextDecoder().decode(new Uint8Array(file.bytes, HEADER_BYTES + CHUNK_HEADER_BYTES, length));
        try {
            return JSON.parse(text);
        } catch {
            // said below
        }
    }
    throw new FileProblem(`"${file.name}" has a damaged head. Export it again as glTF binary (.glb).`);
}

/**
 * Looks into a GLB.
 *
 * @param file - The file.
 * @throws {FileProblem} When the engine could not read it.
 */
export function inspectGlb(file: GlbFile): GlbContents {
    const { name, bytes } = file;
    const view = new DataView(bytes);
    if (bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
        throw new FileProblem(`"${name}" is not a GLB file. Drop a glTF binary (.glb); Blender exports one from FBX, glTF and other formats.`);
    }
    const length = view.getUint32(8, true);
    if (length > bytes.byteLength) {
        throw new FileProblem(`"${name}" ends after ${bytes.byteLength} of ${length} bytes. Copy it again, or export it again.`);
    }
    const gltf = parseJson(file, view);
    const outside = [...gltf.buffers ?? [], ...gltf.images ?? []].find(part => part.uri && !part.uri.startsWith('data:'));
    if (outside) {
        throw new FileProblem(`"${name}" refers to the file "${outside.uri}" beside it. Export it with everything inside, as glTF binary (.glb).`);
    }
    const decoder = DECODERS.find(extension => gltf.extensionsRequired?.includes(extension));
    if (decoder) {
        throw new FileProblem(`"${name}" is compressed with ${decoder}, which this gallery does not decode. Export it without compression.`);
    }
    const end = Math.max(0, ...(gltf.bufferViews ?? []).map(part => (part.byteOffset ?? 0) + part.byteLength));
    if (end > bytes.byteLength) {
        throw new FileProblem(`"${name}" holds less data than its head says. Copy it again, or export it again.`);
    }
    return { skins: gltf.skins?.length ?? 0, clips: gltf.animations?.length ?? 0 };
}
