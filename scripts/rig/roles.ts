// The words that the pack has for bones. They are public: a `boneName` may be one of them.

/** Parts of the body that a character has twice. */
export const SIDED = ['Eye', 'UpperEyelid', 'LowerEyelid', 'Clavicle', 'UpperArm', 'Forearm', 'Hand', 'Thigh', 'Shin', 'Foot', 'Toes'] as const;

/** A part of the body that a character has twice. */
export type SidedRole = `${'left' | 'right'}${typeof SIDED[number]}`;

/** The part of the body that a bone moves. The spine is counted from the hips up, the neck from the chest up. */
export type Role = 'hips' | 'spine' | `spine${number}` | 'neck' | `neck${number}` | 'head' | 'jaw' | SidedRole;

/** Parts of a leg and of an arm, from the trunk outwards. */
export const LEG_PARTS = ['Thigh', 'Shin', 'Foot', 'Toes'] as const;
export const ARM_PARTS = ['Clavicle', 'UpperArm', 'Forearm', 'Hand'] as const;
