import type { SidedRole } from './roles';

// Reads what a bone's name says, in the words of the usual conventions.
//
// A name is cut into words (separators, camelCase, numbers), namespaces and technical words are dropped, a side is taken out, and
// what is left must be one of the known words as a whole. So `Collar`, `Lefty`, `HeadTop_End`, `eyeBrow`, twist bones and fingers
// say nothing. Words that mean different bones in different conventions (`LeftLeg`) are kept apart: see {@link NamedPart}.
// Known: Mixamo, Ready Player Me, VRM, Unreal, Rigify, 3ds Max Biped, Character Creator, Daz, bitmoji, CesiumMan, plain `.L/.R`; on
// animals also the words for fore and hind legs (`FrontLeg1.L`, `hind_foot_r`, `leg_FL`), of which a fore leg is read as an arm.

/** Part of the body that stands once or twice: a role without its side, `leftFoot` and `rightFoot` being `Foot`. */
type SidedPart = SidedRole extends `left${infer Part}` | `right${infer Part}` ? Part : never;

/**
 * What a name may mean. `leg` is a shin below a thigh, else a bone of a numbered leg; `arm` is an upper arm above a forearm, else a
 * bone of a numbered arm; `shoulder` is a clavicle above an upper arm, else the upper arm; a sided `hip` is a thigh.
 */
export type NamedPart = 'hips' | 'spine' | 'neck' | 'head' | 'jaw' | 'tail' | 'leg' | 'arm' | 'shoulder' | 'hip' | SidedPart;

/** What a name says. */
export interface BoneName {
    part: NamedPart;
    /** `null`: in the middle. */
    side: 'left' | 'right' | null;
}

const MIDDLE: Record<string, NamedPart> = {
    hips: 'hips', hip: 'hips', pelvis: 'hips',
    spine: 'spine', torso: 'spine', waist: 'spine', abdomen: 'spine', abdomenlower: 'spine', abdomenupper: 'spine', chest: 'spine',
    upperchest: 'spine', chestlower: 'spine', chestupper: 'spine', lowerchest: 'spine', ribcage: 'spine',
    neck: 'neck', necktwist: 'neck', necklower: 'neck', neckupper: 'neck', head: 'head',
    jaw: 'jaw', lowerjaw: 'jaw', jawlower: 'jaw', mandible: 'jaw', tail: 'tail'
};

const SIDED: Record<string, NamedPart> = {
    eye: 'Eye', eyes: 'Eye', eyeball: 'Eye', faceeye: 'Eye',
    uppereyelid: 'UpperEyelid', eyelidupper: 'UpperEyelid', upperlid: 'UpperEyelid', lidupper: 'UpperEyelid', eyelidtop: 'UpperEyelid',
    lidtop: 'UpperEyelid', lidt: 'UpperEyelid',
    lowereyelid: 'LowerEyelid', eyelidlower: 'LowerEyelid', lowerlid: 'LowerEyelid', lidlower: 'LowerEyelid',
    eyelidbottom: 'LowerEyelid', lidbottom: 'LowerEyelid', lidb: 'LowerEyelid',
    ear: 'Ear', ears: 'Ear', earlobe: 'Ear',
    clavicle: 'Clavicle', scapula: 'Clavicle', shoulderblade: 'Clavicle', collar: 'Clavicle', collarbone: 'Clavicle', shoulder: 'shoulder', shldr: 'UpperArm', shldrbend: 'UpperArm',
    upperarm: 'UpperArm', armupper: 'UpperArm', uparm: 'UpperArm', bicep: 'UpperArm', arm: 'arm',
    forearm: 'Forearm', lowerarm: 'Forearm', armlower: 'Forearm', lowarm: 'Forearm', forearmbend: 'Forearm', elbow: 'Forearm',
    hand: 'Hand', wrist: 'Hand',
    hip: 'hip', thigh: 'Thigh', thighbend: 'Thigh', upleg: 'Thigh', upperleg: 'Thigh', legupper: 'Thigh', leg: 'leg',
    shin: 'Shin', calf: 'Shin', lowerleg: 'Shin', leglower: 'Shin', lowleg: 'Shin', knee: 'Shin',
    foot: 'Foot', ankle: 'Foot', toe: 'Toes', toes: 'Toes', toebase: 'Toes', ball: 'Toes'
};

/** Words that say which pair of an animal's legs. */
const GIRDLES: Record<string, 'fore' | 'hind'> = { fore: 'fore', front: 'fore', hind: 'hind', back: 'hind', rear: 'hind' };

/** What these words say in front of what means a bone of a leg; a fore leg has the bones of an arm. */
const LEGS: Record<'fore' | 'hind', Partial<Record<NamedPart, NamedPart>>> = {
    fore: {
        leg: 'arm', hip: 'UpperArm', Thigh: 'UpperArm', Shin: 'Forearm', Foot: 'Hand',
        Clavicle: 'Clavicle', shoulder: 'shoulder', arm: 'arm', UpperArm: 'UpperArm', Forearm: 'Forearm', Hand: 'Hand'
    },
    hind: { leg: 'leg', hip: 'hip', Thigh: 'Thigh', Shin: 'Shin', Foot: 'Foot', Toes: 'Toes' }
};

/** Feet that no person has. */
const PAWS: Record<string, NamedPart> = { paw: 'Foot', hoof: 'Foot' };

/** Words that only say that this is a bone, of which set, or in the middle. */
const TECHNICAL = new Set([
    'armature', 'skeleton', 'mixamorig', 'rig', 'bip', 'biped', 'valve', 'cc', 'base', 'def', 'org', 'adj', 'bone', 'bones', 'joint',
    'joints', 'jnt', 'jt', 'bind', 'bn', 'c', 'sk', 'skel', 'character', 'root'
]);

/** Words of parts on both sides that are neither arms nor legs, however long they are. */
const NO_LIMBS = new Set([
    'wing', 'wings', 'feather', 'fin', 'fins', 'flipper', 'antenna', 'feeler', 'tentacle', 'horn', 'whisker', 'hair', 'braid', 'ponytail', 'skirt', 'dress',
    'cape', 'cloak', 'coat', 'robe', 'cloth', 'sleeve', 'ribbon', 'scarf', 'strap'
]);

/** Letters with which some conventions begin every name. */
const INITIALS = new Set(['b', 'j', 'm']);

const SIDES: Record<string, 'left' | 'right'> = { l: 'left', left: 'left', r: 'right', right: 'right' };

/** Words of bones that help others to move and carry no part of the body by themselves. */
const HELPERS = new Set(['twist', 'roll', 'helper', 'offset', 'ik', 'fk', 'ctrl', 'control', 'pole', 'target', 'null', 'dummy', 'grp', 'group']);

/** Cuts a name into lower-case words; numbers and what stands before the last `:` or `|` are dropped. */
export function wordsOf(name: string): string[] {
    return name
    .replace(/^.*[:|]/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '');
}

/** Whether a name is that of a twist, roll, control or other helping bone. */
export function isHelperName(name: string): boolean {
    const words = wordsOf(name);
    return words.some(word => HELPERS.has(word)) && readName(name) === null;
}

/** Whether two names are those of the same part on both sides, and one that is neither an arm nor a leg: a wing, an antenna, a skirt. */
export function isNoLimbPair(a: string, b: string): boolean {
    const [side, other] = [a, b].map(name => wordsOf(name).find(word => Object.hasOwn(SIDES, word)) ?? '');
    const [words, others] = [a, b].map(name => wordsOf(name).filter(word => !Object.hasOwn(SIDES, word)));
    return SIDES[side] !== SIDES[other] && words.join() === others.join() && words.some(word => NO_LIMBS.has(word));
}

/**
 * Words with which a third of the names or more begin, such as the name of the character: they say nothing about one bone.
 *
 * @param names - The names of all nodes of a character.
 */
export function sharedPrefixes(names: string[]): Set<string> {
    const count = new Map<string, number>();
    for (const name of names) {
        const [first] = wordsOf(name);
        if (first) count.set(first, (count.get(first) ?? 0) + 1);
    }
    return new Set([...count].filter(([word, uses]) => {
        return uses >= 3 && 3 * uses >= names.length && ![SIDES, MIDDLE, SIDED, GIRDLES].some(table => Object.hasOwn(table, word));
    }).map(([word]) => word));
}

/**
 * Reads a bone's name.
 *
 * @param prefixes - Words that may stand before it, see {@link sharedPrefixes}.
 * @returns What it says, or null.
 */
export function readName(name: string, prefixes?: ReadonlySet<string>): BoneName | null {
    let side: BoneName['side'] = null;
    let sides = 0;
    const rest: string[] = [];
    wordsOf(name).forEach((word, index) => {
        const glued = /^(left|right)(.+)$/.exec(word);
        if (Object.hasOwn(SIDES, word)) {
            side = SIDES[word];
            sides++;
        } else if (glued && (Object.hasOwn(SIDED, glued[2]) || readLeg([glued[2]], SIDES[glued[1]]))) {
            side = SIDES[glued[1]];
            sides++;
            rest.push(glued[2]);
        } else if (!TECHNICAL.has(word) && !(index === 0 && (INITIALS.has(word) || prefixes?.has(word)))) {
            rest.push(word);
        }
    });
    const key = rest.join('');
    const words = sides === 0 ? MIDDLE : sides === 1 ? SIDED : {};
    if (Object.hasOwn(words, key)) return { part: words[key], side };
    return sides > 1 ? null : readLeg(rest, side);
}

/** Two letters that say which of four legs: `FL`, `rh`. */
const CORNER = /^(?:([fhbr])([lr])|([lr])([fhb]))$/;

/** Reads the name of a bone of an animal's leg: the words of it without the technical ones, and the side if it was among them. */
function readLeg(words: readonly string[], side: BoneName['side']): BoneName | null {
    let girdle: 'fore' | 'hind' | null = null;
    const rest: string[] = [];
    for (const word of words) {
        const corner = side === null ? CORNER.exec(word) : null;
        const glued = /^(fore|front|hind|back|rear)(.*)$/.exec(word);
        if (corner) {
            girdle = (corner[1] ?? corner[4]) === 'f' ? 'fore' : 'hind';
            side = SIDES[corner[2] ?? corner[3]];
        } else if (glued) {
            girdle = GIRDLES[glued[1]];
            rest.push(glued[2]);
        } else {
            rest.push(word);
        }
    }
    const key = rest.join('');
    const table = [SIDED, PAWS].find(words => Object.hasOwn(words, key));
    const part = girdle && table && LEGS[girdle][table[key]];
    return side && part ? { part, side } : null;
}
