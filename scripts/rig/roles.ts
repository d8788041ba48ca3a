// The words that the pack has for bones. They are public: a `boneName` may be one of them.
//
// An animal's fore leg is an arm: shoulder blade, upper arm, forearm and hand are `leftClavicle`, `leftUpperArm`, `leftForearm` and
// `leftHand`. The foot and the hand are the bones that rest on the ground, paw or hoof; the bone above them, where the leg has one
// more than a person's, is the metatarsus (it begins at the hock) and the metacarpus.

/** Parts of the body that a character has twice. */
export const SIDED = [
    'Eye', 'UpperEyelid', 'LowerEyelid', 'Ear', 'Clavicle', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand', 'Thigh', 'Shin', 'Metatarsus', 'Foot', 'Toes'
] as const;

/** A part of the body that a character has twice. */
export type SidedRole = `${'left' | 'right'}${typeof SIDED[number]}` | `${'left' | 'right'}Ear${number}`;

/** The part of the body that a bone moves. The spine is counted from the hips up, the neck from the chest up, tail and ears outwards. */
export type Role = 'hips' | 'spine' | `spine${number}` | 'neck' | `neck${number}` | 'head' | 'jaw' | 'tail' | `tail${number}` | SidedRole;

/** Parts of a leg and of an arm, from the trunk outwards. */
export const LEG_PARTS = ['Thigh', 'Shin', 'Metatarsus', 'Foot', 'Toes'] as const;
export const ARM_PARTS = ['Clavicle', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand'] as const;
