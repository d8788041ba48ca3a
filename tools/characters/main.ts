import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { createGnome } from './gnome';
import { createHoundGetUps } from './hound/get-up';
import { createHound } from './hound/hound';
import { createMannequinActions } from './mannequin/actions';
import { createMannequinGetUps } from './mannequin/get-up';
import { createMannequinIdle } from './mannequin/idle-set';
import { createMannequin } from './mannequin/mannequin';

// Writes the sample characters of the pack: `npm run characters`.

const mannequin = createMannequin();

const CHARACTERS = {
    'templates/mannequin.glb': () => mannequin,
    'templates/mannequin-actions.glb': createMannequinActions,
    'templates/mannequin-get-up.glb': createMannequinGetUps,
    'templates/mannequin-idle.glb': createMannequinIdle,
    'templates/hound.glb': createHound,
    'templates/hound-get-up.glb': createHoundGetUps,
    'templates/gnome.glb': async () => createGnome(await mannequin)
};

for (const [path, create] of Object.entries(CHARACTERS)) {
    const bytes = await create();
    await mkdir(dirname(path), { recursive: true });
    // others may be reading the file: it changes in one step
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
    console.log(`${path}: ${(bytes.length / 1000).toFixed(0)} kB`);
}
