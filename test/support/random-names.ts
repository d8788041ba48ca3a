import type { Entity } from 'playcanvas';

// Names for bodies at random: five conventions, another language, names that mean something else, half of them, none.

/** What a bone is, as names tell it. */
export type Part = 'hips' | 'spine' | 'neck' | 'head' | 'clavicle' | 'upperArm' | 'forearm' | 'hand' | 'finger' | 'thigh' | 'shin' | 'hock' | 'foot' | 'toes' | 'tail' | 'wing' |
    'foreClavicle' | 'foreThigh' | 'foreShin' | 'foreFoot' | 'hindThigh' | 'hindShin' | 'hindHock' | 'hindFoot' | `leg${0 | 1 | 2}${'a' | 'b' | 'c'}`;

type Vocabulary = { readonly sides: readonly [string, string]; name(part: Part, count: number): string };

/** Words for parts; those of an animal's legs that are not there are those of a person's limbs. */
type Words = Partial<Record<Part, string>>;

const PERSON_FOR: Partial<Record<Part, Part>> = {
    foreClavicle: 'clavicle', foreThigh: 'upperArm', foreShin: 'forearm', foreFoot: 'hand', hindThigh: 'thigh', hindShin: 'shin', hindHock: 'hock', hindFoot: 'foot'
};

const wordOf = (words: Words, part: Part): string => {
    const row = /^leg(\d)(\w)$/.exec(part);
    return words[part] ?? (row ? `Leg_%_${['Front', 'Middle', 'Back'][Number(row[1])]}${' abc'.indexOf(row[2])}` : words[PERSON_FOR[part]!] ?? part);
};

const numbered = (count: number, first: string) => (count === 0 ? first : String(count));

const MIXAMO: Words = {
    hips: 'Hips', spine: 'Spine', neck: 'Neck', head: 'Head', clavicle: '%Shoulder', upperArm: '%Arm', forearm: '%ForeArm', hand: '%Hand', finger: '%HandIndex', thigh: '%UpLeg', shin: '%Leg',
    hock: '%Hock', foot: '%Foot', toes: '%ToeBase', tail: 'Tail', wing: '%Wing'
};
const UNREAL: Words = {
    hips: 'pelvis', spine: 'spine', neck: 'neck', head: 'head', clavicle: 'clavicle_%', upperArm: 'upperarm_%', forearm: 'lowerarm_%', hand: 'hand_%', finger: 'index_%', thigh: 'thigh_%', shin: 'calf_%',
    hock: 'hock_%', foot: 'foot_%', toes: 'ball_%', tail: 'tail', wing: 'wing_%'
};
const BLENDER: Words = {
    hips: 'Hips', spine: 'Torso', neck: 'Neck', head: 'Head', clavicle: 'Shoulder.%', upperArm: 'UpperArm.%', forearm: 'LowerArm.%', hand: 'Palm.%', finger: 'Finger.%', thigh: 'UpperLeg.%',
    shin: 'LowerLeg.%', hock: 'Hock.%', foot: 'Foot.%', toes: 'Toes.%', tail: 'Tail', wing: 'Wing.%', foreClavicle: 'FrontShoulder.%', foreThigh: 'FrontUpperLeg.%', foreShin: 'FrontLowerLeg.%',
    foreFoot: 'FrontFoot.%', hindThigh: 'BackUpperLeg.%', hindShin: 'BackLowerLeg.%', hindHock: 'BackHock.%', hindFoot: 'BackFoot.%'
};
const BIPED: Words = {
    hips: 'Bip01 Pelvis', spine: 'Bip01 Spine', neck: 'Bip01 Neck', head: 'Bip01 Head', clavicle: 'Bip01 % Clavicle', upperArm: 'Bip01 % UpperArm', forearm: 'Bip01 % Forearm', hand: 'Bip01 % Hand',
    finger: 'Bip01 % Finger', thigh: 'Bip01 % Thigh', shin: 'Bip01 % Calf', hock: 'Bip01 % HorseLink', foot: 'Bip01 % Foot', toes: 'Bip01 % Toe0', tail: 'Bip01 Tail', wing: 'Bip01 % Wing'
};
const MAYA: Words = {
    hips: 'C_hips_JNT', spine: 'C_chest_JNT', neck: 'C_neck_JNT', head: 'C_head_JNT', clavicle: '%_collar_JNT', upperArm: '%_armUpper_JNT', forearm: '%_armLower_JNT', hand: '%_wrist_JNT',
    finger: '%_thumb_JNT', thigh: '%_legUpper_JNT', shin: '%_legLower_JNT', hock: '%_hock_JNT', foot: '%_ankle_JNT', toes: '%_toe_JNT', tail: 'C_tail_JNT', wing: '%_wing_JNT',
    foreClavicle: '%_frontShoulder_JNT', foreThigh: '%_frontLegUpper_JNT', foreShin: '%_frontLegLower_JNT', foreFoot: '%_frontPaw_JNT',
    hindThigh: '%_hindLegUpper_JNT', hindShin: '%_hindLegLower_JNT', hindHock: '%_hindHock_JNT', hindFoot: '%_hindPaw_JNT'
};
const GERMAN: Words = {
    hips: 'Becken', spine: 'Wirbelsaeule', neck: 'Hals', head: 'Kopf', clavicle: 'Schluesselbein_%', upperArm: 'Oberarm_%', forearm: 'Unterarm_%', hand: 'Hand_%', finger: 'Finger_%', thigh: 'Oberschenkel_%',
    shin: 'Unterschenkel_%', hock: 'Mittelfuss_%', foot: 'Fuss_%', toes: 'Zehen_%', tail: 'Schwanz', wing: 'Fluegel_%'
};

const vocabulary = (words: Words, sides: readonly [string, string], separator: string): Vocabulary => ({
    sides, name: (part, count) => `${wordOf(words, part)}${separator === '' && count === 0 ? '' : `${separator}${numbered(count, '0')}`}`
});

const VOCABULARIES = {
    mixamo: vocabulary(MIXAMO, ['Left', 'Right'], ''), unreal: vocabulary(UNREAL, ['l', 'r'], ''), blender: vocabulary(BLENDER, ['L', 'R'], ''),
    biped: vocabulary(BIPED, ['L', 'R'], ''), maya: vocabulary(MAYA, ['L', 'R'], '')
};
const FOREIGN = vocabulary(GERMAN, ['L', 'R'], '');

/** How the bones of a body are called. */
export const NAMINGS = [...Object.keys(VOCABULARIES) as (keyof typeof VOCABULARIES)[], 'foreign', 'half missing', 'shuffled', 'none'] as const;

export type Naming = typeof NAMINGS[number];

/** Whether the names of bones tell what they are. */
export const tellsParts = (naming: Naming) => naming !== 'shuffled' && naming !== 'none';

/** Names the nodes of each bone, the left one first. */
export function nameBodies(bones: readonly { readonly part?: Part }[], nodes: readonly (readonly Entity[])[], naming: Naming, random: () => number): void {
    const all = Object.values(VOCABULARIES);
    const { sides, name } = naming === 'foreign' ? FOREIGN : naming in VOCABULARIES ? VOCABULARIES[naming as keyof typeof VOCABULARIES] : all[Math.floor(random() * all.length)];
    const counts = new Map<Part, number>();
    let index = 0;
    const nameless = () => `node_${index++}`;
    const named: [Entity, string][] = bones.flatMap(({ part }, i) => {
        const count = part ? counts.get(part) ?? 0 : 0;
        if (part) counts.set(part, count + 1);
        return nodes[i].map((node, side): [Entity, string] => [node, part && naming !== 'none' ? name(part, count).replace('%', sides[side]) : nameless()]);
    });
    if (naming === 'half missing') named.forEach((one) => { if (random() < 0.5) one[1] = nameless(); });
    if (naming === 'shuffled') {
        for (let i = named.length - 1; i > 0; i--) {
            const other = Math.floor(random() * (i + 1));
            [named[i][1], named[other][1]] = [named[other][1], named[i][1]];
        }
    }
    for (const [node, text] of named) node.name = text;
}
