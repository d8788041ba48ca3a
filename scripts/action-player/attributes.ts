import type { AttributesOf, AttributeTable } from '../shell/attributes';

export const actionPlayerAttributes = {
    stance: {
        type: 'string', default: '', title: 'Stance',
        description: 'What the character is doing, such as moving, standing or jumping. Your game sets it; speed is measured.'
    },
    actions: {
        type: 'json', array: true, title: 'Actions',
        description: 'Actions that you can request. A limit of 0 or an empty list means any.',
        schema: {
            name: { type: 'string', default: '', title: 'Name', description: 'Name for request().' },
            kind: { type: 'string', default: '', title: 'Kind', description: 'Kind for requestBest(), such as attack.' },
            state: { type: 'string', default: '', title: 'State', description: 'State of the base layer that plays the action. It should not loop.' },
            stances: { type: 'string', array: true, title: 'Stances', description: 'Stances in which the action can start. Empty: any.' },
            minSpeed: { type: 'number', default: 0, min: 0, precision: 2, title: 'Min Speed', description: 'Lowest speed of the character at which the action can start, in metres per second.' },
            maxSpeed: { type: 'number', default: 0, min: 0, precision: 2, title: 'Max Speed', description: 'Highest speed of the character at which the action can start, in metres per second. 0: any.' },
            minDistance: { type: 'number', default: 0, min: 0, precision: 2, title: 'Min Distance', description: 'Shortest distance to the opponent in metres.' },
            maxDistance: { type: 'number', default: 0, min: 0, precision: 2, title: 'Max Distance', description: 'Longest distance to the opponent in metres. 0: any.' },
            angle: { type: 'number', default: 0, min: 0, max: 180, precision: 1, title: 'Angle', description: 'Largest angle in degrees from where the character faces to the opponent. 0: any.' },
            opponentAngle: {
                type: 'vec2', default: [0, 180], title: 'Opponent Angle',
                description: 'Smallest and largest angle in degrees from where the opponent faces to this character. 0, 180: any; 120, 180: behind its back.'
            },
            mirrorByFoot: {
                type: 'boolean', default: false, title: 'Mirror By Foot',
                description: 'The clip starts with the left foot down. While the right foot is down, its mirror image plays.'
            },
            after: { type: 'string', default: '', title: 'After', description: 'The last action must have been this one. Empty: any.' },
            score: { type: 'number', default: 0, precision: 2, title: 'Score', description: 'Number of points: of all actions of a kind that can start, the one with the most points does; if they are equal, the first in the list.' }
        }
    },
    windows: {
        type: 'json', array: true, title: 'Windows',
        description: 'Safe intervals in which other actions may cancel an action. Without one it plays to its end.',
        schema: {
            action: { type: 'string', default: '', title: 'Action', description: 'Action that may be cancelled.' },
            start: { type: 'number', default: 0, min: 0, precision: 3, title: 'Start', description: 'Second of its clip at which the interval begins.' },
            end: { type: 'number', default: 0, min: 0, precision: 3, title: 'End', description: 'Second of its clip at which the interval ends. 0: the end of the clip.' },
            cancelledBy: { type: 'string', array: true, title: 'Cancelled By', description: 'Actions that may cancel it. Empty: any.' }
        }
    },
    continuations: {
        type: 'json', array: true, title: 'Continuations',
        description: 'What plays after an action. If no row fits, the state from before goes on from the nearest pose.',
        schema: {
            from: { type: 'string', default: '', title: 'From', description: 'State of the action that ends.' },
            to: { type: 'string', default: '', title: 'To', description: 'State that follows.' },
            fromPhase: { type: 'vec2', default: [0, 1], title: 'From Phase', description: 'The row fits if the action ends between these shares of its clip, 0..1.' },
            mirrorByFoot: {
                type: 'boolean', default: false, title: 'Mirror By Foot',
                description: 'The clip of the next state starts with the left foot down. If the action ends on the right foot, its mirror image plays.'
            },
            toTime: { type: 'number', default: 0, min: 0, precision: 3, title: 'To Time', description: 'Second of its clip at which the next state starts.' }
        }
    },
    inputBuffer: {
        type: 'number', default: 0.1, min: 0, precision: 3, title: 'Input Buffer',
        description: 'Seconds that a request waits if it comes too early. 0: it is refused at once.'
    },
    coyoteTime: {
        type: 'number', default: 0.1, min: 0, precision: 3, title: 'Coyote Time',
        description: 'Seconds that a stance still counts after you change it, so that a jump just past an edge works.'
    }
} as const satisfies AttributeTable;

export interface ActionPlayerAttributes extends AttributesOf<typeof actionPlayerAttributes> {}

export type ActionRow = ActionPlayerAttributes['actions'][number];
export type WindowRow = ActionPlayerAttributes['windows'][number];
export type ContinuationRow = ActionPlayerAttributes['continuations'][number];
