import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of playerControls: names, types, defaults, ranges and texts.

export const playerControlsAttributes = {
    listens: {
        type: 'boolean', default: true, title: 'Listens',
        description: 'Listens to keyboard, touch and gamepads. Off: the character only moves when goTo() is called, such as one that is not the player.'
    },
    walkSpeed: {
        type: 'number', default: 0, min: 0, precision: 2, title: 'Walk Speed',
        description: 'Walking speed in metres per second. 0: chosen by the character\'s height, 1.4 for a person.'
    },
    runSpeed: {
        type: 'number', default: 0, min: 0, precision: 2, title: 'Run Speed',
        description: 'Running speed in metres per second: with Shift, or with the stick pushed all the way. 0: chosen by the character\'s height, 3.5 for a person.'
    },
    acceleration: {
        type: 'number', default: 8, min: 0.1, precision: 1, title: 'Acceleration',
        description: 'Acceleration and braking on the ground in metres per second squared.'
    },
    turnSpeed: {
        type: 'number', default: 360, min: 10, title: 'Turn Speed',
        description: 'Fastest turn towards the direction of movement, in degrees per second.'
    },
    jumpHeight: {
        type: 'number', default: 0.5, min: 0, precision: 2, title: 'Jump Height',
        description: 'Height of a jump in metres. 0: no jumping.'
    },
    camera: {
        type: 'entity', title: 'Camera',
        description: 'Camera that defines which direction is ahead. Empty: the first camera of the scene.'
    },
    moveCamera: {
        type: 'boolean', default: true, title: 'Move Camera',
        description: 'Keeps the camera behind the character; dragging and the right stick turn it. Off: something else moves it.'
    },
    cameraDistance: {
        type: 'number', default: 0, min: 0, precision: 2, title: 'Camera Distance',
        description: 'Distance from the camera to the character in metres. 0: two and a half times the character\'s height.'
    }
} as const satisfies AttributeTable;

export interface PlayerControlsAttributes extends AttributesOf<typeof playerControlsAttributes> {}
