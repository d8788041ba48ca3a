// What a scene is made of. Lengths and places are in metres of a person; x is to the left, y up, z ahead.

export type Triple = readonly [number, number, number];

/** What a character does by itself. */
export type Gait = 'idle' | 'walk' | 'run';

/** Where a box that moves is. */
export interface Place {
    readonly at: Triple;
    /** Degrees about the axes, in the engine's order. */
    readonly turn: Triple;
}

/** What a scene can build. */
export interface Lane {
    /**
     * A box to stand on.
     *
     * @param at - Its centre.
     * @param turn - Degrees about the axes.
     * @param move - Where it is after so many seconds; left out: it stays.
     */
    box(at: Triple, size: Triple, turn?: Triple, move?: (time: number) => Place): void;

    /** A ramp that begins on the floor and ends in a landing. */
    slope(at: Triple, width: number, length: number, degrees: number): void;
}

/** What a scene can do with a character. */
export interface Player {
    /** Goes over to another clip at once, and goes as fast as it steps. */
    play(gait: Gait): void;

    /** Is moved by the game at a share of its walk's own speed, whatever plays: for scripts that choose the clip. */
    go(share: number): void;

    /** Turns by degrees, to the left. */
    turn(degrees: number): void;

    /** Faces the other way: by instantTurn where it is on. */
    turnAbout(): void;

    /** Pushes the chest, with the newton seconds of a person of 75 kg, in a direction from ahead to the left in degrees. */
    hit(newtonSeconds: number, degrees: number): void;

    /** Lets the ragdoll hang. */
    limp(): void;

    /** Puts the ball that it looks at. */
    lookAt(at: Triple): void;

    /** Puts the ball beside where its head is: metres of a person from there. */
    lookBeside(offset: Triple): void;
}

export type Act = (player: Player) => void;

export interface Scene {
    readonly name: string;
    /** What happens, in a few words. */
    readonly text: string;
    /** What the character plays. */
    readonly gait: Gait;
    /** Scripts that the scene is for, by their registered names in order. */
    readonly scripts: readonly string[];
    readonly seconds: number;
    /** From where it is seen; left out: from the side and the front. */
    readonly views?: readonly string[];
    /** Size of what is in the picture over the usual one. */
    readonly room?: number;
    /** Depth of a tread: a walk goes no faster than a tread a step, or as many treads as the stride of an animal has. */
    readonly tread?: number;
    /** Whether the character goes along with the box below it. */
    readonly rides?: boolean;
    build?(lane: Lane): void;
    /** Whether hands touch what is passed, in place of reaching for the ball. */
    readonly touches?: boolean;
    /** Called in each frame before the scripts. */
    update?(player: Player, time: number, dt: number): void;
    /** What happens after so many seconds. */
    readonly acts?: readonly (readonly [number, Act])[];
}
