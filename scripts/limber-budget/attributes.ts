import type { AttributesOf, AttributeTable } from '../shell/attributes';

export const limberBudgetAttributes = {
    milliseconds: {
        type: 'number', default: 2, min: 0.1, precision: 2, title: 'Milliseconds',
        description: 'Milliseconds per frame for all characters together. If they need more, all are treated as if they were farther away.'
    },
    nearDistance: {
        type: 'number', default: 8, min: 0, precision: 1, title: 'Near Distance',
        description: 'Distance in metres from a camera up to which scripts work in every frame. The default scales with the height of the character.'
    },
    farDistance: {
        type: 'number', default: 40, min: 0, precision: 1, title: 'Far Distance',
        description: 'Distance in metres beyond which look, feet, strides and idle are switched off; springs already halfway between Near Distance and it. The default scales with the height of the character.'
    },
    farRate: {
        type: 'number', default: 10, min: 1, precision: 1, title: 'Far Rate',
        description: 'How many times per second scripts work at the far distance. Between near and far it is more often, in proportion.'
    },
    offscreen: {
        type: 'number', default: 2, min: 0, precision: 1, title: 'Offscreen',
        description: 'How many times per second scripts work while no camera sees the character. 0: not at all.'
    },
    setupMilliseconds: {
        type: 'number', default: 2, min: 0, precision: 1, title: 'Setup Time',
        description: 'Milliseconds per frame for setting up the scripts of new characters, one after the other, in pieces. At least a piece is done in each frame. 0: all at once.'
    },
    slowUnseenAnimation: {
        type: 'boolean', default: false, title: 'Slow Unseen',
        description: 'Animates characters that no camera sees at the Offscreen rate too. Events of their clips come later by as much.'
    }
} as const satisfies AttributeTable;

export interface LimberBudgetAttributes extends AttributesOf<typeof limberBudgetAttributes> {}
