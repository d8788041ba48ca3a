import type { Role } from '../../rig/roles';

// The generic skeleton through which motion goes from one character to another: one for two legs, one for four.
//
// It is a list of the parts of a body with the direction that each has in the template's pose, in the frame of the character: x to its left, y up, z ahead. On two
// legs that is the T-pose, palms down; on four a dog that stands. Going through a neutral skeleton makes pairs of characters unnecessary
// (Monzani, Baerlocher, Boulic and Thalmann, Using an intermediate skeleton and inverse kinematics for motion retargeting, 2000).

/** A part of the template. Roles of the left side stand for both. */
export interface TemplatePart {
    readonly role: Role;
    /** Roles at whose joint the part ends, the first that the character has. */
    readonly ends: readonly Role[];
    /** Its direction in the template's pose: left, up, ahead; unit length. */
    readonly direction: readonly [number, number, number];
}

/** A generic skeleton. Parts that it does not list keep their turn against the reference pose: pelvis, trunk, neck, head, tail. */
export interface Template {
    readonly parts: readonly TemplatePart[];
    /** Legs by the roles of their bones, from the trunk down: those of the left side. */
    readonly legs: readonly (readonly Role[])[];
    /** Arms likewise. */
    readonly arms: readonly (readonly Role[])[];
}

const HIND: readonly Role[] = ['leftThigh', 'leftShin', 'leftMetatarsus', 'leftFoot'];
const FORE: readonly Role[] = ['leftUpperArm', 'leftForearm', 'leftMetacarpus', 'leftHand'];

/** A person in T-pose. */
export const TWO_LEGS: Template = {
    parts: [
        { role: 'leftUpperArm', ends: ['leftForearm', 'leftHand'], direction: [1, 0, 0] },
        { role: 'leftForearm', ends: ['leftHand'], direction: [1, 0, 0] },
        { role: 'leftThigh', ends: ['leftShin', 'leftFoot'], direction: [0, -1, 0] },
        { role: 'leftShin', ends: ['leftMetatarsus', 'leftFoot'], direction: [0, -1, 0] },
        { role: 'leftMetatarsus', ends: ['leftFoot'], direction: [0, -1, 0] }
    ],
    legs: [HIND],
    arms: [FORE]
};

/** A dog that stands. */
export const FOUR_LEGS: Template = {
    parts: [
        { role: 'leftThigh', ends: ['leftShin', 'leftFoot'], direction: [0, -0.9, 0.436] },
        { role: 'leftShin', ends: ['leftMetatarsus', 'leftFoot'], direction: [0, -0.8, -0.6] },
        { role: 'leftMetatarsus', ends: ['leftFoot'], direction: [0, -1, 0] },
        { role: 'leftClavicle', ends: ['leftUpperArm'], direction: [0, -0.8, 0.6] },
        { role: 'leftUpperArm', ends: ['leftForearm', 'leftHand'], direction: [0, -0.9, -0.436] },
        { role: 'leftForearm', ends: ['leftMetacarpus', 'leftHand'], direction: [0, -1, 0] },
        { role: 'leftMetacarpus', ends: ['leftHand'], direction: [0, -1, 0] }
    ],
    legs: [HIND, FORE],
    arms: []
};

/** The same role on the other side. */
export function onRight(role: Role): Role {
    return role.replace(/^left/, 'right') as Role;
}
