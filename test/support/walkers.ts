import { join } from 'node:path';

import { VARIANTS, writeVariant } from './body-variants';
import { HOUND, MANNEQUIN, RIGS } from './characters';
import { skipBecause } from './skip';
import { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';

// Who walks in the tests of the feet.

export interface Walker { readonly name: string; readonly file: string; readonly clips?: readonly string[]; readonly clip: RegExp; readonly inSample?: readonly string[]; make?(): Promise<string> }

const further = (file: string) => join(RIGS, file);

/** Nine people and eight animals of eight families. Goblin and Cat are left out: a leg of one bone has no sole that could be measured. */
export const WALKERS: readonly Walker[] = [
    { name: 'mannequin', file: MANNEQUIN, clip: /^walk$/, inSample: ['one step down', '5 stairs down', 'a platform that turns'] },
    { name: 'hound', file: HOUND, clip: /^walk$/, inSample: ['5 stairs up', '5 stairs down', 'a platform that lifts'] },
    { name: 'Soldier', file: further('Soldier.glb'), clip: /^Walk$/, inSample: ['5 stairs down'] },
    { name: 'Xbot', file: further('Xbot.glb'), clip: /walk/i },
    { name: 'bitmoji', file: further('bitmoji.glb'), clips: [further('bitmoji-walk.glb')], clip: /walk/ },
    { name: 'Knight', file: further('Knight.glb'), clip: /^Walking_A$/ },
    { name: 'SkeletonMinion', file: further('SkeletonMinion.glb'), clip: /^Walking_A$/ },
    { name: 'KnightQ', file: further('more/KnightQ.glb'), clip: /^Walking$/ },
    { name: 'Orc', file: further('Orc.glb'), clip: /^Walk$/ },
    { name: 'Guy', file: further('more/Guy.glb'), clip: /^Walk$/ },
    { name: 'Husky', file: further('Husky.glb'), clip: /^Walk$/, inSample: ['5 stairs up'] },
    { name: 'Cow', file: further('Cow.glb'), clip: /^Walk$/, inSample: ['5 stairs up', '5 stairs down'] },
    { name: 'Zebra', file: further('Zebra.glb'), clip: /^WalkSlow$/ },
    { name: 'Fox', file: further('more/Fox.glb'), clip: /^Walk$/, inSample: ['5 stairs up', 'ramp of 15 degrees'] },
    { name: 'Donkey', file: further('more/Donkey.glb'), clip: /^Walk$/ },
    { name: 'Triceratops', file: further('more/Triceratops.glb'), clip: /Walk/ },
    { name: 'Apatosaurus', file: further('more/Apatosaurus.glb'), clip: /Walk/ }
];

/** The samples with other bodies and gaits. */
export const VARIANT_WALKERS: readonly Walker[] = VARIANTS.map(variant => ({ name: variant.name, file: variant.file, clip: /^walk$/, make: () => writeVariant(variant) }));

/** The clip in which it walks. */
export function walkOf(character: Character, { clip }: Walker): Clip {
    return character.clips.find(one => clip.test(one.name) && character.kinds.get(one)?.contacts)!;
}

/** Tests of one of them, skipped where its file is not there. */
export function describeWalker(title: string, walker: Walker, tests: (character: () => Character) => void) {
    describe(`${title}: ${walker.name}`, () => {
        let character: Character;

        before(async function () {
            if (RIGS === '' && !walker.file.startsWith('templates')) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(await walker.make?.() ?? walker.file, walker.clips ?? [], true);
        });

        after(() => character?.close());

        tests(() => character);
    });
}
