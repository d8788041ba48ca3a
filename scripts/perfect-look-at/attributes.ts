import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of perfectLookAt: names, types, defaults, ranges and texts.

const AXES = [{ Auto: 'auto' }, { X: 'x' }, { Y: 'y' }, { Z: 'z' }, { '-X': '-x' }, { '-Y': '-y' }, { '-Z': '-z' }] as const;

export const perfectLookAtAttributes = {
    targetObject: {
        type: 'entity', title: 'Target Object',
        description: 'Entity that the character looks at. Without one the animation is left alone.'
    },
    targets: {
        type: 'json', array: true, title: 'Targets',
        description: 'Entities to look at in turn while Target Object is empty.',
        schema: {
            target: { type: 'entity', title: 'Target', description: 'Entity to look at.' },
            priority: { type: 'number', default: 1, min: 0, title: 'Priority', description: 'How interesting it is against the others. 0: never looked at.' },
            radius: { type: 'number', default: 10, min: 0, title: 'Radius', description: 'Distance in metres beyond which it is not looked at. The default is for a height of 1.75 m and scales.' },
            minDwell: { type: 'number', default: 1, min: 0, title: 'Min Dwell', description: 'Shortest look at it, in seconds.' },
            maxDwell: { type: 'number', default: 4, min: 0, title: 'Max Dwell', description: 'Longest look at it in seconds, if there is something else to look at.' }
        }
    },
    weight: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Weight',
        description: 'How much of the look is shown. 0: the animation alone; 1: the whole look.'
    },
    lookAtBlendSpeed: {
        type: 'number', default: 5, min: 0, title: 'Blend Speed',
        description: 'How fast the gaze follows the target, per second. At 5, half of the angle is done in 0.14 seconds (0.69 / speed). 0: the gaze holds still.'
    },
    maxTurnSpeed: {
        type: 'number', default: 360, min: 0, title: 'Max Turn Speed',
        description: 'Largest speed of the gaze in degrees per second. 0: none.'
    },
    softLimit: {
        type: 'number', default: 0.85, min: 0, max: 1, title: 'Soft Limit',
        description: 'Share of its limit at which a bone begins to slow down and leaves more to the next one. 1: it stops hard at the limit.'
    },
    giveUpAngle: {
        type: 'number', default: 150, min: 15, max: 180, title: 'Give Up Angle',
        description: 'Angle in degrees from the body\'s forward beyond which the character gives up and looks ahead again; above and below it gives up at two thirds of it. It looks back once the target is 15 degrees inside. 180: never gives up.'
    },
    giveUpTime: {
        type: 'number', default: 0.6, min: 0, title: 'Give Up Time',
        description: 'Seconds in which the look fades out when the character gives up.'
    },
    eyeOffset: {
        type: 'vec3', default: [0, 0, 0], title: 'Eye Offset',
        description: 'Where the gaze starts, in the first bone\'s own space and units. Zero: at the eyes, without eyes measured on the face.'
    },
    convergeEyes: {
        type: 'boolean', default: true, title: 'Converge Eyes',
        description: 'Each eye aims its own ray at the target. Off: the linked eye copies the turn of the other.'
    },
    stabilization: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Stabilization',
        description: 'How much of the animation\'s head motion is taken out of the gaze. 1: the gaze stays on the target; 0: it bobs with the animation.'
    },
    lookAtBones: {
        type: 'json', array: true, title: 'Look At Bones',
        description: 'Chain of bones from the eye or head towards the pelvis. Empty: filled from the character.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone that turns. Each row must be an ancestor of the row before.' },
            boneName: {
                type: 'string', default: '', title: 'Bone Name',
                description: 'Role such as head or spine1, or a node\'s name. Used while Bone is empty or belongs to another model.'
            },
            rotationLimit: {
                type: 'number', default: 90, min: 0, max: 180, title: 'Rotation Limit',
                description: 'Largest turn against the parent in degrees, from the reference pose; with axes set by hand, the angle between them. The next bone turns what is left.'
            },
            limitUp: {
                type: 'number', default: 0, min: 0, max: 180, title: 'Limit Up',
                description: 'Largest turn up in degrees; the limits to the sides, up and down form an ellipse. 0: the same as Rotation Limit.'
            },
            limitDown: {
                type: 'number', default: 0, min: 0, max: 180, title: 'Limit Down',
                description: 'Largest turn down in degrees. 0: the same as Rotation Limit.'
            },
            limitTwist: {
                type: 'number', default: 0, min: 0, max: 180, title: 'Limit Twist',
                description: 'Largest twist about the forward axis in degrees. 0: the same as Rotation Limit.'
            },
            rotateAroundUpVectorWeight: {
                type: 'number', default: 0, min: 0, max: 1, title: 'Up Vector Weight',
                description: 'How much the bone keeps to turning about the up vector. 0: it turns about any axis; 1: about the up vector only. Raise it towards the pelvis to keep the trunk upright.'
            },
            forwardAxis: {
                type: 'string', default: 'auto', enum: AXES, title: 'Forward Axis',
                description: 'Axis of the bone that points forward. Auto: the character\'s forward in the reference pose.'
            },
            parentBoneForwardAxis: {
                type: 'string', default: 'auto', enum: AXES, title: 'Parent Forward',
                description: 'Axis of the bone\'s parent that points forward. Auto: the character\'s forward in the reference pose.'
            },
            resetToDefaultRotation: {
                type: 'boolean', default: false, title: 'Reset Rotation',
                description: 'Starts from the reference pose instead of the animation. For bones that no clip moves.'
            },
            linkedBones: {
                type: 'entity', array: true, nameIn: 'linkedBoneNames', title: 'Linked Bones',
                description: 'Bones that take the same turn, such as the other eye.'
            },
            linkedBoneNames: {
                type: 'string', array: true, title: 'Linked Names',
                description: 'Roles or names of these bones. Each is used while the one at its place in Linked Bones is empty or belongs to another model.'
            },
            linkedBonesReset: {
                type: 'boolean', array: true, title: 'Linked Resets',
                description: 'One switch for each linked bone, in the same order: start from the reference pose instead of the animation. Missing entries follow the next field.'
            },
            linkedBonesResetToDefaultRotation: {
                type: 'boolean', default: false, title: 'Reset Linked',
                description: 'Starts all linked bones from the reference pose instead of the animation.'
            }
        }
    },
    legStabilizers: {
        type: 'json', array: true, title: 'Leg Stabilizers',
        description: 'Legs whose feet stay where the animation has them. Empty: filled from the character when the chain turns a bone above the legs.',
        schema: {
            footBone: { type: 'entity', nameIn: 'boneName', title: 'Foot Bone', description: 'Foot, the end of the leg.' },
            boneName: {
                type: 'string', default: '', title: 'Bone Name',
                description: 'Role such as leftFoot, or a node\'s name. Used while Foot Bone is empty.'
            },
            ikWeight: {
                type: 'number', default: 1, min: 0, max: 1, title: 'IK Weight',
                description: '1: the foot stays where the animation has it; 0: it moves with the body; between: a blend of the two.'
            },
            bonesCount: {
                type: 'number', default: 0, min: 0, step: 1, precision: 0, title: 'Bones Count',
                description: 'How many bones the leg has, counted up from the foot: 3 for foot, shin and thigh. 0: all of them.'
            }
        }
    },
    legStabilizerMinDistanceToStartSolving: {
        type: 'number', default: 0, min: 0, precision: 3, title: 'Leg Min Distance',
        description: 'A leg is stabilized once the look has moved its foot by this distance in metres; the correction fades in from there. 0: always.'
    },
    legStabilizerMaxIterations: {
        type: 'number', default: 20, min: 1, step: 1, precision: 0, title: 'Leg Iterations',
        description: 'Largest number of iterations of the IK solver for legs of more than three bones. Use 30 for more than four joints.'
    },
    upVector: {
        type: 'vec3', default: [0, 1, 0], title: 'Up Vector',
        description: 'Yaw axis of the character in world space, of any length. Turn it on walls and planets.'
    },
    drawDebugLookAt: {
        type: 'boolean', default: false, title: 'Draw Debug',
        description: 'Draws the target vector of each bone in red and its forward vector in green.'
    }
} as const satisfies AttributeTable;

/** The properties that the script has because of its table. */
export type PerfectLookAtAttributes = AttributesOf<typeof perfectLookAtAttributes>;

/** A row of `lookAtBones`. */
export type LookAtBoneRow = PerfectLookAtAttributes['lookAtBones'][number];

/** A row of `legStabilizers`. */
export type LegStabilizerRow = PerfectLookAtAttributes['legStabilizers'][number];

/** A row of `targets`. */
export type TargetRow = PerfectLookAtAttributes['targets'][number];
