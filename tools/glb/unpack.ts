import { inspectGlb, type GlbContents } from './contents';
import type { DracoFactory } from './decode';

/** A GLB as the engine reads it, and what was found in the file. */
export interface ReadableGlb {
    readonly bytes: Uint8Array;
    readonly contents: GlbContents;
}

/**
 * Looks into a GLB; one that is compressed, or whose images lie beside it, is unpacked. The decoders are loaded for those that need them.
 *
 * @param name - The file's name, for sentences.
 * @param bytes - All of the file.
 * @param createDraco - Makes the decoder of Draco; called only when the file needs it.
 * @throws {FileProblem} When the engine could not read it, or not in a reasonable time.
 */
export async function unpackGlb(name: string, bytes: Uint8Array, createDraco: DracoFactory): Promise<ReadableGlb> {
    const contents = inspectGlb(name, bytes);
    if (!contents.isEncoded) return { bytes, contents };
    const { decodeGlb } = await import('./decode');
    const decoded = await decodeGlb(name, contents, createDraco);
    // what was packed has not been seen before
    inspectGlb(name, decoded);
    return { bytes: decoded, contents };
}
