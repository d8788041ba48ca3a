import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of locomotion: names, types, defaults, ranges and texts.

export const locomotionAttributes = {
    clips: {
        type: 'json', array: true, title: 'Clips',
        description: 'Clips to play instead of those found by themselves. Empty: the character\'s own clips are chosen by their motion and names; missing ones come from the pack\'s own motions if the project has them.',
        schema: {
            kind: {
                type: 'string', default: 'auto', title: 'Kind', description: 'Motion that the clip plays for. Auto: found by its motion and name, as for the character\'s own clips.',
                enum: [
                    { Auto: 'auto' }, { Idle: 'idle' }, { Walk: 'walk' }, { Run: 'run' }, { Sprint: 'sprint' }, { Back: 'back' },
                    { 'Strafe Left': 'strafeLeft' }, { 'Strafe Right': 'strafeRight' }, { Jump: 'jump' }, { Fall: 'fall' }, { Land: 'land' },
                    { Crouch: 'crouch' }, { Start: 'start' }, { Stop: 'stop' }, { 'Turn Left': 'turnLeft' }, { 'Turn Right': 'turnRight' }
                ]
            },
            clip: { type: 'asset', assetType: 'animation', title: 'Clip', description: 'The clip.' },
            clipName: { type: 'string', default: '', title: 'Clip Name', description: 'Name of a clip of the character, or of the state that plays it; used when Clip is empty.' },
            speed: { type: 'number', default: 0, min: 0, precision: 2, title: 'Speed', description: 'Speed in metres per second at which the clip is chosen. 0: the clip\'s own speed.' }
        }
    },
    rootMotion: {
        type: 'string', default: 'none', title: 'Root Motion',
        enum: [{ None: 'none' }, { Follow: 'follow' }, { Report: 'report' }],
        description: 'How play() moves the entity. None: the character walks in place. Follow: the entity moves as fast as the feet. Report: the event rootMotion tells your own controller how far to move it.'
    },
    lean: {
        type: 'number', default: 0.5, min: 0, max: 1, precision: 2, title: 'Lean',
        description: 'How far the body leans into curves, and forward or back when it speeds up or brakes. 1: as much as balance needs; 0: not at all. At most 20 degrees, and 6 back.'
    },
    crouch: {
        type: 'boolean', default: false, title: 'Crouch',
        description: 'Makes the character crouch: standing with its own crouch clip if there is one; otherwise, and while moving, the body is lowered over the feet.'
    },
    speedParameter: {
        type: 'string', default: '', title: 'Speed Param',
        description: 'State graph parameter that receives the speed in metres per second. If you set any of these three parameters, the graph chooses what plays.'
    },
    directionParameter: {
        type: 'string', default: '', title: 'Direction Param',
        description: 'State graph parameter that receives the direction of movement relative to where the character faces, in degrees, positive to the left.'
    },
    groundedParameter: {
        type: 'string', default: '', title: 'Grounded Param',
        description: 'Boolean state graph parameter that is true while there is ground below the character.'
    }
} as const satisfies AttributeTable;

export interface LocomotionAttributes extends AttributesOf<typeof locomotionAttributes> {}
