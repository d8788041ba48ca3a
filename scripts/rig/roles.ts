// The words that the pack has for bones. They are public: a `boneName` may be one of them.
//
// An animal's fore leg is an arm: shoulder blade, upper arm, forearm and hand are `leftClavicle`, `leftUpperArm`, `leftForearm` and
// `leftHand`. The foot and the hand are the bones that rest on the ground, paw or hoof; the bone above them, where the leg has one
// more than a person's, is the metatarsus (it begins at the hock) and the metacarpus.

/** Parts of the body that a character has twice. */
export const SIDED = [
    'Eye', 'UpperEyelid', 'LowerEyelid', 'Ear', 'Wing', 'Fin', 'Clavicle', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand', 'Thigh', 'Shin', 'Metatarsus',
    'Foot', 'Toes'
] as const;

/** Parts of a leg, from the trunk outwards. */
export const LEG_PARTS = ['Thigh', 'Shin', 'Metatarsus', 'Foot', 'Toes'] as const;

/** Parts of an arm, from the trunk outwards. */
export const ARM_PARTS = ['Clavicle', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand'] as const;

type Side = 'left' | 'right';

/**
 * A part of the body that a character has twice. Ears, wings and fins are counted outwards; the bones of what has more than four legs are
 * counted by the leg, from the front: the second left foot is `leftFoot1`.
 */
export type SidedRole = `${Side}${typeof SIDED[number]}` | `${Side}${'Ear' | 'Wing' | 'Fin' | typeof LEG_PARTS[number]}${number}`;

/** The part of the body that a bone moves. The spine is counted from the hips up, the neck from the chest up, the tail outwards. */
export type Role = 'hips' | 'spine' | `spine${number}` | 'neck' | `neck${number}` | 'head' | 'jaw' | 'tail' | `tail${number}` | SidedRole;

/** Bones by their roles. */
export type Bones = Map<Role, number>;
