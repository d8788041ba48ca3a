import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeDetached } from './detach';

// Where the tests find characters: the pack's own, and further ones in the folder that LIMBER_RIGS names.

/** Whether all tests run on the pack's own characters with feet that hang on the root. */
export const DETACHED = process.env.LIMBER_DETACHED === '1';

const own = (file: string, feet: string[]) => (DETACHED ? writeDetached(file, feet) : file);

/** The mannequin that the pack ships. */
export const MANNEQUIN = own('templates/mannequin.glb', ['mixamorig:LeftFoot', 'mixamorig:RightFoot']);

/** The four-legged hound that the pack ships. */
export const HOUND = own('templates/hound.glb', ['hind_paw.L', 'hind_paw.R', 'fore_paw.L', 'fore_paw.R']);

/** The second person that the pack ships: bones with axes of their own, a rest pose that is not symmetric. */
export const GNOME = 'templates/gnome.glb';

/** Folder of further characters, or an empty string. */
export const RIGS = process.env.LIMBER_RIGS ?? '';

/** Path of a further character, or null when the folder is not set or has no such file. */
export function furtherRig(file: string): string | null {
    const path = join(RIGS, file);
    return RIGS !== '' && existsSync(path) ? path : null;
}

/** Files of characters: those of the pack that are not the mannequin, and all further ones. */
export function charactersAtHand(): string[] {
    const isCharacter = (name: string) => /\.(?:glb|vrm)$/.test(name) && !/-(?:idle|walk|run|jump-flip|win-dance)\.glb$/.test(name);
    const folders = RIGS === '' ? [] : [RIGS, join(RIGS, 'more')];
    return [GNOME, HOUND, ...folders.flatMap(folder => readdirSync(folder).filter(isCharacter).map(name => join(folder, name)))];
}

/** True under `npm run test:full`: the counts are the full ones, not samples. */
export const FULL = process.env.LIMBER_FULL === '1';

/** The full count in a full run, otherwise a sample. */
export function sampled(full: number, sample: number): number {
    return FULL ? full : sample;
}

/** Characters to try a behaviour on: without the full counts the hound and the gnome only where nobody else is named. */
export function usual<Source extends { readonly file: string }>(sources: readonly Source[]): readonly Source[] {
    const others = sources.filter(({ file }) => file !== HOUND && file !== GNOME);
    return FULL || others.length === 0 ? sources : others;
}
