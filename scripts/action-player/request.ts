import type { Entity } from 'playcanvas';

import type { ActionRow } from './attributes';

// What actionPlayer has in hand.

/** The action that plays. */
export interface Playing {
    readonly row: ActionRow;
    /** The state that plays it: its own, or that with left and right exchanged. */
    readonly state: string;
    /** Whether the pose shows it already. */
    isShown: boolean;
}

/** What was asked for and did not start yet. */
export interface Request {
    /** The action, or the kind. */
    readonly what: string;
    readonly rows: readonly ActionRow[];
    readonly target: Entity | null;
    /** Seconds of the playing action's clip as shown when it was asked for. */
    readonly pressed: number;
    /** Seconds since then. */
    age: number;
}
