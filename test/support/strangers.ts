import { join } from 'node:path';

import { FULL, HOUND, MANNEQUIN, RIGS } from './characters';
import { itFull, skipBecause } from './skip';
import { Character } from '../../tools/check-rig/character';
import { listCharacters } from '../../tools/check-rig/folder';
import { FileProblem } from '../../tools/glb/file-problem';

// Every character that is at hand: the pack's own, and those in the folder that LIMBER_RIGS names.

/** Files of a character and of its clips. */
interface Files { readonly name: string; readonly path: string; readonly clips: readonly string[] }

const OWN: readonly Files[] = [
    { name: 'mannequin', path: MANNEQUIN, clips: [] },
    ...(FULL ? [{ name: 'hound', path: HOUND, clips: [] }] : [])
];

const further = RIGS === '' ? [] : listCharacters(RIGS);

const FILES: readonly Files[] = [
    ...OWN, ...further.map(({ name, clips }) => ({ name, path: join(RIGS, name), clips: clips.map(clip => join(RIGS, clip)) }))
];

/** A test that is left out where there are no further characters. */
function skipWithoutFurther(behaviour: string) {
    if (further.length === 0) it(`further characters: ${behaviour}`, function () { skipBecause(this, 'needs the folder that LIMBER_RIGS names'); });
}

/**
 * A test for each file of a further character.
 *
 * @param few - Those that are enough without the full counts; without it, all are tested.
 */
export function onEachFurther(behaviour: string, test: (file: string) => Promise<unknown>, few?: readonly string[]) {
    skipWithoutFurther(behaviour);
    for (const { name } of further) (!few || few.includes(name) ? it : itFull)(`${name}: ${behaviour}`, async () => { await test(name); });
}

/** Describes what holds for every character. The character is there when a test runs. */
export function onEveryCharacter(behaviour: string, tests: (character: () => Character, name: string) => void) {
    for (const { name, path, clips } of FILES) {
        describe(`${behaviour}: ${name}`, () => {
            let character: Character;
            before(async function () {
                try {
                    character = await Character.open(path, clips);
                } catch (error) {
                    if (!(error instanceof FileProblem)) throw error;
                    skipBecause(this, error.message);
                }
            });
            after(() => character?.close());
            tests(() => character, name);
        });
    }
    skipWithoutFurther(behaviour);
}
