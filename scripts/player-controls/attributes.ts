import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of playerControls: names, types, defaults, ranges and texts.

export const playerControlsAttributes = {
    listens: {
        type: 'boolean', default: true, title: 'Listens',
        description: 'Hears keys, fingers and gamepads. Off: it goes only where goTo() says, as somebody else than the player.'
    },
    walkSpeed: {
        type: 'number', default: 0, min: 0, max: 20, precision: 2, title: 'Walk Speed',
        description: 'Metres per second of a walk. 0: as fast as somebody of this height walks, 1.4 for a person.'
    },
    runSpeed: {
        type: 'number', default: 0, min: 0, max: 20, precision: 2, title: 'Run Speed',
        description: 'Metres per second of a run: with Shift, or with the stick all the way. 0: as fast as somebody of this height jogs, 3.5 for a person.'
    },
    acceleration: {
        type: 'number', default: 8, min: 0.1, max: 100, precision: 1, title: 'Acceleration',
        description: 'Metres per second by which the speed changes in a second, on the ground.'
    },
    turnSpeed: {
        type: 'number', default: 360, min: 10, max: 3600, title: 'Turn Speed',
        description: 'Degrees per second by which the character turns to where it goes, at most.'
    },
    jumpHeight: {
        type: 'number', default: 0.5, min: 0, max: 10, precision: 2, title: 'Jump Height',
        description: 'Metres that a jump reaches. 0: it does not jump.'
    },
    camera: {
        type: 'entity', title: 'Camera',
        description: 'Ahead is where this camera looks. Empty: the first camera of the scene.'
    },
    moveCamera: {
        type: 'boolean', default: true, title: 'Move Camera',
        description: 'Keeps the camera behind the character; dragging and the right stick turn it. Off: something else moves it.'
    },
    cameraDistance: {
        type: 'number', default: 0, min: 0, max: 100, precision: 2, title: 'Camera Distance',
        description: 'Metres from the camera to the character. 0: two and a half times its height.'
    }
} as const satisfies AttributeTable;

export interface PlayerControlsAttributes extends AttributesOf<typeof playerControlsAttributes> {}
