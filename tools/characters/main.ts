import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { createGnome } from './gnome';
import { createHoundGetUps } from './hound/get-up';
import { createHound } from './hound/hound';
import { createAnimals } from './hound/motions/animals';
import { createMannequinActions } from './mannequin/actions';
import { createMannequinGetUps } from './mannequin/get-up';
import { createMannequinIdle } from './mannequin/idle-set';
import { createMannequin } from './mannequin/mannequin';
import { createPeople } from './mannequin/motions/people';

// Writes the sample characters of the pack: `npm run characters`, or some of them: `npm run characters -- motions`.

let made: Promise<Uint8Array> | undefined;
const mannequin = () => (made ??= createMannequin());

const CHARACTERS = {
    'templates/mannequin.glb': mannequin,
    'templates/mannequin-actions.glb': createMannequinActions,
    'templates/mannequin-get-up.glb': createMannequinGetUps,
    'templates/mannequin-idle.glb': createMannequinIdle,
    'templates/hound.glb': createHound,
    'templates/hound-get-up.glb': createHoundGetUps,
    'templates/motions-people.glb': createPeople,
    'templates/motions-animals.glb': createAnimals,
    'templates/gnome.glb': async () => createGnome(await mannequin())
};

/** Parts of the names of those that are wanted; none: all. */
const wanted = process.argv.slice(2);

for (const [path, create] of Object.entries(CHARACTERS)) {
    if (wanted.length > 0 && !wanted.some(name => path.includes(name))) continue;
    const bytes = await create();
    await mkdir(dirname(path), { recursive: true });
    // others may be reading the file: it changes in one step
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
    console.log(`${path}: ${(bytes.length / 1000).toFixed(0)} kB`);
}
