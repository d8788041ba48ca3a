import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of handPlacer: names, types, defaults, ranges and texts.

export const handPlacerAttributes = {
    hands: {
        type: 'json', array: true, title: 'Hands',
        description: 'One row for each hand. Empty: filled from the character.',
        schema: {
            hand: {
                type: 'string', default: 'right', enum: [{ Left: 'left' }, { Right: 'right' }], title: 'Hand',
                description: 'Which hand it is.'
            },
            handName: {
                type: 'string', default: '', title: 'Hand Name',
                description: 'Role or name of the bone, for a hand that is not found. Empty: the one that was found.'
            },
            target: { type: 'entity', title: 'Target', description: 'Entity to which the palm goes. Empty: the hand is left to the animation.' },
            prop: {
                type: 'entity', title: 'Prop',
                description: 'Entity that the hand holds: by its child gripRight or gripLeft, else as it is in the hand. It follows the hand; a second hand with the same prop follows that.'
            },
            grip: { type: 'number', default: 1, min: 0, max: 1, title: 'Grip', description: 'How far the fingers close around the prop, or lie on what the hand touches. 0: as the clip has them; 1: each until it touches.' },
            offset: {
                type: 'vec3', default: [0, 0, 0], title: 'Offset',
                description: 'Place of the palm in the target\'s own space and units.'
            },
            turn: {
                type: 'number', default: 0, min: 0, max: 1, title: 'Turn',
                description: 'How much of the target\'s rotation the hand takes. 1: fingers along its -Z axis, back of the hand along its Y axis, as far as the wrist turns; 0: the hand keeps its turn to the forearm.'
            },
            weight: { type: 'number', default: 1, min: 0, max: 1, title: 'Weight', description: 'How much of the reach is shown. 0: the animation alone; 1: the whole reach.' },
            bodyShare: {
                type: 'number', default: 1, min: 0, max: 1, title: 'Body Share',
                description: 'How much spine and shoulder help with what is far or high. 0: the arm reaches alone.'
            },
            touch: {
                type: 'boolean', default: false, title: 'Touch',
                description: 'Whether the hand, while it has neither target nor prop, lies on walls and railings that the character passes. Needs physics.'
            },
            poleHint: { type: 'entity', title: 'Pole Hint', description: 'Entity to which the elbow points. Empty: the elbow goes where elbows go.' }
        }
    },
    aims: {
        type: 'json', array: true, title: 'Aims',
        description: 'One row for each thing that points at a target.',
        schema: {
            hand: {
                type: 'string', default: 'right', enum: [{ Left: 'left' }, { Right: 'right' }], title: 'Hand',
                description: 'The hand that holds what aims. Its arm turns about the shoulder, as a whole.'
            },
            boneName: {
                type: 'string', default: '', title: 'Bone Name',
                description: 'Role or name of a bone that turns in place of the arm, such as that of a turret. Empty: the arm of the hand.'
            },
            barrel: {
                type: 'entity', title: 'Barrel',
                description: 'What points at the target: a child of what the hand holds, of the hand or of the bone. Empty: the prop, else the hand, else the bone.'
            },
            axis: {
                type: 'string', default: '-z', enum: [{ '-Z': '-z' }, { Z: 'z' }, { '-X': '-x' }, { X: 'x' }, { '-Y': '-y' }, { Y: 'y' }], title: 'Axis',
                description: 'Which axis of it points. Of a hand -Z is where the fingers point.'
            },
            target: { type: 'entity', title: 'Target', description: 'Entity at which it points. Empty: it is left to the animation.' },
            speed: {
                type: 'number', default: 0, min: 0, title: 'Speed',
                description: 'Speed of what is shot, in units of the scene per second: it points to where the target is when that gets there. 0: at the target.'
            },
            limit: {
                type: 'number', default: 100, min: 0, max: 180, title: 'Limit',
                description: 'Angle in degrees between the body\'s forward and the target beyond which it stops to aim. It aims again 15 degrees inside. 180: never.'
            },
            weight: { type: 'number', default: 1, min: 0, max: 1, title: 'Weight', description: 'How much of the aim is shown. 0: the animation alone; 1: the whole.' },
            bodyShare: {
                type: 'number', default: 1, min: 0, max: 1, title: 'Body Share',
                description: 'How much the spine helps. 1: half of the angle between the body\'s forward and the target; 0: the arm turns alone.'
            }
        }
    },
    weight: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Weight',
        description: 'How much of all reaches and aims is shown. 0: the animation alone; 1: the whole.'
    },
    blendTime: {
        type: 'number', default: 0.4, min: 0, title: 'Blend Time',
        description: 'Seconds in which a hand goes to a target that is set in its row, comes back when there is none, or lets go of what is behind. 0: at once.'
    },
    drawDebugHands: {
        type: 'boolean', default: false, title: 'Draw Debug',
        description: 'Draws arms green, red where they do not reach, the direction of elbows blue, where palms go yellow: fingers and back of the hand; what aims up to its target blue.'
    }
} as const satisfies AttributeTable;

/** The properties that the script has because of its table. */
export type HandPlacerAttributes = AttributesOf<typeof handPlacerAttributes>;

/** A row of `hands`. */
export type HandRow = HandPlacerAttributes['hands'][number];

/** A row of `aims`. */
export type AimRow = HandPlacerAttributes['aims'][number];
