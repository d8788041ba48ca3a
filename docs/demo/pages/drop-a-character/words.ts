import type { Character as Model, Role } from 'limber';

// What was found in a character, in plain words.

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

export function numberWord(count: number): string {
    return NUMBERS[count] ?? String(count);
}

/** A count with its noun: two legs, one leg. */
export function countOf(count: number, noun: string): string {
    return `${numberWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Words as a sentence has them: a, b and c. */
export function listOf(words: readonly string[]): string {
    if (words.length < 2) return words.join('');
    return `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
}

/** The first letter as a sentence begins. */
export function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Roles that people call by one word, in their order. */
const PARTS: readonly [RegExp, string][] = [
    [/Eye$/, 'eyes'], [/Ear$/, 'ears'], [/^head$/, 'head'], [/^neck/, 'neck'], [/^(?:spine|hips)/, 'spine'], [/^tail/, 'tail']
];

/** Bones as people call them: their parts of the body, and by their own names those that are none; of many names the first ones. */
export function partsOf(model: Model, bones: readonly ({ readonly name: string } | null)[]): string {
    const roles = new Map([...model.bones].map(([role, bone]) => [bone as { readonly name: string }, role]));
    const known = bones.filter(bone => bone !== null);
    const words = known.map((bone) => {
        const role = roles.get(bone);
        return role && PARTS.find(([pattern]) => pattern.test(role))?.[1];
    });
    const parts = PARTS.map(([, part]) => part).filter(part => words.includes(part));
    const names = known.filter((_, i) => !words[i]).map(bone => bone.name.replace(/^.*[:|]/, ''));
    return listOf([...parts, ...names.length > 4 ? [...names.slice(0, 3), `${numberWord(names.length - 3)} more`] : names]);
}

function count(model: Model, pattern: RegExp): number {
    return [...model.bones.keys()].filter(role => pattern.test(role)).length;
}

/** What kind of character it is, and what of a body was found. */
export function describeBody(model: Model | null, clips: number): string {
    if (!model) return 'No character was found in it: no bones that move a skin.';
    const has = (role: Role) => model.bones.has(role);
    const eyes = count(model, /^(?:left|right)Eye$/), spine = count(model, /^spine/), neck = count(model, /^neck/), tail = count(model, /^tail/);
    const ears = count(model, /^(?:left|right)Ear$/);
    const arms = model.legs === 4 ? 0 : [model.limbs.leftHand, model.limbs.rightHand].filter(limb => limb !== null).length;
    const parts = [
        ...has('head') ? ['a head'] : [],
        ...eyes > 0 ? [countOf(eyes, 'eye')] : [],
        ...ears > 0 ? [countOf(ears, 'ear')] : [],
        ...neck > 0 ? ['a neck'] : [],
        ...spine > 0 ? [`${countOf(spine, 'bone')} of the spine`] : [],
        ...arms > 0 ? [countOf(arms, 'arm')] : [],
        ...model.legs > 0 ? [countOf(model.legs, 'leg')] : [],
        ...tail > 0 ? ['a tail'] : []
    ];
    const kind = model.legs === 4 ? 'An animal on four legs' : model.legs === 2 ? 'A body on two legs' : 'A body without legs';
    const size = `${model.height.toPrecision(2).replace(/\.0$/, '')} m`;
    const moves = clips > 0 ? capital(countOf(clips, 'clip')) : 'No clips';
    return `${kind}, ${size}: ${listOf(parts)}. ${moves}.`;
}
