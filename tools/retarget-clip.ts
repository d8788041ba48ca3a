import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { addClips } from './glb/add-clips';
import { FileProblem } from './glb/file-problem';
import { readGlb } from './glb/read-glb';
import { tellMisses } from '../scripts/anim/retarget/misses';
import { retargetTrack, type RetargetOptions } from '../scripts/index';
import { createApp, loadGlb } from '../test/support/app';

// Writes the clips of one character, made over for another one, into that one's file.
//
// Usage: npm run retarget-clip -- SOURCE.glb TARGET.glb [--clip NAME ...] [--in-place] [--free-feet] [--free-hands] --out FILE.glb

const USAGE = 'Usage: npm run retarget-clip -- SOURCE.glb TARGET.glb [--clip NAME ...] [--in-place] [--free-feet] [--free-hands] --out FILE.glb';

/** What came of it. */
export interface RetargetedFile {
    readonly bytes: Uint8Array;
    /** Names of the clips in the file. */
    readonly names: readonly string[];
    /** Why other clips are not in it, and what of these does not go over. */
    readonly problems: readonly string[];
}

/**
 * Makes clips of one file into clips of another one.
 *
 * @param clips - Names of the wanted ones; all where there are none.
 */
export async function retargetClips(source: string, target: string, clips: readonly string[] = [], options: RetargetOptions = {}): Promise<RetargetedFile> {
    const app = createApp();
    try {
        const [from, to] = [await loadGlb(app, source), await loadGlb(app, target)];
        const [fromEntity, toEntity] = [from.instantiate(), to.instantiate()];
        // a topmost node is one of the character's bones unless something is above it, as in a scene
        for (const entity of [fromEntity, toEntity]) app.root.addChild(entity);
        const list = () => [...from.clips.keys()].map(name => `"${name}"`).join(', ') || 'none';
        if (from.clips.size === 0) throw new FileProblem(`"${source}" has no clips. Give the file of a character with clips first, then that of the one that shall get them.`);
        const wrong = clips.find(name => !from.clips.has(name));
        if (wrong !== undefined) throw new FileProblem(`"${source}" has no clip "${wrong}". Its clips are: ${list()}.`);
        const wanted = clips.length > 0 ? clips.map(name => from.clips.get(name)!) : [...from.clips.values()];
        const made = wanted.map(track => retargetTrack(track, fromEntity, toEntity, options));
        const named = made.flatMap(({ track }) => (track ? [{ name: track.name, track }] : []));
        const missed = tellMisses(toEntity.name, made.flatMap(({ misses }) => misses));
        const problems = [...made.flatMap(({ track, problem }) => (track ? [] : [problem])), ...missed === '' ? [] : [missed]];
        if (named.length === 0) throw new FileProblem(problems[0]);
        return { bytes: await addClips(await readGlb(target), named), names: named.map(({ name }) => name), problems };
    } finally {
        app.destroy();
    }
}

async function main(): Promise<number> {
    const { values, positionals } = parseArgs({
        allowPositionals: true, options: { 'clip': { type: 'string', multiple: true }, 'in-place': { type: 'boolean' }, 'free-feet': { type: 'boolean' }, 'free-hands': { type: 'boolean' }, 'out': { type: 'string' } }
    });
    const [source, target] = positionals;
    if (positionals.length !== 2 || !values.out) {
        console.error(USAGE);
        return 2;
    }
    try {
        const { bytes, names, problems } = await retargetClips(source, target, values.clip, {
            rootMotion: values['in-place'] ? 'inPlace' : 'keep', keepFeet: !values['free-feet'], keepHands: !values['free-hands']
        });
        await writeFile(values.out, bytes);
        console.log(`${values.out}: ${names.join(', ')}`);
        for (const problem of problems) console.error(`retarget-clip: ${problem}`);
        return 0;
    } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        console.error(`retarget-clip: ${error.message}`);
        return 2;
    }
}

if (process.argv[1]?.endsWith('retarget-clip.ts')) process.exitCode = await main();
