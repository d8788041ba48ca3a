import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of mecFootPlacer: names, types, defaults, ranges and texts.

export const mecFootPlacerAttributes = {
    adjustPelvisVertically: {
        type: 'boolean', default: false, title: 'Adjust Pelvis',
        description: 'Moves the pelvis along the up vector so that no leg is too short or too long. Meant for standing; in locomotion it may flatten the clip.'
    },
    dampPelvis: {
        type: 'boolean', default: false, title: 'Damp Pelvis',
        description: 'The pelvis moves like a critically damped spring instead of at a constant speed.'
    },
    pelvisAdjustmentSpeed: {
        type: 'number', default: 1, min: 0, title: 'Pelvis Speed',
        description: 'Speed of the pelvis in metres per second; the default is for a height of 1.75 m and scales. Damped, it does half of a change in 0.12 metres divided by this speed, 0.12 seconds at 1, and is no faster than it.'
    },
    predictSwing: {
        type: 'boolean', default: true, title: 'Predict Swing',
        description: 'A foot in the air detects obstacles ahead and lifts over them.'
    },
    posture: {
        type: 'number', default: 1, min: 0, title: 'Posture',
        description: 'How much the body adapts to climbing: on two legs the trunk leans forward by a quarter of the slope\'s angle; on four the neck keeps the direction of the gaze. 0: not at all.'
    },
    tiltBody: {
        type: 'number', default: 0, min: -1, max: 1, title: 'Tilt Body',
        description: 'How much the body tilts with the slope of the ground, as a share. 0: automatic, none on two legs and all on four.'
    },
    levelSole: {
        type: 'number', default: 0, min: 0, max: 1, title: 'Level Sole',
        description: '0: a placed foot keeps the clip\'s own pitch and roll, turned with the ground. 1: its sole is laid flat on the ground.'
    },
    maxStep: {
        type: 'number', default: 0.5, min: 0, precision: 3, title: 'Max Step',
        description: 'Largest height in metres above or below the character at which ground is used. The default is for a height of 1.75 m and scales.'
    },
    maxSlope: {
        type: 'number', default: 50, min: 0, max: 89, title: 'Max Slope',
        description: 'Steepest ground to stand on, in degrees from level (the plane across the up vector). Steeper surfaces are ignored.'
    },
    layersToIgnore: {
        type: 'string', array: true, title: 'Layers To Ignore',
        description: 'Collision groups whose bodies do not count as ground: the engine\'s names without BODYGROUP_, such as USER_1. The character\'s own bodies never count.'
    },
    feet: {
        type: 'json', array: true, title: 'Feet',
        description: 'The feet, and on four legs the hands, that are placed on the ground. Left empty, it is filled from the character.',
        schema: {
            footId: {
                type: 'string', default: '', title: 'Foot Id',
                description: 'Name of the foot in methods and events: leftFoot, rightFoot, leftHand, rightHand or any other. Empty: the role of the bone, else its name.'
            },
            footBone: { type: 'entity', nameIn: 'boneName', title: 'Foot Bone', description: 'Bone of the foot, whose joint is the ankle.' },
            boneName: {
                type: 'string', default: '', title: 'Bone Name',
                description: 'Role such as leftFoot, or name of the bone; used when Foot Bone is empty.'
            },
            bonesCount: {
                type: 'number', default: 0, min: 0, step: 1, precision: 0, title: 'Bones Count',
                description: 'Number of the leg\'s bones from the foot upwards: 3 are foot, shin and thigh. 0: all that the leg has.'
            },
            plantFoot: {
                type: 'boolean', default: true, title: 'Plant Foot',
                description: 'Keeps the foot where it first touches the ground until it leaves it.'
            },
            forwardVector: {
                type: 'vec3', default: [0, 0, 0], title: 'Forward Vector',
                description: 'Direction of the foot in the entity\'s frame, in the reference pose. Zero: measured on the foot.'
            },
            ikHintOffset: {
                type: 'vec3', default: [0, 0, 0], title: 'IK Hint Offset',
                description: 'Offset in metres, in the entity\'s frame, of the point that the knee points to: toe plus calf. Zero: the knee stays in the plane of the animation.'
            },
            upVector: {
                type: 'vec3', default: [0, 1, 0], title: 'Up Vector',
                description: 'Direction away from the ground in world space, of any length. Across the wall when climbing.'
            },
            footOffsetDist: {
                type: 'number', default: 0.5, min: 0, precision: 3, title: 'Foot Offset Dist',
                description: 'Distance in metres above the foot at which rays start. The default is for a height of 1.75 m and scales.'
            },
            footLength: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Foot Length',
                description: 'Distance in metres from the ankle to the tip of the toes. 0: measured on the skin.'
            },
            footHalfWidth: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Foot Half Width',
                description: 'Half of the foot\'s width in metres. 0: measured on the skin.'
            },
            footHeight: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Foot Height',
                description: 'Height of the ankle above the sole in metres. 0: measured on the skin.'
            },
            footRotationLimit: {
                type: 'number', default: 45, min: 0, max: 90, title: 'Rotation Limit',
                description: 'Largest angle in degrees by which the ground turns the foot away from its animation.'
            },
            transitionTime: {
                type: 'number', default: 0.2, min: 0, title: 'Transition Time',
                description: 'Seconds in which a foot blends to the ground when ground is found, and back to the animation when it is lost.'
            },
            extraRayDistanceCheck: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Extra Ray',
                description: 'How far below the sole ground is still found, in metres. 0: set automatically, whatever the next field says.'
            },
            setExtraRayDistanceCheckAutomatically: {
                type: 'boolean', default: false, title: 'Extra Ray Auto',
                description: 'The extra distance is the largest one while the foot is near its ground in the animation, and the smallest one else.'
            },
            footDistanceFromGroundThreshold: {
                type: 'number', default: 0.1, min: 0, precision: 3, title: 'Ground Threshold',
                description: 'Distance in metres of the foot from the character\'s position along the up vector below which it is near its ground. The default is for a height of 1.75 m and scales.'
            },
            extraRayDistanceCheckMin: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Extra Ray Min',
                description: 'Extra distance in metres of a foot that is away from its ground, when it is set automatically.'
            },
            extraRayDistanceCheckMax: {
                type: 'number', default: 2, min: 0, precision: 3, title: 'Extra Ray Max',
                description: 'Extra distance in metres of a foot that is near its ground, when it is set automatically. The default is for a height of 1.75 m and scales.'
            },
            disablePlantFromDistance: {
                type: 'number', default: 0.3, min: 0, precision: 3, title: 'Unplant Distance',
                description: 'Distance in metres between the animated foot and the planted one at which it is let go. The default is for a height of 1.75 m and scales.'
            },
            disablePlantFromAngle: {
                type: 'number', default: 60, min: 0, max: 180, title: 'Unplant Angle',
                description: 'Angle in degrees between the headings of the animated foot and the planted one at which it is let go.'
            },
            drawDebugRay: {
                type: 'boolean', default: false, title: 'Draw Debug',
                description: 'Draws the rays that meet ground: foot red, toe blue, heel green.'
            }
        }
    },
    pelvisBone: {
        type: 'entity', nameIn: 'pelvisBoneName', title: 'Pelvis Bone',
        description: 'Bone that moves; an ancestor of all feet. Empty: the hips of the character.'
    },
    pelvisBoneName: {
        type: 'string', default: '', title: 'Pelvis Bone Name',
        description: 'Role such as hips, or a node\'s name. Used while Pelvis Bone is empty or belongs to another model.'
    },
    maxLegLength: {
        type: 'number', default: 0, min: 0, precision: 3, title: 'Max Leg Length',
        description: 'Largest distance in metres between thigh and foot that the pelvis allows. 0: the length of the leg less Soft Reach, or what the clip itself has.'
    },
    minLegLength: {
        type: 'number', default: 0, min: 0, precision: 3, title: 'Min Leg Length',
        description: 'Smallest distance in metres between thigh and foot that the pelvis allows. 0: half of the leg\'s length.'
    },
    softReach: {
        type: 'number', default: 0.03, min: 0, precision: 3, title: 'Soft Reach',
        description: 'Share of the leg\'s length over which it eases to full extension, so that knees do not pop. A leg that is straighter in the clip is not bent.'
    }
} as const satisfies AttributeTable;

export type MecFootPlacerAttributes = AttributesOf<typeof mecFootPlacerAttributes>;

export type FootRow = MecFootPlacerAttributes['feet'][number];
