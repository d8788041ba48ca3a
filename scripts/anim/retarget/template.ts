import type { Role } from '../../rig/roles';

// The generic skeleton through which motion goes from one character to another: one for two legs, one for four.
//
// It is a list of limbs with the directions that their parts have in the template's pose, in the frame of the character: x to its left, y up, z ahead. On two legs
// that is the T-pose with palms down. Animals are built too differently for one pose: each stands as it stands in its reference pose.
// Going through a neutral skeleton makes pairs of characters unnecessary (Monzani, Baerlocher, Boulic and Thalmann, Using an intermediate
// skeleton and inverse kinematics for motion retargeting, 2000).

/** A leg or an arm of the template. Roles of the left side stand for both. */
export interface TemplateLimb {
    /** The bones from the trunk outwards, the foot or hand last. */
    readonly roles: readonly Role[];
    /** Direction of all but the last in the template's pose: left, up, ahead; null: that of the reference pose. */
    readonly direction: readonly [left: number, up: number, ahead: number] | null;
    /** Whether it stands on the ground. */
    readonly isLeg: boolean;
}

/** A generic skeleton. Parts of limbs are brought to one direction; pelvis, trunk, neck, head and tail keep their turn against the reference pose. */
export interface Template {
    readonly limbs: readonly TemplateLimb[];
}

const HIND: readonly Role[] = ['leftThigh', 'leftShin', 'leftMetatarsus', 'leftFoot'];
const FORE: readonly Role[] = ['leftUpperArm', 'leftForearm', 'leftMetacarpus', 'leftHand'];

/** A person in T-pose. */
export const TWO_LEGS: Template = {
    limbs: [
        { roles: HIND, direction: [0, -1, 0], isLeg: true },
        { roles: FORE, direction: [1, 0, 0], isLeg: false }
    ]
};

/** An animal that stands on four legs. */
export const FOUR_LEGS: Template = {
    limbs: [
        { roles: HIND, direction: null, isLeg: true },
        { roles: ['leftClavicle', ...FORE], direction: null, isLeg: true }
    ]
};

/** The same role on the other side. */
export function onRight(role: Role): Role {
    return role.replace(/^left/, 'right') as Role;
}

/** The limbs of both sides. */
export function bothSides({ limbs }: Template): TemplateLimb[] {
    return limbs.flatMap(({ roles, direction, isLeg }) => [
        { roles, direction, isLeg },
        { roles: roles.map(onRight), direction: direction && [-direction[0], direction[1], direction[2]] as const, isLeg }
    ]);
}
