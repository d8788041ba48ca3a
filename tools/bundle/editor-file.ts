import { mkdir, writeFile } from 'node:fs/promises';

import { bundleEditorFile, type Bundle } from './bundle';
import { chooseScripts } from './choose-scripts';

/**
 * Writes build/limber.js, and answers what it holds.
 *
 * @param list - Registered names of the scripts that it shall hold, with commas between them; without it all.
 */
export async function buildEditorFile(list?: string): Promise<Bundle> {
    const bundle = await bundleEditorFile(chooseScripts(list));
    await mkdir('build', { recursive: true });
    await writeFile('build/limber.js', bundle.code);
    return bundle;
}
