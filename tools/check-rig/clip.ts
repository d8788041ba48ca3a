import type { AnimTrack } from 'playcanvas';

/** A clip of the character. */
export interface Clip {
    readonly name: string;
    readonly track: AnimTrack;
    /** Number of the character's nodes that it moves. */
    readonly moved: number;
    /** Number of nodes that it would move. */
    readonly wanted: number;
}
