import { readFile, stat } from 'node:fs/promises';

import { FileProblem } from './file-problem';
import { unpackGlb } from './unpack';

// A GLB from the disk as the engine reads it.

/** Reads the bytes of a file. */
async function readBytes(path: string): Promise<Uint8Array> {
    try {
        if ((await stat(path)).isDirectory()) throw new FileProblem(`"${path}" is a folder. Name a .glb file in it.`);
        return await readFile(path);
    } catch (error) {
        if (error instanceof FileProblem) throw error;
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') throw new FileProblem(`there is no file "${path}". Check its path; it counts from the current folder.`);
        throw new FileProblem(`"${path}" cannot be read (${code}). Give yourself the permission to read it, or copy it elsewhere.`);
    }
}

/**
 * Reads a GLB; a compressed one is unpacked.
 *
 * @param path - The file.
 * @throws {FileProblem} When it cannot be read, or the engine could not read it.
 */
export async function readGlb(path: string): Promise<Uint8Array> {
    const draco = async () => (await import('draco3dgltf')).default.createDecoderModule();
    return (await unpackGlb(path, await readBytes(path), draco)).bytes;
}
