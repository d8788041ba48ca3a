import type { AttributesOf, AttributeTable } from '../shell/attributes';

export const actionPlayerAttributes = {
    stance: {
        type: 'string', default: '', title: 'Stance',
        description: 'What the character is doing, such as moving, standing, jumping or diving: set by the game. Speed is measured.'
    },
    actions: {
        type: 'json', array: true, title: 'Actions',
        description: 'What can be asked for. Limits of 0 and empty lists mean any.',
        schema: {
            name: { type: 'string', default: '', title: 'Name', description: 'Name by which request() knows it.' },
            kind: { type: 'string', default: '', title: 'Kind', description: 'What requestBest() is asked for, such as attack.' },
            state: { type: 'string', default: '', title: 'State', description: 'State of the base layer that plays it; it should not loop.' },
            stances: { type: 'string', array: true, title: 'Stances', description: 'Stances in which it can start. Empty: any.' },
            minSpeed: { type: 'number', default: 0, min: 0, max: 100, precision: 2, title: 'Min Speed', description: 'Least speed of the character in metres per second.' },
            maxSpeed: { type: 'number', default: 0, min: 0, max: 100, precision: 2, title: 'Max Speed', description: 'Largest speed of the character in metres per second. 0: any.' },
            minDistance: { type: 'number', default: 0, min: 0, max: 1000, precision: 2, title: 'Min Distance', description: 'Least distance of the opponent in metres.' },
            maxDistance: { type: 'number', default: 0, min: 0, max: 1000, precision: 2, title: 'Max Distance', description: 'Largest distance of the opponent in metres. 0: any.' },
            angle: { type: 'number', default: 0, min: 0, max: 180, precision: 1, title: 'Angle', description: 'Largest angle in degrees between where the character faces and the opponent. 0: any.' },
            opponentAngle: {
                type: 'vec2', default: [0, 180], title: 'Opponent Angle',
                description: 'Smallest and largest angle in degrees between where the opponent faces and this character, seen from the opponent. 0, 180: any; 120, 180: behind its back.'
            },
            mirrorByFoot: {
                type: 'boolean', default: false, title: 'Mirror By Foot',
                description: 'The state was made with the left foot down. While the right one is, it plays with left and right exchanged.'
            },
            after: { type: 'string', default: '', title: 'After', description: 'Action that must have been the last one. Empty: any.' },
            score: { type: 'number', default: 0, min: -100, max: 100, precision: 2, title: 'Score', description: 'Of the actions of a kind that can start, the one with the highest number of points does; of equal ones the first.' }
        }
    },
    windows: {
        type: 'json', array: true, title: 'Windows',
        description: 'Safe intervals in which an action may be cancelled by others. Without one it plays to its end.',
        schema: {
            action: { type: 'string', default: '', title: 'Action', description: 'Name of the action that is cancelled.' },
            start: { type: 'number', default: 0, min: 0, max: 60, precision: 3, title: 'Start', description: 'Start in seconds of its clip.' },
            end: { type: 'number', default: 0, min: 0, max: 60, precision: 3, title: 'End', description: 'End in seconds of its clip. 0: the end of the clip.' },
            cancelledBy: { type: 'string', array: true, title: 'Cancelled By', description: 'Names of the actions that may. Empty: any.' }
        }
    },
    continuations: {
        type: 'json', array: true, title: 'Continuations',
        description: 'What follows on the end of an action. Where no row fits, the state that played before goes on from the nearest pose.',
        schema: {
            from: { type: 'string', default: '', title: 'From', description: 'State of the action that ends.' },
            to: { type: 'string', default: '', title: 'To', description: 'State that follows.' },
            fromPhase: { type: 'vec2', default: [0, 1], title: 'From Phase', description: 'Phases of the clip, shares of its length 0..1, at which the action ends for the row to fit.' },
            mirrorByFoot: {
                type: 'boolean', default: false, title: 'Mirror By Foot',
                description: 'The state that follows was made to begin with the left foot down. Where the action ends on the right one, it plays with left and right exchanged.'
            },
            toTime: { type: 'number', default: 0, min: 0, max: 60, precision: 3, title: 'To Time', description: 'Time in seconds of its clip at which the state that follows starts.' }
        }
    },
    inputBuffer: {
        type: 'number', default: 0.1, min: 0, max: 2, precision: 3, title: 'Input Buffer',
        description: 'Seconds for which a request that comes too early waits. 0: it is refused at once.'
    },
    coyoteTime: {
        type: 'number', default: 0.1, min: 0, max: 2, precision: 3, title: 'Coyote Time',
        description: 'Seconds for which a stance still counts after it was left, as for a jump just beyond the edge.'
    }
} as const satisfies AttributeTable;

export interface ActionPlayerAttributes extends AttributesOf<typeof actionPlayerAttributes> {}

export type ActionRow = ActionPlayerAttributes['actions'][number];
export type WindowRow = ActionPlayerAttributes['windows'][number];
export type ContinuationRow = ActionPlayerAttributes['continuations'][number];
