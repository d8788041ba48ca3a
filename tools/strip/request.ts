// What the command asks of the page in the browser, and what comes back. Plain data.

/** Files with the pack's own motions, which scripts look for in the project. */
export const MOTIONS = ['motions-people.glb', 'motions-animals.glb'];

export interface Request {
    /** Name of the scene. */
    readonly scene: string;
    /** Scripts by their registered names, in order. */
    readonly scripts: readonly string[];
    /** Script, attribute and value. */
    readonly settings: readonly (readonly [string, string, unknown])[];
    /** Clip in place of the scene's; empty: the scene's. */
    readonly clip: string;
    /** Metres of the scene a second; null: the clip's own speed. */
    readonly speed: number | null;
    /** First and last frame that is shown, and the frames from one picture to the next. */
    readonly from: number;
    readonly to: number;
    readonly every: number;
    /** Frames a second. */
    readonly rate: number;
    /** From where it is seen. */
    readonly views: readonly string[];
    /** Role or name of the bone of a close-up; empty: the whole character. */
    readonly at: string;
    readonly zoom: number;
    /** Whether there is no second character without scripts. */
    readonly alone: boolean;
    /** Whether the bones are drawn over it, coloured by their roles. */
    readonly bones: boolean;
    /** Code that runs before a frame. */
    readonly acts: readonly { readonly frame: number; readonly code: string }[];
    /** An expression that is printed at each picture; empty: none. */
    readonly print: string;
    /** Pixels of a picture, and pictures in a row. */
    readonly width: number;
    readonly columns: number;
}

export interface Answer {
    /** The picture as a data URL. */
    readonly url: string;
    /** What is to be said about it: problems of the scripts, what was printed. */
    readonly lines: readonly string[];
}

/** A file for the page: its name and where the page fetches it. */
export interface FileForPage {
    readonly name: string;
    readonly url: string;
}
