import { inspectGlb as inspect, type GlbContents } from '../../../tools/glb/contents';
import { FileProblem } from '../../../tools/glb/file-problem';

// The files of the gallery. Those that are compressed are unpacked, by decoders that are fetched when the first such file comes.

export { FileProblem, type GlbContents };

/** A file that somebody gave to the gallery. */
export interface GlbFile {
    name: string;
    bytes: ArrayBuffer;
}

/**
 * Looks into a GLB.
 *
 * @param file - The file.
 * @throws {FileProblem} When the engine could not read it.
 */
export function inspectGlb({ name, bytes }: GlbFile): GlbContents {
    return inspect(name, new Uint8Array(bytes));
}

/**
 * The bytes of a GLB as the engine reads them.
 *
 * @param file - The file.
 * @throws {FileProblem} When it cannot be unpacked.
 */
export async function unpackGlb(file: GlbFile): Promise<ArrayBuffer> {
    if (!inspectGlb(file).isEncoded) return file.bytes;
    const { decodeGlb } = await import('../../../tools/glb/decode');
    const decoded = await decodeGlb(file.name, new Uint8Array(file.bytes), async () => (await import('./draco')).createDraco());
    // what was packed has not been seen before
    inspect(file.name, decoded);
    return decoded.slice().buffer;
}
