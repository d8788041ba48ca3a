import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { addClips } from './glb/add-clips';
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
        const tracks = wanted.map(track => mirrorTrack(track, mirror)).filter(track => track !== null);
        const named = tracks.map(track => ({ name: track.name + SUFFIX, track }));
        return { bytes: await addClips(await readGlb(path), named), names: named.map(({ name }) => name) };
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
