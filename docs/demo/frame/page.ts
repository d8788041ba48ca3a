import type { Character } from './character';
import type { Stage } from './stage';

// A page of the gallery shows one script. The frame around it brings the stage, a character and room for an inspector.

/** What a page works with. */
export interface Frame {
    readonly stage: Stage;
    /** Column for the inspector. */
    readonly sidebar: HTMLElement;
    /** Row of buttons on the stage. */
    readonly tools: HTMLElement;
}

/** A page that is open. */
export interface OpenPage {
    /** Takes a character that has just come to the stage. The one before is still there. */
    attach(character: Character): void;
    /** Sentences that the page's scripts have for the user. */
    problems(): string[];
    /** Takes everything that the page made off the stage. */
    close(): void;
}

export interface Page {
    /** Name in the address. */
    readonly name: string;
    readonly title: string;
    /** What the script does, in a sentence. */
    readonly summary: string;
    open(frame: Frame): OpenPage;
}
