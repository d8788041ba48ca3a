import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of perfectLookAt: names, types, defaults, ranges and texts.

const AXES = [{ auto: 'auto' }, { x: 'x' }, { y: 'y' }, { z: 'z' }, { '-x': '-x' }, { '-y': '-y' }, { '-z': '-z' }] as const;

export const perfectLookAtAttributes = {
    targetObject: {
        type: 'entity', title: 'Target Object',
        description: 'Entity that the character looks at. Without one the animation is left alone.'
    },
    upVector: {
        type: 'vec3', default: [0, 1, 0], title: 'Up Vector',
        description: 'Yaw axis of the character in world space, of any length. Turn it on walls and planets.'
    },
    weight: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Weight',
        description: 'Share of the look in the shown pose: 0 is the animation, 1 the whole look.'
    },
    lookAtBlendSpeed: {
        type: 'number', default: 5, min: 0, max: 50, title: 'Look At Blend Speed',
        description: 'How fast the gaze follows the target, per second: the share 1 - exp(-speed * time) of the angle is done after a time. 0 holds the gaze.'
    },
    legStabilizerMinDistanceToStartSolving: {
        type: 'number', default: 0, min: 0, max: 0.5, precision: 3, title: 'Leg Stabilizer Min Distance To Start Solving',
        description: 'Distance in metres that the look must move a foot before its leg is stabilized; the correction is then ramped in. 0: always.'
    },
    legStabilizerMaxIterations: {
        type: 'number', default: 20, min: 1, max: 100, step: 1, precision: 0, title: 'Leg Stabilizer Max Iterations',
        description: 'Largest number of iterations for legs of more than three bones. 30 is a good value beyond four joints.'
    },
    eyeOffset: {
        type: 'vec3', default: [0, 0, 0], title: 'Eye Offset',
        description: 'Start of the gaze in the first bone\'s own frame, in that bone\'s units. Zero: the eyes of the character, else measured on its face.'
    },
    maxTurnSpeed: {
        type: 'number', default: 360, min: 0, max: 1000, title: 'Max Turn Speed',
        description: 'Largest speed of the gaze in degrees per second. 0: none.'
    },
    softLimit: {
        type: 'number', default: 0.85, min: 0, max: 1, title: 'Soft Limit',
        description: 'Share of a limit from which a bone slows down, and leaves more to the next one. 1: it stops hard.'
    },
    giveUpAngle: {
        type: 'number', default: 150, min: 15, max: 180, title: 'Give Up Angle',
        description: 'Angle between the target and the body\'s forward in degrees beyond which the look fades out; 15 degrees nearer it comes back. 180: never.'
    },
    giveUpTime: {
        type: 'number', default: 0.6, min: 0, max: 5, title: 'Give Up Time',
        description: 'Time in seconds in which the look fades out then.'
    },
    convergeEyes: {
        type: 'boolean', default: true, title: 'Converge Eyes',
        description: 'Each eye aims its own ray at the target. Off: the linked eye copies the turn of the other.'
    },
    stabilization: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Stabilization',
        description: '1: the gaze is exact while the animation moves the head; 0: the look keeps all of the animation\'s motion on top; between: that share is taken out.'
    },
    targets: {
        type: 'json', array: true, title: 'Targets',
        description: 'Things to look around among while there is no Target Object.',
        schema: {
            target: { type: 'entity', description: 'Entity to look at.' },
            priority: { type: 'number', default: 1, min: 0, max: 10, description: 'How important it is. 0: it is not looked at.' },
            radius: { type: 'number', default: 10, min: 0, max: 100, description: 'Distance at which there is no interest left, in metres; 10 grows with the height of the character.' },
            minDwell: { type: 'number', default: 1, min: 0, max: 30, description: 'Shortest time of a look in seconds.' },
            maxDwell: { type: 'number', default: 4, min: 0, max: 60, description: 'Longest time of a look in seconds, while there is something else.' }
        }
    },
    drawDebugLookAt: {
        type: 'boolean', default: false, title: 'Draw Debug Look At',
        description: 'Draws the target vector of each bone in red and its forward vector in green.'
    },
    lookAtBones: {
        type: 'json', array: true, title: 'Look At Bones',
        description: 'Chain of bones from the eye or head towards the pelvis. Empty: filled from the character.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', description: 'Bone that turns. Each further bone is an ancestor of the one before.' },
            boneName: {
                type: 'string', default: '',
                description: 'Role such as head or spine1, or a node\'s name. Used while Bone is empty or belongs to another model.'
            },
            rotationLimit: {
                type: 'number', default: 90, min: 0, max: 180,
                description: 'Largest turn against the parent in degrees, measured from the reference pose; with axes given, the angle between them. What is beyond goes to the next bone.'
            },
            limitUp: {
                type: 'number', default: 0, min: 0, max: 180,
                description: 'Largest turn up in degrees; with the others it makes an ellipse. 0: as Rotation Limit.'
            },
            limitDown: {
                type: 'number', default: 0, min: 0, max: 180,
                description: 'Largest turn down in degrees. 0: as Rotation Limit.'
            },
            limitTwist: {
                type: 'number', default: 0, min: 0, max: 180,
                description: 'Largest twist about the forward axis in degrees. 0: as Rotation Limit.'
            },
            rotateAroundUpVectorWeight: {
                type: 'number', default: 0, min: 0, max: 1,
                description: '1: the bone turns about the up vector alone; 0: about any axis; between: about an axis between the two.'
            },
            forwardAxis: {
                type: 'string', default: 'auto', enum: AXES,
                description: 'Axis of the bone that points forward. auto: the character\'s forward in the reference pose.'
            },
            parentBoneForwardAxis: {
                type: 'string', default: 'auto', enum: AXES,
                description: 'Axis of the bone\'s parent that points forward. auto: the character\'s forward in the reference pose.'
            },
            resetToDefaultRotation: {
                type: 'boolean', default: false,
                description: 'Starts from the reference pose in place of the animation. For bones that the clips leave in a wrong pose.'
            },
            linkedBones: {
                type: 'entity', array: true, nameIn: 'linkedBoneNames',
                description: 'Bones that take the same turn, such as the other eye.'
            },
            linkedBoneNames: {
                type: 'string', array: true,
                description: 'Roles or names of these bones. Each is used while the one at its place in Linked Bones is empty or belongs to another model.'
            },
            linkedBonesReset: {
                type: 'boolean', array: true,
                description: 'For each of the linked bones by its place: whether it starts from the reference pose in place of the animation. A place that is not there: as the next field says.'
            },
            linkedBonesResetToDefaultRotation: {
                type: 'boolean', default: false,
                description: 'Starts the linked bones from the reference pose in place of the animation.'
            }
        }
    },
    legStabilizers: {
        type: 'json', array: true, title: 'Leg Stabilizers',
        description: 'Legs whose feet stay where the animation has them. Empty: filled from the character when a parent of the legs is in the chain.',
        schema: {
            footBone: { type: 'entity', nameIn: 'boneName', description: 'Foot, the end of the leg.' },
            boneName: {
                type: 'string', default: '',
                description: 'Role such as leftFoot, or a node\'s name. Used while Foot Bone is empty.'
            },
            ikWeight: {
                type: 'number', default: 1, min: 0, max: 1,
                description: '1: the foot stays where the animation has it; 0: it moves with the body; between: a blend of the two.'
            },
            bonesCount: {
                type: 'number', default: 0, min: 0, max: 12, step: 1, precision: 0,
                description: 'Number of bones of the leg counted upwards, the foot included. 0: all that the leg has.'
            }
        }
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
