import type { AttributesOf, AttributeTable } from '../shell/attributes';

export const limberBudgetAttributes = {
    milliseconds: {
        type: 'number', default: 2, min: 0.1, max: 16, precision: 2, title: 'Milliseconds',
        description: 'Thousandths of seconds of a frame that all characters may take. Where they would take more, all count as farther away than they are.'
    },
    nearDistance: {
        type: 'number', default: 8, min: 0, max: 1000, precision: 1, title: 'Near Distance',
        description: 'Distance in metres from a camera up to which scripts work in every frame. The default scales with the height of the character.'
    },
    farDistance: {
        type: 'number', default: 40, min: 0, max: 10000, precision: 1, title: 'Far Distance',
        description: 'Distance in metres from which on look, feet, strides, and idle are left out, and springs from halfway on. The default scales with the height of the character.'
    },
    farRate: {
        type: 'number', default: 10, min: 1, max: 60, precision: 1, title: 'Far Rate',
        description: 'How many times per second scripts work at the far distance. Between near and far it is more often, in proportion.'
    },
    offscreen: {
        type: 'number', default: 2, min: 0, max: 60, precision: 1, title: 'Offscreen',
        description: 'How many times per second scripts work while no camera sees the character. 0: not at all.'
    },
    setupMilliseconds: {
        type: 'number', default: 2, min: 0, max: 100, precision: 1, title: 'Setup Milliseconds',
        description: 'Thousandths of seconds of a frame in which scripts of new characters find their bones: one after the other, the others wait. At least one is set up in a frame. 0: all at once.'
    },
    slowUnseenAnimation: {
        type: 'boolean', default: false, title: 'Slow Unseen Animation',
        description: 'Lets the engine animate characters that no camera sees at the rate of Offscreen too. Events of their clips come that much later.'
    }
} as const satisfies AttributeTable;

export interface LimberBudgetAttributes extends AttributesOf<typeof limberBudgetAttributes> {}
