import { ENGLISH, FURTHER, LANGUAGES, type Language, type NamedPart } from './words';

// Reads what a bone's name says.
//
// A name is cut into words (separators, camelCase, numbers), namespaces and technical words are dropped, a side is taken out, and
// what is left must be one of the known words as a whole. So `Collar`, `Lefty`, `HeadTop_End`, `eyeBrow`, twist bones and fingers
// say nothing. A fore leg is read as an arm. A foreign language counts where several of its words are found: `main` is a hand among
// French bones only.

/** What a name says. */
export interface BoneName {
    part: NamedPart;
    /** `null`: in the middle. */
    side: 'left' | 'right' | null;
}

/** What a bone is called to belong to; `other` is none of a body's limbs, trunk or head. */
export type NameKind = 'leg' | 'arm' | 'wing' | 'fin' | 'trunk' | 'head' | 'tail' | 'other';

/** What the name of a bone says among those of its skeleton. */
export interface NameReading {
    /** Which bone it is; null: that is not said. */
    readonly name: BoneName | null;
    /** What it belongs to, also where only a part of the name is known. */
    readonly kind: NameKind | null;
    /** Which of an animal's legs. */
    readonly girdle: 'fore' | 'hind' | null;
    readonly side: 'left' | 'right' | null;
    /** The words without the side: the same on both sides. */
    readonly words: string;
}

/** A language as tables. */
interface Dictionary {
    readonly sides: ReadonlyMap<string, 'left' | 'right'>;
    readonly girdles: ReadonlyMap<string, 'fore' | 'hind'>;
    readonly middle: ReadonlyMap<string, NamedPart>;
    readonly sided: ReadonlyMap<string, NamedPart>;
}

/** Takes accents away; what stands for them in full width too. */
function fold(text: string): string {
    return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function tableOf<Meaning extends string>(words: Readonly<Partial<Record<Meaning, string>>>): Map<string, Meaning> {
    return new Map(Object.entries(words).flatMap(([meaning, list]) => (list as string).split(' ').map(word => [fold(word), meaning as Meaning] as const)));
}

function dictionaryOf({ left, right, fore, hind, middle, sided }: Language): Dictionary {
    return { sides: tableOf({ left, right }), girdles: tableOf({ fore, hind }), middle: tableOf(middle), sided: tableOf(sided) };
}

const english = dictionaryOf(ENGLISH);
const foreign = LANGUAGES.map(dictionaryOf);
const further = tableOf(FURTHER);

/** What girdle words say in front of what means a bone of a leg; a fore leg has the bones of an arm. */
const LEGS: Record<'fore' | 'hind', Partial<Record<NamedPart, NamedPart>>> = {
    fore: {
        leg: 'arm', hip: 'UpperArm', Thigh: 'UpperArm', Shin: 'Forearm', Foot: 'Hand',
        Clavicle: 'Clavicle', shoulder: 'shoulder', arm: 'arm', UpperArm: 'UpperArm', Forearm: 'Forearm', Hand: 'Hand'
    },
    hind: { leg: 'leg', hip: 'hip', Thigh: 'Thigh', Shin: 'Shin', Foot: 'Foot', Toes: 'Toes' }
};

/** Feet that no person has: they are said with their girdle. */
const PAWS: Record<string, NamedPart> = { paw: 'Foot', hoof: 'Foot' };

/** Words that only say that this is a bone, of which set, or in the middle. */
const TECHNICAL = new Set([
    'armature', 'skeleton', 'mixamorig', 'rig', 'bip', 'biped', 'valve', 'valvebiped', 'cc', 'base', 'def', 'org', 'adj', 'bone', 'bones', 'joint',
    'joints', 'jnt', 'jt', 'bind', 'bn', 'c', 'sk', 'skel', 'character', 'root'
]);

/** Letters with which some conventions begin every name. */
const INITIALS = new Set(['b', 'j', 'm']);

/** Words of bones that help others to move and carry no part of the body by themselves. */
const HELPERS = new Set(['twist', 'roll', 'helper', 'offset', 'ik', 'fk', 'ctrl', 'control', 'pole', 'target', 'null', 'dummy', 'grp', 'group', 'mch', 'tweak']);

/** What each part belongs to. */
const KINDS: readonly [RegExp, NameKind][] = [
    [/^(?:hips|spine)$/, 'trunk'], [/^(?:neck|head|jaw|Eye|UpperEyelid|LowerEyelid|Ear)$/, 'head'], [/^tail$/, 'tail'], [/^Wing$/, 'wing'], [/^Fin$/, 'fin'],
    [/^(?:leg|hip|Thigh|Shin|Metatarsus|Foot|Toes)$/, 'leg'], [/./, 'arm']
];

/** How many different words of a foreign language must be found for it to count, each of so many letters. */
const WORDS_OF_LANGUAGE = 3;
const LONG_WORD = 4;

/** Cuts a name into lower-case words; numbers and what stands before the last `:` or `|` are dropped. */
export function wordsOf(name: string): string[] {
    return fold(name
    .replace(/^.*[:|]/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/([左右])/g, ' $1 '))
    .split(/\P{L}+/u)
    .filter(word => word !== '');
}

/** Whether a name is that of a twist, roll, control or other helping bone. */
export function isHelperName(name: string): boolean {
    return wordsOf(name).some(word => HELPERS.has(word)) && readName(name) === null;
}

/**
 * Words with which a third of the names or more begin, such as the name of the character: they say nothing about one bone.
 *
 * @param names - The names of all nodes of a character.
 */
export function sharedPrefixes(names: readonly string[]): Set<string> {
    const count = new Map<string, number>();
    for (const name of names) {
        const [first] = wordsOf(name);
        if (first) count.set(first, (count.get(first) ?? 0) + 1);
    }
    const { sides, girdles, middle, sided } = english;
    return new Set([...count].filter(([word, uses]) => {
        return uses >= 3 && 3 * uses >= names.length && ![sides, girdles, middle, sided].some(table => table.has(word));
    }).map(([word]) => word));
}

/**
 * Reads a bone's name.
 *
 * @param prefixes - Words that may stand before it, see {@link sharedPrefixes}.
 * @returns What it says, or null.
 */
export function readName(name: string, prefixes?: ReadonlySet<string>): BoneName | null {
    return read(wordsOf(name), english, prefixes).name;
}

/** What was read last: a skeleton's parts are looked for by its names, and then its bones. */
let last: { readonly names: string; readonly readings: readonly NameReading[] } | null = null;

/** Reads the names of all bones of a skeleton. */
export function readNames(names: readonly string[]): readonly NameReading[] {
    const key = names.join('\n');
    if (last?.names !== key) last = { names: key, readings: readAll(names) };
    return last.readings;
}

function readAll(names: readonly string[]): NameReading[] {
    const prefixes = sharedPrefixes(names);
    const words = names.map(wordsOf);
    const languages = [english, ...foreign.filter((language) => {
        const known = new Set(words.flatMap((list) => {
            const { name, words: key } = read(list, language, prefixes);
            return name && (key.length >= LONG_WORD || !/^[a-z]+$/.test(key)) && !english.sided.has(key) && !english.middle.has(key) ? [key] : [];
        }));
        return known.size >= WORDS_OF_LANGUAGE;
    })];
    return words.map((list) => {
        const readings = languages.map(language => read(list, language, prefixes));
        return readings.find(({ name }) => name) ?? readings.find(({ kind }) => kind) ?? readings.find(({ side }) => side) ?? readings[0];
    });
}

/** A side in one word with what it belongs to: `leftfoot`, `footleft`. */
const GLUED = /^(?:(?<before>left|right)(?<end>.+)|(?<start>.+)(?<behind>left|right))$/;

/** Reads the words of a name in one language. */
function read(words: readonly string[], { sides, girdles, middle, sided }: Dictionary, prefixes?: ReadonlySet<string>): NameReading {
    let side: BoneName['side'] = null;
    let count = 0;
    const rest: string[] = [];
    words.forEach((word, index) => {
        const glued = GLUED.exec(word)?.groups;
        const [gluedSide, part] = [(glued?.before ?? glued?.behind) as 'left' | 'right', glued?.start ?? glued?.end ?? ''];
        if (sides.has(word) && !(word === 'e' && words.length === 1)) {
            side = sides.get(word)!;
            count++;
        } else if (glued && (sided.has(part) || readLeg([part], gluedSide, sided, girdles).name)) {
            side = gluedSide;
            count++;
            rest.push(part);
        } else if (!TECHNICAL.has(word) && !(index === 0 && (INITIALS.has(word) || prefixes?.has(word)))) {
            rest.push(word);
        }
    });
    const key = rest.join('');
    const meaning = (count === 0 ? middle : count === 1 ? sided : undefined)?.get(key);
    const leg = count > 1 ? { name: null, girdle: null, side: null } : readLeg(rest, side, sided, girdles);
    const name = meaning === undefined ? leg.name : { part: meaning, side };
    return { name, kind: meaning === undefined && leg.name ? 'leg' : kindOf(name, rest, middle, sided), girdle: leg.girdle, side: name?.side ?? leg.side ?? side, words: key };
}

/** What a name belongs to: by its part, else by the words in it, of which those that are no limb's decide. */
function kindOf(name: BoneName | null, words: readonly string[], middle: Dictionary['middle'], sided: Dictionary['sided']): NameKind | null {
    if (name) return KINDS.find(([parts]) => parts.test(name.part))![1];
    if (words.some(word => HELPERS.has(word))) return null;
    const kinds = [...words, words.join('')].flatMap((word) => {
        const part = sided.get(word) ?? middle.get(word);
        return further.has(word) ? [further.get(word)!] : part ? [KINDS.find(([parts]) => parts.test(part))![1]] : [];
    });
    return kinds.find(kind => kind === 'other') ?? kinds.find(kind => kind === 'wing' || kind === 'fin') ?? kinds[0] ?? null;
}

/** Two letters that say which of four legs: `FL`, `rh`. */
const CORNER = /^(?:([fhbr])([lr])|([lr])([fhb]))$/;

/** Reads the name of a bone of an animal's leg: the words of it without the technical ones, and the side if it was among them. */
function readLeg(words: readonly string[], known: BoneName['side'], sided: Dictionary['sided'], girdles: Dictionary['girdles']): Pick<NameReading, 'name' | 'girdle' | 'side'> {
    let side = known;
    let girdle: 'fore' | 'hind' | null = null;
    const rest: string[] = [];
    for (const word of words) {
        const corner = side === null ? CORNER.exec(word) : null;
        const glued = [...girdles.keys()].find(start => word.startsWith(start) && (word === start || start.length > 2));
        if (corner) {
            girdle = (corner[1] ?? corner[4]) === 'f' ? 'fore' : 'hind';
            side = (corner[2] ?? corner[3]) === 'l' ? 'left' : 'right';
        } else if (glued !== undefined) {
            girdle = girdles.get(glued)!;
            rest.push(word.slice(glued.length));
        } else {
            rest.push(word);
        }
    }
    const key = rest.join('');
    const meant = sided.get(key) ?? PAWS[key];
    const part = girdle && meant && LEGS[girdle][meant];
    return { name: side && part ? { part, side } : null, girdle, side };
}
