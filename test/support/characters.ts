import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Where the tests find characters: the pack's own, and further ones in the folder that LIMBER_RIGS names.

/** The mannequin that the pack ships. */
export const MANNEQUIN = 'templates/mannequin.glb';

/** The four-legged hound that the pack ships. */
export const HOUND = 'templates/hound.glb';

/** Folder of further characters, or an empty string. */
export const RIGS = process.env.LIMBER_RIGS ?? '';

/** Path of a further character, or null when the folder is not set or has no such file. */
export function furtherRig(file: string): string | null {
    const path = join(RIGS, file);
    return RIGS !== '' && existsSync(path) ? path : null;
}

/** True under `npm run test:full`: the counts are the full ones, not samples. */
export const FULL = process.env.LIMBER_FULL === '1';

/** The full count in a full run, otherwise a sample. */
export function sampled(full: number, sample: number): number {
    return FULL ? full : sample;
}
