import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of locomotion: names, types, defaults, ranges and texts.

export const locomotionAttributes = {
    clips: {
        type: 'json', array: true, title: 'Clips',
        description: 'What plays when, where it shall be another clip than the one that was found. Empty: the character\'s clips by what they do and by their names; what it lacks comes from the pack\'s own motions, where the project has them.',
        schema: {
            kind: {
                type: 'string', default: 'walk', title: 'Kind', description: 'When it plays.',
                enum: [{ Idle: 'idle' }, { Walk: 'walk' }, { Run: 'run' }, { Sprint: 'sprint' }, { Back: 'back' }, { 'Strafe Left': 'strafeLeft' }, { 'Strafe Right': 'strafeRight' }, { Jump: 'jump' }, { Fall: 'fall' }, { Land: 'land' }, { Crouch: 'crouch' }]
            },
            clip: { type: 'asset', assetType: 'animation', title: 'Clip', description: 'The clip.' },
            clipName: { type: 'string', default: '', title: 'Clip Name', description: 'Name of a clip of the character, or of the state that plays it; used when Clip is empty.' },
            speed: { type: 'number', default: 0, min: 0, max: 20, precision: 2, title: 'Speed', description: 'Speed in metres per second of the scene at which it is chosen. 0: the clip\'s own.' }
        }
    },
    rootMotion: {
        type: 'string', default: 'none', title: 'Root Motion',
        enum: [{ None: 'none' }, { Follow: 'follow' }, { Report: 'report' }],
        description: 'What the gait does to the entity that play() asks for. None: it walks in its place. Follow: the entity goes as fast as its feet. Report: the event rootMotion tells a controller of your own how far it should.'
    },
    lean: {
        type: 'number', default: 0.5, min: 0, max: 1, precision: 2, title: 'Lean',
        description: 'How far the body leans into curves and against its own speeding up and braking: 1 as far as physics wants it, 0 not at all. At most 20 degrees.'
    },
    crouch: {
        type: 'boolean', default: false, title: 'Crouch',
        description: 'Whether it crouches: with a clip for it where it stands and has one, else its body is let down over its feet, also as it goes.'
    },
    speedParameter: {
        type: 'string', default: '', title: 'Speed Parameter',
        description: 'Parameter of the state graph that receives the speed in metres per second. With any of the three named, the graph chooses what plays.'
    },
    directionParameter: {
        type: 'string', default: '', title: 'Direction Parameter',
        description: 'Parameter of the state graph that receives the direction of the movement against where the character looks, in degrees, positive to the left.'
    },
    groundedParameter: {
        type: 'string', default: '', title: 'Grounded Parameter',
        description: 'Boolean parameter of the state graph that receives whether there is ground below the character.'
    }
} as const satisfies AttributeTable;

export interface LocomotionAttributes extends AttributesOf<typeof locomotionAttributes> {}
